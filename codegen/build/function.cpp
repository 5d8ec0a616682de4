// The builder's door: blocks one after another, values that live across them, and phis.
#include <algorithm>
#include <numeric>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <lathe/passes/frame_layout.hpp>

#include "codegen/build/families.hpp"

namespace lathe::codegen::build {

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
    return c.role_of(cast->getDestAddressSpace()) != Space::generic && cast->getType()->isPointerTy() &&
           inherits(cast->getPointerOperand());
  if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(value))
    return gep->hasAllConstantIndices() && gep->getType()->isPointerTy() && inherits(gep->getPointerOperand());
  return false;
}

// Is the operand what a call by value copies? From below a cast to the generic space (byval_argument in calls.cpp).
bool is_copied(const llvm::Use& use) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  return call != nullptr && call->isArgOperand(&use) && call->isByValArgument(call->getArgOperandNo(&use));
}

// Is a value of block `home` read in another one, or by a phi?
bool leaves_block(const llvm::Value& value, const llvm::BasicBlock* home) {
  const auto away = [home](const llvm::User* user) {
    const auto* where = llvm::cast<llvm::Instruction>(user);
    return where->getParent() != home || llvm::isa<llvm::PHINode>(where);
  };
  const bool is_cast = llvm::isa<llvm::AddrSpaceCastInst>(value);
  for (const llvm::Use& use : value.uses()) {
    if (is_cast && is_copied(use)) continue;
    if (away(use.getUser())) return true;
    if (!llvm::isa<llvm::AddrSpaceCastInst>(use.getUser())) continue;
    for (const llvm::Use& further : use.getUser()->uses())
      if (is_copied(further) && away(further.getUser())) return true;
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
    c.no_form("type " + to_string(type));
    c.parts.assign(1, vt::i32);
  }
  const std::uint32_t first = c.client.new_register(c.parts[0]);
  for (std::size_t i = 1; i < c.parts.size(); ++i) c.client.new_register(c.parts[i]);
  return first;
}

void give_registers(Context& c, const llvm::Value* value) {
  Local& local = c.locals.find(value)->second;
  local.exported = true;
  for (std::uint32_t i = 0; i < local.count; ++i)
    c.slots[local.slot + i].reg = new_registers(c, c.slots[local.slot + i].type);
}

// Has the source asked for a protected stack? Then arrays come first, as LLVM's stack protector has it.
bool is_protected(const llvm::Function& f) {
  return f.hasFnAttribute(llvm::Attribute::StackProtect) || f.hasFnAttribute(llvm::Attribute::StackProtectStrong) ||
         f.hasFnAttribute(llvm::Attribute::StackProtectReq);
}
passes::FrameObject frame_object(Context& c, const llvm::AllocaInst& object) {
  const std::uint64_t bytes = c.view.object_bytes(object), align = object.getAlign().value();
  if (bytes > 0xffffffffU)
    c.error("a local variable of " + std::to_string(bytes) + " bytes does not fit into local memory");
  if (align > 0x80000000U)
    c.error("a local variable aligned to " + std::to_string(align) + " bytes does not fit into local memory");
  passes::FrameObject out{std::max<std::uint64_t>(bytes, 1), std::min<std::uint64_t>(align, 0x80000000U)};
  using enum passes::FrameCategory;
  if (!is_protected(*object.getFunction())) return out;
  if (object.isArrayAllocation() || object.getAllocatedType()->isArrayTy())
    out.category = bytes >= 8 ? large_array : small_array;
  else if (llvm::PointerMayBeCaptured(&object, true))
    out.category = address_taken;
  return out;
}

// In the order of their places, in which the graph puts them one behind the other.
void lay_out_frame(Context& c, const std::vector<const llvm::AllocaInst*>& all) {
  std::vector<passes::FrameObject> objects;
  for (const llvm::AllocaInst* object : all) objects.push_back(frame_object(c, *object));
  passes::FrameLayoutOptions options;
  options.most = ~std::uint64_t{0} >> 1;  // whoever declares the frame says what fits
  const auto layout = passes::lay_out(objects, options);
  std::vector<std::uint32_t> order(all.size());
  std::iota(order.begin(), order.end(), 0U);
  if (layout)
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return layout->offsets[a] < layout->offsets[b]; });
  for (const std::uint32_t k : order)
    c.frame[all[k]] = c.dag.add_frame_object(objects[k].bytes, static_cast<std::uint32_t>(objects[k].align));
}

