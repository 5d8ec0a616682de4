// Local variables whose lives never meet share one slot of the frame: stack coloring by lifetime markers, on the IR.
// The markers go afterwards: nothing below needs them.
//
// Inlining sin, cos and tan leaves an array each for the slow path of the argument reduction; together they need one.
// Source: StackColoring of LLVM does the same on machine IR. Cost: O(blocks x variables) for the lives, and
// O(variables x slots) for the choice, both bounded by `most_variables`.
#include <llvm/Analysis/StackLifetime.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/prepare/steps.hpp"

namespace lathe::codegen {
namespace {

constexpr std::size_t most_variables = 256;

struct Slot {
  llvm::AllocaInst* variable;
  llvm::StackLifetime::LiveRange live;
};

std::uint64_t size_of(const llvm::AllocaInst& variable, const llvm::DataLayout& layout) {
  const auto size = variable.getAllocationSize(layout);
  return size && !size->isScalable() ? size->getFixedValue() : 0;
}

/// Two types may now live at one address in turn: alias facts by type or scope no longer hold where a shared slot, or
/// memory that is not known to be another object, is accessed.
void drop_alias_facts(llvm::Function& f, const llvm::SmallPtrSetImpl<const llvm::Value*>& shared) {
  for (llvm::Instruction& inst : llvm::instructions(f)) {
    if (!inst.mayReadOrWriteMemory()) continue;
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&inst);
    if (pointer) {
      const llvm::Value* object = llvm::getUnderlyingObject(pointer);
      if (llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(object) && !shared.contains(object)) continue;
    }
    inst.setMetadata(llvm::LLVMContext::MD_tbaa, nullptr);
    inst.setMetadata(llvm::LLVMContext::MD_tbaa_struct, nullptr);
    inst.setMetadata(llvm::LLVMContext::MD_alias_scope, nullptr);
    inst.setMetadata(llvm::LLVMContext::MD_noalias, nullptr);
  }
}

bool share(llvm::Function& f) {
  const llvm::DataLayout& layout = f.getDataLayout();
  llvm::SmallPtrSet<const llvm::Value*, 16> marked;
  for (llvm::Instruction& inst : llvm::instructions(f))
    if (auto* marker = llvm::dyn_cast<llvm::LifetimeIntrinsic>(&inst)) marked.insert(marker->getArgOperand(0));
  llvm::SmallVector<const llvm::AllocaInst*, 16> variables;
  for (llvm::Instruction& inst : f.getEntryBlock())
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&inst);
        variable && variable->isStaticAlloca() && marked.contains(variable) && size_of(*variable, layout) != 0)
      variables.push_back(variable);
  if (variables.size() < 2 || variables.size() > most_variables) return false;

  llvm::StackLifetime lives(f, variables, llvm::StackLifetime::LivenessType::May);
  lives.run();
  // Largest first, so that a slot is made by its largest tenant; program order among equals.
  llvm::stable_sort(variables, [&](const auto* a, const auto* b) { return size_of(*a, layout) > size_of(*b, layout); });
  llvm::SmallVector<Slot, 16> slots;
  llvm::SmallPtrSet<const llvm::Value*, 16> shared;
  for (const llvm::AllocaInst* fact : variables) {
    auto* variable = const_cast<llvm::AllocaInst*>(fact);
    const auto& live = lives.getLiveRange(fact);
    auto* slot = llvm::find_if(
        slots, [&](const Slot& s) { return s.variable->getType() == variable->getType() && !s.live.overlaps(live); });
    if (slot == slots.end()) {
      slots.push_back({variable, live});
      continue;
    }
    slot->live.join(live);
    slot->variable->setAlignment(std::max(slot->variable->getAlign(), variable->getAlign()));
    if (variable->comesBefore(slot->variable)) slot->variable->moveBefore(variable->getIterator());
    variable->replaceAllUsesWith(slot->variable);
    shared.insert(slot->variable);
  }
  if (shared.empty()) return false;
  for (const llvm::AllocaInst* variable : variables)
    if (variable->use_empty()) const_cast<llvm::AllocaInst*>(variable)->eraseFromParent();
  drop_alias_facts(f, shared);
  return true;
}

}  // namespace

bool share_slots(llvm::Function& f, StepContext& context) {
  bool changed = context.level > 0 && share(f);
  for (llvm::Instruction& inst : llvm::make_early_inc_range(llvm::instructions(f)))
    if (llvm::isa<llvm::LifetimeIntrinsic>(inst)) {
      inst.eraseFromParent();
      changed = true;
    }
  return changed;
}

}  // namespace lathe::codegen
