// cvt between integers of 8 to 64 bits, with .sat, and cvt.pack. Source: PTX ISA 9.0, cvt.
#include <limits>

#include "simt/lanes/convert_key.hpp"
#include "simt/lanes/lanes.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES {
namespace {

/// The lane array of an integer type: 8 bits are kept zero-extended in 16.
template <class T>
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
template <class T>
using Lane = typename LaneOf<T>::Type;

/// The bits of x without its sign extension.
template <class D>
Lane<D> keep(D x) {
  if constexpr (sizeof(D) == 1)
    return static_cast<u8>(x);
  else
    return static_cast<Lane<D>>(x);
}

template <class S, class D, bool Sat>
struct Convert {
  static Lane<D> run(Lane<S> a) {
    const S x = static_cast<S>(a);
    if constexpr (!Sat) return keep<D>(static_cast<D>(x));
    using L = std::numeric_limits<D>;
    using M = std::numeric_limits<S>;
    S y = x;
    // Compared in the source type; a bound that it cannot hold cannot be passed.
    if constexpr (M::is_signed && !L::is_signed) {
      y = y > 0 ? y : S{0};
      if constexpr (sizeof(S) > sizeof(D)) y = y < static_cast<S>(L::max()) ? y : static_cast<S>(L::max());
    } else if constexpr (!M::is_signed) {
      if constexpr (sizeof(S) > sizeof(D) || (sizeof(S) == sizeof(D) && L::is_signed))
        y = y < static_cast<S>(L::max()) ? y : static_cast<S>(L::max());
    } else if constexpr (sizeof(S) > sizeof(D)) {
      y = y < static_cast<S>(L::max()) ? y : static_cast<S>(L::max());
      y = y > static_cast<S>(L::min()) ? y : static_cast<S>(L::min());
    }
    return keep<D>(static_cast<D>(y));
  }
};

template <class S, class D>
Handler of(bool sat) {
  return sat ? lanes1<Convert<S, D, true>, Lane<D>, Lane<S>> : lanes1<Convert<S, D, false>, Lane<D>, Lane<S>>;
}

template <class S>
Handler to(Scalar d, bool sat) {
  switch (d) {
    case Scalar::u8:
      return of<S, u8>(sat);
    case Scalar::s8:
      return of<S, s8>(sat);
    case Scalar::u16:
      return of<S, u16>(sat);
    case Scalar::s16:
      return of<S, s16>(sat);
    case Scalar::u32:
      return of<S, u32>(sat);
    case Scalar::s32:
      return of<S, s32>(sat);
    case Scalar::u64:
      return of<S, u64>(sat);
    case Scalar::s64:
      return of<S, s64>(sat);
    default:
      return nullptr;
  }
}

// a goes above b; the rest is c from its low bits on.
template <unsigned Bits, bool Signed>
struct Pack {
  static u32 clamp(u32 a) {
    constexpr s32 low = Signed ? -(1 << (Bits - 1)) : 0;
    constexpr s32 high = Signed ? (1 << (Bits - 1)) - 1 : (1 << Bits) - 1;
    s32 x = static_cast<s32>(a);
    x = x < high ? x : high;
    x = x > low ? x : low;
    return static_cast<u32>(x) & ((1U << Bits) - 1);
  }
  static u32 run(u32 a, u32 b) { return clamp(a) << Bits | clamp(b); }
  static u32 run(u32 a, u32 b, u32 c) { return run(a, b) | c << (2 * Bits); }
};
template <unsigned Bits>
Handler pack_of(bool to_signed) {
  return to_signed ? lanes3<Pack<Bits, true>, u32, u32, u32, u32> : lanes3<Pack<Bits, false>, u32, u32, u32, u32>;
}

}  // namespace

Handler pick_convert_integer(const ConvertKey& key) {
  if (key.shape != ConvertKey::Shape::single || key.integral || key.ftz || key.relu || key.satfinite) return nullptr;
  switch (key.from) {
    case Scalar::u8:
      return to<u8>(key.to, key.sat);
    case Scalar::s8:
      return to<s8>(key.to, key.sat);
    case Scalar::u16:
      return to<u16>(key.to, key.sat);
    case Scalar::s16:
      return to<s16>(key.to, key.sat);
    case Scalar::u32:
      return to<u32>(key.to, key.sat);
    case Scalar::s32:
      return to<s32>(key.to, key.sat);
    case Scalar::u64:
      return to<u64>(key.to, key.sat);
    case Scalar::s64:
      return to<s64>(key.to, key.sat);
    default:
      return nullptr;
  }
}

Handler pick_convert_pack(const PackKey& key) {
  switch (key.bits) {
    case 2:
      return pack_of<2>(key.to_signed);
    case 4:
      return pack_of<4>(key.to_signed);
    case 8:
      return pack_of<8>(key.to_signed);
    case 16:
      return key.to_signed ? lanes2<Pack<16, true>, u32, u32, u32> : lanes2<Pack<16, false>, u32, u32, u32>;
    default:
      return nullptr;
  }
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES
