// The View of a machine function with the target's scheduling model: for trace metrics, and for loops.
#pragma once

#include <vector>

#include <lathe/modulo/of_view.hpp>

#include "adapters/llvm_mir/dependences.hpp"
#include "adapters/llvm_mir/view.hpp"

namespace lathe::llvm_mir {

/// What LLVM expects to vanish (MachineInstr::isTransient: copies, phis and the like) takes no time and no slot.
class TimedView : public View, public TargetModel {
 public:
  static constexpr program::Facts facts = View::facts | Fact::latency | Fact::units | Fact::issue;

  explicit TimedView(llvm::MachineFunction& function) : View(function), TargetModel(function) {}
  std::uint32_t latency(Inst i) const { return i->isTransient() ? 0 : TargetModel::latency(i); }
  std::uint32_t issue(Inst i) const { return i->isTransient() ? 0 : TargetModel::issue(i); }
  template <class F>
  void for_each_hold(Inst i, F&& f) const {
    if (!i->isTransient()) TargetModel::for_each_hold(i, f);
  }
};
static_assert(program::is_view<TimedView>());

/// Registers of a loop: those of the first pressure set that the class of a virtual register counts in, with the
/// target's limit. Physical ones are always there.
class LoopRegisters {
 public:
  explicit LoopRegisters(const llvm::MachineFunction& function)
      : function_(&function), target_(function.getSubtarget().getRegisterInfo()) {}
  std::vector<program::RegisterSet> sets() const {
    std::vector<program::RegisterSet> out;
    for (unsigned set = 0; set < target_->getNumRegPressureSets(); ++set)
      out.push_back({target_->getRegPressureSetName(set), target_->getRegPressureSetLimit(*function_, set), 0, {}});
    return out;
  }
  program::RegisterClass register_class(View::Value v) const {
    const llvm::Register r(v);
    const auto* const type = r.isVirtual() ? function_->getRegInfo().getRegClassOrNull(r) : nullptr;
    if (type == nullptr) return {"none", {}};
    program::RegisterClass out{target_->getRegClassName(type), {}};
    const int set = *target_->getRegClassPressureSets(type);
    if (set >= 0) out.shares.push_back({static_cast<std::uint32_t>(set), target_->getRegClassWeight(type).RegWeight});
    return out;
  }

 private:
  const llvm::MachineFunction* function_;
  const llvm::TargetRegisterInfo* target_;
};
/// A loop of one block, by its View alone: dependences through memory are those that the View tells, so beside
/// LoopProblem, which asks scalar evolution as well, one may have more. Handles are LLVM's.
using ViewLoop = modulo::OfView<TimedView, LoopRegisters>;

}  // namespace lathe::llvm_mir
