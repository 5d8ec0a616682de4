// A function of the toy machine as a program::View: what an adopter writes once, for all families.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lathe/program/ranges.hpp>
#include <lathe/program/view.hpp>

#include "adapters/toy/machine.hpp"

namespace toy {

class MachineView {
 public:
  using Value = Register;
  using Fact = lathe::program::Fact;
  using Effect = lathe::program::Effect;
  static constexpr lathe::program::Facts facts =
      Fact::branches | Fact::access | Fact::latency | Fact::units | Fact::bytes | Fact::names | Fact::parameters;

  explicit MachineView(const MachineFunction& function) : f_(function) {}

  lathe::program::Numbers blocks() const { return lathe::program::Numbers(f_.blocks.size()); }
  auto instructions(std::uint32_t b) const { return lathe::program::Addresses(f_.blocks[b].insts); }
  template <class F>
  void for_each_successor(std::uint32_t b, F&& f) const {
    for (const MachineInst& inst : f_.blocks[b].insts) {
      if (inst.op == Op::jump || inst.op == Op::branch) f(inst.target);
      if (inst.op == Op::branch) f(inst.other);
    }
  }
  template <class F>
  void for_each_operand(const MachineInst* i, F&& f) const {
    using lathe::program::Operand, lathe::program::Role;
    for (const Register r : i->reads) f(Operand{r, Role::use});
    for (const Register r : i->writes) f(Operand{r, Role::def});
  }
  lathe::program::Effects effects(const MachineInst* i) const {
    switch (i->op) {
      case Op::set:
        return Effect::cheap;
      case Op::add:
      case Op::mul:
        return Effect::commutes;
      case Op::sub:
        return {};
      case Op::load:
        return Effect::reads;
      case Op::store:
        return Effect::writes;
      case Op::show:  // shown is memory of its own, which only grows
        return Effect::reads | Effect::writes;
      case Op::call:
        return Effect::call | Effect::fixed | Effect::side_effect;
      default:
        return Effect::terminator;
    }
  }
  std::string key(const MachineInst* i) const {
    std::string out = inst_name(i);
    if (i->op == Op::set || i->op == Op::load || i->op == Op::store) out += " " + std::to_string(i->constant);
    if (i->op == Op::call) out += " " + std::to_string(i->target);
    return out;
  }
  template <class F>
  void for_each_branch(std::uint32_t b, F&& f) const {
    using Branch = lathe::program::Branch<std::uint32_t, const MachineInst*, Register>;
    const MachineInst& last = f_.blocks[b].insts.back();
    Branch way;
    way.target = last.target;
    if (last.op == Op::branch) {
      way.condition = last.reads[0];
      way.conditional = true;
      f(way);
      Branch other;
      other.target = last.other;
      f(other);
    } else if (last.op == Op::jump) {
      f(way);
    } else {
      way.at = &last;
      way.leaves = true;
      f(way);
    }
  }
  /// Addresses wrap around: an offset is what is left of it, and what goes around the end may meet all of its base.
  template <class F>
  void for_each_access(const MachineInst* i, F&& f) const {
    using Access = lathe::program::Access<Register>;
    if (i->op == Op::load || i->op == Op::store) {
      const auto words = static_cast<std::uint32_t>(i->op == Op::load ? i->writes.size() : i->reads.size() - 1);
      const std::int64_t all = Machine::words, offset = (i->constant % all + all) % all;
      f(Access{i->reads[0], true, 0, offset, offset + words <= all ? words : 0, 1});
    } else if (i->op == Op::show) {
      f(Access{{}, false, 1, 0, 1, 2});
    }
  }
  std::uint32_t latency(const MachineInst* i) const { return i->op == Op::load ? 20 : i->op == Op::mul ? 5 : 2; }
  std::vector<lathe::program::Unit> units() const { return {{"memory", 2}, {"adder", 2}, {"multiplier", 1}}; }
  template <class F>
  void for_each_hold(const MachineInst* i, F&& f) const {
    using lathe::program::Hold;
    const bool memory = i->op == Op::load || i->op == Op::store || i->op == Op::show, all = i->op == Op::call;
    if (memory || all) f(Hold{0, 0, 1});
    if (!memory && i->op != Op::mul) f(Hold{1, 0, 1});
    if (i->op == Op::mul || all) f(Hold{2, 0, i->op == Op::mul ? 2U : 1U});
  }
  std::uint32_t bytes(const MachineInst*) const { return 4; }
  const std::string& name() const { return f_.name; }
  std::string block_name(std::uint32_t b) const { return "b" + std::to_string(b); }
  std::string inst_name(const MachineInst* i) const {
    return std::string(machine_op_names[static_cast<std::size_t>(i->op)]);
  }
  std::string value_name(Register r) const { return "r" + std::to_string(r); }
  template <class F>
  void for_each_parameter(F&& f) const {
    for (const Register r : f_.parameters) f(r);
  }

 private:
  using Op = MachineInst::Op;
  const MachineFunction& f_;
};
static_assert(lathe::program::is_view<MachineView>());
/// Registers as schedulers count them.
struct MachineRegisters {
  std::vector<lathe::program::RegisterSet> sets() const { return {{"r"}}; }
  lathe::program::RegisterClass register_class(Register) const { return {"r", {{0, 1}}}; }
};
using WithView = lathe::program::WithView<MachineView>;

}  // namespace toy
