// Comparisons of 32 lanes to one word, and what is made of the word. Included by lanes/compare*.cpp alone.
#pragma once

#include "simt/lanes/compare_key.hpp"
#include "simt/lanes/lanes.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

using Test = CompareKey::Test;

// ---- lane types: how the bits are compared
template <class U>
struct Unsigned {
  using Bits = U;
  static bool eq(U a, U b) { return a == b; }
  static bool lt(U a, U b) { return a < b; }
};
template <class U, class S>
struct Signed {
  using Bits = U;
  static bool eq(U a, U b) { return a == b; }
  static bool lt(U a, U b) { return static_cast<S>(a) < static_cast<S>(b); }
};
// The processor compares; only the denormals are ours.
template <class U, class F, bool Flush, U Exponent>
struct Float {
  using Bits = U;
  static F value(U a) {
    if (Flush) a = (a & Exponent) == 0 ? a & ~(~U{0} >> 1) : a;
    return std::bit_cast<F>(a);
  }
  static bool eq(U a, U b) { return value(a) == value(b); }
  static bool lt(U a, U b) { return value(a) < value(b); }
  static bool le(U a, U b) { return value(a) <= value(b); }
  static bool ne(U a, U b) { return lt(a, b) | lt(b, a); }
  static bool num(U a, U b) { return (value(a) == value(a)) & (value(b) == value(b)); }
};
// 16-bit floats as integers in their order: sign and magnitude to two's complement.
template <u16 Infinity, bool Flush>
struct Half16 {
  using Bits = u16;
  static s16 order(u16 a) {
    u16 m = a & 0x7fffU;
    if (Flush) m = m < (Infinity & (0 - Infinity)) ? u16{0} : m;
    return static_cast<s16>((a & 0x8000U) != 0 ? 0 - m : m);
  }
  static bool ordered(u16 a, u16 b) { return ((a & 0x7fffU) <= Infinity) & ((b & 0x7fffU) <= Infinity); }
  static bool eq(u16 a, u16 b) { return ordered(a, b) & (order(a) == order(b)); }
  static bool lt(u16 a, u16 b) { return ordered(a, b) & (order(a) < order(b)); }
  static bool le(u16 a, u16 b) { return ordered(a, b) & (order(a) <= order(b)); }
  static bool ne(u16 a, u16 b) { return ordered(a, b) & (order(a) != order(b)); }
  static bool num(u16 a, u16 b) { return ordered(a, b); }
};
// What testp asks of one float.
template <class U, U Infinity>
struct Class {
  using Bits = U;
  static constexpr U one = Infinity & (0 - Infinity);  // the lowest bit of the exponent
  static U size(U a) { return a & (~U{0} >> 1); }
  static bool infinite(U a) { return size(a) == Infinity; }
  static bool finite(U a) { return size(a) < Infinity; }
  static bool nan(U a) { return size(a) > Infinity; }
  static bool subnormal(U a) { return size(a) - 1 < one - 1; }
  static bool normal(U a) { return (size(a) == 0) | (size(a) - one < Infinity - one); }
};

template <class T, Test W>
inline bool test(typename T::Bits a, typename T::Bits b) {
  if constexpr (W == Test::eq) return T::eq(a, b);
  if constexpr (W == Test::lt) return T::lt(a, b);
  if constexpr (W == Test::le) return T::le(a, b);
  if constexpr (W == Test::ne) return T::ne(a, b);
  if constexpr (W == Test::num) return T::num(a, b);
  if constexpr (W == Test::infinite) return T::infinite(a);
  if constexpr (W == Test::finite) return T::finite(a);
  if constexpr (W == Test::nan) return T::nan(a);
  if constexpr (W == Test::subnormal) return T::subnormal(a);
  if constexpr (W == Test::normal) return T::normal(a);
}

/// One bit for each lane. Lanes of 32 bits become the bits themselves where the processor shifts lane by lane.
template <class T, Test W>
inline Mask outcome(const typename T::Bits* a, const typename T::Bits* b) {
#ifdef __AVX2__
  if constexpr (sizeof(typename T::Bits) == 4) {
    Mask m = 0;
    LATHE_LOOP m |= test<T, W>(a[l], b[l]) ? lane_bit(l) : 0U;
    return m;
  }
#endif
  u8 t[lane_count];
  LATHE_LOOP t[l] = test<T, W>(a[l], b[l]) ? 1 : 0;
  return pack_bits(t);
}

