// What the combiner may make once types, and then operations, are legal: the legalizer's rules and its action table.
#pragma once

#include "nvptx/dag/dag.hpp"
#include "nvptx/legalize/operations.hpp"
#include "nvptx/target/features.hpp"

namespace lathe::nvptx::combining {

/// True when registers hold the type as it is. O(1).
bool type_is_legal(Vt type, const Features& features);
/// True when `select` takes fp_ext or fp_trunc between these types. O(1).
bool conversion_is_legal(Vt from, Vt to, const Features& features);
/// True when `select` takes the operation with a first result of this type: when the action table says that it is
/// legal. O(1).
bool operation_is_legal(Isd op, Vt type, const Features& features, const dag::ActionTable& actions);

}  // namespace lathe::nvptx::combining
