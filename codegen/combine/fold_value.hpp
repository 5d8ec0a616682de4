// Constant folding of one scalar operation: bits in, bits out. No graph.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "codegen/dag/dag.hpp"
#include "codegen/dag/traits.hpp"

namespace lathe::codegen::combining {

/// One scalar operand or result: its type and its bits (integers zero-extended to 64).
struct Scalar {
  Vt type;
  std::uint64_t bits = 0;
};

/// The bits of `op` on constants, or nothing when the result is poison, traps, or is not folded here. All operands are
/// integers of at most 64 bits or f16, bf16, f32, f64. `ftz`: f32 results flush denormals, then float folds that meet
/// one are left alone. What the target's own operations do stands in `traits`. O(1).
std::optional<std::uint64_t> fold(Isd op, const DagPayload& payload, Vt result, std::span<const Scalar> operands,
                                  bool ftz, const NumericTraits& traits);

/// Whether the condition holds of two constants of one type.
std::optional<bool> fold_condition(Cond cond, Scalar a, Scalar b);

/// f16, bf16 and f32 bits to a double, exactly; and a double to these, rounded to nearest even.
double to_double(Scalar value);
std::optional<std::uint64_t> from_double(double value, Vt type);

}  // namespace lathe::codegen::combining
