// A miniature GPU over simt: sixteen instructions, made to be read. It is what a client has to give, and no more.
//
// Registers: r0 to r15 of 32 bits, d0 to d3 of 64 bits (addresses), p0 to p3 of one bit a lane, m0 to m3 whole masks.
// The same program type runs either way: by fragments (`branch`), or by one program counter, where the code makes the
// execution mask (`if_`, `else_`, `endif`, `skip`).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "simt/lanes/integer_key.hpp"
#include "simt/lanes/lane_tools.hpp"
#include "simt/machine/barrier.hpp"
#include "simt/machine/control.hpp"
#include "simt/machine/grid.hpp"
#include "simt/state/memory_key.hpp"
#include "simt/state/program.hpp"

namespace mini {

using namespace lathe::simt;

enum class Op {
  thread,
  constant,
  count,
  add,
  less,
  address,
  load,
  store,
  branch,
  jump,
  barrier,
  exit,
  if_,
  else_,
  endif,
  skip
};

struct Inst {
  Op op{};
  unsigned d = 0, a = 0, b = 0;
  std::uint64_t imm = 0;           ///< constant, base of `address`, barrier's number, target
  bool shared = false;             ///< load and store: r[a] is an offset in shared memory; else d[a] is an address
  unsigned elements = 1;           ///< load and store: registers one after another, 1 to 4
  const char* variable = nullptr;  ///< constant: the offset of this shared variable
};

// ---- registers in a frame
inline constexpr std::uint32_t wide_at = 16 * 4 * lane_count, pred_at = wide_at + 4 * 8 * lane_count;
inline constexpr std::uint32_t mask_at = pred_at + 64, number_at = mask_at + 64;  // of a barrier
inline constexpr std::uint32_t frame_bytes = number_at + 4 * lane_count;
inline Slot r(unsigned n) { return n * 4 * lane_count; }
inline Slot d(unsigned n) { return wide_at + n * 8 * lane_count; }
inline Slot p(unsigned n) { return pred_at + n * 8; }
inline Slot m(unsigned n) { return mask_at + n * 8; }

// ---- handlers that the machine does not have
inline Flow run_thread(Warp& w, const Code& c, Mask mask) {
  auto* to = w.out<std::uint32_t>(c.d);
  for_lanes(mask, [&](unsigned l) { to[l] = w.thread_of(l); });
  return Flow::next;
}
inline Flow run_constant(Warp& w, const Code& c, Mask mask) {
  auto* to = w.out<std::uint32_t>(c.d);
  for_lanes(mask, [&](unsigned l) { to[l] = static_cast<std::uint32_t>(c.imm); });
  return Flow::next;
}
/// A scalar instruction: it counts for all lanes, whichever are active.
inline Flow run_count(Warp& w, const Code& c, Mask mask) {
  auto* to = w.out<std::uint32_t>(c.d);
  for_lanes(mask, [&](unsigned l) { to[l] += static_cast<std::uint32_t>(c.imm); });
  return Flow::next;
}
/// Scalar in the masked way, where it gives 0 to the lanes that are not active.
inline Flow run_less(Warp& w, const Code& c, Mask mask) {
  const auto *a = w.in<std::uint32_t>(c.a), *b = w.in<std::uint32_t>(c.b);
  Mask value = 0;
  for_lanes(mask & w.active, [&](unsigned l) { value |= a[l] < b[l] ? lane_bit(l) : 0; });
  w.set_pred(c.d, value, mask);
  return Flow::next;
}
inline Flow run_address(Warp& w, const Code& c, Mask mask) {
  const auto* a = w.in<std::uint32_t>(c.a);
  auto* to = w.out<std::uint64_t>(c.d);
  for_lanes(mask, [&](unsigned l) { to[l] = c.imm + a[l]; });
  return Flow::next;
}
inline Flow run_if(Warp& w, const Code& c, Mask) {
  *w.out<Mask>(c.d) = w.active;
  w.active &= w.pred(c.a);
  return Flow::next;
}
inline Flow run_else(Warp& w, const Code& c, Mask) {
  w.active = *w.in<Mask>(c.d) & ~w.pred(c.a);
  return Flow::next;
}
inline Flow run_endif(Warp& w, const Code& c, Mask) {
  w.active = *w.in<Mask>(c.d);
  return Flow::next;
}
inline Flow run_skip(Warp& w, const Code& c, Mask mask) { return w.active == 0 ? run_jump(w, c, mask) : Flow::next; }
inline Flow run_numbered_barrier(Warp& w, const Code& c, Mask mask) {
  auto* number = w.out<std::uint32_t>(c.a);
  for_lanes(mask, [&](unsigned l) { number[l] = static_cast<std::uint32_t>(c.imm); });
  return run_barrier(w, c, mask);
}

/// By Op: its name; kinds of d, a and b; how the machine runs it, by fragments and masked, where it may be scalar; how
/// its result depends on its sources.
struct Row {
  const char *name, *kinds;
  Handler run, masked;
  bool scalar;
  Dependence kind;
  Pointing pointing;
};
inline const Row& row_of(Op op) {
  using enum Dependence;
  static const Handler sum = pick_int({IntKey::Op::add, 32, false});
  static const Row rows[] = {
      {"thread", "r  ", run_thread, run_thread, false, defined, Pointing::nowhere},
      {"constant", "r  ", run_constant, run_constant, false, copy, Pointing::first},
      {"count", "r  ", run_count, run_count, true, defined, Pointing::nowhere},
      {"add", "rrr", sum, sum, false, upward, Pointing::either},
      {"less", "prr", run_less, run_less, true, any, Pointing::nowhere},
      {"address", "dr ", run_address, run_address, false, any, Pointing::first},
      {"load", "   ", nullptr, nullptr, false, load, Pointing::nowhere},
      {"store", "   ", nullptr, nullptr, false, store, Pointing::nowhere},
      {"branch", "   ", run_branch, nullptr, false, branch, Pointing::nowhere},
      {"jump", "   ", run_jump, run_jump, true, nothing, Pointing::nowhere},
      {"barrier", "   ", run_numbered_barrier, run_numbered_barrier, true, nothing, Pointing::nowhere},
      {"exit", "   ", run_exit, run_end, true, nothing, Pointing::nowhere},
      {"if", "mp ", nullptr, run_if, true, branch, Pointing::nowhere},
      {"else", "mp ", nullptr, run_else, true, nothing, Pointing::nowhere},
      {"endif", "m  ", nullptr, run_endif, true, nothing, Pointing::nowhere},
      {"skip", "   ", nullptr, run_skip, true, nothing, Pointing::nowhere},
  };
  return rows[static_cast<unsigned>(op)];
}

/// The client's side: Codes for the machine, records for the watchers, names for both.
class Mini final : public Program {
 public:
  Mini(std::vector<Inst> insts, Way way, std::map<std::string, Symbol> symbols)
      : insts_(std::move(insts)), symbols_(std::move(symbols)) {
    code_.name = "main";
    code_.file = "mini";
    code_.kernel = code_.defined = true;
    code_.frame_bytes = frame_bytes;
    for (const Inst& i : insts_) {
      code_.codes.push_back(decode(i, way == Way::masked));
      code_.sources.push_back({static_cast<std::uint32_t>(code_.codes.size())});
    }
    const ValueType word{ValueType::Kind::unsigned_integer, 32, 1}, wide{ValueType::Kind::unsigned_integer, 64, 1};
    for (unsigned n = 0; n < 16; ++n) description_.registers.push_back({r(n), word});
    for (unsigned n = 0; n < 4; ++n) description_.registers.push_back({d(n), wide});
    for (unsigned n = 0; n < 4; ++n) description_.registers.push_back({p(n), {ValueType::Kind::pred, 1, 1}});
    for (std::size_t k = 0; k < insts_.size(); ++k) description_.records.push_back(record(insts_[k], k));
  }
  std::size_t function_count() const override { return 1; }
  const FunctionCode& function(std::size_t) const override { return code_; }
  const Description& description(const FunctionCode&) const override { return description_; }
  void for_each_symbol(const std::function<void(const std::string&, const Symbol&)>& put) const override {
    for (const auto& [name, symbol] : symbols_) put(name, symbol);
  }
  const Symbol* symbol(const FunctionCode&, std::uint64_t id, std::string& name) const override {
    name = insts_[id].variable;
    return &symbols_.at(name);
  }
  std::string text(const FunctionCode& f, std::uint32_t inst) const override {
    const Inst& i = insts_[inst];
    return mnemonic(f, inst) + " " + std::to_string(i.d) + ", " + std::to_string(i.a) + ", " + std::to_string(i.b);
  }
  std::string mnemonic(const FunctionCode&, std::uint32_t inst) const override { return row_of(insts_[inst].op).name; }
  std::string register_name(const FunctionCode&, Register reg) const override {
    return (reg < 16 ? "r" : reg < 20 ? "d" : "p") + std::to_string(reg < 16 ? reg : (reg - 16) % 4);
  }

