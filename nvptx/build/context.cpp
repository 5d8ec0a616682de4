// Values of LLVM in the block that is built: what they are, and where they come from.
#include "nvptx/build/context.hpp"

#include "nvptx/build/families.hpp"

namespace lathe::nvptx::build {

Context::Context(const Body& body, const View& view_in, const Features& base, mir::Module& module_in,
                 mir::Function& out_in, Dag& dag_in, Diag& diag_in)
    : source(*body.source),
      arguments(body.arguments, body.source->arg_size()),
      view(view_in),
      features(features_of(*body.source, base)),
      kernel(is_kernel(*body.source)),
      module(module_in),
      out(out_in),
      dag(dag_in),
      diag(diag_in) {
  block_index.assign(source.getMaxBlockNumber(), 0);
  for (const llvm::BasicBlock& of : source) {
    block_index[of.getNumber()] = static_cast<std::uint32_t>(blocks.size());
    blocks.push_back(&of);
  }
  out.blocks.resize(blocks.size());
  if (out.locations.empty()) out.locations.emplace_back();
  if (out.params.size() != arguments.size()) error("the signature has no PTX form");
  locals.reserve(static_cast<unsigned>(body.instructions + arguments.size()));
}

void Context::error(std::string text) {
  failed = true;
  diag.error(source.getName().str(), std::move(text));
}

const std::vector<Leaf>& Context::leaves(const llvm::Type* type) {
  auto& known = leaf_index_[type];
  if (known != nullptr) return *known;
  std::vector<Leaf>& made = leaf_store_.emplace_back();
  known = &made;
  if (type->isVoidTy()) return made;
  if (const llvm::Type* refused = append_leaves(type, view, 0, made)) {
    error("type " + spell(refused) +
          (refused->isAggregateType() ? " has too many members for a value" : " has no PTX form"));
    made.assign(1, {vt::i32, type, 0});
  }
  return made;
}

Vt Context::type_of(const llvm::Type* type) {
  const Vt out_type = vt_of(type);
  if (out_type == Vt{}) return leaves(type).empty() ? vt::i32 : leaves(type)[0].type;  // reported there
  return out_type;
}

namespace {

void rebuild(Context& c, const llvm::Value* value, const Local& local) {
  Value made;
  if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(value)) {
    // A device function's parameter lies in local memory once its address is taken.
    made = c.node(Isd::param_address, vt::i64, {}, {0, parameter->getArgNo()});
    if (!c.kernel) made = c.cast_space(made, 101, 5);
    made = c.cast_space(made, c.kernel ? 101 : 5, parameter->getType()->getPointerAddressSpace());
  } else if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(value)) {
    const auto place = c.frame.find(object);
    made = place == c.frame.end()
               ? c.dag.undef(vt::i64)
               : c.cast_space(c.node(Isd::frame_index, vt::i64, {}, {0, place->second}), 5, object->getAddressSpace());
  } else if (const auto* cast_inst = llvm::dyn_cast<llvm::AddrSpaceCastInst>(value)) {
    made = c.cast_space(c.value(cast_inst->getPointerOperand()), cast_inst->getSrcAddressSpace(),
                        cast_inst->getDestAddressSpace());
  } else {
    made = address_of(c, *llvm::cast<llvm::GEPOperator>(value));
  }
  c.slots[local.slot].epoch = c.epoch;
  c.slots[local.slot].now = made;
}

void local_values(Context& c, const llvm::Value* value, const Local& local) {
  if (local.rebuilt) return rebuild(c, value, local);
  if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(value); parameter != nullptr && c.block == 0)
    return argument(c, *parameter);
  for (std::uint32_t i = 0; i < local.count; ++i) {
    Slot& slot = c.slots[local.slot + i];
    slot.epoch = c.epoch;
    slot.now = slot.reg == no_reg ? c.dag.undef(slot.type) : c.node(Isd::copy_from_reg, slot.type, {}, {0, slot.reg});
  }
}

}  // namespace

Value Context::value(const llvm::Value* value) {
  if (const auto* known = llvm::dyn_cast<llvm::Constant>(value)) return constant(*this, known);
  const auto found = locals.find(value);
  if (found == locals.end() || found->second.count == 0) {
    if (found == locals.end()) error("an operand of type " + spell(value->getType()) + " is not a value");
    return dag.undef(vt::i32);
  }
  const Slot& slot = slots[found->second.slot];
  if (slot.epoch != epoch) local_values(*this, value, found->second);
  return slots[found->second.slot].now;
}

void Context::values(const llvm::Value* value, ValueList& out_values) {
  if (const auto* known = llvm::dyn_cast<llvm::Constant>(value)) return constant_leaves(*this, known, out_values);
  const auto found = locals.find(value);
  if (found == locals.end()) {
    error("an operand of type " + spell(value->getType()) + " is not a value");
    return;
  }
  const Local& local = found->second;
  if (local.count != 0 && slots[local.slot].epoch != epoch) local_values(*this, value, local);
  for (std::uint32_t i = 0; i < local.count; ++i) out_values.push_back(slots[local.slot + i].now);
}

void Context::set(const llvm::Value* value, std::span<const Value> parts) {
  const auto found = locals.find(value);
  if (found == locals.end()) return;
  const Local& local = found->second;
  for (std::uint32_t i = 0; i < local.count; ++i) {
    Slot& slot = slots[local.slot + i];
    slot.epoch = epoch;
    slot.now = i < parts.size() ? parts[i] : dag.undef(slot.type);
    // A fault was reported already, or the type says otherwise: never let a wrong type go on.
    if (dag.type(slot.now) != slot.type) {
      if (!failed)
        error("internal: a value of type " + to_string(slot.type) + " was built as " + to_string(dag.type(slot.now)));
      slot.now = dag.undef(slot.type);
    }
  }
}

Value Context::ordered_chain() {
  if (pending_loads.empty()) return chain;
  // Every pending load already comes after chain_.
  chain = pending_loads.size() == 1 ? pending_loads[0] : dag.get(Isd::token_factor, vt::chain, pending_loads);
  pending_loads.clear();
  return chain;
}

}  // namespace lathe::nvptx::build
