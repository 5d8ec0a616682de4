// Rules: shifts, rotates, funnel shifts, sign extension inside a register, bit fields.
#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

namespace {

Value shift_identity(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  const Vt t = c.type(n);
  std::uint64_t by = 0;
  if (c.is_zero(x)) return x;
  if (!c.constant(c.operand(n, 1), by)) return {};
  if (by == 0) return x;
  if (by >= t.bits()) return c.dag.undef(t);
  if (c.op(n) == Isd::sra && c.is_ones(x)) return x;
  return {};
}

// Two shifts the same way.
Value shift_shift(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const std::uint32_t width = t.bits();
  std::uint64_t outer = 0, inner = 0;
  Value x;
  const Isd o = c.op(n);
  if (width > 64 || !c.constant(c.operand(n, 1), outer) || !c.with_constant(c.operand(n, 0), o, x, inner)) return {};
  if (outer >= width || inner >= width) return {};
  const std::uint64_t total = outer + inner;
  if (o == Isd::sra) return c.shift(o, x, std::min<std::uint64_t>(total, width - 1));
  if (total >= width) return c.zero(t);
  return c.shift(o, x, total,
                 c.dag.flags(n) & c.dag.flags(c.operand(n, 0).node) & (flag::nuw | flag::nsw | flag::exact));
}

// Shifts in opposite directions leave a field: masks, and sign extensions of whole bytes.
Value shift_back(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const std::uint32_t width = t.bits();
  std::uint64_t outer = 0, inner = 0;
  const Value in = c.operand(n, 0);
  Value x;
  if (width > 64 || !c.constant(c.operand(n, 1), outer) || outer >= width) return {};
  if (c.op(n) == Isd::shl) {
    // (x >> a) << b
    const bool logical = c.with_constant(in, Isd::srl, x, inner);
    if ((!logical && !c.with_constant(in, Isd::sra, x, inner)) || inner >= width) return {};
    if (c.has_flags(in, flag::exact)) {
      if (inner == outer) return x;
      if (inner < outer) return c.one_use(in) ? c.shift(Isd::shl, x, outer - inner) : Value{};
      return c.one_use(in) ? c.shift(logical ? Isd::srl : Isd::sra, x, inner - outer, flag::exact) : Value{};
    }
    if (inner != outer || !c.op_ok(Isd::and_, t)) return {};
    return c.make(Isd::and_, t, {x, c.number(~low_mask(static_cast<std::uint32_t>(outer)), t)});
  }
  if (!c.with_constant(in, Isd::shl, x, inner) || inner >= width) return {};
  const bool logical = c.op(n) == Isd::srl;
  if (c.has_flags(in, logical ? flag::nuw : flag::nsw)) {
    if (inner == outer) return x;
    if (!c.one_use(in)) return {};
    if (inner < outer) return c.shift(c.op(n), x, outer - inner);
    return c.shift(Isd::shl, x, inner - outer, logical ? flag::nuw : flag::nsw);
  }
  if (inner != outer) return {};
  const auto kept = static_cast<std::uint32_t>(width - outer);
  if (logical) return c.op_ok(Isd::and_, t) ? c.make(Isd::and_, t, {x, c.number(low_mask(kept), t)}) : Value{};
  if ((kept != 8 && kept != 16 && kept != 32) || t.is_vector() || !c.op_ok(Isd::sext_inreg, t)) return {};
  return c.make(Isd::sext_inreg, t, {x}, {.imm = kept});
}

// (x & m) >> c -> (x >> c) & (m >> c): the mask gets small, and fields are seen.
Value srl_masked(Context& c, NodeId n) {
  const Vt t = c.type(n);
  std::uint64_t by = 0, mask = 0;
  Value x;
  const Value in = c.operand(n, 0);
  if (t.bits() > 64 || !c.constant(c.operand(n, 1), by) || by >= t.bits() || !c.with_constant(in, Isd::and_, x, mask))
    return {};
  if (!c.one_use(in) || !c.op_ok(Isd::and_, t)) return {};
  if (mask >> by == 0) return c.zero(t);
  return c.make(Isd::and_, t, {c.shift(Isd::srl, x, by), c.number(mask >> by, t)});
}

// (x + c1) << c2 -> (x << c2) + (c1 << c2), likewise or disjoint: the constant reaches the address.
Value shl_sum(Context& c, NodeId n) {
  const Vt t = c.type(n);
  std::uint64_t by = 0, addend = 0;
  Value x;
  const Value in = c.operand(n, 0);
  if (t.bits() > 64 || t.is_vector() || !c.constant(c.operand(n, 1), by) || by >= t.bits() || !c.one_use(in)) return {};
  const bool sum = c.with_constant(in, Isd::add, x, addend);
  if (!sum && !(c.with_constant(in, Isd::or_, x, addend) && c.has_flags(in, flag::disjoint))) return {};
  const std::uint16_t flags = sum ? c.dag.flags(n) & c.dag.flags(in.node) & flag::nuw : 0;
  return c.make(Isd::add, t, {c.shift(Isd::shl, x, by, flags), c.number(addend << by, t)}, flags);
}

// ((x >> k) & m) << k -> x & (m << k).
Value shl_of_field(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const Value field = c.operand(n, 0);
  std::uint64_t by = 0, back = 0, mask = 0;
  Value shifted, x;
  if (t.bits() > 64 || !c.constant(c.operand(n, 1), by) || by == 0 || by >= t.bits()) return {};
  if (!c.with_constant(field, Isd::and_, shifted, mask) || !c.one_use(field) || !c.one_use(shifted)) return {};
  if (!c.with_constant(shifted, Isd::srl, x, back) || back != by) return {};
  return c.make(Isd::and_, t, {x, c.number(mask << by, t)});
}

// An arithmetic shift of a number that is not negative.
Value sra_non_negative(Context& c, NodeId n) {
  const Vt t = c.type(n);
  if (t.bits() > 64 || !c.op_ok(Isd::srl, t) || !c.known_non_negative(c.operand(n, 0))) return {};
  return c.make(Isd::srl, t, {c.operand(n, 0), c.operand(n, 1)}, c.dag.flags(n) & flag::exact);
}

// Everything that could be set is shifted out.
Value srl_known(Context& c, NodeId n) {
  const Vt t = c.type(n);
  std::uint64_t by = 0;
  if (t.bits() > 64 || !c.constant(c.operand(n, 1), by) || by >= t.bits()) return {};
  return (~c.known(c.operand(n, 0)).zero & low_mask(t.bits())) >> by == 0 ? c.zero(t) : Value{};
}

Value rotate_identity(Context& c, NodeId n) {
  const Vt t = c.type(n);
  std::uint64_t by = 0;
  const bool funnel = c.op(n) == Isd::fshl || c.op(n) == Isd::fshr;
  if (!c.constant(c.operand(n, funnel ? 2 : 1), by) || t.bits() > 64) return {};
  const std::uint64_t turn = by % t.bits();
  if (!funnel) {
    if (turn == 0) return c.operand(n, 0);
    if (turn == by) return {};
    return c.make(c.op(n), t, {c.operand(n, 0), c.number(turn, c.type(c.operand(n, 1)))});
  }
  const bool left = c.op(n) == Isd::fshl;
  const Value high = c.operand(n, 0), low = c.operand(n, 1);
  if (turn == 0) return left ? high : low;
  if (high == low && c.op_ok(left ? Isd::rotl : Isd::rotr, t))
    return c.make(left ? Isd::rotl : Isd::rotr, t, {high, c.number(turn, c.type(c.operand(n, 2)))});
  const std::uint64_t to_left = left ? turn : t.bits() - turn;
  if (c.is_zero(low) && c.op_ok(Isd::shl, t)) return c.shift(Isd::shl, high, to_left);
  if (c.is_zero(high) && c.op_ok(Isd::srl, t)) return c.shift(Isd::srl, low, t.bits() - to_left);
  return {};
}

// (x << c) | (y >> (w - c)): a rotate or a funnel shift, one shf on 32 bits.
Value or_to_rotate(Context& c, NodeId n) {
  const Vt t = c.type(n);
  if (t != vt::i32 && t != vt::i64) return {};
  const bool funnel = c.op_ok(Isd::fshl, t), rotate = c.op_ok(Isd::rotl, t);
  if (!funnel && !rotate) return {};
  for (std::uint32_t i = 0; i < 2; ++i) {
    std::uint64_t left = 0, right = 0;
    Value high, low;
    if (!c.with_constant(c.operand(n, i), Isd::shl, high, left) ||
        !c.with_constant(c.operand(n, 1 - i), Isd::srl, low, right))
      continue;
    if (left == 0 || left + right != t.bits()) continue;
    if (high == low && rotate) return c.make(Isd::rotl, t, {high, c.amount(left, t)});
    if (!funnel || t != vt::i32 || !c.one_use(c.operand(n, 0)) || !c.one_use(c.operand(n, 1))) continue;
    return c.make(Isd::fshl, t, {high, low, c.amount(left, t)});
  }
  return {};
}

Value bits_twice(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  return c.is(x, c.op(n)) ? c.operand(x, 0) : Value{};
}

Value sext_inreg_of(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  const Vt t = c.type(n);
  const auto kept = static_cast<std::uint32_t>(c.dag.payload(n).imm);
  if (t.bits() > 64) return {};
  if (kept >= t.bits() || c.sign_bits(x) >= t.bits() - kept + 1) return x;
  if (c.is(x, Isd::sext_inreg))
    return c.make(Isd::sext_inreg, t, {c.operand(x, 0)}, {.imm = std::min<std::uint64_t>(kept, c.imm(x))});
  std::uint64_t mask = 0;
  Value inner;
  if (c.with_constant(x, Isd::and_, inner, mask) && (low_mask(kept) & ~mask) == 0)
    return c.make(Isd::sext_inreg, t, {inner}, {.imm = kept});
  if ((c.is(x, Isd::zext) || c.is(x, Isd::anyext) || c.is(x, Isd::sext)) && c.type(c.operand(x, 0)).bits() == kept &&
      c.op_ok(Isd::sext, t))
    return c.make(Isd::sext, t, {c.operand(x, 0)});
  if ((c.known(x).zero & sign_bit(kept)) != 0 && c.op_ok(Isd::and_, t))
    return c.make(Isd::and_, t, {x, c.number(low_mask(kept), t)});
  return {};
}

// The same where the sign stands inside: (sext_inreg x) >> c, (sext_inreg (x << a)) >> c, sext_inreg (x >> a).
Value signed_field(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const Value in = c.operand(n, 0);
  std::uint64_t by = 0, left = 0;
  Value x;
  if ((t != vt::i32 && t != vt::i64) || !c.one_use(in) || !c.has_fields(Isd::bfe_s, t)) return {};
  const auto field = [&](Value from, std::uint64_t start, std::uint64_t length) {
    return c.make(Isd::bfe_s, t, {from, c.number(start, vt::i32), c.number(length, vt::i32)});
  };
  if (c.op(n) == Isd::sext_inreg) {
    const std::uint64_t kept = c.dag.payload(n).imm;
    if (!c.with_constant(in, Isd::srl, x, by) && !c.with_constant(in, Isd::sra, x, by)) return {};
    if (by == 0 || by + kept > t.bits()) return {};
    if (by + kept == t.bits()) return c.shift(Isd::sra, x, by);  // the upper end: one shift
    return t == vt::i32 ? field(x, by, kept) : Value{};
  }
  if (t != vt::i32) return {};  // a field of 64 bits costs more than both
  if (!c.constant(c.operand(n, 1), by) || !c.is(in, Isd::sext_inreg) || by >= c.imm(in) || by == 0) return {};
  x = c.operand(in, 0);
  if (Value inner; c.one_use(x) && c.with_constant(x, Isd::shl, inner, left) && left <= by)
    return field(inner, by - left, c.imm(in) - by);
  return field(x, by, c.imm(in) - by);
}

// Bits above a field, and the field itself: bfe.
Value field_extract(Context& c, NodeId n) {
  const Vt t = c.type(n);
  std::uint64_t outer = 0, inner = 0;
  Value x;
  const Value in = c.operand(n, 0);
  const Isd field = c.op(n) == Isd::sra ? Isd::bfe_s : Isd::bfe_u;
  if ((t != vt::i32 && t != vt::i64) || !c.constant(c.operand(n, 1), outer) || !c.one_use(in) ||
      !c.has_fields(field, t))
    return {};
  if (c.op(n) == Isd::and_) {
    if (!is_low_mask(outer) || !c.with_constant(in, Isd::srl, x, inner) || inner >= t.bits()) return {};
    const auto length = static_cast<std::uint64_t>(std::popcount(outer));
    if (inner + length > t.bits() || length == t.bits()) return {};
    return c.make(Isd::bfe_u, t, {x, c.number(inner, vt::i32), c.number(length, vt::i32)});
  }
  // (x << a) >> b, a <= b: the field of w - b bits from b - a on.
  if (!c.with_constant(in, Isd::shl, x, inner) || outer >= t.bits() || inner > outer || inner == 0) return {};
  return c.make(field, t, {x, c.number(outer - inner, vt::i32), c.number(t.bits() - outer, vt::i32)});
}

}  // namespace

