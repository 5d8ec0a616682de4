// A toy machine with registers, branches and memory, an interpreter and random programs: the IR that the adapters of
// this folder look at.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toy {

using Register = std::uint32_t;

struct MachineInst {
  enum class Op : std::uint8_t { set, add, sub, mul, load, store, show, call, jump, branch, ret } op = Op::set;
  std::vector<Register> writes, reads;
  std::int64_t constant = 0;            ///< of set; offset of load and store, which may have several words in a row
  std::uint32_t target = 0, other = 0;  ///< blocks of jump and branch (taken if not 0, otherwise other); callee of call
};
struct MachineBlock {
  std::vector<MachineInst> insts;
};
struct MachineFunction {
  std::string name;
  std::vector<Register> parameters;
  std::vector<MachineBlock> blocks;
  bool keep = false;  ///< nothing is outlined from it
};
struct Machine {
  static constexpr std::uint32_t registers = 12, words = 16;
  std::vector<MachineFunction> functions;
  std::uint32_t file = registers;  ///< registers that there are; random programs use the first `registers`
};
inline constexpr std::string_view machine_op_names[] = {"set",  "add",  "sub",  "mul",    "load", "store",
                                                        "show", "call", "jump", "branch", "ret"};

// ---- meaning

/// Runs functions: what they show, and the memory they leave.
class MachineRun {
 public:
  explicit MachineRun(const Machine& machine) : m_(machine) {}
  std::vector<std::int64_t> shown;
  std::vector<std::int64_t> memory = std::vector<std::int64_t>(Machine::words);
  std::uint32_t calls = 0;

  /// False when `steps` were not enough. Registers that are no parameters hold garbage.
  bool run(std::uint32_t function, const std::vector<std::int64_t>& arguments, std::vector<std::int64_t>& results,
           std::uint32_t& steps) {
    return run(function, arguments, results, steps, [](std::uint32_t, std::uint32_t, const auto&) {});
  }
  /// Calls watch(block, instruction, registers) before each instruction of the function, not of those that it calls.
  template <class Watch>
  bool run(std::uint32_t function, const std::vector<std::int64_t>& arguments, std::vector<std::int64_t>& results,
           std::uint32_t& steps, Watch&& watch) {
    const MachineFunction& f = m_.functions[function];
    std::vector<std::int64_t> r(m_.file, 0x0badbadbad + ++calls);
    for (std::size_t i = 0; i < f.parameters.size(); ++i) r[f.parameters[i]] = arguments[i];
    for (std::uint32_t block = 0;;) {
      for (const MachineInst& i : f.blocks[block].insts) {
        if (steps-- == 0) return steps = 0, false;
        watch(block, static_cast<std::uint32_t>(&i - f.blocks[block].insts.data()), std::as_const(r));
        if (i.op == MachineInst::Op::ret) {
          results.clear();
          for (const Register v : i.reads) results.push_back(r[v]);
          return true;
        }
        if (i.op == MachineInst::Op::jump || i.op == MachineInst::Op::branch) {
          block = i.op == MachineInst::Op::jump || r[i.reads[0]] != 0 ? i.target : i.other;
          break;
        }
        if (!step(i, r, steps)) return false;
      }
    }
  }

 private:
  bool step(const MachineInst& i, std::vector<std::int64_t>& r, std::uint32_t& steps) {
    using enum MachineInst::Op;
    const auto number = [&](std::size_t k) { return static_cast<std::uint64_t>(r[i.reads[k]]); };
    const auto word = [&](std::uint64_t address) -> std::int64_t& {
      return memory[(address + static_cast<std::uint64_t>(i.constant)) % Machine::words];
    };
    const auto set_to = [&](std::uint64_t v) { r[i.writes[0]] = static_cast<std::int64_t>(v); };
    switch (i.op) {
      case set:
        set_to(static_cast<std::uint64_t>(i.constant));
        break;
      case add:
        set_to(number(0) + number(1));
        break;
      case sub:
        set_to(number(0) - number(1));
        break;
      case mul:
        set_to(number(0) * number(1));
        break;
      case load: {
        const std::uint64_t base = number(0);  // which the load may overwrite
        for (std::size_t k = 0; k < i.writes.size(); ++k) r[i.writes[k]] = word(base + k);
        break;
      }
      case store:
        for (std::size_t k = 1; k < i.reads.size(); ++k) word(number(0) + k - 1) = r[i.reads[k]];
        break;
      case show:
        shown.push_back(r[i.reads[0]]);
        break;
      default: {
        std::vector<std::int64_t> arguments, results;
        for (const Register a : i.reads) arguments.push_back(r[a]);
        if (!run(i.target, arguments, results, steps)) return false;
        for (std::size_t k = 0; k < i.writes.size(); ++k) r[i.writes[k]] = results[k];
      }
    }
    return true;
  }
  const Machine& m_;
};

/// Random functions that set every register first, with runs copied from each other under other names; each ends.
inline Machine random_machine(std::mt19937& engine, std::uint32_t functions, std::uint32_t blocks) {
  using enum MachineInst::Op;
  const auto random = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  const auto any = [&] { return random(Machine::registers); };
  Machine m;
  std::vector<MachineInst> pool;
  for (std::uint32_t f = 0; f < functions; ++f) {
    MachineFunction function;
    function.name = "f" + std::to_string(f);
    function.keep = random(8) == 0;
    function.blocks.resize(blocks + 1);
    for (Register r = 0; r < Machine::registers; ++r)
      function.blocks[0].insts.push_back({set, {r}, {}, static_cast<std::int64_t>(random(50)), 0, 0});
    for (std::uint32_t b = 0; b < blocks; ++b) {
      auto& insts = function.blocks[b].insts;
      const std::size_t size = insts.size() + 2 + random(14);
      while (insts.size() < size) {
        if (pool.size() > 8 && random(3) == 0) {
          const std::uint32_t turn = any(), length = 2 + random(6);
          const std::uint32_t from = random(static_cast<std::uint32_t>(pool.size()) - length);
          for (std::uint32_t k = from; k < from + length; ++k) {
            MachineInst copy = pool[k];
            for (Register& r : copy.writes) r = (r + turn) % Machine::registers;
            for (Register& r : copy.reads) r = (r + turn) % Machine::registers;
            insts.push_back(copy);
          }
          continue;
        }
        switch (random(8)) {
          case 0:
            insts.push_back({set, {any()}, {}, static_cast<std::int64_t>(random(3)), 0, 0});
            break;
          case 1:
            insts.push_back({load, {any()}, {any()}, static_cast<std::int64_t>(random(2)), 0, 0});
            break;
          case 2:
            insts.push_back({store, {}, {any(), any()}, static_cast<std::int64_t>(random(2)), 0, 0});
            break;
          case 3:
            insts.push_back({show, {}, {any()}, 0, 0, 0});
            break;
          default:
            insts.push_back({static_cast<MachineInst::Op>(1 + random(3)), {any()}, {any(), any()}, 0, 0, 0});
        }
        pool.push_back(insts.back());
      }
      // Forward only, so that every run ends.
      const std::uint32_t next = b + 1 + random(blocks - b), other = b + 1 + random(blocks - b);
      insts.push_back(random(2) != 0 ? MachineInst{jump, {}, {}, 0, next, 0}
                                     : MachineInst{branch, {}, {any()}, 0, next, other});
    }
    function.blocks[blocks].insts = {{show, {}, {any()}, 0, 0, 0}, {ret, {}, {}, 0, 0, 0}};
    m.functions.push_back(std::move(function));
  }
  return m;
}

}  // namespace toy
