// LLVM's inliner advised by lathe::inlining: within a caller the call that wins most for its growth first, a budget for each
// caller and for the module. LLVM moves the bodies and says what they cost. Only for the files of this folder.
#pragma once

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/IR/PassManager.h>

#include "nvptx/driver/thinlto/thin_program.hpp"

namespace lathe::nvptx {

/// While one lives, LLVM's inliner in this thread asks it where `modules` is registered with it.
class InlineBudget {
 public:
  /// Both outlive it. What is decided is counted and, where asked for, told in `info`.
  InlineBudget(const ThinBackend& options, ThinStats& stats);
  ~InlineBudget();
  InlineBudget(const InlineBudget&) = delete;
  InlineBudget& operator=(const InlineBudget&) = delete;
  void register_with(llvm::ModuleAnalysisManager& modules);
};

}  // namespace lathe::nvptx
