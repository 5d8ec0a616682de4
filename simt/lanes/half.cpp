// f16, f16x2, bf16, bf16x2: add sub mul fma, to nearest, with .ftz (f16), .sat and .relu.
//
// Sums and products of 16-bit formats are computed in f32 and rounded once more, which is innocuous for sums, and for
// products of f16 (exact); a product of bf16 and every fused sum is first rounded to odd. A NaN result is 0x7fff.
// .relu and .sat make +0 of -0. Source: PTX ISA 9.0, half-precision instructions; Figueroa 1995; float_lanes.hpp.
#include "simt/lanes/float_lanes.hpp"

#ifdef __F16C__
#include <immintrin.h>
#endif

namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES {
namespace {

enum class Clamp : u8 { none, sat, relu };

// Three loops, so that each works on vectors of one width: operands to f32, the operation, its result to 16 bits.

template <class H, bool Ftz, unsigned N>
void widen(float* to, const u16* from) {
#ifdef __F16C__
  if constexpr (H::exponent == Half::exponent && !Ftz) {
    for (unsigned i = 0; i < N; i += 8)
      _mm256_storeu_ps(to + i, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i))));
    return;
  }
#endif
  _Pragma("GCC ivdep") for (unsigned i = 0; i < N; ++i) to[i] = H::widen(Ftz ? flush16<H>(from[i]) : from[i]);
}

// Clamping commutes with the last rounding: 0 and 1 are numbers of the format.
template <Clamp C>
u32 clamp(float x) {
  if constexpr (C == Clamp::sat) {
    x = x > 0.0F ? x : 0.0F;
    x = x < 1.0F ? x : 1.0F;
  }
  if constexpr (C == Clamp::relu) x = (x < 0.0F) | (x == 0.0F) ? 0.0F : x;
  return bits_of(x);
}

template <class H, bool Ftz, unsigned N>
void finish(u16* to, const u32* from, Mask mask) {
  u16 t[N];
#ifdef __F16C__
  if constexpr (H::exponent == Half::exponent) {
    for (unsigned i = 0; i < N; i += 8) {
      const __m256 x = _mm256_loadu_ps(reinterpret_cast<const float*>(from + i));
      _mm_storeu_si128(reinterpret_cast<__m128i*>(t + i), _mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT));
    }
    for (unsigned i = 0; i < N; ++i) t[i] = static_cast<u16>((t[i] & 0x7fffU) > 0x7c00U ? nan16 : t[i]);
  } else
#endif
  {
    _Pragma("GCC ivdep") for (unsigned i = 0; i < N; ++i) t[i] = H::round(from[i]);
  }
  if constexpr (Ftz) {
    for (unsigned i = 0; i < N; ++i) t[i] = flush16<H>(t[i]);
  }
  if (mask == all_lanes)
    std::memcpy(to, t, sizeof t);
  else
    blend_elements<u16, N / lane_count>(to, t, mask);
}

template <class H>
struct Add {
  static float run(float x, float y) { return x + y; }
};
template <class H>
struct Sub {
  static float run(float x, float y) { return x - y; }
};
template <class H>
struct Mul {
  static float run(float x, float y) {
    if constexpr (H::exponent == Half::exponent) return x * y;
    return f32_of(narrow_to_odd(static_cast<double>(x) * static_cast<double>(y)));
  }
};
template <class H>
struct Fma {
  static float run(float x, float y, float z) {
    // The product is exact; neither it nor the sum leaves the range of f32, or of f64.
    if constexpr (H::exponent == Half::exponent) return sum_to_odd<float, u32>(x * y, z);
    return f32_of(narrow_to_odd(sum_to_odd<double, u64>(static_cast<double>(x) * static_cast<double>(y), z)));
  }
};

template <template <class> class Op, class H, bool Ftz, Clamp C, unsigned Arity, unsigned P>
Flow run(Warp& w, const Code& c, Mask mask) {
  constexpr unsigned n = lane_count * P;
  alignas(64) float x[n], y[n], z[Arity == 3 ? n : 1];
  alignas(64) u32 r[n];
  widen<H, Ftz, n>(x, w.in<u16>(c.a));
  widen<H, Ftz, n>(y, w.in<u16>(c.b));
  if constexpr (Arity == 3) {
    widen<H, Ftz, n>(z, w.in<u16>(c.c));
    for (unsigned i = 0; i < n; ++i) r[i] = clamp<C>(Op<H>::run(x[i], y[i], z[i]));
  } else {
    for (unsigned i = 0; i < n; ++i) r[i] = clamp<C>(Op<H>::run(x[i], y[i]));
  }
  finish<H, Ftz, n>(w.out<u16>(c.d), r, mask);
  return Flow::next;
}

template <template <class> class Op, class H, bool Ftz, Clamp C, unsigned Arity>
Handler handler(bool pair) {
  return pair ? run<Op, H, Ftz, C, Arity, 2> : run<Op, H, Ftz, C, Arity, 1>;
}

template <template <class> class Op, unsigned Arity, class H, bool Ftz>
Handler with_clamp(const FloatKey& key) {
  if (key.sat) return handler<Op, H, Ftz, Clamp::sat, Arity>(key.pair);
  if (key.relu) return handler<Op, H, Ftz, Clamp::relu, Arity>(key.pair);
  return handler<Op, H, Ftz, Clamp::none, Arity>(key.pair);
}

// bf16 has no .ftz.
template <template <class> class Op, unsigned Arity>
Handler with_format(const FloatKey& key) {
  if (key.format == FloatFormat::bf16) return key.ftz ? nullptr : with_clamp<Op, Arity, Bfloat, false>(key);
  return key.ftz ? with_clamp<Op, Arity, Half, true>(key) : with_clamp<Op, Arity, Half, false>(key);
}

}  // namespace

Handler pick_half(const FloatKey& key) {
  if (key.format != FloatFormat::f16 && key.format != FloatFormat::bf16) return nullptr;
  if (key.rounding != Rounding::rn || key.nan || key.xorsign || (key.sat && key.relu)) return nullptr;
  switch (key.op) {
    case FloatOp::add:
      return with_format<Add, 2>(key);
    case FloatOp::sub:
      return with_format<Sub, 2>(key);
    case FloatOp::mul:
      return with_format<Mul, 2>(key);
    case FloatOp::fma:
      return with_format<Fma, 3>(key);
    default:
      return nullptr;
  }
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES
