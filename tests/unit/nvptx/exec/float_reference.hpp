// What floating-point operations and conversions give, by exact arithmetic: the expectations of the executor's tests.
//
// A number is an integer of any size, scaled by 2^-2200; the rounded result is found by a binary search over the
// magnitudes of the format, each compared exactly with the result, and a look at the midpoint. It shares neither
// method nor code with the executor. Specials are spelled out from IEEE 754 and the PTX manual.
// Cost: about 20 microseconds an operation. Source: IEEE 754-2019, 4.3; PTX ISA 9.0.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "unit/nvptx/exec/run_op.hpp"

namespace lathe::nvptx::test {

using Int = boost::multiprecision::cpp_int;
inline constexpr unsigned scale = 2200;  ///< more than the exponents of two smallest f64 together

/// A binary format by its fields; `finite`: magnitudes run to all ones but `reserved` at the top, which is NaN.
struct Kind {
  std::string name;
  int exponent_bits = 8, mantissa_bits = 23;
  bool ieee = true;      ///< the top exponent is infinity and NaN
  bool top_nan = false;  ///< not ieee: the topmost magnitude is NaN
  int bits() const { return 1 + exponent_bits + mantissa_bits; }
  std::uint64_t sign() const { return 1ULL << (bits() - 1); }
  std::uint64_t infinity() const { return ((1ULL << exponent_bits) - 1) << mantissa_bits; }
  std::uint64_t largest() const { return ieee ? infinity() - 1 : sign() - 1 - (top_nan ? 1 : 0); }
  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  std::uint64_t smallest_normal() const { return 1ULL << mantissa_bits; }
  std::uint64_t one() const { return static_cast<std::uint64_t>(bias()) << mantissa_bits; }
  bool is_nan(std::uint64_t x) const { return (x & (sign() - 1)) > (ieee ? infinity() : largest()); }
  bool is_infinite(std::uint64_t x) const { return ieee && (x & (sign() - 1)) == infinity(); }
  bool is_zero(std::uint64_t x) const { return (x & (sign() - 1)) == 0; }
  bool is_negative(std::uint64_t x) const { return (x & sign()) != 0; }
  bool is_subnormal(std::uint64_t x) const { return (x & infinity()) == 0 && !is_zero(x); }
  std::uint64_t flush(std::uint64_t x) const { return is_subnormal(x) ? x & sign() : x; }
  std::uint64_t canonical_nan() const { return bits() == 64 ? 0xfff8000000000000ULL : sign() - 1; }
};
inline const Kind f16{"f16", 5, 10}, bf16{"bf16", 8, 7}, f32{"f32", 8, 23}, f64{"f64", 11, 52};
inline const Kind tf32{"tf32", 8, 10}, e5m2{"e5m2", 5, 2}, e4m3{"e4m3", 4, 3, false, true};
inline const Kind e2m3{"e2m3", 2, 3, false}, e3m2{"e3m2", 3, 2, false}, e2m1{"e2m1", 2, 1, false};

/// The value of a magnitude, also of the one past the largest (as if exponents went on), times 2^scale.
inline Int value_of(const Kind& k, std::uint64_t magnitude) {
  const std::uint64_t field = magnitude >> k.mantissa_bits;
  const std::uint64_t fraction = magnitude & (k.smallest_normal() - 1);
  const std::uint64_t significand = field == 0 ? fraction : fraction + k.smallest_normal();
  const int exponent = (field == 0 ? 1 : static_cast<int>(field)) - k.bias() - k.mantissa_bits;
  return Int(significand) << static_cast<unsigned>(static_cast<int>(scale) + exponent);
}

enum class Mode { rn, rz, rm, rp, rna };
inline Mode mode_of(const std::string& s) {
  return s == "rz" || s == "rzi"   ? Mode::rz
         : s == "rm" || s == "rmi" ? Mode::rm
         : s == "rp" || s == "rpi" ? Mode::rp
         : s == "rna"              ? Mode::rna
                                   : Mode::rn;
}

/// |x| against y (scaled): negative, zero, positive.
using Compare = std::function<int(const Int& y)>;

/// The number with this sign whose magnitude `against` knows, rounded. Away from zero past
/// largest() is infinity, or largest() itself where there is none.
inline std::uint64_t round_to(const Kind& k, bool negative, const Compare& against, Mode mode) {
  std::uint64_t low = 0, high = k.largest() + 1;  // value(low) <= |x| < value(high), unless |x| is past all
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (against(value_of(k, middle)) >= 0 ? low : high) = middle;
  }
  std::uint64_t r = low;
  const Int below = value_of(k, low);
  if (against(below) != 0) {
    const int half = against((below + value_of(k, low + 1)) / 2);
    const bool up = mode == Mode::rn    ? half > 0 || (half == 0 && (low & 1U) != 0)
                    : mode == Mode::rna ? half >= 0
                    : mode == Mode::rz  ? false
                    : mode == Mode::rm  ? negative
                                        : !negative;
    r += up ? 1 : 0;
  }
  if (!k.ieee) r = std::min(r, k.largest());
  return r | (negative ? k.sign() : 0);
}
inline Compare exactly(const Int& x) {
  return [x](const Int& y) { return x.compare(y); };
}
/// A signed exact number; of zero the sign is given.
inline std::uint64_t round_signed(const Kind& k, const Int& x, bool zero_negative, Mode mode) {
  if (x == 0) return zero_negative ? k.sign() : 0;
  return round_to(k, x < 0, exactly(abs(x)), mode);
}

inline Int signed_value(const Kind& k, std::uint64_t x) {
  const Int v = value_of(k, x & (k.sign() - 1));
  return k.is_negative(x) ? Int(-v) : v;
}

/// NaN of an operation: canonical; of f64 the first NaN operand, made quiet.
inline std::uint64_t nan_of(const Kind& k, std::initializer_list<std::uint64_t> operands) {
  if (k.bits() == 64)
    for (const std::uint64_t x : operands)
      if (k.is_nan(x)) return x | 1ULL << 51;
  return k.canonical_nan();
}

/// a * b + c, rounded once. product_only: c is left out.
inline std::uint64_t fused(const Kind& k, std::uint64_t a, std::uint64_t b, std::uint64_t c, Mode mode,
                           bool product_only = false) {
  if (product_only) c = 0;
  if (k.is_nan(a) || k.is_nan(b) || k.is_nan(c)) return nan_of(k, {a, b, c});
  const bool negative = k.is_negative(a) != k.is_negative(b);
  if (k.is_infinite(a) || k.is_infinite(b)) {
    if (k.is_zero(a) || k.is_zero(b)) return k.canonical_nan();
    if (k.is_infinite(c) && k.is_negative(c) != negative) return k.canonical_nan();
    return k.infinity() | (negative ? k.sign() : 0);
  }
  if (k.is_infinite(c)) return c;
  const Int p = signed_value(k, a) * signed_value(k, b);
  const Int product = p < 0 ? Int(-(Int(-p) >> scale)) : Int(p >> scale);
  if (product_only) return round_signed(k, product, negative, mode);
  const bool zeros = product == 0 && k.is_zero(c);
  const bool zero_negative = zeros && negative == k.is_negative(c) ? negative : mode == Mode::rm;
  return round_signed(k, product + signed_value(k, c), zero_negative, mode);
}
inline std::uint64_t added(const Kind& k, std::uint64_t a, std::uint64_t b, Mode mode) {
  if (k.is_nan(a) || k.is_nan(b)) return nan_of(k, {a, b});
  return fused(k, a, k.one(), b, mode);
}
inline std::uint64_t divided(const Kind& k, std::uint64_t a, std::uint64_t b, Mode mode) {
  if (k.is_nan(a) || k.is_nan(b)) return nan_of(k, {a, b});
  const std::uint64_t sign = (a ^ b) & k.sign();
  if (k.is_infinite(a)) return k.is_infinite(b) ? k.canonical_nan() : sign | k.infinity();
  if (k.is_infinite(b)) return sign;
  if (k.is_zero(b)) return k.is_zero(a) ? k.canonical_nan() : sign | k.infinity();
  if (k.is_zero(a)) return sign;
  const Int x = abs(signed_value(k, a)) << scale, d = abs(signed_value(k, b));
  return round_to(k, sign != 0, [&](const Int& y) { return x.compare(y * d); }, mode);
}
inline std::uint64_t rooted(const Kind& k, std::uint64_t a, Mode mode) {
  if (k.is_nan(a)) return nan_of(k, {a});
  if (k.is_zero(a)) return a;
  if (k.is_negative(a)) return k.canonical_nan();
  if (k.is_infinite(a)) return a;
  const Int x = signed_value(k, a) << scale;
  return round_to(k, false, [&](const Int& y) { return x.compare(y * y); }, mode);
}

/// Result modifiers: flush, then clamp.
inline std::uint64_t modified(const Kind& k, std::uint64_t r, bool ftz, bool sat, bool relu = false) {
  if (ftz) r = k.flush(r);
  if (sat) return k.is_nan(r) || k.is_negative(r) ? 0 : r > k.one() ? k.one() : r;
  if (relu) return k.is_nan(r) ? r : k.is_negative(r) ? 0 : r;
  return r;
}

/// check_op, and that the baseline build of the lane loops gives the same bits.
inline std::string check_both(const OpCall& call, const Expect& expect, const Same& same = {}) {
  const std::string text = check_op(call, expect, same);
  if (!text.empty()) return text;
  exec::MachineOptions baseline;
  baseline.baseline = true;
  const OpResult best = run_op(call), base = run_op(call, baseline);
  if (!base.fault.empty()) return call.code + ": " + base.fault;
  return best.outputs == base.outputs ? "" : call.code + ": the two builds of the lane loops differ";
}

// ---- inputs

/// Borders of the format and numbers around them, both signs, infinities and NaNs (quiet, signalling, payloads).
inline std::vector<std::uint64_t> edge_values(const Kind& k) {
  const std::uint64_t n = k.smallest_normal(), one = k.one(), inf = k.infinity();
  std::vector<std::uint64_t> out{0,
                                 1,
                                 2,
                                 3,
                                 n / 2,
                                 n / 2 + 1,
                                 n - 1,
                                 n,
                                 n + 1,
                                 2 * n,
                                 one - 1,
                                 one,
                                 one + 1,
                                 one + n,
                                 one - n,
                                 one + n / 2,
                                 one + n + n / 2,
                                 one + 3 * n - 1,
                                 inf - 1,
                                 inf - 2,
                                 inf - n,
                                 inf - n - 1,
                                 inf,
                                 inf + n / 2,
                                 inf + 1,
                                 inf + n - 1,
                                 inf + n / 2 + 1,
                                 one + n * static_cast<unsigned>(k.mantissa_bits),
                                 one + n * static_cast<unsigned>(k.mantissa_bits + 1)};
  const std::size_t count = out.size();
  for (std::size_t i = 0; i < count; ++i) out.push_back(out[i] | k.sign());
  return out;
}

/// Random bits whose exponents are often near the ends of the range, or near that of 1.
inline std::uint64_t random_value(const Kind& k, Random& random) {
  const std::uint64_t r = random();
  const std::uint64_t sign = r & k.sign();
  std::uint64_t fraction = random() & (k.smallest_normal() - 1);
  const std::uint64_t top = (1ULL << k.exponent_bits) - 1, spread = static_cast<unsigned>(k.mantissa_bits) + 4;
  std::uint64_t field = 0;
  switch (random() % 4) {
    case 0:
      field = random() % top;
      break;
    case 1:
      field = random() % std::min(spread, top);
      break;
    case 2:
      field = top - 1 - random() % std::min(spread, top - 1);
      break;
    default:
      field = static_cast<std::uint64_t>(k.bias()) + random() % 8 - 4;
      break;
  }
  // Few bits in some: exact results and ties.
  if (random() % 3 == 0) fraction &= ~0ULL << (random() % static_cast<unsigned>(k.mantissa_bits));
  return sign | field << k.mantissa_bits | fraction;
}

/// Columns of operands: every pair of edges (two columns) or many triples of them, then random numbers.
inline std::vector<OpInput> operand_columns(const Kind& k, unsigned columns, unsigned count, std::uint64_t seed,
                                            const std::string& type = {}) {
  const std::vector<std::uint64_t> edges = edge_values(k);
  std::vector<OpInput> out(columns, OpInput{type.empty() ? k.name : type, {}});
  Random random{seed};
  if (columns == 1) out[0].values = edges;
  if (columns == 2)
    for (const std::uint64_t a : edges)
      for (const std::uint64_t b : edges) {
        out[0].values.push_back(a);
        out[1].values.push_back(b);
      }
  for (unsigned i = 0; i < count; ++i) {
    const bool from_edges = columns == 3 && i % 2 == 0;
    for (OpInput& c : out) c.values.push_back(from_edges ? edges[random() % edges.size()] : random_value(k, random));
    if (i % 5 == 1 && columns == 2)  // near one another: cancellation
      out[1].values.back() = (out[0].values.back() ^ (random() & k.sign())) + random() % 5 - 2;
    if (i % 5 == 1 && columns == 3) {  // the product, nearly
      const std::uint64_t p = fused(k, out[0].values.back(), out[1].values.back(), 0, Mode::rn, true);
      out[2].values.back() = (p ^ k.sign()) + random() % 5 - 2;
    }
  }
  const std::uint64_t all = k.bits() == 64 ? ~0ULL : (1ULL << k.bits()) - 1;
  for (OpInput& c : out)
    for (std::uint64_t& v : c.values) v &= all;
  return out;
}

}  // namespace lathe::nvptx::test
