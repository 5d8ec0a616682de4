// The frequent conversions of floats as vector loops: to and from integers, between f64, f32 and the 16-bit formats,
// to integral floats, and pairs of f32 packed into 16-bit formats. What is not here, pick_convert_any has; the
// results are the same. Source: PTX ISA 9.0, cvt; what the manual leaves open: convert_any.cpp.
#include <limits>

#include "simt/lanes/convert_key.hpp"
#include "simt/lanes/float_lanes.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES {
namespace {

// ---- sources: how the bits of a lane become the float that is computed with

struct FromF16 {
  using Word = u16;
  using Float = float;
  static float value(u16 a) { return float_of_half(a); }
};
struct FromBf16 {
  using Word = u16;
  using Float = float;
  static float value(u16 a) { return float_of_bfloat(a); }
};
struct FromF32 {
  using Word = u32;
  using Float = float;
  static float value(u32 a) { return f32_of(a); }
};
struct FromF32Ftz : FromF32 {
  static float value(u32 a) { return f32_of(flush32(a)); }
};
struct FromF64 {
  using Word = u64;
  using Float = double;
  static double value(u64 a) { return f64_of(a); }
};

/// x without its fraction, in the mode R; zeros keep the sign of x. NaN stays.
template <Rounding R>
float integral(float x) {
  const u32 sign = bits_of(x) & 0x80000000U;
  const float m = f32_of(bits_of(x) ^ sign);
  const float n = (m + 0x1p23F) - 0x1p23F;
  float r = f32_of(bits_of(n) | sign);
  if constexpr (R == Rounding::rz) r = f32_of(bits_of(n > m ? n - 1.0F : n) | sign);
  if constexpr (R == Rounding::rm) r = r > x ? r - 1.0F : r;
  if constexpr (R == Rounding::rp) r = r < x ? r + 1.0F : r;
  return m < 0x1p23F ? f32_of((bits_of(r) & 0x7fffffffU) | sign) : x;
}
template <Rounding R>
double integral(double x) {
  const u64 sign = bits_of(x) & 0x8000000000000000ULL;
  const double m = f64_of(bits_of(x) ^ sign);
  const double n = (m + 0x1p52) - 0x1p52;
  double r = f64_of(bits_of(n) | sign);
  if constexpr (R == Rounding::rz) r = f64_of(bits_of(n > m ? n - 1.0 : n) | sign);
  if constexpr (R == Rounding::rm) r = r > x ? r - 1.0 : r;
  if constexpr (R == Rounding::rp) r = r < x ? r + 1.0 : r;
  return m < 0x1p52 ? f64_of((bits_of(r) & 0x7fffffffffffffffULL) | sign) : x;
}

// ---- floats to integers

/// The lane type of an integer type.
template <class D>
struct LaneOf {
  using Type = u16;
};
template <>
struct LaneOf<s32> {
  using Type = u32;
};
template <>
struct LaneOf<u32> {
  using Type = u32;
};
template <>
struct LaneOf<s64> {
  using Type = u64;
};
template <>
struct LaneOf<u64> {
  using Type = u64;
};

/// c ? a : b, without control flow that keeps the compiler from making vectors.
template <class U>
U pick(bool c, U a, U b) {
  const U m = static_cast<U>(U{0} - static_cast<U>(c));
  return static_cast<U>((a & m) | (b & static_cast<U>(~m)));
}

template <class S, class D, Rounding R>
struct ToInteger {
  using Lane = typename LaneOf<D>::Type;
  using Float = typename S::Float;
  using Bits = decltype(bits_of(Float{}));
  static Lane run(typename S::Word a) {
    const Float x = integral<R>(S::value(a));
    // Both limits are numbers of the format: a power of two, and the smallest value.
    constexpr int width = 8 * sizeof(D);
    constexpr Float past = std::numeric_limits<D>::is_signed ? static_cast<Float>(u64{1} << (width - 1))
                                                             : static_cast<Float>(u64{1} << (width - 1)) * 2;
    constexpr Float least = static_cast<Float>(std::numeric_limits<D>::min());
    constexpr bool half_nan = width == 64 || sizeof(typename S::Word) == 8;
    constexpr Lane nan = half_nan ? static_cast<Lane>(u64{1} << (width - 1)) : Lane{0};
    const bool inside = (x >= least) & (x < past);
    const Lane r = cast(std::bit_cast<Float>(pick<Bits>(inside, bits_of(x), 0)));
    const Lane high = static_cast<Lane>(bits(std::numeric_limits<D>::max()));
    const Lane low = static_cast<Lane>(bits(std::numeric_limits<D>::min()));
    return pick<Lane>(inside, r, pick<Lane>(x >= past, high, pick<Lane>(x < least, low, nan)));
  }
  static Lane bits(D x) {
    if constexpr (sizeof(D) == 1) return static_cast<u8>(x);
    return static_cast<Lane>(x);
  }
  // By way of s32 where that is wide enough: the conversion that vectors have.
  static Lane cast(Float x) {
    if constexpr (sizeof(D) < 4 || std::is_same_v<D, s32>)
      return bits(static_cast<D>(static_cast<s32>(x)));
    else if constexpr (std::is_same_v<D, u32>) {
      const bool big = x >= Float{0x1p31};
      const Float low = x - std::bit_cast<Float>(pick<Bits>(big, bits_of(Float{0x1p31}), 0));
      return static_cast<u32>(static_cast<s32>(low)) ^ pick<u32>(big, 0x80000000U, 0);
    } else
      return bits(static_cast<D>(x));
  }
};

template <class S, class D>
Handler to_integer_with(Rounding rounding) {
  using Lane = typename LaneOf<D>::Type;
  switch (rounding) {
    case Rounding::rn:
      return lanes1<ToInteger<S, D, Rounding::rn>, Lane, typename S::Word>;
    case Rounding::rz:
      return lanes1<ToInteger<S, D, Rounding::rz>, Lane, typename S::Word>;
    case Rounding::rm:
      return lanes1<ToInteger<S, D, Rounding::rm>, Lane, typename S::Word>;
    case Rounding::rp:
      return lanes1<ToInteger<S, D, Rounding::rp>, Lane, typename S::Word>;
    default:
      return nullptr;
  }
}

template <class S>
Handler to_integer(Scalar d, Rounding rounding) {
  switch (d) {
    case Scalar::u8:
      return to_integer_with<S, u8>(rounding);
    case Scalar::s8:
      return to_integer_with<S, s8>(rounding);
    case Scalar::u16:
      return to_integer_with<S, u16>(rounding);
    case Scalar::s16:
      return to_integer_with<S, s16>(rounding);
    case Scalar::u32:
      return to_integer_with<S, u32>(rounding);
    case Scalar::s32:
      return to_integer_with<S, s32>(rounding);
    case Scalar::u64:
      return to_integer_with<S, u64>(rounding);
    case Scalar::s64:
      return to_integer_with<S, s64>(rounding);
    default:
      return nullptr;
  }
}

// ---- integers to f32 and f64, to nearest

template <class S, class D, class Word>
struct FromInteger {
  static Word run(typename LaneOf<S>::Type a) { return std::bit_cast<Word>(static_cast<D>(static_cast<S>(a))); }
};
template <class D, class Word>
Handler from_integer(Scalar s) {
  switch (s) {
    case Scalar::u8:
      return lanes1<FromInteger<u8, D, Word>, Word, u16>;
    case Scalar::s8:
      return lanes1<FromInteger<s8, D, Word>, Word, u16>;
    case Scalar::u16:
      return lanes1<FromInteger<u16, D, Word>, Word, u16>;
    case Scalar::s16:
      return lanes1<FromInteger<s16, D, Word>, Word, u16>;
    case Scalar::u32:
      return lanes1<FromInteger<u32, D, Word>, Word, u32>;
    case Scalar::s32:
      return lanes1<FromInteger<s32, D, Word>, Word, u32>;
    case Scalar::u64:
      return lanes1<FromInteger<u64, D, Word>, Word, u64>;
    case Scalar::s64:
      return lanes1<FromInteger<s64, D, Word>, Word, u64>;
    default:
      return nullptr;
  }
}

// ---- floats to floats

struct Widen16 {  // f16 to f32
  static u32 run(u16 a) {
    const u32 r = bits_of(float_of_half(a));
    return is_nan32(r) ? nan32 : r;
  }
};
struct WidenBf16 {
  static u32 run(u16 a) { return static_cast<u32>(a) << 16; }
};
template <bool Ftz>
struct Round16 {
  static u16 run(u32 a) { return half_of_float(flush32_if<Ftz>(a)); }
};
template <bool Ftz>
struct RoundBf16 {
  static u16 run(u32 a) { return bfloat_of_float(flush32_if<Ftz>(a)); }
};
/// NaN keeps sign and payload.
template <bool Ftz>
struct Widen32 {
  static u64 run(u32 a) {
    const u64 wide = bits_of(static_cast<double>(f32_of(flush32_if<Ftz>(a))));
    const u64 nan =
        static_cast<u64>(a & 0x80000000U) << 32 | 0x7ff8000000000000ULL | static_cast<u64>(a & 0x7fffffU) << 29;
    return is_nan32(a) ? nan : wide;
  }
};
template <Rounding R, bool Ftz>
struct Narrow64 {
  static u32 run(u64 a) {
    const u32 r = narrow<R>(f64_of(a));
    return is_nan32(r) ? nan32 : flush32_if<Ftz>(r);
  }
};
template <Rounding R, bool Ftz>
struct Integral32 {
  static u32 run(u32 a) {
    const float x = f32_of(flush32_if<Ftz>(a));
    return is_nan32(a) ? nan32 : bits_of(integral<R>(x));
  }
};
template <Rounding R>
struct Integral64 {
  static u64 run(u64 a) {
    const bool nan = (a & 0x7fffffffffffffffULL) > 0x7ff0000000000000ULL;
    return nan ? a | 0x0008000000000000ULL : bits_of(integral<R>(f64_of(a)));
  }
};
template <bool Ftz>
struct Saturate32 {
  static u32 run(u32 a) {
    const float x = f32_of(flush32_if<Ftz>(a));
    const float low = x > 0.0F ? x : 0.0F;
    return bits_of(low < 1.0F ? low : 1.0F);
  }
};
/// Two f32, a into the upper half. N is the 16-bit rounding.
template <class N>
struct Join {
  static u32 run(u32 a, u32 b) { return static_cast<u32>(N::run(a)) << 16 | N::run(b); }
};

template <Rounding R>
Handler with_mode(const ConvertKey& k) {
  if (k.from == Scalar::f64 && k.to == Scalar::f32 && !k.integral)
    return k.ftz ? lanes1<Narrow64<R, true>, u32, u64> : lanes1<Narrow64<R, false>, u32, u64>;
  if (k.from == Scalar::f32 && k.to == Scalar::f32 && k.integral)
    return k.ftz ? lanes1<Integral32<R, true>, u32, u32> : lanes1<Integral32<R, false>, u32, u32>;
  if (k.from == Scalar::f64 && k.to == Scalar::f64 && k.integral) return lanes1<Integral64<R>, u64, u64>;
  return nullptr;
}

Handler float_to_float(const ConvertKey& k) {
  switch (k.rounding) {
    case Rounding::rz:
      return with_mode<Rounding::rz>(k);
    case Rounding::rm:
      return with_mode<Rounding::rm>(k);
    case Rounding::rp:
      return with_mode<Rounding::rp>(k);
    case Rounding::rn:
      break;
    default:
      return nullptr;
  }
  if (const Handler h = with_mode<Rounding::rn>(k)) return h;
  if (k.integral) return nullptr;
  if (k.from == Scalar::f16 && k.to == Scalar::f32) return lanes1<Widen16, u32, u16>;
  if (k.from == Scalar::bf16 && k.to == Scalar::f32 && !k.ftz) return lanes1<WidenBf16, u32, u16>;
  if (k.from != Scalar::f32) return nullptr;
  if (k.to == Scalar::f64) return k.ftz ? lanes1<Widen32<true>, u64, u32> : lanes1<Widen32<false>, u64, u32>;
  if (k.to == Scalar::f16) return k.ftz ? lanes1<Round16<true>, u16, u32> : lanes1<Round16<false>, u16, u32>;
  if (k.to == Scalar::bf16) return k.ftz ? lanes1<RoundBf16<true>, u16, u32> : lanes1<RoundBf16<false>, u16, u32>;
  return nullptr;
}

Handler float_to_integer(const ConvertKey& k) {
  switch (k.from) {
    case Scalar::f16:
      return to_integer<FromF16>(k.to, k.rounding);
    case Scalar::bf16:
      return to_integer<FromBf16>(k.to, k.rounding);
    case Scalar::f32:
      return k.ftz ? to_integer<FromF32Ftz>(k.to, k.rounding) : to_integer<FromF32>(k.to, k.rounding);
    case Scalar::f64:
      return to_integer<FromF64>(k.to, k.rounding);
    default:
      return nullptr;
  }
}

}  // namespace

