// The builder's door: blocks one after another, values that live across them, phis, and what is written behind the
// last block.
#include <algorithm>

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/FloatingPointMode.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include "nvptx/build/families.hpp"

namespace lathe::nvptx {

namespace build {

namespace {

// Addresses of frame objects and byval parameters, and what is a constant distance away from them, cost nothing:
// they become the address part of a load or store. Only casts to the generic space are instructions.
bool is_rebuilt(Context& c, const llvm::Value* value) {
  if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(value)) return parameter->hasByValAttr();
  if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(value)) return object->isStaticAlloca();
  const auto inherits = [&](const llvm::Value* base) {
    const auto found = c.locals.find(base);
    return found != c.locals.end() && found->second.rebuilt;
  };
  if (const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(value))
    return cast->getDestAddressSpace() != 0 && cast->getType()->isPointerTy() && inherits(cast->getPointerOperand());
  if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(value))
    return gep->hasAllConstantIndices() && gep->getType()->isPointerTy() && inherits(gep->getPointerOperand());
  return false;
}

bool leaves_block(const llvm::Instruction& instruction) {
  for (const llvm::User* user : instruction.users()) {
    const auto* where = llvm::cast<llvm::Instruction>(user);
    if (where->getParent() != instruction.getParent() || llvm::isa<llvm::PHINode>(where)) return true;
  }
  return false;
}

void number(Context& c, const llvm::Value* value, bool rebuilt) {
  const std::vector<Leaf>& parts = c.leaves(value->getType());
  Local local;
  local.slot = static_cast<std::uint32_t>(c.slots.size());
  local.count = static_cast<std::uint32_t>(parts.size());
  local.rebuilt = rebuilt;
  for (const Leaf& leaf : parts) {
    Slot slot;
    slot.type = leaf.type;
    c.slots.push_back(slot);
  }
  c.locals[value] = local;
}

std::uint32_t new_registers(Context& c, Vt type) {
  c.parts.clear();
  if (!c.facts.types.parts(type, c.parts)) {
    c.error("type " + to_string(type) + " has no PTX form");
    c.parts.assign(1, vt::i32);
  }
  const auto first = static_cast<std::uint32_t>(c.out.regs.size());
  for (const Vt part : c.parts) c.out.new_reg(register_type(part));
  return first;
}

void give_registers(Context& c, const llvm::Value* value) {
  Local& local = c.locals.find(value)->second;
  local.exported = true;
  for (std::uint32_t i = 0; i < local.count; ++i)
    c.slots[local.slot + i].reg = new_registers(c, c.slots[local.slot + i].type);
}

void number_values(Context& c) {
  for (const llvm::Argument& parameter : c.arguments) {
    const bool rebuilt = is_rebuilt(c, &parameter);
    number(c, &parameter, rebuilt);
    const llvm::BasicBlock* entry = &c.source.getEntryBlock();
    const bool away =
        !rebuilt && std::any_of(parameter.user_begin(), parameter.user_end(), [&](const llvm::User* user) {
          const auto* where = llvm::cast<llvm::Instruction>(user);
          return where->getParent() != entry || llvm::isa<llvm::PHINode>(where);
        });
    if (!away) continue;
    give_registers(c, &parameter);
    c.crossing.exported.push_back(&parameter);
  }
  c.crossing.exported_end.reserve(c.blocks.size());
  for (const llvm::BasicBlock* block : c.blocks) {
    for (const llvm::Instruction& instruction : *block) {
      const llvm::Type* type = instruction.getType();
      if (type->isVoidTy() || type->isTokenTy() || type->isMetadataTy()) continue;
      const bool rebuilt = is_rebuilt(c, &instruction);
      number(c, &instruction, rebuilt);
      if (rebuilt) {
        if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
            object != nullptr && !object->use_empty()) {
          const std::uint64_t bytes = c.view.object_bytes(*object);
          if (bytes > 0xffffffffU)
            c.error("a local variable of " + std::to_string(bytes) + " bytes does not fit into local memory");
          c.frame[object] = c.dag.add_frame_object(std::max<std::uint64_t>(bytes, 1),
                                                   static_cast<std::uint32_t>(object->getAlign().value()));
        }
        continue;
      }
      const bool phi = llvm::isa<llvm::PHINode>(instruction);
      if (!phi && !leaves_block(instruction)) continue;
      give_registers(c, &instruction);
      if (!phi) c.crossing.exported.push_back(&instruction);
    }
    c.crossing.exported_end.push_back(static_cast<std::uint32_t>(c.crossing.exported.size()));
  }
}

