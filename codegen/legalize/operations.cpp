// Operations that `select` does not take, made of those it does: integers, predicates, packed values. Floats are in
// expand_float.cpp.
//
// Gives: O(1) nodes per operation and lane.
#include "codegen/legalize/operations.hpp"

#include <array>

#include "codegen/legalize/library.hpp"

namespace lathe::codegen {

using dag::Action;

namespace {

bool is_shift(Isd op) {
  return op == Isd::shl || op == Isd::srl || op == Isd::sra || op == Isd::sshl_sat || op == Isd::ushl_sat;
}
bool is_rotate(Isd op) { return op == Isd::rotl || op == Isd::rotr || op == Isd::fshl || op == Isd::fshr; }

}  // namespace

Action OperationLowering::action(const Dag& dag, NodeId id) const {
  const std::uint32_t type = facts_.types.number(deciding_type(dag, id));
  if (type == 0) return Action::legal;
  const Isd op = dag.op(id);
  const Action action = facts_.actions.get(static_cast<std::uint32_t>(op), type);
  if (action == Action::legal) return action;
  if (wide_.any() && wide_.settled(dag, id)) return Action::legal;  // a limb of a variable's address
  if (action != Action::custom) return action;
  // Custom rows whose common case is native: say so without visiting.
  if (op == Isd::extract_element || op == Isd::insert_element)
    return dag.is_constant(dag.operand(id, op == Isd::extract_element ? 1 : 2)) ? Action::legal : Action::custom;
  if (op == Isd::addrspace_cast) return facts_.casts(dag, id) ? Action::legal : Action::custom;
  return facts_.custom_action(op, dag.types(id)[0], dag.type(dag.operand(id, 0)),
                              dag.operand_count(id) > 1 ? dag.type(dag.operand(id, 1)) : Vt{}, dag.payload(id).imm);
}

bool OperationLowering::custom(Dag& dag, NodeId id, Values& out) {
  const Isd op = dag.op(id);
  const Vt type = dag.types(id)[0];
  const Value a = dag.operand_count(id) > 0 ? dag.operand(id, 0) : Value{};
  switch (op) {
    case Isd::extract_element: {
      // The lane comes down by a shift of the whole register.
      const Vt vector = dag.type(a);
      const Vt whole(VtKind::integer, vector.total_bits());
      const Value index = make_.resize(dag.operand(id, 1), vt::i32, Extend::zero);
      const auto step = static_cast<std::uint32_t>(std::countr_zero(vector.bits()));
      const Value moved = make_.shift(Isd::srl, make_.bitcast(a, whole), make_.shl(index, step));
      if (type.is_float())
        out.push_back(make_.bitcast(make_.resize(moved, type.as_integer()), type));
      else
        out.push_back(make_.resize(moved, type));
      return true;
    }
    case Isd::insert_element: {
      const Value e = dag.operand(id, 1), index = make_.resize(dag.operand(id, 2), vt::i32, Extend::zero);
      Values lanes;
      for (std::uint32_t i = 0; i < type.lanes(); ++i)
        lanes.push_back(make_.select(make_.setcc(Cond::eq, index, make_.i32(i)), e, make_.element(a, i)));
      out.push_back(dag.get(Isd::build_vector, type, lanes));
      return true;
    }
    case Isd::addrspace_cast: {
      const DagPayload p = dag.payload(id);
      const Value generic = dag.get(op, facts_.address(Space::generic), {a}, {.imm = p.imm, .aux = 0});
      out.push_back(dag.get(op, type, {generic}, {.imm = 0, .aux = p.aux}));
      return true;
    }
    case Isd::fadd:
    case Isd::fsub:
    case Isd::fmul: {
      // bf16 on sm_80: a+b = a*1+b, a-b = b*-1+a, a*b = a*b+(-0); each is rounded once.
      const Value b = dag.operand(id, 1);
      const Value one = dag.constant_fp_bits(0x3F80, type), minus = dag.constant_fp_bits(0xBF80, type);
      const auto flags = dag.flags(id);
      if (op == Isd::fadd)
        out.push_back(dag.get(Isd::fma, type, {a, one, b}, {}, flags));
      else if (op == Isd::fsub)
        out.push_back(dag.get(Isd::fma, type, {b, minus, a}, {}, flags));
      else
        out.push_back(dag.get(Isd::fma, type, {a, b, dag.constant_fp_bits(0x8000, type)}, {}, flags));
      return true;
    }
    case Isd::fp_to_si:
    case Isd::fp_to_ui:
    case Isd::fp_to_si_sat:
    case Isd::fp_to_ui_sat:
    case Isd::fp_round_to_int:
      return convert_to_integer(dag, id, out);
    case Isd::si_to_fp:
    case Isd::ui_to_fp:
      return convert_to_float(dag, id, out);
    case Isd::fp_ext:
    case Isd::fp_trunc:
      return convert_float(dag, id, out);
    default:
      return false;
  }
}

bool OperationLowering::unroll(Dag& dag, NodeId id, Values& out) {
  const Vt type = dag.types(id)[0];
  const Isd op = dag.op(id);
  // Bytes in a .b32 have no registers of their own here; type legalization takes their arithmetic apart.
  if (dag.result_count(id) != 1 || type.element() == vt::i8) return false;
  const DagPayload payload = dag.payload(id);
  const auto flags = dag.flags(id);
  Values lanes;
  for (std::uint32_t l = 0; l < type.lanes(); ++l) {
    Values args;
    for (std::uint32_t i = 0; i < dag.operand_count(id); ++i) {
      const Value v = dag.operand(id, i);
      const Vt t = dag.type(v);
      if (t.is_vector() && (t.lanes() != type.lanes() || t.element() == vt::i8)) return false;
      args.push_back(t.is_vector() ? make_.element(v, l) : v);
    }
    const bool amount = is_shift(op) || is_rotate(op);
    if (amount) args.back() = make_.resize(args.back(), vt::i32, Extend::zero);
    lanes.push_back(dag.get(op, type.element(), args, payload, flags));
  }
  out.push_back(dag.get(Isd::build_vector, type, lanes));
  return true;
}

// One bit: signed values are 0 and -1, every sum is an exclusive or.
bool OperationLowering::expand_predicate(Dag& dag, NodeId id, Values& out) {
  const Value a = dag.operand(id, 0), b = dag.operand_count(id) > 1 ? dag.operand(id, 1) : a;
  const auto both = [&] { return make_.and_(a, b); };
  const auto only_a = [&] { return make_.and_(a, make_.not_(b)); };
  const auto only_b = [&] { return make_.and_(make_.not_(a), b); };
  const Value no = make_.zero(vt::i1);
  switch (dag.op(id)) {
    case Isd::shl:
    case Isd::srl:
    case Isd::sra:
    case Isd::sshl_sat:
    case Isd::ushl_sat:
    case Isd::rotl:
    case Isd::rotr:
    case Isd::fshl:
    case Isd::abs:
    case Isd::ctpop:
    case Isd::bitreverse:
    case Isd::bswap:
    case Isd::sext_inreg:
    case Isd::sdiv:
    case Isd::udiv:
      out.push_back(a);  // shift by 0, division by 1 (or -1): all else is poison
      return true;
    case Isd::fshr:
      out.push_back(b);
      return true;
    case Isd::srem:
    case Isd::urem:
    case Isd::mulhs:
    case Isd::mulhu:
      out.push_back(no);
      return true;
    case Isd::ctlz:
    case Isd::cttz:
      out.push_back(make_.not_(a));
      return true;
    case Isd::mad:
      out.push_back(make_.xor_(both(), dag.operand(id, 2)));
      return true;
    case Isd::sadd_sat:
    case Isd::uadd_sat:
      out.push_back(make_.or_(a, b));
      return true;
    case Isd::ssub_sat:
    case Isd::usub_sat:
      out.push_back(only_a());
      return true;
    case Isd::sadd_o:
    case Isd::uadd_o:
      out = {make_.op(Isd::xor_, a, b), both()};
      return true;
    case Isd::ssub_o:
    case Isd::usub_o:
      out = {make_.op(Isd::xor_, a, b), only_b()};
      return true;
    case Isd::smul_o:
      out = {both(), both()};
      return true;
    case Isd::umul_o:
      out = {both(), no};
      return true;
    default:
      return false;
  }
}

// 64 bits as 32-bit words: which three of the four words take part is a choice by bit 5 of the amount, the rest is two
// funnel shifts.
Value OperationLowering::funnel64(Value high, Value low, Value amount, bool left) {
  Dag& dag = make_.dag();
  const auto word = [&](Value v, std::uint64_t i) { return dag.get(Isd::extract_limb, vt::i32, {v}, {.imm = i}); };
  const Value w3 = word(high, 1), w2 = word(high, 0), w1 = word(low, 1), w0 = word(low, 0);
  std::uint64_t known;
  Value top, middle, bottom;
  if (dag.is_constant(amount, known)) {
    const bool far = (known & 32) != 0;
    top = left ? (far ? w2 : w3) : (far ? w3 : w2);
    middle = left ? (far ? w1 : w2) : (far ? w2 : w1);
    bottom = left ? (far ? w0 : w1) : (far ? w1 : w0);
    if ((known & 31) == 0) {
      const Value pair =
          left ? dag.get(Isd::build_pair, vt::i64, {middle, top}) : dag.get(Isd::build_pair, vt::i64, {bottom, middle});
      return pair;
    }
  } else {
    const Value far = make_.setcc(Cond::ne, make_.and_(amount, make_.i32(32)), make_.i32(0));
    top = left ? make_.select(far, w2, w3) : make_.select(far, w3, w2);
    middle = left ? make_.select(far, w1, w2) : make_.select(far, w2, w1);
    bottom = left ? make_.select(far, w0, w1) : make_.select(far, w1, w0);
  }
  const Isd op = left ? Isd::fshl : Isd::fshr;
  const Value new_high = make_.op(op, top, middle, amount), new_low = make_.op(op, middle, bottom, amount);
  return dag.get(Isd::build_pair, vt::i64, {new_low, new_high});
}

bool OperationLowering::expand(Dag& dag, NodeId id, Values& out) {
  const Isd op = dag.op(id);
  const Vt type = dag.types(id)[0], decides = deciding_type(dag, id);
  if (op == Isd::fcopysign) return expand_float(dag, id, out);
  if (decides.is_vector()) return unroll(dag, id, out);
  if (decides.is_float()) return expand_float(dag, id, out);
  if (decides == vt::i1) return expand_predicate(dag, id, out);
  if (is_rotate(op) && type == vt::i64 && facts_.action(Isd::fshl, vt::i32) == Action::legal) {
    const bool funnel = dag.operand_count(id) == 3;
    const Value a = dag.operand(id, 0), b = funnel ? dag.operand(id, 1) : a, amount = dag.operand(id, funnel ? 2 : 1);
    out.push_back(funnel64(a, b, amount, op == Isd::rotl || op == Isd::fshl));
    return true;
  }
  return expand_word(make_, facts_, id, out) || expand_integer(make_, id, out);
}

bool OperationLowering::libcall(Dag& dag, NodeId id, Values& out) {
  const LibraryFunction* found = dag.operand_count(id) == 0
                                     ? nullptr
                                     : facts_.library.find(dag.op(id), dag.types(id)[0], dag.type(dag.operand(id, 0)));
  if (found == nullptr || dag.result_count(id) != 1) return false;
  std::vector<Values> arguments;
  for (std::uint32_t i = 0; i < dag.operand_count(id); ++i) arguments.push_back({dag.operand(id, i)});
  out = library_call(dag, facts_, *found, arguments);
  return true;
}

bool OperationLowering::promote(Dag& dag, NodeId id, Values& out) {
  const Isd op = dag.op(id);
  const Vt type = dag.types(id)[0], decides = deciding_type(dag, id);
  const auto flags = dag.flags(id);
  if (decides.is_float()) {
    if (op == Isd::fma && facts_.computes(vt::f64)) {
      out.push_back(half_fma(id));
      return true;
    }
    Values args;
    for (std::uint32_t i = 0; i < dag.operand_count(id); ++i) {
      const Value v = dag.operand(id, i);
      args.push_back(dag.type(v).is_float() ? wider_float(v) : v);
    }
    const Value r = dag.get(op, type.is_float() ? vt::f32 : type, args, dag.payload(id), flags);
    out.push_back(type.is_float() ? make_.convert(Isd::fp_trunc, r, type) : r);
    return true;
  }
  if (type != vt::i16) return false;
  const auto wide = [&](std::uint32_t i, Extend extend) { return make_.resize(dag.operand(id, i), vt::i32, extend); };
  Value r;
  switch (op) {
    case Isd::sadd_sat:
    case Isd::ssub_sat: {
      const Value full =
          make_.op(op == Isd::sadd_sat ? Isd::add : Isd::sub, wide(0, Extend::sign), wide(1, Extend::sign));
      r = make_.op(Isd::smin, make_.op(Isd::smax, full, make_.smallest(16, vt::i32)), make_.greatest(16, vt::i32));
      break;
    }
    case Isd::bitreverse:
      r = make_.srl(make_.op(op, wide(0, Extend::any)), 16);
      break;
    case Isd::rotl:
    case Isd::rotr:
    case Isd::fshl:
    case Isd::fshr: {
      const bool funnel = dag.operand_count(id) == 3, left = op == Isd::rotl || op == Isd::fshl;
      const Value both = make_.or_(make_.shl(wide(0, Extend::any), 16), wide(funnel ? 1 : 0, Extend::zero));
      const Value amount = make_.and_(dag.operand(id, funnel ? 2 : 1), make_.i32(15));
      r = left ? make_.srl(make_.shift(Isd::shl, both, amount), 16) : make_.shift(Isd::srl, both, amount);
      break;
    }
    case Isd::bfe_u:
    case Isd::bfe_s:
      r = dag.get(op, vt::i32,
                  {wide(0, op == Isd::bfe_s ? Extend::sign : Extend::zero), dag.operand(id, 1), dag.operand(id, 2)});
      break;
    case Isd::bfi:
      r = dag.get(op, vt::i32, {wide(0, Extend::any), wide(1, Extend::any), dag.operand(id, 2), dag.operand(id, 3)});
      break;
    case Isd::sdiv:
    case Isd::srem:
    case Isd::udiv:
    case Isd::urem: {
      const Extend extend = op == Isd::sdiv || op == Isd::srem ? Extend::sign : Extend::zero;
      r = make_.op(op, wide(0, extend), wide(1, extend));
      break;
    }
    case Isd::ctpop:
      r = make_.op(op, wide(0, Extend::zero));
      break;
    case Isd::ctlz:
      r = make_.op(Isd::sub, make_.op(op, wide(0, Extend::zero)), make_.i32(16));
      break;
    case Isd::cttz:
      r = make_.op(op, make_.or_(wide(0, Extend::any), make_.i32(1U << 16)), 1);
      break;
    case Isd::bswap:
      r = make_.srl(make_.op(op, wide(0, Extend::any)), 16);
      break;
    default:
      return false;
  }
  out.push_back(make_.resize(r, type));
  return true;
}

}  // namespace lathe::codegen
