// Rules: addition, subtraction, multiplication, minima and maxima, absolute values, overflow and saturation.
//
// Sums are brought to the form (everything else) + constant, so that addresses end as [register + immediate].
#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

namespace {

constexpr std::uint16_t no_wrap(std::uint16_t a, std::uint16_t b) { return a & b & flag::nuw; }

// ---- addition

Value add_identity(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Vt t = c.type(n);
  if (c.is_zero(y)) return x;
  if (t.bits() == 1) return c.op_ok(Isd::xor_, t) ? c.make(Isd::xor_, t, {x, y}) : Value{};
  for (const auto& [a, b] : {std::pair{x, y}, std::pair{y, x}}) {
    Value inner;
    if (c.is(a, Isd::sub) && c.operand(a, 1) == b) return c.operand(a, 0);                  // (p - b) + b
    if (c.is_negation(a, inner)) return c.make(Isd::sub, t, {b, inner});                    // -p + b
    if (c.is_not(a, inner) && inner == b) return c.number(~0ULL, t);                        // ~b + b
    if (c.is_not(a, inner) && c.is_one(b)) return c.make(Isd::sub, t, {c.zero(t), inner});  // ~p + 1
  }
  return {};
}

// (x + c1) + c2, (c1 - x) + c2, (x ^ sign) + c, (x | c1 disjoint) + c2.
Value add_constants(Context& c, NodeId n) {
  std::uint64_t outer = 0, inner = 0;
  Value x;
  const Vt t = c.type(n);
  const Value sum = c.operand(n, 0);
  if (!c.constant(c.operand(n, 1), outer)) return {};
  if (c.with_constant(sum, Isd::add, x, inner)) {
    // Both unsigned sums stay in range, so theirs does.
    const std::uint16_t flags = no_wrap(c.dag.flags(n), c.dag.flags(sum.node));
    return c.make(Isd::add, t, {x, c.number(inner + outer, t)}, flags);
  }
  if (c.with_constant(sum, Isd::or_, x, inner) && c.has_flags(sum, flag::disjoint))
    return c.make(Isd::add, t, {x, c.number(inner + outer, t)});
  if (c.is(sum, Isd::sub) && c.constant(c.operand(sum, 0), inner))
    return c.make(Isd::sub, t, {c.number(inner + outer, t), c.operand(sum, 1)});
  if (c.with_constant(sum, Isd::xor_, x, inner) && inner == sign_bit(t.bits()) && outer == inner) return x;
  return {};
}

// address + c -> address with a larger offset.
Value add_to_address(Context& c, NodeId n) {
  std::uint64_t by = 0;
  const Value base = c.operand(n, 0);
  if (!c.constant(c.operand(n, 1), by)) return {};
  if (!c.is(base, Isd::global_address) && !c.is(base, Isd::frame_index) && !c.is(base, Isd::param_address)) return {};
  DagPayload payload = c.dag.payload(base.node);
  payload.imm += static_cast<std::uint64_t>(sign_extend(by, c.type(n).bits()));
  const auto offset = static_cast<std::int64_t>(payload.imm);
  if (offset < INT32_MIN || offset > INT32_MAX) return {};
  return c.make(c.op(base), c.type(n), {}, payload, c.dag.flags(base.node));
}

// (x + c) + y -> (x + y) + c: the constant moves out to where an address can take it.
Value add_float_constant(Context& c, NodeId n) {
  const Vt t = c.type(n);
  if (t.is_vector() || t.bits() > 64 || c.dag.is_constant(c.operand(n, 1))) return {};
  for (std::uint32_t i = 0; i < 2; ++i) {
    const Value sum = c.operand(n, i), other = c.operand(n, 1 - i);
    Value x;
    std::uint64_t by = 0;
    if (!c.with_constant(sum, Isd::add, x, by) || !c.one_use(sum)) continue;
    const std::uint16_t flags = no_wrap(c.dag.flags(n), c.dag.flags(sum.node));
    return c.make(Isd::add, t, {c.make(Isd::add, t, {x, other}, flags), c.operand(sum, 1)}, flags);
  }
  return {};
}

// x + (y - x) is add_identity; here x + (c - y) -> (x - y) + c, and (x - y) + (y - z) -> x - z.
Value add_difference(Context& c, NodeId n) {
  const Vt t = c.type(n);
  for (std::uint32_t i = 0; i < 2; ++i) {
    const Value x = c.operand(n, i), difference = c.operand(n, 1 - i);
    if (!c.is(difference, Isd::sub)) continue;
    if (c.dag.is_constant(c.operand(difference, 0)) && c.one_use(difference) && !c.dag.is_constant(x))
      return c.make(Isd::add, t, {c.make(Isd::sub, t, {x, c.operand(difference, 1)}), c.operand(difference, 0)});
    if (c.is(x, Isd::sub) && c.operand(x, 1) == c.operand(difference, 0))
      return c.make(Isd::sub, t, {c.operand(x, 0), c.operand(difference, 1)});
  }
  return {};
}

// ---- subtraction

Value sub_identity(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Vt t = c.type(n);
  std::uint64_t by = 0;
  Value inner;
  if (c.is_zero(y)) return x;
  if (x == y && t.bits() <= 64) return c.zero(t);
  if (t.bits() == 1) return c.op_ok(Isd::xor_, t) ? c.make(Isd::xor_, t, {x, y}) : Value{};
  if (c.constant(y, by)) return c.make(Isd::add, t, {x, c.number(0 - by, t)});
  if (c.is_negation(y, inner)) return c.make(Isd::add, t, {x, inner});
  if (c.is_ones(x)) return c.op_ok(Isd::xor_, t) ? c.make(Isd::xor_, t, {y, x}) : Value{};
  if (c.is(x, Isd::add) && c.operand(x, 1) == y) return c.operand(x, 0);
  if (c.is(x, Isd::add) && c.operand(x, 0) == y) return c.operand(x, 1);
  if (c.is(y, Isd::add) && c.operand(y, 1) == x) return c.make(Isd::sub, t, {c.zero(t), c.operand(y, 0)});
  if (c.is(y, Isd::add) && c.operand(y, 0) == x) return c.make(Isd::sub, t, {c.zero(t), c.operand(y, 1)});
  if (c.is(y, Isd::sub) && c.operand(y, 0) == x) return c.operand(y, 1);  // x - (x - p)
  return {};
}

Value sub_constants(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Vt t = c.type(n);
  std::uint64_t outer = 0, inner = 0;
  Value p;
  if (c.constant(x, outer)) {
    if (c.with_constant(y, Isd::add, p, inner)) return c.make(Isd::sub, t, {c.number(outer - inner, t), p});
    if (c.is(y, Isd::sub) && c.constant(c.operand(y, 0), inner))  // c1 - (c2 - p)
      return c.make(Isd::add, t, {c.operand(y, 1), c.number(outer - inner, t)});
    if (outer == 0 && c.is(y, Isd::sub) && c.one_use(y)) return c.make(Isd::sub, t, {c.operand(y, 1), c.operand(y, 0)});
    return {};
  }
  // The constant moves out: (p + c) - y -> (p - y) + c;  x - (p + c) -> (x - p) + -c.
  if (c.with_constant(x, Isd::add, p, inner) && c.one_use(x))
    return c.make(Isd::add, t, {c.make(Isd::sub, t, {p, y}), c.operand(x, 1)});
  if (c.with_constant(y, Isd::add, p, inner) && c.one_use(y))
    return c.make(Isd::add, t, {c.make(Isd::sub, t, {x, p}), c.number(0 - inner, t)});
  return {};
}

// x - (x & m) -> x & ~m.
Value sub_masked(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  std::uint64_t mask = 0;
  Value p;
  if (!c.with_constant(y, Isd::and_, p, mask) || p != x || !c.op_ok(Isd::and_, c.type(n))) return {};
  return c.make(Isd::and_, c.type(n), {x, c.number(~mask, c.type(n))});
}

// ---- multiplication

Value mul_identity(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Vt t = c.type(n);
  std::uint64_t by = 0;
  if (t.bits() == 1) return c.op_ok(Isd::and_, t) ? c.make(Isd::and_, t, {x, y}) : Value{};
  if (!c.constant(y, by)) return {};
  if (by == 0) return y;
  if (by == 1) return x;
  if (by == low_mask(t.bits())) return c.make(Isd::sub, t, {c.zero(t), x});
  return {};
}

Value mul_power_of_two(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const Value x = c.operand(n, 0);
  std::uint64_t by = 0;
  if (t.bits() == 1 || !c.constant(c.operand(n, 1), by) || by < 2 || !c.op_ok(Isd::shl, t)) return {};
  if (std::has_single_bit(by)) {
    const auto amount = static_cast<std::uint64_t>(std::countr_zero(by));
    // x * 2^(w-1) without signed wrap says less of the shift than it seems to.
    std::uint16_t flags = c.dag.flags(n) & flag::nuw;
    if (amount + 1 < t.bits()) flags = c.dag.flags(n) & (flag::nuw | flag::nsw);
    return c.shift(Isd::shl, x, amount, flags);
  }
  const std::uint64_t negative = (0 - by) & low_mask(t.bits());
  if (!std::has_single_bit(negative)) return {};
  return c.make(Isd::sub, t, {c.zero(t), c.shift(Isd::shl, x, static_cast<std::uint64_t>(std::countr_zero(negative)))});
}

// (x * c1) * c2, (x << c1) * c2, (x + c1) * c2.
Value mul_constants(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const Value inner = c.operand(n, 0);
  std::uint64_t outer = 0, by = 0;
  Value x;
  if (t.bits() > 64 || !c.constant(c.operand(n, 1), outer) || !c.one_use(inner)) return {};
  if (c.with_constant(inner, Isd::mul, x, by)) return c.make(Isd::mul, t, {x, c.number(by * outer, t)});
  if (c.with_constant(inner, Isd::shl, x, by) && by < t.bits())
    return c.make(Isd::mul, t, {x, c.number(outer << by, t)});
  if (c.with_constant(inner, Isd::add, x, by))
    return c.make(Isd::add, t, {c.make(Isd::mul, t, {x, c.operand(n, 1)}), c.number(by * outer, t)});
  return {};
}

Value mul_high(Context& c, NodeId n) {
  const Vt t = c.type(n);
  std::uint64_t by = 0;
  if (!c.constant(c.operand(n, 1), by)) return {};
  if (by == 0) return c.operand(n, 1);
  if (c.op(n) == Isd::mulhu && by == 1) return c.zero(t);
  if (c.op(n) == Isd::mulhs && by == 1)
    return c.op_ok(Isd::sra, t) ? c.shift(Isd::sra, c.operand(n, 0), t.bits() - 1) : Value{};
  if (c.op(n) == Isd::mulhu && std::has_single_bit(by) && c.op_ok(Isd::srl, t))
    return c.shift(Isd::srl, c.operand(n, 0), t.bits() - static_cast<unsigned>(std::countr_zero(by)));
  return {};
}

// ---- minima, maxima, absolute values

Value min_max_identity(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Isd o = c.op(n);
  std::uint64_t outer = 0, inner = 0;
  if (x == y) return x;
  if (!c.constant(y, outer)) return {};
  const std::uint32_t width = c.type(n).bits();
  const bool is_signed = o == Isd::smin || o == Isd::smax, is_min = o == Isd::smin || o == Isd::umin;
  const std::uint64_t least = is_signed ? sign_bit(width) : 0,
                      most = is_signed ? low_mask(width) >> 1 : low_mask(width);
  if (outer == (is_min ? least : most)) return y;
  if (outer == (is_min ? most : least)) return x;
  Value p;
  if (!c.with_constant(x, o, p, inner)) return {};
  const bool inner_less = is_signed ? sign_extend(inner, width) < sign_extend(outer, width) : inner < outer;
  return c.make(o, c.type(n), {p, c.number(inner_less == is_min ? inner : outer, c.type(n))});
}

// A signed minimum of numbers that are not negative is the unsigned one and decides alike: nothing to do. One that
// known bits decide is its operand.
Value min_max_known(Context& c, NodeId n) {
  const Isd o = c.op(n);
  if (o != Isd::umin && o != Isd::umax) return {};
  const std::uint64_t mask = low_mask(c.type(n).bits());
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  if (!c.dag.is_constant(y)) return {};
  const KnownBits64 a = c.known(x), b = c.known(y);
  if ((~a.zero & mask) <= b.one) return o == Isd::umin ? x : y;
  if (a.one >= (~b.zero & mask)) return o == Isd::umin ? y : x;
  return {};
}

Value abs_of(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  Value inner;
  if (c.is(x, Isd::abs)) return x;
  if (c.is_negation(x, inner)) return c.make(Isd::abs, c.type(n), {inner}, c.dag.payload(n));
  return c.known_non_negative(x) ? x : Value{};
}

// ---- overflow and saturation

Value saturating_zero(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  if (c.is_zero(y)) return x;
  if (c.op(n) == Isd::usub_sat && c.is_zero(x)) return x;
  if ((c.op(n) == Isd::usub_sat || c.op(n) == Isd::ssub_sat) && x == y && c.type(n).bits() <= 64)
    return c.zero(c.type(n));
  return {};
}

Value overflow_simple(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Vt t = c.dag.types(n)[0], overflow = c.dag.types(n)[1];
  const Isd o = c.op(n);
  const bool product = o == Isd::smul_o || o == Isd::umul_o;
  const Isd plain = product ? Isd::mul : o == Isd::sadd_o || o == Isd::uadd_o ? Isd::add : Isd::sub;
  if (!product && c.is_zero(y)) return c.give({x, c.zero(overflow)});
  if (product && c.is_one(y) && t.bits() > 2) return c.give({x, c.zero(overflow)});
  if (product && c.is_zero(y)) return c.give({y, c.zero(overflow)});
  // Nobody asks for the overflow bit.
  if (c.dag.use_count(Value{n, 1}) == 0 && c.op_ok(plain, t)) return c.give({c.make(plain, t, {x, y}), Value{}});
  if (t.bits() > 64) return {};
  const std::uint64_t top = sign_bit(t.bits());
  if (o == Isd::uadd_o && (c.known(x).zero & c.known(y).zero & top) != 0 && c.op_ok(Isd::add, t))
    return c.give({c.make(Isd::add, t, {x, y}, flag::nuw), c.zero(overflow)});
  return {};
}

}  // namespace

void add_arith_rules(RuleList& list) {
  list.add("add-identity", add_identity, {Isd::add});
  list.add("add-constants", add_constants, {Isd::add});
  list.add("add-to-address", add_to_address, {Isd::add});
  list.add("add-float-constant", add_float_constant, {Isd::add});
  list.add("add-difference", add_difference, {Isd::add});
  list.add("sub-identity", sub_identity, {Isd::sub});
  list.add("sub-constants", sub_constants, {Isd::sub});
  list.add("sub-masked", sub_masked, {Isd::sub});
  list.add("mul-identity", mul_identity, {Isd::mul});
  list.add("mul-power-of-two", mul_power_of_two, {Isd::mul});
  list.add("mul-constants", mul_constants, {Isd::mul});
  list.add("mul-high", mul_high, {Isd::mulhu, Isd::mulhs});
  list.add("min-max-identity", min_max_identity, {Isd::smin, Isd::smax, Isd::umin, Isd::umax});
  list.add("min-max-known", min_max_known, {Isd::umin, Isd::umax});
  list.add("abs-of", abs_of, {Isd::abs});
  list.add("saturating-zero", saturating_zero, {Isd::sadd_sat, Isd::uadd_sat, Isd::ssub_sat, Isd::usub_sat});
  list.add("overflow-simple", overflow_simple,
           {Isd::sadd_o, Isd::uadd_o, Isd::ssub_o, Isd::usub_o, Isd::smul_o, Isd::umul_o});
}

}  // namespace lathe::codegen::combining
