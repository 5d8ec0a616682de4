// Blocks, values that live across them, and phis. See function_builder.hpp.
#include "nvptx/build/function_builder.hpp"

#include <algorithm>

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/FloatingPointMode.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include "nvptx/debug/plan.hpp"

namespace lathe::nvptx {

using build::Leaf;

FunctionBuilder::FunctionBuilder(const Body& body, const build::View& view, const Features& features,
                                 mir::Module& module, mir::Function& out, Dag& dag, Diag& diag)
    : impl_(std::make_unique<Impl>(body, view, features, module, out, dag, diag)) {}
FunctionBuilder::~FunctionBuilder() = default;
std::uint32_t FunctionBuilder::block_count() const { return static_cast<std::uint32_t>(impl_->out.blocks.size()); }
const Features& FunctionBuilder::features() const { return impl_->features; }
bool FunctionBuilder::build_block(std::uint32_t block) { return impl_->build_block(block); }
void FunctionBuilder::leave_source() { impl_->leave_source(); }
bool FunctionBuilder::finish() { return impl_->finish(); }
void FunctionBuilder::say_values(std::uint32_t block, const std::function<mir::Reg(Value)>& register_of) {
  impl_->say_values(block, register_of);
}
debug::FunctionNotes FunctionBuilder::take_debug_notes() { return std::move(impl_->notes); }

FunctionBuilder::Impl::Impl(const Body& body, const build::View& view_in, const Features& base, mir::Module& module_in,
                            mir::Function& out_in, Dag& dag_in, Diag& diag_in)
    : source(*body.source),
      arguments(body.arguments, body.source->arg_size()),
      features(features_of(*body.source, base)),
      module(module_in),
      out(out_in),
      dag(dag_in),
      diag(diag_in),
      view(view_in),
      kernel(build::is_kernel(*body.source)) {
  dag.clear_block();
  dag.frame.clear();
  dag.jump_tables.clear();
  block_index_.assign(source.getMaxBlockNumber(), 0);
  for (const llvm::BasicBlock& block : source) {
    block_index_[block.getNumber()] = static_cast<std::uint32_t>(blocks_.size());
    blocks_.push_back(&block);
  }
  out.blocks.resize(blocks_.size());
  if (out.locations.empty()) out.locations.emplace_back();
  if (out.params.size() != arguments.size()) error("the signature has no PTX form");
  locals_.reserve(static_cast<unsigned>(body.instructions + arguments.size()));
  number_values();
  make_phis();
  start_debug();
}

Features features_of(const llvm::Function& function, const Features& base) {
  Features out = base;
  const llvm::DenormalMode mode = function.getDenormalMode(llvm::APFloat::IEEEsingle());
  out.ftz_f32 = base.ftz_f32 || mode.Output == llvm::DenormalMode::PreserveSign;
  const auto says = [&](const char* name) { return function.getFnAttribute(name).getValueAsBool(); };
  out.unsafe_fp = base.unsafe_fp || says("unsafe-fp-math");
  return out;
}

void FunctionBuilder::Impl::error(std::string text) {
  failed_ = true;
  diag.error(source.getName().str(), std::move(text));
}

// ---- numbering ---------------------------------------------------------------------------------------

const std::vector<Leaf>& FunctionBuilder::Impl::leaves(const llvm::Type* type) {
  auto& known = leaf_index_[type];
  if (known != nullptr) return *known;
  std::vector<Leaf>& made = leaf_store_.emplace_back();
  known = &made;
  if (type->isVoidTy()) return made;
  if (const llvm::Type* refused = build::append_leaves(type, view, 0, made)) {
    error("type " + build::spell(refused) +
          (refused->isAggregateType() ? " has too many members for a value" : " has no PTX form"));
    made.assign(1, {vt::i32, type, 0});
  }
  return made;
}

Vt FunctionBuilder::Impl::type_of(const llvm::Type* type) {
  const Vt out_type = build::vt_of(type);
  if (out_type == Vt{}) return leaves(type).empty() ? vt::i32 : leaves(type)[0].type;  // reported there
  return out_type;
}

// Addresses of frame objects and byval parameters, and what is a constant distance away from them, cost nothing:
// they become the address part of a load or store. Only casts to the generic space are instructions.
bool FunctionBuilder::Impl::is_rebuilt(const llvm::Value* value) const {
  if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(value)) return parameter->hasByValAttr();
  if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(value)) return object->isStaticAlloca();
  const auto inherits = [&](const llvm::Value* base) {
    const auto found = locals_.find(base);
    return found != locals_.end() && found->second.rebuilt;
  };
  if (const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(value))
    return cast->getDestAddressSpace() != 0 && cast->getType()->isPointerTy() && inherits(cast->getPointerOperand());
  if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(value))
    return gep->hasAllConstantIndices() && gep->getType()->isPointerTy() && inherits(gep->getPointerOperand());
  return false;
}

