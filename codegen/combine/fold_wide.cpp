// Rules: operations on constants where a value of more than 64 bits takes part: i128, limbs of them, vectors of them.
//
// The graph holds such a constant as 64-bit limbs (wide_constant). They are computed by Boost.Multiprecision's integers
// of any size. The values meet once, before types are legal; later there are none of that size.
// Lanes that are poison (division by zero, shifts too far) are left to the machine, as in fold_value.cpp.
#include <boost/multiprecision/cpp_int.hpp>

#include <optional>

#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

namespace {

using Big = boost::multiprecision::cpp_int;
using Folded = std::optional<Big>;

struct WideScalar {
  std::uint32_t width = 0;
  Big bits;  ///< in [0, 2^width)
};

Big ones(std::uint32_t width) { return (Big(1) << width) - 1; }
/// The low `width` bits; the operand may be negative.
Big wrapped(const Big& x, std::uint32_t width) {
  const Big size = Big(1) << width;
  const Big low = x % size;
  return low < 0 ? Big(low + size) : low;
}
Big as_signed(const WideScalar& x) {
  return bit_test(x.bits, x.width - 1) ? Big(x.bits - (Big(1) << x.width)) : x.bits;
}
/// Rounds toward minus infinity, as an arithmetic shift does.
Big shifted_down(const Big& x, unsigned by) {
  if (x >= 0) return x >> by;
  return -((-x - 1) >> by) - 1;
}

Folded fold_shift(Isd op, const WideScalar& x, const Big& amount) {
  if (op == Isd::rotl || op == Isd::rotr) {
    auto by = static_cast<unsigned>(amount % x.width);
    if (op == Isd::rotr) by = (x.width - by) % x.width;
    return (x.bits << by & ones(x.width)) | x.bits >> (x.width - by);
  }
  if (amount >= x.width) return {};
  const auto by = static_cast<unsigned>(amount);
  if (op == Isd::shl) return Big(x.bits << by);
  return op == Isd::srl ? Big(x.bits >> by) : shifted_down(as_signed(x), by);
}

Folded fold_division(Isd op, const WideScalar& x, const WideScalar& y) {
  const bool is_signed = op == Isd::sdiv || op == Isd::srem;
  const Big least = Big(1) << (x.width - 1);
  if (y.bits == 0 || (is_signed && x.bits == least && y.bits == ones(x.width))) return {};
  const Big a = is_signed ? as_signed(x) : x.bits, b = is_signed ? as_signed(y) : y.bits;
  return op == Isd::sdiv || op == Isd::udiv ? Big(a / b) : Big(a % b);  // both toward zero, as the operations
}

Folded saturated(const Big& x, const Big& least, const Big& most) { return x < least ? least : x > most ? most : x; }

Folded fold_two(Isd op, const WideScalar& x, const WideScalar& y) {
  const Big half = Big(1) << (x.width - 1);
  switch (op) {
    case Isd::add:
      return Big(x.bits + y.bits);
    case Isd::sub:
      return Big(x.bits - y.bits);
    case Isd::mul:
      return Big(x.bits * y.bits);
    case Isd::mulhu:
      return Big((x.bits * y.bits) >> x.width);
    case Isd::mulhs:
      return shifted_down(as_signed(x) * as_signed(y), x.width);
    case Isd::sdiv:
    case Isd::udiv:
    case Isd::srem:
    case Isd::urem:
      return fold_division(op, x, y);
    case Isd::and_:
      return Big(x.bits & y.bits);
    case Isd::or_:
      return Big(x.bits | y.bits);
    case Isd::xor_:
      return Big(x.bits ^ y.bits);
    case Isd::shl:
    case Isd::srl:
    case Isd::sra:
    case Isd::rotl:
    case Isd::rotr:
      return fold_shift(op, x, y.bits);
    case Isd::smin:
      return as_signed(x) < as_signed(y) ? x.bits : y.bits;
    case Isd::smax:
      return as_signed(x) < as_signed(y) ? y.bits : x.bits;
    case Isd::umin:
      return x.bits < y.bits ? x.bits : y.bits;
    case Isd::umax:
      return x.bits < y.bits ? y.bits : x.bits;
    case Isd::uadd_sat:
      return saturated(x.bits + y.bits, 0, ones(x.width));
    case Isd::usub_sat:
      return saturated(x.bits - y.bits, 0, ones(x.width));
    case Isd::sadd_sat:
      return saturated(as_signed(x) + as_signed(y), -half, half - 1);
    case Isd::ssub_sat:
      return saturated(as_signed(x) - as_signed(y), -half, half - 1);
    case Isd::build_pair:
      return Big(x.bits | y.bits << x.width);
    default:
      return {};
  }
}

Folded fold_one(Isd op, const DagPayload& payload, const WideScalar& x, std::uint32_t to) {
  switch (op) {
    case Isd::trunc:
    case Isd::zext:
    case Isd::anyext:
      return x.bits;
    case Isd::sext:
      return as_signed(x);
    case Isd::sext_inreg: {
      const auto inner = static_cast<std::uint32_t>(payload.imm);
      if (inner == 0 || inner > x.width) return {};
      return as_signed({inner, x.bits & ones(inner)});
    }
    case Isd::extract_limb:
      return Big(x.bits >> static_cast<unsigned>(payload.imm * to));
    case Isd::abs:
      return abs(as_signed(x));
    case Isd::ctpop: {
      unsigned count = 0;
      for (std::uint32_t i = 0; i < x.width; ++i) count += bit_test(x.bits, i) ? 1 : 0;
      return Big(count);
    }
    case Isd::ctlz:
      if (x.bits == 0) return payload.imm == 1 ? Folded() : Big(x.width);
      return Big(x.width - 1 - msb(x.bits));
    case Isd::cttz:
      if (x.bits == 0) return payload.imm == 1 ? Folded() : Big(x.width);
      return Big(lsb(x.bits));
    case Isd::bswap:
    case Isd::bitreverse: {
      Big out = 0;
      const std::uint32_t unit = op == Isd::bswap ? 8 : 1;
      for (std::uint32_t i = 0; i < x.width; i += unit) out = out << unit | (x.bits >> i & ones(unit));
      return out;
    }
    default:
      return {};
  }
}

Folded fold_condition_wide(Cond cond, const WideScalar& x, const WideScalar& y) {
  const unsigned bits = static_cast<unsigned>(cond);
  if (!is_integer(cond)) return {};
  const bool is_unsigned = (bits & 32U) != 0;
  const Big a = is_unsigned ? x.bits : as_signed(x), b = is_unsigned ? y.bits : as_signed(y);
  return Big((bits & (a < b ? 4U : a > b ? 2U : 1U)) != 0 ? 1 : 0);
}

/// Lane `lane` of an integer constant of any width, or of a vector of them.
bool lane_of(const Context& c, Value v, std::uint32_t lane, WideScalar& out) {
  if (c.is(v, Isd::build_vector)) v = c.operand(v, lane);
  out.width = c.type(v).bits();
  if (c.is(v, Isd::constant)) {
    out.bits = c.imm(v);
    return true;
  }
  if (!c.is(v, Isd::wide_constant)) return false;
  const auto& limbs = c.dag.wide_constants[c.dag.payload(v.node).aux];
  out.bits = 0;
  for (std::size_t i = limbs.size(); i-- > 0;) out.bits = out.bits << 64 | limbs[i];
  return true;
}

Value constant_of(Context& c, const Big& value, Vt type) {
  Big rest = wrapped(value, type.bits());
  std::vector<std::uint64_t> limbs;
  for (std::uint32_t i = 0; i < type.bits(); i += 64) {
    limbs.push_back(static_cast<std::uint64_t>(rest & ~std::uint64_t{0}));
    rest >>= 64;
  }
  return c.dag.constant_limbs(limbs, type);
}

Value fold_wide_constants(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const std::uint32_t count = c.dag.operand_count(n), lanes = t.is_vector() ? t.lanes() : 1;
  if (count == 0 || count > 3 || !t.is_integer()) return {};
  bool wide = t.bits() > 64;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vt in = c.type(c.operand(n, i));
    if (!in.is_integer() || (in.is_vector() ? in.lanes() : 1) != lanes) return {};
    wide |= in.bits() > 64;
  }
  if (!wide) return {};
  std::vector<Value> out;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    WideScalar x[3];
    for (std::uint32_t i = 0; i < count; ++i)
      if (!lane_of(c, c.operand(n, i), lane, x[i])) return {};
    Folded bits;
    if (c.op(n) == Isd::setcc)
      bits = fold_condition_wide(static_cast<Cond>(c.dag.payload(n).imm), x[0], x[1]);
    else if (c.op(n) == Isd::select)
      bits = x[0].bits != 0 ? x[1].bits : x[2].bits;
    else if (count <= 2)
      bits = count == 1 ? fold_one(c.op(n), c.dag.payload(n), x[0], t.bits()) : fold_two(c.op(n), x[0], x[1]);
    if (!bits) return {};
    out.push_back(constant_of(c, *bits, t.element()));
  }
  return t.is_vector() ? c.dag.get(Isd::build_vector, t, out) : out[0];
}

