// Floating point in integers: comparisons, minimum and maximum, rounding to whole numbers, scaling, classes,
// conversions. See soft_float.hpp.
#include <algorithm>
#include <utility>
#include <vector>

#include "codegen/legalize/soft_float.hpp"

namespace lathe::codegen {

// Signed integers in the order of the numbers; both zeros are 0.
Value SoftFloat::ordered_key(Value a) {
  const Value minus = m_.sra(m_.shl(a, w_ - f_.bits), w_ - 1);
  return m_.op(Isd::sub, m_.xor_(magnitude(a), minus), minus);
}
// The same with -0 below 0.
Value SoftFloat::total_key(Value a) { return m_.xor_(magnitude(a), m_.sra(m_.shl(a, w_ - f_.bits), w_ - 1)); }

Value SoftFloat::compare(Cond cond, Value a, Value b) {
  const auto bits = static_cast<unsigned>(cond);
  const bool or_unordered = (bits & 8) != 0;
  const auto unordered = [&] {
    return m_.setcc(Cond::ugt, m_.op(Isd::umax, magnitude(a), magnitude(b)), k(f_.infinity));
  };
  if ((bits & 7) == 0) return or_unordered ? unordered() : m_.zero(vt::i1);
  if ((bits & 7) == 7) return or_unordered ? m_.ones(vt::i1) : m_.not_(unordered());
  // Equal 1, greater 2, less 4: the same three bits say it of signed integers.
  const Value r = m_.setcc(static_cast<Cond>(16 + (bits & 7)), ordered_key(a), ordered_key(b));
  return or_unordered ? m_.or_(r, unordered()) : m_.and_(r, m_.not_(unordered()));
}

Value SoftFloat::choose(Isd op, Value a, Value b) {
  const bool least = op == Isd::fminnum || op == Isd::fminimum || op == Isd::fminimumnum;
  const Value less = m_.setcc(Cond::slt, total_key(a), total_key(b));
  const Value r = least ? m_.select(less, a, b) : m_.select(less, b, a);
  const auto is_nan = [&](Value v) { return m_.setcc(Cond::ugt, magnitude(v), k(f_.infinity)); };
  const Value a_nan = is_nan(a), b_nan = is_nan(b);
  if (op == Isd::fminimum || op == Isd::fmaximum) return m_.select(m_.or_(a_nan, b_nan), nan(), r);
  return m_.select(m_.and_(a_nan, b_nan), nan(), m_.select(a_nan, b, m_.select(b_nan, a, r)));
}

Value SoftFloat::round(Isd op, Value a) {
  const Value x = magnitude(a), minus = negative(a), one = k(static_cast<std::uint64_t>(f_.bias) << f_.mantissa);
  const Value zero = k(0), half = k(static_cast<std::uint64_t>(f_.bias - 1) << f_.mantissa);
  const Value e = m_.op(Isd::sub, exponent_field(x), i(f_.bias));
  // Places below 1: none in what is whole already, infinite or no number.
  const Value places = m_.op(Isd::smin, m_.op(Isd::smax, m_.op(Isd::sub, i(f_.mantissa), e), i(0)), i(f_.mantissa + 1));
  const Value mask = m_.op(Isd::sub, m_.shift(Isd::shl, k(1), places), k(1));
  Value addend = zero, small = zero;  // of a magnitude below 1: what it becomes
  const auto unless_zero = [&] { return m_.select(m_.setcc(Cond::eq, x, zero), zero, one); };
  switch (op) {
    case Isd::ftrunc:
      break;
    case Isd::ffloor:
      addend = m_.select(minus, mask, zero);
      small = m_.select(minus, unless_zero(), zero);
      break;
    case Isd::fceil:
      addend = m_.select(minus, zero, mask);
      small = m_.select(minus, zero, unless_zero());
      break;
    case Isd::fround:
      addend = m_.op(Isd::sub, mask, m_.srl(mask, 1));
      small = m_.select(m_.setcc(Cond::uge, x, half), one, zero);
      break;
    default: {
      // The last whole digit of a number in [1, 2) is the exponent's last bit, which is set there: the bias is odd.
      const Value odd = m_.and_(m_.shift(Isd::srl, x, places), m_.and_(mask, k(1)));
      addend = m_.op(Isd::add, m_.srl(mask, 1), odd);
      small = m_.select(m_.setcc(Cond::ugt, x, half), one, zero);
    }
  }
  const Value whole = m_.and_(m_.op(Isd::add, x, addend), m_.not_(mask));
  const Value r = m_.or_(m_.select(m_.setcc(Cond::slt, e, i(0)), small, whole), sign_of(a));
  return canonical(r);
}

Value SoftFloat::canonical(Value a) {
  return m_.select(m_.setcc(Cond::ugt, magnitude(a), k(f_.infinity)), m_.or_(a, k(f_.quiet)), a);
}

Value SoftFloat::scale(Value a, Value e) {
  const Value x = magnitude(a);
  const Number n = normal(x);
  // Further than that is zero or infinite from everywhere.
  const std::int64_t far = std::int64_t{2} * (f_.top() + static_cast<std::int32_t>(f_.mantissa));
  const Value by = m_.op(Isd::smin, m_.op(Isd::smax, e, i(-far)), i(far));
  const Value r = pack_small(sign_of(a), m_.op(Isd::add, n.exponent, by), m_.shl(n.significand, 3), 3);
  const Value keeps = m_.or_(m_.setcc(Cond::eq, x, k(0)), m_.setcc(Cond::uge, x, k(f_.infinity)));
  return m_.select(keeps, canonical(a), r);
}

namespace {

/// Bits of a float, and tests of them. The classes of one sign, in the order of their bits read as numbers: zero, subnormal,
/// normal, infinite, signalling, quiet; so each set of them is a few intervals.
class FloatClasses {
 public:
  FloatClasses(Make& m, Value bits, const FloatFormat& f) : m_(m), f_(f), t_(m.type(bits)), bits_(bits) {
    const std::uint64_t first[7] = {0, 1, f.least_normal, f.infinity, f.infinity + 1, f.infinity | f.quiet, f.sign};
    std::copy(first, first + 7, first_);
  }

  Value run(std::uint64_t classes) {
    // By magnitude, bit i for the i-th of the order: of positive numbers, of negative ones.
    const unsigned nan = ((classes & 1) != 0 ? 16U : 0) | ((classes & 2) != 0 ? 32U : 0);
    const auto pick = [&](std::uint64_t zero, std::uint64_t subnormal, std::uint64_t normal, std::uint64_t infinite) {
      return nan | ((classes & zero) != 0 ? 1U : 0) | ((classes & subnormal) != 0 ? 2U : 0) |
             ((classes & normal) != 0 ? 4U : 0) | ((classes & infinite) != 0 ? 8U : 0);
    };
    const unsigned plus = pick(64, 128, 256, 512), minus = pick(32, 16, 8, 4);
    // Where there are bits above the float's, they are zero.
    if (plus == minus) return tests(m_.and_(bits_, k(f_.sign - 1)), both(plus, 0));
    // The complement is the same test turned round, and perhaps shorter.
    const std::vector<Interval> all = both(plus, minus), rest = both(~plus & 63U, ~minus & 63U);
    return rest.size() < all.size() ? m_.not_(tests(bits_, rest)) : tests(bits_, all);
  }

 private:
  using Interval = std::pair<std::uint64_t, std::uint64_t>;  // from, to

  Value k(std::uint64_t v) { return m_.constant(v, t_); }
  /// Runs of the wanted ones in the order of their bits.
  std::vector<Interval> both(unsigned plus, unsigned minus) const {
    std::vector<Interval> out;
    for (unsigned i = 0; i < 12; ++i) {
      const unsigned at = i % 6;
      const std::uint64_t sign = i < 6 ? 0 : f_.sign;
      if (((i < 6 ? plus : minus) >> at & 1U) == 0) continue;
      const Interval next{sign + first_[at], sign + (first_[at + 1] - 1)};
      if (!out.empty() && out.back().second + 1 == next.first)
        out.back().second = next.second;
      else
        out.push_back(next);
    }
    return out;
  }
  Value tests(Value v, const std::vector<Interval>& all) {
    Value any;
    for (const auto& [from, to] : all) {
      const Value one = test(v, from, to);
      any = any ? m_.or_(any, one) : one;
    }
    return any ? any : m_.zero(vt::i1);
  }
  Value test(Value v, std::uint64_t from, std::uint64_t to) {
    const std::uint64_t most = v == bits_ ? f_.sign | (f_.sign - 1) : f_.sign - 1;
    if (from == to) return m_.setcc(Cond::eq, v, k(from));
    if (from == 0 && to == most) return m_.constant(1, vt::i1);
    if (from == 0) return m_.setcc(Cond::ule, v, k(to));
    if (to == most) return m_.setcc(Cond::uge, v, k(from));
    return m_.setcc(Cond::ule, m_.op(Isd::sub, v, k(from)), k(to - from));
  }

  Make& m_;
  const FloatFormat& f_;
  Vt t_;
  Value bits_;
  std::uint64_t first_[7];
};

}  // namespace

Value float_class(Make& m, Value bits, const FloatFormat& f, std::uint64_t classes) {
  return FloatClasses(m, bits, f).run(classes);
}

Value SoftFloat::is_class(Value a, std::uint64_t classes) { return float_class(m_, a, f_, classes); }

Value SoftFloat::from_integer(Value x, bool is_signed) {
  const Vt wide(VtKind::integer, std::max(w_, m_.type(x).bits()));
  x = m_.resize(x, wide, is_signed ? Extend::sign : Extend::zero);
  const Value zero = m_.zero(wide);
  Value sign = k(0), size = x;
  if (is_signed) {
    const Value minus = m_.setcc(Cond::slt, x, zero);
    size = m_.select(minus, m_.op(Isd::sub, zero, x), x);
    sign = m_.select(minus, k(f_.sign), k(0));
  }
  const Value nothing = m_.setcc(Cond::eq, size, zero);
  const Value zeros = m_.op(Isd::umin, leading_zeros(size), i(wide.bits() - 1));
  const Value leading = m_.shift(Isd::shl, size, zeros);
  const std::uint32_t cut = wide.bits() - 4 - f_.mantissa;
  const Value rest = m_.setcc(Cond::ne, m_.and_(leading, m_.mask(0, cut, wide)), zero);
  const Value significand = m_.or_(m_.resize(m_.srl(leading, cut), word_), flag(rest));
  const Value exponent = m_.op(Isd::sub, i(f_.bias + static_cast<std::int64_t>(wide.bits()) - 1), zeros);
  return m_.select(nothing, k(0), pack(sign, exponent, significand, 3));
}

Value SoftFloat::to_integer(Value a, Vt to, bool is_signed, bool saturate, std::uint32_t width) {
  const Vt wide(VtKind::integer, std::max(w_, to.bits()));
  const std::uint32_t n = wide.bits();
  const Value x = magnitude(a), minus = negative(a), e = m_.op(Isd::sub, exponent_field(x), i(f_.bias));
  const Value significand = m_.or_(m_.and_(x, k(f_.least_normal - 1)), k(f_.least_normal));
  const Value leading = m_.shl(m_.resize(significand, wide, Extend::zero), n - 1 - f_.mantissa);
  const Value by = m_.op(Isd::smin, m_.op(Isd::smax, m_.op(Isd::sub, i(n - 1), e), i(0)), i(n - 1));
  const Value zero = m_.zero(wide);
  const Value size = m_.select(m_.setcc(Cond::slt, e, i(0)), zero, m_.shift(Isd::srl, leading, by));
  Value r = is_signed ? m_.select(minus, m_.op(Isd::sub, zero, size), size) : size;
  if (!saturate) return m_.resize(r, to);
  Value over = m_.setcc(Cond::sge, e, i(is_signed ? width - 1 : width));
  if (f_.top() - f_.bias < static_cast<std::int32_t>(width)) over = m_.or_(over, m_.setcc(Cond::eq, x, k(f_.infinity)));
  if (is_signed)
    r = m_.select(over, m_.select(minus, m_.smallest(width, wide), m_.greatest(width, wide)), r);
  else
    r = m_.select(minus, zero, m_.select(over, m_.mask(0, width, wide), r));
  r = m_.select(m_.setcc(Cond::ugt, x, k(f_.infinity)), zero, r);
  return m_.resize(r, to);
}

Value SoftFloat::convert(Value a, SoftFloat& to) {
  const FloatFormat& f = to.f_;
  if (f.bias == f_.bias && f.mantissa > f_.mantissa)  // the same exponents: bf16 is the upper half of f32
    return to.canonical(m_.shl(m_.resize(a, to.word_, Extend::zero), f.bits - f_.bits));
  const Value x = magnitude(a);
  const Number n = normal(x);
  const Value sign = f.bits >= f_.bits ? m_.shl(m_.resize(sign_of(a), to.word_, Extend::zero), f.bits - f_.bits)
                                       : m_.resize(m_.srl(sign_of(a), f_.bits - f.bits), to.word_);
  Value significand;
  if (f.mantissa + 3 >= f_.mantissa)
    significand = m_.shl(m_.resize(n.significand, to.word_, Extend::zero), f.mantissa + 3 - f_.mantissa);
  else
    significand = m_.resize(shift_sticky(n.significand, i(f_.mantissa - f.mantissa - 3)), to.word_);
  const Value exponent = m_.op(Isd::add, n.exponent, i(f.bias - f_.bias));
  // Nothing can be too small in a format with more exponents than places are lost above the other's least number.
  const bool exact = f.bias > f_.bias + static_cast<std::int32_t>(f_.mantissa);
  const Value finite = exact ? to.pack(sign, exponent, significand, 3) : to.pack_small(sign, exponent, significand, 3);
  const Value some = m_.select(m_.setcc(Cond::eq, x, k(0)), sign, finite);
  const Value special = m_.select(m_.setcc(Cond::ugt, x, k(f_.infinity)), to.nan(), m_.or_(sign, to.k(f.infinity)));
  return m_.select(m_.setcc(Cond::uge, x, k(f_.infinity)), special, some);
}

}  // namespace lathe::codegen
