// Values of LLVM in the block that is built: what they are, and where they come from; node shorthands; values taken
// apart into pieces and put together again.
#include "codegen/build/context.hpp"

#include <algorithm>

#include "codegen/build/families.hpp"

namespace lathe::codegen::build {

Context::Context(const Source& source_in, const View& view_in, const FunctionModes& modes_in,
                 const TargetFacts& facts_in, Client& client_in, Dag& dag_in, Diag& diag_in)
    : source(*source_in.function),
      arguments(source_in.arguments, source_in.function->arg_size()),
      view(view_in),
      modes(modes_in),
      facts(facts_in),
      client(client_in),
      kernel(source_in.function->hasKernelCallingConv()),
      dag(dag_in),
      diag(diag_in) {
  block_index.assign(source.getMaxBlockNumber(), 0);
  for (const llvm::BasicBlock& of : source) {
    block_index[of.getNumber()] = static_cast<std::uint32_t>(blocks.size());
    blocks.push_back(&of);
  }
  locals.reserve(static_cast<unsigned>(source_in.instructions + arguments.size()));
}

Context::~Context() = default;

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
    if (refused->isAggregateType())
      error("type " + spell(refused) + " has too many members for a value");
    else
      no_form("type " + spell(refused));
    made.assign(1, {vt::i32, type, 0});
  }
  return made;
}

Vt Context::type_of(const llvm::Type* type) {
  const Vt out_type = vt_of(type, view);
  if (out_type == Vt{}) return leaves(type).empty() ? vt::i32 : leaves(type)[0].type;  // reported there
  return out_type;
}

namespace {

void rebuild(Context& c, const llvm::Value* value, const Local& local) {
  Value made;
  if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(value)) {
    // A device function's parameter lies in local memory once its address is taken.
    made = c.parameter_address(parameter->getArgNo());
    if (!c.kernel) made = c.cast_space(made, Space::param, Space::local);
    made = c.cast_space(made, c.kernel ? Space::param : Space::local,
                        c.role_of(parameter->getType()->getPointerAddressSpace()));
  } else if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(value)) {
    const auto place = c.frame.find(object);
    const Space role = c.role_of(object->getAddressSpace());
    made = place == c.frame.end()
               ? c.dag.undef(c.facts.address(role))
               : c.cast_space(c.node(Isd::frame_index, c.facts.address(Space::local), {}, {0, place->second}),
                              Space::local, role);
  } else if (const auto* cast_inst = llvm::dyn_cast<llvm::AddrSpaceCastInst>(value)) {
    made = c.cast_space(c.value(cast_inst->getPointerOperand()), c.role_of(cast_inst->getSrcAddressSpace()),
                        c.role_of(cast_inst->getDestAddressSpace()));
  } else {
    made = address_of(c, *llvm::cast<llvm::GEPOperator>(value));
  }
  c.slots[local.slot].epoch = c.epoch;
  c.slots[local.slot].now = made;
}

void local_values(Context& c, const llvm::Value* value, const Local& local) {
  if (local.rebuilt) return rebuild(c, value, local);
  if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(value); parameter != nullptr && c.block == 0)
    return c.client.argument(c, *parameter);
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

