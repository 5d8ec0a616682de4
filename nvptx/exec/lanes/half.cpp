// f16, f16x2, bf16, bf16x2: add sub mul fma, to nearest, with .ftz (f16), .sat and .relu.
//
// Sums and products of 16-bit formats are computed in f32 and rounded once more, which is innocuous for sums, and for
// products of f16 (exact); a product of bf16 and every fused sum is first rounded to odd. A NaN result is 0x7fff.
// .relu and .sat make +0 of -0. Source: PTX ISA 9.0, half-precision instructions; Figueroa 1995; float_lanes.hpp.
#include "nvptx/exec/float_lanes.hpp"

namespace lathe::nvptx::exec::LATHE_LANES {
namespace {

enum class Clamp : u8 { none, sat, relu };

template <class H, bool Ftz>
float in(u16 a) {
  return H::widen(Ftz ? flush16<H>(a) : a);
}

// Clamping commutes with the last rounding: 0 and 1 are numbers of the format.
template <class H, bool Ftz, Clamp C>
u16 out(float x) {
  if constexpr (C == Clamp::sat) {
    x = x > 0.0F ? x : 0.0F;
    x = x < 1.0F ? x : 1.0F;
  }
  if constexpr (C == Clamp::relu) x = (x < 0.0F) | (x == 0.0F) ? 0.0F : x;
  const u16 r = H::round(bits_of(x));
  return Ftz ? flush16<H>(r) : r;
}

template <class H, bool Ftz, Clamp C>
struct Add {
  static u16 run(u16 a, u16 b) { return out<H, Ftz, C>(in<H, Ftz>(a) + in<H, Ftz>(b)); }
};
template <class H, bool Ftz, Clamp C>
struct Sub {
  static u16 run(u16 a, u16 b) { return out<H, Ftz, C>(in<H, Ftz>(a) - in<H, Ftz>(b)); }
};
template <class H, bool Ftz, Clamp C>
struct Mul {
  static u16 run(u16 a, u16 b) {
    const float x = in<H, Ftz>(a), y = in<H, Ftz>(b);
    if constexpr (H::exponent == Half::exponent) return out<H, Ftz, C>(x * y);
    return out<H, Ftz, C>(f32_of(narrow_to_odd(static_cast<double>(x) * static_cast<double>(y))));
  }
};
template <class H, bool Ftz, Clamp C>
struct Fma {
  static u16 run(u16 a, u16 b, u16 c) {
    const float x = in<H, Ftz>(a), y = in<H, Ftz>(b), z = in<H, Ftz>(c);
    // The product is exact; neither it nor the sum leaves the range of f32, or of f64.
    if constexpr (H::exponent == Half::exponent) return out<H, Ftz, C>(sum_to_odd<float, u32>(x * y, z));
    const double s = sum_to_odd<double, u64>(static_cast<double>(x) * static_cast<double>(y), z);
    return out<H, Ftz, C>(f32_of(narrow_to_odd(s)));
  }
};

template <template <class, bool, Clamp> class Op, class H, bool Ftz, Clamp C, unsigned Arity>
Handler handler(bool pair) {
  using F = Op<H, Ftz, C>;
  if constexpr (Arity == 2) return pair ? each2<F, u16, 2> : each2<F, u16, 1>;
  if constexpr (Arity == 3) return pair ? each3<F, u16, 2> : each3<F, u16, 1>;
}

template <template <class, bool, Clamp> class Op, unsigned Arity, class H, bool Ftz>
Handler with_clamp(const FloatKey& key) {
  if (key.sat) return handler<Op, H, Ftz, Clamp::sat, Arity>(key.pair);
  if (key.relu) return handler<Op, H, Ftz, Clamp::relu, Arity>(key.pair);
  return handler<Op, H, Ftz, Clamp::none, Arity>(key.pair);
}

// bf16 has no .ftz.
template <template <class, bool, Clamp> class Op, unsigned Arity>
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

}  // namespace lathe::nvptx::exec::LATHE_LANES
