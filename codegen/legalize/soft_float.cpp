// Floating point in integers: sums, products, quotients, square roots. Conversions and what only looks at bits are in
// soft_convert.cpp. See soft_float.hpp.
#include "codegen/legalize/soft_float.hpp"

#include <array>

namespace lathe::codegen {

FloatFormat format_of(Vt type) {
  FloatFormat f;
  f.bits = type.bits();
  f.mantissa = type.kind() == VtKind::bfloat ? 7 : f.bits == 16 ? 10 : f.bits == 32 ? 23 : 52;
  f.sign = 1ULL << (f.bits - 1);
  f.least_normal = 1ULL << f.mantissa;
  f.quiet = f.least_normal >> 1;
  f.infinity = f.sign - f.least_normal;
  f.bias = (1 << (f.bits - f.mantissa - 2)) - 1;
  return f;
}

SoftFloat::SoftFloat(Make& make, Vt type)
    : m_(make), word_(VtKind::integer, type.bits() > 32 ? 64 : 32), f_(format_of(type)), w_(word_.bits()) {}

Value SoftFloat::negative(Value a) {
  if (f_.bits == w_) return m_.setcc(Cond::slt, a, k(0));
  return m_.setcc(Cond::ne, sign_of(a), k(0));
}
Value SoftFloat::exponent_field(Value magnitude) { return m_.resize(m_.srl(magnitude, f_.mantissa), vt::i32); }
Value SoftFloat::leading_zeros(Value v) { return m_.resize(m_.op(Isd::ctlz, v), vt::i32); }

SoftFloat::Number SoftFloat::normal(Value magnitude) {
  const Value small = m_.setcc(Cond::ult, magnitude, k(f_.least_normal));
  const Value fraction = m_.and_(magnitude, k(f_.least_normal - 1));
  // At most mantissa + 1, for a fraction of zero.
  const Value by = m_.op(Isd::sub, leading_zeros(fraction), i(w_ - 1 - f_.mantissa));
  return {m_.select(small, m_.shift(Isd::shl, fraction, by), m_.or_(fraction, k(f_.least_normal))),
          m_.select(small, m_.op(Isd::sub, i(1), by), exponent_field(magnitude))};
}

Value SoftFloat::with_exponent(Value significand, Value exponent) {
  const Value field = m_.resize(m_.op(Isd::sub, exponent, i(1)), word_, Extend::zero);
  return m_.op(Isd::add, significand, m_.shl(field, f_.mantissa));
}

// The last bit is set when a one was lost. Precondition: by < the width.
Value SoftFloat::shift_sticky(Value v, Value by) {
  const Value moved = m_.shift(Isd::srl, v, by);
  return m_.or_(moved, flag(m_.setcc(Cond::ne, m_.shift(Isd::shl, moved, by), v)));
}

// A significand with `extra` bits below its last place, the lowest of them sticky, hidden bit at mantissa + extra, or
// below it and the exponent 1. The hidden bit, and a carry, add themselves to the exponent.
Value SoftFloat::pack(Value sign, Value exponent, Value significand, std::uint32_t extra) {
  const Value last = m_.and_(m_.srl(significand, extra), k(1));
  const Value rounded =
      m_.srl(m_.op(Isd::add, m_.op(Isd::add, significand, k((1ULL << (extra - 1)) - 1)), last), extra);
  const Value over = m_.setcc(Cond::sge, exponent, i(f_.top()));
  return m_.or_(m_.select(over, k(f_.infinity), with_exponent(rounded, exponent)), sign);
}

// The same for any exponent: what is too small is moved to the right first.
Value SoftFloat::pack_small(Value sign, Value exponent, Value significand, std::uint32_t extra) {
  const Value below = m_.op(Isd::smax, m_.op(Isd::sub, i(1), exponent), i(0));
  const Value by = m_.op(Isd::smin, below, i(f_.mantissa + extra + 2));
  return pack(sign, m_.op(Isd::smax, exponent, i(1)), shift_sticky(significand, by), extra);
}

Value SoftFloat::add(Value a, Value b) {
  const Value swapped = m_.setcc(Cond::ult, magnitude(a), magnitude(b));
  const Value big = m_.select(swapped, b, a), small = m_.select(swapped, a, b);
  const Value big_size = magnitude(big), small_size = magnitude(small);
  const auto significand = [&](Value size, Value exponent) {
    const Value field = m_.resize(m_.op(Isd::sub, exponent, i(1)), word_, Extend::zero);
    return m_.shl(m_.op(Isd::sub, size, m_.shl(field, f_.mantissa)), 3);
  };
  const Value e = m_.op(Isd::umax, exponent_field(big_size), i(1));
  const Value e_small = m_.op(Isd::umax, exponent_field(small_size), i(1));
  const Value distance = m_.op(Isd::umin, m_.op(Isd::sub, e, e_small), i(f_.mantissa + 5));
  const Value x = significand(big_size, e), y = shift_sticky(significand(small_size, e_small), distance);
  const Value differ = negative(m_.xor_(a, b));
  const Value sum = m_.select(differ, m_.op(Isd::sub, x, y), m_.op(Isd::add, x, y));
  // To the place of a carry, but not beyond the exponent of the least numbers.
  const Value by = m_.op(Isd::umin, m_.op(Isd::sub, leading_zeros(sum), i(w_ - 5 - f_.mantissa)), e);
  const Value exponent = m_.op(Isd::sub, m_.op(Isd::add, e, i(1)), by);
  const Value some = pack(sign_of(big), exponent, m_.shift(Isd::shl, sum, by), 4);
  const Value finite = m_.select(m_.setcc(Cond::eq, sum, k(0)), sign_of(m_.and_(a, b)), some);
  const Value no_number = m_.or_(m_.setcc(Cond::ugt, big_size, k(f_.infinity)),
                                 m_.and_(differ, m_.setcc(Cond::eq, small_size, k(f_.infinity))));
  return m_.select(m_.setcc(Cond::uge, big_size, k(f_.infinity)), m_.select(no_number, nan(), big), finite);
}

Value SoftFloat::mul(Value a, Value b) {
  const Value sign = sign_of(m_.xor_(a, b)), x = magnitude(a), y = magnitude(b);
  const Number p = normal(x), q = normal(y);
  const Value left = m_.shl(p.significand, w_ - 1 - f_.mantissa), right = m_.shl(q.significand, 4);
  const Value lost = flag(m_.setcc(Cond::ne, m_.op(Isd::mul, left, right), k(0)));
  const Value high = m_.or_(m_.op(Isd::mulhu, left, right), lost);
  // The product is in [1, 4): its leading bit at mantissa + 3 or one above.
  const Value low_half = m_.setcc(Cond::ult, high, k(f_.least_normal << 4));
  const Value significand = m_.select(low_half, m_.shl(high, 1), high);
  const Value exponent =
      m_.op(Isd::add, m_.op(Isd::add, p.exponent, q.exponent), m_.select(low_half, i(-f_.bias), i(1 - f_.bias)));
  const Value most = m_.op(Isd::umax, x, y), least = m_.op(Isd::umin, x, y);
  const Value zero = m_.setcc(Cond::eq, least, k(0));
  const Value finite = m_.select(zero, sign, pack_small(sign, exponent, significand, 4));
  const Value no_number = m_.or_(m_.setcc(Cond::ugt, most, k(f_.infinity)), zero);
  return m_.select(m_.setcc(Cond::uge, most, k(f_.infinity)), m_.select(no_number, nan(), m_.or_(sign, k(f_.infinity))),
                   finite);
}

Value SoftFloat::div(Value a, Value b) {
  const Value sign = sign_of(m_.xor_(a, b)), x = magnitude(a), y = magnitude(b);
  const Number p = normal(x), q = normal(y);
  const std::uint32_t up = w_ - 1 - f_.mantissa, digits = f_.mantissa + 3;
  const Value reciprocal = fixed_reciprocal(m_, m_.shl(q.significand, up));
  // The quotient of the significands is in (1/2, 2) and below 2^(mantissa + 4) in these units: less than half a unit is
  // missing by the reciprocal, less than one by cutting off.
  const Value guess = m_.srl(m_.op(Isd::mulhu, m_.shl(p.significand, up), reciprocal), w_ - 1 - digits);
  const Value rest = m_.op(Isd::sub, m_.shl(p.significand, digits), m_.op(Isd::mul, guess, q.significand));
  const Value more = m_.setcc(Cond::uge, rest, q.significand);
  const Value quotient = m_.op(Isd::add, guess, flag(more));
  const Value inexact = m_.setcc(Cond::ne, rest, m_.select(more, q.significand, k(0)));
  const Value low_half = m_.setcc(Cond::ult, quotient, k(1ULL << digits));
  const Value significand = m_.or_(m_.select(low_half, m_.shl(quotient, 1), quotient), flag(inexact));
  const Value exponent =
      m_.op(Isd::add, m_.op(Isd::sub, p.exponent, q.exponent), m_.select(low_half, i(f_.bias - 1), i(f_.bias)));
  const auto is = [&](Value v, std::uint64_t what) { return m_.setcc(Cond::eq, v, k(what)); };
  Value r = pack_small(sign, exponent, significand, 3);
  r = m_.select(m_.or_(is(x, 0), is(y, f_.infinity)), sign, r);
  r = m_.select(m_.or_(is(y, 0), is(x, f_.infinity)), m_.or_(sign, k(f_.infinity)), r);
  const Value same = m_.and_(m_.setcc(Cond::eq, x, y), m_.or_(is(x, 0), is(x, f_.infinity)));
  return m_.select(m_.or_(same, m_.setcc(Cond::ugt, m_.op(Isd::umax, x, y), k(f_.infinity))), nan(), r);
}

Value SoftFloat::sqrt(Value a) {
  const Value x = magnitude(a);
  const Number p = normal(x);
  const Value e = m_.op(Isd::sub, p.exponent, i(f_.bias));
  // 2^mantissa to 2^(mantissa + 2), with an even exponent.
  const Value radicand = m_.shift(Isd::shl, p.significand, m_.and_(e, i(1)));
  const Value fixed = m_.shl(radicand, w_ - 2 - f_.mantissa);
  const std::uint32_t extra = 3;
  // Less than one unit is missing by the inverse, less than one by cutting off, together less than two.
  const Value guess = m_.srl(m_.op(Isd::mulhu, fixed, fixed_inverse_root(m_, fixed)), w_ - 2 - f_.mantissa - extra);
  const Value rest = m_.op(Isd::sub, m_.shl(radicand, f_.mantissa + 2 * extra), m_.op(Isd::mul, guess, guess));
  const Value twice = m_.shl(guess, 1);
  const Value more = m_.setcc(Cond::ugt, rest, twice);
  const Value inexact = m_.setcc(Cond::ne, rest, m_.select(more, m_.op(Isd::add, twice, k(1)), k(0)));
  const Value root = m_.or_(m_.op(Isd::add, guess, flag(more)), flag(inexact));
  const Value exponent = m_.op(Isd::add, m_.sra(e, 1), i(f_.bias));
  Value r = pack(k(0), exponent, root, extra);
  // As unsigned numbers, all that is negative lies above infinity.
  r = m_.select(m_.setcc(Cond::ugt, a, k(f_.infinity)), nan(), r);
  return m_.select(m_.or_(m_.setcc(Cond::eq, x, k(0)), m_.setcc(Cond::eq, a, k(f_.infinity))), a, r);
}

// ---- numbers of two words, for fma -----------------------------------------------------------------

// By 0 to 2 w - 1 places; `lost` becomes a condition: a one fell out.
SoftFloat::Pair SoftFloat::shift_right(Pair v, Value by, Value& lost) {
  const Value inside = m_.and_(by, i(w_ - 1)), far = m_.setcc(Cond::uge, by, i(w_));
  const Value zero = k(0);
  const Value high = m_.shift(Isd::srl, v.high, inside), low = m_.op(Isd::fshr, v.high, v.low, inside);
  const Value out_of_high = m_.op(Isd::fshr, v.high, zero, inside), out_of_low = m_.op(Isd::fshr, v.low, zero, inside);
  lost = m_.setcc(Cond::ne, m_.select(far, m_.or_(v.low, out_of_high), out_of_low), zero);
  return {m_.select(far, zero, high), m_.select(far, high, low)};
}
SoftFloat::Pair SoftFloat::shift_left(Pair v, Value by) {
  const Value inside = m_.and_(by, i(w_ - 1)), far = m_.setcc(Cond::uge, by, i(w_));
  const Value low = m_.shift(Isd::shl, v.low, inside), high = m_.op(Isd::fshl, v.high, v.low, inside);
  return {m_.select(far, low, high), m_.select(far, k(0), low)};
}
SoftFloat::Pair SoftFloat::sum(Isd op, Pair a, Pair b) {
  const std::array<Vt, 2> types{word_, word_};
  const std::array<Value, 4> operands{a.low, a.high, b.low, b.high};
  const NodeId id = m_.dag().add(op, types, operands);
  return {{id, 1}, {id, 0}};
}

Value SoftFloat::fma(Value a, Value b, Value c) {
  const Value product_sign = sign_of(m_.xor_(a, b)), x = magnitude(a), y = magnitude(b), z = magnitude(c);
  const Number p = normal(x), q = normal(y);
  Number s = normal(z);
  // An addend of zero lies below every product.
  s.exponent = m_.select(m_.setcc(Cond::eq, z, k(0)), i(-4 * f_.top()), s.exponent);
  // Leading bits at 2 w - 3: two places for a carry above, and so many below the exact product that what is shifted
  // out matters as "something" alone: where the leading digits can cancel, nothing is shifted out at all.
  const std::uint32_t spare = 2 * w_ - 3 - (2 * f_.mantissa + 1);
  const std::uint32_t to_left = spare / 2, to_right = spare - to_left;
  const Value left = m_.shl(p.significand, to_left), right = m_.shl(q.significand, to_right);
  Pair product{m_.op(Isd::mulhu, left, right), m_.op(Isd::mul, left, right)};
  const Value low_half = m_.setcc(Cond::ult, product.high, k(1ULL << (w_ - 3)));
  const Pair doubled{m_.op(Isd::fshl, product.high, product.low, i(1)), m_.shl(product.low, 1)};
  product = {m_.select(low_half, doubled.high, product.high), m_.select(low_half, doubled.low, product.low)};
  const Value e =
      m_.op(Isd::add, m_.op(Isd::add, p.exponent, q.exponent), m_.select(low_half, i(-f_.bias), i(1 - f_.bias)));
  const Pair addend{m_.shl(s.significand, w_ - 3 - f_.mantissa), k(0)};
  // The greater of the two stays where it is.
  const Value same_high = m_.setcc(Cond::eq, product.high, addend.high);
  const Value less = m_.select(same_high, m_.setcc(Cond::ult, product.low, addend.low),
                               m_.setcc(Cond::ult, product.high, addend.high));
  const Value swapped = m_.or_(m_.setcc(Cond::slt, e, s.exponent), m_.and_(m_.setcc(Cond::eq, e, s.exponent), less));
  const auto either = [&](Value u, Value v) { return m_.select(swapped, v, u); };
  const Pair big{either(product.high, addend.high), either(product.low, addend.low)};
  const Pair little{either(addend.high, product.high), either(addend.low, product.low)};
  const Value e_big = either(e, s.exponent);
  const Value distance = m_.op(Isd::umin, m_.op(Isd::sub, e_big, either(s.exponent, e)), i(2 * w_ - 1));
  Value lost;
  Pair aligned = shift_right(little, distance, lost);
  aligned.low = m_.or_(aligned.low, flag(lost));
  const Value differ = m_.setcc(Cond::ne, m_.xor_(product_sign, sign_of(c)), k(0));
  const Pair more = sum(Isd::add_limbs, big, aligned), fewer = sum(Isd::sub_limbs, big, aligned);
  const Pair total{m_.select(differ, fewer.high, more.high), m_.select(differ, fewer.low, more.low)};
  const Value high_zero = m_.setcc(Cond::eq, total.high, k(0));
  const Value zeros = m_.select(high_zero, m_.op(Isd::add, leading_zeros(total.low), i(w_)), leading_zeros(total.high));
  const Pair leading = shift_left(total, m_.op(Isd::umin, zeros, i(2 * w_ - 1)));
  const Value exponent = m_.op(Isd::sub, m_.op(Isd::add, e_big, i(2)), zeros);
  const std::uint32_t cut = w_ - 4 - f_.mantissa;
  const Value rest = m_.or_(m_.and_(leading.high, k((1ULL << cut) - 1)), leading.low);
  const Value significand = m_.or_(m_.srl(leading.high, cut), flag(m_.setcc(Cond::ne, rest, k(0))));
  const Value sign = either(product_sign, sign_of(c));
  const Value nothing = m_.and_(high_zero, m_.setcc(Cond::eq, total.low, k(0)));
  Value r = m_.select(nothing, k(0), pack_small(sign, exponent, significand, 3));
  const Value no_product = m_.setcc(Cond::eq, m_.op(Isd::umin, x, y), k(0));
  r = m_.select(no_product, m_.select(m_.setcc(Cond::eq, z, k(0)), m_.and_(product_sign, sign_of(c)), c), r);
  const Value most = m_.op(Isd::umax, x, y);
  const Value infinite_product = m_.setcc(Cond::uge, most, k(f_.infinity));
  const Value infinite = m_.setcc(Cond::eq, z, k(f_.infinity));
  const Value special = m_.select(infinite_product, m_.or_(product_sign, k(f_.infinity)), c);
  const Value no_number = m_.or_(m_.setcc(Cond::ugt, m_.op(Isd::umax, most, z), k(f_.infinity)),
                                 m_.and_(infinite_product, m_.or_(no_product, m_.and_(infinite, differ))));
  r = m_.select(m_.or_(infinite_product, m_.setcc(Cond::uge, z, k(f_.infinity))), special, r);
  return m_.select(no_number, nan(), r);
}

// ---- reciprocals -----------------------------------------------------------------------------------

// r = 1 / (2 d) for d = D / 2^w in [1/2, 1). A linear guess, wrong by one part in 17, then Newton's steps
// r (2 - 2 d r), each of which squares that; cutting off adds less than 8 parts in 2^w. The complement for 1 - d r and
// cutting off keep each result below the right one.
Value fixed_reciprocal(Make& m, Value d) {
  const Vt type = m.type(d);
  const std::uint32_t w = type.bits();
  const auto step = [&](Value by, Value r) { return m.shl(m.op(Isd::mulhu, r, m.not_(m.op(Isd::mulhu, by, r))), 1); };
  if (w > 32) {
    // Half of the digits from half of the word.
    const Vt half = type.with_bits(w / 2);
    const Value r = fixed_reciprocal(m, m.resize(m.srl(d, w / 2), half));
    return step(d, m.shl(m.resize(r, type, Extend::zero), w / 2));
  }
  const std::uint64_t one = 1ULL << w;
  Value r = m.op(Isd::sub, m.constant(one * 7 / 17, type), m.op(Isd::mulhu, d, m.constant(one * 16 / 17, type)));
  for (int turn = 0; turn < (w > 16 ? 3 : 2); ++turn) r = step(d, r);
  return r;
}

// z = 1 / (2 sqrt(d)) for d = D / 2^w in [1/4, 1). A linear guess, wrong by 8.6 parts in 100 (7 b / 4 - b d with
// b = 0.60936 makes both ends and the middle alike), then z (3/2 - 2 d z^2), which makes of an error e 1.5 e^2: 4.3e-15
// after four; cutting off adds less than 12 parts in 2^w. Two units less than 3/4 - d z^2 keep it below.
Value fixed_inverse_root(Make& m, Value d) {
  const Vt type = m.type(d);
  const std::uint32_t w = type.bits();
  const auto step = [&](Value by, Value z, std::uint32_t bits) {
    const Value part = m.op(Isd::mulhu, m.op(Isd::mulhu, z, z), by);
    const Value rest = m.op(Isd::sub, m.constant((3ULL << (bits - 2)) - 2, m.type(by)), part);
    return m.shl(m.op(Isd::mulhu, z, rest), 1);
  };
  if (w > 32) {
    const Vt half = type.with_bits(32);
    const Value z = fixed_inverse_root(m, m.resize(m.srl(d, w - 32), half));
    return step(d, m.shl(m.resize(z, type, Extend::zero), w - 32), w);
  }
  constexpr std::uint64_t slope = 2617181000ULL, start = 285063900ULL;  // 0.60936 * 2^32, 1.06638 * 2^32 - 2^32
  Value z = m.op(Isd::sub, m.constant(start, type), m.op(Isd::mulhu, d, m.constant(slope, type)));
  for (int turn = 0; turn < 4; ++turn) z = step(d, z, w);
  return z;
}

}  // namespace lathe::codegen
