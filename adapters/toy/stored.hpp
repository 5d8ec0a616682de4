// The toy machine's second form: a function on a program::Store, so a View and an Editor, and the way there and back.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <lathe/program/store.hpp>

#include "adapters/toy/machine.hpp"

namespace toy {

/// An instruction without its operands and targets.
struct StoredOp {
  MachineInst::Op op = MachineInst::Op::jump;
  std::int64_t constant = 0;
  std::uint32_t callee = 0;

  lathe::program::Effects effects() const {
    using lathe::program::Effect;
    switch (op) {
      case MachineInst::Op::set:
        return Effect::cheap;
      case MachineInst::Op::add:
      case MachineInst::Op::mul:
        return Effect::commutes;
      case MachineInst::Op::sub:
        return {};
      case MachineInst::Op::load:
        return Effect::reads;
      case MachineInst::Op::store:
        return Effect::writes;
      case MachineInst::Op::show:
        return Effect::reads | Effect::writes;
      case MachineInst::Op::call:
        return Effect::call | Effect::fixed | Effect::side_effect;
      default:
        return Effect::terminator;
    }
  }
  std::string key() const {
    using enum MachineInst::Op;
    std::string out(machine_op_names[static_cast<std::size_t>(op)]);
    if (op == set || op == load || op == store) out += " " + std::to_string(constant);
    if (op == call) out += " " + std::to_string(callee);
    return out;
  }
  static StoredOp jump() { return {}; }
};

class StoredFunction : public lathe::program::Store<StoredOp> {
 public:
  using Fact = lathe::program::Fact;
  using BlockId = lathe::program::BlockId;
  using InstId = lathe::program::InstId;
  using ValueId = lathe::program::ValueId;
  static constexpr lathe::program::Facts facts = Fact::incoming | Fact::parameters | Fact::branches | Fact::access;

  StoredFunction() = default;
  /// Registers keep their numbers, blocks their order.
  explicit StoredFunction(const MachineFunction& f, std::uint32_t file = Machine::registers) {
    while (value_count() < file) make_value();
    for (const Register r : f.parameters) add_parameter(ValueId(r));
    std::vector<BlockId> made;
    for (std::size_t b = 0; b < f.blocks.size(); ++b) {
      made.push_back(make_block());
      put_block(made.back(), true);
    }
    for (std::size_t b = 0; b < f.blocks.size(); ++b)
      for (const MachineInst& i : f.blocks[b].insts) put(make(i, made), {made[b], {}});
  }
  using Store::make;
  InstId make(const MachineInst& i, const std::vector<BlockId>& blocks) {
    using lathe::program::Operand, lathe::program::Role;
    std::vector<Operand<ValueId>> operands;
    for (const Register r : i.reads) operands.push_back({ValueId(r), Role::use});
    for (const Register r : i.writes) operands.push_back({ValueId(r), Role::def});
    std::vector<BlockId> to;
    if (i.op == MachineInst::Op::jump || i.op == MachineInst::Op::branch) to.push_back(blocks[i.target]);
    if (i.op == MachineInst::Op::branch) to.push_back(blocks[i.other]);
    return make(StoredOp{i.op, i.constant, i.op == MachineInst::Op::call ? i.target : 0}, operands, to);
  }
  /// What nothing is told of by the Store: name and keep are the caller's. Registers are those below value_count().
  /// Precondition: no phis, and targets stand in the layout.
  MachineFunction machine_function() const {
    MachineFunction out;
    std::map<BlockId, std::uint32_t> place;
    for (const BlockId b : blocks()) place.emplace(b, static_cast<std::uint32_t>(place.size()));
    for_each_parameter([&](ValueId v) { out.parameters.push_back(v.value); });
    for (const BlockId b : blocks()) {
      out.blocks.emplace_back();
      for (const InstId i : instructions(b)) {
        MachineInst inst;
        inst.op = payload(i).op;
        inst.constant = payload(i).constant;
        inst.target = payload(i).callee;
        for_each_operand(i, [&](const auto& o) { (o.is_def() ? inst.writes : inst.reads).push_back(o.value.value); });
        if (const auto to = targets(i); !to.empty()) {
          inst.target = place.at(to[0]);
          inst.other = to.size() > 1 ? place.at(to[1]) : 0;
        }
        out.blocks.back().insts.push_back(std::move(inst));
      }
    }
    return out;
  }

  // Facts.
  template <class F>
  void for_each_branch(BlockId b, F&& f) const {
    using Branch = lathe::program::Branch<BlockId, InstId, ValueId>;
    for (const InstId i : instructions(b)) {
      const MachineInst::Op op = payload(i).op;
      Branch way;
      if (op == MachineInst::Op::ret) {
        way.at = i;
        way.leaves = true;
        f(way);
      }
      if (op != MachineInst::Op::jump && op != MachineInst::Op::branch) continue;
      way.target = targets(i)[0];
      if (op == MachineInst::Op::branch) {
        way.conditional = true;
        for_each_operand(i, [&](const auto& o) { way.condition = o.value; });
      }
      f(way);
      if (op != MachineInst::Op::branch) continue;
      Branch other;
      other.target = targets(i)[1];
      f(other);
    }
  }
  /// Addresses wrap around, so only equal bases tell places apart.
  template <class F>
  void for_each_access(InstId i, F&& f) const {
    using Access = lathe::program::Access<ValueId>;
    using enum MachineInst::Op;
    const StoredOp& o = payload(i);
    if (o.op == show) f(Access{{}, false, 1, 0, 1, 2});
    if (o.op != load && o.op != store) return;
    std::optional<ValueId> base;
    std::uint32_t reads = 0, writes = 0;
    for_each_operand(i, [&](const auto& operand) {
      if (!operand.is_def() && !base) base = operand.value;
      ++(operand.is_def() ? writes : reads);
    });
    f(Access{*base, true, 0, o.constant, o.op == load ? writes : reads - 1, 1});
  }
};
static_assert(lathe::program::is_view<StoredFunction>() && lathe::program::is_editor<StoredFunction>());

}  // namespace toy
