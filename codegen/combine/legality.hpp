// What the combiner may make once types, and then operations, are legal: what the legalizer would leave as it is.
#pragma once

#include "codegen/legalize/facts.hpp"

namespace lathe::codegen::combining {

/// True when registers hold the type as it is. O(1).
inline bool type_is_legal(Vt type, const TargetFacts& facts) { return facts.types.holds(type); }
/// True when fp_ext or fp_trunc between these types is native. O(1).
inline bool conversion_is_legal(Vt from, Vt to, const TargetFacts& facts) {
  return type_is_legal(to, facts) && facts.converts(from, to);
}
/// True when the operation with a first result of this type is native. O(1).
bool operation_is_legal(Isd op, Vt type, const TargetFacts& facts);

}  // namespace lathe::codegen::combining
