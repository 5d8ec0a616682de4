// Which rule a node goes to while types are legalized.
#include "codegen/legalize/lower.hpp"

namespace lathe::codegen {

using dag::Rewrite;

namespace {

bool is_shift(Isd op) {
  return op == Isd::shl || op == Isd::srl || op == Isd::sra || op == Isd::sshl_sat || op == Isd::ushl_sat;
}

bool is_lanewise(Isd op) {
  return (op >= Isd::add && op <= Isd::umul_o) || (op >= Isd::fadd && op <= Isd::is_fpclass) ||
         (op >= Isd::trunc && op <= Isd::fp_round_to_int);
}

bool is_rotate(Isd op) { return op == Isd::rotl || op == Isd::rotr || op == Isd::fshl || op == Isd::fshr; }

}  // namespace

bool TypeLowering::wants(const Dag& dag, NodeId id) const {
  const Isd op = dag.op(id);
  const auto wide_lanes = [&](Vt type) { return type.is_vector() && facts_.types.lane(type) != type.element(); };
  switch (op) {
    case Isd::shl:
    case Isd::srl:
    case Isd::sra:
    case Isd::sshl_sat:
    case Isd::ushl_sat:
    case Isd::rotl:
    case Isd::rotr:
    case Isd::fshl:
    case Isd::fshr: {
      const Vt type = dag.type(dag.operand(id, dag.operand_count(id) - 1));
      return type.is_vector() ? wide_lanes(dag.types(id)[0]) : type != vt::i32;
    }
    case Isd::fldexp:
      return dag.type(dag.operand(id, 1)) != vt::i32;
    case Isd::extract_element:
      return dag.type(dag.operand(id, 1)) != vt::i32;
    case Isd::insert_element:
      return dag.type(dag.operand(id, 2)) != vt::i32;
    case Isd::addrspace_cast:
      return !facts_.casts(dag, id) && (facts_.spaces.has_window(static_cast<Space>(dag.payload(id).imm)) ||
                                        facts_.spaces.has_window(static_cast<Space>(dag.payload(id).aux)));
    case Isd::target:
    case Isd::target_chain: {
      const Recipe& recipe = dag.recipes[dag.payload(id).aux];
      const std::uint32_t chain = op == Isd::target_chain ? 1 : 0;
      for (std::uint32_t i = 0; i < recipe.result_types.size() && i < dag.result_count(id); ++i)
        if (dag.types(id)[i] != recipe.result_types[i]) return true;
      for (std::uint32_t i = 0; i < recipe.input_types.size() && i + chain < dag.operand_count(id); ++i)
        if (dag.type(dag.operand(id, i + chain)) != recipe.input_types[i]) return true;
      return false;
    }
    case Isd::inline_asm:
      return !asm_settled(dag, id);
    case Isd::call:
    case Isd::ret:
      return !pieces_settled(dag, id);
    case Isd::load:
      return access_wants(dag.mem(id), dag.types(id)[0]);
    case Isd::store:
      return access_wants(dag.mem(id), dag.type(dag.operand(id, 1)));
    case Isd::reduce:
    case Isd::concat_vectors:
    case Isd::extract_subvector:
      return true;
    case Isd::shuffle:
      return dag.type(dag.operand(id, 0)) != dag.types(id)[0];
    // Logic works on all lanes at once, however they are read; the rest of their arithmetic is done lane by lane.
    case Isd::and_:
    case Isd::or_:
    case Isd::xor_:
    case Isd::freeze:
    case Isd::select:
      return false;
    default:
      return is_lanewise(op) && wide_lanes(dag.types(id)[0]);
  }
}

Rewrite TypeLowering::lower(Walk& walk, NodeId id) {
  walk_ = &walk;
  const Isd op = dag_.op(id);
  for (const Vt type : dag_.types(id))
    if (rule(type).action == TypeAction::refuse) return refuse(id, facts_.name + " cannot hold " + to_string(type));
  switch (op) {
    case Isd::constant:
    case Isd::wide_constant:
    case Isd::constant_fp:
    case Isd::undef:
      return lower_leaf(id);
    case Isd::copy_from_reg:
    case Isd::copy_to_reg:
      return lower_copy(id);
    case Isd::ret:
      return lower_ret(id);
    case Isd::call:
      return lower_call(id);
    case Isd::inline_asm:
      return lower_asm(id);
    case Isd::target:
    case Isd::target_chain:
      return lower_target(id);
    case Isd::build_vector:
      return lower_build_vector(id);
    case Isd::extract_element:
      return lower_extract_element(id);
    case Isd::insert_element:
      return lower_insert_element(id);
    case Isd::shuffle:
      return lower_shuffle(id);
    case Isd::concat_vectors:
      return lower_concat(id);
    case Isd::extract_subvector:
      return lower_extract_subvector(id);
    case Isd::reduce:
      return lower_reduce(id);
    case Isd::bitcast:
      return lower_bitcast(id);
    case Isd::load:
    case Isd::load_vec:
      return lower_load(id);
    case Isd::store:
    case Isd::store_vec:
      return lower_store(id);
    case Isd::atomic_rmw:
    case Isd::atomic_cmpxchg:
      return lower_atomic(id);
    case Isd::br_cond:
    case Isd::br_table:
    case Isd::dyn_alloca:
    case Isd::stack_restore:
      return lower_other(id);
    case Isd::prefetch:
      return with_address(id);
    case Isd::addrspace_cast:
      return lower_cast(id);
    default:
      break;
  }
  bool vector = dag_.types(id)[0].is_vector(), soft = softened(dag_.types(id)[0]);
  for (std::uint32_t i = 0; i < dag_.operand_count(id); ++i) {
    vector |= dag_.type(operand(id, i)).is_vector();
    soft |= softened(dag_.type(operand(id, i)));
  }
  if (vector) return lower_lanewise(id);
  if (call_library(id)) return Rewrite::replaced;
  return soft ? lower_soft(id) : lower_scalar(id);
}

Rewrite TypeLowering::lower_leaf(NodeId id) {
  const Vt type = dag_.types(id)[0];
  const Isd op = dag_.op(id);
  if (op == Isd::undef) {
    const TypeRule r = rule(type);
    if (r.action == TypeAction::promote || r.action == TypeAction::soften) return done(id, dag_.undef(r.to));
    if (r.action == TypeAction::expand) return done(id, Values(type.bits() / limb().bits(), dag_.undef(limb())));
    if (r.action == TypeAction::split)
      return done(id, Values((type.lanes() + r.to.lanes() - 1) / r.to.lanes(), dag_.undef(r.to)));
    return done(id, Values(type.lanes(), dag_.undef(r.to)));
  }
  if (op == Isd::constant) {
    if (!type.is_scalar()) return refuse(id, "a constant of a vector type");
    const std::uint64_t value = dag_.payload(id).imm;
    if (rule(type).action != TypeAction::expand) return done(id, dag_.constant(value, held(type)));
    const std::uint32_t w = limb().bits();  // below 64, for constants have no more
    Values out;
    for (std::uint32_t at = 0; at < type.bits(); at += w) out.push_back(dag_.constant(value >> at, limb()));
    return done(id, out);
  }
  if (op == Isd::constant_fp && softened(type)) return done(id, dag_.constant(dag_.payload(id).imm, rule(type).to));
  if (op != Isd::wide_constant) return refuse(id);
  const std::vector<std::uint64_t> value = dag_.wide_constants[dag_.payload(id).aux];
  if (rule(type).action == TypeAction::promote) return done(id, dag_.constant_limbs(value, held(type)));
  Values out;
  const std::uint32_t w = limb().bits();
  for (std::uint32_t at = 0; at < type.bits(); at += w)
    out.push_back(dag_.constant(at / 64 < value.size() ? value[at / 64] >> at % 64 : 0, limb()));
  return done(id, out);
}

Rewrite TypeLowering::lower_scalar(NodeId id) {
  const Isd op = dag_.op(id);
  const Vt type = dag_.types(id)[0];
  switch (op) {
    case Isd::setcc:
      return lower_compare(id);
    case Isd::trunc:
    case Isd::zext:
    case Isd::sext:
    case Isd::anyext:
      return lower_integer_conversion(id);
    case Isd::fp_to_si:
    case Isd::fp_to_ui:
    case Isd::fp_to_si_sat:
    case Isd::fp_to_ui_sat:
    case Isd::fp_round_to_int:
    case Isd::si_to_fp:
    case Isd::ui_to_fp:
    case Isd::fldexp:
      return lower_float_conversion(id);
    case Isd::build_pair: {
      const Value low = operand(id, 0), high = operand(id, 1);
      if (rule(type).action == TypeAction::expand) {
        Values l = limbs(low);
        const Values h = limbs(high);
        if (type.bits() == limb().bits() * (l.size() + h.size())) {
          l.insert(l.end(), h.begin(), h.end());
          return done(id, l);
        }
      }
      const Vt to = held(type);
      const Value upper = make_.shl(to_integer(high, to, Extend::any), dag_.type(low).bits());
      return done(id, make_.or_(to_integer(low, to, Extend::zero), upper));
    }
    case Isd::extract_limb: {
      const Value x = operand(id, 0);
      const auto index = static_cast<std::uint32_t>(dag_.payload(id).imm);
      if (rule(dag_.type(x)).action == TypeAction::expand && type.bits() % limb().bits() == 0) {
        const Values all = limbs(x);
        const std::size_t each = type.bits() / limb().bits();
        return done(id, std::span(all).subspan(index * each, each));
      }
      const Vt from = held(dag_.type(x));
      return done(
          id, to_integer(make_.srl(to_integer(x, from, Extend::any), index * type.bits()), held(type), Extend::any));
    }
    default:
      break;
  }
  if (!type.is_integer()) return refuse(id);
  // Legal types come here for their shift amounts alone.
  const TypeRule r = rule(type);
  if (r.action == TypeAction::legal) {
    if (is_shift(op)) return done(id, dag_.get(op, type, {operand(id, 0), amount(operand(id, 1))}, {}, dag_.flags(id)));
    if (!is_rotate(op)) {
      Values out;
      if (!expand_integer(make_, id, out)) return refuse(id);
      for (std::uint32_t i = 0; i < out.size(); ++i) set(id, i, out[i]);
      return Rewrite::replaced;
    }
    const std::uint32_t last = dag_.operand_count(id) - 1;
    // The amount counts modulo the width, a power of two here: its low bits are enough.
    const Value by = to_integer(operand(id, last), vt::i32, Extend::zero);
    if (last == 1) return done(id, dag_.get(op, type, {operand(id, 0), by}));
    return done(id, dag_.get(op, type, {operand(id, 0), operand(id, 1), by}));
  }
  if (op == Isd::select) {
    if (r.action == TypeAction::promote)
      return done(id, make_.select(operand(id, 0), any(operand(id, 1)), any(operand(id, 2))));
    const Values a = limbs(operand(id, 1)), b = limbs(operand(id, 2));
    Values out;
    for (std::size_t i = 0; i < a.size(); ++i) out.push_back(make_.select(operand(id, 0), a[i], b[i]));
    return done(id, out);
  }
  if (r.action == TypeAction::expand) return expand_limbs(id);
  const Vt wide = r.to;
  const std::uint32_t bits = type.bits();
  switch (op) {
    case Isd::ctlz:
    case Isd::cttz:
    case Isd::ctpop:
    case Isd::bswap:
    case Isd::bitreverse:
    case Isd::sext_inreg:
      return promote_bits(id, bits, wide);
    case Isd::sadd_o:
    case Isd::uadd_o:
    case Isd::ssub_o:
    case Isd::usub_o:
    case Isd::smul_o:
    case Isd::umul_o:
      return promote_overflow(id, bits, wide);
    default:
      break;
  }
  return is_shift(op) || is_rotate(op) ? promote_shift(id, bits, wide) : promote_arithmetic(id, bits, wide);
}

}  // namespace lathe::codegen
