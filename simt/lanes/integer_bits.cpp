// Operations on bits over 32 lanes: counts, fields, funnel shifts, byte permutation, lop3, dot products of bytes.
//
// Each is written without branches on the data, from the formulas of the manual, so that the loops become vector
// code where the processor has what they need. A position or length of bfe and bfi counts by its low 8 bits.
// Cost: 5 to 40 ns for 32 lanes, fns more. Source: PTX ISA 9.0, 9.7.1 and 9.7.8.
#include "simt/lanes/integer_key.hpp"
#include "simt/lanes/lanes.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES {
namespace {

template <class U>
constexpr u32 width = 8 * sizeof(U);

// Shifts by any amount: 0 when nothing is left.
template <class U>
inline U left(U a, u32 n) {
  return n < width<U> ? a << n : U{0};
}
template <class U>
inline U right(U a, u32 n) {
  return n < width<U> ? a >> n : U{0};
}
inline u32 least(u32 a, u32 b) { return a < b ? a : b; }

// Bits set: sums of neighbours, twice as wide each time (Warren, Hacker's Delight, 2012, 5-1).
inline u32 count(u32 x) {
  x -= x >> 1 & 0x55555555U;
  x = (x & 0x33333333U) + (x >> 2 & 0x33333333U);
  x = (x + (x >> 4)) & 0x0f0f0f0fU;
  x += x >> 8;
  return (x + (x >> 16)) & 0x3f;
}
inline u32 count(u64 x) { return count(static_cast<u32>(x)) + count(static_cast<u32>(x >> 32)); }
inline u32 leading(u32 x) { return x == 0 ? 32 : static_cast<u32>(__builtin_clz(x)); }
inline u32 leading(u64 x) { return x == 0 ? 64 : static_cast<u32>(__builtin_clzll(x)); }

struct Popc {
  template <class U>
  static u32 run(U a) {
    return count(a);
  }
};
struct Clz {
  template <class U>
  static u32 run(U a) {
    return leading(a);
  }
};
// The highest bit that differs from the sign; all ones when there is none.
template <bool Signed, bool Shift>
struct Bfind {
  template <class U>
  static u32 run(U a) {
    if (Signed) a ^= U{0} - (a >> (width<U> - 1));
    const u32 n = leading(a);
    return n == width<U> ? ~0U : Shift ? n : width<U> - 1 - n;
  }
};
struct Brev {
  static u32 run(u32 x) {
    x = (x >> 1 & 0x55555555U) | (x & 0x55555555U) << 1;
    x = (x >> 2 & 0x33333333U) | (x & 0x33333333U) << 2;
    x = (x >> 4 & 0x0f0f0f0fU) | (x & 0x0f0f0f0fU) << 4;
    x = (x >> 8 & 0x00ff00ffU) | (x & 0x00ff00ffU) << 8;
    return x >> 16 | x << 16;
  }
  static u64 run(u64 x) { return static_cast<u64>(run(static_cast<u32>(x))) << 32 | run(static_cast<u32>(x >> 32)); }
};

template <class U>
struct Bfe {
  static U run(U a, u32 pos, u32 len) {
    pos &= 0xff;
    len &= 0xff;
    return right(a, pos) & (left(U{1}, len) - 1);  // 64 bits and more: all ones, as 0 - 1
  }
};
template <class U, class S>
struct BfeS {
  static U run(U a, u32 pos, u32 len) {
    pos &= 0xff;
    len &= 0xff;
    // Past the top stands the sign; then the field's own top bit goes up.
    const U x = static_cast<U>(static_cast<S>(a) >> least(pos, width<U> - 1));
    const u32 up = width<U> - least(len, width<U>);
    return static_cast<U>(static_cast<S>(left(x, up)) >> least(up, width<U> - 1));
  }
};
template <class U>
struct Bfi {
  static U run(U a, U b, u32 pos, u32 len) {
    pos &= 0xff;
    len &= 0xff;
    const U mask = left(left(U{1}, len) - 1, pos);
    return (b & ~mask) | (left(a, pos) & mask);
  }
};
// Position and length modulo 32.
inline u32 ones(u32 length) { return (1U << (length & 31)) - 1; }
struct BfeMod {
  static u32 run(u32 a, u32 pos, u32 len) { return a >> (pos & 31) & ones(len); }
};
struct BfeModS {
  static u32 run(u32 a, u32 pos, u32 len) {
    const u32 field = static_cast<u32>(static_cast<s32>(a) >> (pos & 31)) & ones(len);
    const u32 top = (ones(len) >> 1) + 1;  // of an empty field bit 0, which is 0 then
    return (field ^ top) - top;
  }
};
struct BfiMod {
  static u32 run(u32 a, u32 b, u32 pos, u32 len) {
    const u32 mask = ones(len) << (pos & 31);
    return (b & ~mask) | (a << (pos & 31) & mask);
  }
};
// Four sources; the length is in slot x.
template <class F, class U>
Flow run_bfi(Warp& w, const Code& c, Mask mask) {
  U* d = w.out<U>(c.d);
  const U* a = w.in<U>(c.a);
  const U* b = w.in<U>(c.b);
  const u32* pos = w.in<u32>(c.c);
  const u32* len = w.in<u32>(c.x);
  U t[lane_count];
  LATHE_LOOP t[l] = F::run(a[l], b[l], pos[l], len[l]);
  blend(d, t, mask);
  return Flow::next;
}

// The manual's loop. A base above 31 is undefined there; here nothing is found from it.
struct Fns {
  static u32 run(u32 mask, u32 base, u32 offset) {
    if (base > 31) return ~0U;
    if (offset == 0) return (mask >> base & 1) != 0 ? base : ~0U;
    const bool up = static_cast<s32>(offset) > 0;
    u32 left_over = (up ? offset : 0 - offset) - 1;
    for (u32 pos = base; pos < 32; pos += up ? 1U : ~0U) {
      if ((mask >> pos & 1) == 0) continue;
      if (left_over-- == 0) return pos;
    }
    return ~0U;
  }
};

template <bool Signed, bool Clamp>
struct Szext {
  static u32 run(u32 a, u32 b) {
    const u32 n = b & 31;
    const u32 up = (32 - n) & 31;
    const u32 field = Signed ? static_cast<u32>(static_cast<s32>(a << up) >> up) : (a << up) >> up;
    const u32 wrapped = n == 0 ? 0 : field;
    return Clamp && b >= 32 ? a : wrapped;
  }
};
template <bool Clamp>
struct Bmsk {
  static u32 run(u32 a, u32 b) {
    // Ones from a up to a + b.
    const u32 from = ~0U << (a & 31);
    const u32 sum = (a & 31) + (b & 31);
    u32 above = sum >= 32 ? 0 : ~0U << (sum & 31);
    if (Clamp) above = b >= 32 ? 0 : above;
    return Clamp && a >= 32 ? 0 : from & ~above;
  }
};

template <bool Left, bool Clamp>
struct Shf {
  static u32 run(u32 a, u32 b, u32 c) {
    const u32 n = Clamp ? least(c, 32) : c & 31;
    const u64 both = static_cast<u64>(b) << 32 | a;
    return static_cast<u32>(Left ? (both << n) >> 32 : both >> n);
  }
};

// ---- prmt
struct Prmt {
  static u32 run(u32 a, u32 b, u32 c) {
    const u64 both = static_cast<u64>(b) << 32 | a;
    u32 out = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const u32 pick = c >> (4 * i);
      const u32 byte = static_cast<u32>(both >> (8 * (pick & 7))) & 0xff;
      const u32 sign = (0 - (byte >> 7)) & 0xff;
      out |= ((pick & 8) != 0 ? sign : byte) << (8 * i);
    }
    return out;
  }
};
// The modes by name are permutations of the plain kind: four nibbles for each value of the two low bits of c.
template <u64 Table>
struct PrmtMode {
  static u32 run(u32 a, u32 b, u32 c) { return Prmt::run(a, b, static_cast<u32>(Table >> (16 * (c & 3))) & 0xffff); }
};
using PrmtF4e = PrmtMode<0x6543'5432'4321'3210ULL>;
using PrmtB4e = PrmtMode<0x0123'7012'6701'5670ULL>;
using PrmtRc8 = PrmtMode<0x3333'2222'1111'0000ULL>;
using PrmtEcl = PrmtMode<0x3333'3222'3211'3210ULL>;
using PrmtEcr = PrmtMode<0x3210'2210'1110'0000ULL>;
using PrmtRc16 = PrmtMode<0x3232'1010'3232'1010ULL>;

// ---- lop3: the table as a tree of selections, by c, then b, then a
struct Lop3 {
  u32 ones[4], flip[4];
  explicit Lop3(u32 table) {
    for (unsigned i = 0; i < 4; ++i) {
      ones[i] = 0 - (table >> (2 * i) & 1);
      flip[i] = ones[i] ^ (0 - (table >> (2 * i + 1) & 1));
    }
  }
  u32 run(u32 a, u32 b, u32 c) const {
    const u32 t0 = ones[0] ^ (c & flip[0]), t1 = ones[1] ^ (c & flip[1]);
    const u32 t2 = ones[2] ^ (c & flip[2]), t3 = ones[3] ^ (c & flip[3]);
    const u32 low = t0 ^ (b & (t0 ^ t1)), high = t2 ^ (b & (t2 ^ t3));
    return low ^ (a & (low ^ high));
  }
};
inline void lop3_lanes(const Warp& w, const Code& c, u32* t) {
  const u32* a = w.in<u32>(c.a);
  const u32* b = w.in<u32>(c.b);
  const u32* e = w.in<u32>(c.c);
  const Lop3 f(c.x);
  LATHE_LOOP t[l] = f.run(a[l], b[l], e[l]);
}
Flow run_lop3(Warp& w, const Code& c, Mask mask) {
  u32 t[lane_count];
  lop3_lanes(w, c, t);
  blend(w.out<u32>(c.d), t, mask);
  return Flow::next;
}
template <bool Or>
Flow run_lop3_pred(Warp& w, const Code& c, Mask mask) {
  u32 t[lane_count];
  u8 set[lane_count];
  lop3_lanes(w, c, t);
  LATHE_LOOP set[l] = t[l] != 0 ? 1 : 0;
  const Mask p = pack_bits(set), q = w.pred(static_cast<Slot>(c.imm >> 32));
  blend(w.out<u32>(c.d), t, mask);
  w.set_pred(static_cast<Slot>(c.imm), Or ? p | q : p & q, mask);
  return Flow::next;
}

// ---- dot products
template <bool Signed>
inline u32 byte_of(u32 v, unsigned i) {
  return Signed ? static_cast<u32>(static_cast<s32>(v << (24 - 8 * i)) >> 24) : v >> (8 * i) & 0xff;
}
template <bool Signed>
inline u32 half_of(u32 v, unsigned i) {
  return Signed ? static_cast<u32>(static_cast<s32>(v << (16 - 16 * i)) >> 16) : v >> (16 * i) & 0xffff;
}
template <bool SA, bool SB>
struct Dp4a {
  static u32 run(u32 a, u32 b, u32 c) {
    return c + byte_of<SA>(a, 0) * byte_of<SB>(b, 0) + byte_of<SA>(a, 1) * byte_of<SB>(b, 1) +
           byte_of<SA>(a, 2) * byte_of<SB>(b, 2) + byte_of<SA>(a, 3) * byte_of<SB>(b, 3);
  }
};
template <bool SA, bool SB, unsigned First>
struct Dp2a {
  static u32 run(u32 a, u32 b, u32 c) {
    return c + half_of<SA>(a, 0) * byte_of<SB>(b, First) + half_of<SA>(a, 1) * byte_of<SB>(b, First + 1);
  }
};
template <bool SA, bool SB>
using Dp2aLo = Dp2a<SA, SB, 0>;
template <bool SA, bool SB>
using Dp2aHi = Dp2a<SA, SB, 2>;

// ---- predicates: one word for all lanes
enum class Word : u8 { both, either, differ, inverse };
template <Word W>
Flow run_pred(Warp& w, const Code& c, Mask mask) {
  const Mask a = w.pred(c.a), b = W == Word::inverse ? 0 : w.pred(c.b);
  w.set_pred(c.d, W == Word::both ? a & b : W == Word::either ? a | b : W == Word::differ ? a ^ b : ~a, mask);
  return Flow::next;
}

template <class F>
Handler counted(unsigned bits) {
  return bits == 32 ? lanes1<F, u32, u32> : lanes1<F, u32, u64>;
}
template <class F>
Handler word2() {
  return lanes2<F, u32, u32, u32>;
}
template <class F>
Handler word3() {
  return lanes3<F, u32, u32, u32, u32>;
}
template <template <bool, bool> class F>
Handler dot(const BitsKey& k) {
  if (k.is_signed) return k.sign_b ? word3<F<true, true>>() : word3<F<true, false>>();
  return k.sign_b ? word3<F<false, true>>() : word3<F<false, false>>();
}
Handler pick_bfe(const BitsKey& k) {
  if (k.bits == 32) return k.is_signed ? word3<BfeS<u32, s32>>() : word3<Bfe<u32>>();
  return k.is_signed ? lanes3<BfeS<u64, s64>, u64, u64, u32, u32> : lanes3<Bfe<u64>, u64, u64, u32, u32>;
}
Handler pick_prmt(BitsKey::Op op) {
  using Op = BitsKey::Op;
  switch (op) {
    case Op::prmt:
      return word3<Prmt>();
    case Op::prmt_f4e:
      return word3<PrmtF4e>();
    case Op::prmt_b4e:
      return word3<PrmtB4e>();
    case Op::prmt_rc8:
      return word3<PrmtRc8>();
    case Op::prmt_ecl:
      return word3<PrmtEcl>();
    case Op::prmt_ecr:
      return word3<PrmtEcr>();
    case Op::prmt_rc16:
      return word3<PrmtRc16>();
    default:
      return nullptr;
  }
}
Handler pick_words(const BitsKey& k) {
  using Op = BitsKey::Op;
  const bool s = k.is_signed;
  switch (k.op) {
    case Op::fns:
      return word3<Fns>();
    case Op::szext_clamp:
      return s ? word2<Szext<true, true>>() : word2<Szext<false, true>>();
    case Op::szext_wrap:
      return s ? word2<Szext<true, false>>() : word2<Szext<false, false>>();
    case Op::bmsk_clamp:
      return word2<Bmsk<true>>();
    case Op::bmsk_wrap:
      return word2<Bmsk<false>>();
    case Op::shf_l_clamp:
      return word3<Shf<true, true>>();
    case Op::shf_l_wrap:
      return word3<Shf<true, false>>();
    case Op::shf_r_clamp:
      return word3<Shf<false, true>>();
    case Op::shf_r_wrap:
      return word3<Shf<false, false>>();
    case Op::lop3:
      return run_lop3;
    case Op::lop3_or:
      return run_lop3_pred<true>;
    case Op::lop3_and:
      return run_lop3_pred<false>;
    case Op::dp4a:
      return dot<Dp4a>(k);
    case Op::dp2a_lo:
      return dot<Dp2aLo>(k);
    case Op::dp2a_hi:
      return dot<Dp2aHi>(k);
    default:
      return pick_prmt(k.op);
  }
}

}  // namespace

Handler pick_bits(const BitsKey& k) {
  using Op = BitsKey::Op;
  if (k.bits != 32 && k.bits != 64) return nullptr;
  switch (k.op) {
    case Op::popc:
      return counted<Popc>(k.bits);
    case Op::clz:
      return counted<Clz>(k.bits);
    case Op::bfind:
      return k.is_signed ? counted<Bfind<true, false>>(k.bits) : counted<Bfind<false, false>>(k.bits);
    case Op::bfind_shift:
      return k.is_signed ? counted<Bfind<true, true>>(k.bits) : counted<Bfind<false, true>>(k.bits);
    case Op::brev:
      return k.bits == 32 ? lanes1<Brev, u32, u32> : lanes1<Brev, u64, u64>;
    case Op::bfe:
      return pick_bfe(k);
    case Op::bfi:
      return k.bits == 32 ? run_bfi<Bfi<u32>, u32> : run_bfi<Bfi<u64>, u64>;
    case Op::bfe_mod:
      return k.bits != 32 ? nullptr : k.is_signed ? word3<BfeModS>() : word3<BfeMod>();
    case Op::bfi_mod:
      return k.bits == 32 ? run_bfi<BfiMod, u32> : nullptr;
    case Op::pred_and:
      return run_pred<Word::both>;
    case Op::pred_or:
      return run_pred<Word::either>;
    case Op::pred_xor:
      return run_pred<Word::differ>;
    case Op::pred_not:
      return run_pred<Word::inverse>;
    default:
      return k.bits == 32 ? pick_words(k) : nullptr;
  }
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES
