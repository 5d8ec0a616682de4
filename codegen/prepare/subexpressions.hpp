// Common subexpressions of a function.
#pragma once

#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include "codegen/prepare/facts.hpp"

namespace lathe::codegen {

/// Takes what an instruction computes from one that dominates it and computes the same, loads from what the place was
/// seen to hold, and conditions from the branches that lead here; drops dead instructions and stores that change nothing or that
/// the next one hides; simplifies. Blocks and edges stay. True when something changed. Linear in operands, but for LLVM's
/// simplification. Recursion: none.
bool share_subexpressions(llvm::Function& f, llvm::DominatorTree& dominators, const llvm::SimplifyQuery& query,
                          const PrepareFacts& facts);

}  // namespace lathe::codegen