void add_shift_rules(RuleList& list) {
  list.add("shift-identity", shift_identity, {Isd::shl, Isd::srl, Isd::sra});
  list.add("shift-shift", shift_shift, {Isd::shl, Isd::srl, Isd::sra});
  list.add("shift-back", shift_back, {Isd::shl, Isd::srl, Isd::sra});
  list.add("srl-masked", srl_masked, {Isd::srl});
  list.add("shl-sum", shl_sum, {Isd::shl});
  list.add("shl-of-field", shl_of_field, {Isd::shl});
  list.add("srl-known", srl_known, {Isd::srl});
  list.add("sra-non-negative", sra_non_negative, {Isd::sra});
  list.add("rotate-identity", rotate_identity, {Isd::rotl, Isd::rotr, Isd::fshl, Isd::fshr});
  list.add("or-to-rotate", or_to_rotate, {Isd::or_});
  list.add("bits-twice", bits_twice, {Isd::bswap, Isd::bitreverse});
  list.add("sext-inreg-of", sext_inreg_of, {Isd::sext_inreg});
  list.add("signed-field", signed_field, {Isd::sra, Isd::sext_inreg}, at_end);
  list.add("field-extract", field_extract, {Isd::and_, Isd::srl, Isd::sra}, at_end);
}

}  // namespace lathe::codegen::combining
