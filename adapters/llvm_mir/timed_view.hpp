// The View of a machine function with the target's scheduling model, for trace metrics.
#pragma once

#include "adapters/llvm_mir/target_model.hpp"
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

 protected:
  TimedView(llvm::MachineFunction& function, ByPlace) : View(function, ByPlace()), TargetModel(function) {}
};
static_assert(program::is_view<TimedView>());

}  // namespace lathe::llvm_mir
