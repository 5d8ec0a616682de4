// Addresses wider than a register (addresses.hpp has their form), and casts between address spaces that no instruction
// makes.
//
// Gives: O(1) nodes per access and cast.
#include "codegen/legalize/lower.hpp"

namespace lathe::codegen {

using dag::Rewrite;

Value TypeLowering::address(Value pointer, std::uint64_t bytes, Space space) {
  pointer = current(pointer);
  if (!wide_.is(dag_.type(pointer))) return make_.offset(pointer, bytes);
  // Base and offset, so that accesses near each other share the base's limbs.
  Value base = pointer;
  std::uint64_t by;
  while (dag_.op(base) == Isd::add && dag_.is_constant(dag_.operand(base, 1), by)) {
    bytes += by;
    base = current(dag_.operand(base, 0));
  }
  const bool symbol = wide_.is_symbol(dag_, base);
  const auto symbol_and = [&](std::uint64_t offset) {
    return dag_.get(dag_.op(base), wide_.type(), {}, {.imm = offset, .aux = dag_.payload(base.node).aux});
  };
  if (symbol) {
    bytes += dag_.payload(base.node).imm;
    base = symbol_and(wide_.fits(bytes, space) ? 0 : bytes);
    if (!wide_.fits(bytes, space)) bytes = 0;
  }
  Values low_high = limbs(base);
  if (!wide_.fits(bytes, space)) {
    low_high = add_sub(Isd::add, low_high, limbs(dag_.constant(bytes, wide_.type())));
    bytes = 0;
  }
  const Value at = pair(low_high);
  return bytes == 0 ? at : dag_.get(Isd::add, wide_.type(), {at, dag_.constant(bytes, wide_.type())});
}

Rewrite TypeLowering::with_address(NodeId id) {
  const Isd op = dag_.op(id);
  const std::uint32_t at = address_operand(op);
  Values operands;
  for (std::uint32_t i = 0; i < dag_.operand_count(id); ++i) {
    operands.push_back(operand(id, i));
    if (i == at) operands.back() = address(operands.back(), 0, dag_.mem(id).space);
    const Vt type = dag_.type(operands.back());
    if (!legal(type) && !(i == at && wide_.is(type))) return refuse(id);
  }
  return again(id, operands);
}

Rewrite TypeLowering::lower_cast(NodeId id) {
  const Value cast = expand_cast(make_, facts_, id, operand(id, 0));
  return cast ? done(id, cast) : refuse(id, "there is no such cast");
}

}  // namespace lathe::codegen
