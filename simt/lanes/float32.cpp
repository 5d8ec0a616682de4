// f32 and f32x2: add sub mul fma div rcp sqrt in the four rounding modes, with .ftz and .sat.
//
// To nearest is the processor's own arithmetic. The directed modes take the exact result, or the quotient and the
// root rounded to double, and narrow it: no quotient or root of 24-bit numbers lies so near to a 25-bit number that
// rounding to 53 bits could reach it. A NaN result is 0x7fffffff. Subnormal is judged after rounding: a result that
// rounds up to the smallest normal number is kept under .ftz (the manual leaves open which it is).
// Source: PTX ISA 9.0; Figueroa, When is double rounding innocuous?, 1995.
#include "simt/lanes/float_lanes.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES {
namespace {

template <bool Ftz, bool Sat>
u32 finish(u32 r) {
  if constexpr (Sat) {
    // NaN and -0 become +0.
    const float x = f32_of(flush32_if<Ftz>(r));
    const float low = x > 0.0F ? x : 0.0F;
    return bits_of(low < 1.0F ? low : 1.0F);
  }
  const u32 s = flush32_if<Ftz>(r);
  return is_nan32(r) ? nan32 : s;
}

// An exact sum that is zero: -0 downwards unless both are +0; otherwise +0 unless both are -0.
template <Rounding R>
double signed_zero(double s, double a, double b) {
  if constexpr (R != Rounding::rm) return s;
  const u64 sign = (bits_of(a) | bits_of(b)) & 0x8000000000000000ULL;
  return s == 0.0 ? f64_of(bits_of(s) | sign) : s;
}

template <Rounding R>
u32 exact_sum(double a, double b) {
  return narrow<R>(signed_zero<R>(sum_to_odd<double, u64>(a, b), a, b));
}

template <Rounding R, bool Ftz, bool Sat>
struct Add {
  static u32 run(u32 a, u32 b) {
    const float x = f32_of(flush32_if<Ftz>(a)), y = f32_of(flush32_if<Ftz>(b));
    if constexpr (R == Rounding::rn)
      return finish<Ftz, Sat>(bits_of(x + y));
    else
      return finish<Ftz, Sat>(exact_sum<R>(x, y));
  }
};
template <Rounding R, bool Ftz, bool Sat>
struct Sub {
  static u32 run(u32 a, u32 b) { return Add<R, Ftz, Sat>::run(a, b ^ 0x80000000U); }
};
template <Rounding R, bool Ftz, bool Sat>
struct Mul {
  static u32 run(u32 a, u32 b) {
    const float x = f32_of(flush32_if<Ftz>(a)), y = f32_of(flush32_if<Ftz>(b));
    if constexpr (R == Rounding::rn)
      return finish<Ftz, Sat>(bits_of(x * y));
    else
      return finish<Ftz, Sat>(narrow<R>(static_cast<double>(x) * static_cast<double>(y)));
  }
};
template <Rounding R, bool Ftz, bool Sat>
struct Fma {
  static u32 run(u32 a, u32 b, u32 c) {
    const float x = f32_of(flush32_if<Ftz>(a)), y = f32_of(flush32_if<Ftz>(b)), z = f32_of(flush32_if<Ftz>(c));
#ifdef __FMA__
    if constexpr (R == Rounding::rn) return finish<Ftz, Sat>(bits_of(__builtin_fmaf(x, y, z)));
#endif
    return finish<Ftz, Sat>(exact_sum<R>(static_cast<double>(x) * static_cast<double>(y), z));
  }
};
template <Rounding R, bool Ftz, bool Sat>
struct Div {
  static u32 run(u32 a, u32 b) {
    const float x = f32_of(flush32_if<Ftz>(a)), y = f32_of(flush32_if<Ftz>(b));
    if constexpr (R == Rounding::rn)
      return finish<Ftz, Sat>(bits_of(x / y));
    else
      return finish<Ftz, Sat>(narrow<R>(static_cast<double>(x) / static_cast<double>(y)));
  }
};
template <Rounding R, bool Ftz, bool Sat>
struct Rcp {
  static u32 run(u32 a) { return Div<R, Ftz, Sat>::run(0x3f800000U, a); }
};
template <Rounding R, bool Ftz, bool Sat>
struct Sqrt {
  static u32 run(u32 a) {
    const float x = f32_of(flush32_if<Ftz>(a));
    if constexpr (R == Rounding::rn)
      return finish<Ftz, Sat>(bits_of(__builtin_sqrtf(x)));
    else
      return finish<Ftz, Sat>(narrow<R>(__builtin_sqrt(static_cast<double>(x))));
  }
};

// The handler for the key's flags. Op takes Arity operands; pairs have no .sat.
template <template <Rounding, bool, bool> class Op, unsigned Arity, Rounding R, bool Ftz, bool Sat, unsigned P>
Handler handler() {
  using F = Op<R, Ftz, Sat>;
  if constexpr (Arity == 1) return each1<F, u32, P>;
  if constexpr (Arity == 2) return each2<F, u32, P>;
  if constexpr (Arity == 3) return each3<F, u32, P>;
}

template <template <Rounding, bool, bool> class Op, unsigned Arity, Rounding R>
Handler with_flags(const FloatKey& key) {
  if (key.pair && key.sat) return nullptr;
  if (key.pair) return key.ftz ? handler<Op, Arity, R, true, false, 2>() : handler<Op, Arity, R, false, false, 2>();
  if (key.sat) return key.ftz ? handler<Op, Arity, R, true, true, 1>() : handler<Op, Arity, R, false, true, 1>();
  return key.ftz ? handler<Op, Arity, R, true, false, 1>() : handler<Op, Arity, R, false, false, 1>();
}

// Without .sat and pairs.
template <template <Rounding, bool, bool> class Op, unsigned Arity, Rounding R>
Handler with_ftz(const FloatKey& key) {
  if (key.pair || key.sat) return nullptr;
  return key.ftz ? handler<Op, Arity, R, true, false, 1>() : handler<Op, Arity, R, false, false, 1>();
}

template <Rounding R>
Handler with_rounding(const FloatKey& key) {
  switch (key.op) {
    case FloatOp::add:
      return with_flags<Add, 2, R>(key);
    case FloatOp::sub:
      return with_flags<Sub, 2, R>(key);
    case FloatOp::mul:
      return with_flags<Mul, 2, R>(key);
    case FloatOp::fma:
      return with_flags<Fma, 3, R>(key);
    case FloatOp::div:
      return with_ftz<Div, 2, R>(key);
    case FloatOp::rcp:
      return with_ftz<Rcp, 1, R>(key);
    case FloatOp::sqrt:
      return with_ftz<Sqrt, 1, R>(key);
    default:
      return nullptr;
  }
}

}  // namespace

Handler pick_float32(const FloatKey& key) {
  if (key.format != FloatFormat::f32 || key.relu || key.nan || key.xorsign) return nullptr;
  switch (key.rounding) {
    case Rounding::rn:
      return with_rounding<Rounding::rn>(key);
    case Rounding::rz:
      return with_rounding<Rounding::rz>(key);
    case Rounding::rm:
      return with_rounding<Rounding::rm>(key);
    case Rounding::rp:
      return with_rounding<Rounding::rp>(key);
    default:
      return nullptr;
  }
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES
