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
inline unsigned set_limit(const llvm::RegisterClassInfo& limits, const llvm::MachineFunction& f, unsigned set) {
  return std::min(limits.getRegPressureSetLimit(set),
                  f.getSubtarget().getRegisterInfo()->getRegPressureSetLimit(f, set));
}

}  // namespace lathe::llvm_mir
