// Steps of `prepare` that only make the code better: fewer branches, fewer addresses, fewer values held. Each is a
// function step like those of steps.hpp and asks for analyses only when it finds something to do.
#pragma once

#include "codegen/prepare/steps.hpp"

namespace lathe::codegen {

bool note_index_ranges(llvm::Function& f, StepContext& context);        // index_ranges.cpp
bool thread_implied_branches(llvm::Function& f, StepContext& context);  // implied_branches.cpp
bool share_addresses(llvm::Function& f, StepContext& context);          // shared_addresses.cpp
bool sink_compares(llvm::Function& f, StepContext& context);            // sink_compares.cpp

}  // namespace lathe::codegen
