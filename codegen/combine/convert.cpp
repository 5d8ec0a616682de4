// Rules: extensions, truncations, conversions between floats and integers, bitcasts, freeze.
#include "codegen/combine/fold_value.hpp"
#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

namespace {

bool is_extension(Isd o) { return o == Isd::zext || o == Isd::sext || o == Isd::anyext; }

Value trunc_of_conversion(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  const Vt t = c.type(n);
  if (c.is(x, Isd::trunc)) return c.make(Isd::trunc, t, {c.operand(x, 0)});
  if (is_extension(c.op(x))) {
    const Value inner = c.operand(x, 0);
    const std::uint32_t from = c.type(inner).bits();
    if (from == t.bits()) return inner;
    if (from > t.bits()) return c.make(Isd::trunc, t, {inner});
    return c.op_ok(c.op(x), t) ? c.make(c.op(x), t, {inner}, c.dag.flags(x.node)) : Value{};
  }
  if (c.is(x, Isd::build_pair) && c.type(c.operand(x, 0)) == t) return c.operand(x, 0);
  if (c.is(x, Isd::sext_inreg) && c.imm(x) >= t.bits()) return c.make(Isd::trunc, t, {c.operand(x, 0)});
  return {};
}

// Bits that the truncation drops need no mask.
Value trunc_hides(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  const Vt t = c.type(n);
  std::uint64_t mask = 0;
  Value inner;
  if (c.type(x).bits() > 64) return {};
  if (c.with_constant(x, Isd::and_, inner, mask) && (low_mask(t.bits()) & ~mask) == 0)
    return c.make(Isd::trunc, t, {inner});
  if (c.is(x, Isd::or_) || c.is(x, Isd::xor_))
    for (std::uint32_t i = 0; i < 2; ++i)
      if ((~c.known(c.operand(x, i)).zero & low_mask(t.bits())) == 0)
        return c.make(Isd::trunc, t, {c.operand(x, 1 - i)});
  return {};
}

// trunc(a op b) -> trunc a op trunc b, where half the width is less work, one use.
Value trunc_narrows(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  const Vt t = c.type(n), wide = c.type(x);
  if (t != c.fast_half(wide) || !c.one_use(x)) return {};
  const Isd o = c.op(x);
  std::uint64_t by = 0;
  switch (o) {
    case Isd::add:
    case Isd::sub:
    case Isd::mul:
    case Isd::and_:
    case Isd::or_:
    case Isd::xor_:
      break;
    case Isd::shl:
      if (!c.constant(c.operand(x, 1), by) || !c.op_ok(o, t)) return {};
      if (by >= t.bits()) return c.zero(t);
      return c.shift(o, c.make(Isd::trunc, t, {c.operand(x, 0)}), by);
    default:
      return {};
  }
  if (!c.op_ok(o, t)) return {};
  return c.make(o, t, {c.make(Isd::trunc, t, {c.operand(x, 0)}), c.make(Isd::trunc, t, {c.operand(x, 1)})});
}

// trunc(x >> half the width) is the upper register.
Value trunc_high_half(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  std::uint64_t by = 0;
  const Vt half = c.type(n);
  if (half != c.fast_half(c.type(x)) || (!c.is(x, Isd::srl) && !c.is(x, Isd::sra))) return {};
  if (!c.constant(c.operand(x, 1), by) || by != half.bits() || !c.one_use(x)) return {};
  return c.make(Isd::extract_limb, half, {c.operand(x, 0)}, DagPayload{1, 0});
}

Value trunc_of_select(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  const Vt t = c.type(n);
  if (!c.is(x, Isd::select) || !c.one_use(x) || t.is_vector() || !c.op_ok(Isd::select, t)) return {};
  if (!c.dag.is_constant(c.operand(x, 1)) && !c.dag.is_constant(c.operand(x, 2))) return {};
  return c.make(Isd::select, t,
                {c.operand(x, 0), c.make(Isd::trunc, t, {c.operand(x, 1)}), c.make(Isd::trunc, t, {c.operand(x, 2)})});
}

Value extension_of_extension(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  const Isd outer = c.op(n), inner = c.op(x);
  const Vt t = c.type(n);
  if (!is_extension(inner)) return {};
  // The inner one decides, except that nothing is known above anyext.
  if (outer == inner || outer == Isd::anyext) return c.make(inner, t, {c.operand(x, 0)}, c.dag.flags(x.node));
  if (inner == Isd::zext) return c.make(Isd::zext, t, {c.operand(x, 0)}, c.dag.flags(x.node));  // sext of zext
  return {};
}

// ext(trunc x) of x's own type: a mask, a sign extension inside the register, or nothing.
Value extension_of_truncation(Context& c, NodeId n) {
  const Value narrow = c.operand(n, 0);
  const Vt t = c.type(n), middle = c.type(narrow);
  if (!c.is(narrow, Isd::trunc) || t.bits() > 64) return {};
  Value x = c.operand(narrow, 0);
  const Vt from = c.type(x);
  if (from.bits() > 64) return {};
  const auto adjusted = [&](Isd ext) {
    if (from == t) return x;
    if (from.bits() > t.bits()) return c.make(Isd::trunc, t, {x});
    return c.make(ext, t, {x});
  };
  if (c.op(n) == Isd::anyext) return adjusted(Isd::anyext);
  if (c.op(n) == Isd::zext) {
    const std::uint64_t gone = low_mask(from.bits()) & ~low_mask(middle.bits());
    if ((c.known(x).zero & gone) == gone || c.has_flags(narrow, flag::nuw)) return adjusted(Isd::zext);
    if (from != t || !c.op_ok(Isd::and_, t)) return {};
    return c.make(Isd::and_, t, {x, c.number(low_mask(middle.bits()), t)});
  }
  if (c.sign_bits(x) > from.bits() - middle.bits() || c.has_flags(narrow, flag::nsw)) return adjusted(Isd::sext);
  if (from != t || t.is_vector() || !c.op_ok(Isd::sext_inreg, t)) return {};
  if (middle.bits() != 8 && middle.bits() != 16 && middle.bits() != 32) return {};
  return c.make(Isd::sext_inreg, t, {x}, DagPayload{middle.bits(), 0});
}

// One instruction makes both; zeros are known, and help others.
Value anyext_to_zext(Context& c, NodeId n) {
  const Vt t = c.type(n);
  if (t.is_vector() || c.type(c.operand(n, 0)).bits() == 1 || !c.op_ok(Isd::zext, t)) return {};
  return c.make(Isd::zext, t, {c.operand(n, 0)});
}

// Sign extension of a number that is not negative.
Value sext_to_zext(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  if (c.type(x).bits() == 1 || c.type(x).bits() > 64 || !c.op_ok(Isd::zext, c.type(n)) || !c.known_non_negative(x))
    return {};
  return c.make(Isd::zext, c.type(n), {x}, flag::nneg);
}

// sext(x + c) without signed wrap -> sext x + c, so that an address takes c as its immediate. Only where the sum is
// seen to reach an address: else a 64-bit sum replaces one of 32.
Value extension_of_sum(Context& c, NodeId n) {
  const Value sum = c.operand(n, 0);
  std::uint64_t by = 0;
  Value x;
  const bool is_signed = c.op(n) == Isd::sext;
  if (c.type(n) != vt::i64 || !c.one_use(sum) || !c.with_constant(sum, Isd::add, x, by)) return {};
  const bool non_negative = c.op(n) == Isd::zext && c.has_flags(n, flag::nneg);
  if (!c.has_flags(sum, is_signed ? flag::nsw : flag::nuw) && !(non_negative && c.has_flags(sum, flag::nsw))) return {};
  const bool as_signed = is_signed || !c.has_flags(sum, flag::nuw);
  // Up to three sums, scalings and disjoint ors on the way to a load or store, each with one use.
  Value at{n, 0};
  for (unsigned steps = 0;; ++steps) {
    if (steps == 5 || !c.one_use(at)) return {};
    NodeId user = dag::no_node;
    std::uint32_t slot = 0;
    c.dag.for_each_use(at.node, [&](NodeId u, std::uint32_t i, Value) {
      user = u;
      slot = i;
    });
    const Isd o = c.op(user);
    if ((o == Isd::load && slot == 1) || (o == Isd::store && slot == 2) ||
        ((o == Isd::load_vec || o == Isd::store_vec) && slot == 1))
      break;
    const bool scales = (o == Isd::shl || o == Isd::mul) && slot == 0 && c.dag.is_constant(c.operand(user, 1));
    if (!scales && o != Isd::add) return {};
    at = {user, 0};
  }
  const Vt narrow = c.type(sum);
  const std::uint64_t wide = as_signed ? static_cast<std::uint64_t>(sign_extend(by, narrow.bits())) : by;
  return c.make(Isd::add, vt::i64, {c.make(as_signed ? Isd::sext : Isd::zext, vt::i64, {x}), c.number(wide, vt::i64)});
}

// ---- floats

Value float_conversion(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  const Vt t = c.type(n);
  if (c.op(n) == Isd::fp_ext)
    return c.is(x, Isd::fp_ext) && c.conversion_ok(c.type(c.operand(x, 0)), t)
               ? c.make(Isd::fp_ext, t, {c.operand(x, 0)}, c.dag.flags(n))
               : Value{};
  if (!c.is(x, Isd::fp_ext)) return {};
  const Value inner = c.operand(x, 0);
  const Vt from = c.type(inner);
  if (from == t) return inner;
  if (from.kind() != t.kind()) return {};
  if (from.bits() < t.bits())
    return c.conversion_ok(from, t) ? c.make(Isd::fp_ext, t, {inner}, c.dag.flags(n)) : Value{};
  return c.conversion_ok(from, t) ? c.make(Isd::fp_trunc, t, {inner}, c.dag.flags(n)) : Value{};
}

// Integers that are known not to be negative, or that were extended: the cheapest conversion of the same number.
Value integer_to_float(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  const Isd o = c.op(n);
  const Vt t = c.type(n);
  if (t.is_vector() || c.type(x).bits() > 64) return {};
  if (c.is(x, Isd::zext) || (c.is(x, Isd::sext) && o == Isd::si_to_fp)) {
    const Value inner = c.operand(x, 0);
    if (c.type(inner) == c.fast_half(c.type(x)))
      return c.make(c.is(x, Isd::zext) ? Isd::ui_to_fp : Isd::si_to_fp, t, {inner}, c.dag.flags(n));
  }
  return {};
}

// ---- bitcast, freeze

Value bitcast_simple(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  const Vt t = c.type(n), from = c.type(x);
  if (from == t) return x;
  if (c.is(x, Isd::bitcast)) {
    const Value inner = c.operand(x, 0);
    return c.type(inner) == t ? inner : c.make(Isd::bitcast, t, {inner});
  }
  if (t.is_vector() && t.lanes() != 1) return {};
  std::uint64_t bits = 0;
  if (!from.is_vector() && !t.is_vector() && (c.is(x, Isd::constant) || c.is(x, Isd::constant_fp)) && t.bits() <= 64)
    return t.is_float() ? c.dag.constant_fp_bits(c.imm(x), t) : c.number(c.imm(x), t);
  // A vector of constants read as one number, lane 0 in the low bits.
  if (t.is_vector() || !c.is(x, Isd::build_vector) || t.bits() > 64 || from.bits() * from.lanes() != t.bits())
    return {};
  for (std::uint32_t i = 0; i < from.lanes(); ++i) {
    const Value lane = c.operand(x, i);
    if (c.is(lane, Isd::undef)) continue;
    if (!c.is(lane, Isd::constant) && !c.is(lane, Isd::constant_fp)) return {};
    bits |= (c.imm(lane) & low_mask(from.bits())) << (i * from.bits());
  }
  return t.is_float() ? c.dag.constant_fp_bits(bits, t) : c.number(bits, t);
}

Value freeze_harmless(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  return never_poison(c.dag, x) ? x : Value{};
}

}  // namespace