bool FunctionBuilder::Impl::leaves_block(const llvm::Instruction& instruction) const {
  for (const llvm::User* user : instruction.users()) {
    const auto* where = llvm::cast<llvm::Instruction>(user);
    if (where->getParent() != instruction.getParent() || llvm::isa<llvm::PHINode>(where)) return true;
  }
  return false;
}

void FunctionBuilder::Impl::number(const llvm::Value* value, bool rebuilt) {
  const std::vector<Leaf>& parts = leaves(value->getType());
  Local local;
  local.slot = static_cast<std::uint32_t>(slots_.size());
  local.count = static_cast<std::uint32_t>(parts.size());
  local.rebuilt = rebuilt;
  for (const Leaf& leaf : parts) {
    Slot slot;
    slot.type = leaf.type;
    slots_.push_back(slot);
  }
  locals_[value] = local;
}

std::uint32_t FunctionBuilder::Impl::new_registers(Vt type) {
  part_scratch_.clear();
  if (!legal_parts(type, features, part_scratch_)) {
    error("type " + to_string(type) + " has no PTX form");
    part_scratch_.assign(1, vt::i32);
  }
  const auto first = static_cast<std::uint32_t>(out.regs.size());
  for (const Vt part : part_scratch_) out.new_reg(register_type(part));
  return first;
}

void FunctionBuilder::Impl::give_registers(const llvm::Value* value) {
  Local& local = locals_.find(value)->second;
  local.exported = true;
  for (std::uint32_t i = 0; i < local.count; ++i)
    slots_[local.slot + i].reg = new_registers(slots_[local.slot + i].type);
}

void FunctionBuilder::Impl::number_values() {
  for (const llvm::Argument& parameter : arguments) {
    const bool rebuilt = is_rebuilt(&parameter);
    number(&parameter, rebuilt);
    const llvm::BasicBlock* entry = &source.getEntryBlock();
    const bool away =
        !rebuilt && std::any_of(parameter.user_begin(), parameter.user_end(), [&](const llvm::User* user) {
          const auto* where = llvm::cast<llvm::Instruction>(user);
          return where->getParent() != entry || llvm::isa<llvm::PHINode>(where);
        });
    if (!away) continue;
    give_registers(&parameter);
    exported_.push_back(&parameter);
  }
  exported_end_.reserve(blocks_.size());
  for (const llvm::BasicBlock* block : blocks_) {
    for (const llvm::Instruction& instruction : *block) {
      const llvm::Type* type = instruction.getType();
      if (type->isVoidTy() || type->isTokenTy() || type->isMetadataTy()) continue;
      const bool rebuilt = is_rebuilt(&instruction);
      number(&instruction, rebuilt);
      if (rebuilt) {
        if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
            object != nullptr && !object->use_empty()) {
          const std::uint64_t bytes = view.object_bytes(*object);
          if (bytes > 0xffffffffU)
            error("a local variable of " + std::to_string(bytes) + " bytes does not fit into local memory");
          frame_[object] = dag.add_frame_object(std::max<std::uint64_t>(bytes, 1),
                                                static_cast<std::uint32_t>(object->getAlign().value()));
        }
        continue;
      }
      const bool phi = llvm::isa<llvm::PHINode>(instruction);
      if (!phi && !leaves_block(instruction)) continue;
      give_registers(&instruction);
      if (!phi) exported_.push_back(&instruction);
    }
    exported_end_.push_back(static_cast<std::uint32_t>(exported_.size()));
  }
}

