// Large structures and arrays that are loaded only to be stored again become copies of memory, instead of one register
// per element. Where something may write in between, nothing is changed.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "codegen/prepare/steps.hpp"

namespace lathe::codegen {
namespace {

/// The store that is the only use of the load, with nothing between that may write to memory.
llvm::StoreInst* copied_to(llvm::LoadInst& load) {
  if (!load.isSimple() || !load.getType()->isAggregateType() || !load.hasOneUse()) return nullptr;
  auto* store = llvm::dyn_cast<llvm::StoreInst>(*load.user_begin());
  if (!store || !store->isSimple() || store->getValueOperand() != &load || store->getParent() != load.getParent())
    return nullptr;
  for (llvm::Instruction* inst = load.getNextNode(); inst != store; inst = inst->getNextNode())
    if (inst->mayWriteToMemory()) return nullptr;
  return store;
}

}  // namespace

bool lower_aggregates(llvm::Function& f, StepContext& context) {
  // Smaller ones are better in registers.
  const std::uint64_t limit_bytes = context.facts.costs.aggregate_bytes;
  bool changed = false;
  for (llvm::BasicBlock& block : f) {
    llvm::SmallVector<std::pair<llvm::LoadInst*, llvm::StoreInst*>, 4> copies;
    for (llvm::Instruction& inst : block)
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst))
        if (llvm::StoreInst* store = copied_to(*load);
            store && f.getDataLayout().getTypeStoreSize(load->getType()) >= limit_bytes)
          copies.emplace_back(load, store);
    for (const auto& [load, store] : copies) {
      llvm::IRBuilder<> builder(store);
      // The source and the destination may overlap: memmove.
      builder.CreateMemMove(store->getPointerOperand(), store->getAlign(), load->getPointerOperand(), load->getAlign(),
                            f.getDataLayout().getTypeStoreSize(load->getType()).getFixedValue());
      store->eraseFromParent();
      load->eraseFromParent();
      changed = true;
    }
  }
  return changed;
}

}  // namespace lathe::codegen
