// Which values cannot be poison; freeze.
#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

bool never_poison(const Dag& dag, Value v, unsigned depth) {
  constexpr std::uint16_t promises =
      flag::nuw | flag::nsw | flag::exact | flag::disjoint | flag::nneg | flag::nnan | flag::ninf;
  const Isd op = dag.op(v);
  switch (op) {
    case Isd::undef:
      return false;
    case Isd::freeze:
    case Isd::copy_from_reg:
    case Isd::target:
      return true;
    case Isd::load:  // memory may hold undefined bytes
    case Isd::load_vec:
    case Isd::sdiv:
    case Isd::udiv:
    case Isd::srem:
    case Isd::urem:
    case Isd::fp_to_si:
    case Isd::fp_to_ui:
    case Isd::anyext:
    case Isd::shuffle:
      return false;
    default:
      break;
  }
  if (info(op).leaf || info(op).side_effect) return true;
  if (depth == 4 || (dag.flags(v.node) & promises) != 0) return false;
  std::uint64_t by = 0;
  if ((op == Isd::shl || op == Isd::srl || op == Isd::sra || op == Isd::sshl_sat || op == Isd::ushl_sat) &&
      (!dag.is_constant(dag.operand(v, 1), by) || by >= dag.type(v).bits()))
    return false;
  if (op == Isd::extract_element || op == Isd::insert_element) {
    const Vt vector = dag.type(dag.operand(v, 0));
    if (!dag.is_constant(dag.operand(v, op == Isd::extract_element ? 1 : 2), by) || by >= vector.lanes()) return false;
    if (dag.type(v).bits() > vector.bits()) return false;  // a lane in a wider register: anything stands above it
  }
  if ((op == Isd::ctlz || op == Isd::cttz || op == Isd::abs) && dag.payload(v.node).imm != 0) return false;
  for (std::uint32_t i = 0; i < dag.operand_count(v.node); ++i)
    if (!never_poison(dag, dag.operand(v, i), depth + 1)) return false;
  return true;
}

}  // namespace lathe::codegen::combining
