// Control flow that GPUs have: branches, switches (see switches.cpp), returns. No exceptions, no indirect branches;
// blocks in reverse post-order, so that a value's definition is met before its uses in other blocks (but through phis).
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/MemoryBuiltins.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include "codegen/prepare/steps.hpp"

namespace lathe::codegen {
namespace {

/// A function's blocks whose address is taken are numbered from 1; the address is that number. An indirect branch is
/// a switch over it.
void lower_indirect_branches(llvm::Function& f) {
  llvm::SmallVector<llvm::IndirectBrInst*, 4> branches;
  llvm::SmallVector<llvm::BasicBlock*, 8> targets;
  for (llvm::BasicBlock& block : f) {
    if (auto* branch = llvm::dyn_cast<llvm::IndirectBrInst>(block.getTerminator())) branches.push_back(branch);
    if (block.hasAddressTaken()) targets.push_back(&block);
  }
  if (branches.empty() && targets.empty()) return;
  llvm::Type* word = f.getDataLayout().getIntPtrType(llvm::PointerType::get(f.getContext(), f.getAddressSpace()));
  llvm::DenseMap<llvm::BasicBlock*, std::uint64_t> number;
  for (llvm::BasicBlock* target : targets) {
    number[target] = number.size() + 1;
    if (llvm::BlockAddress* address = llvm::BlockAddress::lookup(target)) {
      llvm::Constant* value = llvm::ConstantInt::get(word, number[target]);
      address->replaceAllUsesWith(llvm::ConstantExpr::getIntToPtr(value, address->getType()));
      address->destroyConstant();
    }
  }
  for (llvm::IndirectBrInst* branch : branches) {
    llvm::IRBuilder<> builder(branch);
    llvm::Value* index = builder.CreatePtrToInt(branch->getAddress(), word);
    llvm::BasicBlock* from = branch->getParent();
    llvm::BasicBlock* never = llvm::BasicBlock::Create(f.getContext(), "indirect.never", &f);
    new llvm::UnreachableInst(f.getContext(), never);
    llvm::SwitchInst* choice = builder.CreateSwitch(index, never, branch->getNumDestinations());
    llvm::SmallPtrSet<llvm::BasicBlock*, 8> seen;
    for (llvm::BasicBlock* target : llvm::successors(branch->getParent())) {
      if (target == never) continue;
      if (number.contains(target) && seen.insert(target).second)
        choice->addCase(llvm::ConstantInt::get(llvm::cast<llvm::IntegerType>(word), number[target]), target);
      else
        target->removePredecessor(from, true);
    }
    branch->eraseFromParent();
  }
}

bool is_only_information(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::invariant_start:
    case llvm::Intrinsic::invariant_end:
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::sideeffect:
    case llvm::Intrinsic::pseudoprobe:
    case llvm::Intrinsic::var_annotation:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
    case llvm::Intrinsic::dbg_assign:
    case llvm::Intrinsic::dbg_declare:
    case llvm::Intrinsic::dbg_label:
    case llvm::Intrinsic::dbg_value:
      return true;
    default:
      return false;
  }
}

/// The address of a variable less the bits that the mask drops; null for other pointers. InferAddressSpaces of LLVM 22
/// leaves a null operand where the masked pointer is a variable's, and crashes; it sees through a difference.
llvm::Value* without_mask(llvm::IntrinsicInst& call) {
  llvm::Value* pointer = call.getArgOperand(0);
  if (!pointer->getType()->isPointerTy()) return nullptr;
  const llvm::Value* object = llvm::getUnderlyingObject(pointer);
  if (!llvm::isa<llvm::GlobalVariable>(object) && !llvm::isa<llvm::AllocaInst>(object)) return nullptr;
  llvm::IRBuilder<> builder(&call);
  llvm::Value* dropped = builder.CreateNot(call.getArgOperand(1));
  llvm::Value* bits = builder.CreateAnd(builder.CreatePtrToInt(pointer, dropped->getType()), dropped);
  return builder.CreatePtrAdd(pointer, builder.CreateNeg(bits));
}

/// The value that stands for a call that only carries information, or null.
llvm::Value* plain_value(llvm::IntrinsicInst& call, const PrepareFacts& facts) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::expect:
    case llvm::Intrinsic::expect_with_probability:
    case llvm::Intrinsic::annotation:
    case llvm::Intrinsic::ptr_annotation:
    case llvm::Intrinsic::ssa_copy:
    case llvm::Intrinsic::launder_invariant_group:
    case llvm::Intrinsic::strip_invariant_group:
      return call.getArgOperand(0);
    case llvm::Intrinsic::is_constant:
      return llvm::ConstantInt::get(call.getType(), llvm::isa<llvm::Constant>(call.getArgOperand(0)) ? 1 : 0);
    case llvm::Intrinsic::experimental_widenable_condition:
    case llvm::Intrinsic::allow_runtime_check:
    case llvm::Intrinsic::allow_ubsan_check:
      return llvm::ConstantInt::getTrue(call.getType());
    case llvm::Intrinsic::objectsize: {
      const llvm::TargetLibraryInfoImpl impl{llvm::Triple(llvm::StringRef(facts.triple))};
      const llvm::TargetLibraryInfo library(impl);
      return llvm::lowerObjectSizeCall(&call, call.getDataLayout(), &library, true);
    }
    case llvm::Intrinsic::ptrmask:
      return without_mask(call);
    default:
      return nullptr;
  }
}

}  // namespace