void Context::set(const llvm::Value* value, std::span<const Value> results) {
  const auto found = locals.find(value);
  if (found == locals.end()) return;
  const Local& local = found->second;
  for (std::uint32_t i = 0; i < local.count; ++i) {
    Slot& slot = slots[local.slot + i];
    slot.epoch = epoch;
    slot.now = i < results.size() ? results[i] : dag.undef(slot.type);
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

// ---- node shorthands ----------------------------------------------------------------------------------

Value Context::resize(Value v, Vt to, Isd extend) {
  const Vt from = dag.type(v);
  if (from.bits() == to.bits()) return v;
  return from.bits() > to.bits() ? node(Isd::trunc, to, {v}) : node(extend, to, {v});
}

Value Context::lane(Value of, std::uint32_t index) {
  return node(Isd::extract_element, dag.type(of).element(), {of, integer(index, vt::i32)});
}

Space Context::role_of(unsigned number) {
  if (const SpaceFacts* known = facts.spaces.numbered(number)) return known->role;
  no_form("a pointer to address space " + std::to_string(number));
  return Space::generic;
}

Value Context::cast_space(Value v, Space from, Space to) {
  if (from == to) return v;
  const Vt type = facts.address(to);
  for (const Space role : {from, to}) {
    const SpaceFacts& space = facts.spaces.of(role);
    if (space.to_generic != ToGeneric::never) continue;
    error("an address of " + std::string(space.title.empty() ? to_string(role) : space.title) +
          " cannot be cast to another address space");
    return dag.undef(type);
  }
  // There and back again is the address itself, in one step or two.
  for (Value at = v; dag.op(at) == Isd::addrspace_cast; at = dag.operand(at, 0))
    if (dag.payload(at.node).imm == static_cast<std::uint64_t>(to) && dag.type(dag.operand(at, 0)) == type)
      return dag.operand(at, 0);
  return node(Isd::addrspace_cast, type, {v}, {static_cast<std::uint64_t>(from), static_cast<std::uint32_t>(to)});
}

Value Context::add_offset(Value address, std::int64_t offset) {
  if (offset == 0) return address;
  const Isd op = dag.op(address);
  if (op == Isd::frame_index || op == Isd::param_address || op == Isd::global_address) {
    DagPayload payload = dag.payload(address.node);
    payload.imm += static_cast<std::uint64_t>(offset);
    return node(op, dag.type(address), {}, payload);
  }
  return node(Isd::add, dag.type(address), {address, integer(static_cast<std::uint64_t>(offset), dag.type(address))});
}

Value Context::to_integer(Value v) {
  const Vt type = dag.type(v);
  if (!type.is_vector()) return type.is_integer() ? v : bitcast(v, type.as_integer());
  const Vt whole(VtKind::integer, type.total_bits());
  const std::uint32_t bits = type.bits();
  if (bits == 8 || bits == 16 || bits == 32 || bits == 64) return bitcast(v, whole);
  Value sum;
  for (std::uint32_t i = 0; i < type.lanes(); ++i) {
    Value part = resize(lane(v, i), whole, Isd::zext);
    if (i != 0) part = node(Isd::shl, whole, {part, integer(std::uint64_t{i} * bits, whole)});
    sum = i == 0 ? part : node(Isd::or_, whole, {sum, part}, {}, flag::disjoint);
  }
  return sum;
}

Value Context::from_integer(Value v, Vt to) {
  if (!to.is_vector()) return to.is_integer() ? v : bitcast(v, to);
  const std::uint32_t bits = to.bits();
  if (bits == 8 || bits == 16 || bits == 32 || bits == 64) return bitcast(v, to);
  ValueList lanes;
  const Vt whole = dag.type(v);
  for (std::uint32_t i = 0; i < to.lanes(); ++i) {
    const Value shifted = i == 0 ? v : node(Isd::srl, whole, {v, integer(std::uint64_t{i} * bits, whole)});
    lanes.push_back(bitcast(resize(shifted, Vt(VtKind::integer, bits), Isd::zext), to.element()));
  }
  return dag.get(Isd::build_vector, to, std::span<const Value>(lanes.data(), lanes.size()));
}

Value Context::fit(Value v, Vt to, Isd extend) {
  const Vt from = dag.type(v);
  if (from == to) return v;
  if (from.total_bits() == to.total_bits()) {
    // Odd lanes go through an integer; everything else is a bitcast.
    return from_integer(to_integer(v), to);
  }
  if (from.is_vector() || to.is_vector()) {
    if (from.total_bits() > to.total_bits()) return {};
    const Vt whole(VtKind::integer, to.total_bits());
    return from_integer(resize(to_integer(v), whole, Isd::anyext), to);
  }
  if (from.is_float() && to.is_float()) return {};
  const Vt whole(VtKind::integer, to.bits());
  return from_integer(resize(to_integer(v), whole, extend), to);
}

void split(Context& c, Value v, std::uint64_t offset, std::uint32_t base_align, ValueList& out_values) {
  const Vt type = c.dag.type(v);
  std::vector<ParamPiece> pieces;
  append_pieces(type, c.facts.types.facts(), offset, base_align, pieces);
  for (ParamPiece& piece : pieces) piece.offset -= static_cast<std::uint32_t>(offset);
  switch (shape_of(type, c.facts.types.facts(), aligned_at(base_align, offset))) {
    case Shape::whole:
      out_values.push_back(v);
      return;
    case Shape::lanes:
      for (const ParamPiece& piece : pieces) {
        const std::uint32_t first = piece.offset / type.element_bytes();
        if (piece.type == type)
          out_values.push_back(v);
        else if (piece.type.is_vector())
          out_values.push_back(c.node(Isd::extract_subvector, piece.type, {v}, {first, 0}));
        else
          out_values.push_back(c.lane(v, first));
      }
      return;
    case Shape::each:
      for (std::uint32_t i = 0; i < type.lanes(); ++i)
        split(c, c.lane(v, i), offset + std::uint64_t{i} * type.element_bytes(), base_align, out_values);
      return;
    case Shape::integer:
      break;
  }
  const Vt whole(VtKind::integer, type.store_bytes() * 8);
  const Value bits = c.resize(c.to_integer(v), whole, Isd::zext);
  const Vt limb(VtKind::integer, c.facts.types.facts().integers.back());
  const bool limbs = whole.bits() % limb.bits() == 0 && whole.bits() > limb.bits() &&
                     std::all_of(pieces.begin(), pieces.end(), [&](const ParamPiece& p) { return p.type == limb; });
  for (const ParamPiece& piece : pieces) {
    if (piece.type == whole)
      out_values.push_back(bits);
    else if (limbs)
      out_values.push_back(c.node(Isd::extract_limb, limb, {bits}, {piece.offset / (limb.bits() / 8), 0}));
    else {
      const Value shifted =
          piece.offset == 0 ? bits : c.node(Isd::srl, whole, {bits, c.integer(std::uint64_t{piece.offset} * 8, whole)});
      out_values.push_back(c.resize(shifted, piece.type, Isd::zext));
    }
  }
}

Value join(Context& c, Vt type, std::uint64_t offset, std::uint32_t base_align, std::span<const Value>& pieces) {
  std::vector<ParamPiece> places;
  append_pieces(type, c.facts.types.facts(), offset, base_align, places);
  for (ParamPiece& place : places) place.offset -= static_cast<std::uint32_t>(offset);
  const auto take = [&] {
    const Value v = pieces.front();
    pieces = pieces.subspan(1);
    return v;
  };
  ValueList lanes;
  switch (shape_of(type, c.facts.types.facts(), aligned_at(base_align, offset))) {
    case Shape::whole:
      return take();
    case Shape::lanes:
      for (const ParamPiece& place : places) {
        const Value piece = take();
        if (place.type == type) return piece;
        for (std::uint32_t i = 0; i < std::max(1U, place.type.lanes()); ++i)
          lanes.push_back(place.type.is_vector() ? c.lane(piece, i) : piece);
      }
      return c.dag.get(Isd::build_vector, type, std::span<const Value>(lanes.data(), lanes.size()));
    case Shape::each:
      for (std::uint32_t i = 0; i < type.lanes(); ++i)
        lanes.push_back(join(c, type.element(), offset + std::uint64_t{i} * type.element_bytes(), base_align, pieces));
      return c.dag.get(Isd::build_vector, type, std::span<const Value>(lanes.data(), lanes.size()));
    case Shape::integer:
      break;
  }
  const Vt whole(VtKind::integer, type.store_bytes() * 8);
  for (std::size_t i = 0; i < places.size(); ++i) lanes.push_back(take());
  const Vt limb(VtKind::integer, c.facts.types.facts().integers.back());
  const bool limbs = (whole.bits() & (whole.bits() - 1)) == 0 &&
                     std::all_of(places.begin(), places.end(), [&](const ParamPiece& p) { return p.type == limb; });
  Value bits;
  if (limbs) {
    for (std::uint32_t width = 2 * limb.bits(); lanes.size() > 1; width *= 2) {
      for (std::size_t i = 0; i < lanes.size() / 2; ++i)
        lanes[i] = c.node(Isd::build_pair, Vt(VtKind::integer, width), {lanes[2 * i], lanes[2 * i + 1]});
      lanes.resize(lanes.size() / 2);
    }
    bits = lanes[0];
  } else {
    for (std::size_t i = 0; i < places.size(); ++i) {
      Value part = c.resize(lanes[i], whole, Isd::zext);
      if (places[i].offset != 0)
        part = c.node(Isd::shl, whole, {part, c.integer(std::uint64_t{places[i].offset} * 8, whole)});
      bits = i == 0 ? part : c.node(Isd::or_, whole, {bits, part}, {}, flag::disjoint);
    }
  }
  return c.from_integer(c.resize(bits, Vt(VtKind::integer, type.total_bits()), Isd::zext), type);
}

}  // namespace lathe::codegen::build
