// Rules: division and remainder by constants, and of numbers known to be small.
//
// By powers of two: shifts and masks. By others: the high half of a product with a magic number. 64-bit division of
// operands that fit in 32 bits is done in 32.
// Source: Granlund and Montgomery, PLDI'94; Warren, Hacker's Delight, chapter 10.
#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

namespace {

Value division_identity(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Vt t = c.type(n);
  const bool remainder = c.op(n) == Isd::srem || c.op(n) == Isd::urem;
  const bool is_signed = c.op(n) == Isd::sdiv || c.op(n) == Isd::srem;
  if (t.bits() > 64) return {};
  if (t.bits() == 1) return remainder ? c.zero(t) : x;  // the divisor is 1, or the result is poison
  if (c.is_one(y)) return remainder ? c.zero(t) : x;
  if (is_signed && c.is_ones(y)) return remainder ? c.zero(t) : c.make(Isd::sub, t, {c.zero(t), x});
  if (x == y) return remainder ? c.zero(t) : c.number(1, t);
  if (c.is_zero(x)) return x;
  return {};
}

Value divide_by_power_of_two(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  const Vt t = c.type(n);
  std::uint64_t by = 0;
  if (!c.constant(c.operand(n, 1), by) || !std::has_single_bit(by) || t.bits() > 64 || by == 1) return {};
  const auto log = static_cast<std::uint64_t>(std::countr_zero(by));
  if (c.op(n) == Isd::udiv)
    return c.op_ok(Isd::srl, t) ? c.shift(Isd::srl, x, log, c.dag.flags(n) & flag::exact) : Value{};
  return c.op_ok(Isd::and_, t) ? c.make(Isd::and_, t, {x, c.number(by - 1, t)}) : Value{};
}

// Rounds toward zero: adds 2^k - 1 to a negative dividend first.
Value signed_power_of_two(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  const Vt t = c.type(n);
  std::uint64_t by = 0;
  if (t.bits() > 64 || t.bits() < 2 || !c.constant(c.operand(n, 1), by)) return {};
  const std::uint32_t width = t.bits();
  const bool negative = (by & sign_bit(width)) != 0;
  const std::uint64_t size = negative ? (0 - by) & low_mask(width) : by;
  if (!std::has_single_bit(size) || size == 1 || !c.op_ok(Isd::sra, t) || !c.op_ok(Isd::srl, t)) return {};
  const auto log = static_cast<std::uint64_t>(std::countr_zero(size));
  Value quotient;
  if (c.op(n) == Isd::sdiv && c.has_flags(n, flag::exact)) {
    quotient = c.shift(Isd::sra, x, log, flag::exact);
  } else {
    const Value bias = c.shift(Isd::srl, c.shift(Isd::sra, x, width - 1), width - log);
    const Value biased = c.make(Isd::add, t, {x, bias});
    if (c.op(n) == Isd::srem) return c.make(Isd::sub, t, {x, c.make(Isd::and_, t, {biased, c.number(~(size - 1), t)})});
    quotient = c.shift(Isd::sra, biased, log);
  }
  return negative ? c.make(Isd::sub, t, {c.zero(t), quotient}) : quotient;
}

// Signed division of numbers that are not negative.
Value signed_to_unsigned(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const Isd o = c.op(n) == Isd::sdiv ? Isd::udiv : Isd::urem;
  if (t.bits() > 64 || !c.op_ok(o, t)) return {};
  if (!c.known_non_negative(c.operand(n, 1)) || !c.known_non_negative(c.operand(n, 0))) return {};
  return c.make(o, t, {c.operand(n, 0), c.operand(n, 1)}, c.dag.flags(n) & flag::exact);
}

// In half the width, where the operands fit: two registers' in one, and one's where the target divides halves of it.
Value narrow_division(Context& c, NodeId n) {
  const Vt t = c.type(n);
  Vt half = c.fast_half(t);
  if (half == vt::none && t.is_scalar() && t.bits() == c.facts.types.facts().fast && t.bits() % 2 == 0 &&
      c.native(c.op(n), t.with_bits(t.bits() / 2)) && !c.dag.is_constant(c.operand(n, 1)))
    half = t.with_bits(t.bits() / 2);
  if (half == vt::none || !c.op_ok(c.op(n), half)) return {};
  const std::uint64_t high = low_mask(t.bits()) & ~low_mask(half.bits());
  for (std::uint32_t i = 0; i < 2; ++i)
    if ((c.known(c.operand(n, i)).zero & high) != high) return {};
  const Value a = c.make(Isd::trunc, half, {c.operand(n, 0)}), b = c.make(Isd::trunc, half, {c.operand(n, 1)});
  return c.make(Isd::zext, t, {c.make(c.op(n), half, {a, b}, c.dag.flags(n) & flag::exact)});
}

// Signed ones that fit: one bit more, for the least number by -1.
Value narrow_signed_division(Context& c, NodeId n) {
  const Vt t = c.type(n);
  if (!t.is_scalar() || !t.is_integer() || t.bits() % 2 != 0 || t.bits() > 64 || c.dag.is_constant(c.operand(n, 1)))
    return {};
  const Vt half = t.with_bits(t.bits() / 2);
  if (!c.native(c.op(n), half) || !c.type_ok(half) || t.bits() < c.facts.types.facts().fast) return {};
  for (std::uint32_t i = 0; i < 2; ++i)
    if (c.sign_bits(c.operand(n, i)) < half.bits() + (i == 0 ? 2 : 1)) return {};
  const Value a = c.make(Isd::trunc, half, {c.operand(n, 0)}), b = c.make(Isd::trunc, half, {c.operand(n, 1)});
  return c.make(Isd::sext, t, {c.make(c.op(n), half, {a, b}, c.dag.flags(n) & flag::exact)});
}

// The inverse of an odd number modulo 2^64.
std::uint64_t inverse_of(std::uint64_t odd) {
  std::uint64_t inverse = odd;  // right in 3 bits; each step doubles them
  for (int i = 0; i < 5; ++i) inverse *= 2 - odd * inverse;
  return inverse;
}

// x % d == k without a division: times the inverse of d's odd part, multiples of d are the small numbers, once d's zeros are turned
// to the top. Unsigned, x - k in place of x; signed, only k = 0, with the range moved to begin at 0.
Value remainder_is(Context& c, NodeId n) {
  const auto cond = static_cast<Cond>(c.dag.payload(n).imm);
  const Value remainder = c.operand(n, 0);
  const bool is_signed = c.is(remainder, Isd::srem);
  std::uint64_t d = 0, k = 0;
  if ((cond != Cond::eq && cond != Cond::ne) || (!is_signed && !c.is(remainder, Isd::urem)) || !c.one_use(remainder))
    return {};
  const Vt t = c.type(remainder);
  if (!c.is_word(t) || !c.constant(c.operand(n, 1), k) || !c.constant(c.operand(remainder, 1), d)) return {};
  if (is_signed && sign_extend(d, t.bits()) < 0) d = (0 - d) & low_mask(t.bits());  // the sign of d does not matter
  if (d < 3 || std::has_single_bit(d) || (is_signed ? k != 0 || d == sign_bit(t.bits()) : k >= d)) return {};
  const auto zeros = static_cast<std::uint32_t>(std::countr_zero(d));
  if (!c.op_ok(Isd::mul, t) || (zeros != 0 && !c.op_ok(Isd::rotr, t))) return {};
  const std::uint64_t ones = low_mask(t.bits()), odd = d >> zeros, inverse = inverse_of(odd);
  Value x = c.operand(remainder, 0);
  std::uint64_t addend, most;
  if (is_signed) {
    addend = (ones >> 1) / odd & ~low_mask(zeros);
    most = (addend >> zeros) * 2;
  } else {
    addend = 0 - k * inverse;
    most = (ones - k) / d;
  }
  x = c.make(Isd::mul, t, {x, c.number(inverse, t)});
  if ((addend & ones) != 0) x = c.make(Isd::add, t, {x, c.number(addend, t)});
  if (zeros != 0) x = c.make(Isd::rotr, t, {x, c.amount(zeros, t)});
  return c.setcc(cond == Cond::eq ? Cond::ule : Cond::ugt, x, c.number(most, t));
}

// x / d exactly, d odd after its zeros are shifted out: times the inverse modulo 2^w.
Value exact_division(Context& c, NodeId n) {
  const Vt t = c.type(n);
  std::uint64_t by = 0;
  if (!c.is_word(t) || !c.has_flags(n, flag::exact) || !c.constant(c.operand(n, 1), by) || by == 0) return {};
  const auto zeros = static_cast<std::uint64_t>(std::countr_zero(by));
  const bool is_signed = c.op(n) == Isd::sdiv;
  const Isd shift = is_signed ? Isd::sra : Isd::srl;
  if (!c.op_ok(shift, t) || !c.op_ok(Isd::mul, t)) return {};
  const auto odd = is_signed ? static_cast<std::uint64_t>(sign_extend(by, t.bits()) >> zeros) : by >> zeros;
  return c.make(Isd::mul, t, {c.shift(shift, c.operand(n, 0), zeros, flag::exact), c.number(inverse_of(odd), t)});
}

struct Magic {
  std::uint64_t multiplier = 0;
  std::uint32_t shift = 0;
  bool add = false;  ///< the multiplier has one bit more than the word
};

using Wide = Unsigned128;

// Smallest shift for which ceil(2^(width + shift) / d) is exact enough for all dividends below 2^(width - zeros): times the
// largest dividend that is d - 1 more than a multiple of d, its error has to stay below the power.
Magic unsigned_magic(std::uint64_t d, std::uint32_t width, std::uint32_t dividend_bits) {
  const Wide dividends = static_cast<Wide>(1) << dividend_bits;
  const Wide last = dividends < d ? dividends - 1 : dividends - dividends % d - 1;
  for (std::uint32_t shift = 0; shift <= width; ++shift) {
    const Wide power = width + shift >= 128 ? 0 : static_cast<Wide>(1) << (width + shift);
    if (width + shift >= 128) break;
    const Wide m = (power + d - 1) / d;
    const Wide error = m * d - power;                                 // below d
    if (error != 0 && last >= (power + error - 1) / error) continue;  // last * error >= power
    if (m >> width == 0) return {static_cast<std::uint64_t>(m), shift, false};
    if (m >> width == 1) return {static_cast<std::uint64_t>(m), shift, true};
  }
  return {};
}

// x / d for any x. Null when d is too large for the search.
Value unsigned_quotient(Context& c, Value x, std::uint64_t d, Vt t) {
  const std::uint32_t width = t.bits();
  const auto zeros = static_cast<std::uint32_t>(std::countr_zero(d));
  const KnownBits64 k = c.known(x);
  const auto leading = static_cast<std::uint32_t>(std::countl_one(k.zero << (64 - width)));
  Magic magic = unsigned_magic(d, width, width - std::min(leading, width - 1));
  Value y = x;
  if (magic.add && zeros != 0) {  // an even divisor: halve both first, then the multiplier fits
    y = c.shift(Isd::srl, x, zeros);
    magic = unsigned_magic(d >> zeros, width, width - std::min(std::max(leading, zeros), width - 1));
  }
  if (magic.multiplier == 0) return {};
  const Value high = c.make(Isd::mulhu, t, {y, c.number(magic.multiplier, t)});
  if (!magic.add) return c.shift(Isd::srl, high, magic.shift);
  if (magic.shift == 0) return {};
  // (high + y) >> shift without the carry: halve the difference first.
  const Value half = c.shift(Isd::srl, c.make(Isd::sub, t, {y, high}), 1);
  return c.shift(Isd::srl, c.make(Isd::add, t, {half, high}), magic.shift - 1);
}

Value signed_quotient(Context& c, Value x, std::int64_t d, Vt t) {
  const std::uint32_t width = t.bits();
  const std::uint64_t size = d < 0 ? 0 - static_cast<std::uint64_t>(d) : static_cast<std::uint64_t>(d);
  // m = ceil(2^(width - 1 + s) / |d|) with error at most 2^s is exact for |x| <= 2^(width - 1).
  // From s = 1 on: the high half drops width bits, one more than width - 1.
  for (std::uint32_t s = 1; s < width; ++s) {
    const Wide power = static_cast<Wide>(1) << (width - 1 + s);
    const Wide m = power / size + 1;
    if (m * size - power > (static_cast<Wide>(1) << s) || m >> width != 0) continue;
    // The machine multiplies by m as a signed number: high(x * m) is x too small when m's sign bit is set.
    const auto multiplier = static_cast<std::uint64_t>(m);
    Value q = c.make(Isd::mulhs, t, {x, c.number(multiplier, t)});
    if ((multiplier & sign_bit(width)) != 0) q = c.make(Isd::add, t, {q, x});
    q = c.shift(Isd::sra, q, s - 1);
    q = c.make(Isd::add, t, {q, c.shift(Isd::srl, x, width - 1)});  // toward zero
    return d < 0 ? c.make(Isd::sub, t, {c.zero(t), q}) : q;
  }
  return {};
}

Value divide_by_constant(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const Value x = c.operand(n, 0);
  std::uint64_t d = 0;
  if (!c.is_word(t) || !c.constant(c.operand(n, 1), d) || d == 0) return {};
  if (!c.op_ok(Isd::mulhu, t) || !c.op_ok(Isd::srl, t) || !c.op_ok(Isd::mul, t)) return {};
  const bool is_signed = c.op(n) == Isd::sdiv || c.op(n) == Isd::srem;
  const std::int64_t sd = sign_extend(d, t.bits());
  if (is_signed ? sd >= -1 && sd <= 1 : d == 1) return {};
  if (std::has_single_bit(is_signed && sd < 0 ? 0 - static_cast<std::uint64_t>(sd) : d)) return {};
  const Value q = is_signed ? signed_quotient(c, x, sd, t) : unsigned_quotient(c, x, d, t);
  if (!q || c.op(n) == Isd::sdiv || c.op(n) == Isd::udiv) return q;
  return c.make(Isd::sub, t, {x, c.make(Isd::mul, t, {q, c.operand(n, 1)})});
}

// With the quotient at hand, the remainder is one multiply and subtract.
Value remainder_from_quotient(Context& c, NodeId n) {
  const Vt t = c.type(n);
  if (t.bits() > 64 || c.dag.is_constant(c.operand(n, 1)) || !c.op_ok(Isd::mul, t)) return {};
  const Isd wanted = c.op(n) == Isd::srem ? Isd::sdiv : Isd::udiv;
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  Value quotient;
  // Look among the users of whichever operand has fewer.
  const Value fewer = c.dag.use_count(x.node) <= c.dag.use_count(y.node) ? x : y;
  if (c.dag.use_count(fewer.node) > 16) return {};
  c.dag.for_each_use(fewer.node, [&](NodeId user, std::uint32_t, Value) {
    // An exact quotient is poison where there is a remainder.
    if (c.op(user) == wanted && c.operand(user, 0) == x && c.operand(user, 1) == y && !c.has_flags(user, flag::exact))
      quotient = {user, 0};
  });
  if (!quotient) return {};
  return c.make(Isd::sub, t, {x, c.make(Isd::mul, t, {quotient, y})});
}

}  // namespace

void add_division_rules(RuleList& list) {
  list.add("division-identity", division_identity, {Isd::sdiv, Isd::udiv, Isd::srem, Isd::urem});
  list.add("signed-to-unsigned-division", signed_to_unsigned, {Isd::sdiv, Isd::srem});
  list.add("divide-by-power-of-two", divide_by_power_of_two, {Isd::udiv, Isd::urem});
  list.add("signed-divide-by-power-of-two", signed_power_of_two, {Isd::sdiv, Isd::srem}, once_legal);
  list.add("remainder-is", remainder_is, {Isd::setcc}, at_types | at_operations);
  list.add("exact-division", exact_division, {Isd::sdiv, Isd::udiv}, once_legal);
  list.add("narrow-division", narrow_division, {Isd::udiv, Isd::urem});
  list.add("narrow-signed-division", narrow_signed_division, {Isd::sdiv, Isd::srem});
  list.add("divide-by-constant", divide_by_constant, {Isd::sdiv, Isd::udiv, Isd::srem, Isd::urem}, once_legal);
  list.add("remainder-from-quotient", remainder_from_quotient, {Isd::srem, Isd::urem}, once_legal);
}

}  // namespace lathe::codegen::combining
