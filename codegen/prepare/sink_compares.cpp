// Comparisons that a loop only uses, made again where they are used when many of them would be held through the loop.
//
// clang moves every invariant comparison before the loop. There are few registers of conditions (PrepareCosts): what is
// held beyond them costs a general register each, or moves between the two. A comparison of values that the loop has
// anyway costs one instruction that needs nothing.
// Cost: linear in uses times the depth of the loop nest.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "codegen/prepare/code_shape.hpp"

namespace lathe::codegen {
namespace {

/// The outermost loop around `user` that does not have `definition` in it; null when there is none.
const llvm::Loop* loop_over(const llvm::LoopInfo& loops, const llvm::BasicBlock* definition,
                            const llvm::BasicBlock* user) {
  const llvm::Loop* over = nullptr;
  for (const llvm::Loop* loop = loops.getLoopFor(user); loop && !loop->contains(definition);
       loop = loop->getParentLoop())
    over = loop;
  return over;
}

/// Whether the comparison needs no register that the loop would not have without it: constants, arguments of kernels
/// where they lie in memory, and values that something else in the loop uses.
bool free_in(const llvm::Loop& loop, const llvm::CmpInst& compare, const PrepareFacts& facts) {
  constexpr unsigned most_uses = 16;
  return llvm::all_of(compare.operands(), [&](const llvm::Value* operand) {
    if (llvm::isa<llvm::Constant>(operand)) return true;
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(operand);
        argument != nullptr && facts.kernel_arguments_in_memory)
      return argument->getParent()->hasKernelCallingConv();
    unsigned seen = 0;
    for (const llvm::User* user : operand->users()) {
      if (++seen > most_uses) return false;
      const auto* inst = llvm::cast<llvm::Instruction>(user);
      if (inst != &compare && !llvm::isa<llvm::CmpInst>(inst) && loop.contains(inst)) return true;
    }
    return false;
  });
}

bool is_used_elsewhere(const llvm::Instruction& inst) {
  return llvm::isa<llvm::CmpInst>(inst) && llvm::any_of(inst.users(), [&](const llvm::User* user) {
           return llvm::cast<llvm::Instruction>(user)->getParent() != inst.getParent();
         });
}

struct Held {
  llvm::CmpInst* compare;
  const llvm::Loop* loop;
};

}  // namespace

bool sink_compares(llvm::Function& f, FunctionPasses& passes, StepContext& context) {
  const unsigned most_held = context.facts.costs.held_conditions;
  if (llvm::count_if(llvm::instructions(f), is_used_elsewhere) <= std::ptrdiff_t{most_held}) return false;
  const llvm::LoopInfo& loops = passes.loops(f);
  if (loops.empty()) return false;
  llvm::SmallVector<Held, 16> held;
  llvm::DenseMap<const llvm::Loop*, unsigned> count;
  for (llvm::Instruction& inst : llvm::instructions(f)) {
    auto* compare = llvm::dyn_cast<llvm::CmpInst>(&inst);
    if (!compare || !compare->getType()->isIntegerTy(1)) continue;
    llvm::SmallPtrSet<const llvm::Loop*, 4> over;
    for (const llvm::User* user : compare->users())
      if (const llvm::Loop* loop =
              loop_over(loops, compare->getParent(), llvm::cast<llvm::Instruction>(user)->getParent()))
        if (over.insert(loop).second) {
          held.push_back({compare, loop});
          ++count[loop];
        }
  }
  bool changed = false;
  for (const auto& [compare, loop] : held) {
    if (count.lookup(loop) <= most_held || !free_in(*loop, *compare, context.facts)) continue;
    llvm::DenseMap<llvm::BasicBlock*, llvm::Instruction*> copies;
    for (llvm::Use& use : llvm::make_early_inc_range(compare->uses())) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      if (llvm::isa<llvm::PHINode>(user) || !loop->contains(user)) continue;
      llvm::Instruction*& copy = copies[user->getParent()];
      if (!copy) {
        copy = compare->clone();
        copy->setName(compare->getName());
        copy->insertBefore(user->getParent()->getFirstInsertionPt());
      }
      use.set(copy);
      changed = true;
    }
  }
  llvm::SmallPtrSet<llvm::CmpInst*, 16> seen;
  for (const Held& one : held)
    if (seen.insert(one.compare).second && one.compare->use_empty()) one.compare->eraseFromParent();
  return changed;
}

}  // namespace lathe::codegen
