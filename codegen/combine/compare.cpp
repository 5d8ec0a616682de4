// Rules: setcc and br_cond.
//
// Comparisons lose what does not matter to them: extensions, additions of constants, masks, nested comparisons.
#include <cmath>

#include "codegen/combine/fold_value.hpp"
#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

namespace {

Cond cond_of(const Context& c, NodeId n) { return static_cast<Cond>(c.dag.payload(n).imm); }
bool equality(Cond cond) { return cond == Cond::eq || cond == Cond::ne; }
bool is_unsigned(Cond cond) { return is_integer(cond) && (static_cast<unsigned>(cond) & 32U) != 0; }
Value truth(Context& c, NodeId n, bool value) { return c.number(value ? 1 : 0, c.type(n)); }

Value setcc_constant_to_right(Context& c, NodeId n) {
  std::uint64_t x = 0;
  const Value a = c.operand(n, 0), b = c.operand(n, 1);
  const auto fixed = [&](Value v) { return c.constant(v, x) || c.constant_fp(v, x) || c.is(v, Isd::wide_constant); };
  if (!fixed(a) || fixed(b)) return {};
  return c.setcc(swapped(cond_of(c, n)), b, a, c.dag.flags(n));
}

Value setcc_same(Context& c, NodeId n) {
  const Cond cond = cond_of(c, n);
  if (cond == Cond::f_false || cond == Cond::f_true) return truth(c, n, cond == Cond::f_true);
  if (c.operand(n, 0) != c.operand(n, 1)) return {};
  const unsigned bits = static_cast<unsigned>(cond);
  if (is_integer(cond)) return truth(c, n, (bits & 1U) != 0);
  const bool equal = (bits & 1U) != 0, unordered = (bits & 8U) != 0;
  if (equal == unordered || c.has_flags(n, flag::nnan)) return truth(c, n, equal);
  const Cond plain = equal ? Cond::ord : Cond::uno;
  return cond == plain ? Value{} : c.setcc(plain, c.operand(n, 0), c.operand(n, 1), c.dag.flags(n));
}

// Comparisons that a constant at the end of the range decides or makes an equality.
Value setcc_limits(Context& c, NodeId n) {
  const Cond cond = cond_of(c, n);
  std::uint64_t k = 0;
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Vt t = c.type(x);
  if (!is_integer(cond) || equality(cond) || t.bits() > 64 || !c.constant(y, k)) return {};
  const std::uint32_t width = t.bits();
  const std::uint64_t most = is_unsigned(cond) ? low_mask(width) : low_mask(width) >> 1;
  const std::uint64_t least = is_unsigned(cond) ? 0 : sign_bit(width);
  const unsigned bits = static_cast<unsigned>(cond);
  const bool greater = (bits & 2U) != 0, or_equal = (bits & 1U) != 0;
  if (k == (greater ? least : most) && or_equal) return truth(c, n, true);
  if (k == (greater ? most : least) && !or_equal) return truth(c, n, false);
  if (k == (greater ? most : least) && or_equal) return c.setcc(Cond::eq, x, y);
  if (k == (greater ? least : most) && !or_equal) return c.setcc(Cond::ne, x, y);
  // One step away: x < 1 unsigned is x == 0.
  const std::uint64_t step = greater ? most - 1 : (least + 1) & low_mask(width);
  if (width > 1 && !or_equal && k == step) return c.setcc(Cond::eq, x, c.number(greater ? most : least, t));
  const std::uint64_t other = greater ? (least + 1) & low_mask(width) : most - 1;
  if (width > 1 && or_equal && k == other) return c.setcc(Cond::ne, x, c.number(greater ? least : most, t));
  return {};
}

// A comparison that known bits decide.
Value setcc_known(Context& c, NodeId n) {
  const Cond cond = cond_of(c, n);
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Vt t = c.type(x);
  std::uint64_t k = 0;
  if (!is_integer(cond) || t.bits() > 64 || t.bits() == 1 || !c.constant(y, k)) return {};
  const std::uint32_t width = t.bits();
  const KnownBits64 known = c.known(x);
  if (equality(cond)) {
    if ((known.one & ~k) == 0 && (known.zero & k) == 0) return {};
    return truth(c, n, cond == Cond::ne);
  }
  // The range of x, as offsets from the least number of its kind.
  const std::uint64_t bias = is_unsigned(cond) ? 0 : sign_bit(width);
  std::uint64_t low = known.one, high = ~known.zero & low_mask(width);
  if (bias != 0) {
    low = (known.zero & bias) != 0 ? low & ~bias : low | bias;
    high = (known.one & bias) != 0 ? high | bias : high & ~bias;
  }
  low ^= bias;
  high ^= bias;
  k ^= bias;
  const unsigned bits = static_cast<unsigned>(cond);
  const bool less = (bits & 4U) != 0, greater = (bits & 2U) != 0, equal = (bits & 1U) != 0;
  const bool never = high < k ? !less : low > k ? !greater : false;
  const bool ever = high < k  ? less
                    : low > k ? greater
                              : (high == k && less && equal) || (low == k && greater && equal);
  const bool not_at_all = never || (low == k && less && !equal) || (high == k && greater && !equal);
  if (ever) return truth(c, n, true);
  return not_at_all ? truth(c, n, false) : Value{};
}

// (x + c1) == c2, (x ^ c1) == c2, (c1 - x) == c2, (x - y) == 0, (x ^ y) == 0, x + y == x.
Value setcc_equality(Context& c, NodeId n) {
  const Cond cond = cond_of(c, n);
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Vt t = c.type(x);
  std::uint64_t k = 0, inner = 0;
  Value p;
  if (!equality(cond) || t.bits() > 64) return {};
  if (!c.constant(y, k)) return {};
  if (c.with_constant(x, Isd::add, p, inner)) return c.setcc(cond, p, c.number(k - inner, t));
  if (c.with_constant(x, Isd::xor_, p, inner)) return c.setcc(cond, p, c.number(k ^ inner, t));
  if (c.is(x, Isd::sub) && c.constant(c.operand(x, 0), inner))
    return c.setcc(cond, c.operand(x, 1), c.number(inner - k, t));
  if (k == 0 && (c.is(x, Isd::sub) || c.is(x, Isd::xor_)) && c.one_use(x))
    return c.setcc(cond, c.operand(x, 0), c.operand(x, 1));
  // (x & bit) == bit -> (x & bit) != 0
  if (c.with_constant(x, Isd::and_, p, inner) && k == inner && std::has_single_bit(k) && t.bits() > 1)
    return c.setcc(inverse(cond), x, c.zero(t));
  // A shift left or right that loses nothing.
  if (k == 0 && c.with_constant(x, Isd::shl, p, inner) && (c.dag.flags(x.node) & (flag::nuw | flag::nsw)) != 0)
    return c.setcc(cond, p, y);
  if (k == 0 && (c.with_constant(x, Isd::srl, p, inner) || c.with_constant(x, Isd::sra, p, inner)) &&
      c.has_flags(x, flag::exact))
    return c.setcc(cond, p, y);
  return {};
}

// Comparisons of booleans: with the constants 0 and 1 they are the value or its negation.
Value setcc_boolean(Context& c, NodeId n) {
  const Cond cond = cond_of(c, n);
  const Value x = c.operand(n, 0);
  std::uint64_t k = 0;
  if (!is_integer(cond) || c.type(x).bits() != 1) return {};
  const bool fixed = c.constant(c.operand(n, 1), k);
  if (!equality(cond)) return {};
  if (!fixed)
    return cond == Cond::ne && c.op_ok(Isd::xor_, c.type(n)) ? c.make(Isd::xor_, c.type(n), {x, c.operand(n, 1)})
                                                             : Value{};
  return (k == 1) == (cond == Cond::eq) ? x : c.logic_not(x);
}

// Extended booleans and selected constants, against a constant: the condition itself, its negation, or decided.
Value setcc_of_choice(Context& c, NodeId n) {
  const Cond cond = cond_of(c, n);
  const Value x = c.operand(n, 0);
  const Vt t = c.type(x);
  std::uint64_t k = 0, if_true = 0, if_false = 0;
  Value choice;
  if (!is_integer(cond) || t.bits() > 64 || t.bits() == 1 || !c.constant(c.operand(n, 1), k)) return {};
  if ((c.is(x, Isd::zext) || c.is(x, Isd::sext)) && c.type(c.operand(x, 0)).bits() == 1) {
    choice = c.operand(x, 0);
    if_true = c.is(x, Isd::zext) ? 1 : low_mask(t.bits());
  } else if (c.is(x, Isd::select) && c.constant(c.operand(x, 1), if_true) && c.constant(c.operand(x, 2), if_false)) {
    choice = c.operand(x, 0);
    if (c.type(choice) != c.type(n)) return {};
  } else {
    return {};
  }
  const bool yes = *fold_condition(cond, {t.element(), if_true}, {t.element(), k});
  const bool no = *fold_condition(cond, {t.element(), if_false}, {t.element(), k});
  if (yes == no) return truth(c, n, yes);
  return yes ? choice : c.logic_not(choice);
}

// Both sides extended from one narrower type, or one and a constant that fits.
Value setcc_narrow(Context& c, NodeId n) {
  const Cond cond = cond_of(c, n);
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Isd ext = c.op(x);
  if (!is_integer(cond) || (ext != Isd::zext && ext != Isd::sext)) return {};
  const Value inner = c.operand(x, 0);
  const Vt narrow = c.type(inner), wide = c.type(x);
  if (narrow.bits() == 1 || !c.type_ok(narrow)) return {};
  // After zext all comparisons are unsigned; sext keeps both kinds.
  const Cond kept = ext == Isd::zext && !equality(cond) ? static_cast<Cond>(static_cast<unsigned>(cond) | 32U) : cond;
  if (c.is(y, ext) && c.type(c.operand(y, 0)) == narrow) return c.setcc(kept, inner, c.operand(y, 0));
  std::uint64_t k = 0;
  if (wide.bits() > 64 || !c.constant(y, k)) return {};
  const std::uint64_t back = ext == Isd::zext
                                 ? k & low_mask(narrow.bits())
                                 : static_cast<std::uint64_t>(sign_extend(k, narrow.bits())) & low_mask(wide.bits());
  if (back != k) return {};  // decided by setcc_known
  return c.setcc(kept, inner, c.number(k, narrow));
}

// Comparisons of numbers that half the width holds.
Value setcc_low_half(Context& c, NodeId n) {
  const Cond cond = cond_of(c, n);
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  std::uint64_t k = 0;
  const Vt half = c.fast_half(c.type(x));
  if (!is_integer(cond) || half == vt::none || !c.constant(y, k) || k > low_mask(half.bits())) return {};
  const std::uint64_t high = low_mask(c.type(x).bits()) & ~low_mask(half.bits());
  // Only where the low half is at hand: a mask of it.
  if (!c.is(x, Isd::and_) || !c.one_use(x) || (c.known(x).zero & high) != high || !c.op_ok(Isd::and_, half)) return {};
  const Cond kept = equality(cond) ? cond : static_cast<Cond>(static_cast<unsigned>(cond) | 32U);
  const Value low = c.make(Isd::and_, half,
                           {c.make(Isd::trunc, half, {c.operand(x, 0)}), c.make(Isd::trunc, half, {c.operand(x, 1)})});
  return c.setcc(kept, low, c.number(k, half));
}

// Ordered or not against a number: only the other side can be a NaN.
Value setcc_float(Context& c, NodeId n) {
  const Cond cond = cond_of(c, n);
  std::uint64_t bits = 0;
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  if (is_integer(cond)) return {};
  if (c.is(x, Isd::fneg) && c.is(y, Isd::fneg))
    return c.setcc(swapped(cond), c.operand(x, 0), c.operand(y, 0), c.dag.flags(n));
  if (!c.constant_fp(y, bits)) return {};
  const Vt t = c.type(y).element();
  const bool nan = std::isnan(to_double({t, bits}));
  if (nan) return truth(c, n, (static_cast<unsigned>(cond) & 8U) != 0);
  if ((cond == Cond::ord || cond == Cond::uno) && x != y) return c.setcc(cond, x, x, c.dag.flags(n));
  if (c.is(x, Isd::fneg)) {
    const Value negated = c.dag.constant_fp_bits(bits ^ sign_bit(t.bits()), c.type(y));
    return c.setcc(swapped(cond), c.operand(x, 0), negated, c.dag.flags(n));
  }
  // |x| compared with zero.
  if (c.is(x, Isd::fabs) && (bits & ~sign_bit(t.bits())) == 0 &&
      (cond == Cond::oeq || cond == Cond::une || cond == Cond::ueq || cond == Cond::one))
    return c.setcc(cond, c.operand(x, 0), y, c.dag.flags(n));
  return {};
}

// br_cond (not c): swap the targets.
Value branch_of_not(Context& c, NodeId n) {
  Value inner;
  if (!c.is_not(c.operand(n, 1), inner)) return {};
  const DagPayload& old = c.dag.payload(n);
  return c.make(Isd::br_cond, vt::chain, {c.operand(n, 0), inner},
                DagPayload{old.aux, static_cast<std::uint32_t>(old.imm)});
}

}  // namespace

void add_compare_rules(RuleList& list) {
  list.add("setcc-constant-to-right", setcc_constant_to_right, {Isd::setcc});
  list.add("setcc-same", setcc_same, {Isd::setcc});
  list.add("setcc-boolean", setcc_boolean, {Isd::setcc});
  list.add("setcc-limits", setcc_limits, {Isd::setcc});
  list.add("setcc-of-choice", setcc_of_choice, {Isd::setcc});
  list.add("setcc-equality", setcc_equality, {Isd::setcc});
  list.add("setcc-narrow", setcc_narrow, {Isd::setcc});
  list.add("setcc-known", setcc_known, {Isd::setcc});
  list.add("setcc-low-half", setcc_low_half, {Isd::setcc});
  list.add("setcc-float", setcc_float, {Isd::setcc});
  list.add("branch-of-not", branch_of_not, {Isd::br_cond});
}

}  // namespace lathe::codegen::combining
