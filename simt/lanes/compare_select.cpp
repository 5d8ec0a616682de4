// selp and slct over 32 lanes. Cost: 4 to 15 ns. Source: PTX ISA 9.0, 9.7.6.
#include "simt/lanes/compare_key.hpp"
#include "simt/lanes/lanes.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES {
namespace {

template <class U>
Flow run_selp(Warp& w, const Code& c, Mask mask) {
  U* d = w.out<U>(c.d);
  const U* a = w.in<U>(c.a);
  const U* b = w.in<U>(c.b);
  const Mask p = w.pred(c.c);
  if (mask == all_lanes) {
    LATHE_LOOP d[l] = (p >> l & 1U) != 0 ? a[l] : b[l];
  } else {
    U t[lane_count];
    LATHE_LOOP t[l] = (p >> l & 1U) != 0 ? a[l] : b[l];
    blend(d, t, mask);
  }
  return Flow::next;
}

template <class U>
struct BySign {
  static U run(U a, U b, u32 c) { return static_cast<s32>(c) >= 0 ? a : b; }
};
// Not below zero: no sign, or a zero (or what counts as one) with a sign; no NaN.
template <class U, u32 Zeros>
struct ByFloat {
  static U run(U a, U b, u32 c) {
    const u32 size = c & 0x7fffffffU;
    return (c <= 0x7f800000U) | ((c >> 31 != 0) & (size <= Zeros)) ? a : b;
  }
};
template <class U>
using ByPlain = ByFloat<U, 0>;
template <class U>
using ByFlushed = ByFloat<U, 0x7fffff>;

template <template <class> class F>
Handler slct(unsigned bits) {
  switch (bits) {
    case 16:
      return lanes3<F<u16>, u16, u16, u16, u32>;
    case 32:
      return lanes3<F<u32>, u32, u32, u32, u32>;
    case 64:
      return lanes3<F<u64>, u64, u64, u64, u32>;
    default:
      return nullptr;
  }
}

}  // namespace

Handler pick_select(const SelectKey& k) {
  switch (k.by) {
    case SelectKey::By::pred:
      return k.bits == 16 ? run_selp<u16> : k.bits == 32 ? run_selp<u32> : k.bits == 64 ? run_selp<u64> : nullptr;
    case SelectKey::By::s32:
      return slct<BySign>(k.bits);
    case SelectKey::By::f32:
      return slct<ByPlain>(k.bits);
    case SelectKey::By::f32_flush:
      return slct<ByFlushed>(k.bits);
  }
  return nullptr;
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES
