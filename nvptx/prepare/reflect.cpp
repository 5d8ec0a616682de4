// __nvvm_reflect("NAME") and llvm.nvvm.reflect -> what the compilation knows: __CUDA_FTZ from the module flag
// nvvm-reflect-ftz, __CUDA_ARCH and __CUDA_PREC_SQRT from the target and its options; 0 for any other name. Branches
// that it decides are folded, so that the code of other targets is gone before anything else looks at it.
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

std::uint64_t answer(llvm::StringRef question, const StepContext& context) {
  if (question == "__CUDA_ARCH") return context.features.sm * 10;
  if (question == "__CUDA_FTZ") {
    const auto* flag =
        llvm::mdconst::extract_or_null<llvm::ConstantInt>(context.module.getModuleFlag("nvvm-reflect-ftz"));
    return flag ? flag->getZExtValue() : 0;
  }
  // As nvcc has it by default: an exact square root, unless an approximate one was asked for.
  if (question == "__CUDA_PREC_SQRT") return context.features.prec_sqrt_f32 != 0 && !context.features.unsafe_fp ? 1 : 0;
  return 0;
}

/// The string that a call asks about; nothing when it is not a constant string.
std::optional<std::string> question_of(const llvm::CallInst& call) {
  llvm::StringRef text;
  if (call.arg_size() == 0 || !llvm::getConstantStringInfo(call.getArgOperand(0)->stripPointerCasts(), text)) return {};
  return text.str();
}

/// Folds what depends on the replaced calls: instructions to constants, then branches, then dead blocks.
void fold(llvm::SetVector<llvm::Instruction*> work, llvm::SetVector<llvm::BasicBlock*>& ends) {
  while (!work.empty()) {
    llvm::Instruction* inst = work.pop_back_val();
    if (inst->isTerminator()) {
      ends.insert(inst->getParent());
      continue;
    }
    llvm::Constant* value = llvm::ConstantFoldInstruction(inst, inst->getDataLayout());
    if (!value) continue;
    for (llvm::User* user : inst->users())
      if (auto* next = llvm::dyn_cast<llvm::Instruction>(user)) work.insert(next);
    inst->replaceAllUsesWith(value);
    if (llvm::isInstructionTriviallyDead(inst)) inst->eraseFromParent();
  }
}

void resolve(llvm::Function& reflect, StepContext& context) {
  llvm::SmallVector<llvm::CallInst*, 8> calls;
  for (llvm::User* user : reflect.users())
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user); call && call->getCalledOperand() == &reflect)
      calls.push_back(call);
  llvm::SetVector<llvm::BasicBlock*> ends;
  llvm::SetVector<llvm::Function*> functions;
  for (llvm::CallInst* call : calls) {
    const std::optional<std::string> question = question_of(*call);
    if (!question || !call->getType()->isIntegerTy()) {
      context.error(*call->getFunction(), "__nvvm_reflect needs a constant string and gives an integer");
      return;
    }
    functions.insert(call->getFunction());
    llvm::SetVector<llvm::Instruction*> users;
    for (llvm::User* user : call->users()) users.insert(llvm::cast<llvm::Instruction>(user));
    call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), answer(*question, context)));
    call->eraseFromParent();
    fold(std::move(users), ends);
  }
  for (llvm::BasicBlock* block : ends) llvm::ConstantFoldTerminator(block, true);
  for (llvm::Function* f : functions) llvm::removeUnreachableBlocks(*f);
  if (reflect.use_empty()) reflect.eraseFromParent();
}

}  // namespace

void resolve_reflect(StepContext& context) {
  llvm::SmallVector<llvm::Function*, 4> reflects;
  for (llvm::Function& f : context.module) {
    const bool by_name = f.isDeclaration() && (f.getName() == "__nvvm_reflect" || f.getName() == "__nvvm_reflect_ocl");
    if (by_name || f.getIntrinsicID() == llvm::Intrinsic::nvvm_reflect) reflects.push_back(&f);
  }
  for (llvm::Function* f : reflects) resolve(*f, context);
}

}  // namespace lathe::nvptx