 private:
  static Slot slot(char kind, unsigned n) {
    return kind == 'r' ? r(n) : kind == 'd' ? d(n) : kind == 'p' ? p(n) : kind == 'm' ? m(n) : no_slot;
  }
  Code decode(const Inst& i, bool masked) {
    const Row& row = row_of(i.op);
    Code c;
    c.run = masked ? row.masked : row.run;
    c.d = slot(row.kinds[0], i.d);
    c.a = slot(row.kinds[1], i.a);
    c.b = slot(row.kinds[2], i.b);
    c.imm = i.variable != nullptr ? symbols_.at(i.variable).address : i.imm;
    c.inst = static_cast<std::uint32_t>(code_.codes.size());
    c.scalar = masked && row.scalar;
    c.branch = i.op == Op::branch || i.op == Op::exit || i.op == Op::barrier;
    if (i.op == Op::branch) c.guard = p(i.a);
    if (i.op == Op::barrier) c.a = number_at;
    if (i.op != Op::load && i.op != Op::store) return c;
    const bool loads = i.op == Op::load;
    MemoryKey key;
    key.what = loads ? MemoryKey::What::load : MemoryKey::What::store;
    key.where = i.shared ? Where::shared : Where::regions;
    key.base_bits = i.shared ? 32 : 64;
    key.elements = static_cast<std::uint8_t>(i.elements);
    AccessRequest request;
    request.space = i.shared ? Space::shared : Space::global;
    request.kind = loads ? AccessKind::read : AccessKind::write;
    request.bytes = 4 * i.elements;
    c.run = pick_memory(key);
    c.x = request.pack();
    c.a = i.shared ? r(i.a) : d(i.a);
    (loads ? c.d : c.b) = r(loads ? i.d : i.b);
    if (i.elements == 1) return c;
    c.extra = static_cast<std::uint32_t>(code_.extra.size());
    c.extra_count = static_cast<std::uint16_t>(i.elements);
    for (unsigned e = 0; e < i.elements; ++e) code_.extra.push_back(r((loads ? i.d : i.b) + e));
    return c;
  }

