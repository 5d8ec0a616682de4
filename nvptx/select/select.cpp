// The selector's door, and the switch from operations to families.
#include "nvptx/select/select.hpp"

#include "nvptx/select/rules.hpp"

namespace lathe::nvptx {

namespace selecting {

bool constant(Context& c, NodeId n) {
  const Value v{n, 0};
  const Vt t = c.type(v);
  if (register_type(t) == mir::Type::none) return false;
  const auto bits = c.constant_bits(v);
  if (!bits) return false;
  c.write(Mnemonic("mov", move_suffix(t)), {c.def(v), c.immediate(*bits, t, t.is_integer() && !t.is_vector())});
  return true;
}

bool Context::constant(NodeId n) { return selecting::constant(*this, n); }

bool Context::rule(NodeId n) {
  Context& c = *this;
  const Isd o = c.op(n);
  switch (o) {
    case Isd::call:
      return call(c, n);
    case Isd::inline_asm:
      return inline_asm(c, n);
    case Isd::target:
      return target_instruction(c, n, false);
    case Isd::target_chain:
      return target_instruction(c, n, true);
    default:
      break;
  }
  if (o <= Isd::exit) return control(c, n);
  if (o >= Isd::add && o <= Isd::extract_limb) return alu(c, n);
  if (o >= Isd::fadd && o <= Isd::is_fpclass) return floating(c, n);
  if (o >= Isd::trunc && o <= Isd::addrspace_cast) return conversion(c, n);
  if (o == Isd::setcc) return setcc(c, n);
  if (o == Isd::select) return select(c, n);
  if (o >= Isd::build_vector && o <= Isd::reduce) return vector(c, n);
  if (o == Isd::atomic_rmw || o == Isd::atomic_cmpxchg || o == Isd::fence) return atomic(c, n);
  return memory(c, n);  // and the addresses of variables
}

}  // namespace selecting

// ---- the door ------------------------------------------------------------------------------------------

BlockSelector::BlockSelector(mir::Module& module, mir::Function& function, const Features& features, Diag& diag)
    : diag_(diag), context_(std::make_unique<selecting::Context>(module, function, features)) {}
BlockSelector::~BlockSelector() = default;
mir::Reg BlockSelector::register_of(Value value) const { return context_->register_of(value); }

bool BlockSelector::select(Dag& dag, mir::BlockId block) {
  context_->block = block;
  return context_->run(dag, context_->function.name, diag_);
}

BlockSelectStats BlockSelector::stats() const {
  return {context_->stats().nodes, context_->stats().folded, context_->jumps_settled};
}

bool select(Dag& dag, mir::Module& module, mir::Function& function, mir::BlockId block, const Features& features,
            Diag& diag) {
  return BlockSelector(module, function, features, diag).select(dag, block);
}

}  // namespace lathe::nvptx
