// LLVM's passes behind the import. Only for the files of this folder.
#pragma once

#include "nvptx/driver/thinlto/thin_program.hpp"

namespace llvm {
class Module;
}

namespace lathe::nvptx {

/// Inlines bottom-up under the budget (inline_advisor.hpp) and simplifies each function before its callers look at it; then drops what was only there to be
/// inlined, and simplifies once more. A modest share of LLVM's -O2: what a front end's -O2 has done to each function
/// before is not done again, but for the passes that inlining gives new work.
void run_thin_pipeline(llvm::Module& module, const ThinBackend& options, ThinStats& stats);

}  // namespace lathe::nvptx
