// Registers of which a target's threads share so many that fewer of them let more run at once, as one set with steps: what
// LLVM's own pressure sets of a target do not say.
//
// LLVM's public interfaces give no steps, so whoever knows the target fills this in (amd_gpu.cpp). Classes that
// count here count in none of LLVM's sets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/RegisterClassInfo.h>
#include <llvm/CodeGen/TargetRegisterInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

#include <lathe/program/resources.hpp>

namespace lathe::llvm_mir {

/// A set of registers with steps, of one function.
struct OccupancySet {
  std::string name;                  ///< for people
  std::vector<program::Step> steps;  ///< registers rise, occupancy falls
  unsigned limit = 0;                ///< more of them are spilled, or cost copies
  std::vector<unsigned>
      of_class;  ///< by LLVM's number of the class: registers that a value takes; 0: it counts in LLVM's sets
  unsigned wanted() const { return steps.empty() ? limit : steps.front().registers; }  ///< below it nothing is gained
};

/// What LLVM says of a pressure set. RegisterClassInfo takes reserved registers off, which for sets of AMD GPUs are more than
/// there are: then what the target says.
/// Precondition: `limits` is of the function.
inline unsigned set_limit(const llvm::RegisterClassInfo& limits, const llvm::MachineFunction& f, unsigned set) {
  return std::min(limits.getRegPressureSetLimit(set),
                  f.getSubtarget().getRegisterInfo()->getRegPressureSetLimit(f, set));
}

/// The same of all sets of a function, for who has no RegisterClassInfo: making one finds the aliases of all callee-saved
/// registers, and one that is kept has limits of the function before where that reserves the same registers, though the
/// target's limit is another (AMD GPU: by the waves that local memory leaves room for).
class SetLimits {
 public:
  /// The function outlives it; its reserved registers are frozen, and stay.
  explicit SetLimits(const llvm::MachineFunction& f)
      : f_(f), target_(*f.getSubtarget().getRegisterInfo()), known_(target_.getNumRegPressureSets(), 0) {}
  /// O(1); the first time that a set is asked about O(the target's classes and their sets).
  unsigned operator()(unsigned set) const {
    if (known_[set] == 0) known_[set] = find(set);
    return known_[set];
  }

 private:
  // As RegisterClassInfo::computePSetLimit has it: what is reserved of the class that counts most there is taken off.
  unsigned find(unsigned set) const {
    const llvm::TargetRegisterClass* most = nullptr;
    for (const llvm::TargetRegisterClass* c : target_.regclasses())
      if (counts(*c, set) &&
          (most == nullptr || target_.getRegClassWeight(c).WeightLimit > target_.getRegClassWeight(most).WeightLimit))
        most = c;
    const unsigned all = target_.getRegPressureSetLimit(f_, set);
    if (most == nullptr) return all;
    unsigned free = 0;
    for (const llvm::MCPhysReg r : most->getRawAllocationOrder(f_)) free += !f_.getRegInfo().isReserved(r);
    if (free == 0) return all;
    return std::min(all, all - target_.getRegClassWeight(most).RegWeight * (most->getNumRegs() - free));
  }
  bool counts(const llvm::TargetRegisterClass& c, unsigned set) const {
    for (const int* s = target_.getRegClassPressureSets(&c); *s != -1; ++s)
      if (static_cast<unsigned>(*s) == set) return true;
    return false;
  }

  const llvm::MachineFunction& f_;
  const llvm::TargetRegisterInfo& target_;
  mutable std::vector<unsigned> known_;  // per set; 0: not asked yet
};

}  // namespace lathe::llvm_mir
