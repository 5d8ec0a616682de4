// Integer operations that a target has no instruction for, on types that its registers hold. See expand.hpp.
//
// Gives:  O(1) nodes per operation, O(log width) for counts and reversals. No amount of a shift reaches the width.
// Source: Warren, Hacker's Delight, 2nd edition, chapters 5, 7 and 8; division by a reciprocal: Moeller, Granlund,
//         Improved Division by Invariant Integers, 2011, with Newton's steps in place of its table.
#include <bit>

#include "codegen/legalize/expand.hpp"
#include "codegen/legalize/soft_float.hpp"

namespace lathe::codegen {
namespace {

bool is_native(const TargetFacts& facts, Isd op, Vt type) {
  return facts.types.holds(type) && facts.action(op, type) == dag::Action::legal;
}

// The bit pattern of `length` ones and as many zeros in turn, the ones lowest.
std::uint64_t stripes(std::uint32_t length, std::uint32_t bits) {
  std::uint64_t out = 0;
  for (std::uint32_t at = 0; at < bits; at += 2 * length) out |= ((1ULL << length) - 1) << at;
  return out;
}

// The high half of a product of halves: no sum carries out, for (2^h - 1)^2 + 2 (2^h - 1) < 2^(2h).
Value high_of_halves(Make& m, Value a, Value b) {
  const Vt t = m.type(a);
  const std::uint32_t h = t.bits() / 2;
  const auto low = [&](Value v) { return m.and_(v, m.mask(0, h, t)); };
  const Value a0 = low(a), a1 = m.srl(a, h), b0 = low(b), b1 = m.srl(b, h);
  const Value middle = m.add(m.mul(a1, b0), m.srl(m.mul(a0, b0), h));
  const Value rest = m.add(m.mul(a0, b1), low(middle));
  return m.add(m.add(m.mul(a1, b1), m.srl(middle, h)), m.srl(rest, h));
}

Value high_product(Make& m, const TargetFacts& facts, Isd op, Value a, Value b) {
  const Vt t = m.type(a), wide = t.with_bits(2 * t.bits());
  const bool is_signed = op == Isd::mulhs;
  const Isd widening = is_signed ? Isd::mul_wide_s : Isd::mul_wide_u;
  if (is_native(facts, widening, wide)) return m.resize(m.srl(m.dag().get(widening, wide, {a, b}), t.bits()), t);
  if (is_native(facts, Isd::mul, wide)) {
    const Isd extend = is_signed ? Isd::sext : Isd::zext;
    return m.resize(m.srl(m.op(Isd::mul, m.convert(extend, a, wide), m.convert(extend, b, wide)), t.bits()), t);
  }
  const Isd other = is_signed ? Isd::mulhu : Isd::mulhs;
  const bool has_other = is_native(facts, other, t);
  if (!is_signed && !has_other) return high_of_halves(m, a, b);
  // A negative number is 2^w more when it is read as unsigned.
  const Value high = m.op(has_other ? other : Isd::mulhu, a, b);
  const std::uint32_t top = t.bits() - 1;
  const Value by_a = m.and_(m.sra(a, top), b), by_b = m.and_(m.sra(b, top), a);
  return m.op(is_signed ? Isd::sub : Isd::add, high, m.op(Isd::add, by_a, by_b));
}

Value count_ones(Make& m, Value x) {
  const Vt t = m.type(x);
  const std::uint32_t w = t.bits();
  x = m.op(Isd::sub, x, m.and_(m.srl(x, 1), m.constant(stripes(1, w), t)));
  const Value pairs = m.constant(stripes(2, w), t);
  x = m.op(Isd::add, m.and_(x, pairs), m.and_(m.srl(x, 2), pairs));
  x = m.and_(m.op(Isd::add, x, m.srl(x, 4)), m.constant(stripes(4, w), t));
  for (std::uint32_t step = 8; step < w; step *= 2) x = m.op(Isd::add, x, m.srl(x, step));
  return m.and_(x, m.constant(2 * w - 1, t));
}

Value count_zeros(Make& m, const TargetFacts& facts, Isd op, Value x) {
  const Vt t = m.type(x);
  const std::uint32_t w = t.bits();
  const Isd other = op == Isd::ctlz ? Isd::cttz : Isd::ctlz;
  if (op == Isd::cttz) {
    // Ones below the last one.
    const Value below = m.and_(m.not_(x), m.op(Isd::sub, x, m.constant(1, t)));
    if (is_native(facts, Isd::ctpop, t) || !is_native(facts, other, t)) return m.op(Isd::ctpop, below);
    return m.op(Isd::sub, m.constant(w, t), m.op(other, below));
  }
  if (is_native(facts, other, t) && is_native(facts, Isd::bitreverse, t)) return m.op(other, m.op(Isd::bitreverse, x));
  for (std::uint32_t step = 1; step < w; step *= 2) x = m.op(Isd::or_, x, m.srl(x, step));
  return m.op(Isd::ctpop, m.not_(x));
}

// Neighbours of `step` bits change places.
Value swap_neighbours(Make& m, Value x, std::uint32_t step) {
  const Vt t = m.type(x);
  if (step * 2 == t.bits()) return m.op(Isd::or_, m.shl(x, step), m.srl(x, step));
  const Value low = m.constant(stripes(step, t.bits()), t);
  return m.op(Isd::or_, m.and_(m.srl(x, step), low), m.shl(m.and_(x, low), step));
}

Value rotate(Make& m, Isd op, Value a, Value b, Value amount) {
  const Vt t = m.type(a);
  const Value last = m.i32(t.bits() - 1);
  const Value by = m.and_(amount, last), back = m.and_(m.not_(amount), last);
  if (op == Isd::rotl || op == Isd::fshl)
    return m.op(Isd::or_, m.shift(Isd::shl, a, by), m.shift(Isd::srl, m.srl(b, 1), back));
  return m.op(Isd::or_, m.shift(Isd::srl, b, by), m.shift(Isd::shl, m.shl(a, 1), back));
}

// Start and length of a field, brought below or to the width as the target has it; `full`: the length is the width.
struct Field {
  Value start, length, full, outside;
};
Field field_of(Make& m, const NumericTraits& traits, Vt t, Value start, Value length) {
  const Value last = m.i32(t.bits() - 1);
  if (traits.fields == NumericTraits::Fields::masked) return {m.and_(start, last), m.and_(length, last), {}, {}};
  start = m.and_(start, m.i32(255)), length = m.and_(length, m.i32(255));
  return {m.op(Isd::umin, start, last), m.op(Isd::umin, length, last), m.setcc(Cond::ugt, length, last),
          m.setcc(Cond::ugt, start, last)};
}
Value ones_of(Make& m, Vt t, const Field& f) {
  const Value some = m.op(Isd::sub, m.shift(Isd::shl, m.constant(1, t), f.length), m.constant(1, t));
  return f.full ? m.select(f.full, m.ones(t), some) : some;
}

Value extract_field(Make& m, const TargetFacts& facts, Isd op, Value x, Value start, Value length) {
  const Vt t = m.type(x);
  std::uint64_t first = 0, count = 0;
  const std::uint32_t w = t.bits();
  if (m.dag().is_constant(start, first) && m.dag().is_constant(length, count) && count != 0 && first + count <= w &&
      count < w) {
    const Value top = m.shl(x, static_cast<std::uint32_t>(w - first - count));
    return op == Isd::bfe_s ? m.sra(top, static_cast<std::uint32_t>(w - count))
                            : m.srl(top, static_cast<std::uint32_t>(w - count));
  }
  const Field f = field_of(m, facts.numeric, t, start, length);
  const Value zero = m.zero(t);
  if (op == Isd::bfe_u) {
    const Value moved = m.shift(Isd::srl, x, f.start);
    return m.and_(f.outside ? m.select(f.outside, zero, moved) : moved, ones_of(m, t, f));
  }
  // Beyond the top stands the sign; a field of no length is zero.
  Value moved = m.shift(Isd::sra, x, f.start);
  if (f.outside) moved = m.select(f.outside, m.sra(x, w - 1), moved);
  const Value spare = m.op(Isd::umin, m.op(Isd::sub, m.i32(w), f.length), m.i32(w - 1));
  const Value some = m.shift(Isd::sra, m.shift(Isd::shl, moved, spare), spare);
  const Value r = f.full ? m.select(f.full, moved, some) : some;
  return m.select(m.setcc(Cond::eq, f.length, m.i32(0)), zero, r);
}

Value insert_field(Make& m, const TargetFacts& facts, Value field, Value base, Value start, Value length) {
  const Vt t = m.type(base);
  const Field f = field_of(m, facts.numeric, t, start, length);
  Value mask = m.shift(Isd::shl, ones_of(m, t, f), f.start);
  if (f.outside) mask = m.select(f.outside, m.zero(t), mask);
  return m.op(Isd::or_, m.and_(m.shift(Isd::shl, field, f.start), mask), m.and_(base, m.not_(mask)));
}

// Nibbles of the selector: which of eight bytes, or (bit 3) copies of its sign.
Value permute_bytes(Make& m, Value a, Value b, Value selector) {
  const auto byte = [&](std::uint32_t i) {
    const Value nibble = m.and_(m.srl(selector, 4 * i), m.i32(15));
    const auto bit = [&](std::uint32_t n) { return m.setcc(Cond::ne, m.and_(nibble, m.i32(1U << n)), m.i32(0)); };
    const Value word = m.select(bit(2), b, a);
    const Value found = m.shift(Isd::srl, word, m.shl(m.and_(nibble, m.i32(3)), 3));
    const Value sign = m.sra(m.shl(found, 24), 31);
    return m.shl(m.and_(m.select(bit(3), sign, found), m.i32(255)), 8 * i);
  };
  return m.or_(m.or_(byte(0), byte(1)), m.or_(byte(2), byte(3)));
}

// A function of some inputs, by its truth table: the first input chooses between two functions of the rest.
Value truth_table(Make& m, std::uint32_t table, const Value* inputs, std::uint32_t count) {
  const Vt t = m.type(inputs[0]);
  const std::uint32_t rows = 1U << count, all = rows == 32 ? ~0U : (1U << rows) - 1;
  table &= all;
  if (table == 0) return m.zero(t);
  if (table == all) return m.ones(t);
  const std::uint32_t half = rows / 2, when_set = table >> half, when_clear = table & ((1U << half) - 1);
  if (count == 1) return when_set != 0 ? inputs[0] : m.not_(inputs[0]);
  const Value set = truth_table(m, when_set, inputs + 1, count - 1);
  if (when_set == when_clear) return set;
  const std::uint32_t every = (1U << half) - 1;
  if ((when_set ^ when_clear) == every) return m.xor_(inputs[0], truth_table(m, when_clear, inputs + 1, count - 1));
  const Value clear = truth_table(m, when_clear, inputs + 1, count - 1);
  return m.or_(m.and_(inputs[0], set), m.and_(m.not_(inputs[0]), clear));
}

struct Division {
  Value quotient, remainder;
};

// n / d = n R 2^(s + 1 - w) / 2^w with the reciprocal R of d << s. The first quotient lacks 2^w e + 1 at most, e being
// the reciprocal's error (8 parts in 2^w, or the square of that of half the word: far below 2^-w/2), the second at
// most one.
Division divide_unsigned(Make& m, Value n, Value d) {
  const Vt t = m.type(n);
  const std::uint32_t w = t.bits();
  const Value by = m.op(Isd::umin, m.resize(m.op(Isd::ctlz, d), vt::i32), m.i32(w - 1));
  const Value reciprocal = fixed_reciprocal(m, m.shift(Isd::shl, d, by));
  const Value down = m.op(Isd::sub, m.i32(w - 1), by);
  const auto round = [&](Value rest) { return m.shift(Isd::srl, m.op(Isd::mulhu, rest, reciprocal), down); };
  const Value first = round(n), rest = m.op(Isd::sub, n, m.op(Isd::mul, first, d));
  const Value second = round(rest), last = m.op(Isd::sub, rest, m.op(Isd::mul, second, d));
  const Value quotient = m.op(Isd::add, first, second);
  const Value more = m.setcc(Cond::uge, last, d);
  return {m.select(more, m.op(Isd::add, quotient, m.constant(1, t)), quotient),
          m.select(more, m.op(Isd::sub, last, d), last)};
}

}  // namespace

Value divide(Make& m, Isd op, Value a, Value b) {
  const bool is_signed = op == Isd::sdiv || op == Isd::srem, quotient = op == Isd::sdiv || op == Isd::udiv;
  if (!is_signed) {
    const Division r = divide_unsigned(m, a, b);
    return quotient ? r.quotient : r.remainder;
  }
  const std::uint32_t top = m.type(a).bits() - 1;
  // x, negated where `sign` is all ones.
  const auto negated = [&](Value x, Value sign) { return m.op(Isd::sub, m.xor_(x, sign), sign); };
  const Value a_sign = m.sra(a, top), b_sign = m.sra(b, top);
  const Division r = divide_unsigned(m, negated(a, a_sign), negated(b, b_sign));
  return quotient ? negated(r.quotient, m.xor_(a_sign, b_sign)) : negated(r.remainder, a_sign);
}

void expand_carries(Make& m, NodeId id, Values& out) {
  Dag& dag = m.dag();
  const bool add = dag.op(id) == Isd::add_limbs;
  const std::uint32_t n = dag.result_count(id);
  Value carry;  // an i1
  for (std::uint32_t i = 0; i < n; ++i) {
    const Value a = dag.operand(id, i), b = dag.operand(id, n + i);
    const Vt t = m.type(a);
    const Value part = m.op(add ? Isd::add : Isd::sub, a, b);
    Value next = add ? m.setcc(Cond::ult, part, a) : m.setcc(Cond::ult, a, b);
    Value whole = part;
    if (carry) {
      const Value one = m.resize(carry, t, Extend::zero);
      whole = m.op(add ? Isd::add : Isd::sub, part, one);
      // One of the two at most carries.
      next = m.or_(next, add ? m.setcc(Cond::ult, whole, one) : m.setcc(Cond::ult, part, one));
    }
    out.push_back(whole);
    carry = next;
  }
}

bool expand_word(Make& m, const TargetFacts& facts, NodeId id, Values& out) {
  Dag& dag = m.dag();
  const Isd op = dag.op(id);
  const Vt t = dag.types(id)[0];
  const auto in = [&](std::uint32_t i) { return dag.operand(id, i); };
  if (!t.is_scalar() || !t.is_integer() || t.bits() < 2) return false;
  const std::uint32_t w = t.bits();
  const auto give = [&](Value v) { return out.push_back(v), true; };
  switch (op) {
    case Isd::mulhs:
    case Isd::mulhu:
      return give(high_product(m, facts, op, in(0), in(1)));
    case Isd::sdiv:
    case Isd::udiv:
    case Isd::srem:
    case Isd::urem:
      return w >= 16 && std::has_single_bit(w) && give(divide(m, op, in(0), in(1)));
    case Isd::ctpop:
      return w >= 8 && std::has_single_bit(w) && give(count_ones(m, in(0)));
    case Isd::ctlz:
    case Isd::cttz:
      return give(count_zeros(m, facts, op, in(0)));
    case Isd::bswap:
    case Isd::bitreverse: {
      if (w < 16 || !std::has_single_bit(w)) return false;
      Value x = in(0);
      for (std::uint32_t step = op == Isd::bswap ? 8 : 1; step < w; step *= 2) {
        if (step == 8 && op == Isd::bitreverse && is_native(facts, Isd::bswap, t)) return give(m.op(Isd::bswap, x));
        x = swap_neighbours(m, x, step);
      }
      return give(x);
    }
    case Isd::rotl:
    case Isd::rotr:
      return std::has_single_bit(w) && give(rotate(m, op, in(0), in(0), in(1)));
    case Isd::fshl:
    case Isd::fshr:
      return std::has_single_bit(w) && give(rotate(m, op, in(0), in(1), in(2)));
    case Isd::bfe_u:
    case Isd::bfe_s:
      return give(extract_field(m, facts, op, in(0), in(1), in(2)));
    case Isd::bfi:
      return give(insert_field(m, facts, in(0), in(1), in(2), in(3)));
    case Isd::prmt:
      return w == 32 && give(permute_bytes(m, in(0), in(1), in(2)));
    case Isd::lop3: {
      const Value inputs[] = {in(0), in(1), in(2)};
      return give(truth_table(m, static_cast<std::uint32_t>(dag.payload(id).imm), inputs, 3));
    }
    case Isd::sext_inreg: {
      const auto spare = static_cast<std::uint32_t>(w - dag.payload(id).imm);
      return give(m.sra(m.shl(in(0), spare), spare));
    }
    case Isd::add_limbs:
    case Isd::sub_limbs:
      expand_carries(m, id, out);
      return true;
    case Isd::zext:
    case Isd::sext:
    case Isd::anyext:
      if (m.type(in(0)) != vt::i1) return false;
      return give(m.select(in(0), op == Isd::sext ? m.ones(t) : m.constant(1, t), m.zero(t)));
    default:
      return false;
  }
}

}  // namespace lathe::codegen
