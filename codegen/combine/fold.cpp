// Rules: operations on constants, on undefined values, and constants to the right of commutative operations.
#include "codegen/combine/fold_value.hpp"
#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

namespace {

// Lane `lane` of a constant scalar (any lane) or of a vector of constants, which may stand in wider registers.
bool lane_of(const Context& c, Value v, std::uint32_t lane, Scalar& out) {
  const Vt t = c.type(v).element();
  if (c.is(v, Isd::build_vector)) v = c.operand(v, lane);
  if (!c.is(v, Isd::constant) && !c.is(v, Isd::constant_fp)) return false;
  out = {t, c.imm(v) & low_mask(t.bits())};
  return true;
}

bool all_constant(const Context& c, NodeId n) {
  for (std::uint32_t i = 0; i < c.dag.operand_count(n); ++i) {
    const Value v = c.operand(n, i);
    if (c.is(v, Isd::constant) || c.is(v, Isd::constant_fp)) continue;
    if (!c.is(v, Isd::build_vector)) return false;
    for (std::uint32_t k = 0; k < c.dag.operand_count(v.node); ++k)
      if (!c.is(c.operand(v, k), Isd::constant) && !c.is(c.operand(v, k), Isd::constant_fp)) return false;
  }
  return true;
}

Value constant_of(Context& c, std::uint64_t bits, Vt type) {
  return type.is_float() ? c.dag.constant_fp_bits(bits, type) : c.number(bits, type);
}

// Scalars and lane-wise vectors of constants.
Value fold_constants(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const std::uint32_t count = c.dag.operand_count(n);
  if (count > 3 || t.bits() > 64 || !all_constant(c, n)) return {};
  const std::uint32_t lanes = t.is_vector() ? t.lanes() : 1;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vt in = c.type(c.operand(n, i));
    if (in.bits() > 64 || (in.is_vector() ? in.lanes() != lanes : t.is_vector() && c.op(n) != Isd::select)) return {};
  }
  Scalar x[3];
  std::vector<std::uint64_t> out;
  const bool ftz = c.modes.flush_f32 || c.facts.numeric.flushes_f32 || c.has_flags(n, flag::ftz);
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    for (std::uint32_t i = 0; i < count; ++i)
      if (!lane_of(c, c.operand(n, i), lane, x[i])) return {};
    const auto bits = fold(c.op(n), c.dag.payload(n), t.element(), {x, count}, ftz, c.facts.numeric);
    if (!bits) return {};
    out.push_back(*bits);
  }
  if (!t.is_vector()) return constant_of(c, out[0], t);
  std::vector<Value> elements;
  for (const std::uint64_t bits : out) elements.push_back(constant_of(c, bits, c.lane_type(t)));
  return c.dag.get(Isd::build_vector, t, elements);
}

Value constant_to_right(Context& c, NodeId n) {
  const auto is_constant = [&](Value v) {
    return c.dag.is_constant(v) || c.is(v, Isd::wide_constant) || c.is(v, Isd::constant_fp);
  };
  const Value a = c.operand(n, 0), b = c.operand(n, 1);
  std::uint64_t bits = 0;
  const bool left = is_constant(a) || c.constant_fp(a, bits);
  if (!left || is_constant(b) || c.constant_fp(b, bits)) return {};
  std::vector<Value> operands{b, a};
  for (std::uint32_t i = 2; i < c.dag.operand_count(n); ++i) operands.push_back(c.operand(n, i));
  const std::vector<Vt> types(c.dag.types(n).begin(), c.dag.types(n).end());
  const NodeId turned = c.dag.add(c.op(n), types, operands, c.dag.payload(n), c.dag.flags(n));
  if (types.size() == 1) return {turned, 0};
  return c.give({Value{turned, 0}, Value{turned, 1}});
}

// An undefined operand: the result that costs least among those that it allows.
Value fold_undef(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const auto undefined = [&](std::uint32_t i) { return c.is(c.operand(n, i), Isd::undef); };
  switch (c.op(n)) {
    case Isd::add:
    case Isd::sub:
    case Isd::xor_:
      return undefined(0) || undefined(1) ? c.dag.undef(t) : Value{};
    case Isd::and_:
    case Isd::mul:
      return t.bits() <= 64 && (undefined(0) || undefined(1)) ? c.zero(t) : Value{};
    case Isd::or_:
      return t.bits() <= 64 && (undefined(0) || undefined(1)) ? c.number(~0ULL, t) : Value{};
    case Isd::shl:
    case Isd::srl:
    case Isd::sra:
      if (undefined(1)) return c.dag.undef(t);
      return undefined(0) && t.bits() <= 64 ? c.zero(t) : Value{};
    case Isd::trunc:
    case Isd::anyext:
    case Isd::bitcast:
      return undefined(0) ? c.dag.undef(t) : Value{};
    case Isd::zext:
    case Isd::sext:
    case Isd::freeze:
      return undefined(0) && t.is_integer() && t.bits() <= 64 ? c.zero(t) : Value{};
    case Isd::fneg:
      return undefined(0) ? c.dag.undef(t) : Value{};
    case Isd::select:
      if (undefined(1) && undefined(2)) return c.dag.undef(t);
      return undefined(0) ? c.operand(n, c.is(c.operand(n, 1), Isd::undef) ? 2 : 1) : Value{};
    default:
      return {};
  }
}

}  // namespace

void add_fold_rules(RuleList& list) {
  list.add("fold-constants", fold_constants,
           {Isd::add,          Isd::sub,         Isd::mul,        Isd::mulhs,      Isd::mulhu,    Isd::mul_wide_s,
            Isd::mul_wide_u,   Isd::mad,         Isd::mad_wide_s, Isd::mad_wide_u, Isd::sdiv,     Isd::udiv,
            Isd::srem,         Isd::urem,        Isd::and_,       Isd::or_,        Isd::xor_,     Isd::shl,
            Isd::srl,          Isd::sra,         Isd::rotl,       Isd::rotr,       Isd::fshl,     Isd::fshr,
            Isd::bswap,        Isd::bitreverse,  Isd::ctlz,       Isd::cttz,       Isd::ctpop,    Isd::abs,
            Isd::smin,         Isd::smax,        Isd::umin,       Isd::umax,       Isd::sadd_sat, Isd::uadd_sat,
            Isd::ssub_sat,     Isd::usub_sat,    Isd::bfe_u,      Isd::bfe_s,      Isd::prmt,     Isd::build_pair,
            Isd::extract_limb, Isd::fadd,        Isd::fsub,       Isd::fmul,       Isd::fdiv,     Isd::fma,
            Isd::fneg,         Isd::fabs,        Isd::fsqrt,      Isd::fcopysign,  Isd::fminnum,  Isd::fmaxnum,
            Isd::fminimumnum,  Isd::fmaximumnum, Isd::ffloor,     Isd::fceil,      Isd::ftrunc,   Isd::frint,
            Isd::fnearbyint,   Isd::fround,      Isd::froundeven, Isd::trunc,      Isd::zext,     Isd::sext,
            Isd::anyext,       Isd::sext_inreg,  Isd::fp_trunc,   Isd::fp_ext,     Isd::fp_to_si, Isd::fp_to_ui,
            Isd::si_to_fp,     Isd::ui_to_fp,    Isd::setcc,      Isd::select});
  list.add("constant-to-right", constant_to_right,
           {Isd::add,        Isd::mul,        Isd::mulhs,      Isd::mulhu,    Isd::mul_wide_s, Isd::mul_wide_u,
            Isd::mad,        Isd::mad_wide_s, Isd::mad_wide_u, Isd::and_,     Isd::or_,        Isd::xor_,
            Isd::smin,       Isd::smax,       Isd::umin,       Isd::umax,     Isd::sadd_sat,   Isd::uadd_sat,
            Isd::sadd_o,     Isd::uadd_o,     Isd::smul_o,     Isd::umul_o,   Isd::fadd,       Isd::fmul,
            Isd::fma,        Isd::fminnum,    Isd::fmaxnum,    Isd::fminimum, Isd::fmaximum,   Isd::fminimumnum,
            Isd::fmaximumnum});
  list.add("fold-undef", fold_undef,
           {Isd::add, Isd::sub, Isd::xor_, Isd::and_, Isd::mul, Isd::or_, Isd::shl, Isd::srl, Isd::sra, Isd::trunc,
            Isd::anyext, Isd::bitcast, Isd::zext, Isd::sext, Isd::freeze, Isd::fneg, Isd::select});
}

}  // namespace lathe::codegen::combining
