// The scheduling model of a target of LLVM, as facts of a View.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineInstr.h>
#include <llvm/CodeGen/TargetSchedule.h>

#include <lathe/modulo/problem.hpp>
#include <lathe/program/resources.hpp>

namespace lathe::llvm_mir {

/// Where the target has no model: what LLVM's schedulers take then.
class TargetModel {
 public:
  explicit TargetModel(const llvm::MachineFunction& function) : subtarget_(function.getSubtarget()) {}
  std::uint32_t latency(const llvm::MachineInstr* i) const {
    return std::min<std::uint32_t>(model().computeInstrLatency(i), std::uint32_t{modulo::Limits::latency});
  }
  std::uint32_t issue_width() const { return model().getIssueWidth(); }
  /// More micro-operations than a cycle issues: all slots of the first one.
  std::uint32_t issue(const llvm::MachineInstr* i) const {
    return issue_width() == 0 ? model().getNumMicroOps(i) : std::min(model().getNumMicroOps(i), issue_width());
  }
  std::vector<program::Unit> units() const {
    std::vector<program::Unit> out;
    model();
    for (unsigned r = 0; model_.hasInstrSchedModel() && r < model_.getNumProcResourceKinds(); ++r)
      out.push_back({model_.getProcResource(r)->Name, std::clamp(model_.getProcResource(r)->NumUnits, 1U, 1U << 10)});
    return out;
  }
  template <class F>
  void for_each_hold(const llvm::MachineInstr* i, F&& f) const {
    if (!model().hasInstrSchedModel()) return;
    const llvm::MCSchedClassDesc* const type = model_.resolveSchedClass(i);
    if (!type->isValid()) return;
    for (auto use = model_.getWriteProcResBegin(type); use != model_.getWriteProcResEnd(type); ++use)
      if (use->ReleaseAtCycle > use->AcquireAtCycle)
        f(program::Hold{use->ProcResourceIdx, use->AcquireAtCycle,
                        std::uint32_t{use->ReleaseAtCycle} - use->AcquireAtCycle});
  }
  /// Made when it is first asked for: it costs as much as a small function.
  const llvm::TargetSchedModel& model() const {
    if (!std::exchange(made_, true)) model_.init(&subtarget_);
    return model_;
  }

 private:
  const llvm::TargetSubtargetInfo& subtarget_;
  mutable llvm::TargetSchedModel model_;
  mutable bool made_ = false;
};

}  // namespace lathe::llvm_mir
