// How far an order reaches: who sees a block's shared memory, and what of a module orders beyond the block.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/prepare/steps.hpp"
#include "codegen/prepare/underlying.hpp"

namespace lathe::codegen {
namespace {

using llvm::AtomicOrdering;

bool is_in_shared_memory(const llvm::Value* pointer, const PrepareFacts& facts) {
  const auto shared = [&](const llvm::Value* p) { return facts.is_shared(p->getType()->getPointerAddressSpace()); };
  if (shared(pointer)) return true;
  llvm::SmallVector<const llvm::Value*, 4> objects;
  underlying_objects(pointer, objects);
  return !objects.empty() && llvm::all_of(objects, shared);
}

bool is_consistent_beyond_block(const llvm::Instruction& inst, const PrepareFacts& facts) {
  if (llvm::isa<llvm::FenceInst>(inst) || !inst.isAtomic()) return false;
  const llvm::Value* pointer = llvm::getPointerOperand(&inst);
  if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst)) pointer = rmw->getPointerOperand();
  if (const auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst)) pointer = cas->getPointerOperand();
  if (!pointer || is_in_shared_memory(pointer, facts)) return false;
  const auto scope = llvm::getAtomicSyncScopeID(&inst);
  const std::string_view block = first_name(facts.scopes, Scope::cta);
  if (!scope || *scope == llvm::SyncScope::SingleThread ||
      (!block.empty() && *scope == inst.getContext().getOrInsertSyncScopeID(block)))
    return false;
  if (const auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst))
    return cas->getMergedOrdering() == AtomicOrdering::SequentiallyConsistent;
  if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst))
    return rmw->getOrdering() == AtomicOrdering::SequentiallyConsistent;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst))
    return load->getOrdering() == AtomicOrdering::SequentiallyConsistent;
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst);
  return store && store->getOrdering() == AtomicOrdering::SequentiallyConsistent;
}

}  // namespace

bool shared_beyond_block(const llvm::Module& module, const PrepareFacts& facts) {
  return facts.hooks.hands_out_shared != nullptr && llvm::any_of(module, [&](const llvm::Function& f) {
           return llvm::any_of(llvm::instructions(f), facts.hooks.hands_out_shared);
         });
}

bool consistent_beyond_block(const llvm::Module& module, const PrepareFacts& facts) {
  return llvm::any_of(module, [&](const llvm::Function& f) {
    return llvm::any_of(llvm::instructions(f),
                        [&](const llvm::Instruction& inst) { return is_consistent_beyond_block(inst, facts); });
  });
}

namespace {

/// An atomic operation on a pointer of which the callers know more: whether it may be local (atomics.cpp).
bool asks_callers(const llvm::Function& f, const llvm::Instruction& inst, const PrepareFacts& facts) {
  if (f.hasKernelCallingConv() || llvm::isa<llvm::FenceInst, llvm::CallBase>(inst)) return false;
  const bool generic = llvm::any_of(inst.operand_values(), [&](const llvm::Value* operand) {
    return operand->getType()->isPointerTy() &&
           facts.has_role(operand->getType()->getPointerAddressSpace(), Space::generic);
  });
  return generic && llvm::any_of(f.args(), [](const llvm::Argument& argument) {
           return argument.getType()->isPtrOrPtrVectorTy() && !argument.hasByValAttr();
         });
}

}  // namespace

bool functions_are_apart(const llvm::Module& module, const PrepareFacts& facts) {
  for (const llvm::Function& f : module)
    for (const llvm::BasicBlock& block : f) {
      if (block.hasAddressTaken()) return false;
      for (const llvm::Instruction& inst : block)
        if (inst.isAtomic() && (is_consistent_beyond_block(inst, facts) || asks_callers(f, inst, facts))) return false;
    }
  return true;
}

}  // namespace lathe::codegen
