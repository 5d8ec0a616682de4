// Rules: products of extended numbers become wide multiplications, sums of products multiply-adds.
//
// mul.wide takes two 16- or 32-bit factors to twice the width. A factor fits when it is an extension, or a constant
// in range. mad is formed last, so that sums and products are rearranged before.
#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

namespace {

// The narrow value whose extension (by sign or zeros) v is, or nothing.
Value narrow_factor(Context& c, Value v, Vt narrow, bool is_signed) {
  const Vt wide = c.type(v);
  std::uint64_t k = 0;
  if (c.constant(v, k)) {
    const std::uint64_t back = is_signed
                                   ? static_cast<std::uint64_t>(sign_extend(k, narrow.bits())) & low_mask(wide.bits())
                                   : k & low_mask(narrow.bits());
    return back == k ? c.number(k, narrow) : Value{};
  }
  if (c.is(v, Isd::zext) || c.is(v, Isd::sext)) {
    const Value inner = c.operand(v, 0);
    const Vt from = c.type(inner);
    if (from.bits() > narrow.bits() || from.bits() == 1) return {};
    const bool zero = c.is(v, Isd::zext);
    // A zero extension from below is non-negative in the narrow type too; one of the narrow type itself only when
    // known.
    if (from == narrow) {
      if (zero != is_signed || (zero && (c.has_flags(v, flag::nneg) || c.known_non_negative(inner)))) return inner;
      return {};
    }
    if (!zero && !is_signed) return {};
    return c.op_ok(c.op(v), narrow) ? c.make(c.op(v), narrow, {inner}) : Value{};
  }
  return {};
}

bool is_narrowable(const Context& c, Value v) {
  return c.is(v, Isd::zext) || c.is(v, Isd::sext) || c.dag.is_constant(v);
}

// mul of two extended factors, and shl of one: 1 << amount is the other.
Value mul_to_wide(Context& c, NodeId n) {
  const Vt t = c.type(n);
  if ((t != vt::i64 && t != vt::i32) || !c.native(Isd::mul_wide_u, t)) return {};
  const Vt narrow = t.with_bits(t.bits() / 2);
  const Value a = c.operand(n, 0);
  Value b = c.operand(n, 1);
  if (!c.is(a, Isd::zext) && !c.is(a, Isd::sext)) return {};
  std::uint64_t by = 0;
  if (c.op(n) == Isd::shl) {
    if (!c.constant(b, by) || by >= narrow.bits()) return {};
  } else if (!is_narrowable(c, b)) {
    return {};
  }
  for (const bool is_signed : {c.is(a, Isd::sext), !c.is(a, Isd::sext)}) {
    if (c.op(n) == Isd::shl) {
      // 1 << 31 is negative as a signed factor.
      if (is_signed && by + 1 >= narrow.bits()) continue;
      const Value x = narrow_factor(c, a, narrow, is_signed);
      if (x) return c.make(is_signed ? Isd::mul_wide_s : Isd::mul_wide_u, t, {x, c.number(1ULL << by, narrow)});
      continue;
    }
    const Value x = narrow_factor(c, a, narrow, is_signed);
    if (!x) continue;
    if (const Value y = narrow_factor(c, b, narrow, is_signed))
      return c.make(is_signed ? Isd::mul_wide_s : Isd::mul_wide_u, t, {x, y});
  }
  return {};
}

// A product of numbers of which the lower half is all, by what is known of their bits.
Value mul_low_halves(Context& c, NodeId n) {
  const Vt t = c.type(n), half = c.fast_half(t);
  if (half == vt::none || !c.native(Isd::mul_wide_u, t)) return {};
  const std::uint64_t high = low_mask(t.bits()) & ~low_mask(half.bits());
  const Value a = c.operand(n, 0), b = c.operand(n, 1);
  std::uint64_t k = 0;
  if ((c.known(a).zero & high) != high) return {};
  if (c.constant(b, k) ? (k & high) != 0 : (c.known(b).zero & high) != high) return {};
  return c.make(
      Isd::mul_wide_u, t,
      {c.make(Isd::trunc, half, {a}), c.dag.is_constant(b) ? c.number(k, half) : c.make(Isd::trunc, half, {b})});
}

// The upper half of a wide product that serves for nothing else.
Value high_of_wide(Context& c, NodeId n) {
  const Value product = c.operand(n, 0);
  const Vt t = c.type(n);
  const bool is_signed = c.is(product, Isd::mul_wide_s);
  if (c.dag.payload(n).imm != 1 || (!is_signed && !c.is(product, Isd::mul_wide_u)) || !c.one_use(product)) return {};
  const Isd high = is_signed ? Isd::mulhs : Isd::mulhu;
  if (c.type(c.operand(product, 0)) != t || !c.op_ok(high, t)) return {};
  return c.make(high, t, {c.operand(product, 0), c.operand(product, 1)});
}

// Wide products with trivial factors.
Value mul_wide_simple(Context& c, NodeId n) {
  std::uint64_t k = 0;
  const Value x = c.operand(n, 0);
  const Isd ext = c.op(n) == Isd::mul_wide_s ? Isd::sext : Isd::zext;
  if (!c.constant(c.operand(n, 1), k) || !c.op_ok(ext, c.type(n))) return {};
  if (k == 0) return c.zero(c.type(n));
  return k == 1 ? c.make(ext, c.type(n), {x}) : Value{};
}

// The extension of a product, or of a shift to the left, that did not wrap: all of it at once. What is scaled to an address is
// a factor of its own by now.
Value extension_of_product(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const Value product = c.operand(n, 0);
  const bool shifted = c.is(product, Isd::shl), is_signed = c.op(n) == Isd::sext;
  if ((t != vt::i64 && t != vt::i32) || (!shifted && !c.is(product, Isd::mul)) || !c.one_use(product)) return {};
  const Vt narrow = c.type(product);
  if (narrow.bits() * 2 != t.bits()) return {};
  // A product that is not negative, and did not wrap as a signed number, is the wide product of signed ones.
  const bool as_signed = c.has_flags(product, flag::nsw) && (is_signed || c.has_flags(n, flag::nneg));
  if (!as_signed && (is_signed || !c.has_flags(product, flag::nuw))) return {};
  const Isd wide = as_signed ? Isd::mul_wide_s : Isd::mul_wide_u;
  if (!c.native(wide, t)) return {};
  std::uint64_t by = 0;
  if (!shifted) return c.make(wide, t, {c.operand(product, 0), c.operand(product, 1)});
  if (!c.constant(c.operand(product, 1), by) || by + 1 >= narrow.bits()) return {};
  return c.make(wide, t, {c.operand(product, 0), c.number(1ULL << by, narrow)});
}

Value add_to_mad(Context& c, NodeId n) {
  const Vt t = c.type(n);
  if (!c.is_word(t)) return {};
  for (std::uint32_t i = 0; i < 2; ++i) {
    const Value product = c.operand(n, i), addend = c.operand(n, 1 - i);
    if (!c.one_use(product)) continue;
    Isd fused = Isd::count;
    if (c.is(product, Isd::mul)) fused = Isd::mad;
    if (c.is(product, Isd::mul_wide_s)) fused = Isd::mad_wide_s;
    if (c.is(product, Isd::mul_wide_u)) fused = Isd::mad_wide_u;
    if (fused == Isd::count || !c.op_ok(fused, t)) continue;
    return c.make(fused, t, {c.operand(product, 0), c.operand(product, 1), addend});
  }
  return {};
}

}  // namespace

void add_multiply_rules(RuleList& list) {
  list.add("mul-to-wide", mul_to_wide, {Isd::mul, Isd::shl}, once_legal);
  list.add("mul-low-halves", mul_low_halves, {Isd::mul}, once_legal);
  list.add("high-of-wide", high_of_wide, {Isd::extract_limb}, at_end);
  list.add("mul-wide-simple", mul_wide_simple, {Isd::mul_wide_s, Isd::mul_wide_u}, once_legal);
  list.add("extension-of-product", extension_of_product, {Isd::sext, Isd::zext}, at_end);
  list.add("add-to-mad", add_to_mad, {Isd::add}, at_end);
}

}  // namespace lathe::codegen::combining