void number_values(Context& c) {
  std::vector<const llvm::AllocaInst*> frame;
  for (const llvm::Argument& parameter : c.arguments) {
    const bool rebuilt = is_rebuilt(c, &parameter);
    number(c, &parameter, rebuilt);
    if (rebuilt || !leaves_block(parameter, &c.source.getEntryBlock())) continue;
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
            object != nullptr && !object->use_empty())
          frame.push_back(object);
        continue;
      }
      const bool phi = llvm::isa<llvm::PHINode>(instruction);
      if (!phi && !leaves_block(instruction, block)) continue;
      give_registers(c, &instruction);
      if (!phi) c.crossing.exported.push_back(&instruction);
    }
    c.crossing.exported_end.push_back(static_cast<std::uint32_t>(c.crossing.exported.size()));
  }
  lay_out_frame(c, frame);
}

void make_phis(Context& c) {
  c.crossing.edges.resize(c.blocks.size());
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> seen;
  std::vector<std::uint32_t> preds;
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
        preds.push_back(c.index_of(from));
      }
      made.preds = static_cast<std::uint32_t>(preds.size());
      const Local local = c.locals.find(&phi)->second;
      for (std::uint32_t leaf = 0; leaf < local.count; ++leaf) {
        c.parts.clear();
        c.facts.types.parts(c.slots[local.slot + leaf].type, c.parts);
        for (std::uint32_t part = 0; part < c.parts.size(); ++part)
          made.parts.push_back(c.client.phi(b, c.slots[local.slot + leaf].reg + part, c.parts[part], preds));
      }
      c.crossing.phis.push_back(std::move(made));
    }
  }
}

// Registers of values are known; constants and rebuilt addresses get registers of their own, one set for each phi, so
// that each can share the phi's register.
void export_phi_inputs(Context& c, const llvm::BasicBlock& block, ValueList& chains) {
  for (const CrossingState::Edge& edge : c.crossing.edges[c.index_of(&block)]) {
    CrossingState::Phi& phi = c.crossing.phis[edge.phi];
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
      for (std::size_t i = 0; i < c.parts.size(); ++i, ++part, ++phi.given)
        c.client.phi_input(phi.parts[part], edge.group, static_cast<std::uint32_t>(reg + i));
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
    if (phi.given < phi.parts.size() * phi.preds && !c.failed) c.error("internal: a phi input was not built");
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

}  // namespace

// ---- the door ------------------------------------------------------------------------------------------

FunctionGraphs::FunctionGraphs(const Source& source, const View& view, const FunctionModes& modes,
                               const TargetFacts& facts, Client& client, Dag& dag, Diag& diag) {
  dag.clear_block();
  dag.frame.clear();
  dag.jump_tables.clear();
  context_ = std::make_unique<Context>(source, view, modes, facts, client, dag, diag);
  number_values(*context_);
  make_phis(*context_);
}
FunctionGraphs::~FunctionGraphs() = default;
std::uint32_t FunctionGraphs::block_count() const { return static_cast<std::uint32_t>(context_->blocks.size()); }
const std::vector<std::uint32_t>& FunctionGraphs::kept_loops() {
  if (!context_->kept_loops) find_kept_loops(*context_);
  return *context_->kept_loops;
}

bool FunctionGraphs::build_block(std::uint32_t block) {
  Context& c = *context_;
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
    c.dag.set_position(++c.order, c.modes.debug ? c.client.location(c, instruction) : 0);
    if (c.modes.debug) c.client.before(c, instruction);
    if (instruction.isTerminator()) break;
    if (instruction.use_empty() && !instruction.mayHaveSideEffects()) continue;
    visit(c, instruction);
  }
  const Value exported = export_values(c, from, c.chain);
  c.dag.set_root(terminator(c, *from.getTerminator(), exported));
  return !c.failed;
}

void FunctionGraphs::leave_source() {
  Context& c = *context_;
  if (!c.kept_loops) find_kept_loops(c);
  // Nothing is looked up by values from here on.
  c.locals.shrink_and_clear();
  std::vector<Slot>().swap(c.slots);
}

bool FunctionGraphs::finish() {
  check_phis(*context_);
  return !context_->failed;
}

}  // namespace lathe::codegen::build
