// Loads of memory that nobody writes while the kernel runs are marked !invariant.load, where
// the target has loads for that.
//
// That is so for a kernel's pointer argument that is noalias and readonly (no other pointer to it, none through this
// one), and for constant variables. O(loads), with a bounded walk to what a pointer leads to.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>

#include "codegen/prepare/steps.hpp"
#include "codegen/prepare/underlying.hpp"

namespace lathe::codegen {
namespace {

bool is_never_written(const llvm::Value* object) {
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(object))
    return argument->getParent()->hasKernelCallingConv() && argument->hasNoAliasAttr() && argument->onlyReadsMemory();
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
  return variable && variable->isConstant() && !variable->isExternallyInitialized();
}

}  // namespace

bool tag_invariant_loads(llvm::Function& f, StepContext& context) {
  if (!f.hasKernelCallingConv()) return false;
  bool changed = false;
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& inst : block) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst);
      if (!load || !load->isSimple()) continue;
      const SpaceFacts* space = context.facts.space(load->getPointerAddressSpace());
      if (space == nullptr || !space->unwritten_loads) continue;
      if (load->hasMetadata(llvm::LLVMContext::MD_invariant_load)) continue;
      llvm::SmallVector<const llvm::Value*, 4> objects;
      underlying_objects(load->getPointerOperand(), objects);
      if (!llvm::all_of(objects, is_never_written)) continue;
      load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(f.getContext(), {}));
      changed = true;
    }
  return changed;
}

}  // namespace lathe::codegen
