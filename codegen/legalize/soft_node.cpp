// A floating-point node in integer operations: which of SoftFloat's functions it is. For types that registers do not
// hold (lower_soft.cpp) and for those that they hold but do not compute with (expand_float.cpp).
#include "codegen/legalize/soft_float.hpp"

namespace lathe::codegen {
namespace {

// The magnitude of a and the sign of b, which may be of another format.
Value copy_sign(Make& m, SoftFloat& s, const FloatFormat& f, Value a, const FloatFormat& other, Value b) {
  const Value only = m.and_(b, m.constant(other.sign, m.type(b)));
  const Value sign = other.bits > f.bits ? m.resize(m.srl(only, other.bits - f.bits), s.word())
                                         : m.shl(m.resize(only, s.word(), Extend::zero), f.bits - other.bits);
  return m.or_(m.and_(a, m.constant(f.sign - 1, s.word())), sign);
}

}  // namespace

bool soft_node(Make& m, NodeId id, std::span<const Value> in, Vt integer, Value& out) {
  Dag& dag = m.dag();
  const Isd op = dag.op(id);
  const Vt type = dag.types(id)[0], from = dag.type(dag.operand(id, 0));
  const std::uint64_t imm = dag.payload(id).imm;
  SoftFloat s(m, from.is_float() ? from : type);
  switch (op) {
    case Isd::fadd:
      out = s.add(in[0], in[1]);
      return true;
    case Isd::fsub:
      out = s.sub(in[0], in[1]);
      return true;
    case Isd::fmul:
      out = s.mul(in[0], in[1]);
      return true;
    case Isd::fdiv:
      out = s.div(in[0], in[1]);
      return true;
    case Isd::fma:
      out = s.fma(in[0], in[1], in[2]);
      return true;
    case Isd::fsqrt:
      out = s.sqrt(in[0]);
      return true;
    case Isd::frcp:
    case Isd::frsqrt: {
      const FloatFormat f = format_of(type);
      const Value one = m.constant(static_cast<std::uint64_t>(f.bias) << f.mantissa, s.word());
      out = s.div(one, op == Isd::frcp ? in[0] : s.sqrt(in[0]));
      return true;
    }
    case Isd::fneg:
      out = m.xor_(in[0], m.constant(format_of(type).sign, s.word()));
      return true;
    case Isd::fabs:
      out = m.and_(in[0], m.constant(format_of(type).sign - 1, s.word()));
      return true;
    case Isd::fcopysign:
      out = copy_sign(m, s, format_of(type), in[0], format_of(dag.type(dag.operand(id, 1))), in[1]);
      return true;
    case Isd::fminnum:
    case Isd::fmaxnum:
    case Isd::fminimum:
    case Isd::fmaximum:
    case Isd::fminimumnum:
    case Isd::fmaximumnum:
      out = s.choose(op, in[0], in[1]);
      return true;
    case Isd::ffloor:
    case Isd::fceil:
    case Isd::ftrunc:
    case Isd::frint:
    case Isd::fnearbyint:
    case Isd::froundeven:
    case Isd::fround:
      out = s.round(op, in[0]);
      return true;
    case Isd::fcanonicalize:
      out = s.canonical(in[0]);
      return true;
    case Isd::fldexp:
      out = s.scale(in[0], in[1]);
      return true;
    case Isd::is_fpclass:
      out = s.is_class(in[0], imm);
      return true;
    case Isd::setcc:
      out = s.compare(static_cast<Cond>(imm), in[0], in[1]);
      return true;
    case Isd::fp_ext:
    case Isd::fp_trunc: {
      SoftFloat to(m, type);
      out = s.convert(in[0], to);
      return true;
    }
    case Isd::si_to_fp:
    case Isd::ui_to_fp:
      out = s.from_integer(in[0], op == Isd::si_to_fp);
      return true;
    case Isd::fp_to_si:
    case Isd::fp_to_ui:
    case Isd::fp_to_si_sat:
    case Isd::fp_to_ui_sat: {
      const bool saturates = op == Isd::fp_to_si_sat || op == Isd::fp_to_ui_sat;
      const auto width = static_cast<std::uint32_t>(saturates && imm != 0 ? imm : type.bits());
      out = s.to_integer(in[0], integer, op == Isd::fp_to_si || op == Isd::fp_to_si_sat, saturates, width);
      return true;
    }
    default:
      return false;
  }
}

}  // namespace lathe::codegen
