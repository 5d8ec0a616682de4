// f16 and bf16 as their bits, to double and back with round to nearest even. For handlers that are not lane loops
// (textures, surfaces, reductions of bulk copies). Source: IEEE 754-2019, 3.4 and 4.3.1.
#pragma once

#include <bit>
#include <cstdint>

#include "simt/state/width.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

struct SmallFormat {
  unsigned fraction_bits;
  int bias;
  unsigned max_exponent() const { return (1U << (15 - fraction_bits)) - 1; }
};
inline constexpr SmallFormat f16_format{10, 15}, bf16_format{7, 127};

inline double small_to_double(std::uint16_t bits, const SmallFormat& f) {
  const unsigned exponent = (bits & 0x7fffU) >> f.fraction_bits;
  const std::uint64_t fraction = bits & ((1U << f.fraction_bits) - 1);
  const std::uint64_t sign = static_cast<std::uint64_t>(bits >> 15) << 63;
  if (exponent == f.max_exponent())
    return std::bit_cast<double>(sign | 0x7ff0'0000'0000'0000ULL | fraction << (52 - f.fraction_bits));
  const auto power = [](int e) { return std::bit_cast<double>(static_cast<std::uint64_t>(e + 1023) << 52); };
  const double magnitude =
      exponent == 0
          ? static_cast<double>(fraction) * power(1 - f.bias - static_cast<int>(f.fraction_bits))
          : std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<int>(exponent) - f.bias + 1023) << 52 |
                                  fraction << (52 - f.fraction_bits));
  return sign != 0 ? -magnitude : magnitude;
}

/// NaN becomes 0x7fff, as in PTX.
inline std::uint16_t double_to_small(double value, const SmallFormat& f) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 48 & 0x8000U);
  const std::uint64_t magnitude = bits & ~(1ULL << 63);
  if (magnitude > 0x7ff0'0000'0000'0000ULL) return 0x7fff;
  const auto infinity = static_cast<std::uint16_t>(sign | f.max_exponent() << f.fraction_bits);
  const int exponent = static_cast<int>(magnitude >> 52) - 1023;
  if (exponent > f.bias) return infinity;
  // Below the smallest normal number the unit in the last place no longer shrinks.
  const int unit = (exponent < 1 - f.bias ? 1 - f.bias : exponent) - static_cast<int>(f.fraction_bits);
  const int shift = 52 - (exponent - unit);  // bits of the significand below the unit
  if (shift > 54) return sign;
  const std::uint64_t significand = (magnitude & ((1ULL << 52) - 1)) | 1ULL << 52;
  const std::uint64_t half = 1ULL << (shift - 1), rest = significand & ((half << 1) - 1);
  std::uint64_t result = significand >> shift;
  if (rest > half || (rest == half && (result & 1) != 0)) ++result;
  // A carry out of the fraction moves into the exponent by itself.
  if (exponent >= 1 - f.bias) result += static_cast<std::uint64_t>(exponent + f.bias - 1) << f.fraction_bits;
  return static_cast<std::uint16_t>(sign | result);
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