/// Code::x for all lanes.
inline Mask negation(const Code& c) { return static_cast<Mask>(static_cast<s32>(c.x)); }

inline Mask join(Mask t, Join op, Mask c) {
  return op == Join::none ? t : op == Join::both ? t & c : op == Join::either ? t | c : t ^ c;
}
inline Join join_of(const Code& c) { return static_cast<Join>(c.imm >> 32); }
inline Mask join_word(const Warp& w, const Code& c) { return join_of(c) == Join::none ? 0 : w.pred(c.c); }

// d = bit ? value : 0 in the lanes of the mask.
template <class U>
inline void put_value(Warp& w, const Code& c, Mask t, Mask mask) {
  const U value = static_cast<U>(c.imm);
  U v[lane_count];
  LATHE_LOOP v[l] = static_cast<U>((t >> l & 1U) != 0 ? value : 0);
  blend(w.out<U>(c.d), v, mask);
}

template <class T, Test W, CompareKey::Result R>
Flow run_compare(Warp& w, const Code& c, Mask mask) {
  using Bits = typename T::Bits;
  const Mask t = outcome<T, W>(w.in<Bits>(c.a), w.in<Bits>(c.b)) ^ negation(c);
  if constexpr (R == CompareKey::Result::pred) {
    w.set_pred(c.d, t, mask);
  } else {
    const Mask word = join_word(w, c), first = join(t, join_of(c), word);
    if constexpr (R == CompareKey::Result::preds) {
      const Mask second = join(~t, join_of(c), word);
      w.set_pred(c.d, first, mask);
      w.set_pred(c.y, second, mask);
    } else if constexpr (R == CompareKey::Result::value16) {
      put_value<u16>(w, c, first, mask);
    } else {
      put_value<u32>(w, c, first, mask);
    }
  }
  return Flow::next;
}

// Two 16-bit floats in each register.
template <class T, Test W, CompareKey::Result R>
Flow run_compare_x2(Warp& w, const Code& c, Mask mask) {
  const u32* a = w.in<u32>(c.a);
  const u32* b = w.in<u32>(c.b);
  u8 low[lane_count], high[lane_count];
  LATHE_LOOP low[l] = test<T, W>(static_cast<u16>(a[l]), static_cast<u16>(b[l])) ? 1 : 0;
  LATHE_LOOP high[l] = test<T, W>(static_cast<u16>(a[l] >> 16), static_cast<u16>(b[l] >> 16)) ? 1 : 0;
  const Mask word = join_word(w, c);
  const Mask p = join(pack_bits(low) ^ negation(c), join_of(c), word),
             q = join(pack_bits(high) ^ negation(c), join_of(c), word);
  if constexpr (R == CompareKey::Result::value32) {
    const u32 value = static_cast<u32>(c.imm);
    u32 v[lane_count];
    LATHE_LOOP v[l] = ((p >> l & 1U) != 0 ? value & 0xffffU : 0U) | ((q >> l & 1U) != 0 ? value & 0xffff0000U : 0U);
    blend(w.out<u32>(c.d), v, mask);
  } else {
    w.set_pred(c.d, p, mask);
    w.set_pred(c.y, q, mask);
  }
  return Flow::next;
}

template <class T, Test W>
Handler with_result(CompareKey::Result r) {
  switch (r) {
    case CompareKey::Result::pred:
      return run_compare<T, W, CompareKey::Result::pred>;
    case CompareKey::Result::preds:
      return run_compare<T, W, CompareKey::Result::preds>;
    case CompareKey::Result::value16:
      return run_compare<T, W, CompareKey::Result::value16>;
    case CompareKey::Result::value32:
      return run_compare<T, W, CompareKey::Result::value32>;
  }
  return nullptr;
}
template <class T, Test W>
Handler with_result_x2(CompareKey::Result r) {
  return r == CompareKey::Result::preds     ? run_compare_x2<T, W, CompareKey::Result::preds>
         : r == CompareKey::Result::value32 ? run_compare_x2<T, W, CompareKey::Result::value32>
                                            : nullptr;
}

}  // namespace
}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
