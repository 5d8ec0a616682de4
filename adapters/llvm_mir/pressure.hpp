// A machine function of LLVM for lathe::pressure, with the target's pressure sets and their limits.
//
// A virtual register is one unit that weighs what its class does; of a physical register that may be allocated, each
// register unit is one. That is how LLVM's RegPressureTracker counts, which the test compares with.
#pragma once

#include <set>
#include <vector>

#include <llvm/CodeGen/RegisterClassInfo.h>

#include <lathe/pressure/of_view.hpp>
#include <lathe/pressure/sets.hpp>
#include <lathe/program/ranges.hpp>

#include "adapters/llvm_mir/units_view.hpp"

namespace lathe::llvm_mir {

/// The target's pressure sets, as far as the function's registers count in them.
class TargetSets {
 public:
  using Reg = UnitsView::Value;
  TargetSets(const llvm::MachineFunction& function, const UnitsView& view)
      : view_(&view), target_(function.getSubtarget().getRegisterInfo()) {
    llvm::RegisterClassInfo limits;
    limits.runOnMachineFunction(function);
    std::set<Reg> registers;
    for (const UnitsView::Block b : view.blocks()) {
      for (const UnitsView::Inst i : view.instructions(b))
        view.for_each_operand(i, [&](const program::Operand<Reg>& o) { registers.insert(o.value); });
      view.for_each_live_out(b, [&](Reg reg) { registers.insert(reg); });
    }
    std::vector<pressure::SetsInUse<Reg>::Member> members;
    for (const Reg reg : registers)
      for_each_set(reg, [&](unsigned set, unsigned weight) { members.push_back({set, reg, weight}); });
    const auto limit = [&](unsigned set) { return limits.getRegPressureSetLimit(set); };
    in_use_ = {members, limit};
    for (const unsigned set : in_use_.chosen()) sets_.push_back({target_->getRegPressureSetName(set), limit(set)});
  }

  const std::vector<program::RegisterSet>& sets() const { return sets_; }
  program::RegisterClass register_class(Reg reg) const {
    program::RegisterClass out{view_->class_of(reg)};
    for_each_set(reg, [&](unsigned set, unsigned weight) {
      if (in_use_.stands(set)) out.shares.push_back({in_use_.set_of(set), weight});
    });
    return out;
  }
  const pressure::SetsInUse<Reg>& in_use() const { return in_use_; }

 private:
  template <class F>
  void for_each_set(Reg reg, F&& f) const {
    const int* set = nullptr;
    unsigned weight = 0;
    if (reg < UnitsView::physical) {
      const auto* const type = view_->type(reg);
      if (type == nullptr) return;
      set = target_->getRegClassPressureSets(type);
      weight = target_->getRegClassWeight(type).RegWeight;
    } else {
      const auto unit = static_cast<llvm::MCRegUnit>(reg - UnitsView::physical);
      set = target_->getRegUnitPressureSets(unit);
      weight = target_->getRegUnitWeight(unit);
    }
    for (; weight != 0 && *set != -1; ++set) f(static_cast<unsigned>(*set), weight);
  }

  const UnitsView* view_;
  const llvm::TargetRegisterInfo* target_;
  pressure::SetsInUse<Reg> in_use_;
  std::vector<program::RegisterSet> sets_;
};

class PressureFunction : program::WithView<UnitsView>, public pressure::OfView<UnitsView, TargetSets> {
 public:
  explicit PressureFunction(llvm::MachineFunction& function)
      : WithView(function, UnitsView::Registers::allocatable), OfView(shown, TargetSets(function, shown)) {}

  const pressure::SetsInUse<UnitsView::Value>& in_use() const { return own().in_use(); }
};
static_assert(pressure::explain<PressureFunction>());

}  // namespace lathe::llvm_mir
