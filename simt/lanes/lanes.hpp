// Loops over the lanes: the shape of almost every handler. Included by lanes/*.cpp only, of simt
// and of its clients.
//
// Those files are compiled twice, for the processor's baseline and for x86-64-v3 (AVX2, FMA, F16C), each in the
// namespace that LATHE_LANES names; pick() of level.hpp takes the better one at run time. So they must not use
// anything that the linker could merge between the two: no standard containers, strings or streams, no templates
// of the standard library beyond what the compiler folds away (std::bit_cast, type traits, numeric_limits);
// everything in an anonymous namespace or in LATHE_LANES. What they export is `Handler pick_X(key)`.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "simt/state/code.hpp"
#include "simt/state/warp.hpp"

#ifndef LATHE_LANES
#error "define LATHE_LANES: base or v3"
#endif

// Lanes do not depend on each other: a register that is read and written is so lane by lane.
#if defined(__clang__)
#define LATHE_LOOP _Pragma("clang loop vectorize(assume_safety)") for (unsigned l = 0; l < lane_count; ++l)
#else
#define LATHE_LOOP _Pragma("GCC ivdep") for (unsigned l = 0; l < lane_count; ++l)
#endif

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;

/// Copies the lanes of the mask.
template <class T>
inline void blend(T* to, const T* from, Mask mask) {
  LATHE_LOOP to[l] = (mask >> l & 1U) != 0 ? from[l] : to[l];
}

/// d[l] = F::run(a[l]); D and A are the unsigned lane types (u16, u32, u64).
template <class F, class D, class A>
Flow lanes1(Warp& w, const Code& c, Mask mask) {
  D* d = w.out<D>(c.d);
  const A* a = w.in<A>(c.a);
  if (mask == all_lanes) {
    LATHE_LOOP d[l] = F::run(a[l]);
  } else {
    D t[lane_count];
    LATHE_LOOP t[l] = F::run(a[l]);
    blend(d, t, mask);
  }
  return Flow::next;
}

template <class F, class D, class A, class B>
Flow lanes2(Warp& w, const Code& c, Mask mask) {
  D* d = w.out<D>(c.d);
  const A* a = w.in<A>(c.a);
  const B* b = w.in<B>(c.b);
  if (mask == all_lanes) {
    LATHE_LOOP d[l] = F::run(a[l], b[l]);
  } else {
    D t[lane_count];
    LATHE_LOOP t[l] = F::run(a[l], b[l]);
    blend(d, t, mask);
  }
  return Flow::next;
}

template <class F, class D, class A, class B, class C>
Flow lanes3(Warp& w, const Code& c, Mask mask) {
  D* d = w.out<D>(c.d);
  const A* a = w.in<A>(c.a);
  const B* b = w.in<B>(c.b);
  const C* e = w.in<C>(c.c);
  if (mask == all_lanes) {
    LATHE_LOOP d[l] = F::run(a[l], b[l], e[l]);
  } else {
    D t[lane_count];
    LATHE_LOOP t[l] = F::run(a[l], b[l], e[l]);
    blend(d, t, mask);
  }
  return Flow::next;
}

/// Bit l of the result is whether t[l] is not 0 (t holds 0 or 1).
inline Mask pack_bits(const u8* t) {
  Mask m = 0;
  for (unsigned i = 0; i < lane_count / 8; ++i) {
    u64 x;
    std::memcpy(&x, t + 8 * i, 8);
    m |= static_cast<Mask>((x * 0x0102040810204080ULL) >> 56) << (8 * i);
  }
  return m;
}

/// Bit l = F::run(a[l], b[l]).
template <class F, class A>
Mask compare_lanes(const A* a, const A* b) {
  u8 t[lane_count];
  LATHE_LOOP t[l] = F::run(a[l], b[l]) ? 1 : 0;
  return pack_bits(t);
}

}  // namespace
}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
