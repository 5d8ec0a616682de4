// Which loops are unrolled, and how far: as a pragma before the loop would say it.
#pragma once

#include "codegen/prepare/options.hpp"

namespace llvm {
class LoopInfo;
class ScalarEvolution;
}  // namespace llvm

namespace lathe::codegen {

/// Marks the loops of a function of which the source says nothing as `options` asks, by metadata that LLVM's unroller and who reads the
/// output keep to. True where one was marked for the unroller. O(instructions * depth of loops).
bool mark_loops(const llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution, const UnrollOptions& options);

}  // namespace lathe::codegen