void FunctionBuilder::Impl::make_phis() {
  edges_.resize(blocks_.size());
  std::vector<mir::Operand> operands;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> seen;
  std::vector<const llvm::BasicBlock*> preds;
  for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
    for (const llvm::PHINode& phi : blocks_[b]->phis()) {
      if (phi.use_empty()) continue;
      seen.clear();
      preds.clear();
      Phi made;
      made.source = &phi;
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
        const llvm::BasicBlock* from = phi.getIncomingBlock(i);
        if (!seen.insert(from).second) continue;  // a switch can come from one block many times, with one value
        edges_[index_of(from)].push_back(
            {static_cast<std::uint32_t>(phis_.size()), i, static_cast<std::uint32_t>(preds.size())});
        preds.push_back(from);
      }
      made.preds = static_cast<std::uint32_t>(preds.size());
      const Local local = locals_.find(&phi)->second;
      for (std::uint32_t leaf = 0; leaf < local.count; ++leaf) {
        part_scratch_.clear();
        legal_parts(slots_[local.slot + leaf].type, features, part_scratch_);
        for (std::uint32_t part = 0; part < part_scratch_.size(); ++part) {
          const mir::Type type = register_type(part_scratch_[part]);
          operands.assign(1, mir::Operand::make_reg(slots_[local.slot + leaf].reg + part));
          for (const llvm::BasicBlock* from : preds) {
            operands.push_back(mir::make_group(mir::GroupKind::tuple, 2));
            operands.push_back(mir::Operand::make_reg(mir::none));
            operands.push_back(mir::Operand::make_block(index_of(from)));
          }
          const mir::Inst inst = out.make(module.intern("phi." + std::string(mir::to_string(type))), operands);
          made.operand_begin.push_back(inst.begin);
          out.blocks[b].insts.push_back(inst);
        }
      }
      phis_.push_back(std::move(made));
    }
  }
}

// ---- values ------------------------------------------------------------------------------------------

Value FunctionBuilder::Impl::value(const llvm::Value* value) {
  if (const auto* known = llvm::dyn_cast<llvm::Constant>(value)) return constant(known);
  const auto found = locals_.find(value);
  if (found == locals_.end() || found->second.count == 0) {
    if (found == locals_.end()) error("an operand of type " + build::spell(value->getType()) + " is not a value");
    return dag.undef(vt::i32);
  }
  const Slot& slot = slots_[found->second.slot];
  if (slot.epoch != epoch_) local_values(value, found->second);
  return slots_[found->second.slot].now;
}

void FunctionBuilder::Impl::values(const llvm::Value* value, ValueList& out_values) {
  if (const auto* known = llvm::dyn_cast<llvm::Constant>(value)) return constant_leaves(known, out_values);
  const auto found = locals_.find(value);
  if (found == locals_.end()) {
    error("an operand of type " + build::spell(value->getType()) + " is not a value");
    return;
  }
  const Local& local = found->second;
  if (local.count != 0 && slots_[local.slot].epoch != epoch_) local_values(value, local);
  for (std::uint32_t i = 0; i < local.count; ++i) out_values.push_back(slots_[local.slot + i].now);
}