void add_convert_rules(RuleList& list) {
  list.add("trunc-of-conversion", trunc_of_conversion, {Isd::trunc});
  list.add("trunc-hides", trunc_hides, {Isd::trunc});
  list.add("trunc-narrows", trunc_narrows, {Isd::trunc});
  list.add("trunc-high-half", trunc_high_half, {Isd::trunc}, at_end);
  list.add("trunc-of-select", trunc_of_select, {Isd::trunc});
  list.add("extension-of-extension", extension_of_extension, {Isd::zext, Isd::sext, Isd::anyext});
  list.add("extension-of-truncation", extension_of_truncation, {Isd::zext, Isd::sext, Isd::anyext});
  list.add("anyext-to-zext", anyext_to_zext, {Isd::anyext}, once_legal);
  list.add("sext-to-zext", sext_to_zext, {Isd::sext});
  list.add("extension-of-sum", extension_of_sum, {Isd::sext, Isd::zext}, at_types | at_operations);
  list.add("float-conversion", float_conversion, {Isd::fp_ext, Isd::fp_trunc});
  list.add("integer-to-float", integer_to_float, {Isd::si_to_fp, Isd::ui_to_fp});
  list.add("bitcast-simple", bitcast_simple, {Isd::bitcast});
  list.add("freeze-harmless", freeze_harmless, {Isd::freeze});
}

}  // namespace lathe::codegen::combining
