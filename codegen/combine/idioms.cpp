// Rules: what takes more operations than it needs to because of how it was written: sums with a complement, products with an
// increment, booleans and choices of constants in arithmetic, signs, bytes turned twice, rotations by variables.
//
// Found by comparing code for the functions of LLVM's tests with llc's (bench/nvptx/functions.py).
#include "codegen/combine/fold_value.hpp"
#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

namespace {

// ---- sums and products

// y - ~x -> y + x + 1: one instruction where three numbers are added at once, and the constant goes further out.
Value sub_of_not(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const Value y = c.operand(n, 0), complement = c.operand(n, 1);
  Value x;
  std::uint64_t k = 0;
  if (t.bits() == 1 || t.bits() > 64 || !c.is_not(complement, x)) return {};
  if (c.constant(y, k)) return c.make(Isd::add, t, {x, c.number(k + 1, t)});
  if (!c.one_use(complement)) return {};
  return c.make(Isd::add, t, {c.make(Isd::add, t, {y, x}), c.number(1, t)});
}

// (p + (a - l)) - a -> p - l.
Value sub_cancels(Context& c, NodeId n) {
  const Value sum = c.operand(n, 0), a = c.operand(n, 1);
  if (!c.is(sum, Isd::add) || c.type(n).bits() > 64) return {};
  for (std::uint32_t i = 0; i < 2; ++i) {
    const Value difference = c.operand(sum, i);
    if (c.is(difference, Isd::sub) && c.operand(difference, 0) == a)
      return c.make(Isd::sub, c.type(n), {c.operand(sum, 1 - i), c.operand(difference, 1)});
  }
  return {};
}

// x * (y + 1) -> x * y + x: one multiply-add.
Value mul_of_increment(Context& c, NodeId n) {
  const Vt t = c.type(n);
  if (!c.is_word(t) || !c.native(Isd::mad, t)) return {};
  for (std::uint32_t i = 0; i < 2; ++i) {
    const Value sum = c.operand(n, i), x = c.operand(n, 1 - i);
    if (!c.is(sum, Isd::add) || !c.one_use(sum) || !c.is_one(c.operand(sum, 1)) || c.dag.is_constant(x) || x == sum)
      continue;
    return c.make(Isd::add, t, {c.make(Isd::mul, t, {x, c.operand(sum, 0)}), x});
  }
  return {};
}

// ---- booleans and choices of constants

struct Choice {
  Value condition;
  std::uint64_t if_true = 0, if_false = 0;
};

// A boolean extended, or a choice of two constants.
bool is_choice(const Context& c, Value v, Choice& out) {
  const Vt t = c.type(v);
  if (!t.is_integer() || t.is_vector() || t.bits() == 1 || t.bits() > 64) return false;
  if ((c.is(v, Isd::zext) || c.is(v, Isd::sext)) && c.type(c.operand(v, 0)) == vt::i1) {
    out = {c.operand(v, 0), c.is(v, Isd::zext) ? 1 : low_mask(t.bits()), 0};
    return true;
  }
  if (!c.is(v, Isd::select) || c.type(c.operand(v, 0)) != vt::i1) return false;
  out.condition = c.operand(v, 0);
  return c.constant(c.operand(v, 1), out.if_true) && c.constant(c.operand(v, 2), out.if_false);
}

// (b ? k1 : k2) op c -> b ? k1 op c : k2 op c, and c - (b ? k1 : k2).
Value choice_with_constant(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const bool constant_first = c.op(n) == Isd::sub && c.dag.is_constant(c.operand(n, 0));
  const Value v = c.operand(n, constant_first ? 1 : 0), other = c.operand(n, constant_first ? 0 : 1);
  Choice choice;
  std::uint64_t k = 0;
  if (t.is_vector() || !c.constant(other, k) || !is_choice(c, v, choice) || !c.one_use(v) || !c.op_ok(Isd::select, t))
    return {};
  const auto folded = [&](std::uint64_t arm) {
    const Scalar a{t, arm}, b{c.type(other), k};
    const Scalar operands[2] = {constant_first ? b : a, constant_first ? a : b};
    return fold(c.op(n), c.dag.payload(n), t, operands, false, c.facts.numeric);
  };
  const auto a = folded(choice.if_true), b = folded(choice.if_false);
  if (!a || !b) return {};
  return c.make(Isd::select, t, {choice.condition, c.number(*a, t), c.number(*b, t)});
}

// ---- signs

// k - (~x >> w - 1) and its relatives: the sign of a complement is one less the sign.
Value sign_of_not(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const bool minus = c.op(n) == Isd::sub;
  const Value sign = c.operand(n, minus ? 1 : 0);
  std::uint64_t k = 0, by = 0;
  Value complement, x;
  const bool logical = c.is(sign, Isd::srl);
  if (t.bits() > 64 || !c.constant(c.operand(n, minus ? 0 : 1), k)) return {};
  if (!c.with_constant(sign, logical ? Isd::srl : Isd::sra, complement, by) || by != t.bits() - 1 || t.bits() == 1)
    return {};
  if (!c.one_use(sign) || !c.one_use(complement) || !c.is_not(complement, x)) return {};
  // ~x >> w - 1 is 1 - s with the logical shift, -1 - s with the other, of s the shift of x.
  const Value s = c.make(c.op(sign), t, {x, c.operand(sign, 1)});
  const std::uint64_t one = logical ? 1 : ~0ULL;
  return minus ? c.make(Isd::add, t, {s, c.number(k - one, t)}) : c.make(Isd::sub, t, {c.number(k + one, t), s});
}

// A boolean that is x < 0, extended: a shift.
Value extension_of_sign(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const Value less = c.operand(n, 0);
  if (t.is_vector() || !t.is_integer() || !c.is(less, Isd::setcc) || c.cond(less) != Cond::slt || !c.one_use(less))
    return {};
  const Value x = c.operand(less, 0);
  const Vt from = c.type(x);
  if (!from.is_scalar() || from.bits() > t.bits() || from.bits() == 1 || !c.is_zero(c.operand(less, 1))) return {};
  const bool zeros = c.op(n) == Isd::zext;
  if (!c.op_ok(zeros ? Isd::srl : Isd::sra, from)) return {};
  const Value sign = c.shift(zeros ? Isd::srl : Isd::sra, x, from.bits() - 1);
  return from == t ? sign : c.op_ok(c.op(n), t) ? c.make(c.op(n), t, {sign}) : Value{};
}

// x < 0 ? greatest : x is the unsigned minimum; x < 0 ? x : least the unsigned maximum.
Value select_by_sign(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const Value cond = c.operand(n, 0);
  if (!t.is_scalar() || !t.is_integer() || t.bits() == 1 || t.bits() > 64 || !c.is(cond, Isd::setcc)) return {};
  const Value x = c.operand(cond, 0), k = c.operand(cond, 1);
  const bool negative = c.cond(cond) == Cond::slt && c.is_zero(k);
  const bool positive = (c.cond(cond) == Cond::sgt && c.is_ones(k)) || (c.cond(cond) == Cond::sge && c.is_zero(k));
  if ((!negative && !positive) || c.type(x) != t) return {};
  const Value if_negative = c.operand(n, negative ? 1 : 2), if_not = c.operand(n, negative ? 2 : 1);
  const std::uint64_t least = sign_bit(t.bits());
  if (if_not == x && c.is_value(if_negative, least - 1) && c.op_ok(Isd::umin, t))
    return c.make(Isd::umin, t, {x, if_negative});
  if (if_negative == x && c.is_value(if_not, least) && c.op_ok(Isd::umax, t)) return c.make(Isd::umax, t, {x, if_not});
  return {};
}

// (x >> k) == 0 and its relatives: x against a constant.
Value setcc_of_shift(Context& c, NodeId n) {
  const auto cond = static_cast<Cond>(c.dag.payload(n).imm);
  const Value shifted = c.operand(n, 0);
  std::uint64_t by = 0, k = 0;
  Value x;
  if (!c.with_constant(shifted, Isd::srl, x, by) || !c.one_use(shifted) || !c.constant(c.operand(n, 1), k)) return {};
  const Vt t = c.type(x);
  // Of two registers the upper one alone is cheaper.
  if (t.is_vector() || t.bits() > c.facts.types.facts().fast || by == 0 || by >= t.bits()) return {};
  if (k == 0 && (cond == Cond::eq || cond == Cond::ne)) {
    if (by == t.bits() - 1) return c.setcc(cond == Cond::eq ? Cond::sge : Cond::slt, x, c.zero(t));
    return c.setcc(cond == Cond::eq ? Cond::ult : Cond::uge, x, c.number(1ULL << by, t));
  }
  if ((cond != Cond::ult && cond != Cond::uge) || k == 0 || k > low_mask(t.bits()) >> by) return {};
  return c.setcc(cond, x, c.number(k << by, t));
}

// ---- overflow and saturation by comparisons

// The sum and whether it overflows, of a constant: x alone decides.
Value overflow_constant(Context& c, NodeId n) {
  const Vt t = c.dag.types(n)[0];
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  std::uint64_t k = 0;
  if (t.is_vector() || t.bits() < 2 || t.bits() > 64 || c.dag.types(n)[1] != vt::i1 || !c.constant(y, k) || k == 0)
    return {};
  if (c.native(c.op(n), t)) return {};
  const std::uint64_t ones = low_mask(t.bits()), most = ones >> 1, least = sign_bit(t.bits());
  const bool plus = c.op(n) == Isd::uadd_o || c.op(n) == Isd::sadd_o;
  Value over;
  if (c.op(n) == Isd::uadd_o) {
    over = c.setcc(Cond::ugt, x, c.number(~k & ones, t));
  } else if (plus == ((k & least) == 0)) {  // it can only get too large
    over = c.setcc(Cond::sgt, x, c.number((plus ? most - k : most + k) & ones, t));
  } else {
    over = c.setcc(Cond::slt, x, c.number((plus ? least - k : least + k) & ones, t));
  }
  return c.give({c.make(plus ? Isd::add : Isd::sub, t, {x, y}), over});
}

// x - y, at least 0: the larger of both less y. x + k, at most all ones: the smaller of x and ~k, and k.
Value saturation_by_bound(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  std::uint64_t k = 0;
  if (!c.is_word(t) || c.native(c.op(n), t)) return {};
  if (c.op(n) == Isd::usub_sat)
    return c.native(Isd::umax, t) ? c.make(Isd::sub, t, {c.make(Isd::umax, t, {x, y}), y}) : Value{};
  if (!c.native(Isd::umin, t) || !c.constant(y, k)) return {};
  return c.make(Isd::add, t, {c.make(Isd::umin, t, {x, c.number(~k, t)}), y});
}

// ---- division by what is a power of two

// By 2^k << y.
Value divide_by_shifted(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const Value x = c.operand(n, 0), d = c.operand(n, 1);
  std::uint64_t power = 0;
  if (t.is_vector() || t.bits() > 64 || !c.is(d, Isd::shl) || !c.constant(c.operand(d, 0), power) ||
      !std::has_single_bit(power))
    return {};
  if (c.op(n) == Isd::urem) {
    if (!c.op_ok(Isd::and_, t)) return {};
    return c.make(Isd::and_, t, {x, c.make(Isd::add, t, {d, c.number(~0ULL, t)})});
  }
  if (power != 1 || !c.op_ok(Isd::srl, t)) return {};
  return c.make(Isd::srl, t, {x, c.operand(d, 1)});
}

// ---- bits moved

// bswap(bswap(a) op b) -> a op bswap(b), and likewise for bitreverse.
Value turned_twice(Context& c, NodeId n) {
  const Value logic = c.operand(n, 0);
  const Isd o = c.op(logic);
  if ((o != Isd::and_ && o != Isd::or_ && o != Isd::xor_) || !c.one_use(logic)) return {};
  for (std::uint32_t i = 0; i < 2; ++i) {
    const Value turned = c.operand(logic, i);
    if (!c.is(turned, c.op(n)) || !c.one_use(turned)) continue;
    const Vt t = c.type(n);
    return c.make(o, t, {c.operand(turned, 0), c.make(c.op(n), t, {c.operand(logic, 1 - i)})});
  }
  return {};
}

// (x << y) | (z >> (w - y)): a rotation or a funnel shift. y is below w, or the first is poison, and not 0, or the second is.
Value or_to_funnel(Context& c, NodeId n) {
  const Vt t = c.type(n);
  if (t != vt::i32) return {};
  for (std::uint32_t i = 0; i < 2; ++i) {
    const Value left = c.operand(n, i), right = c.operand(n, 1 - i);
    if (!c.is(left, Isd::shl) || !c.is(right, Isd::srl) || !c.one_use(left) || !c.one_use(right)) continue;
    const Value up = c.operand(left, 1), down = c.operand(right, 1), high = c.operand(left, 0),
                low = c.operand(right, 0);
    // Amounts of fewer bits: what is left of an amount that is too large does not matter.
    const auto rest = [&](Value of, Value v) {
      if (c.is(of, Isd::zext) && c.is(v, Isd::zext) && c.type(c.operand(v, 0)).bits() >= 8)
        of = c.operand(of, 0), v = c.operand(v, 0);
      return c.is(of, Isd::sub) && c.is_value(c.operand(of, 0), t.bits()) && c.operand(of, 1) == v;
    };
    const bool to_left = rest(down, up);
    if (!to_left && !rest(up, down)) continue;
    const Isd funnel = to_left ? Isd::fshl : Isd::fshr, turn = to_left ? Isd::rotl : Isd::rotr;
    const Value by = to_left ? up : down;
    if (high == low && c.op_ok(turn, t)) return c.make(turn, t, {high, by});
    if (c.op_ok(funnel, t) && c.native(funnel, t)) return c.make(funnel, t, {high, low, by});
  }
  return {};
}

}  // namespace

void add_idiom_rules(RuleList& list) {
  list.add("sub-of-not", sub_of_not, {Isd::sub});
  list.add("sub-cancels", sub_cancels, {Isd::sub});
  list.add("mul-of-increment", mul_of_increment, {Isd::mul});
  list.add("choice-with-constant", choice_with_constant,
           {Isd::add, Isd::sub, Isd::mul, Isd::and_, Isd::or_, Isd::xor_, Isd::shl, Isd::srl, Isd::sra});
  list.add("sign-of-not", sign_of_not, {Isd::add, Isd::sub});
  list.add("extension-of-sign", extension_of_sign, {Isd::zext, Isd::sext}, at_end);
  list.add("select-by-sign", select_by_sign, {Isd::select});
  list.add("setcc-of-shift", setcc_of_shift, {Isd::setcc});
  list.add("overflow-constant", overflow_constant, {Isd::sadd_o, Isd::uadd_o, Isd::ssub_o});
  list.add("saturation-by-bound", saturation_by_bound, {Isd::uadd_sat, Isd::usub_sat});
  list.add("divide-by-shifted", divide_by_shifted, {Isd::udiv, Isd::urem});
  list.add("turned-twice", turned_twice, {Isd::bswap, Isd::bitreverse});
  list.add("or-to-funnel", or_to_funnel, {Isd::or_});
}

}  // namespace lathe::codegen::combining
