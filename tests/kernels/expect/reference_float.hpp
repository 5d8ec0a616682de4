// Rounding of exact or nearly exact values to small float formats, as IEEE 754 defines it (nearest, ties to even).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace check {

/// A float format by its precision (significand bits with the hidden one) and exponent range.
struct Format {
  int precision;  ///< 11: half, 8: bfloat16
  int min_exponent, max_exponent;
};
inline constexpr Format half_format{11, -14, 15}, bf16_format{8, -126, 127};

/// `value` rounded once to the format; the result is a double that the format holds.
inline double round_to(const Format& format, double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  int exponent = 0;
  std::frexp(value, &exponent);  // |value| in [2^(exponent - 1), 2^exponent)
  const int unit = std::max(exponent - 1, format.min_exponent) - (format.precision - 1);
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -unit)), unit);
  const double limit = std::ldexp(2.0, format.max_exponent);
  return std::abs(rounded) >= limit ? std::copysign(HUGE_VAL, rounded) : rounded;
}

/// a + b to odd: the exact sum if a double holds it, else the neighbour with an odd significand. Rounding that once
/// more to a format of at most 51 bits is as rounding the exact sum.
inline double add_to_odd(double a, double b) {
  const double sum = a + b;
  if (!std::isfinite(sum)) return sum;
  const double part = sum - a, error = (a - (sum - part)) + (b - part);
  if (error == 0 || (std::bit_cast<std::uint64_t>(sum) & 1) != 0) return sum;
  return std::nextafter(sum, error > 0 ? HUGE_VAL : -HUGE_VAL);
}

/// a * b + c of values of the format, rounded once. The product of two is exact in a double.
inline double fma_in(const Format& format, double a, double b, double c) {
  return round_to(format, add_to_odd(a * b, c));
}

}  // namespace check
