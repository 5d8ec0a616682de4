// What the combiner may make once types, and then operations, are legal.
#pragma once

#include "nvptx/dag/dag.hpp"
#include "nvptx/target/features.hpp"

namespace lathe::nvptx::combining {

/// True when registers hold the type as it is. O(1).
bool type_is_legal(Vt type, const Features& features);
/// True when `select` takes the operation with a first result of this type; conservative. O(1).
bool operation_is_legal(Isd op, Vt type, const Features& features);

}  // namespace lathe::nvptx::combining
