// See addresses.hpp.
#include "codegen/legalize/addresses.hpp"

#include "codegen/legalize/expand.hpp"

namespace lathe::codegen {

std::uint32_t address_operand(Isd op) {
  switch (op) {
    case Isd::load:
    case Isd::load_vec:
    case Isd::store_vec:
    case Isd::atomic_rmw:
    case Isd::atomic_cmpxchg:
    case Isd::prefetch:
      return 1;
    case Isd::store:
      return 2;
    default:
      return 0;
  }
}

WideAddresses::WideAddresses(const TargetFacts& facts)
    : facts_(facts), limb_(facts.types.limb()), type_(VtKind::integer, 2 * facts.types.limb().bits()) {
  for (const SpaceFacts& space : facts.spaces.rows()) any_ |= space.pointer_bits == type_.bits();
}

bool WideAddresses::is_symbol(const Dag& dag, Value v) const {
  const Isd op = dag.op(v);
  return (op == Isd::global_address || op == Isd::frame_index || op == Isd::param_address) && is(dag.type(v));
}

bool WideAddresses::is_pair(const Dag& dag, Value v) const {
  return dag.op(v) == Isd::build_pair && is(dag.type(v)) && dag.type(dag.operand(v, 0)) == limb_ &&
         dag.type(dag.operand(v, 1)) == limb_;
}

bool WideAddresses::is_settled(const Dag& dag, Value v) const {
  if (!is(dag.type(v))) return false;
  const Isd op = dag.op(v);
  if (op == Isd::add) return dag.op(dag.operand(v, 1)) == Isd::constant && is_pair(dag, dag.operand(v, 0));
  return op == Isd::constant || is_symbol(dag, v) || is_pair(dag, v);
}

bool WideAddresses::is_address(const Dag& dag, Value v, Space space) const {
  if (is_pair(dag, v)) return true;
  std::uint64_t by;
  return dag.op(v) == Isd::add && is_settled(dag, v) && dag.is_constant(dag.operand(v, 1), by) && fits(by, space);
}

bool WideAddresses::settled(const Dag& dag, NodeId id) const {
  if (!any_) return false;
  if (dag.result_count(id) == 1 && is_settled(dag, {id, 0})) return true;
  const Isd op = dag.op(id);
  if (op == Isd::extract_limb) return dag.types(id)[0] == limb_ && is_symbol(dag, dag.operand(id, 0));
  const bool indirect = op == Isd::call && dag.calls[dag.payload(id).aux].callee.empty();
  const std::uint32_t at = indirect ? 1 : address_operand(op);
  if (at == 0) return false;
  for (const Vt type : dag.types(id))
    if (!facts_.types.holds(type)) return false;
  for (std::uint32_t i = 0; i < dag.operand_count(id); ++i) {
    const Value v = dag.operand(id, i);
    if (facts_.types.holds(dag.type(v))) continue;
    if (i != at || !(indirect ? is_pair(dag, v) : is_address(dag, v, dag.mem(id).space))) return false;
  }
  return true;
}

Value expand_cast(Make& make, const TargetFacts& facts, NodeId id, Value pointer) {
  Dag& dag = make.dag();
  const auto from = static_cast<Space>(dag.payload(id).imm), to = static_cast<Space>(dag.payload(id).aux);
  const Vt generic = facts.address(Space::generic), result = facts.address(to);
  Value v = pointer;
  if (from != Space::generic) {
    const SpaceFacts& space = facts.spaces.of(from);
    if (space.to_generic == ToGeneric::never) return {};
    if (!space.casts)
      v = make.add(make.resize(v, generic, Extend::zero), make.constant(space.window, generic));
    else if (space.to_generic == ToGeneric::same_bits)
      v = make.resize(v, generic, Extend::zero);
    else
      v = dag.get(Isd::addrspace_cast, generic, {v}, {static_cast<std::uint64_t>(from), 0});
  }
  if (to == Space::generic) return v;
  const SpaceFacts& space = facts.spaces.of(to);
  if (space.to_generic == ToGeneric::never) return {};
  if (!space.casts) return make.sub(make.resize(v, result), make.constant(space.window, result));
  if (space.to_generic == ToGeneric::same_bits) return make.resize(v, result);
  return dag.get(Isd::addrspace_cast, result, {v}, {0, static_cast<std::uint32_t>(to)});
}

}  // namespace lathe::codegen