bool lower_invokes(llvm::Function& f) {
  llvm::SmallVector<llvm::InvokeInst*, 8> invokes;
  for (llvm::BasicBlock& block : f)
    if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(block.getTerminator())) invokes.push_back(invoke);
  for (llvm::InvokeInst* invoke : invokes) llvm::changeToCall(invoke);
  return !invokes.empty();
}

bool lower_control_flow(llvm::Function& f, StepContext& context) {
  bool changed = false, indirect = false;
  for (llvm::BasicBlock& block : f) {
    const llvm::Instruction* end = block.getTerminator();
    indirect |= llvm::isa<llvm::IndirectBrInst>(end) || block.hasAddressTaken();
    if (llvm::isa<llvm::CallBrInst>(end)) {
      context.error(f, "inline assembly that jumps (callbr) has operands that do not fit its constraints");
      return changed;
    }
  }
  changed |= lower_invokes(f);
  if (indirect) {
    lower_indirect_branches(f);
    changed = true;
  }
  // Nothing is thrown, so nothing is thrown on.
  for (llvm::BasicBlock& block : f)
    if (auto* resume = llvm::dyn_cast<llvm::ResumeInst>(block.getTerminator())) {
      llvm::changeToUnreachable(resume);
      changed = true;
    }
  changed |= llvm::removeUnreachableBlocks(f);
  if (f.hasPersonalityFn()) {
    f.setPersonalityFn(nullptr);
    changed = true;
  }
  return changed;
}

bool drop_intrinsics(llvm::Function& f, StepContext& context) {
  bool changed = false, folded_condition = false;
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& inst : llvm::make_early_inc_range(block)) {
      auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
      if (!call) continue;
      if (is_only_information(call->getIntrinsicID())) {
        if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(llvm::PoisonValue::get(call->getType()));
        call->eraseFromParent();
        changed = true;
      } else if (llvm::Value* value = plain_value(*call, context.facts)) {
        folded_condition |= llvm::isa<llvm::Constant>(value);
        call->replaceAllUsesWith(value);
        call->eraseFromParent();
        changed = true;
      }
    }
  if (folded_condition) {
    for (llvm::BasicBlock& block : f) {
      for (llvm::Instruction& inst : llvm::make_early_inc_range(block))
        if (llvm::Constant* constant = llvm::ConstantFoldInstruction(&inst, f.getDataLayout())) {
          inst.replaceAllUsesWith(constant);
          if (llvm::isInstructionTriviallyDead(&inst)) inst.eraseFromParent();
        }
      llvm::ConstantFoldTerminator(&block, true);
    }
    llvm::removeUnreachableBlocks(f);
  }
  return changed;
}

namespace {

/// The default of a jump table (the only switches that are left) is never reached, by construction.
bool follows_tables_only(llvm::BasicBlock& block) {
  return !llvm::pred_empty(&block) && llvm::all_of(llvm::predecessors(&block), [&](llvm::BasicBlock* from) {
    const auto* table = llvm::dyn_cast<llvm::SwitchInst>(from->getTerminator());
    return table != nullptr && table->getDefaultDest() == &block &&
           llvm::none_of(table->cases(), [&](const auto& item) { return item.getCaseSuccessor() == &block; });
  });
}

/// -trap-unreachable
void trap_at_unreachable(llvm::Function& f) {
  for (llvm::BasicBlock& block : f) {
    auto* end = llvm::dyn_cast<llvm::UnreachableInst>(block.getTerminator());
    if (!end || follows_tables_only(block)) continue;
    const auto* call = llvm::dyn_cast_or_null<llvm::IntrinsicInst>(end->getPrevNode());
    if (!call || call->getIntrinsicID() != llvm::Intrinsic::trap)
      llvm::IRBuilder<>(end).CreateIntrinsic(llvm::Intrinsic::trap, llvm::ArrayRef<llvm::Value*>());
  }
}

}  // namespace

bool order_blocks(llvm::Function& f, StepContext& context) {
  bool changed = llvm::removeUnreachableBlocks(f);
  if (context.options.trap_unreachable) trap_at_unreachable(f);
  llvm::BasicBlock* last = nullptr;
  const llvm::ReversePostOrderTraversal<llvm::Function*> order(&f);
  for (llvm::BasicBlock* block : order) {
    if (last && last->getNextNode() != block) {
      block->moveAfter(last);
      changed = true;
    }
    last = block;
  }
  return changed;
}

}  // namespace lathe::codegen
