// Floating-point operations that a target lacks, made of those it has or of integer operations; conversions to and from
// bf16 by integer code.
//
// Gives: O(1) nodes per operation. Results are those of one correct rounding, except ftanh and frem: x - trunc(x/y)*y
//        as llc computes it, exact only while the quotient is.
// Source: IEEE 754; round-to-odd before a second rounding: Boldo, Melquiond, "When double rounding is odd", 2005.
#include <bit>
#include <cmath>
#include <utility>

#include "codegen/legalize/operations.hpp"

namespace lathe::codegen {

Value OperationLowering::float_constant(double value, Vt type) {
  if (type == vt::f64) return make_.dag().constant_fp_bits(std::bit_cast<std::uint64_t>(value), type);
  return make_.dag().constant_fp_bits(std::bit_cast<std::uint32_t>(static_cast<float>(value)), vt::f32);
}

Value OperationLowering::wider_float(Value v) {
  // An f32 that was just rounded to the half type has to stay rounded: no look through fp_trunc.
  return make_.convert(Isd::fp_ext, v, vt::f32);
}

// An f64 rounded to f32 so that a second rounding is right: inexact results get an odd last bit.
Value OperationLowering::round_to_odd(Value x) {
  Dag& dag = make_.dag();
  const Value narrow = make_.convert(Isd::fp_trunc, x, vt::f32);
  const Value bits = make_.bitcast(narrow, vt::i32), back = make_.convert(Isd::fp_ext, narrow, vt::f64);
  const Value size = dag.get(Isd::fabs, vt::f64, {x}), back_size = dag.get(Isd::fabs, vt::f64, {back});
  const Value exact = make_.setcc(Cond::ueq, back, x);
  const Value odd = make_.setcc(Cond::ne, make_.and_(bits, make_.i32(1)), make_.i32(0));
  const Value step = make_.select(make_.setcc(Cond::olt, back_size, size), make_.i32(1), make_.i32(~0U));
  const Value moved = make_.op(Isd::add, bits, step);
  return make_.bitcast(make_.select(make_.or_(exact, odd), bits, moved), vt::f32);
}

// f32 to bf16 by integers: round to nearest even by adding just below half; NaNs stay NaNs.
Value OperationLowering::bf16_from_f32(Value x) {
  if (facts_.converts(vt::f32, vt::bf16)) return make_.convert(Isd::fp_trunc, x, vt::bf16);
  const Value bits = make_.bitcast(x, vt::i32);
  const Value last = make_.and_(make_.srl(bits, 16), make_.i32(1));
  const Value rounded = make_.op(Isd::add, make_.op(Isd::add, bits, last), make_.i32(0x7FFF));
  const Value nan = make_.setcc(Cond::uno, x, x);
  const Value kept = make_.select(nan, make_.or_(bits, make_.i32(0x400000)), rounded);
  return make_.bitcast(make_.resize(make_.srl(kept, 16), vt::i16), vt::bf16);
}

// a * b + c of halves, rounded once. In f32 the sum would be rounded before: to the middle of two halves from either side of it.
// In f64 the product is exact, and the sum's error too (two-sum); a sum with an error gets an odd last bit.
Value OperationLowering::half_fma(NodeId id) {
  Dag& dag = make_.dag();
  const Vt type = dag.types(id)[0];
  const auto wide = [&](std::uint32_t i) {
    return make_.convert(Isd::fp_ext, make_.convert(Isd::fp_ext, dag.operand(id, i), vt::f32), vt::f64);
  };
  const Value product = make_.op(Isd::fmul, wide(0), wide(1)), c = wide(2);
  const Value sum = make_.op(Isd::fadd, product, c), of_c = make_.op(Isd::fsub, sum, product);
  const Value error =
      make_.op(Isd::fadd, make_.op(Isd::fsub, product, make_.op(Isd::fsub, sum, of_c)), make_.op(Isd::fsub, c, of_c));
  const Value bits = make_.bitcast(sum, vt::i64);
  const Value inexact = make_.setcc(Cond::one, error, make_.bitcast(make_.zero(vt::i64), vt::f64));
  const Value even = make_.setcc(Cond::eq, make_.and_(bits, make_.constant(1, vt::i64)), make_.zero(vt::i64));
  const Value beyond = make_.setcc(Cond::slt, make_.xor_(bits, make_.bitcast(error, vt::i64)), make_.zero(vt::i64));
  const Value moved = make_.op(Isd::add, bits, make_.select(beyond, make_.ones(vt::i64), make_.constant(1, vt::i64)));
  const Value odd = make_.bitcast(make_.select(make_.and_(inexact, even), moved, bits), vt::f64);
  return type == vt::bf16 ? bf16_from_f32(round_to_odd(odd)) : make_.convert(Isd::fp_trunc, odd, type);
}

bool OperationLowering::convert_float(Dag& dag, NodeId id, Values& out) {
  const Value x = dag.operand(id, 0);
  const Vt from = dag.type(x), to = dag.types(id)[0];
  if (dag.op(id) == Isd::fp_ext) {  // bf16 to f64
    if (from != vt::bf16) return false;
    out.push_back(make_.convert(Isd::fp_ext, make_.convert(Isd::fp_ext, x, vt::f32), to));
    return true;
  }
  if (to != vt::bf16) return false;
  out.push_back(bf16_from_f32(from == vt::f64 ? round_to_odd(x) : x));
  return from == vt::f64 || from == vt::f32;
}

bool OperationLowering::convert_to_integer(Dag& dag, NodeId id, Values& out) {
  const Isd op = dag.op(id);
  const DagPayload payload = dag.payload(id);
  Value x = dag.operand(id, 0);
  const Vt type = dag.types(id)[0];
  if (!facts_.computes(dag.type(x))) x = make_.convert(Isd::fp_ext, x, vt::f32);
  if (op == Isd::fp_round_to_int) {
    if (type == vt::i1) {
      out.push_back(make_.resize(dag.get(op, vt::i32, {x}, payload), type));
    } else if (payload.imm == 0) {
      out.push_back(dag.get(op, type, {x}, payload));
    } else {
      out.push_back(dag.get(Isd::fp_to_si, type, {dag.get(Isd::fround, dag.type(x), {x})}));
    }
    return true;
  }
  const bool saturate = op == Isd::fp_to_si_sat || op == Isd::fp_to_ui_sat;
  const Vt wide = type == vt::i1 ? vt::i32 : type;
  if (!saturate) {
    out.push_back(make_.resize(dag.get(op, wide, {x}), type));
    return true;
  }
  // cvt clamps to the whole register; clamp on to the width that is asked for.
  const auto width = static_cast<std::uint32_t>(payload.imm == 0 ? type.bits() : payload.imm);
  Value r = dag.get(op, wide, {x}, {.imm = wide.bits()});
  if (width < wide.bits()) {
    if (op == Isd::fp_to_ui_sat)
      r = make_.op(Isd::umin, r, make_.mask(0, width, wide));
    else
      r = make_.op(Isd::smin, make_.op(Isd::smax, r, make_.smallest(width, wide)), make_.greatest(width, wide));
  }
  out.push_back(make_.resize(r, type));
  return width <= type.bits();
}

bool OperationLowering::convert_to_float(Dag& dag, NodeId id, Values& out) {
  const Value x = dag.operand(id, 0);
  const Vt to = dag.types(id)[0], from = dag.type(x);
  const bool is_signed = dag.op(id) == Isd::si_to_fp;
  if (to != vt::bf16) return false;
  const Value narrow = dag.get(dag.op(id), vt::f32, {x});
  if (from == vt::i16) {  // exact
    out.push_back(bf16_from_f32(narrow));
    return true;
  }
  // As round_to_odd, with the comparison among integers.
  const Value back = dag.get(is_signed ? Isd::fp_to_si_sat : Isd::fp_to_ui_sat, from, {narrow}, {.imm = from.bits()});
  const Value bits = make_.bitcast(narrow, vt::i32);
  const Value odd = make_.setcc(Cond::ne, make_.and_(bits, make_.i32(1)), make_.i32(0));
  const Value keep = make_.or_(make_.setcc(Cond::eq, back, x), odd);
  Value short_of = make_.setcc(is_signed ? Cond::slt : Cond::ult, back, x);
  if (is_signed) short_of = make_.xor_(short_of, make_.setcc(Cond::slt, x, make_.zero(from)));
  const Value moved = make_.op(Isd::add, bits, make_.select(short_of, make_.i32(1), make_.i32(~0U)));
  out.push_back(bf16_from_f32(make_.bitcast(make_.select(keep, bits, moved), vt::f32)));
  return true;
}

Value OperationLowering::class_by_comparison(NodeId id) {
  Dag& dag = make_.dag();
  const Value x = dag.operand(id, 0);
  const Vt t = dag.type(x);
  if ((t != vt::f32 && t != vt::f64) || facts_.action(Isd::fabs, t) != dag::Action::legal) return {};
  // Of both signs: the NaNs, and all but them.
  const std::uint64_t classes = dag.payload(id).imm & 1023;
  if (classes == 3) return make_.setcc(Cond::uno, x, x);
  if (classes == 1020) return make_.setcc(Cond::ord, x, x);
  // |x| beside infinity: infinite, not; finite, not. Denormals that are flushed stay finite.
  for (const auto& [wanted, cond] :
       {std::pair{516U, Cond::oeq}, {507U, Cond::une}, {504U, Cond::olt}, {519U, Cond::uge_f}})
    if (classes == wanted) return make_.setcc(cond, dag.get(Isd::fabs, t, {x}), float_constant(HUGE_VAL, t));
  return {};
}

// x * 2^e by at most three exact products and one rounded one; steps down stay far from the subnormal range, so only
// the last product rounds.
Value OperationLowering::load_exponent(NodeId id, Value x, Value e) {
  Dag& dag = make_.dag();
  const Vt t = make_.type(x);
  const bool single = t == vt::f32;
  const int top = single ? 127 : 1023, bottom = single ? -126 : -1022, digits = single ? 24 : 53;
  const auto flags = static_cast<std::uint16_t>(dag.flags(id) & ~(flag::contract | flag::reassoc));
  const auto power = [&](int p) { return float_constant(std::ldexp(1.0, p), t); };
  const auto k = [&](int v) { return make_.i32(static_cast<std::uint32_t>(v)); };
  const auto times = [&](Value v, Value f) { return dag.get(Isd::fmul, t, {v, f}, {}, flags); };
  for (int round = 0; round < 2; ++round) {
    const Value over = make_.setcc(Cond::sgt, e, k(top)), under = make_.setcc(Cond::slt, e, k(bottom));
    const Value factor =
        make_.select(over, power(top), make_.select(under, power(bottom + digits), float_constant(1.0, t)));
    const Value step = make_.select(over, k(top), make_.select(under, k(bottom + digits), k(0)));
    x = times(x, factor);
    e = make_.op(Isd::sub, e, step);
  }
  e = make_.op(Isd::smin, make_.op(Isd::smax, e, k(bottom)), k(top));
  const Value biased = make_.op(Isd::add, e, k(top));
  if (single) return times(x, make_.bitcast(make_.shl(biased, 23), vt::f32));
  const Value high = make_.shl(biased, 20);
  return times(x, make_.bitcast(dag.get(Isd::build_pair, vt::i64, {make_.i32(0), high}), vt::f64));
}

bool OperationLowering::expand_float(Dag& dag, NodeId id, Values& out) {
  const Isd op = dag.op(id);
  const Vt type = dag.types(id)[0];
  const auto flags = dag.flags(id);
  const Value x = dag.operand(id, 0), y = dag.operand_count(id) > 1 ? dag.operand(id, 1) : Value{};
  switch (op) {
    case Isd::is_fpclass:
      if (const Value test = class_by_comparison(id)) {
        out.push_back(test);
        return true;
      }
      out.push_back(
          float_class(make_, make_.bitcast(x, dag.type(x).as_integer()), format_of(dag.type(x)), dag.payload(id).imm));
      return true;
    case Isd::ftanh: {
      // 1 - 2 / (exp(2x) + 1): the ends come right by themselves, exp being infinite and zero there.
      const Value twice = dag.get(Isd::fmul, type, {x, float_constant(2.0 * 1.4426950408889634, type)}, {}, flags);
      const Value sum = dag.get(Isd::fadd, type,
                                {dag.get(Isd::fexp2, type, {twice}, {}, flags), float_constant(1.0, type)}, {}, flags);
      const Value part = dag.get(Isd::frcp, type, {sum}, {}, flags);
      const Value far =
          dag.get(Isd::fma, type, {part, float_constant(-2.0, type), float_constant(1.0, type)}, {}, flags);
      // Near zero the difference has no digits left: x (1 - x^2/3 + 2 x^4/15) instead, relative error 2e-5 at 1/4.
      const Value square = dag.get(Isd::fmul, type, {x, x}, {}, flags);
      Value sum_of_series =
          dag.get(Isd::fma, type, {square, float_constant(2.0 / 15, type), float_constant(-1.0 / 3, type)}, {}, flags);
      sum_of_series = dag.get(Isd::fma, type, {square, sum_of_series, float_constant(1.0, type)}, {}, flags);
      const Value near = dag.get(Isd::fmul, type, {x, sum_of_series}, {}, flags);
      const Value small = make_.setcc(Cond::olt, dag.get(Isd::fabs, type, {x}, {}, flags), float_constant(0.25, type));
      out.push_back(make_.select(small, near, far));
      return type == vt::f32;
    }
    case Isd::fldexp:
      out.push_back(load_exponent(id, x, y));
      return true;
    case Isd::frem: {
      const Value quotient = dag.get(Isd::ftrunc, type, {dag.get(Isd::fdiv, type, {x, y}, {}, flags)}, {}, flags);
      Value r = dag.get(Isd::fma, type, {dag.get(Isd::fneg, type, {quotient}), y, x}, {}, flags);
      if ((flags & flag::ninf) == 0) {
        const Value infinite = make_.setcc(Cond::oeq, dag.get(Isd::fabs, type, {y}), float_constant(HUGE_VAL, type));
        r = make_.select(infinite, x, r);
      }
      // A remainder of zero keeps the sign of x.
      if ((flags & flag::nsz) == 0) r = dag.get(Isd::fcopysign, type, {r, x});
      out.push_back(r);
      return true;
    }
    case Isd::fround: {
      if (facts_.action(Isd::ftrunc, type) != dag::Action::legal) return expand_soft(dag, id, out);
      // The distance to the truncated value is exact; half or more goes one away from zero.
      const Value t = dag.get(Isd::ftrunc, type, {x});
      const Value distance = dag.get(Isd::fabs, type, {dag.get(Isd::fsub, type, {x, t})});
      const Value away = dag.get(Isd::fadd, type, {t, dag.get(Isd::fcopysign, type, {float_constant(1.0, type), x})});
      out.push_back(make_.select(make_.setcc(Cond::oge, distance, float_constant(0.5, type)), away, t));
      return true;
    }
    case Isd::fminimum:
    case Isd::fmaximum: {
      if (!facts_.numeric.orders_zeros || facts_.action(Isd::fminnum, type) == dag::Action::expand)
        return expand_soft(dag, id, out);
      const Value r = dag.get(op == Isd::fminimum ? Isd::fminnum : Isd::fmaxnum, type, {x, y}, {}, flags);
      if ((flags & flag::nnan) != 0)
        out.push_back(r);
      else
        out.push_back(make_.select(make_.setcc(Cond::uno, x, y), dag.get(Isd::fadd, type, {x, y}), r));
      return true;
    }
    case Isd::fcopysign: {
      // Bits: all of the magnitude but its sign, and the sign of the other, moved to its place.
      const Vt bits(VtKind::integer, type.total_bits()), other_type = dag.type(y);
      const Vt other(VtKind::integer, other_type.total_bits());
      if (type.is_vector() && other_type != type) return unroll(dag, id, out);
      Value sign = make_.bitcast(y, other);
      if (other.bits() > bits.bits())
        sign = make_.resize(make_.srl(sign, other.bits() - bits.bits()), bits);
      else if (other.bits() < bits.bits())
        sign = make_.shl(make_.resize(sign, bits), bits.bits() - other.bits());
      std::uint64_t mask = 0;
      for (std::uint32_t at = type.bits() - 1; at < bits.bits(); at += type.bits()) mask |= 1ULL << at;
      const Value rest = make_.and_(make_.bitcast(x, bits), make_.constant(~mask, bits));
      out.push_back(make_.bitcast(make_.or_(rest, make_.and_(sign, make_.constant(mask, bits))), type));
      return true;
    }
    default:
      return expand_soft(dag, id, out);
  }
}

bool OperationLowering::expand_soft(Dag& dag, NodeId id, Values& out) {
  const Vt type = dag.types(id)[0];
  Values in;
  for (std::uint32_t i = 0; i < dag.operand_count(id); ++i) {
    const Value v = dag.operand(id, i);
    const Vt t = dag.type(v);
    if (t.is_vector()) return false;
    in.push_back(t.is_float()
                     ? make_.resize(make_.bitcast(v, t.as_integer()), t.bits() > 32 ? vt::i64 : vt::i32, Extend::zero)
                     : v);
  }
  if (dag.op(id) == Isd::fp_round_to_int) {
    const Value whole = dag.get(dag.payload(id).imm == 0 ? Isd::frint : Isd::fround, dag.type(dag.operand(id, 0)),
                                {dag.operand(id, 0)});
    out.push_back(dag.get(Isd::fp_to_si, type, {whole}));
    return true;
  }
  Value r;
  if (!soft_node(make_, id, in, type, r)) return false;
  out.push_back(type.is_float() ? make_.bitcast(make_.resize(r, type.as_integer()), type) : r);
  return true;
}

}  // namespace lathe::codegen
