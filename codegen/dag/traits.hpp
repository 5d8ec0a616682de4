// How a target's own instructions compute where others differ: plain data, for who folds, bounds or interprets nodes.
//
// What is poison in the graph (a shift by its width or more) is poison for every target; these are the operations whose
// meaning a client brings along: fields, permuted bytes, minimum and maximum of signalling NaNs, subnormal numbers.
#pragma once

#include <cstdint>

namespace lathe::codegen {

/// How the target computes where targets differ.
struct NumericTraits {
  /// Start and length of bfe_u, bfe_s and bfi: low eight bits, and beyond the width there is nothing (clamped); or
  /// modulo the width, so that no field is as long as the word (masked); undefined: nobody may make these nodes, and
  /// none but constants that lie inside are understood.
  enum class Fields : std::uint8_t { undefined, clamped, masked };
  Fields fields = Fields::undefined;
  /// Selector of prmt: four nibbles, each which of eight bytes, with bit 3 its sign's copies (nibbles); undefined:
  /// nobody may make or understand it.
  enum class Permute : std::uint8_t { undefined, nibbles };
  Permute permute = Permute::undefined;
  /// fminnum and fmaxnum of a number and a signalling NaN: the number, or a NaN.
  enum class Signalling : std::uint8_t { number, nan };
  Signalling signalling = Signalling::number;
  /// fminnum and fmaxnum take -0 to be less than 0; otherwise either zero may come.
  bool orders_zeros = false;
  /// Operands and results of f32 arithmetic that are subnormal are zero, whatever the function's modes say.
  bool flushes_f32 = false;
};

}  // namespace lathe::codegen
