// Video instructions: one, two or four values of a register, with a second operation or a merge.
//
// The formulas are the manual's, over exact integers: a result that is not saturated goes unshortened into the
// second operation, whose operand c has the sign of the destination type.
// Cost: about 50 to 200 ns for 32 lanes (processors since sm_50 emulate most of them, too); scalar loops.
// Source: PTX ISA 9.0, 9.7.18.
#include "nvptx/exec/lanes/video_key.hpp"
#include "simt/lanes/lanes.hpp"

namespace lathe::nvptx::exec::LATHE_LANES {
namespace {

using Op = VideoKey::Op;
using Part = VideoFields::Part;
using Second = VideoFields::Second;
__extension__ typedef __int128 s128;

// `bits` of v from bit `at`, extended by sign or zero.
inline s64 field(u32 v, unsigned at, unsigned bits, bool sign) {
  const u64 up = static_cast<u64>(v >> at) << (64 - bits);
  return sign ? static_cast<s64>(up) >> (64 - bits) : static_cast<s64>(up >> (64 - bits));
}
inline unsigned bits_of(Part p) { return p == Part::word ? 32 : p >= Part::h0 ? 16 : 8; }
inline unsigned place_of(Part p) {
  return p == Part::word ? 0
         : p >= Part::h0 ? 16 * (static_cast<unsigned>(p) - static_cast<unsigned>(Part::h0))
                         : 8 * (static_cast<unsigned>(p) - static_cast<unsigned>(Part::b0));
}
inline s64 part(u32 v, Part p, bool sign) { return field(v, place_of(p), bits_of(p), sign); }

template <class T>
inline T clamp(T v, unsigned bits, bool sign) {
  const T high = sign ? (T{1} << (bits - 1)) - 1 : (T{1} << bits) - 1;
  const T low = sign ? -high - 1 : 0;
  return v < low ? low : v > high ? high : v;
}

// The first operation, on values of at most 33 bits.
template <Op O>
inline s128 combine(s64 a, s64 b, bool wrap) {
  const s64 n = wrap ? b & 31 : b > 32 ? 32 : b;
  switch (O) {
    case Op::add:
      return a + b;
    case Op::sub:
      return a - b;
    case Op::absdiff:
      return a < b ? b - a : a - b;
    case Op::min:
      return a < b ? a : b;
    case Op::max:
      return a > b ? a : b;
    case Op::average:
      return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
    case Op::shl:
      return static_cast<s128>(a) * (s128{1} << n);
    case Op::shr:
      return a >> n;
    case Op::eq:
      return a == b;
    case Op::ne:
      return a != b;
    case Op::lt:
      return a < b;
    case Op::le:
      return a <= b;
    case Op::gt:
      return a > b;
    case Op::ge:
      return a >= b;
  }
  return 0;
}

template <Op O>
inline u32 scalar(const VideoFields& f, u32 a, u32 b, u32 c) {
  s128 t = combine<O>(part(a, f.part_a, f.sign_a), part(b, f.part_b, f.sign_b), f.wrap);
  if (f.saturate) t = clamp(t, bits_of(f.part_d), f.sign_d);
  const s128 e = field(c, 0, 32, f.sign_d);
  switch (f.second) {
    case Second::add:
      return static_cast<u32>(t + e);
    case Second::min:
      return static_cast<u32>(t < e ? t : e);
    case Second::max:
      return static_cast<u32>(t > e ? t : e);
    case Second::merge: {
      const u32 mask = static_cast<u32>((u64{1} << bits_of(f.part_d)) - 1) << place_of(f.part_d);
      return (static_cast<u32>(t) << place_of(f.part_d) & mask) | (c & ~mask);
    }
    case Second::none:
      break;
  }
  return static_cast<u32>(t);
}

template <Op O, unsigned Count>
inline u32 parallel(const VideoFields& f, u32 choice, u32 a, u32 b, u32 c) {
  constexpr unsigned bits = 32 / Count;
  u32 merged = 0, sum = c;
  for (unsigned i = 0; i < Count; ++i) {
    const unsigned pa = choice >> (4 * i) & 7, pb = choice >> (16 + 4 * i) & 7;
    const s64 x = field(pa < Count ? a : b, pa % Count * bits, bits, f.sign_a);
    const s64 y = field(pb < Count ? a : b, pb % Count * bits, bits, f.sign_b);
    s64 t = static_cast<s64>(combine<O>(x, y, false));
    if (f.saturate) t = clamp(t, bits, f.sign_d);
    const bool mine = (f.mask >> i & 1) != 0;
    sum += mine ? static_cast<u32>(t) : 0;
    merged |= static_cast<u32>(field(mine ? static_cast<u32>(t) : c >> (i * bits), 0, bits, false)) << (i * bits);
  }
  return f.second == Second::add ? sum : merged;
}

template <Op O, unsigned Count>
Flow run(Warp& w, const Code& code, Mask mask) {
  const u32* a = w.in<u32>(code.a);
  const u32* b = w.in<u32>(code.b);
  const u32* c = w.in<u32>(code.c);
  const VideoFields f = VideoFields::unpack(code.x);
  u32 t[lane_count];
  for (unsigned l = 0; l < lane_count; ++l) {
    if constexpr (Count == 1)
      t[l] = scalar<O>(f, a[l], b[l], c[l]);
    else
      t[l] = parallel<O, Count>(f, code.y, a[l], b[l], c[l]);
  }
  blend(w.out<u32>(code.d), t, mask);
  return Flow::next;
}

inline u32 mad(const VideoFields& f, u32 a, u32 b, u32 c) {
  const bool sign = f.sign_a || f.sign_b || f.negate_product || f.negate_c;
  s128 t = static_cast<s128>(part(a, f.part_a, f.sign_a)) * part(b, f.part_b, f.sign_b);
  bool one = f.plus_one;
  if (f.negate_product) {
    t = ~t;
    one = true;
  } else if (f.negate_c) {
    c = ~c;
    one = true;
  }
  t += field(c, 0, 32, sign) + (one ? 1 : 0);
  t >>= f.scale;
  if (f.saturate) t = clamp(t, 32, sign);
  return static_cast<u32>(t);
}
Flow run_mad(Warp& w, const Code& code, Mask mask) {
  const u32* a = w.in<u32>(code.a);
  const u32* b = w.in<u32>(code.b);
  const u32* c = w.in<u32>(code.c);
  const VideoFields f = VideoFields::unpack(code.x);
  u32 t[lane_count];
  for (unsigned l = 0; l < lane_count; ++l) t[l] = mad(f, a[l], b[l], c[l]);
  blend(w.out<u32>(code.d), t, mask);
  return Flow::next;
}

template <Op O>
Handler pick(unsigned count) {
  return count == 1 ? run<O, 1> : count == 2 ? run<O, 2> : count == 4 ? run<O, 4> : nullptr;
}

}  // namespace

Handler pick_video(const VideoKey& k) {
  if (k.mad) return run_mad;
  switch (k.op) {
    case Op::add:
      return pick<Op::add>(k.count);
    case Op::sub:
      return pick<Op::sub>(k.count);
    case Op::absdiff:
      return pick<Op::absdiff>(k.count);
    case Op::min:
      return pick<Op::min>(k.count);
    case Op::max:
      return pick<Op::max>(k.count);
    case Op::average:
      return pick<Op::average>(k.count);
    case Op::shl:
      return k.count == 1 ? run<Op::shl, 1> : nullptr;
    case Op::shr:
      return k.count == 1 ? run<Op::shr, 1> : nullptr;
    case Op::eq:
      return pick<Op::eq>(k.count);
    case Op::ne:
      return pick<Op::ne>(k.count);
    case Op::lt:
      return pick<Op::lt>(k.count);
    case Op::le:
      return pick<Op::le>(k.count);
    case Op::gt:
      return pick<Op::gt>(k.count);
    case Op::ge:
      return pick<Op::ge>(k.count);
  }
  return nullptr;
}

}  // namespace lathe::nvptx::exec::LATHE_LANES
