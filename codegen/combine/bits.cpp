// Rules: and, or, xor.
//
// Masks that known bits make superfluous go; parts that a mask hides go; logic of comparisons becomes comparisons.
#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

namespace {

Value and_identity(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Vt t = c.type(n);
  Value inner;
  if (x == y || c.is_ones(y)) return x;
  if (c.is_zero(y)) return y;
  if ((c.is_not(x, inner) && inner == y) || (c.is_not(y, inner) && inner == x))
    return t.bits() <= 64 ? c.zero(t) : Value{};
  // x & (x | p) -> x
  for (const auto& [a, b] : {std::pair{x, y}, std::pair{y, x}}) {
    if (c.is(b, Isd::or_) && (c.operand(b, 0) == a || c.operand(b, 1) == a)) return a;
    if (c.is(b, Isd::and_) && (c.operand(b, 0) == a || c.operand(b, 1) == a)) return b;
  }
  return {};
}

Value or_identity(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Vt t = c.type(n);
  Value inner;
  if (x == y || c.is_zero(y)) return x;
  if (c.is_ones(y)) return y;
  if ((c.is_not(x, inner) && inner == y) || (c.is_not(y, inner) && inner == x))
    return t.bits() <= 64 ? c.number(~0ULL, t) : Value{};
  for (const auto& [a, b] : {std::pair{x, y}, std::pair{y, x}}) {
    if (c.is(b, Isd::and_) && (c.operand(b, 0) == a || c.operand(b, 1) == a)) return a;
    if (c.is(b, Isd::or_) && (c.operand(b, 0) == a || c.operand(b, 1) == a)) return b;
  }
  return {};
}

Value xor_identity(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Vt t = c.type(n);
  if (c.is_zero(y)) return x;
  if (x == y && t.bits() <= 64) return c.zero(t);
  for (const auto& [a, b] : {std::pair{x, y}, std::pair{y, x}})
    if (c.is(b, Isd::xor_)) {  // a ^ (a ^ p)
      if (c.operand(b, 0) == a) return c.operand(b, 1);
      if (c.operand(b, 1) == a) return c.operand(b, 0);
    }
  return {};
}

// (x op c1) op c2 -> x op (c1 op c2).
Value logic_constants(Context& c, NodeId n) {
  std::uint64_t outer = 0, inner = 0;
  Value x;
  const Isd o = c.op(n);
  const Vt t = c.type(n);
  if (!c.constant(c.operand(n, 1), outer) || !c.with_constant(c.operand(n, 0), o, x, inner)) return {};
  const std::uint64_t both = o == Isd::and_ ? outer & inner : o == Isd::or_ ? outer | inner : outer ^ inner;
  return c.make(o, t, {x, c.number(both, t)},
                o == Isd::or_ ? c.dag.flags(n) & c.dag.flags(c.operand(n, 0).node) & flag::disjoint : 0);
}

// A mask that keeps all that can be set, or an or that sets only what is.
Value logic_known(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  std::uint64_t by = 0;
  const Vt t = c.type(n);
  if (t.bits() > 64 || t.bits() == 1 || !c.constant(c.operand(n, 1), by)) return {};
  const KnownBits64 k = c.known(x);
  const std::uint64_t mask = low_mask(t.bits());
  if (c.op(n) == Isd::and_) {
    if ((~k.zero & ~by & mask) == 0) return x;
    if ((~k.zero & by & mask) == 0) return c.zero(t);
    return {};
  }
  if ((by & ~k.one) == 0) return x;
  return {};
}

// Parts of the operand that the mask hides: (a | b) & m with b & m known zero, (a ^ b) likewise, (a + b) when all of
// b's bits are above the mask's top.
Value and_hides(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  const Vt t = c.type(n);
  std::uint64_t mask = 0;
  const Isd o = c.op(x);
  if (t.bits() > 64 || t.bits() == 1 || !c.constant(c.operand(n, 1), mask)) return {};
  if (o == Isd::or_ || o == Isd::xor_) {
    for (std::uint32_t i = 0; i < 2; ++i)
      if ((~c.known(c.operand(x, i)).zero & mask) == 0)
        return c.make(Isd::and_, t, {c.operand(x, 1 - i), c.operand(n, 1)});
    std::uint64_t by = 0;
    Value p;
    // (p | c) & m where c covers m, bit by bit: the constant part is known.
    if (o == Isd::or_ && c.with_constant(x, o, p, by) && (mask & ~by) == 0) return c.operand(n, 1);
    return {};
  }
  if ((o == Isd::add || o == Isd::sub) && is_low_mask(mask)) {
    if ((~c.known(c.operand(x, 1)).zero & mask) == 0) return c.make(Isd::and_, t, {c.operand(x, 0), c.operand(n, 1)});
    if (o == Isd::add && (~c.known(c.operand(x, 0)).zero & mask) == 0)
      return c.make(Isd::and_, t, {c.operand(x, 1), c.operand(n, 1)});
    return {};
  }
  // sext_inreg and sra copies of the sign that the mask hides.
  if (o == Isd::sext_inreg && (mask & ~low_mask(static_cast<std::uint32_t>(c.imm(x)))) == 0)
    return c.make(Isd::and_, t, {c.operand(x, 0), c.operand(n, 1)});
  std::uint64_t by = 0;
  Value p;
  if (c.with_constant(x, Isd::sra, p, by) && by < t.bits() && (mask & ~(low_mask(t.bits()) >> by)) == 0 &&
      c.one_use(x) && c.op_ok(Isd::srl, t))
    return c.make(Isd::and_, t, {c.shift(Isd::srl, p, by), c.operand(n, 1)});
  return {};
}

// (a & m1) | (a & m2) -> a & (m1 | m2); (a | m1) & (a | m2) -> a | (m1 & m2).
Value logic_share(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Isd o = c.op(n), inner = o == Isd::or_ ? Isd::and_ : Isd::or_;
  std::uint64_t a = 0, b = 0;
  Value p, q;
  if (!c.with_constant(x, inner, p, a) || !c.with_constant(y, inner, q, b) || p != q) return {};
  return c.make(inner, c.type(n), {p, c.number(o == Isd::or_ ? a | b : a & b, c.type(n))});
}

// op(ext a, ext b) -> ext(op(a, b)): narrower, and i1 logic stays on predicates.
Value logic_of_extensions(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Isd ext = c.op(x);
  if (ext != Isd::zext && ext != Isd::sext) return {};
  const Vt narrow = c.type(c.operand(x, 0));
  if (!c.op_ok(c.op(n), narrow) || !c.one_use(x)) return {};
  if (c.is(y, ext) && c.type(c.operand(y, 0)) == narrow && c.one_use(y))
    return c.make(ext, c.type(n), {c.make(c.op(n), narrow, {c.operand(x, 0), c.operand(y, 0)})});
  std::uint64_t by = 0;
  if (ext != Isd::zext || narrow.bits() == 1 || !c.constant(y, by)) return {};
  if (c.op(n) != Isd::and_ && (by & ~low_mask(narrow.bits())) != 0) return {};
  return c.make(Isd::zext, c.type(n), {c.make(c.op(n), narrow, {c.operand(x, 0), c.number(by, narrow)})});
}

// not(a < b) -> a >= b; not of an and, or of comparisons: de Morgan.
Value not_setcc(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  const Vt t = c.type(n);
  if (t.bits() != 1 || !c.is_ones(c.operand(n, 1)) || !c.one_use(x)) return {};
  if (c.is(x, Isd::setcc)) return inverted_setcc(c, x);
  if (!c.is(x, Isd::and_) && !c.is(x, Isd::or_)) return {};
  const auto invertible = [&](Value v) {
    Value inner;
    return (c.is(v, Isd::setcc) && c.one_use(v)) || c.is_not(v, inner);
  };
  const auto inverted = [&](Value v) {
    Value inner;
    return c.is_not(v, inner) ? inner : inverted_setcc(c, v);
  };
  const Value a = c.operand(x, 0), b = c.operand(x, 1);
  if (!invertible(a) || !invertible(b)) return {};
  return c.make(c.is(x, Isd::and_) ? Isd::or_ : Isd::and_, t, {inverted(a), inverted(b)});
}

// and, or of two comparisons of the same operands, and of comparisons with zero.
Value logic_of_setccs(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Vt t = c.type(n);
  if (t.bits() != 1 || !c.is(x, Isd::setcc) || !c.is(y, Isd::setcc)) return {};
  const Value a = c.operand(x, 0), b = c.operand(x, 1);
  const Cond first = c.cond(x);
  Cond second = c.cond(y);
  const bool turned = c.operand(y, 0) == b && c.operand(y, 1) == a;
  if ((c.operand(y, 0) == a && c.operand(y, 1) == b) || turned) {
    if (turned) second = swapped(second);
    const auto p = static_cast<unsigned>(first), q = static_cast<unsigned>(second);
    const unsigned relation = c.op(n) == Isd::and_ ? p & q & 15U : (p | q) & 15U;
    if (!is_integer(first))
      return c.setcc(static_cast<Cond>(relation), a, b, c.dag.flags(x.node) & c.dag.flags(y.node));
    const unsigned sign = (p | q) & 32U;
    const bool mixed = (p & 6U) != 6U && (p & 6U) != 0 && (q & 6U) != 6U && (q & 6U) != 0 && ((p ^ q) & 32U) != 0;
    if (mixed) return {};
    if (relation == 0) return c.zero(t);
    if (relation == 7) return c.number(~0ULL, t);
    if (relation == 1 || relation == 6) return c.setcc(relation == 1 ? Cond::eq : Cond::ne, a, b);
    return c.setcc(static_cast<Cond>(16U | sign | relation), a, b);
  }
  // (a == 0) & (b == 0) -> (a | b) == 0, and the dual; cheaper only when both comparisons go.
  const Cond wanted = c.op(n) == Isd::and_ ? Cond::eq : Cond::ne;
  const Vt inner = c.type(a);
  if (first == wanted && second == wanted && c.is_zero(b) && c.is_zero(c.operand(y, 1)) &&
      c.type(c.operand(y, 0)) == inner && inner.bits() >= 16 && c.one_use(x) && c.one_use(y) &&
      c.op_ok(Isd::or_, inner))
    return c.setcc(wanted, c.make(Isd::or_, inner, {a, c.operand(y, 0)}), b);
  return {};
}

// ~(p - 1) -> -p; ~(-p) -> p - 1.
Value not_of_sum(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Vt t = c.type(n);
  std::uint64_t by = 0;
  Value p;
  if (!c.is_ones(y) || t.bits() == 1) return {};
  if (c.with_constant(x, Isd::add, p, by)) return c.make(Isd::sub, t, {c.number(0 - by - 1, t), p});
  return c.is_negation(x, p) ? c.make(Isd::add, t, {p, y}) : Value{};
}

}  // namespace

void add_bits_rules(RuleList& list) {
  list.add("and-identity", and_identity, {Isd::and_});
  list.add("or-identity", or_identity, {Isd::or_});
  list.add("xor-identity", xor_identity, {Isd::xor_});
  list.add("logic-constants", logic_constants, {Isd::and_, Isd::or_, Isd::xor_});
  list.add("logic-known", logic_known, {Isd::and_, Isd::or_});
  list.add("and-hides", and_hides, {Isd::and_});
  list.add("logic-share", logic_share, {Isd::and_, Isd::or_});
  list.add("logic-of-extensions", logic_of_extensions, {Isd::and_, Isd::or_, Isd::xor_});
  list.add("not-setcc", not_setcc, {Isd::xor_});
  list.add("logic-of-setccs", logic_of_setccs, {Isd::and_, Isd::or_});
  list.add("not-of-sum", not_of_sum, {Isd::xor_});
}

}  // namespace lathe::codegen::combining
