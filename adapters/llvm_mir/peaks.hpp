// The highest register pressure of each block of a machine function as LLVM's own RegPressureTracker finds it: what the
// tests hold ours against, and the figure by which orders of instructions are compared.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <llvm/CodeGen/LiveIntervals.h>
#include <llvm/CodeGen/MachinePassManager.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/RegisterClassInfo.h>
#include <llvm/CodeGen/RegisterPressure.h>
#include <llvm/Passes/PassBuilder.h>

namespace lathe::llvm_mir {

/// Of one function, which must not change while this lives. Not in SSA form: the tracker knows no phis' reads.
class TrackedPeaks {
 public:
  explicit TrackedPeaks(llvm::MachineFunction& function) : function_(function) {
    classes_.runOnMachineFunction(function);
    llvm::PassBuilder().registerMachineFunctionAnalyses(analyses_);
    intervals_ = &analyses_.getResult<llvm::LiveIntervalsAnalysis>(function);
  }

  /// Per set of the target.
  std::vector<unsigned> of(const llvm::MachineBasicBlock& block) const { return of(block, block.begin(), block.end()); }
  /// From before `first` to before `behind`, both of the block.
  std::vector<unsigned> of(const llvm::MachineBasicBlock& block, llvm::MachineBasicBlock::const_iterator first,
                           llvm::MachineBasicBlock::const_iterator behind) const {
    return of(block, first, behind, live_out(block));
  }
  using Live = llvm::SmallVector<llvm::VRegMaskOrUnit, 8>;
  /// What is live out of the block. O(virtual registers).
  Live live_out(const llvm::MachineBasicBlock& block) const {
    const llvm::MachineRegisterInfo& info = function_.getRegInfo();
    Live live;
    for (unsigned i = 0; i < info.getNumVirtRegs(); ++i) {
      const llvm::Register r = llvm::Register::index2VirtReg(i);
      if (intervals_->hasInterval(r) && intervals_->isLiveOutOfMBB(intervals_->getInterval(r), &block))
        live.emplace_back(llvm::VirtRegOrUnit(r), llvm::LaneBitmask::getAll());
    }
    for (const llvm::MachineBasicBlock* next : block.successors())
      for (const auto& in : next->liveins())
        if (!next->isEHPad() && info.isAllocatable(in.PhysReg))  // a pad's are the unwinder's
          for (const llvm::MCRegUnit unit : info.getTargetRegisterInfo()->regunits(in.PhysReg))
            live.emplace_back(llvm::VirtRegOrUnit(unit), llvm::LaneBitmask::getAll());
    return live;
  }
  /// The same where that is known.
  std::vector<unsigned> of(const llvm::MachineBasicBlock& block, llvm::MachineBasicBlock::const_iterator first,
                           llvm::MachineBasicBlock::const_iterator behind, const Live& live) const {
    llvm::RegionPressure found;
    llvm::RegPressureTracker tracker(found);
    tracker.init(&function_, &classes_, intervals_, &block, block.end(), false, false);
    tracker.addLiveRegs(live);
    while (tracker.getPos() != behind) tracker.recede();
    found.MaxSetPressure = tracker.getRegSetPressureAtPos();
    while (tracker.getPos() != first) tracker.recede();
    tracker.closeTop();
    return found.MaxSetPressure;
  }
  /// The function's, and the registers beyond the limits: over all blocks and sets.
  struct Whole {
    std::vector<unsigned> peaks;
    std::uint64_t excess = 0;
  };
  Whole whole() const {
    Whole out;
    for (const llvm::MachineBasicBlock& block : function_) {
      const std::vector<unsigned> here = of(block);
      out.peaks.resize(here.size());
      for (unsigned s = 0; s < here.size(); ++s) {
        out.peaks[s] = std::max(out.peaks[s], here[s]);
        out.excess += here[s] - std::min(here[s], limit(s));
      }
    }
    return out;
  }
  unsigned limit(unsigned set) const { return classes_.getRegPressureSetLimit(set); }

 private:
  llvm::MachineFunction& function_;
  llvm::RegisterClassInfo classes_;
  llvm::MachineFunctionAnalysisManager analyses_;
  llvm::LiveIntervals* intervals_ = nullptr;
};

}  // namespace lathe::llvm_mir