void make_phis(Context& c) {
  c.crossing.edges.resize(c.blocks.size());
  std::vector<mir::Operand> operands;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> seen;
  std::vector<const llvm::BasicBlock*> preds;
  for (std::uint32_t b = 0; b < c.blocks.size(); ++b) {
    for (const llvm::PHINode& phi : c.blocks[b]->phis()) {
      if (phi.use_empty()) continue;
      seen.clear();
      preds.clear();
      CrossingState::Phi made;
      made.source = &phi;
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
        const llvm::BasicBlock* from = phi.getIncomingBlock(i);
        if (!seen.insert(from).second) continue;  // a switch can come from one block many times, with one value
        c.crossing.edges[c.index_of(from)].push_back(
            {static_cast<std::uint32_t>(c.crossing.phis.size()), i, static_cast<std::uint32_t>(preds.size())});
        preds.push_back(from);
      }
      made.preds = static_cast<std::uint32_t>(preds.size());
      const Local local = c.locals.find(&phi)->second;
      for (std::uint32_t leaf = 0; leaf < local.count; ++leaf) {
        c.parts.clear();
        c.facts.types.parts(c.slots[local.slot + leaf].type, c.parts);
        for (std::uint32_t part = 0; part < c.parts.size(); ++part) {
          const mir::Type type = register_type(c.parts[part]);
          operands.assign(1, mir::Operand::make_reg(c.slots[local.slot + leaf].reg + part));
          for (const llvm::BasicBlock* from : preds) {
            operands.push_back(mir::make_group(mir::GroupKind::tuple, 2));
            operands.push_back(mir::Operand::make_reg(mir::none));
            operands.push_back(mir::Operand::make_block(c.index_of(from)));
          }
          const mir::Inst inst = c.out.make(c.module.intern("phi." + std::string(mir::to_string(type))), operands);
          made.operand_begin.push_back(inst.begin);
          c.out.blocks[b].insts.push_back(inst);
        }
      }
      c.crossing.phis.push_back(std::move(made));
    }
  }
}

// Registers of values are known; constants and rebuilt addresses get registers of their own, one set for each phi, so
// that each can share the phi's register.
void export_phi_inputs(Context& c, const llvm::BasicBlock& block, ValueList& chains) {
  for (const CrossingState::Edge& edge : c.crossing.edges[c.index_of(&block)]) {
    const CrossingState::Phi& phi = c.crossing.phis[edge.phi];
    const llvm::Value* input = phi.source->getIncomingValue(edge.incoming);
    const auto found = c.locals.find(input);
    const bool has_registers = found != c.locals.end() && found->second.exported;
    ValueList leaves_now;
    if (!has_registers) c.values(input, leaves_now);
    const std::vector<Leaf>& parts = c.leaves(phi.source->getType());
    std::size_t part = 0;
    for (std::size_t leaf = 0; leaf < parts.size(); ++leaf) {
      std::uint32_t reg = no_reg;
      if (has_registers) {
        reg = c.slots[found->second.slot + leaf].reg;
      } else {
        if (leaf >= leaves_now.size()) break;
        reg = new_registers(c, c.dag.type(leaves_now[leaf]));
        chains.push_back(c.node(Isd::copy_to_reg, vt::chain, {c.entry, leaves_now[leaf]}, {0, reg}));
      }
      c.parts.clear();
      c.facts.types.parts(parts[leaf].type, c.parts);
      for (std::size_t i = 0; i < c.parts.size(); ++i, ++part)
        c.out.operands[phi.operand_begin[part] + 2 + 3 * edge.group] =
            mir::Operand::make_reg(static_cast<mir::Reg>(reg + i));
    }
  }
}

Value export_values(Context& c, const llvm::BasicBlock& block, Value chain) {
  ValueList chains;
  chains.push_back(chain);
  const std::uint32_t begin = c.block == 0 ? 0 : c.crossing.exported_end[c.block - 1];
  for (std::uint32_t i = begin; i < c.crossing.exported_end[c.block]; ++i) {
    c.value(c.crossing.exported[i]);
    const Local& local = c.locals.find(c.crossing.exported[i])->second;
    for (std::uint32_t leaf = 0; leaf < local.count; ++leaf) {
      const Slot& slot = c.slots[local.slot + leaf];
      chains.push_back(c.node(Isd::copy_to_reg, vt::chain, {c.entry, slot.now}, {0, slot.reg}));
    }
  }
  export_phi_inputs(c, block, chains);
  // The entry chain says nothing beside others.
  if (chains.size() > 1 && chains[0] == c.entry) chains.erase(chains.begin());
  return chains.size() == 1
             ? chains[0]
             : c.dag.get(Isd::token_factor, vt::chain, std::span<const Value>(chains.data(), chains.size()));
}

void check_phis(Context& c) {
  for (const CrossingState::Phi& phi : c.crossing.phis)
    for (const std::uint32_t begin : phi.operand_begin)
      for (std::uint32_t group = 0; group < phi.preds && !c.failed; ++group)
        if (c.out.operands[begin + 2 + 3 * group].a == mir::none) c.error("internal: a phi input was not built");
}

// ---- loops that the source does not want unrolled -----------------------------------------------------

void find_kept_loops(Context& c) {
  c.kept_loops.emplace();
  for (const llvm::BasicBlock* block : c.blocks) {
    const llvm::Instruction* end = block->getTerminator();
    const llvm::MDNode* loop = end->getMetadata(llvm::LLVMContext::MD_loop);
    if (loop == nullptr ||
        llvm::GetUnrollMetadata(const_cast<llvm::MDNode*>(loop), "llvm.loop.unroll.disable") == nullptr)
      continue;
    for (const llvm::BasicBlock* head : llvm::successors(block)) {
      // Blocks are in reverse post-order: the loop's edge goes to itself or back.
      if (c.block_index[head->getNumber()] <= c.block_index[block->getNumber()])
        c.kept_loops->push_back(c.block_index[head->getNumber()]);
    }
  }
}

void mark_kept_loops(Context& c) {
  if (!c.kept_loops) find_kept_loops(c);
  for (const std::uint32_t head : *c.kept_loops) {
    std::vector<mir::Inst>& insts = c.out.blocks[head].insts;
    const auto first = std::find_if(insts.begin(), insts.end(),
                                    [&](const mir::Inst& inst) { return c.module.op(inst.op).op != mir::Op::phi; });
    if (first != insts.end() && c.module.op(first->op).text == mir::pseudo::raw &&
        c.out.operands_of(*first)[0].kind == mir::Operand::Kind::text)
      continue;
    mir::Operand text;
    text.kind = mir::Operand::Kind::text;
    text.a = c.module.name(".pragma \"nounroll\";");
    insts.insert(first, c.out.make(c.module.intern(mir::pseudo::raw), {&text, 1}));
  }
}

}  // namespace

}  // namespace build

// ---- the door ------------------------------------------------------------------------------------------

FunctionBuilder::FunctionBuilder(const Body& body, const build::View& view, const Features& features,
                                 const TargetFacts& facts, mir::Module& module, mir::Function& out, Dag& dag,
                                 Diag& diag) {
  dag.clear_block();
  dag.frame.clear();
  dag.jump_tables.clear();
  context_ = std::make_unique<build::Context>(body, view, features, facts, module, out, dag, diag);
  build::number_values(*context_);
  build::make_phis(*context_);
  build::start_debug(*context_);
}
FunctionBuilder::~FunctionBuilder() = default;
std::uint32_t FunctionBuilder::block_count() const { return static_cast<std::uint32_t>(context_->out.blocks.size()); }
const Features& FunctionBuilder::features() const { return context_->features; }
void FunctionBuilder::say_values(std::uint32_t block, const std::function<mir::Reg(Value)>& register_of) {
  build::say_values(*context_, block, register_of);
}
debug::FunctionNotes FunctionBuilder::take_debug_notes() { return std::move(context_->debug.notes); }

Features features_of(const llvm::Function& function, const Features& base) {
  Features out = base;
  const llvm::DenormalMode mode = function.getDenormalMode(llvm::APFloat::IEEEsingle());
  out.ftz_f32 = base.ftz_f32 || mode.Output == llvm::DenormalMode::PreserveSign;
  const auto says = [&](const char* name) { return function.getFnAttribute(name).getValueAsBool(); };
  out.unsafe_fp = base.unsafe_fp || says("unsafe-fp-math");
  return out;
}

bool FunctionBuilder::build_block(std::uint32_t block) {
  build::Context& c = *context_;
  c.dag.clear_block();
  ++c.epoch;
  c.block = block;
  c.order = 0;
  c.pending_loads.clear();
  c.dag.set_position(0, 0);
  c.entry = c.chain = c.node(Isd::entry, vt::chain, {});
  const llvm::BasicBlock& from = *c.blocks[block];
  for (const llvm::Instruction& instruction : from) {
    if (llvm::isa<llvm::PHINode>(instruction)) continue;
    c.dag.set_position(++c.order, build::location_of(c, instruction));
    if (c.view.debug() != nullptr) build::note_variables(c, instruction);
    if (instruction.isTerminator()) break;
    if (instruction.use_empty() && !instruction.mayHaveSideEffects()) continue;
    build::visit(c, instruction);
  }
  const Value exported = build::export_values(c, from, c.chain);
  c.dag.set_root(build::terminator(c, *from.getTerminator(), exported));
  return !c.failed;
}

void FunctionBuilder::leave_source() {
  build::Context& c = *context_;
  build::find_kept_loops(c);
  // Nothing is looked up by values from here on.
  c.locals.shrink_and_clear();
  std::vector<build::Slot>().swap(c.slots);
}

bool FunctionBuilder::finish() {
  build::Context& c = *context_;
  build::mark_kept_loops(c);
  build::check_phis(c);
  build::place_objects(c);
  if (c.dag.frame.empty()) return !c.failed;
  mir::Variable depot;
  depot.name = std::string(depot_name);
  depot.space = mir::Space::local;
  depot.type = mir::Type::b8;
  depot.align = 1;
  for (const FrameObject& object : c.dag.frame) depot.align = std::max(depot.align, object.align);
  depot.dims = {c.dag.frame.back().offset + c.dag.frame.back().bytes};
  if (depot.dims[0] > 0xffffffffU)
    c.error("local variables of " + std::to_string(depot.dims[0]) + " bytes do not fit into local memory");
  c.out.variables.push_back(std::move(depot));
  c.out.placed.push_back(false);
  return !c.failed;
}

}  // namespace lathe::nvptx