void FunctionBuilder::Impl::set(const llvm::Value* value, std::span<const Value> parts) {
  const auto found = locals_.find(value);
  if (found == locals_.end()) return;
  const Local& local = found->second;
  for (std::uint32_t i = 0; i < local.count; ++i) {
    Slot& slot = slots_[local.slot + i];
    slot.epoch = epoch_;
    slot.now = i < parts.size() ? parts[i] : dag.undef(slot.type);
    // A fault was reported already, or the type says otherwise: never let a wrong type go on.
    if (dag.type(slot.now) != slot.type) {
      if (!failed_)
        error("internal: a value of type " + to_string(slot.type) + " was built as " + to_string(dag.type(slot.now)));
      slot.now = dag.undef(slot.type);
    }
  }
}

void FunctionBuilder::Impl::local_values(const llvm::Value* value, const Local& local) {
  if (local.rebuilt) return rebuild(value, local);
  if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(value); parameter != nullptr && current_block_ == 0)
    return argument(*parameter);
  for (std::uint32_t i = 0; i < local.count; ++i) {
    Slot& slot = slots_[local.slot + i];
    slot.epoch = epoch_;
    slot.now = slot.reg == no_reg ? dag.undef(slot.type) : node(Isd::copy_from_reg, slot.type, {}, {0, slot.reg});
  }
}

void FunctionBuilder::Impl::rebuild(const llvm::Value* value, const Local& local) {
  Value made;
  if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(value)) {
    // A device function's parameter lies in local memory once its address is taken.
    made = node(Isd::param_address, vt::i64, {}, {0, parameter->getArgNo()});
    if (!kernel) made = cast_space(made, 101, 5);
    made = cast_space(made, kernel ? 101 : 5, parameter->getType()->getPointerAddressSpace());
  } else if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(value)) {
    const auto place = frame_.find(object);
    made = place == frame_.end()
               ? dag.undef(vt::i64)
               : cast_space(node(Isd::frame_index, vt::i64, {}, {0, place->second}), 5, object->getAddressSpace());
  } else if (const auto* cast_inst = llvm::dyn_cast<llvm::AddrSpaceCastInst>(value)) {
    made = cast_space(this->value(cast_inst->getPointerOperand()), cast_inst->getSrcAddressSpace(),
                      cast_inst->getDestAddressSpace());
  } else {
    made = address_of(*llvm::cast<llvm::GEPOperator>(value));
  }
  slots_[local.slot].epoch = epoch_;
  slots_[local.slot].now = made;
}

// ---- node shorthands ---------------------------------------------------------------------------------

Value FunctionBuilder::Impl::resize(Value v, Vt to, Isd extend) {
  const Vt from = dag.type(v);
  if (from.bits() == to.bits()) return v;
  return from.bits() > to.bits() ? node(Isd::trunc, to, {v}) : node(extend, to, {v});
}

Value FunctionBuilder::Impl::lane(Value vector, std::uint32_t index) {
  return node(Isd::extract_element, dag.type(vector).element(), {vector, integer(index, vt::i32)});
}

Value FunctionBuilder::Impl::cast_space(Value v, unsigned from, unsigned to) {
  if (from == to) return v;
  if (from == 6 || to == 6) {
    error("an address of tensor memory cannot be cast to another address space");
    return dag.undef(to == 6 ? vt::i32 : vt::i64);
  }
  // There and back again is the address itself, in one step or two.
  for (Value at = v; dag.op(at) == Isd::addrspace_cast; at = dag.operand(at, 0))
    if (dag.payload(at.node).imm == to) return dag.operand(at, 0);
  return node(Isd::addrspace_cast, dag.type(v), {v}, {from, to});
}

Value FunctionBuilder::Impl::add_offset(Value address, std::int64_t offset) {
  if (offset == 0) return address;
  const Isd op = dag.op(address);
  if (op == Isd::frame_index || op == Isd::param_address || op == Isd::global_address) {
    DagPayload payload = dag.payload(address.node);
    payload.imm += static_cast<std::uint64_t>(offset);
    return node(op, dag.type(address), {}, payload);
  }
  return node(Isd::add, dag.type(address), {address, integer(static_cast<std::uint64_t>(offset), dag.type(address))});
}

