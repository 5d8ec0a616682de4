// The toy machine on a program::Store as a client of passes: random functions in SSA form, and their meaning.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "adapters/toy/stored_registers.hpp"

namespace toy {

using lathe::program::BlockId, lathe::program::InstId, lathe::program::ValueId;

/// An Editor with facts about branches and accesses.
class EditFunction : public FrameFunction {
 public:
  using Fact = lathe::program::Fact;
  using Op = MachineInst::Op;
  static constexpr lathe::program::Facts facts = FrameFunction::facts | Fact::branches | Fact::access;
  using FrameFunction::FrameFunction;

  bool is_plain(InstId i, Op op) const { return payload(i).kind == FrameOp::Kind::plain && payload(i).op.op == op; }

  // ---- facts

  template <class F>
  void for_each_branch(BlockId b, F&& f) const {
    for (const InstId i : instructions(b)) {
      if (is_plain(i, Op::ret)) {
        Way way;
        way.at = i;
        way.leaves = true;
        f(way);
      }
      for (std::size_t k = 0; k < targets(i).size(); ++k) {
        Way way;
        way.target = targets(i)[k];
        way.conditional = k + 1 < targets(i).size();
        if (way.conditional) way.condition = condition_of(i);
        f(way);
      }
    }
  }
  ValueId condition_of(InstId branch) const {
    ValueId out;
    for_each_operand(branch, [&](const auto& o) { out = o.value; });
    return out;
  }
  /// Addresses wrap around, so only equal bases tell places apart.
  template <class F>
  void for_each_access(InstId i, F&& f) const {
    using Access = lathe::program::Access<ValueId>;
    if (payload(i).kind != FrameOp::Kind::plain) return;
    const MachineInst m = inst(i);
    if (m.op == Op::show) f(Access{{}, false, 1, 0, 1, 2});
    if (m.op != Op::load && m.op != Op::store) return;
    const std::size_t words = m.op == Op::load ? m.writes.size() : m.reads.size() - 1;
    f(Access{ValueId(m.reads[0]), true, 0, m.constant, static_cast<std::uint32_t>(words), 1});
  }

  InstId make_copy(ValueId to, ValueId from) {
    using lathe::program::Operand, lathe::program::Role;
    const Operand<ValueId> both[] = {{from, Role::use}, {to, Role::def}};
    return make(FrameOp{FrameOp::Kind::move, {}, 0}, both);
  }
  InstId make_phi(ValueId to) {
    const lathe::program::Operand<ValueId> def{to, lathe::program::Role::def};
    return make(FrameOp{FrameOp::Kind::phi, {}, 0}, std::span(&def, 1));
  }
  using Way = lathe::program::Branch<BlockId, InstId, ValueId>;
  /// For if-conversion: its value where the branch is taken, or the other.
  std::optional<InstId> make_select(ValueId to, const Way& way, ValueId taken, ValueId other) {
    using lathe::program::Operand, lathe::program::Role;
    const Operand<ValueId> all[] = {
        {way.condition, Role::use}, {taken, Role::use}, {other, Role::use}, {to, Role::def}};
    return make(FrameOp{FrameOp::Kind::select, {}, 0}, all);
  }
  /// A copy that is done where the branch is taken, or where it is not.
  std::optional<InstId> make_guarded(InstId i, const Way& way, bool taken) {
    using lathe::program::Operand, lathe::program::Role;
    std::vector<Operand<ValueId>> operands{{way.condition, Role::guard, !taken}};
    for_each_operand(i, [&](const auto& o) {
      if (o.is_def()) operands.push_back({o.value, Role::use, false, true});  // what it is where it is not done
      operands.push_back(o);
    });
    return make(FrameOp(payload(i)), operands);
  }
};

/// What a run shows and leaves, without the blocks that it went through; nothing where `steps` were not enough.
inline std::optional<Seen> run_stored(const EditFunction& f, std::uint32_t steps) {
  Seen seen;
  std::vector<std::int64_t> value(f.value_count());
  for (std::size_t v = 0; v < value.size(); ++v) value[v] = 0x0badbad + static_cast<std::int64_t>(v);
  std::optional<BlockId> block = *f.blocks().begin(), from;
  while (block) {
    std::optional<BlockId> to;
    std::vector<std::pair<std::uint32_t, std::int64_t>> taken;
    for (const InstId i : f.instructions(*block))
      if (f.payload(i).kind == FrameOp::Kind::phi)
        f.for_each_incoming(i, [&](BlockId b, ValueId v) {
          if (from && b == *from) taken.emplace_back(f.inst(i).writes[0], value[v.value]);
        });
    for (const auto& [v, word] : taken) value[v] = word;
    for (const InstId i : f.instructions(*block)) {
      if (steps-- == 0) return {};
      const MachineInst m = f.inst(i);
      std::vector<std::int64_t> in, out;
      for (const Register r : m.reads) in.push_back(value[r]);
      bool done = true;
      f.for_each_operand(i, [&](const auto& o) {
        if (o.role == lathe::program::Role::guard) done = (value[o.value.value] != 0) != o.negated;
      });
      if (!done) continue;
      if (f.payload(i).kind == FrameOp::Kind::move) out = in;
      if (f.payload(i).kind == FrameOp::Kind::select) out = {in[in[0] != 0 ? 1 : 2]};
      const auto half = [&](std::size_t k, int from) {
        return static_cast<std::uint64_t>(in[k]) >> from & 0xffffffffU;
      };
      if (f.payload(i).kind == FrameOp::Kind::pack) out = {static_cast<std::int64_t>(half(1, 0) << 32 | half(0, 0))};
      if (f.payload(i).kind == FrameOp::Kind::low) out = {static_cast<std::int64_t>(half(0, 0))};
      if (f.payload(i).kind == FrameOp::Kind::high) out = {static_cast<std::int64_t>(half(0, 32))};
      if (f.payload(i).kind == FrameOp::Kind::address) out = {in[0] + m.constant};
      if (f.payload(i).kind == FrameOp::Kind::plain) operate(m, in, out, seen);
      for (std::size_t k = 0; k < out.size(); ++k) value[m.writes[k]] = out[k];
      const auto targets = f.targets(i);
      if (!targets.empty()) to = targets[targets.size() == 2 && in[0] == 0 ? 1 : 0];
    }
    from = block;
    block = to;
  }
  return seen;
}

/// Random functions: copies, constants, loops of any shape that end, empty blocks, jumps to jumps, both ways of a branch to
/// one block, blocks that nothing reaches.
class RandomFunctions {
 public:
  explicit RandomFunctions(std::uint32_t seed) : engine_(seed) {}
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(engine_()) % n; }

