// Comparisons of floating-point results with exact values: distance in units of the last place, NaN as a class, 16-bit
// halves as numbers; and the number of blocks that cover n elements.
// Exact values are double or long double; a format is a precision and an exponent range, so that half, float and
// double share one rule.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "kernels/expect/check.hpp"

namespace check {

/// Blocks of `block` threads for n elements, one each.
inline std::uint32_t covering(std::size_t n, std::uint32_t block) {
  return static_cast<std::uint32_t>((n + block - 1) / block);
}

struct NumberFormat {
  int digits;           ///< of the significand, the leading one counted
  int lowest_exponent;  ///< of the normal numbers
  long double largest;
};
template <class T>
constexpr NumberFormat format_of() {
  using L = std::numeric_limits<T>;
  return {L::digits, L::min_exponent - 1, L::max()};
}
inline constexpr NumberFormat half_number{11, -14, 65504.0L};

inline long double ulp_at(long double exact, const NumberFormat& f) {
  const int e = exact == 0 ? f.lowest_exponent : std::max(std::ilogb(exact), f.lowest_exponent);
  return std::ldexp(1.0L, e - f.digits + 1);
}

/// Is `got` (a number of the format) within `ulps` units in the last place of the exact value? A unit is that of the
/// exact value's binade, of the denormals below it. Infinity stands for all that rounds to it.
inline bool within_ulps(long double got, long double exact, double ulps, const NumberFormat& f) {
  if (std::isnan(exact)) return std::isnan(got);
  if (std::isnan(got)) return false;
  const long double slack = static_cast<long double>(ulps) * ulp_at(std::isinf(exact) ? f.largest : exact, f);
  if (std::isinf(got) || std::abs(exact) > f.largest) {
    if (std::signbit(got) != std::signbit(exact)) return false;
    return std::min(std::abs(got), f.largest) >= std::min(std::abs(exact), f.largest) - slack &&
           (!std::isinf(got) || std::abs(exact) + slack >= f.largest);
  }
  return std::abs(got - exact) <= slack;
}

template <class T, class Exact>
void near_ulps(Case& t, const std::string& what, const std::vector<T>& got, const std::vector<Exact>& exact,
               double ulps) {
  if (got.size() != exact.size()) return t.fail(what + ": sizes differ");
  for (std::size_t i = 0; i < got.size(); ++i) {
    const auto g = static_cast<long double>(got[i]), e = static_cast<long double>(exact[i]);
    if (within_ulps(g, e, ulps, format_of<T>())) continue;
    char s[160];
    std::snprintf(s, sizeof s, ": [%zu] is %.17Lg, not %.17Lg (%.2Lf ulp)", i, g, e,
                  std::abs(g - e) / ulp_at(std::isfinite(e) ? e : 1, format_of<T>()));
    return t.fail(what + s);
  }
}

/// Halves as bits against exact values.
inline void near_half_ulps(Case& t, const std::string& what, const std::vector<std::uint16_t>& got,
                           const std::vector<double>& exact, double ulps) {
  if (got.size() != exact.size()) return t.fail(what + ": sizes differ");
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double g = half_value(got[i]);
    if (within_ulps(g, exact[i], ulps, half_number)) continue;
    char s[120];
    std::snprintf(s, sizeof s, ": [%zu] is %.9g, not %.9g", i, g, exact[i]);
    return t.fail(what + s);
  }
}

inline bool is_nan_half(std::uint16_t bits) { return (bits & 0x7fffU) > 0x7c00U; }

/// Bit for bit, but a NaN equals every NaN.
template <class T>
void equal_numbers(Case& t, const std::string& what, std::vector<T> got, std::vector<T> want) {
  for (auto* v : {&got, &want})
    for (T& x : *v)
      if (std::isnan(x)) x = std::numeric_limits<T>::quiet_NaN();
  t.equal(what, got, want);
}
inline void equal_halves(Case& t, const std::string& what, std::vector<std::uint16_t> got,
                         std::vector<std::uint16_t> want) {
  for (auto* v : {&got, &want})
    for (auto& x : *v)
      if (is_nan_half(x)) x = 0x7fff;
  t.equal(what, got, want);
}

/// Zeros, denormals, limits, infinities and NaN of a type.
template <class T>
std::vector<T> special_numbers() {
  using L = std::numeric_limits<T>;
  return {T(0),      -T(0),     L::denorm_min(), -L::denorm_min(), L::min() / 2,  L::min(),
          -L::min(), T(1),      -T(1),           L::epsilon(),     T(0.5),        T(-1.5),
          L::max(),  -L::max(), L::infinity(),   -L::infinity(),   L::quiet_NaN()};
}

}  // namespace check
