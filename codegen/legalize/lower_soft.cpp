// Floats that registers do not hold: the integers of their bits, computed with in integer operations.
//
// Gives: O(1) nodes per operation, of integer types that the type rules take apart further.
#include "codegen/legalize/library.hpp"
#include "codegen/legalize/lower.hpp"

namespace lathe::codegen {

using dag::Rewrite;

Value TypeLowering::soft_word(Value v) {
  v = current(v);
  const Vt type = dag_.type(v);
  const Value bits = legal(type) ? make_.bitcast(v, type.as_integer()) : walk_->part(v, 0);
  return make_.resize(bits, type.bits() > 32 ? vt::i64 : vt::i32, Extend::zero);
}

Value TypeLowering::soft_value(Value word, Vt type) {
  const Value bits = make_.resize(word, type.as_integer());
  return legal(type) ? make_.bitcast(bits, type) : bits;
}

bool TypeLowering::call_library(NodeId id) {
  if (facts_.library.functions.empty() || dag_.result_count(id) != 1 || dag_.operand_count(id) == 0) return false;
  const Vt type = dag_.types(id)[0];
  const LibraryFunction* found = facts_.library.find(dag_.op(id), type, dag_.type(operand(id, 0)));
  if (found == nullptr) return false;
  std::vector<Values> arguments;
  for (std::uint32_t i = 0; i < dag_.operand_count(id); ++i) flat(operand(id, i), arguments.emplace_back());
  const Values parts = library_call(dag_, facts_, *found, arguments);
  if (rule(type).action != TypeAction::soften || parts.size() == 1)
    set(id, 0, parts);
  else
    set(id, 0, dag_.get(Isd::build_pair, rule(type).to, parts));
  return true;
}

Rewrite TypeLowering::lower_soft(NodeId id) {
  const Isd op = dag_.op(id);
  const Vt type = dag_.types(id)[0];
  const auto part = [&](std::uint32_t i) { return walk_->part(operand(id, i), 0); };
  switch (op) {
    case Isd::freeze:
      return done(id, make_.op(op, part(0)));
    case Isd::select:
      return done(id, make_.select(operand(id, 0), part(1), part(2)));
    case Isd::fp_ext:
    case Isd::fp_trunc:
    case Isd::fp_to_si:
    case Isd::fp_to_ui:
    case Isd::fp_to_si_sat:
    case Isd::fp_to_ui_sat:
    case Isd::fp_round_to_int:
    case Isd::si_to_fp:
    case Isd::ui_to_fp:
      return soft_conversion(id);
    case Isd::fadd:
    case Isd::fsub:
    case Isd::fmul:
    case Isd::fdiv:
    case Isd::fsqrt:
    case Isd::fsin:
    case Isd::fcos:
    case Isd::fexp2:
    case Isd::flog2:
    case Isd::ftanh:
    case Isd::frcp:
    case Isd::frsqrt:
      // A result of 24 bits, rounded to 11 or 8, is the right one for these.
      if (type.bits() == 16 && facts_.computes(vt::f32)) return soft_by_single(id);
      break;
    default:
      break;
  }
  Values in;
  for (std::uint32_t i = 0; i < dag_.operand_count(id); ++i) {
    const Value v = operand(id, i);
    const Vt t = dag_.type(v);
    if (rule(t).action == TypeAction::refuse) return refuse(id, facts_.name + " cannot hold " + to_string(t));
    if (t.is_float())
      in.push_back(soft_word(v));
    else if (op == Isd::fldexp)
      in.push_back(scale_exponent(v));
    else
      return refuse(id);
  }
  Value r;
  if (!soft_node(make_, id, in, {}, r)) return refuse(id);
  return done(id, type.is_float() ? soft_value(r, type) : r);
}

// As exact as the operation in f32, which has more than twice the digits, and rounded again.
Rewrite TypeLowering::soft_by_single(NodeId id) {
  const Vt type = dag_.types(id)[0];
  Values in;
  for (std::uint32_t i = 0; i < dag_.operand_count(id); ++i)
    in.push_back(make_.convert(Isd::fp_ext, operand(id, i), vt::f32));
  const Value r = dag_.get(dag_.op(id), vt::f32, in, dag_.payload(id), dag_.flags(id));
  return done(id, make_.convert(Isd::fp_trunc, r, type));
}

Rewrite TypeLowering::soft_conversion(NodeId id) {
  const Isd op = dag_.op(id);
  const Vt type = dag_.types(id)[0];
  const Value x = operand(id, 0);
  const Vt from = dag_.type(x);
  if (rule(from).action == TypeAction::refuse) return refuse(id, facts_.name + " cannot hold " + to_string(from));
  if (op == Isd::fp_round_to_int) {
    const Value whole = dag_.get(dag_.payload(id).imm == 0 ? Isd::frint : Isd::fround, from, {x});
    return done(id, dag_.get(Isd::fp_to_si, type, {whole}));
  }
  const bool to_float = op == Isd::si_to_fp || op == Isd::ui_to_fp;
  const Vt integer = to_float ? from : type;
  if (integer.is_integer() && integer.bits() > 64)
    return refuse(id, "conversions of integers above 64 bits are expanded before");
  Value in, r;
  if (!to_float)
    in = soft_word(x);
  else if (from.bits() < 32)
    in = to_integer(x, vt::i32, op == Isd::si_to_fp ? Extend::sign : Extend::zero);
  else
    in = rule(from).action != TypeAction::promote ? x : op == Isd::si_to_fp ? sx(x) : zx(x);
  // The type in which the result is handed in: what it is promoted to, or its own.
  const Vt result = type.is_float() ? type : rule(type).action == TypeAction::promote ? rule(type).to : type;
  if (!soft_node(make_, id, std::span<const Value>(&in, 1), result, r)) return refuse(id);
  return done(id, type.is_float() ? soft_value(r, type) : r);
}

}  // namespace lathe::codegen
