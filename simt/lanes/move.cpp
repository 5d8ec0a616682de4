// mov over 32 lanes: copies, and registers put together from narrower ones and taken apart.
// An 8-bit register is 16 bits wide with zeros above. Cost: 3 to 12 ns. Source: PTX ISA 9.0, 9.7.9 (mov).
#include "simt/lanes/lanes.hpp"
#include "simt/lanes/move_key.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES {
namespace {

template <class U>
inline void copy_lanes(U* to, const U* from, Mask mask) {
  if (mask == all_lanes) {
    LATHE_LOOP to[l] = from[l];
  } else {
    blend(to, from, mask);
  }
}

Flow copy_pred(Warp& w, const Code& c, Mask mask) {
  w.set_pred(c.d, w.pred(c.a), mask);
  return Flow::next;
}
template <class U>
Flow copy(Warp& w, const Code& c, Mask mask) {
  copy_lanes(w.out<U>(c.d), w.in<U>(c.a), mask);
  return Flow::next;
}
// The two halves lie one after the other.
Flow copy128(Warp& w, const Code& c, Mask mask) {
  copy_lanes(w.out<u64>(c.d), w.in<u64>(c.a), mask);
  copy_lanes(w.out<u64>(c.d) + lane_count, w.in<u64>(c.a) + lane_count, mask);
  return Flow::next;
}

// Elements of E lanes and Bits bits into W lanes.
template <class W, class E, unsigned Bits>
inline void join2(W* d, const E* a, const E* b, Mask mask) {
  W t[lane_count];
  LATHE_LOOP t[l] = static_cast<W>(static_cast<W>(a[l]) | static_cast<W>(static_cast<W>(b[l]) << Bits));
  copy_lanes(d, t, mask);
}
template <class W, class E, unsigned Bits>
Flow pack2(Warp& w, const Code& c, Mask mask) {
  join2<W, E, Bits>(w.out<W>(c.d), w.in<E>(c.a), w.in<E>(c.b), mask);
  return Flow::next;
}
template <class W, class E, unsigned Bits>
Flow pack4(Warp& w, const Code& c, Mask mask) {
  const E* e0 = w.in<E>(c.a);
  const E* e1 = w.in<E>(c.b);
  const E* e2 = w.in<E>(c.c);
  const E* e3 = w.in<E>(c.x);
  W t[lane_count];
  LATHE_LOOP t[l] = static_cast<W>(e0[l]) | static_cast<W>(e1[l]) << Bits | static_cast<W>(e2[l]) << (2 * Bits) |
                    static_cast<W>(e3[l]) << (3 * Bits);
  copy_lanes(w.out<W>(c.d), t, mask);
  return Flow::next;
}
Flow pack128_2(Warp& w, const Code& c, Mask mask) {
  copy_lanes(w.out<u64>(c.d), w.in<u64>(c.a), mask);
  copy_lanes(w.out<u64>(c.d) + lane_count, w.in<u64>(c.b), mask);
  return Flow::next;
}
Flow pack128_4(Warp& w, const Code& c, Mask mask) {
  join2<u64, u32, 32>(w.out<u64>(c.d), w.in<u32>(c.a), w.in<u32>(c.b), mask);
  join2<u64, u32, 32>(w.out<u64>(c.d) + lane_count, w.in<u32>(c.c), w.in<u32>(c.x), mask);
  return Flow::next;
}

template <class E, class W, unsigned Bits, unsigned At>
inline void element(E* d, const W* a, Mask mask) {
  constexpr E ones = static_cast<E>((u64{1} << Bits) - 1);
  E t[lane_count];
  LATHE_LOOP t[l] = static_cast<E>(static_cast<E>(a[l] >> (At * Bits)) & ones);
  copy_lanes(d, t, mask);
}
template <class W, class E, unsigned Bits>
Flow unpack2(Warp& w, const Code& c, Mask mask) {
  const W* a = w.in<W>(c.a);
  element<E, W, Bits, 0>(w.out<E>(c.d), a, mask);
  element<E, W, Bits, 1>(w.out<E>(c.b), a, mask);
  return Flow::next;
}
template <class W, class E, unsigned Bits>
Flow unpack4(Warp& w, const Code& c, Mask mask) {
  const W* a = w.in<W>(c.a);
  element<E, W, Bits, 0>(w.out<E>(c.d), a, mask);
  element<E, W, Bits, 1>(w.out<E>(c.b), a, mask);
  element<E, W, Bits, 2>(w.out<E>(c.c), a, mask);
  element<E, W, Bits, 3>(w.out<E>(c.y), a, mask);
  return Flow::next;
}
Flow unpack128_2(Warp& w, const Code& c, Mask mask) {
  copy_lanes(w.out<u64>(c.d), w.in<u64>(c.a), mask);
  copy_lanes(w.out<u64>(c.b), w.in<u64>(c.a) + lane_count, mask);
  return Flow::next;
}
Flow unpack128_4(Warp& w, const Code& c, Mask mask) {
  const u64* a = w.in<u64>(c.a);
  element<u32, u64, 32, 0>(w.out<u32>(c.d), a, mask);
  element<u32, u64, 32, 1>(w.out<u32>(c.b), a, mask);
  element<u32, u64, 32, 0>(w.out<u32>(c.c), a + lane_count, mask);
  element<u32, u64, 32, 1>(w.out<u32>(c.y), a + lane_count, mask);
  return Flow::next;
}

// All are read before one is written: {a, b} = {b, a} exchanges.
template <class U, unsigned Count>
Flow vector(Warp& w, const Code& c, Mask mask) {
  const Slot* slots = w.extra(c);
  U t[Count][lane_count];
  for (unsigned i = 0; i < Count; ++i) copy_lanes(t[i], w.in<U>(slots[Count + i]), all_lanes);
  for (unsigned i = 0; i < Count; ++i) copy_lanes(w.out<U>(slots[i]), t[i], mask);
  return Flow::next;
}

Handler pick_copy(unsigned bits) {
  switch (bits) {
    case 1:
      return copy_pred;
    case 16:
      return copy<u16>;
    case 32:
      return copy<u32>;
    case 64:
      return copy<u64>;
    case 128:
      return copy128;
    default:
      return nullptr;
  }
}
Handler pick_pack(unsigned bits, bool two) {
  switch (bits) {
    case 16:
      return two ? pack2<u16, u16, 8> : nullptr;
    case 32:
      return two ? pack2<u32, u16, 16> : pack4<u32, u16, 8>;
    case 64:
      return two ? pack2<u64, u32, 32> : pack4<u64, u16, 16>;
    case 128:
      return two ? pack128_2 : pack128_4;
    default:
      return nullptr;
  }
}
Handler pick_unpack(unsigned bits, bool two) {
  switch (bits) {
    case 16:
      return two ? unpack2<u16, u16, 8> : nullptr;
    case 32:
      return two ? unpack2<u32, u16, 16> : unpack4<u32, u16, 8>;
    case 64:
      return two ? unpack2<u64, u32, 32> : unpack4<u64, u16, 16>;
    case 128:
      return two ? unpack128_2 : unpack128_4;
    default:
      return nullptr;
  }
}
Handler pick_vector(unsigned bits, bool two) {
  switch (bits) {
    case 16:
      return two ? vector<u16, 2> : vector<u16, 4>;
    case 32:
      return two ? vector<u32, 2> : vector<u32, 4>;
    case 64:
      return two ? vector<u64, 2> : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace

Handler pick_move(const MoveKey& k) {
  if (k.kind == MoveKey::Kind::copy) return pick_copy(k.bits);
  if (k.count != 2 && k.count != 4) return nullptr;
  const bool two = k.count == 2;
  return k.kind == MoveKey::Kind::pack     ? pick_pack(k.bits, two)
         : k.kind == MoveKey::Kind::unpack ? pick_unpack(k.bits, two)
                                           : pick_vector(k.bits, two);
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES
