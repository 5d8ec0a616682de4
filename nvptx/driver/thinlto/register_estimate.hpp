// Registers that a function of LLVM IR will need, before there is machine code: its values as a register pressure problem, the
// library's full analysis of it, and the limit that launch bounds set. Only for the files of this folder.
#pragma once

#include <cstdint>
#include <map>

#include "nvptx/target/features.hpp"

namespace llvm {
class CallBase;
class Function;
}  // namespace llvm

namespace lathe::nvptx {

/// Registers of 32 bits; predicates are not counted, nor what stands in a constant bank: a kernel's arguments.
struct RegisterEstimate {
  std::uint32_t most = 0;  ///< live at once, at the worst place
  /// Live across each call: what its result and its arguments need besides is not in it. Looked up only.
  std::map<const llvm::CallBase*, std::uint32_t> across;
};
/// By the order of the code as it stands, which ptxas may change. A value that is another with a constant added, or seen as
/// another type, is that one. O(instructions + live sets). Precondition: the function has a body.
RegisterEstimate estimate_registers(const llvm::Function& f);

/// The most registers that a kernel that needs `needed` may have on the same step of occupancy, within what its launch bounds
/// leave. 0: it has no bounds, and `max_registers` is 0, or it needs more than they leave already. O(steps).
std::uint32_t register_step(const llvm::Function& kernel, const Features& features, std::uint32_t max_registers,
                            std::uint32_t needed);

}  // namespace lathe::nvptx