  static Register number(char kind, unsigned n) {
    return kind == 'r' ? n : kind == 'd' ? 16 + n : kind == 'p' ? 20 + n : no_register;
  }
  Record record(const Inst& i, std::size_t index) const {
    const Row& row = row_of(i.op);
    const auto operand = [&](unsigned at, unsigned n, std::vector<RecordOperand>& to) {
      const Register reg = number(row.kinds[at], n);
      if (reg != no_register) to.push_back({RecordOperand::Kind::reg, false, reg, 0});
    };
    Record x;
    x.present = true;
    x.first = &code_.codes[index];
    x.latency = 1;
    x.kind = row.kind;
    x.pointing = row.pointing;
    x.active_only = i.op == Op::less || i.op == Op::if_;
    operand(0, i.d, x.results);
    if (x.kind != Dependence::branch) operand(1, i.a, x.sources);  // else it is the guard
    operand(2, i.b, x.sources);
    if (i.op == Op::branch || i.op == Op::if_) x.guard = number('p', i.a);
    if (i.op == Op::barrier) x.barrier.level = BarrierRecord::Level::block;
    if (i.variable != nullptr) x.sources = {{RecordOperand::Kind::symbol, false, no_register, index}};
    if (i.op != Op::load && i.op != Op::store) return x;
    const bool loads = i.op == Op::load;
    x.memory.sort = loads ? MemoryRecord::Sort::load : MemoryRecord::Sort::store;
    x.memory.bytes = 4 * i.elements;
    x.memory.elements = static_cast<std::uint8_t>(i.elements);
    x.memory.value_bits = loads ? 0 : 32;
    x.addresses = {number(i.shared ? 'r' : 'd', i.a)};
    for (unsigned e = 0; e < i.elements; ++e)
      (loads ? x.results : x.sources).push_back({RecordOperand::Kind::reg, false, (loads ? i.d : i.b) + e, 0});
    return x;
  }

  std::vector<Inst> insts_;
  std::map<std::string, Symbol> symbols_;
  FunctionCode code_;
  Description description_;
};

/// One launch of one block.
inline GridResult run(const Mini& program, Memory& memory, Way way, std::uint32_t threads, std::uint32_t shared_bytes,
                      Observer* observer = nullptr) {
  MachineOptions options;
  options.observer = observer;
  options.max_steps = 100000;
  Grid grid;
  grid.program = &program;
  grid.kernel = &program.function(0);
  grid.way = way;
  grid.grid = grid.cluster = {1, 1, 1};
  grid.block = {threads, 1, 1};
  grid.shared_bytes = shared_bytes;
  grid.memory = &memory;
  grid.observer = observer;
  grid.options = &options;
  return run_grid(grid, 1, false);
}

}  // namespace mini