/// The whole of a constant in memory order: lane 0 in the low bits.
bool packed_constant(const Context& c, Value v, Big& out) {
  const Vt t = c.type(v);
  const std::uint32_t lanes = t.is_vector() ? t.lanes() : 1;
  out = 0;
  if (t.is_vector() && !c.is(v, Isd::build_vector)) return false;
  for (std::uint32_t i = lanes; i-- > 0;) {
    const Value lane = t.is_vector() ? c.operand(v, i) : v;
    WideScalar x;
    if (c.is(lane, Isd::constant_fp))
      x = {t.bits(), c.imm(lane)};
    else if (!lane_of(c, lane, 0, x))
      return false;
    out = out << t.bits() | x.bits;
  }
  return true;
}

// Constants of more than 64 bits in all read as another type: a vector as one number, or as other lanes.
Value bitcast_wide_constant(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  const Vt t = c.type(n);
  Big all;
  if (t.total_bits() <= 64 || !packed_constant(c, x, all)) return {};
  const std::uint32_t lanes = t.is_vector() ? t.lanes() : 1;
  std::vector<Value> out;
  for (std::uint32_t i = 0; i < lanes; ++i) {
    const Big lane = all & ones(t.bits());
    all >>= t.bits();
    if (t.is_float() && t.bits() > 64) return {};
    out.push_back(t.is_float() ? c.dag.constant_fp_bits(static_cast<std::uint64_t>(lane), t.element())
                               : constant_of(c, lane, t.element()));
  }
  return t.is_vector() ? c.dag.get(Isd::build_vector, t, out) : out[0];
}

// What x op c is for the constants that decide it or change nothing, where c has more than 64 bits.
Value wide_identity(Context& c, NodeId n) {
  const Vt t = c.type(n);
  if (t.bits() <= 64) return {};
  const Value x = c.operand(n, 0), y = c.operand(n, 1);
  WideScalar k;
  const bool same = x == y;
  switch (c.op(n)) {
    case Isd::sub:
    case Isd::xor_:
      if (same) return c.zero(t);
      break;
    case Isd::and_:
    case Isd::or_:
      if (same) return x;
      break;
    default:
      break;
  }
  if (t.is_vector() || !c.is(y, Isd::wide_constant) || !lane_of(c, y, 0, k)) return {};
  const bool zero = k.bits == 0, one = k.bits == 1, all = k.bits == ones(t.bits());
  switch (c.op(n)) {
    case Isd::add:
    case Isd::sub:
    case Isd::xor_:
    case Isd::shl:
    case Isd::srl:
    case Isd::sra:
      return zero ? x : Value{};
    case Isd::or_:
      return zero ? x : all ? y : Value{};
    case Isd::and_:
      return zero ? y : all ? x : Value{};
    case Isd::mul:
      if (!zero && !one && boost::multiprecision::lsb(k.bits) == boost::multiprecision::msb(k.bits))
        return c.make(Isd::shl, t, {x, constant_of(c, Big(boost::multiprecision::lsb(k.bits)), t)});
      return zero ? y : one ? x : Value{};
    case Isd::udiv:
    case Isd::urem: {
      if (zero || boost::multiprecision::lsb(k.bits) != boost::multiprecision::msb(k.bits)) return {};
      if (c.op(n) == Isd::urem) return c.make(Isd::and_, t, {x, constant_of(c, Big(k.bits - 1), t)});
      return one ? x : c.make(Isd::srl, t, {x, constant_of(c, Big(boost::multiprecision::lsb(k.bits)), t)});
    }
    case Isd::sdiv:
      return one ? x : Value{};
    default:
      return {};
  }
}

}  // namespace

void add_wide_rules(RuleList& list) {
  list.add("fold-wide-constants", fold_wide_constants,
           {Isd::add,        Isd::sub,      Isd::mul,      Isd::mulhs,      Isd::mulhu,       Isd::sdiv, Isd::udiv,
            Isd::srem,       Isd::urem,     Isd::and_,     Isd::or_,        Isd::xor_,        Isd::shl,  Isd::srl,
            Isd::sra,        Isd::rotl,     Isd::rotr,     Isd::bswap,      Isd::ctlz,        Isd::cttz, Isd::ctpop,
            Isd::bitreverse, Isd::abs,      Isd::smin,     Isd::smax,       Isd::umin,        Isd::umax, Isd::sadd_sat,
            Isd::uadd_sat,   Isd::ssub_sat, Isd::usub_sat, Isd::trunc,      Isd::zext,        Isd::sext, Isd::anyext,
            Isd::sext_inreg, Isd::setcc,    Isd::select,   Isd::build_pair, Isd::extract_limb},
           at_types);
  list.add("bitcast-wide-constant", bitcast_wide_constant, {Isd::bitcast}, at_types);
  list.add("wide-identity", wide_identity,
           {Isd::add, Isd::sub, Isd::mul, Isd::and_, Isd::or_, Isd::xor_, Isd::shl, Isd::srl, Isd::sra, Isd::udiv,
            Isd::urem, Isd::sdiv},
           at_types);
}

}  // namespace lathe::codegen::combining
