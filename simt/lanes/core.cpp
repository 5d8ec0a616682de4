// Lane loops that the decoder itself needs: see core_key.hpp.
#include "simt/lanes/core_key.hpp"
#include "simt/lanes/lanes.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES {
namespace {

// V: the value's type of from_bits, signed when it is to be sign-extended. A: the array's element.
template <class V, class D>
struct Resize {
  template <class A>
  static D run(A a) {
    return static_cast<D>(static_cast<V>(a));
  }
};

/// Results of 8 bits are kept zero-extended in 16.
template <class V>
struct ToByte {
  template <class A>
  static u16 run(A a) {
    return static_cast<u8>(static_cast<V>(a));
  }
};

Flow not_pred(Warp& w, const Code& c, Mask mask) {
  w.set_pred(c.d, ~w.pred(c.a), mask);
  return Flow::next;
}

Flow frame_address(Warp& w, const Code& c, Mask mask) {
  u64* d = w.out<u64>(c.d);
  u64 t[lane_count];
  const u64 value = w.frame->local_base + c.imm;
  LATHE_LOOP t[l] = value;
  blend(d, t, mask);
  return Flow::next;
}

// Of 128 bits the low halves; the high ones are 0 or the sign.
template <class V, class A>
Flow to_128(Warp& w, const Code& c, Mask mask) {
  u64* d = w.out<u64>(c.d);
  const A* a = w.in<A>(c.a);
  u64 t[lane_count], h[lane_count];
  LATHE_LOOP t[l] = static_cast<u64>(static_cast<V>(a[l]));
  LATHE_LOOP h[l] = static_cast<V>(a[l]) < 0 ? ~u64{0} : 0;
  blend(d, t, mask);
  blend(d + lane_count, h, mask);
  return Flow::next;
}

template <class V, class A>
Handler from(unsigned to_bits) {
  switch (to_bits) {
    case 8:
      return lanes1<ToByte<V>, u16, A>;
    case 16:
      return lanes1<Resize<V, u16>, u16, A>;
    case 32:
      return lanes1<Resize<V, u32>, u32, A>;
    case 64:
      return lanes1<Resize<V, u64>, u64, A>;
    case 128:
      return to_128<V, A>;
    default:
      return nullptr;
  }
}

}  // namespace

Handler pick_core(const CoreKey& key) {
  switch (key.kind) {
    case CoreKey::Kind::not_pred:
      return not_pred;
    case CoreKey::Kind::frame_address:
      return frame_address;
    case CoreKey::Kind::resize:
      break;
  }
  switch (key.from_bits) {
    case 8:
      return key.sign ? from<s8, u16>(key.to_bits) : from<u8, u16>(key.to_bits);
    case 16:
      return key.sign ? from<s16, u16>(key.to_bits) : from<u16, u16>(key.to_bits);
    case 32:
      return key.sign ? from<s32, u32>(key.to_bits) : from<u32, u32>(key.to_bits);
    case 64:
    case 128:  // the low half
      return key.sign ? from<s64, u64>(key.to_bits) : from<u64, u64>(key.to_bits);
    default:
      return nullptr;
  }
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES
