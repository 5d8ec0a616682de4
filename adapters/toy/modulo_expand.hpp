// Counted loops of the toy machine for lathe::modulo: a loop becomes a problem, and an expansion becomes blocks.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/expand/names.hpp>

#include "adapters/toy/modulo.hpp"

namespace toy {

/// One block that ends with `sub counter, counter, one` and `branch counter` to itself or on; it alone writes the
/// counter. The one block before it ends with `branch counter` to it or to where it goes on: no trips at 0.
struct CountedLoop {
  std::uint32_t function = 0, before = 0, block = 0, after = 0;
  Register counter = 0;
};

/// The first such loop of a function that calls nothing.
inline std::optional<CountedLoop> find_counted_loop(const Machine& m, std::uint32_t function) {
  using enum MachineInst::Op;
  const auto& blocks = m.functions[function].blocks;
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    const auto& insts = blocks[b].insts;
    if (insts.size() < 3) continue;
    const MachineInst &test = insts.back(), &step = insts[insts.size() - 2];
    if (test.op != branch || test.target != b || test.other == b || step.op != sub) continue;
    const Register counter = test.reads[0], one = step.reads[1];
    if (step.writes[0] != counter || step.reads[0] != counter || one == counter) continue;
    bool good = true;
    for (std::size_t k = 0; k + 2 < insts.size(); ++k) {
      good &= insts[k].op != call;
      for (const Register r : insts[k].writes) good &= r != counter && r != one;
      for (const Register r : insts[k].reads) good &= r != counter;
    }
    std::vector<std::uint32_t> from;
    for (std::uint32_t p = 0; p < blocks.size(); ++p) {
      const MachineInst& last = blocks[p].insts.back();
      if (p != b &&
          ((last.op == branch && (last.target == b || last.other == b)) || (last.op == jump && last.target == b)))
        from.push_back(p);
    }
    if (!good || from.size() != 1) continue;
    const MachineInst& guard = blocks[from[0]].insts.back();
    if (guard.op == branch && guard.reads[0] == counter && guard.target == b && guard.other == test.other)
      return CountedLoop{function, from[0], b, test.other, counter};
  }
  return std::nullopt;
}

/// What the loop does beside counting.
class CountedBody : public MachineLoop {
 public:
  CountedBody(const Machine& m, const CountedLoop& loop) : MachineLoop(m.functions[loop.function], loop.block) {}
  lathe::program::Numbers insts() const { return lathe::program::Numbers(size() - 1); }
};

/// Writes an expansion into the machine: new blocks behind the others, new registers above the others. The homes are
/// the loop's own registers. The loop itself stays and is the block `original`, used or not.
class LoopEditor {
 public:
  LoopEditor(Machine& m, const CountedLoop& loop, const lathe::modulo::Ingested<Register>& in,
             const lathe::modulo::Expansion& e)
      : m_(m), loop_(loop), names_(in, e, [&](Register) { return fresh(); }) {
    using enum MachineInst::Op;
    left_ = fresh();
    number_ = fresh();
    test_ = fresh();
    // The loop is always entered here now; the first block of the expansion sees to trips of 0.
    const std::uint32_t start = open();
    set_to(number_, 0);
    put({add, {left_}, {loop.counter, number_}, 0, 0, 0});
    block(loop.before).insts.back() = {jump, {}, {}, 0, start, 0};
    start_ = start;
    first_.assign(e.blocks.size(), 0);
    for (auto& first : first_) first = add_block();
    block(start_).insts.push_back({jump, {}, {}, 0, first_[0], 0});
  }

  void begin(std::uint32_t number, const lathe::modulo::Block&) { at_ = first_[number]; }
  void run(std::uint32_t inst, std::int32_t, lathe::modulo::NameSpan defs, lathe::modulo::NameSpan reads) {
    MachineInst i = block(loop_.block).insts[inst];
    for (Register& r : i.reads) r = names_.read(inst, r, reads);
    for (Register& r : i.writes) r = names_.written(inst, r, defs);
    put(i);
  }
  void copy(std::uint32_t to, std::uint32_t from) {
    set_to(number_, 0);
    put({MachineInst::Op::add, {names_[to]}, {names_[from], number_}, 0, 0, 0});
  }
  std::uint32_t temporary(std::uint32_t) { return names_.add(fresh()); }
  /// counter = how often; left -= counter; the loop unless that is 0; on from behind it.
  void original(const lathe::modulo::Block& b) {
    using enum MachineInst::Op;
    const Register count = loop_.counter;
    set_to(number_, 0);
    put({add, {count}, {left_, number_}, 0, 0, 0});
    if (b.modulus != 0) {
      const std::uint32_t counted = add_block(), shorter = add_block(), round = add_block();
      jump_if_less(left_, b.lead + b.modulus, counted, shorter);
      at_ = shorter;
      set_to(number_, b.lead);
      put({sub, {count}, {count, number_}, 0, 0, 0});
      const std::uint32_t head = add_block();
      put({jump, {}, {}, 0, head, 0});
      at_ = head;
      jump_if_less(count, b.modulus, counted, round);
      at_ = round;
      set_to(number_, b.modulus);
      put({sub, {count}, {count, number_}, 0, 0, 0});
      put({jump, {}, {}, 0, head, 0});
      at_ = counted;
    }
    const std::uint32_t behind = add_block();
    put({sub, {left_}, {left_, count}, 0, 0, 0});
    put({branch, {}, {count}, 0, loop_.block, behind});
    block(loop_.block).insts.back().other = behind;
    at_ = behind;
  }
  void end(const lathe::modulo::Block& b) {
    if (b.role == lathe::modulo::Role::done) {
      set_to(loop_.counter, 0);
      put({MachineInst::Op::jump, {}, {}, 0, loop_.after, 0});
      return;
    }
    set_to(number_, b.starts);
    put({MachineInst::Op::sub, {left_}, {left_, number_}, 0, 0, 0});
    jump_if_less(left_, b.less, b.less == 0 ? 0 : first_[b.taken], first_[b.next]);
  }

 private:
  Register fresh() { return m_.file++; }
  MachineBlock& block(std::uint32_t b) { return m_.functions[loop_.function].blocks[b]; }
  void put(MachineInst i) { block(at_).insts.push_back(std::move(i)); }
  void set_to(Register r, std::int64_t number) { put({MachineInst::Op::set, {r}, {}, number, 0, 0}); }
  std::uint32_t add_block() {
    auto& blocks = m_.functions[loop_.function].blocks;
    blocks.emplace_back();
    return static_cast<std::uint32_t>(blocks.size() - 1);
  }
  std::uint32_t open() { return at_ = add_block(); }
  /// The machine can only compare with 0: one number after the other.
  void jump_if_less(Register r, std::uint32_t bound, std::uint32_t then, std::uint32_t otherwise) {
    using enum MachineInst::Op;
    for (std::uint32_t k = 0; k < bound; ++k) {
      set_to(number_, k);
      put({sub, {test_}, {r, number_}, 0, 0, 0});
      const std::uint32_t more = k + 1 < bound ? add_block() : otherwise;
      put({branch, {}, {test_}, 0, more, then});
      if (k + 1 < bound) at_ = more;
    }
    if (bound == 0) put({jump, {}, {}, 0, otherwise, 0});
  }

  Machine& m_;
  CountedLoop loop_;
  lathe::modulo::NamedRegisters<Register> names_;
  std::vector<std::uint32_t> first_;  // per block of the expansion
  Register left_ = 0, number_ = 0, test_ = 0;
  std::uint32_t at_ = 0, start_ = 0;
};

static_assert(lathe::modulo::explain_expansion_editor<LoopEditor>());

}  // namespace toy
