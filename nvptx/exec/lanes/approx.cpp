// The .approx functions: div rcp sqrt rsqrt sin cos lg2 ex2 tanh of f32, ex2 and tanh of f16 and bf16, rcp and rsqrt
// of f64.
//
// PTX gives error bounds and the results for special values; the bits are the machine's own. Here each is computed
// in double (polynomials with relative errors below 2^-40) and rounded once, so it is within one unit of the exact
// result and the same on every processor. sin and cos take the argument times 2/pi in double: right to 2^-25 of a
// period up to |x| = 2^27; past |x| = 2^51 the argument counts as a multiple of a period.
// Source: PTX ISA 9.0; Taylor and arctanh series; reduction after Cody and Waite, 1980.
#include "nvptx/exec/lanes/approx_key.hpp"
#include "simt/lanes/float_lanes.hpp"

namespace lathe::nvptx::exec::LATHE_LANES {
namespace {

constexpr double shifter = 0x1.8p52;  // adding it rounds to an integer, which stands in the low bits
constexpr double infinity = __builtin_inf();

struct Ex2 {
  static double of(double x) {
    double c = x < 200.0 ? x : 200.0;  // both ends are past the range of f32; NaN: 200, mended below
    c = c > -200.0 ? c : -200.0;
    const double k = c + shifter;
    const double y = (c - (k - shifter)) * 0x1.62e42fefa39efp-1;  // ln 2
    double p = 1.0 / 39916800;
    p = p * y + 1.0 / 3628800;
    p = p * y + 1.0 / 362880;
    p = p * y + 1.0 / 40320;
    p = p * y + 1.0 / 5040;
    p = p * y + 1.0 / 720;
    p = p * y + 1.0 / 120;
    p = p * y + 1.0 / 24;
    p = p * y + 1.0 / 6;
    p = p * y + 0.5;
    p = p * y + 1.0;
    p = p * y + 1.0;
    const double scale = f64_of((bits_of(k) + 1023U) << 52);
    return x == x ? p * scale : x;
  }
};

struct Lg2 {
  static double of(double x) {
    // x = 2^k * m with m in [sqrt(1/2), sqrt(2)).
    const u64 u = bits_of(x);
    const u64 t = u - 0x3fe6a09e667f3bcdULL + (u64{1024} << 52);
    const u64 biased = t >> 52;
    const double k = f64_of(biased | 0x4330000000000000ULL) - (0x1p52 + 1024.0);
    const double m = f64_of(u - ((biased - 1024) << 52));
    const double s = (m - 1.0) / (m + 1.0);
    const double z = s * s;
    double p = 2.0 / 17;
    p = p * z + 2.0 / 15;
    p = p * z + 2.0 / 13;
    p = p * z + 2.0 / 11;
    p = p * z + 2.0 / 9;
    p = p * z + 2.0 / 7;
    p = p * z + 2.0 / 5;
    p = p * z + 2.0 / 3;
    p = p * z + 2.0;
    double r = k + s * p * 0x1.71547652b82fep0;  // 1 / ln 2
    r = x == infinity ? infinity : r;
    r = x == 0.0 ? -infinity : r;
    return (x < 0.0) | (x != x) ? __builtin_nan("") : r;
  }
};

// sin(x + quarter * pi/2)
template <unsigned Quarter>
struct Wave {
  static double of(double x) {
    const double t = x * 0x1.45f306dc9c883p-1;  // 2/pi
    const double k = t + shifter;
    const bool big = (t > 0x1p50) | (t < -0x1p50);
    const double y = (big ? 0.0 : t - (k - shifter)) * 0x1.921fb54442d18p0;  // pi/2
    const u64 q = (big ? 0 : bits_of(k)) + Quarter;
    const double z = y * y;
    double s = 1.0 / 6227020800;
    s = s * z - 1.0 / 39916800;
    s = s * z + 1.0 / 362880;
    s = s * z - 1.0 / 5040;
    s = s * z + 1.0 / 120;
    s = s * z - 1.0 / 6;
    s = y * (1.0 + z * s);  // keeps the sign of a zero
    double c = -1.0 / 87178291200;
    c = c * z + 1.0 / 479001600;
    c = c * z - 1.0 / 3628800;
    c = c * z + 1.0 / 40320;
    c = c * z - 1.0 / 720;
    c = c * z + 1.0 / 24;
    c = c * z - 0.5;
    c = c * z + 1.0;
    const u64 r = bits_of((q & 1U) != 0 ? c : s) ^ (q & 2U) << 62;
    return x - x == 0.0 ? f64_of(r) : __builtin_nan("");
  }
};

struct Tanh {
  static double of(double x) {
    const double magnitude = f64_of(bits_of(x) & 0x7fffffffffffffffULL);
    const double a = magnitude < 20.0 ? magnitude : 20.0;
    const double e = Ex2::of(a * 0x1.71547652b82fep1);  // e^(2a)
    const double large = (e - 1.0) / (e + 1.0);
    const double z = a * a;
    // x - x^3/3 + 2x^5/15 - 17x^7/315 + 62x^9/2835 - 1382x^11/155925
    double p = 62.0 / 2835 - z * (1382.0 / 155925);
    p = 17.0 / 315 - z * p;
    p = 2.0 / 15 - z * p;
    p = 1.0 - z * (1.0 / 3 - z * p);
    const double r = a < 0.125 ? a * p : large;
    return x == x ? f64_of(bits_of(r) | (bits_of(x) & 0x8000000000000000ULL)) : x;
  }
};

struct Rcp {
  static double of(double x) { return 1.0 / x; }
};
struct Sqrt {
  static double of(double x) { return __builtin_sqrt(x); }
};
struct Rsqrt {
  static double of(double x) { return 1.0 / __builtin_sqrt(x); }
};

template <class F, bool Ftz>
struct OnSingle {
  static u32 run(u32 a) {
    const u32 r = bits_of(static_cast<float>(F::of(f32_of(flush32_if<Ftz>(a)))));
    return is_nan32(r) ? nan32 : flush32_if<Ftz>(r);
  }
};
template <class F, class H, bool Ftz>
struct OnHalf {
  static u16 run(u16 a) {
    const u16 r = H::round(bits_of(static_cast<float>(F::of(H::widen(Ftz ? flush16<H>(a) : a)))));
    return Ftz ? flush16<H>(r) : r;
  }
};

/// div.full: the quotient. div.approx: a times 1/b, where 1/b is 0 for |b| > 2^126.
template <bool Ftz, bool Full>
struct Div {
  static u32 run(u32 a, u32 b) {
    const u32 x = flush32_if<Ftz>(a), y = flush32_if<Ftz>(b);
    const float q = f32_of(x) / f32_of(y);
    const bool big = (y & 0x7fffffffU) > 0x7e800000U;
    const float zero = f32_of(y & 0x80000000U) * f32_of(x);  // NaN for an infinite a
    const u32 r = bits_of(!Full && big && !is_nan32(y) ? zero : q);
    return is_nan32(r) ? nan32 : flush32_if<Ftz>(r);
  }
};

/// The functions of f64 that read and write high halves only; subnormals are flushed.
template <class F>
struct OnHighHalf {
  static u64 flush(u64 a) { return (a & 0x7ff0000000000000ULL) == 0 ? a & 0x8000000000000000ULL : a; }
  static u64 run(u64 a) {
    const u64 high = a & 0xffffffff00000000ULL;
    const bool special = (a & 0x7ff0000000000000ULL) == 0x7ff0000000000000ULL;
    const bool nan = special & ((high & 0x000fffff00000000ULL) != 0);
    const u64 r = flush(bits_of(F::of(f64_of(flush(high)))));
    // To nearest, which does not carry past the largest exponent: no reciprocal is that big.
    const u64 rounded = (r + 0x80000000ULL) & 0xffffffff00000000ULL;
    const bool invalid = (r & 0x7fffffffffffffffULL) > 0x7ff0000000000000ULL;
    return nan | invalid ? 0x7fffffff00000000ULL : rounded;
  }
};
struct RsqrtDouble {
  static u64 run(u64 a) {
    const u64 r = bits_of(Rsqrt::of(f64_of(a)));
    const bool nan = (a & 0x7fffffffffffffffULL) > 0x7ff0000000000000ULL;
    const bool invalid = (r & 0x7fffffffffffffffULL) > 0x7ff0000000000000ULL;
    return nan ? a | 0x0008000000000000ULL : invalid ? 0xfff8000000000000ULL : r;
  }
};

template <class F>
Handler on_single(bool ftz) {
  return ftz ? each1<OnSingle<F, true>, u32, 1> : each1<OnSingle<F, false>, u32, 1>;
}
template <class F>
Handler on_half(const ApproxKey& key) {
  if (key.format == FloatFormat::f16)
    return key.ftz ? nullptr : key.pair ? each1<OnHalf<F, Half, false>, u16, 2> : each1<OnHalf<F, Half, false>, u16, 1>;
  if (key.ftz) return key.pair ? each1<OnHalf<F, Bfloat, true>, u16, 2> : each1<OnHalf<F, Bfloat, true>, u16, 1>;
  return key.pair ? each1<OnHalf<F, Bfloat, false>, u16, 2> : each1<OnHalf<F, Bfloat, false>, u16, 1>;
}

Handler pick_single(const ApproxKey& key) {
  switch (key.op) {
    case ApproxOp::div:
      return key.ftz ? each2<Div<true, false>, u32, 1> : each2<Div<false, false>, u32, 1>;
    case ApproxOp::div_full:
      return key.ftz ? each2<Div<true, true>, u32, 1> : each2<Div<false, true>, u32, 1>;
    case ApproxOp::rcp:
      return on_single<Rcp>(key.ftz);
    case ApproxOp::sqrt:
      return on_single<Sqrt>(key.ftz);
    case ApproxOp::rsqrt:
      return on_single<Rsqrt>(key.ftz);
    case ApproxOp::sin:
      return on_single<Wave<0>>(key.ftz);
    case ApproxOp::cos:
      return on_single<Wave<1>>(key.ftz);
    case ApproxOp::lg2:
      return on_single<Lg2>(key.ftz);
    case ApproxOp::ex2:
      return on_single<Ex2>(key.ftz);
    case ApproxOp::tanh:
      return on_single<Tanh>(key.ftz);
  }
  return nullptr;
}

}  // namespace

Handler pick_approx(const ApproxKey& key) {
  switch (key.format) {
    case FloatFormat::f32:
      return key.pair ? nullptr : pick_single(key);
    case FloatFormat::f64:
      if (key.pair) return nullptr;
      if (key.op == ApproxOp::rcp && key.ftz) return each1<OnHighHalf<Rcp>, u64, 1>;
      if (key.op == ApproxOp::rsqrt) return key.ftz ? each1<OnHighHalf<Rsqrt>, u64, 1> : each1<RsqrtDouble, u64, 1>;
      return nullptr;
    default:
      if (key.op == ApproxOp::ex2) return on_half<Ex2>(key);
      return key.op == ApproxOp::tanh ? on_half<Tanh>(key) : nullptr;
  }
}

}  // namespace lathe::nvptx::exec::LATHE_LANES
