// Binary floating point of any format in integers: what the processor's own arithmetic does not give, such as f64
// with directed rounding, conversions between every pair of formats, and the 4- to 8-bit formats.
//
// A finite value is sign, 128-bit significand and exponent; operations keep it exact, or exact but for a last bit
// that says "something more" (jamming), and round once at the end. Included by simt/lanes/*.cpp only.
// Cost: 5 to 30 ns an operation. Source: IEEE 754-2019; PTX ISA 9.0, alternate floating-point data formats.
#pragma once

#include "simt/lanes/float_key.hpp"
#include "simt/lanes/lanes.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

__extension__ typedef unsigned __int128 u128;

/// An interchange format. `bits` may be fewer than those it is stored in.
struct Format {
  int bits, mantissa, emin;  ///< emin: exponent of the smallest normal number
  u64 max_finite, infinity;  ///< magnitudes; infinity is 0 where the format has none
  u64 nan;                   ///< canonical NaN; where there is none, what NaN becomes
  constexpr u64 sign_bit() const { return u64{1} << (bits - 1); }
};
inline constexpr Format format_f16{16, 10, -14, 0x7bff, 0x7c00, 0x7fff};
inline constexpr Format format_bf16{16, 7, -126, 0x7f7f, 0x7f80, 0x7fff};
inline constexpr Format format_f32{32, 23, -126, 0x7f7fffff, 0x7f800000, 0x7fffffff};
inline constexpr Format format_f64{64, 52, -1022, 0x7fefffffffffffff, 0x7ff0000000000000, 0xfff8000000000000};
inline constexpr Format format_tf32{19, 10, -126, 0x3fbff, 0x3fc00, 0x3ffff};
inline constexpr Format format_e4m3{8, 3, -6, 0x7e, 0, 0x7f};
inline constexpr Format format_e5m2{8, 2, -14, 0x7b, 0x7c, 0x7f};
inline constexpr Format format_e2m3{6, 3, 0, 0x1f, 0, 0x1f};
inline constexpr Format format_e3m2{6, 2, -2, 0x1f, 0, 0x1f};
inline constexpr Format format_e2m1{4, 1, 0, 0x7, 0, 0x7};

inline int top_bit(u128 x) {
  const auto high = static_cast<u64>(x >> 64);
  return high != 0 ? 127 - std::countl_zero(high) : 63 - std::countl_zero(static_cast<u64>(x));
}

/// (-1)^negative * significand * 2^exponent, or one of the special values.
struct Number {
  enum class Kind : u8 { finite, infinity, nan } kind = Kind::finite;
  bool negative = false;
  int exponent = 0;
  u128 significand = 0;
};

inline Number unpack(u64 bits, const Format& f) {
  Number n;
  n.negative = (bits & f.sign_bit()) != 0;
  const u64 magnitude = bits & (f.sign_bit() - 1);
  if (magnitude > f.max_finite) {
    n.kind = f.infinity != 0 && magnitude == f.infinity ? Number::Kind::infinity : Number::Kind::nan;
    return n;
  }
  const u64 field = magnitude >> f.mantissa;
  const u64 fraction = magnitude & ((u64{1} << f.mantissa) - 1);
  n.significand = field == 0 ? fraction : fraction | u64{1} << f.mantissa;
  n.exponent = (field == 0 ? 0 : static_cast<int>(field) - 1) + f.emin - f.mantissa;
  return n;
}

/// How the magnitude n with these lost bits is rounded: true for one more. half: the first lost bit; rest: any other.
inline bool rounds_up(Rounding mode, bool negative, bool odd, bool half, bool rest) {
  switch (mode) {
    case Rounding::rn:
      return half && (rest || odd);
    case Rounding::rna:
      return half;
    case Rounding::rm:
      return negative && (half || rest);
    case Rounding::rp:
      return !negative && (half || rest);
    default:
      return false;
  }
}

/// Magnitude of a value past the largest finite one.
inline u64 overflow_of(const Format& f, Rounding mode, bool negative, bool clamp) {
  const bool to_zero =
      mode == Rounding::rz || (mode == Rounding::rm && !negative) || (mode == Rounding::rp && negative);
  return clamp || to_zero || f.infinity == 0 ? f.max_finite : f.infinity;
}

/// Random bits of a stochastic rounding: `bits` are added below the last place of the result, `count` of them.
struct Random {
  u32 bits = 0;
  int count = 0;
};

/// A finite number as bits of the format. Its significand has at most 127 bits. clamp: .satfinite.
inline u64 pack(const Number& n, const Format& f, Rounding mode, bool clamp = false, Random random = {}) {
  const u64 sign = n.negative ? f.sign_bit() : 0;
  if (n.significand == 0) return sign;
  const int e = n.exponent + top_bit(n.significand);
  const int base = e > f.emin ? e : f.emin;
  const int shift = base - f.mantissa - n.exponent;
  u128 kept = 0;
  bool up = false;
  if (shift <= 0) {
    kept = n.significand << -shift;
  } else {
    const bool all = shift > 127;  // all is lost, and less than a half
    kept = all ? 0 : n.significand >> shift;
    const bool half = !all && (n.significand >> (shift - 1) & 1U) != 0;
    const bool rest = all || (n.significand & ((u128{1} << (shift - 1)) - 1)) != 0;
    if (mode == Rounding::rs) {
      const u32 below = static_cast<u32>(all                    ? 0
                                         : shift > random.count ? n.significand >> (shift - random.count)
                                                                : n.significand << (random.count - shift)) &
                        ((1U << random.count) - 1);
      up = below + random.bits >= 1U << random.count;
    } else {
      up = rounds_up(mode, n.negative, (kept & 1U) != 0, half, rest);
    }
  }
  const u64 magnitude = (static_cast<u64>(base - f.emin) << f.mantissa) + static_cast<u64>(kept) + static_cast<u64>(up);
  return sign | (magnitude > f.max_finite ? overflow_of(f, mode, n.negative, clamp) : magnitude);
}

// ---- f64 arithmetic on finite operands, in any of rn rz rm rp

/// x with its highest bit at `top`.
inline Number normalized(Number x, int top) {
  const int shift = top - top_bit(x.significand);
  x.significand <<= shift;
  x.exponent -= shift;
  return x;
}
inline u128 shift_jam(u128 x, int by) {
  if (by <= 0) return x;
  if (by > 127) return x != 0 ? 1 : 0;
  return x >> by | ((x & ((u128{1} << by) - 1)) != 0 ? 1U : 0U);
}

/// Exact but for jamming.
inline Number sum(Number a, Number b, Rounding mode) {
  if (a.significand == 0 && b.significand == 0) {
    a.negative = mode == Rounding::rm ? a.negative || b.negative : a.negative && b.negative;
    return a;
  }
  if (a.significand == 0) return b;
  if (b.significand == 0) return a;
  // 125 bits: room for a carry above, and 19 spare bits below the longest product.
  a = normalized(a, 124);
  b = normalized(b, 124);
  if (a.exponent < b.exponent) {
    const Number t = a;
    a = b;
    b = t;
  }
  b.significand = shift_jam(b.significand, a.exponent - b.exponent);
  if (a.negative == b.negative) {
    a.significand += b.significand;
  } else if (a.significand > b.significand) {
    a.significand -= b.significand;
  } else {
    a.negative = a.significand == b.significand ? mode == Rounding::rm : b.negative;
    a.significand = b.significand - a.significand;
  }
  return a;
}
inline Number product(const Number& a, const Number& b) {
  return {Number::Kind::finite, a.negative != b.negative, a.exponent + b.exponent, a.significand * b.significand};
}
/// b is not zero.
inline Number quotient(Number a, Number b) {
  const bool negative = a.negative != b.negative;
  if (a.significand == 0) return {Number::Kind::finite, negative, 0, 0};
  a = normalized(a, 122);
  b = normalized(b, 52);
  const u128 q = a.significand / b.significand;
  const bool rest = q * b.significand != a.significand;
  return {Number::Kind::finite, negative, a.exponent - b.exponent, q | (rest ? 1U : 0U)};
}
/// a is positive, or a zero.
inline Number root(Number a) {
  if (a.significand == 0) return a;
  a = normalized(a, 122);
  if ((a.exponent & 1) != 0) {
    a.significand >>= 1;  // its low bits are 0: it had 53
    a.exponent += 1;
  }
  // From the processor's estimate by one step of Newton's method, then to the exact floor.
  const u128 n = a.significand;
  auto r = static_cast<u128>(__builtin_sqrt(static_cast<double>(n)));
  r = (r + n / r) >> 1;
  while (r * r > n) --r;
  while ((r + 1) * (r + 1) <= n) ++r;
  return {Number::Kind::finite, false, a.exponent / 2, r | (r * r != n ? 1U : 0U)};
}

}  // namespace
}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