Value FunctionBuilder::Impl::to_integer(Value v) {
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

Value FunctionBuilder::Impl::from_integer(Value v, Vt to) {
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

void FunctionBuilder::Impl::split(Value v, std::uint64_t offset, std::uint32_t base_align, ValueList& out_values) {
  const Vt type = dag.type(v);
  std::vector<ParamPiece> pieces;
  build::append_pieces(type, offset, base_align, pieces);
  for (ParamPiece& piece : pieces) piece.offset -= static_cast<std::uint32_t>(offset);
  switch (build::shape_of(type, build::aligned_at(base_align, offset))) {
    case build::Shape::whole:
      out_values.push_back(v);
      return;
    case build::Shape::lanes:
      for (const ParamPiece& piece : pieces) {
        const std::uint32_t first = piece.offset / type.element_bytes();
        if (piece.type == type)
          out_values.push_back(v);
        else if (piece.type.is_vector())
          out_values.push_back(node(Isd::extract_subvector, piece.type, {v}, {first, 0}));
        else
          out_values.push_back(lane(v, first));
      }
      return;
    case build::Shape::each:
      for (std::uint32_t i = 0; i < type.lanes(); ++i)
        split(lane(v, i), offset + std::uint64_t{i} * type.element_bytes(), base_align, out_values);
      return;
    case build::Shape::integer:
      break;
  }
  const Vt whole(VtKind::integer, type.store_bytes() * 8);
  const Value bits = resize(to_integer(v), whole, Isd::zext);
  const bool limbs = whole.bits() % 64 == 0 && whole.bits() > 64 &&
                     std::all_of(pieces.begin(), pieces.end(), [](const ParamPiece& p) { return p.type == vt::i64; });
  for (const ParamPiece& piece : pieces) {
    if (piece.type == whole)
      out_values.push_back(bits);
    else if (limbs)
      out_values.push_back(node(Isd::extract_limb, vt::i64, {bits}, {piece.offset / 8, 0}));
    else {
      const Value shifted =
          piece.offset == 0 ? bits : node(Isd::srl, whole, {bits, integer(std::uint64_t{piece.offset} * 8, whole)});
      out_values.push_back(resize(shifted, piece.type, Isd::zext));
    }
  }
}

Value FunctionBuilder::Impl::join(Vt type, std::uint64_t offset, std::uint32_t base_align,
                                  std::span<const Value>& pieces) {
  std::vector<ParamPiece> places;
  build::append_pieces(type, offset, base_align, places);
  for (ParamPiece& place : places) place.offset -= static_cast<std::uint32_t>(offset);
  const auto take = [&] {
    const Value v = pieces.front();
    pieces = pieces.subspan(1);
    return v;
  };
  ValueList lanes;
  switch (build::shape_of(type, build::aligned_at(base_align, offset))) {
    case build::Shape::whole:
      return take();
    case build::Shape::lanes:
      for (const ParamPiece& place : places) {
        const Value piece = take();
        if (place.type == type) return piece;
        for (std::uint32_t i = 0; i < std::max(1U, place.type.lanes()); ++i)
          lanes.push_back(place.type.is_vector() ? lane(piece, i) : piece);
      }
      return dag.get(Isd::build_vector, type, std::span<const Value>(lanes.data(), lanes.size()));
    case build::Shape::each:
      for (std::uint32_t i = 0; i < type.lanes(); ++i)
        lanes.push_back(join(type.element(), offset + std::uint64_t{i} * type.element_bytes(), base_align, pieces));
      return dag.get(Isd::build_vector, type, std::span<const Value>(lanes.data(), lanes.size()));
    case build::Shape::integer:
      break;
  }
  const Vt whole(VtKind::integer, type.store_bytes() * 8);
  for (std::size_t i = 0; i < places.size(); ++i) lanes.push_back(take());
  const bool limbs = (whole.bits() & (whole.bits() - 1)) == 0 &&
                     std::all_of(places.begin(), places.end(), [](const ParamPiece& p) { return p.type == vt::i64; });
  Value bits;
  if (limbs) {
    for (std::uint32_t width = 128; lanes.size() > 1; width *= 2) {
      for (std::size_t i = 0; i < lanes.size() / 2; ++i)
        lanes[i] = node(Isd::build_pair, Vt(VtKind::integer, width), {lanes[2 * i], lanes[2 * i + 1]});
      lanes.resize(lanes.size() / 2);
    }
    bits = lanes[0];
  } else {
    for (std::size_t i = 0; i < places.size(); ++i) {
      Value part = resize(lanes[i], whole, Isd::zext);
      if (places[i].offset != 0)
        part = node(Isd::shl, whole, {part, integer(std::uint64_t{places[i].offset} * 8, whole)});
      bits = i == 0 ? part : node(Isd::or_, whole, {bits, part}, {}, flag::disjoint);
    }
  }
  return from_integer(resize(bits, Vt(VtKind::integer, type.total_bits()), Isd::zext), type);
}

// ---- blocks ------------------------------------------------------------------------------------------

Value FunctionBuilder::Impl::ordered_chain() {
  if (pending_loads_.empty()) return chain_;
  // Every pending load already comes after chain_.
  chain_ = pending_loads_.size() == 1 ? pending_loads_[0] : dag.get(Isd::token_factor, vt::chain, pending_loads_);
  pending_loads_.clear();
  return chain_;
}

bool FunctionBuilder::Impl::build_block(std::uint32_t block) {
  dag.clear_block();
  ++epoch_;
  current_block_ = block;
  order_ = 0;
  pending_loads_.clear();
  dag.set_position(0, 0);
  entry_ = chain_ = node(Isd::entry, vt::chain, {});
  const llvm::BasicBlock& from = *blocks_[block];
  for (const llvm::Instruction& instruction : from) {
    if (llvm::isa<llvm::PHINode>(instruction)) continue;
    dag.set_position(++order_, location_of(instruction));
    if (view.debug() != nullptr) note_variables(instruction);
    if (instruction.isTerminator()) break;
    if (instruction.use_empty() && !instruction.mayHaveSideEffects()) continue;
    visit(instruction);
  }
  const Value exported = export_values(from, chain_);
  dag.set_root(terminator(*from.getTerminator(), exported));
  return !failed_;
}

Value FunctionBuilder::Impl::export_values(const llvm::BasicBlock& block, Value chain) {
  ValueList chains;
  chains.push_back(chain);
  const std::uint32_t begin = current_block_ == 0 ? 0 : exported_end_[current_block_ - 1];
  for (std::uint32_t i = begin; i < exported_end_[current_block_]; ++i) {
    value(exported_[i]);
    const Local& local = locals_.find(exported_[i])->second;
    for (std::uint32_t leaf = 0; leaf < local.count; ++leaf) {
      const Slot& slot = slots_[local.slot + leaf];
      chains.push_back(node(Isd::copy_to_reg, vt::chain, {entry_, slot.now}, {0, slot.reg}));
    }
  }
  export_phi_inputs(block, chains);
  // The entry chain says nothing beside others.
  if (chains.size() > 1 && chains[0] == entry_) chains.erase(chains.begin());
  return chains.size() == 1
             ? chains[0]
             : dag.get(Isd::token_factor, vt::chain, std::span<const Value>(chains.data(), chains.size()));
}

// Registers of values are known; constants and rebuilt addresses get registers of their own, one set for each phi, so
// that each can share the phi's register.
void FunctionBuilder::Impl::export_phi_inputs(const llvm::BasicBlock& block, ValueList& chains) {
  for (const Edge& edge : edges_[index_of(&block)]) {
    const Phi& phi = phis_[edge.phi];
    const llvm::Value* input = phi.source->getIncomingValue(edge.incoming);
    const auto found = locals_.find(input);
    const bool has_registers = found != locals_.end() && found->second.exported;
    ValueList leaves_now;
    if (!has_registers) values(input, leaves_now);
    const std::vector<Leaf>& parts = leaves(phi.source->getType());
    std::size_t part = 0;
    for (std::size_t leaf = 0; leaf < parts.size(); ++leaf) {
      std::uint32_t reg = no_reg;
      if (has_registers) {
        reg = slots_[found->second.slot + leaf].reg;
      } else {
        if (leaf >= leaves_now.size()) break;
        reg = new_registers(dag.type(leaves_now[leaf]));
        chains.push_back(node(Isd::copy_to_reg, vt::chain, {entry_, leaves_now[leaf]}, {0, reg}));
      }
      part_scratch_.clear();
      legal_parts(parts[leaf].type, features, part_scratch_);
      for (std::size_t i = 0; i < part_scratch_.size(); ++i, ++part)
        out.operands[phi.operand_begin[part] + 2 + 3 * edge.group] =
            mir::Operand::make_reg(static_cast<mir::Reg>(reg + i));
    }
  }
}

void FunctionBuilder::Impl::leave_source() {
  find_kept_loops();
  // Nothing is looked up by values from here on.
  locals_.shrink_and_clear();
  std::vector<Slot>().swap(slots_);
}

void FunctionBuilder::Impl::find_kept_loops() {
  kept_loops_.emplace();
  for (const llvm::BasicBlock* block : blocks_) {
    const llvm::Instruction* end = block->getTerminator();
    const llvm::MDNode* loop = end->getMetadata(llvm::LLVMContext::MD_loop);
    if (loop == nullptr ||
        llvm::GetUnrollMetadata(const_cast<llvm::MDNode*>(loop), "llvm.loop.unroll.disable") == nullptr)
      continue;
    for (const llvm::BasicBlock* head : llvm::successors(block)) {
      // Blocks are in reverse post-order: the loop's edge goes to itself or back.
      if (block_index_[head->getNumber()] <= block_index_[block->getNumber()])
        kept_loops_->push_back(block_index_[head->getNumber()]);
    }
  }
}

void FunctionBuilder::Impl::mark_kept_loops() {
  if (!kept_loops_) find_kept_loops();
  for (const std::uint32_t head : *kept_loops_) {
    std::vector<mir::Inst>& insts = out.blocks[head].insts;
    const auto first = std::find_if(insts.begin(), insts.end(),
                                    [&](const mir::Inst& inst) { return module.op(inst.op).op != mir::Op::phi; });
    if (first != insts.end() && module.op(first->op).text == mir::pseudo::raw &&
        out.operands_of(*first)[0].kind == mir::Operand::Kind::text)
      continue;
    mir::Operand text;
    text.kind = mir::Operand::Kind::text;
    text.a = module.name(".pragma \"nounroll\";");
    insts.insert(first, out.make(module.intern(mir::pseudo::raw), {&text, 1}));
  }
}

bool FunctionBuilder::Impl::finish() {
  mark_kept_loops();
  for (const Phi& phi : phis_)
    for (const std::uint32_t begin : phi.operand_begin)
      for (std::uint32_t group = 0; group < phi.preds && !failed_; ++group)
        if (out.operands[begin + 2 + 3 * group].a == mir::none) error("internal: a phi input was not built");
  place_objects();
  if (dag.frame.empty()) return !failed_;
  mir::Variable depot;
  depot.name = std::string(depot_name);
  depot.space = mir::Space::local;
  depot.type = mir::Type::b8;
  depot.align = 1;
  for (const FrameObject& object : dag.frame) depot.align = std::max(depot.align, object.align);
  depot.dims = {dag.frame.back().offset + dag.frame.back().bytes};
  if (depot.dims[0] > 0xffffffffU)
    error("local variables of " + std::to_string(depot.dims[0]) + " bytes do not fit into local memory");
  out.variables.push_back(std::move(depot));
  out.placed.push_back(false);
  return !failed_;
}

}  // namespace lathe::nvptx
