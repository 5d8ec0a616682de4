// PrepareOptions::assume as LLVM's flags on each instruction, in front of all that looks at flags. O(instructions), and
// nothing where nothing was asked for.
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

llvm::FastMathFlags asked_flags(const FloatAssumptions& assume) {
  llvm::FastMathFlags flags;
  flags.setNoNaNs(assume.no_nans);
  flags.setNoInfs(assume.no_infs);
  flags.setNoSignedZeros(assume.no_signed_zeros);
  flags.setApproxFunc(assume.approximate);
  return flags;
}

bool is_log2_of_f32(const llvm::Instruction& inst) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
  return call && call->getIntrinsicID() == llvm::Intrinsic::log2 && call->getType()->getScalarType()->isFloatTy();
}

}  // namespace

void assume_floats(StepContext& context) {
  const FloatAssumptions& assume = context.asked.assume;
  const llvm::FastMathFlags flags = asked_flags(assume);
  if (flags.none() && !assume.approximate_log2) return;
  for (llvm::Function& f : context.module)
    for (llvm::Instruction& inst : llvm::instructions(f)) {
      if (!llvm::isa<llvm::FPMathOperator>(&inst)) continue;
      llvm::FastMathFlags all = inst.getFastMathFlags();
      all |= flags;
      if (assume.approximate_log2 && is_log2_of_f32(inst)) all.setApproxFunc(true);
      inst.setFastMathFlags(all);
    }
}

}  // namespace lathe::nvptx
