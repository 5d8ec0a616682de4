// Multi-word arithmetic over 32 lanes: add.cc, addc, sub.cc, subc, mad.cc, madc. The flag of lane l is bit l of
// Warp::carry. The manual calls it the borrow of a subtraction; the hardware subtracts by adding the complement, so
// its flag is set when nothing was borrowed, and CUDA's 128-bit division reads it so (subc.cc, then addc).
// Cost: 15 to 40 ns. Source: PTX ISA 9.0, 9.7.2; nvcc's code for __int128.
#include "simt/lanes/integer_key.hpp"
#include "simt/lanes/lanes.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES {
namespace {

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;

inline u32 mul_high(u32 a, u32 b) { return static_cast<u32>((static_cast<u64>(a) * b) >> 32); }
inline u64 mul_high(u64 a, u64 b) { return static_cast<u64>((static_cast<u128>(a) * b) >> 64); }
inline u32 mul_high_signed(u32 a, u32 b) {
  return static_cast<u32>((static_cast<s64>(static_cast<s32>(a)) * static_cast<s32>(b)) >> 32);
}
inline u64 mul_high_signed(u64 a, u64 b) {
  return static_cast<u64>((static_cast<s128>(static_cast<s64>(a)) * static_cast<s64>(b)) >> 64);
}

// What the sum's first operand is; b is then added to it or subtracted from it.
enum class Term : u8 { a, low, high, high_signed };

template <Term T, class U>
inline U term(U a, U b) {
  if constexpr (T == Term::low) return a * b;
  if constexpr (T == Term::high) return mul_high(a, b);
  if constexpr (T == Term::high_signed) return mul_high_signed(a, b);
  return a;
}

template <class U, Term T, bool Sub, bool Reads, bool Writes>
Flow run(Warp& w, const Code& c, Mask mask) {
  const U* a = w.in<U>(c.a);
  const U* b = w.in<U>(c.b);
  const U* e = T == Term::a ? b : w.in<U>(c.c);
  const Mask carry = !Reads ? 0 : Sub ? ~w.carry : w.carry;
  U t[lane_count];
  u8 out[lane_count];
  LATHE_LOOP {
    const U in = carry >> l & 1U;
    const U x = term<T>(a[l], b[l]), y = e[l];
    const U once = Sub ? x - y : x + y;
    const U twice = Sub ? once - in : once + in;
    t[l] = twice;
    // At most one of the two steps passes the end.
    if (Writes) out[l] = static_cast<u8>(Sub ? (x < y) | (once < in) : (once < y) | (twice < in));
  }
  if (Writes) {
    const Mask flags = Sub ? ~pack_bits(out) : pack_bits(out);
    w.carry = (w.carry & ~mask) | (flags & mask);
  }
  blend(w.out<U>(c.d), t, mask);
  return Flow::next;
}

// The flag as a predicate; a borrow as it is.
template <bool Sub, bool Reads>
Flow run_predicate(Warp& w, const Code& c, Mask mask) {
  const u32 *a = w.in<u32>(c.a), *b = w.in<u32>(c.b);
  const Mask carry = Reads ? w.pred(c.x) : 0;
  u32 t[lane_count];
  u8 out[lane_count];
  LATHE_LOOP {
    const u64 in = carry >> l & 1U;
    const u64 wide = Sub ? u64{a[l]} - b[l] - in : u64{a[l]} + b[l] + in;
    t[l] = static_cast<u32>(wide);
    out[l] = static_cast<u8>(wide >> 32 & 1U);
  }
  w.set_pred(c.x, pack_bits(out), mask);
  blend(w.out<u32>(c.d), t, mask);
  return Flow::next;
}

template <class U, Term T, bool Sub>
Handler flags(const CarryKey& k) {
  if (k.reads) return k.writes ? run<U, T, Sub, true, true> : run<U, T, Sub, true, false>;
  return k.writes ? run<U, T, Sub, false, true> : nullptr;
}
template <class U>
Handler pick(const CarryKey& k) {
  using Op = CarryKey::Op;
  switch (k.op) {
    case Op::add:
      return flags<U, Term::a, false>(k);
    case Op::sub:
      return flags<U, Term::a, true>(k);
    case Op::mad_lo:
      return flags<U, Term::low, false>(k);
    case Op::mad_hi:
      return k.is_signed ? flags<U, Term::high_signed, false>(k) : flags<U, Term::high, false>(k);
    default:
      return nullptr;
  }
}

}  // namespace

Handler pick_carry(const CarryKey& k) {
  if (k.predicate) {
    if (k.bits != 32 || !k.writes || (k.op != CarryKey::Op::add && k.op != CarryKey::Op::sub)) return nullptr;
    if (k.op == CarryKey::Op::sub) return k.reads ? run_predicate<true, true> : run_predicate<true, false>;
    return k.reads ? run_predicate<false, true> : run_predicate<false, false>;
  }
  return k.bits == 32 ? pick<u32>(k) : k.bits == 64 ? pick<u64>(k) : nullptr;
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES
