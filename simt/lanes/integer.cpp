// Integer arithmetic, logic and shifts over 32 lanes.
//
// Signed overflow wraps: everything is computed in unsigned types, signed ones only compare, shift right, divide.
// PTX leaves division by zero open; here, as the code that ptxas makes for sm_90 at every width, quotient and
// remainder are then all ones. The least number divided by -1 gives itself, remainder 0 (again as there).
// Cost: 10 to 30 ns for 32 lanes; 64-bit mul.hi, div and rem are scalar loops. Source: PTX ISA 9.0, 9.7.1, 9.7.8.
#include "simt/lanes/integer_key.hpp"
#include "simt/lanes/lanes.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES {
namespace {

// For each lane type: its signed twin, the type that holds its product, the signed twin of that.
template <class U>
struct Lane;
template <>
struct Lane<u16> {
  using S = s16;
  using W = u32;
  using SW = s32;
};
template <>
struct Lane<u32> {
  using S = s32;
  using W = u64;
  using SW = s64;
};
__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;
template <>
struct Lane<u64> {
  using S = s64;
  using W = u128;
  using SW = s128;
};
template <class U>
constexpr unsigned width = 8 * sizeof(U);

// ---- one or two operands of one width; U is u16, u32 or u64
template <class U>
struct Add {
  static U run(U a, U b) { return static_cast<U>(a + b); }
};
template <class U>
struct Sub {
  static U run(U a, U b) { return static_cast<U>(a - b); }
};
template <class U>
struct MulLo {
  static U run(U a, U b) { return static_cast<U>(static_cast<u64>(a) * b); }
};
template <>
struct MulLo<u32> {
  static u32 run(u32 a, u32 b) { return a * b; }
};
template <class U>
struct MulHi {
  using W = typename Lane<U>::W;
  static U run(U a, U b) { return static_cast<U>((static_cast<W>(a) * b) >> width<U>); }
};
template <class U>
struct MulHiS {
  using S = typename Lane<U>::S;
  using SW = typename Lane<U>::SW;
  static U run(U a, U b) {
    return static_cast<U>((static_cast<SW>(static_cast<S>(a)) * static_cast<S>(b)) >> width<U>);
  }
};
template <class U>
struct Min {
  static U run(U a, U b) { return a < b ? a : b; }
};
template <class U>
struct MinS {
  using S = typename Lane<U>::S;
  static U run(U a, U b) { return static_cast<S>(a) < static_cast<S>(b) ? a : b; }
};
template <class U>
struct Max {
  static U run(U a, U b) { return a > b ? a : b; }
};
template <class U>
struct MaxS {
  using S = typename Lane<U>::S;
  static U run(U a, U b) { return static_cast<S>(a) > static_cast<S>(b) ? a : b; }
};
template <class U>
struct Div {
  static U run(U a, U b) {
    const U q = static_cast<U>(a / (b == 0 ? U{1} : b));
    return b == 0 ? static_cast<U>(~U{0}) : q;
  }
};
template <class U>
struct DivS {
  using S = typename Lane<U>::S;
  static U run(U a, U b) {
    // By -1 is a negation, which cannot trap.
    const bool plain = b != 0 && b != static_cast<U>(~U{0});
    const U q = static_cast<U>(static_cast<S>(a) / (plain ? static_cast<S>(b) : S{1}));
    return plain ? q : b == 0 ? static_cast<U>(~U{0}) : static_cast<U>(U{0} - a);
  }
};
template <class U>
struct Rem {
  static U run(U a, U b) {
    const U r = static_cast<U>(a % (b == 0 ? U{1} : b));
    return b == 0 ? static_cast<U>(~U{0}) : r;
  }
};
template <class U>
struct RemS {
  using S = typename Lane<U>::S;
  static U run(U a, U b) {
    const bool plain = b != 0 && b != static_cast<U>(~U{0});
    const U r = static_cast<U>(static_cast<S>(a) % (plain ? static_cast<S>(b) : S{1}));
    return b == 0 ? static_cast<U>(~U{0}) : r;
  }
};
template <class U>
struct Abs {
  using S = typename Lane<U>::S;
  static U run(U a) { return static_cast<S>(a) < 0 ? static_cast<U>(U{0} - a) : a; }
};
template <class U>
struct Neg {
  static U run(U a) { return static_cast<U>(U{0} - a); }
};
template <class U>
struct And {
  static U run(U a, U b) { return a & b; }
};
template <class U>
struct Or {
  static U run(U a, U b) { return a | b; }
};
template <class U>
struct Xor {
  static U run(U a, U b) { return a ^ b; }
};
template <class U>
struct Not {
  static U run(U a) { return static_cast<U>(~a); }
};
template <class U>
struct Cnot {
  static U run(U a) { return a == 0 ? 1 : 0; }
};
template <class U>
struct Shl {
  static U run(U a, u32 n) { return n < width<U> ? static_cast<U>(static_cast<U>(a) << n) : U{0}; }
};
template <class U>
struct Shr {
  static U run(U a, u32 n) { return n < width<U> ? static_cast<U>(a >> n) : U{0}; }
};
template <class U>
struct ShrS {
  using S = typename Lane<U>::S;
  static U run(U a, u32 n) {
    return static_cast<U>(static_cast<S>(a) >> (n < width<U> ? n : static_cast<u32>(width<U>) - 1));
  }
};
template <class U>
struct ShlMod {
  static U run(U a, u32 n) { return static_cast<U>(a << n % width<U>); }
};
template <class U>
struct ShrMod {
  static U run(U a, u32 n) { return static_cast<U>(a >> n % width<U>); }
};
template <class U>
struct ShrModS {
  static U run(U a, u32 n) { return static_cast<U>(static_cast<typename Lane<U>::S>(a) >> n % width<U>); }
};

// ---- three operands of one width
template <class U, template <class> class Product>
struct Mad {
  static U run(U a, U b, U c) { return static_cast<U>(Product<U>::run(a, b) + c); }
};
template <class U>
using MadLo = Mad<U, MulLo>;
template <class U>
using MadHi = Mad<U, MulHi>;
template <class U>
using MadHiS = Mad<U, MulHiS>;
template <class U>
struct Sad {
  static U run(U a, U b, U c) { return static_cast<U>(c + (a < b ? b - a : a - b)); }
};
template <class U>
struct SadS {
  using S = typename Lane<U>::S;
  static U run(U a, U b, U c) { return static_cast<U>(c + (static_cast<S>(a) < static_cast<S>(b) ? b - a : a - b)); }
};

// ---- results of twice the width; U is u16 or u32
template <class U>
struct MulWide {
  using W = typename Lane<U>::W;
  static W run(U a, U b) { return static_cast<W>(a) * b; }
};
template <class U>
struct MulWideS {
  using W = typename Lane<U>::W;
  using S = typename Lane<U>::S;
  using SW = typename Lane<U>::SW;
  static W run(U a, U b) { return static_cast<W>(static_cast<SW>(static_cast<S>(a)) * static_cast<S>(b)); }
};
template <class U, template <class> class Product>
struct MadWideOf {
  using W = typename Lane<U>::W;
  static W run(U a, U b, W c) { return Product<U>::run(a, b) + c; }
};

// ---- 32 bits only
inline u32 clamp32(s64 v) {
  v = v > 0x7fffffffLL ? 0x7fffffffLL : v;
  v = v < -0x80000000LL ? -0x80000000LL : v;
  return static_cast<u32>(v);
}
inline s64 wide(u32 v) { return static_cast<s32>(v); }
struct AddSat {
  static u32 run(u32 a, u32 b) { return clamp32(wide(a) + wide(b)); }
};
struct SubSat {
  static u32 run(u32 a, u32 b) { return clamp32(wide(a) - wide(b)); }
};
struct MadHiSat {
  static u32 run(u32 a, u32 b, u32 c) { return clamp32(((wide(a) * wide(b)) >> 32) + wide(c)); }
};
struct MinRelu {
  static u32 run(u32 a, u32 b) { return MaxS<u32>::run(MinS<u32>::run(a, b), 0); }
};
struct MaxRelu {
  static u32 run(u32 a, u32 b) { return MaxS<u32>::run(MaxS<u32>::run(a, b), 0); }
};
// The product of the low 24 bits: 48 bits.
inline u64 product24(u32 a, u32 b) { return static_cast<u64>(a & 0xffffffU) * (b & 0xffffffU); }
inline u64 product24s(u32 a, u32 b) {
  return static_cast<u64>(static_cast<s64>(static_cast<s32>(a << 8) >> 8) * (static_cast<s32>(b << 8) >> 8));
}
template <u64 (*Product)(u32, u32), unsigned Shift>
struct Mul24 {
  static u32 run(u32 a, u32 b) { return static_cast<u32>(Product(a, b) >> Shift); }
  static u32 run(u32 a, u32 b, u32 c) { return run(a, b) + c; }
};
struct Mad24HiSat {
  static u32 run(u32 a, u32 b, u32 c) { return clamp32((static_cast<s64>(product24s(a, b)) >> 16) + wide(c)); }
};

// ---- two halves of 32 bits
template <template <class> class F>
struct Halves {
  static u32 run(u32 a, u32 b) {
    return F<u16>::run(static_cast<u16>(a), static_cast<u16>(b)) |
           static_cast<u32>(F<u16>::run(static_cast<u16>(a >> 16), static_cast<u16>(b >> 16))) << 16;
  }
};
template <class U>
struct MinReluHalf {
  static U run(U a, U b) { return MaxS<U>::run(MinS<U>::run(a, b), 0); }
};
template <class U>
struct MaxReluHalf {
  static U run(U a, U b) { return MaxS<U>::run(MaxS<U>::run(a, b), 0); }
};

// ---- carry-less: products of polynomials over GF(2)
template <bool High>
struct Clmad {
  static u64 run(u64 a, u64 b, u64 c) {
    for (unsigned i = 0; i < 64; ++i) {
      const u64 part = High ? (i == 0 ? 0 : a >> ((64 - i) & 63)) : a << i;
      c ^= part & (0 - (b >> i & 1));
    }
    return c;
  }
};

template <template <class> class F>
Handler unary(unsigned bits) {
  switch (bits) {
    case 16:
      return lanes1<F<u16>, u16, u16>;
    case 32:
      return lanes1<F<u32>, u32, u32>;
    case 64:
      return lanes1<F<u64>, u64, u64>;
    default:
      return nullptr;
  }
}
template <template <class> class F>
Handler binary(unsigned bits) {
  switch (bits) {
    case 16:
      return lanes2<F<u16>, u16, u16, u16>;
    case 32:
      return lanes2<F<u32>, u32, u32, u32>;
    case 64:
      return lanes2<F<u64>, u64, u64, u64>;
    default:
      return nullptr;
  }
}
template <template <class> class F>
Handler shift(unsigned bits) {
  switch (bits) {
    case 16:
      return lanes2<F<u16>, u16, u16, u32>;
    case 32:
      return lanes2<F<u32>, u32, u32, u32>;
    case 64:
      return lanes2<F<u64>, u64, u64, u32>;
    default:
      return nullptr;
  }
}
template <template <class> class F>
Handler ternary(unsigned bits) {
  switch (bits) {
    case 16:
      return lanes3<F<u16>, u16, u16, u16, u16>;
    case 32:
      return lanes3<F<u32>, u32, u32, u32, u32>;
    case 64:
      return lanes3<F<u64>, u64, u64, u64, u64>;
    default:
      return nullptr;
  }
}
template <template <class> class Product>
Handler mul_wide(unsigned bits) {
  return bits == 16 ? lanes2<Product<u16>, u32, u16, u16> : bits == 32 ? lanes2<Product<u32>, u64, u32, u32> : nullptr;
}
template <template <class> class Product>
Handler mad_wide(unsigned bits) {
  return bits == 16   ? lanes3<MadWideOf<u16, Product>, u32, u16, u16, u32>
         : bits == 32 ? lanes3<MadWideOf<u32, Product>, u64, u32, u32, u64>
                      : nullptr;
}
template <class F>
Handler word2() {
  return lanes2<F, u32, u32, u32>;
}
template <class F>
Handler word3() {
  return lanes3<F, u32, u32, u32, u32>;
}

// Those that exist for 32 (or 64) bits alone.
Handler pick_narrow(const IntKey& k) {
  using Op = IntKey::Op;
  const bool s = k.is_signed;
  switch (k.op) {
    case Op::add_sat:
      return word2<AddSat>();
    case Op::sub_sat:
      return word2<SubSat>();
    case Op::mad_hi_sat:
      return word3<MadHiSat>();
    case Op::mul24_lo:
      return s ? word2<Mul24<product24s, 0>>() : word2<Mul24<product24, 0>>();
    case Op::mul24_hi:
      return s ? word2<Mul24<product24s, 16>>() : word2<Mul24<product24, 16>>();
    case Op::mad24_lo:
      return s ? word3<Mul24<product24s, 0>>() : word3<Mul24<product24, 0>>();
    case Op::mad24_hi:
      return s ? word3<Mul24<product24s, 16>>() : word3<Mul24<product24, 16>>();
    case Op::mad24_hi_sat:
      return word3<Mad24HiSat>();
    case Op::min_relu:
      return word2<MinRelu>();
    case Op::max_relu:
      return word2<MaxRelu>();
    case Op::add_x2:
      return word2<Halves<Add>>();
    case Op::min_x2:
      return s ? word2<Halves<MinS>>() : word2<Halves<Min>>();
    case Op::max_x2:
      return s ? word2<Halves<MaxS>>() : word2<Halves<Max>>();
    case Op::min_relu_x2:
      return word2<Halves<MinReluHalf>>();
    case Op::max_relu_x2:
      return word2<Halves<MaxReluHalf>>();
    case Op::clmad_lo:
      return lanes3<Clmad<false>, u64, u64, u64, u64>;
    case Op::clmad_hi:
      return lanes3<Clmad<true>, u64, u64, u64, u64>;
    default:
      return nullptr;
  }
}

}  // namespace

Handler pick_int(const IntKey& k) {
  using Op = IntKey::Op;
  const bool s = k.is_signed;
  const unsigned bits = k.bits;
  switch (k.op) {
    case Op::add:
      return binary<Add>(bits);
    case Op::sub:
      return binary<Sub>(bits);
    case Op::mul_lo:
      return binary<MulLo>(bits);
    case Op::mul_hi:
      return s ? binary<MulHiS>(bits) : binary<MulHi>(bits);
    case Op::mul_wide:
      return s ? mul_wide<MulWideS>(bits) : mul_wide<MulWide>(bits);
    case Op::mad_lo:
      return ternary<MadLo>(bits);
    case Op::mad_hi:
      return s ? ternary<MadHiS>(bits) : ternary<MadHi>(bits);
    case Op::mad_wide:
      return s ? mad_wide<MulWideS>(bits) : mad_wide<MulWide>(bits);
    case Op::sad:
      return s ? ternary<SadS>(bits) : ternary<Sad>(bits);
    case Op::div:
      return s ? binary<DivS>(bits) : binary<Div>(bits);
    case Op::rem:
      return s ? binary<RemS>(bits) : binary<Rem>(bits);
    case Op::abs:
      return unary<Abs>(bits);
    case Op::neg:
      return unary<Neg>(bits);
    case Op::min:
      return s ? binary<MinS>(bits) : binary<Min>(bits);
    case Op::max:
      return s ? binary<MaxS>(bits) : binary<Max>(bits);
    case Op::and_:
      return binary<And>(bits);
    case Op::or_:
      return binary<Or>(bits);
    case Op::xor_:
      return binary<Xor>(bits);
    case Op::not_:
      return unary<Not>(bits);
    case Op::cnot:
      return unary<Cnot>(bits);
    case Op::shl:
      return shift<Shl>(bits);
    case Op::shr:
      return s ? shift<ShrS>(bits) : shift<Shr>(bits);
    case Op::shl_mod:
      return shift<ShlMod>(bits);
    case Op::shr_mod:
      return s ? shift<ShrModS>(bits) : shift<ShrMod>(bits);
    default:
      return pick_narrow(k);
  }
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES
