// Dense matrices of the types of tensor cores, for the tests: values of bit patterns by their definition, results
// rounded by looking for the nearest number, products summed exactly.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "unit/nvptx/exec/run_op.hpp"

namespace lathe::nvptx::test::matrices {

struct Cell {
  unsigned row, column;
};
using Layout = std::function<Cell(unsigned lane, unsigned element)>;

inline unsigned bits_of(const std::string& type) {
  if (type == "bf16") return 16;
  if (type == "tf32") return 32;
  if (type == "e4m3" || type == "e5m2") return 8;
  return static_cast<unsigned>(std::stoul(type.substr(1)));
}

inline unsigned fraction_bits(const std::string& type) {
  static const std::map<std::string, unsigned> all{{"f16", 10}, {"bf16", 7}, {"tf32", 23}, {"f32", 23},
                                                   {"f64", 52}, {"e4m3", 3}, {"e5m2", 2}};
  return all.at(type);
}

/// A binary floating format's number: sign, exponent and significand by definition.
inline double value_of_float(std::uint64_t v, unsigned exponent_bits, unsigned fraction_bits, bool infinities) {
  const bool negative = (v >> (exponent_bits + fraction_bits) & 1) != 0;
  const int top = (1 << exponent_bits) - 1, bias = top / 2, e = static_cast<int>(v >> fraction_bits) & top;
  const std::uint64_t fraction = v & ((1ULL << fraction_bits) - 1);
  const double f = std::ldexp(static_cast<double>(fraction), -static_cast<int>(fraction_bits));
  double size = e == 0 ? std::ldexp(f, 1 - bias) : std::ldexp(1 + f, e - bias);
  if (infinities && e == top)
    size = fraction != 0 ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
  // e4m3: all ones alone is NaN.
  if (!infinities && e == top && fraction == (1ULL << fraction_bits) - 1)
    size = std::numeric_limits<double>::quiet_NaN();
  return negative ? -size : size;
}

inline double value_of(std::uint64_t v, const std::string& type) {
  if (type == "f16") return value_of_float(v, 5, 10, true);
  if (type == "bf16") return value_of_float(v, 8, 7, true);
  if (type == "tf32") return value_of_float(v >> 13, 8, 10, true);
  if (type == "f32") return value_of_float(v, 8, 23, true);
  if (type == "e4m3") return value_of_float(v, 4, 3, false);
  if (type == "e5m2") return value_of_float(v, 5, 2, true);
  if (type == "f64") return std::bit_cast<double>(v);
  if (type[0] == 's') {
    const auto s = static_cast<std::int64_t>(v << (64 - bits_of(type)));
    return static_cast<double>(s >> (64 - bits_of(type)));
  }
  return static_cast<double>(v);
}

/// The nearest f16, ties to even: found in the list of all of them.
inline std::uint64_t nearest_f16(long double x) {
  static const std::map<long double, unsigned> all = [] {
    std::map<long double, unsigned> m;
    for (unsigned v = 0; v <= 0x7c00; ++v) m[v == 0x7c00 ? 65536.0L : static_cast<long double>(value_of(v, "f16"))] = v;
    return m;
  }();
  if (std::isnan(x)) return 0x7fff;
  const std::uint64_t sign = std::signbit(x) ? 0x8000 : 0;
  const long double size = std::fabs(x);
  if (size >= 65536.0L) return sign | 0x7c00;
  const auto above = all.lower_bound(size);
  if (above->first == size) return sign | above->second;
  const auto below = std::prev(above);
  const long double down = size - below->first, up = above->first - size;
  if (down == up) return sign | (below->second % 2 == 0 ? below->second : above->second);
  return sign | (down < up ? below->second : above->second);
}

/// How the elements are chosen: sums of small integers are exact in every accumulator; fractions are rounded, but
/// their sums are exact in double; special: now and then
/// an infinity, a NaN, a zero or a subnormal number. Integers are of every bit pattern.
enum class Range { small_integers, fractions, special };

struct Dense {
  unsigned rows = 0, columns = 0;
  std::string type;
  std::vector<std::uint64_t> bits;

  double value(unsigned r, unsigned c) const { return value_of(bits[r * columns + c], type); }
  Dense part(unsigned row, unsigned column, unsigned m, unsigned n) const {
    Dense out{m, n, type, {}};
    for (unsigned r = 0; r < m; ++r)
      for (unsigned c = 0; c < n; ++c) out.bits.push_back(bits[(row + r) * columns + column + c]);
    return out;
  }

  static std::uint64_t pick(const std::string& type, Random& random, Range range) {
    const unsigned width = bits_of(type);
    const std::uint64_t mask = width == 64 ? ~0ULL : (1ULL << width) - 1;
    const bool integer = type[0] == 's' || type[0] == 'u' || type[0] == 'b' ? type != "bf16" : false;
    if (integer) {
      // Accumulators are often near the ends.
      if (type == "s32" && random() % 2 == 0)
        return (random() % 2 == 0 ? 0x7fffffffULL - random() % 4000 : 0x80000000ULL + random() % 4000);
      return random() & mask;
    }
    if (range == Range::special && random() % 64 == 0) {
      // Infinities and NaN, or zeros and subnormal numbers.
      const unsigned fraction = fraction_bits(type);
      const std::uint64_t exponent = (mask >> 1) >> fraction << fraction, v = random() & mask;
      const std::uint64_t kept = random() % 2 == 0 ? v : v & ~((1ULL << fraction) - 1);
      return random() % 2 == 0 ? kept | exponent : kept & ~exponent;
    }
    for (;;) {
      std::uint64_t v = random() & mask;
      if (range == Range::small_integers) {
        const double want = static_cast<double>(static_cast<int>(random() % 9) - 4);
        if (type == "f64") return std::bit_cast<std::uint64_t>(want);
        const std::uint64_t f = std::bit_cast<std::uint32_t>(static_cast<float>(want));
        if (type == "f32") return f;
        if (type == "tf32") return f | (random() & 0x1fff);
        if (type == "bf16") return f >> 16;
        if (type == "f16") return nearest_f16(want);
        if (type == "e5m2") return nearest_f16(want) >> 8;
        // e4m3: search.
        while (value_of(v, type) != want) v = random() & mask;
        return v;
      }
      const double size = std::fabs(value_of(v, type));
      if (size >= 0.125 && size < 16) return v;
      if (type == "f64" || type == "f32" || type == "tf32" || type == "bf16") {
        // An exponent in the range, the sign and the fraction as they are.
        const double near =
            std::ldexp(1 + static_cast<double>(random() % 4096) / 4096, static_cast<int>(random() % 7) - 3);
        const double sign = random() % 2 == 0 ? near : -near;
        if (type == "f64") return std::bit_cast<std::uint64_t>(sign + std::ldexp(sign, -20));
        const std::uint64_t f = std::bit_cast<std::uint32_t>(static_cast<float>(sign));
        return type == "bf16" ? f >> 16 : type == "tf32" ? f | (random() & 0x1fff) : f | (random() & 0x7ff);
      }
    }
  }
  static Dense random(unsigned rows, unsigned columns, const std::string& type, Random& random, Range range) {
    Dense out{rows, columns, type, {}};
    for (unsigned i = 0; i < rows * columns; ++i) out.bits.push_back(pick(type, random, range));
    return out;
  }
};

/// a * b + c, rounded once; f64 step by step with fma.
inline Dense multiply(const Dense& a, const Dense& b, const Dense& c, const std::string& type, bool saturate,
                      const std::string& operation) {
  Dense out{c.rows, c.columns, type, {}};
  for (unsigned i = 0; i < c.rows; ++i)
    for (unsigned j = 0; j < c.columns; ++j) {
      if (type == "s32") {
        auto sum = static_cast<std::int64_t>(c.value(i, j));
        for (unsigned k = 0; k < a.columns; ++k) {
          const auto x = static_cast<std::int64_t>(a.value(i, k)), y = static_cast<std::int64_t>(b.value(k, j));
          sum += operation == "xor" ? x ^ y : operation == "and" ? x & y : x * y;
        }
        if (saturate) sum = std::min(std::max(sum, std::int64_t{-0x80000000LL}), std::int64_t{0x7fffffff});
        out.bits.push_back(static_cast<std::uint64_t>(sum) & 0xffffffff);
      } else if (type == "f64") {
        double sum = c.value(i, j);
        for (unsigned k = 0; k < a.columns; ++k) sum = std::fma(a.value(i, k), b.value(k, j), sum);
        out.bits.push_back(std::bit_cast<std::uint64_t>(sum));
      } else {
        long double sum = c.value(i, j);
        for (unsigned k = 0; k < a.columns; ++k)
          sum += static_cast<long double>(a.value(i, k)) * static_cast<long double>(b.value(k, j));
        if (type == "f16")
          out.bits.push_back(nearest_f16(sum));
        else
          out.bits.push_back(std::isnan(sum) ? 0x7fffffffU : std::bit_cast<std::uint32_t>(static_cast<float>(sum)));
      }
    }
  return out;
}

}  // namespace lathe::nvptx::test::matrices
