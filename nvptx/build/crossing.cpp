// Values that live across blocks: their registers, and phis.
#include <algorithm>

#include <llvm/ADT/SmallPtrSet.h>

#include "nvptx/build/families.hpp"

namespace lathe::nvptx::build {

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
  if (!legal_parts(type, c.features, c.parts)) {
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

}  // namespace

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
        legal_parts(c.slots[local.slot + leaf].type, c.features, c.parts);
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

namespace {

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
      legal_parts(parts[leaf].type, c.features, c.parts);
      for (std::size_t i = 0; i < c.parts.size(); ++i, ++part)
        c.out.operands[phi.operand_begin[part] + 2 + 3 * edge.group] =
            mir::Operand::make_reg(static_cast<mir::Reg>(reg + i));
    }
  }
}

}  // namespace

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

}  // namespace lathe::nvptx::build
