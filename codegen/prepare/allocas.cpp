// Local variables: those of constant size move to the start of the entry block, which makes them part of the frame, and
// keeps them there when a later step splits the block; their addresses are known to be in local memory. Those of
// variable size stay where they are. Markers of lives go, for they may stand on variables alone.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/prepare/steps.hpp"

namespace lathe::codegen {
namespace {

/// `alloca T, i32 N` becomes `alloca [N x T]`, so that the type alone tells the size.
llvm::AllocaInst* as_one_object(llvm::AllocaInst* variable) {
  const auto* count = llvm::cast<llvm::ConstantInt>(variable->getArraySize());
  if (count->isOne()) return variable;
  llvm::IRBuilder<> builder(variable);
  llvm::AllocaInst* fresh = builder.CreateAlloca(
      llvm::ArrayType::get(variable->getAllocatedType(), count->getZExtValue()), variable->getAddressSpace(), nullptr);
  fresh->setAlignment(variable->getAlign());
  fresh->takeName(variable);
  variable->replaceAllUsesWith(fresh);
  variable->eraseFromParent();
  return fresh;
}

/// Arrays of bytes come with alignment 1; the frame is ours to lay out, so that their accesses can be joined to words.
bool raise_alignment(llvm::AllocaInst& variable, const llvm::DataLayout& layout, std::uint64_t most) {
  const auto size = variable.getAllocationSize(layout);
  if (!size) return false;
  const std::uint64_t bytes = size->getFixedValue();
  const llvm::Align wanted(bytes < 4 ? 1 : std::min<std::uint64_t>(most, bytes >= 16 ? 16 : bytes >= 8 ? 8 : 4));
  if (variable.getAlign() >= wanted) return false;
  variable.setAlignment(wanted);
  return true;
}

/// Where the variables at the start of the entry block end, with the casts that this step puts among them.
llvm::BasicBlock::iterator after_variables(llvm::BasicBlock& entry) {
  llvm::BasicBlock::iterator at = entry.begin();
  while (llvm::isa<llvm::AllocaInst, llvm::AddrSpaceCastInst>(*at)) ++at;
  return at;
}

bool is_marked(const llvm::AllocaInst& variable, unsigned local) {
  for (const llvm::User* user : variable.users()) {
    const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(user);
    if (!cast || cast->getDestAddressSpace() != local) return false;
  }
  return true;
}

}  // namespace

bool lower_allocas(llvm::Function& f, StepContext& context) {
  llvm::SmallVector<llvm::AllocaInst*, 8> variables;
  llvm::SmallVector<llvm::Instruction*, 8> markers;  // of lives: where no step before has used them up
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& inst : block) {
      if (llvm::isa<llvm::LifetimeIntrinsic>(inst)) markers.push_back(&inst);
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&inst);
      if (!variable) continue;
      if (!variable->getAllocatedType()->isSized() || variable->getAllocatedType()->isScalableTy()) {
        context.error(f, "a local variable has a type without a fixed size");
        return false;
      }
      if (llvm::isa<llvm::ConstantInt>(variable->getArraySize())) variables.push_back(variable);
    }
  for (llvm::Instruction* marker : markers) marker->eraseFromParent();
  bool changed = !markers.empty();
  llvm::Instruction* last = nullptr;
  const llvm::BasicBlock::iterator end_of_start = after_variables(f.getEntryBlock());
  for (llvm::AllocaInst* variable : variables) {
    llvm::AllocaInst* object = as_one_object(variable);
    changed |= object != variable;
    if (object->getParent() != &f.getEntryBlock() || !object->comesBefore(&*end_of_start)) {
      object->moveBefore(end_of_start);
      changed = true;
    }
    if (context.level > 0) changed |= raise_alignment(*object, f.getDataLayout(), context.facts.costs.frame_alignment);
    last = object;
  }
  if (!last) return changed;
  const unsigned local = context.facts.number_of(Space::local);
  for (llvm::Instruction& inst : llvm::make_early_inc_range(f.getEntryBlock())) {
    auto* object = llvm::dyn_cast<llvm::AllocaInst>(&inst);
    if (!object || !object->isStaticAlloca() || is_marked(*object, local) ||
        !context.facts.has_role(object->getAddressSpace(), Space::generic))
      continue;
    llvm::IRBuilder<> builder(object->getNextNode());
    llvm::Value* inside = builder.CreateAddrSpaceCast(object, llvm::PointerType::get(f.getContext(), local));
    llvm::Value* back = builder.CreateAddrSpaceCast(inside, object->getType());
    object->replaceUsesWithIf(back, [&](llvm::Use& use) { return use.getUser() != inside; });
    changed = true;
  }
  return changed;
}

}  // namespace lathe::codegen
