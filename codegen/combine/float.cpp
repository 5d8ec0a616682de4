// Rules: floating point. What changes a result's rounding, a NaN or the sign of zero asks for the flag that allows it.
//
// Products are contracted into fma where both operations allow it, or the target's level does.
#include <cmath>

#include "codegen/combine/fold_value.hpp"
#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

namespace {

constexpr std::uint16_t fast =
    flag::nnan | flag::ninf | flag::nsz | flag::arcp | flag::contract | flag::afn | flag::reassoc | flag::ftz;

bool number_of(const Context& c, Value v, double& out) {
  std::uint64_t bits = 0;
  if (!c.constant_fp(v, bits)) return false;
  const Vt t = c.type(v).element();
  if (t != vt::f16 && t != vt::bf16 && t != vt::f32 && t != vt::f64) return false;
  out = to_double({t, bits});
  return !std::isnan(out);
}
bool is_number(const Context& c, Value v, double wanted) {
  double x = 0;
  return number_of(c, v, x) && x == wanted && std::signbit(x) == std::signbit(wanted);
}
bool is_any_zero(const Context& c, Value v) {
  double x = 0;
  return number_of(c, v, x) && x == 0;
}
Value constant_of(Context& c, double value, Vt t) {
  const auto bits = from_double(value, t.element());
  return bits ? c.dag.constant_fp_bits(*bits, t) : Value{};
}
std::uint16_t flags_of(const Context& c, NodeId n) { return c.dag.flags(n) & fast; }
std::uint16_t flags_of(const Context& c, NodeId n, Value v) { return flags_of(c, n) & c.dag.flags(v.node); }
// Denormal operands that are flushed make x + 0 and x * 1 more than copies.
bool flushes(const Context& c, NodeId n, Vt t) {
  return t.element() == vt::f32 && (c.modes.flush_f32 || c.facts.numeric.flushes_f32 || c.has_flags(n, flag::ftz));
}

Value fadd_simple(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Vt t = c.type(n);
  const bool copies = !flushes(c, n, t);
  if (copies && (is_number(c, y, -0.0) || (is_any_zero(c, y) && c.has_flags(n, flag::nsz)))) return x;
  if (c.is(y, Isd::fneg) && c.op_ok(Isd::fsub, t)) return c.make(Isd::fsub, t, {x, c.operand(y, 0)}, flags_of(c, n));
  if (c.is(x, Isd::fneg) && c.op_ok(Isd::fsub, t)) return c.make(Isd::fsub, t, {y, c.operand(x, 0)}, flags_of(c, n));
  // (p + c1) + c2
  double outer = 0, inner = 0;
  if (c.has_flags(n, flag::reassoc) && number_of(c, y, outer) && c.is(x, Isd::fadd) && c.has_flags(x, flag::reassoc) &&
      number_of(c, c.operand(x, 1), inner)) {
    const Value sum =
        constant_of(c, t.bits() == 32 ? static_cast<float>(outer) + static_cast<float>(inner) : outer + inner, t);
    return sum ? c.make(Isd::fadd, t, {c.operand(x, 0), sum}, flags_of(c, n, x)) : Value{};
  }
  return {};
}

Value fsub_simple(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Vt t = c.type(n);
  const bool copies = !flushes(c, n, t);
  if (copies && (is_number(c, y, 0.0) || (is_any_zero(c, y) && c.has_flags(n, flag::nsz)))) return x;
  if (c.is(y, Isd::fneg) && c.op_ok(Isd::fadd, t)) return c.make(Isd::fadd, t, {x, c.operand(y, 0)}, flags_of(c, n));
  if (copies && c.op_ok(Isd::fneg, t) && (is_number(c, x, -0.0) || (is_any_zero(c, x) && c.has_flags(n, flag::nsz))))
    return c.make(Isd::fneg, t, {y}, flags_of(c, n));
  if (x == y && c.has_flags(n, flag::nnan | flag::ninf)) return constant_of(c, 0.0, t);
  // x - c -> x + -c: sums have one form.
  double k = 0;
  if (number_of(c, y, k) && c.op_ok(Isd::fadd, t)) {
    const Value negated = constant_of(c, -k, t);
    return negated ? c.make(Isd::fadd, t, {x, negated}, flags_of(c, n)) : Value{};
  }
  if (c.has_flags(n, flag::reassoc | flag::nsz) && c.is(x, Isd::fadd)) {
    if (c.operand(x, 1) == y) return c.operand(x, 0);
    if (c.operand(x, 0) == y) return c.operand(x, 1);
  }
  return {};
}

Value fmul_simple(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Vt t = c.type(n);
  const bool copies = !flushes(c, n, t);
  double k = 0, inner = 0;
  if (c.is(x, Isd::fneg) && c.is(y, Isd::fneg))
    return c.make(Isd::fmul, t, {c.operand(x, 0), c.operand(y, 0)}, flags_of(c, n));
  if (!number_of(c, y, k)) return {};
  if (copies && k == 1.0) return x;
  if (copies && k == -1.0 && c.op_ok(Isd::fneg, t)) return c.make(Isd::fneg, t, {x}, flags_of(c, n));
  if (k == 0 && c.has_flags(n, flag::nnan | flag::nsz)) return y;
  if (c.is(x, Isd::fneg)) {
    const Value negated = constant_of(c, -k, t);
    if (negated) return c.make(Isd::fmul, t, {c.operand(x, 0), negated}, flags_of(c, n));
  }
  if (c.has_flags(n, flag::reassoc) && c.is(x, Isd::fmul) && c.has_flags(x, flag::reassoc) &&
      number_of(c, c.operand(x, 1), inner)) {
    const double both = t.bits() == 32 ? static_cast<float>(k) * static_cast<float>(inner) : k * inner;
    const Value product = std::isfinite(both) && both != 0 ? constant_of(c, both, t) : Value{};
    return product ? c.make(Isd::fmul, t, {c.operand(x, 0), product}, flags_of(c, n, x)) : Value{};
  }
  return {};
}

// Division by a constant whose reciprocal is exact (a power of two), or by any under arcp.
Value fdiv_simple(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Vt t = c.type(n);
  double k = 0;
  if (c.is(x, Isd::fneg) && c.is(y, Isd::fneg))
    return c.make(Isd::fdiv, t, {c.operand(x, 0), c.operand(y, 0)}, flags_of(c, n));
  if (!number_of(c, y, k) || k == 0 || !std::isfinite(k) || !c.op_ok(Isd::fmul, t)) return {};
  if (!flushes(c, n, t) && k == 1.0) return x;
  int exponent = 0;
  const bool exact = std::fabs(std::frexp(k, &exponent)) == 0.5;
  if (!exact && !c.has_flags(n, flag::arcp)) return {};
  const double inverse = t.bits() == 32 ? 1.0F / static_cast<float>(k) : 1.0 / k;
  // A reciprocal that is denormal may be flushed.
  const double least = t.element() == vt::f64 ? 0x1p-1022 : t.element() == vt::f16 ? 0x1p-14 : 0x1p-126;
  if (!std::isfinite(inverse) || std::fabs(inverse) < least || std::fabs(k) < least) return {};
  const Value by = constant_of(c, inverse, t);
  return by ? c.make(Isd::fmul, t, {x, by}, flags_of(c, n)) : Value{};
}

bool may_contract(const Context& c, NodeId sum, Value product) {
  if (c.modes.fuse != FloatModes::Fuse::where_flagged) return c.modes.fuse == FloatModes::Fuse::always;
  return c.has_flags(sum, flag::contract) && c.has_flags(product, flag::contract);
}

// Made of integer operations, or called, it costs more than both.
bool fuses(const Context& c, Vt t) {
  if (!c.facts.types.holds(t)) return false;
  const dag::Action action = c.facts.action(Isd::fma, t);
  return action != dag::Action::expand && action != dag::Action::libcall;
}

// a * b + z, a * b - z, z - a * b. A product with other uses stays: the fma would come on top.
Value contract(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  if (!c.op_ok(Isd::fma, t) || !fuses(c, t.element())) return {};
  const bool difference = c.op(n) == Isd::fsub;
  const auto usable = [&](Value v) { return c.is(v, Isd::fmul) && c.one_use(v) && may_contract(c, n, v); };
  const auto negated = [&](Value v) { return c.make(Isd::fneg, t, {v}); };
  if (difference && !c.op_ok(Isd::fneg, t)) return {};
  if (usable(x))
    return c.make(Isd::fma, t, {c.operand(x, 0), c.operand(x, 1), difference ? negated(y) : y}, flags_of(c, n, x));
  if (usable(y)) {
    const Value a = c.operand(y, 0);
    return c.make(Isd::fma, t, {difference ? negated(a) : a, c.operand(y, 1), x}, flags_of(c, n, y));
  }
  // Through a negation: -(a * b) + z is z - a * b already; -(a * b) - z is left to fneg.
  if (difference && c.is(x, Isd::fneg) && c.one_use(x) && usable(c.operand(x, 0))) {
    const Value product = c.operand(x, 0);
    return c.make(Isd::fma, t, {negated(c.operand(product, 0)), c.operand(product, 1), negated(y)},
                  flags_of(c, n, product));
  }
  return {};
}

Value fma_simple(Context& c, NodeId n) {
  const Value a = c.operand(n, 0), b = c.operand(n, 1), z = c.operand(n, 2);
  const Vt t = c.type(n);
  const std::uint16_t flags = flags_of(c, n);
  double k = 0;
  if (c.is(a, Isd::fneg) && c.is(b, Isd::fneg))
    return c.make(Isd::fma, t, {c.operand(a, 0), c.operand(b, 0), z}, flags);
  if (number_of(c, b, k)) {
    if (k == 1.0 && c.op_ok(Isd::fadd, t)) return c.make(Isd::fadd, t, {a, z}, flags);
    if (k == -1.0 && c.op_ok(Isd::fsub, t)) return c.make(Isd::fsub, t, {z, a}, flags);
    if (k == 0 && c.has_flags(n, flag::nnan | flag::ninf | flag::nsz)) return z;
    if (c.is(a, Isd::fneg)) {
      const Value negated = constant_of(c, -k, t);
      if (negated) return c.make(Isd::fma, t, {c.operand(a, 0), negated, z}, flags);
    }
  }
  // fma(a, b, -0) is the product.
  if (is_number(c, z, -0.0) && c.op_ok(Isd::fmul, t)) return c.make(Isd::fmul, t, {a, b}, flags & ~flag::contract);
  return {};
}

Value fneg_simple(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  const Vt t = c.type(n);
  if (c.is(x, Isd::fneg)) return c.operand(x, 0);
  if (!c.one_use(x)) return {};
  double k = 0;
  if (c.is(x, Isd::fsub) && (c.has_flags(n, flag::nsz) || c.has_flags(x, flag::nsz)))
    return c.make(Isd::fsub, t, {c.operand(x, 1), c.operand(x, 0)}, c.dag.flags(x.node) & fast);
  if ((c.is(x, Isd::fmul) || c.is(x, Isd::fdiv)) && number_of(c, c.operand(x, 1), k)) {
    const Value negated = constant_of(c, -k, t);
    if (negated) return c.make(c.op(x), t, {c.operand(x, 0), negated}, c.dag.flags(x.node) & fast);
  }
  if (c.is(x, Isd::fmul) && c.is(c.operand(x, 0), Isd::fneg))
    return c.make(Isd::fmul, t, {c.operand(c.operand(x, 0), 0), c.operand(x, 1)}, c.dag.flags(x.node) & fast);
  return {};
}

Value fabs_simple(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  if (c.is(x, Isd::fabs)) return x;
  if (c.is(x, Isd::fneg) || (c.is(x, Isd::fcopysign) && c.type(c.operand(x, 0)) == c.type(n)))
    return c.make(Isd::fabs, c.type(n), {c.operand(x, 0)}, flags_of(c, n));
  return {};
}

Value fcopysign_simple(Context& c, NodeId n) {
  const Value size = c.operand(n, 0), sign = c.operand(n, 1);
  const Vt t = c.type(n);
  std::uint64_t bits = 0;
  if (size == sign) return size;
  if (c.constant_fp(sign, bits) && c.op_ok(Isd::fabs, t) && c.op_ok(Isd::fneg, t)) {
    const Value positive = c.make(Isd::fabs, t, {size}, flags_of(c, n));
    return (bits & sign_bit(c.type(sign).bits())) != 0 ? c.make(Isd::fneg, t, {positive}, flags_of(c, n)) : positive;
  }
  if (c.is(size, Isd::fneg) || c.is(size, Isd::fabs))
    return c.make(Isd::fcopysign, t, {c.operand(size, 0), sign}, flags_of(c, n));
  if (c.is(size, Isd::fcopysign) && c.type(c.operand(size, 0)) == t)
    return c.make(Isd::fcopysign, t, {c.operand(size, 0), sign}, flags_of(c, n));
  if ((c.is(sign, Isd::fp_ext) || c.is(sign, Isd::fp_trunc)) && c.level == CombineLevel::before_types)
    return c.make(Isd::fcopysign, t, {size, c.operand(sign, 0)}, flags_of(c, n));
  return {};
}

// The lesser of x and x; of numbers and a NaN constant (the number, or the NaN for minimum and maximum).
Value float_min_max(Context& c, NodeId n) {
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  const Isd o = c.op(n);
  if (x == y && (o == Isd::fminimum || o == Isd::fmaximum || c.has_flags(n, flag::nnan)) && !flushes(c, n, c.type(n)))
    return x;
  // min(min(x, c1), c2)
  double outer = 0, inner = 0;
  if (!number_of(c, y, outer) || !c.is(x, o) || !number_of(c, c.operand(x, 1), inner) || outer == 0 || inner == 0)
    return {};
  const bool least = o == Isd::fminnum || o == Isd::fminimum || o == Isd::fminimumnum;
  return c.make(o, c.type(n), {c.operand(x, 0), (inner < outer) == least ? c.operand(x, 1) : y}, flags_of(c, n, x));
}

}  // namespace

void add_float_rules(RuleList& list) {
  list.add("fadd-simple", fadd_simple, {Isd::fadd});
  list.add("fsub-simple", fsub_simple, {Isd::fsub});
  list.add("fmul-simple", fmul_simple, {Isd::fmul});
  list.add("fdiv-simple", fdiv_simple, {Isd::fdiv});
  list.add("contract", contract, {Isd::fadd, Isd::fsub});
  list.add("fma-simple", fma_simple, {Isd::fma});
  list.add("fneg-simple", fneg_simple, {Isd::fneg});
  list.add("fabs-simple", fabs_simple, {Isd::fabs});
  list.add("fcopysign-simple", fcopysign_simple, {Isd::fcopysign});
  list.add("float-min-max", float_min_max,
           {Isd::fminnum, Isd::fmaxnum, Isd::fminimum, Isd::fmaximum, Isd::fminimumnum, Isd::fmaximumnum});
}

}  // namespace lathe::codegen::combining