Handler pick_convert_float(const ConvertKey& k) {
  if (k.relu || k.satfinite) return nullptr;
  const bool plain = !k.sat && k.rounding == Rounding::rn;
  if (k.shape == ConvertKey::Shape::join) {
    if (!plain || k.ftz || k.from != Scalar::f32) return nullptr;
    if (k.to == Scalar::f16) return lanes2<Join<Round16<false>>, u32, u32, u32>;
    return k.to == Scalar::bf16 ? lanes2<Join<RoundBf16<false>>, u32, u32, u32> : nullptr;
  }
  if (k.shape != ConvertKey::Shape::single) return nullptr;
  if (is_integer(k.to)) return is_integer(k.from) ? nullptr : float_to_integer(k);  // .sat changes nothing
  if (is_integer(k.from)) {
    if (!plain) return nullptr;
    if (k.to == Scalar::f32) return from_integer<float, u32>(k.from);
    return k.to == Scalar::f64 ? from_integer<double, u64>(k.from) : nullptr;
  }
  if (k.sat) {
    if (k.from != Scalar::f32 || k.to != Scalar::f32 || k.integral) return nullptr;
    return k.ftz ? lanes1<Saturate32<true>, u32, u32> : lanes1<Saturate32<false>, u32, u32>;
  }
  return float_to_float(k);
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES
