// Which value types PTX registers hold, and what becomes of the others. The one table that `build`, `legalize`
// and `select` share.
//
// Legal: i1 (.pred), i16, i32, i64, f16, bf16 (.b16), f32, f64; packed v2f16, v2bf16, v2i16, v4i8 (.b32);
// v2f32 (.b64) on sm_100 and later. Where a target has no f16 or bf16 arithmetic the types stay legal, the operations
// are promoted to f32.
#pragma once

#include <cstdint>
#include <vector>

#include "nvptx/mir/ir.hpp"
#include "nvptx/target/features.hpp"
#include "nvptx/types/vt.hpp"

namespace lathe::nvptx {

enum class TypeAction : std::uint8_t {
  legal,
  promote,  ///< to a wider integer (`to`): i2..i8, i9..i15 -> i32, i17..i31 -> i32, i33..i63 -> i64
  expand,  ///< into two halves of type `to`, low first: i128 -> i64; i65..i127 are first promoted to i128, and so on by
           ///< powers of two
  split,   ///< a vector into pieces of type `to` (packed pairs of f16, bf16, i16; fours of i8), the last piece may have
           ///< undefined lanes
  scalarize,  ///< a vector into its elements (`to`)
  refuse,     ///< PTX cannot hold it: fp128, x86_fp80, ppc_fp128, integers above 4096 bits
};
struct TypeRule {
  TypeAction action = TypeAction::legal;
  Vt to;
};
TypeRule type_rule(Vt type, const Features& features);

/// Appends the legal types that hold `type`, in order (low limb first, lane 0 first). False when it is refused.
bool legal_parts(Vt type, const Features& features, std::vector<Vt>& out);

/// The register declaration of a legal type.
mir::Type register_type(Vt legal);

}  // namespace lathe::nvptx