  SsaFunction next() {
    using enum MachineInst::Op;
    const std::uint32_t blocks = 2 + below(12);
    MachineFunction f;
    f.blocks.resize(blocks + 1);
    for (Register r = 0; r < registers; ++r)
      f.blocks[0].insts.push_back({set, {r}, {}, static_cast<std::int64_t>(below(50)), 0, 0});
    f.blocks[0].insts.push_back({set, {zero}, {}, 0, 0, 0});
    f.blocks[0].insts.push_back({set, {fuel}, {}, std::int64_t{1} << (44 + below(18)), 0, 0});
    for (std::uint32_t b = 0; b < blocks; ++b) {
      auto& insts = f.blocks[b].insts;
      for (std::uint32_t k = below(3) == 0 ? 0 : below(7); k > 0; --k) insts.push_back(random_inst());
      const auto later = [&] { return b + 1 + below(blocks - b); };
      const std::uint32_t next = below(3) == 0 ? b + 1 : later();
      if (below(4) == 0) {  // back, until the fuel is doubled to 0
        insts.push_back({add, {fuel}, {fuel, fuel}, 0, 0, 0});
        insts.push_back({branch, {}, {fuel}, 0, 1 + below(blocks), next});
      } else if (below(2) == 0) {
        insts.push_back({jump, {}, {}, 0, next, 0});
      } else {
        insts.push_back({branch, {}, {any()}, 0, later(), next});
      }
    }
    f.blocks[blocks].insts = {{show, {}, {any()}, 0, 0, 0}, {show, {}, {any()}, 0, 0, 0}, {ret, {}, {any()}, 0, 0, 0}};
    return *into_ssa(f);
  }

 private:
  static constexpr Register registers = 6, zero = 12, fuel = 13;
  Register any() { return below(registers); }
  MachineInst random_inst() {
    using enum MachineInst::Op;
    switch (below(9)) {
      case 0:
        return {set, {any()}, {}, static_cast<std::int64_t>(below(4)), 0, 0};
      case 1:
        return {load, {any()}, {any()}, static_cast<std::int64_t>(below(2)), 0, 0};
      case 2:
        return {store, {}, {any(), any()}, static_cast<std::int64_t>(below(2)), 0, 0};
      case 3:
        return {show, {}, {any()}, 0, 0, 0};
      case 4:
      case 5:
      case 6:
        return {add, {any()}, {any(), zero}, 0, 0, 0};  // a copy, see below
      default:
        return {static_cast<MachineInst::Op>(1 + below(3)), {any()}, {any(), any()}, 0, 0, 0};
    }
  }
  std::mt19937 engine_;

  friend void copies_for_zeros(EditFunction& f);
};

/// Sums with the register that is 0 become copies.
inline void copies_for_zeros(EditFunction& f) {
  std::vector<InstId> found;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b))
      if (f.is_plain(i, MachineInst::Op::add) && f.inst(i).reads[1] == RandomFunctions::zero) found.push_back(i);
  for (const InstId i : found) {
    const MachineInst m = f.inst(i);
    f.put(f.make_copy(ValueId(m.writes[0]), ValueId(m.reads[0])), {f.parent(i), i});
    f.put(i, {});
    f.drop(i);
  }
}

}  // namespace toy
