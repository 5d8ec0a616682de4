// abs neg min max copysign of f16 bf16 f32 f64: work on the bits, with .ftz, .NaN and .xorsign.abs.
//
// NaN results are canonical, of f64 the quieted second operand; abs and neg of a NaN are "unspecified" in the manual:
// here canonical, and for f64 quieted with the new sign, as GPUs do, which add zero. -0 is less than +0.
// Source: PTX ISA 9.0; the code that ptxas makes of these operations.
#include "simt/lanes/float_lanes.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES {
namespace {

/// Bits of a format: U holds it, E is its exponent field, N the canonical NaN (of f64 the quiet bit).
template <class U, U E, U N>
struct Bits {
  using Word = U;
  static constexpr U sign = static_cast<U>(U{1} << (8 * sizeof(U) - 1));
  static constexpr U exponent = E, nan = N;
  static U magnitude(U a) { return static_cast<U>(a & static_cast<U>(~sign)); }
  static bool is_nan(U a) { return magnitude(a) > E; }
  static U flush(U a) { return static_cast<U>((a & E) == 0 ? a & sign : a); }
};
struct Double : Bits<u64, 0x7ff0000000000000ULL, 0x0008000000000000ULL> {};
struct Single : Bits<u32, 0x7f800000U, nan32> {};
struct HalfBits : Bits<u16, 0x7c00U, nan16> {};
struct BfloatBits : Bits<u16, 0x7f80U, nan16> {};

template <class B>
typename B::Word nan_of(typename B::Word a) {
  if constexpr (sizeof(a) == 8)
    return a | B::nan;
  else
    return B::nan;
}

template <class B, bool Ftz>
struct Abs {
  using U = typename B::Word;
  static U run(U a) {
    const U m = B::magnitude(Ftz ? B::flush(a) : a);
    return B::is_nan(a) ? nan_of<B>(m) : m;
  }
};
template <class B, bool Ftz>
struct Neg {
  using U = typename B::Word;
  static U run(U a) {
    const U m = static_cast<U>((Ftz ? B::flush(a) : a) ^ B::sign);
    return B::is_nan(a) ? nan_of<B>(m) : m;
  }
};
/// d = magnitude of b with the sign of a.
template <class B>
struct Copysign {
  using U = typename B::Word;
  static U run(U a, U b) { return static_cast<U>((a & B::sign) | B::magnitude(b)); }
};

/// Unsigned numbers in the order of the floats.
template <class B>
typename B::Word order(typename B::Word a) {
  using U = typename B::Word;
  return static_cast<U>((a & B::sign) != 0 ? static_cast<U>(~a) : static_cast<U>(a | B::sign));
}

template <class B, bool Max, bool Ftz, bool Nan, bool Xor>
struct Extreme {
  using U = typename B::Word;
  static U run(U a, U b) {
    U x = Ftz ? B::flush(a) : a, y = Ftz ? B::flush(b) : b;
    if constexpr (Xor) {
      x = B::magnitude(x);
      y = B::magnitude(y);
    }
    const bool first = Max ? order<B>(x) > order<B>(y) : order<B>(x) < order<B>(y);
    U r = first ? x : y;
    if constexpr (Xor) r = static_cast<U>(r | ((a ^ b) & B::sign));
    const bool nan_a = B::is_nan(a), nan_b = B::is_nan(b);
    if constexpr (Nan) {
      r = nan_a | nan_b ? nan_of<B>(nan_b ? b : a) : r;
    } else {
      // The other operand, with the sign that .xorsign gives it.
      const U s = static_cast<U>(Xor ? (a ^ b) & B::sign : 0);
      r = nan_a ? static_cast<U>(y | s) : r;
      r = nan_b ? static_cast<U>(x | s) : r;
      r = nan_a & nan_b ? nan_of<B>(b) : r;
    }
    return r;
  }
};

template <class F, bool Pairs>
Handler unary(bool pair) {
  using U = typename F::U;
  if constexpr (Pairs)
    return pair ? each1<F, U, 2> : each1<F, U, 1>;
  else
    return pair ? nullptr : each1<F, U, 1>;
}
template <class F, bool Pairs>
Handler binary(bool pair) {
  using U = typename F::U;
  if constexpr (Pairs)
    return pair ? each2<F, U, 2> : each2<F, U, 1>;
  else
    return pair ? nullptr : each2<F, U, 1>;
}

template <class B, bool Pairs, bool Max, bool Ftz>
Handler extreme(const FloatKey& key) {
  if (key.nan)
    return key.xorsign ? binary<Extreme<B, Max, Ftz, true, true>, Pairs>(key.pair)
                       : binary<Extreme<B, Max, Ftz, true, false>, Pairs>(key.pair);
  return key.xorsign ? binary<Extreme<B, Max, Ftz, false, true>, Pairs>(key.pair)
                     : binary<Extreme<B, Max, Ftz, false, false>, Pairs>(key.pair);
}

template <class B, bool Pairs, bool Ftz>
Handler with_ftz(const FloatKey& key) {
  switch (key.op) {
    case FloatOp::abs:
      return unary<Abs<B, Ftz>, Pairs>(key.pair);
    case FloatOp::neg:
      return unary<Neg<B, Ftz>, Pairs>(key.pair);
    case FloatOp::min:
      return extreme<B, Pairs, false, Ftz>(key);
    case FloatOp::max:
      return extreme<B, Pairs, true, Ftz>(key);
    case FloatOp::copysign:
      return binary<Copysign<B>, false>(key.pair);
    default:
      return nullptr;
  }
}

}  // namespace

Handler pick_float_bits(const FloatKey& key) {
  if (key.sat || key.relu || key.rounding != Rounding::rn) return nullptr;
  switch (key.format) {
    case FloatFormat::f16:
      return key.ftz ? with_ftz<HalfBits, true, true>(key) : with_ftz<HalfBits, true, false>(key);
    case FloatFormat::bf16:
      return key.ftz ? nullptr : with_ftz<BfloatBits, true, false>(key);
    case FloatFormat::f32:
      return key.ftz ? with_ftz<Single, false, true>(key) : with_ftz<Single, false, false>(key);
    case FloatFormat::f64:
      return key.ftz ? nullptr : with_ftz<Double, false, false>(key);
  }
  return nullptr;
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES
