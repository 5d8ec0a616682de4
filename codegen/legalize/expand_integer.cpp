// Integer operations made of plainer ones of the same type; serves wide types before they fall into limbs and legal
// types that the target has no instruction for.
//
// Needs:  scalar integers of any width. Shift amounts may have any integer type.
// Gives:  O(1) nodes per operation. Formulas follow from two's complement; the tests evaluate each.
#include "codegen/legalize/expand.hpp"

namespace lathe::codegen {
namespace {

void saturate_add(Make& m, Isd op, Value a, Value b, Values& out) {
  const Vt t = m.type(a);
  switch (op) {
    case Isd::uadd_sat: {
      const Value sum = m.op(Isd::add, a, b);
      out.push_back(m.select(m.setcc(Cond::ult, sum, a), m.ones(t), sum));
      return;
    }
    case Isd::usub_sat:
      out.push_back(m.select(m.setcc(Cond::ult, a, b), m.zero(t), m.op(Isd::sub, a, b)));
      return;
    default: {
      const bool add = op == Isd::sadd_sat;
      const Value r = m.op(add ? Isd::add : Isd::sub, a, b);
      // Overflow: the operands' signs agree (add) or differ (sub), and the result's sign is not that of a.
      const Value ar = m.op(Isd::xor_, a, r), br = add ? m.op(Isd::xor_, b, r) : m.op(Isd::xor_, a, b);
      const Value overflow = m.setcc(Cond::slt, m.op(Isd::and_, ar, br), m.zero(t));
      const Value limit = m.op(Isd::xor_, m.sra(r, t.bits() - 1), m.smallest(t.bits(), t));
      out.push_back(m.select(overflow, limit, r));
    }
  }
}

void saturate_shift(Make& m, Isd op, Value a, Value b, Values& out) {
  const Vt t = m.type(a);
  const bool is_signed = op == Isd::sshl_sat;
  const Value r = m.op(Isd::shl, a, b);
  const Value back = m.op(is_signed ? Isd::sra : Isd::srl, r, b);
  const Value limit = is_signed ? m.op(Isd::xor_, m.sra(a, t.bits() - 1), m.greatest(t.bits(), t)) : m.ones(t);
  out.push_back(m.select(m.setcc(Cond::ne, back, a), limit, r));
}

void overflow_add(Make& m, Isd op, Value a, Value b, Values& out) {
  const Vt t = m.type(a);
  const bool add = op == Isd::sadd_o || op == Isd::uadd_o;
  const Value r = m.op(add ? Isd::add : Isd::sub, a, b);
  out.push_back(r);
  if (op == Isd::uadd_o)
    out.push_back(m.setcc(Cond::ult, r, a));
  else if (op == Isd::usub_o)
    out.push_back(m.setcc(Cond::ult, a, b));
  else {
    const Value ar = m.op(Isd::xor_, a, r), br = add ? m.op(Isd::xor_, b, r) : m.op(Isd::xor_, a, b);
    out.push_back(m.setcc(Cond::slt, m.op(Isd::and_, ar, br), m.zero(t)));
  }
}

void overflow_mul(Make& m, Isd op, Value a, Value b, Values& out) {
  const Vt t = m.type(a);
  const bool is_signed = op == Isd::smul_o;
  const Value low = m.op(Isd::mul, a, b), high = m.op(is_signed ? Isd::mulhs : Isd::mulhu, a, b);
  out.push_back(low);
  out.push_back(m.setcc(Cond::ne, high, is_signed ? m.sra(low, t.bits() - 1) : m.zero(t)));
}

}  // namespace

bool expand_integer(Make& m, NodeId id, Values& out) {
  Dag& dag = m.dag();
  const Isd op = dag.op(id);
  const Value a = dag.operand(id, 0), b = dag.operand_count(id) > 1 ? dag.operand(id, 1) : Value{};
  switch (op) {
    case Isd::sadd_sat:
    case Isd::ssub_sat:
    case Isd::uadd_sat:
    case Isd::usub_sat:
      saturate_add(m, op, a, b, out);
      return true;
    case Isd::sshl_sat:
    case Isd::ushl_sat:
      saturate_shift(m, op, a, b, out);
      return true;
    case Isd::sadd_o:
    case Isd::uadd_o:
    case Isd::ssub_o:
    case Isd::usub_o:
      overflow_add(m, op, a, b, out);
      return true;
    case Isd::smul_o:
    case Isd::umul_o:
      overflow_mul(m, op, a, b, out);
      return true;
    case Isd::smin:
      out.push_back(m.select(m.setcc(Cond::slt, a, b), a, b));
      return true;
    case Isd::smax:
      out.push_back(m.select(m.setcc(Cond::sgt, a, b), a, b));
      return true;
    case Isd::umin:
      out.push_back(m.select(m.setcc(Cond::ult, a, b), a, b));
      return true;
    case Isd::umax:
      out.push_back(m.select(m.setcc(Cond::ugt, a, b), a, b));
      return true;
    case Isd::abs: {
      const Value sign = m.sra(a, m.type(a).bits() - 1);
      out.push_back(m.op(Isd::sub, m.op(Isd::xor_, a, sign), sign));
      return true;
    }
    case Isd::mad:
      out.push_back(m.op(Isd::add, m.op(Isd::mul, a, b), dag.operand(id, 2)));
      return true;
    case Isd::mul_wide_s:
    case Isd::mul_wide_u:
    case Isd::mad_wide_s:
    case Isd::mad_wide_u: {
      const Isd extend = op == Isd::mul_wide_s || op == Isd::mad_wide_s ? Isd::sext : Isd::zext;
      const Vt wide = dag.type(Value{id, 0});
      const Value product = m.op(Isd::mul, m.convert(extend, a, wide), m.convert(extend, b, wide));
      out.push_back(dag.operand_count(id) == 3 ? m.op(Isd::add, product, dag.operand(id, 2)) : product);
      return true;
    }
    case Isd::mulhs:
    case Isd::mulhu: {
      const Vt type = m.type(a), wide = type.with_bits(type.bits() * 2);
      const Isd extend = op == Isd::mulhs ? Isd::sext : Isd::zext;
      const Value product = m.op(Isd::mul, m.convert(extend, a, wide), m.convert(extend, b, wide));
      out.push_back(m.resize(m.srl(product, type.bits()), type));
      return true;
    }
    default:
      return false;
  }
}

}  // namespace lathe::codegen
