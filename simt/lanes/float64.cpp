// f64: add sub mul fma div rcp sqrt in the four rounding modes.
//
// To nearest is the processor's own arithmetic; the directed modes are computed in integers (soft_float.hpp).
// NaN results: the manual only says "NaN". Here the first NaN operand is handed on with its quiet bit set (sub: its
// sign is turned first, as that of every operand b), and an operation without one gives 0xfff8000000000000.
// Source: PTX ISA 9.0; CUDA's own constant for a double NaN.
#include "simt/lanes/soft_float.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES {
namespace {

constexpr u64 default_nan = 0xfff8000000000000ULL;
constexpr u64 quiet = 0x0008000000000000ULL;
constexpr u64 sign = 0x8000000000000000ULL;
constexpr u64 infinity = 0x7ff0000000000000ULL;

double f64(u64 bits) { return std::bit_cast<double>(bits); }
u64 bits64(double x) { return std::bit_cast<u64>(x); }
bool is_nan(u64 a) { return (a & ~sign) > infinity; }
bool is_special(u64 a) { return (a & infinity) == infinity; }  // infinity or NaN

u64 settle(u64 r, u64 a) { return is_nan(r) ? (is_nan(a) ? a | quiet : default_nan) : r; }
u64 settle(u64 r, u64 a, u64 b) {
  const u64 n = is_nan(a) ? a | quiet : is_nan(b) ? b | quiet : default_nan;
  return is_nan(r) ? n : r;
}
u64 settle(u64 r, u64 a, u64 b, u64 c) {
  const u64 n = is_nan(a) ? a | quiet : is_nan(b) ? b | quiet : is_nan(c) ? c | quiet : default_nan;
  return is_nan(r) ? n : r;
}

Number of(u64 a) { return unpack(a, format_f64); }
u64 to_bits(const Number& n, Rounding mode) { return pack(n, format_f64, mode); }

// Infinities, NaNs, division by zero and roots of negative numbers do not depend on the mode.
template <Rounding R>
struct Add {
  static u64 run(u64 a, u64 b) {
    if (R == Rounding::rn || is_special(a) || is_special(b)) return settle(bits64(f64(a) + f64(b)), a, b);
    return to_bits(sum(of(a), of(b), R), R);
  }
};
template <Rounding R>
struct Sub {
  static u64 run(u64 a, u64 b) { return Add<R>::run(a, b ^ sign); }
};
template <Rounding R>
struct Mul {
  static u64 run(u64 a, u64 b) {
    if (R == Rounding::rn || is_special(a) || is_special(b)) return settle(bits64(f64(a) * f64(b)), a, b);
    return to_bits(product(of(a), of(b)), R);
  }
};
template <Rounding R>
struct Fma {
  static u64 run(u64 a, u64 b, u64 c) {
    if (R == Rounding::rn || is_special(a) || is_special(b) || is_special(c))
      return settle(bits64(__builtin_fma(f64(a), f64(b), f64(c))), a, b, c);
    return to_bits(sum(product(of(a), of(b)), of(c), R), R);
  }
};
template <Rounding R>
struct Div {
  static u64 run(u64 a, u64 b) {
    if (R == Rounding::rn || is_special(a) || is_special(b) || (b & ~sign) == 0)
      return settle(bits64(f64(a) / f64(b)), a, b);
    return to_bits(quotient(of(a), of(b)), R);
  }
};
template <Rounding R>
struct Rcp {
  static u64 run(u64 a) { return Div<R>::run(0x3ff0000000000000ULL, a); }
};
template <Rounding R>
struct Sqrt {
  static u64 run(u64 a) {
    if (R == Rounding::rn || is_special(a) || (a & sign) != 0) return settle(bits64(__builtin_sqrt(f64(a))), a);
    return to_bits(root(of(a)), R);
  }
};

template <Rounding R>
Handler with_rounding(FloatOp op) {
  switch (op) {
    case FloatOp::add:
      return lanes2<Add<R>, u64, u64, u64>;
    case FloatOp::sub:
      return lanes2<Sub<R>, u64, u64, u64>;
    case FloatOp::mul:
      return lanes2<Mul<R>, u64, u64, u64>;
    case FloatOp::fma:
      return lanes3<Fma<R>, u64, u64, u64, u64>;
    case FloatOp::div:
      return lanes2<Div<R>, u64, u64, u64>;
    case FloatOp::rcp:
      return lanes1<Rcp<R>, u64, u64>;
    case FloatOp::sqrt:
      return lanes1<Sqrt<R>, u64, u64>;
    default:
      return nullptr;
  }
}

}  // namespace

Handler pick_float64(const FloatKey& key) {
  if (key.format != FloatFormat::f64 || key.pair || key.ftz || key.sat || key.relu || key.nan || key.xorsign)
    return nullptr;
  switch (key.rounding) {
    case Rounding::rn:
      return with_rounding<Rounding::rn>(key.op);
    case Rounding::rz:
      return with_rounding<Rounding::rz>(key.op);
    case Rounding::rm:
      return with_rounding<Rounding::rm>(key.op);
    case Rounding::rp:
      return with_rounding<Rounding::rp>(key.op);
    default:
      return nullptr;
  }
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH::LATHE_LANES
