// Rules: select.
#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

namespace {

Value select_simple(Context& c, NodeId n) {
  const Value cond = c.operand(n, 0), a = c.operand(n, 1), b = c.operand(n, 2);
  const Vt t = c.type(n);
  Value inner;
  std::uint64_t k = 0;
  if (a == b) return a;
  if (c.constant(cond, k)) return k != 0 ? a : b;
  if (c.is(a, Isd::undef)) return b;
  if (c.is(b, Isd::undef)) return a;
  if (c.is_not(cond, inner)) return c.make(Isd::select, t, {inner, b, a}, c.dag.flags(n));
  // An arm that chooses by the same condition.
  if (c.is(a, Isd::select) && c.operand(a, 0) == cond)
    return c.make(Isd::select, t, {cond, c.operand(a, 1), b}, c.dag.flags(n));
  if (c.is(b, Isd::select) && c.operand(b, 0) == cond)
    return c.make(Isd::select, t, {cond, a, c.operand(b, 2)}, c.dag.flags(n));
  return {};
}

// Booleans: logic in place of a choice. The arm that is not chosen may be poison, so it is frozen.
Value select_of_booleans(Context& c, NodeId n) {
  const Value cond = c.operand(n, 0), a = c.operand(n, 1), b = c.operand(n, 2);
  const Vt t = c.type(n);
  if (t.bits() != 1 || c.type(cond) != t) return {};
  if (c.is_ones(a) && c.is_zero(b)) return cond;
  if (c.is_zero(a) && c.is_ones(b)) return c.logic_not(cond);
  if (a == cond && c.is_zero(b)) return cond;
  if (b == cond && c.is_ones(a)) return cond;
  if (!c.op_ok(Isd::and_, t)) return {};
  if (c.is_zero(b)) return c.make(Isd::and_, t, {cond, frozen(c, a)});
  if (c.is_ones(a)) return c.make(Isd::or_, t, {cond, frozen(c, b)});
  if (c.is_zero(a)) return c.make(Isd::and_, t, {c.logic_not(cond), frozen(c, b)});
  if (c.is_ones(b)) return c.make(Isd::or_, t, {c.logic_not(cond), frozen(c, a)});
  return {};
}

// 1 or 0, -1 or 0, and constants one apart.
Value select_of_constants(Context& c, NodeId n) {
  const Value cond = c.operand(n, 0);
  const Vt t = c.type(n);
  std::uint64_t a = 0, b = 0;
  if (!t.is_integer() || t.bits() == 1 || t.bits() > 64 || c.type(cond).lanes() != t.lanes()) return {};
  if (!c.constant(c.operand(n, 1), a) || !c.constant(c.operand(n, 2), b) || !c.op_ok(Isd::zext, t)) return {};
  const std::uint64_t ones = low_mask(t.bits());
  if (a == 1 && b == 0) return c.make(Isd::zext, t, {cond});
  if (a == ones && b == 0) return c.make(Isd::sext, t, {cond});
  if (a == 0 && b == 1 && c.is(cond, Isd::setcc) && c.one_use(cond))
    return c.make(Isd::zext, t, {inverted_setcc(c, cond)});
  return {};
}

// a < b ? a : b and its relatives.
Value select_to_min_max(Context& c, NodeId n) {
  const Value cond = c.operand(n, 0);
  Value a = c.operand(n, 1), b = c.operand(n, 2);
  const Vt t = c.type(n);
  if (!c.is(cond, Isd::setcc) || t.bits() == 1) return {};
  Value x = c.operand(cond, 0), y = c.operand(cond, 1);
  Cond relation = c.cond(cond);
  if (x == b && y == a) {  // the other way round: a and b change places, and the condition is negated
    std::swap(a, b);
    relation = inverse(relation);
  }
  if (x != a || y != b) return {};
  const unsigned bits = static_cast<unsigned>(relation);
  if (is_integer(relation)) {
    if ((bits & 6U) == 6U || (bits & 6U) == 0) return {};
    const bool less = (bits & 4U) != 0, is_unsigned = (bits & 32U) != 0;
    const Isd o = less ? (is_unsigned ? Isd::umin : Isd::smin) : (is_unsigned ? Isd::umax : Isd::smax);
    return c.op_ok(o, t) && !t.is_vector() ? c.make(o, t, {x, y}) : Value{};
  }
  // Floats: NaNs and the sign of zero must not matter.
  const std::uint16_t needed = flag::nnan | flag::nsz;
  const std::uint16_t flags = c.dag.flags(n) | (c.dag.flags(cond.node) & flag::nnan);
  if ((flags & needed) != needed || (bits & 6U) == 6U || (bits & 6U) == 0) return {};
  if (c.level == CombineLevel::after_operations || t.is_vector() || t == vt::bf16) return {};
  return c.make((bits & 4U) != 0 ? Isd::fminnum : Isd::fmaxnum, t, {x, y}, c.dag.flags(n));
}

// x < 0 ? -x : x.
Value select_to_abs(Context& c, NodeId n) {
  const Value cond = c.operand(n, 0);
  const Vt t = c.type(n);
  if (!c.is(cond, Isd::setcc) || !t.is_integer() || t.is_vector() || t.bits() > 64 ||
      c.level == CombineLevel::after_operations)
    return {};
  const Value x = c.operand(cond, 0);
  if (c.type(x) != t) return {};
  const Cond relation = c.cond(cond);
  const bool negative = (relation == Cond::slt && (c.is_zero(c.operand(cond, 1)) || c.is_one(c.operand(cond, 1)))) ||
                        (relation == Cond::sle && c.is_zero(c.operand(cond, 1)));
  const bool positive = (relation == Cond::sgt && (c.is_zero(c.operand(cond, 1)) || c.is_ones(c.operand(cond, 1)))) ||
                        (relation == Cond::sge && c.is_zero(c.operand(cond, 1)));
  Value inner;
  const Value same = c.operand(n, negative ? 2 : 1), negated = c.operand(n, negative ? 1 : 2);
  if ((!negative && !positive) || same != x || !c.is_negation(negated, inner) || inner != x) return {};
  return c.make(Isd::abs, t, {x});
}

// a ? (b ? x : y) : y -> (a & b) ? x : y, when the inner choice serves nobody else.
Value select_nested(Context& c, NodeId n) {
  const Value cond = c.operand(n, 0), a = c.operand(n, 1), b = c.operand(n, 2);
  const Vt t = c.type(n);
  if (t.bits() == 1 || c.type(cond).is_vector() || !c.op_ok(Isd::and_, vt::i1)) return {};
  if (c.is(a, Isd::select) && c.one_use(a) && c.operand(a, 2) == b && c.type(c.operand(a, 0)) == c.type(cond))
    return c.make(Isd::select, t, {c.make(Isd::and_, vt::i1, {cond, frozen(c, c.operand(a, 0))}), c.operand(a, 1), b},
                  c.dag.flags(n));
  if (c.is(b, Isd::select) && c.one_use(b) && c.operand(b, 1) == a && c.type(c.operand(b, 0)) == c.type(cond))
    return c.make(Isd::select, t, {c.make(Isd::or_, vt::i1, {cond, frozen(c, c.operand(b, 0))}), a, c.operand(b, 2)},
                  c.dag.flags(n));
  return {};
}

}  // namespace

void add_select_rules(RuleList& list) {
  list.add("select-simple", select_simple, {Isd::select});
  list.add("select-of-booleans", select_of_booleans, {Isd::select});
  list.add("select-of-constants", select_of_constants, {Isd::select});
  list.add("select-to-min-max", select_to_min_max, {Isd::select});
  list.add("select-to-abs", select_to_abs, {Isd::select});
  list.add("select-nested", select_nested, {Isd::select});
}

}  // namespace lathe::codegen::combining
