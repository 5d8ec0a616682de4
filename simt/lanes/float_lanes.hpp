// Floating-point steps that the compiler turns into vector code: flushing, canonical NaNs, exact sums, narrowing in
// every rounding mode, 16-bit formats. Included by simt/lanes/*.cpp only; see lanes.hpp for the rules there.
//
// Directed rounding without touching the processor's mode: the exact result is first rounded to odd in a format at
// least two bits wider (its last bit is set when anything was lost), then once more in the mode that is meant; that
// gives what one rounding gives. Source: Boldo and Melquiond, Emulation of FMA and correctly rounded sums, 2008.
#pragma once

#include "simt/lanes/float_key.hpp"
#include "simt/lanes/lanes.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

inline constexpr u32 nan32 = 0x7fffffffU;  ///< NaN results of f32 operations
inline constexpr u16 nan16 = 0x7fffU;      ///< of f16 and bf16 operations

inline float f32_of(u32 bits) { return std::bit_cast<float>(bits); }
inline double f64_of(u64 bits) { return std::bit_cast<double>(bits); }
inline u32 bits_of(float x) { return std::bit_cast<u32>(x); }
inline u64 bits_of(double x) { return std::bit_cast<u64>(x); }

inline bool is_nan32(u32 a) { return (a & 0x7fffffffU) > 0x7f800000U; }

/// Sign-preserving zero for a subnormal.
inline u32 flush32(u32 a) { return (a & 0x7f800000U) == 0 ? a & 0x80000000U : a; }
template <bool Ftz>
u32 flush32_if(u32 a) {
  return Ftz ? flush32(a) : a;
}

/// The exact a + b (finite or not) rounded to odd. T: float or double, U: its bits.
/// The sum of finite numbers must not overflow.
template <class T, class U>
T sum_to_odd(T a, T b) {
  const T s = a + b;
  const T t = s - a;
  const T lost = (a - (s - t)) + (b - t);  // exact; NaN when something is not finite
  const U u = std::bit_cast<U>(s);
  const bool up = (lost > 0) == (s > 0);  // the exact sum lies away from zero of s
  const U odd = (u & 1U) != 0 ? u : up ? u + 1 : u - 1;
  const bool inexact = (lost > 0) | (lost < 0);
  return std::bit_cast<T>(inexact ? odd : u);
}

/// x rounded to f32 in the mode R. NaN gives some NaN.
template <Rounding R>
u32 narrow(double x) {
  const float f = static_cast<float>(x);
  const u32 u = bits_of(f);
  if constexpr (R == Rounding::rn) return u;
  const double back = static_cast<double>(f);
  // One step towards zero is one less, one step away is one more, for either sign and from infinity, too.
  if constexpr (R == Rounding::rz) {
    const bool beyond = x > 0 ? back > x : back < x;
    return beyond ? u - 1 : u;
  }
  const bool wrong = R == Rounding::rm ? back > x : back < x;
  const bool negative = (u >> 31) != 0;
  const bool away = R == Rounding::rm ? negative : !negative;
  return wrong ? (away ? u + 1 : u - 1) : u;
}

/// x rounded to odd as f32: what a further rounding to a narrower format wants.
inline u32 narrow_to_odd(double x) {
  const u32 u = narrow<Rounding::rz>(x);
  const double back = static_cast<double>(f32_of(u));
  return (back < x) | (back > x) ? u | 1U : u;
}

// ---- 16-bit formats

inline float float_of_half(u16 h) {
  const u32 magnitude = static_cast<u32>(h & 0x7fffU) << 13;
  const u32 sign = static_cast<u32>(h & 0x8000U) << 16;
  const u32 finite = bits_of(f32_of(magnitude) * 0x1p112F);  // exact, subnormals too
  const u32 special = magnitude | 0x7f800000U;
  return f32_of(sign | ((h & 0x7c00U) == 0x7c00U ? special : finite));
}
inline float float_of_bfloat(u16 h) { return f32_of(static_cast<u32>(h) << 16); }

/// To nearest even. NaN gives nan16.
inline u16 half_of_float(u32 u) {
  const u32 a = u & 0x7fffffffU;
  // Subnormal results: the addition rounds to the place of the last bit of half.
  const u32 magic = 126U << 23;
  const u32 small = bits_of(f32_of(a) + f32_of(magic)) - magic;
  const u32 normal = (a + 0xfffU + (a >> 13 & 1U) - (112U << 23)) >> 13;
  u32 r = a < (113U << 23) ? small : normal;
  r = a >= 0x477ff000U ? 0x7c00U : r;
  r |= u >> 16 & 0x8000U;
  return static_cast<u16>(a > 0x7f800000U ? nan16 : r);
}
inline u16 bfloat_of_float(u32 u) {
  const u32 r = (u + 0x7fffU + (u >> 16 & 1U)) >> 16;
  return static_cast<u16>(is_nan32(u) ? nan16 : r);
}

/// A 16-bit format: H its exponent field, and the way to and from f32.
struct Half {
  static constexpr u16 exponent = 0x7c00U;
  static float widen(u16 a) { return float_of_half(a); }
  static u16 round(u32 a) { return half_of_float(a); }
};
struct Bfloat {
  static constexpr u16 exponent = 0x7f80U;
  static float widen(u16 a) { return float_of_bfloat(a); }
  static u16 round(u32 a) { return bfloat_of_float(a); }
};
template <class H>
u16 flush16(u16 a) {
  return static_cast<u16>((a & H::exponent) == 0 ? a & 0x8000U : a);
}

// ---- loops over 32 lanes of P elements of type T

template <class T, unsigned P>
void blend_elements(T* to, const T* from, Mask mask) {
  _Pragma("GCC ivdep") for (unsigned i = 0; i < lane_count * P; ++i) to[i] =
      (mask >> i / P & 1U) != 0 ? from[i] : to[i];
}

template <class F, class T, unsigned P>
Flow each1(Warp& w, const Code& c, Mask mask) {
  T* d = w.out<T>(c.d);
  const T* a = w.in<T>(c.a);
  if (mask == all_lanes) {
    _Pragma("GCC ivdep") for (unsigned i = 0; i < lane_count * P; ++i) d[i] = F::run(a[i]);
  } else {
    T t[lane_count * P];
    _Pragma("GCC ivdep") for (unsigned i = 0; i < lane_count * P; ++i) t[i] = F::run(a[i]);
    blend_elements<T, P>(d, t, mask);
  }
  return Flow::next;
}

template <class F, class T, unsigned P>
Flow each2(Warp& w, const Code& c, Mask mask) {
  T* d = w.out<T>(c.d);
  const T* a = w.in<T>(c.a);
  const T* b = w.in<T>(c.b);
  if (mask == all_lanes) {
    _Pragma("GCC ivdep") for (unsigned i = 0; i < lane_count * P; ++i) d[i] = F::run(a[i], b[i]);
  } else {
    T t[lane_count * P];
    _Pragma("GCC ivdep") for (unsigned i = 0; i < lane_count * P; ++i) t[i] = F::run(a[i], b[i]);
    blend_elements<T, P>(d, t, mask);
  }
  return Flow::next;
}

template <class F, class T, unsigned P>
Flow each3(Warp& w, const Code& c, Mask mask) {
  T* d = w.out<T>(c.d);
  const T* a = w.in<T>(c.a);
  const T* b = w.in<T>(c.b);
  const T* e = w.in<T>(c.c);
  if (mask == all_lanes) {
    _Pragma("GCC ivdep") for (unsigned i = 0; i < lane_count * P; ++i) d[i] = F::run(a[i], b[i], e[i]);
  } else {
    T t[lane_count * P];
    _Pragma("GCC ivdep") for (unsigned i = 0; i < lane_count * P; ++i) t[i] = F::run(a[i], b[i], e[i]);
    blend_elements<T, P>(d, t, mask);
  }
  return Flow::next;
}

}  // namespace
}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
