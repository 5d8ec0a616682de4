// The library of a target: functions that are called for operations without an instruction, and their bodies.
#pragma once

#include <span>
#include <vector>

#include "codegen/legalize/expand.hpp"
#include "codegen/legalize/facts.hpp"

namespace lathe::codegen {

/// A call of a library function on arguments that are already in parts that registers hold; the parts of its result. It
/// hangs on no effect and none hangs on it.
Values library_call(Dag& dag, const TargetFacts& facts, const LibraryFunction& function,
                    std::span<const Values> arguments);

/// How the arguments of such a call travel, a layout for each. Precondition: library_body has one for it.
std::vector<ParamLayout> library_parameters(const TargetFacts& facts, const LibraryFunction& function);

/// The block that is the function's body, into a Dag that is cleared first: its arguments' parts come in the registers
/// from 0 on (copy_from_reg), the operation is one node, `ret` takes the result's parts. To be legalized with
/// inline_facts(facts): then it is what is put in place where nothing is called. False when the operation has no body.
bool library_body(const TargetFacts& facts, const LibraryFunction& function, Dag& dag);

/// The same facts without a library: whatever would be called is made of nodes in place.
TargetFacts inline_facts(const TargetFacts& facts);

}  // namespace lathe::codegen
