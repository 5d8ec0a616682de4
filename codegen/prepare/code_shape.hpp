// Steps of `prepare` that only make the code better: fewer branches, fewer addresses, fewer values held. Each is a
// function step that asks for analyses, which are those of LLVM's passes, only when it finds something to do.
#pragma once

#include "codegen/prepare/steps.hpp"

namespace lathe::codegen {

// All but the second leave blocks and edges as they are.
bool note_index_ranges(llvm::Function& f, FunctionPasses& passes, StepContext& context);        // index_ranges.cpp
bool thread_implied_branches(llvm::Function& f, FunctionPasses& passes, StepContext& context);  // implied_branches.cpp
bool share_addresses(llvm::Function& f, FunctionPasses& passes, StepContext& context);          // shared_addresses.cpp
bool sink_compares(llvm::Function& f, FunctionPasses& passes, StepContext& context);            // sink_compares.cpp

}  // namespace lathe::codegen
