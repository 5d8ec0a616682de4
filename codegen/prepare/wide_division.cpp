// Division and remainder of integers wider than the target's (PrepareCosts::division_bits): inline code, without a
// library.
//
// Up to twice as wide: when both operands fit its widest division, which is most of the time, that one; else, and for
// wider ones, LLVM's shift-and-subtract loop.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/IntegerDivision.h>

#include "codegen/prepare/steps.hpp"

namespace lathe::codegen {
namespace {

using llvm::BinaryOperator;
using llvm::Instruction;

bool is_division(unsigned opcode) {
  return opcode == Instruction::SDiv || opcode == Instruction::UDiv || opcode == Instruction::SRem ||
         opcode == Instruction::URem;
}

/// Lane by lane.
void scalarize(BinaryOperator& division, llvm::SmallVectorImpl<BinaryOperator*>& out) {
  llvm::IRBuilder<> builder(&division);
  const auto* type = llvm::cast<llvm::FixedVectorType>(division.getType());
  llvm::Value* result = llvm::PoisonValue::get(division.getType());
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    llvm::Value* lane =
        builder.CreateBinOp(division.getOpcode(), builder.CreateExtractElement(division.getOperand(0), i),
                            builder.CreateExtractElement(division.getOperand(1), i));
    if (auto* inst = llvm::dyn_cast<BinaryOperator>(lane)) out.push_back(inst);
    result = builder.CreateInsertElement(result, lane, i);
  }
  division.replaceAllUsesWith(result);
  division.eraseFromParent();
}

/// Unsigned division by a power of two is a shift or a mask. True when done.
bool by_power_of_two(BinaryOperator& division) {
  const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(division.getOperand(1));
  if (!divisor || !divisor->getValue().isPowerOf2()) return false;
  llvm::IRBuilder<> builder(&division);
  llvm::Value* x = division.getOperand(0);
  llvm::Value* result = nullptr;
  if (division.getOpcode() == Instruction::UDiv)
    result = builder.CreateLShr(x, divisor->getValue().logBase2());
  else if (division.getOpcode() == Instruction::URem)
    result = builder.CreateAnd(x, llvm::ConstantInt::get(x->getType(), divisor->getValue() - 1));
  else
    return false;
  division.replaceAllUsesWith(result);
  division.eraseFromParent();
  return true;
}

/// Splits off the case that both operands fit `bits`; `division` is then in the other branch.
void short_way(BinaryOperator& division, unsigned bits) {
  llvm::IRBuilder<> builder(&division);
  llvm::Type* wide = division.getType();
  llvm::Type* narrow = builder.getIntNTy(bits);
  llvm::Value* a = builder.CreateFreeze(division.getOperand(0));
  llvm::Value* b = builder.CreateFreeze(division.getOperand(1));
  division.setOperand(0, a);
  division.setOperand(1, b);
  // Unsigned in both cases: not negative and below 2^bits, so signs need no thought.
  llvm::Value* both = builder.CreateOr(a, b);
  llvm::Value* fits = builder.CreateICmpEQ(builder.CreateLShr(both, bits), llvm::ConstantInt::get(wide, 0));
  llvm::Instruction* then_end = nullptr;
  llvm::Instruction* else_end = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(fits, division.getIterator(), &then_end, &else_end);
  builder.SetInsertPoint(then_end);
  const bool is_division = division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::UDiv;
  llvm::Value* x = builder.CreateTrunc(a, narrow);
  llvm::Value* y = builder.CreateTrunc(b, narrow);
  llvm::Value* quick = builder.CreateZExt(is_division ? builder.CreateUDiv(x, y) : builder.CreateURem(x, y), wide);
  builder.SetInsertPoint(&division);
  llvm::PHINode* result = llvm::PHINode::Create(wide, 2, "", division.getParent()->begin());
  division.replaceAllUsesWith(result);
  division.moveBefore(else_end->getIterator());
  result->addIncoming(quick, then_end->getParent());
  result->addIncoming(&division, else_end->getParent());
}

void expand(BinaryOperator& division) {
  const unsigned opcode = division.getOpcode();
  if (opcode == Instruction::SDiv || opcode == Instruction::UDiv)
    llvm::expandDivision(&division);
  else
    llvm::expandRemainder(&division);
}

}  // namespace

bool lower_wide_division(llvm::Function& f, StepContext& context) {
  const unsigned native = context.facts.costs.division_bits, widest = context.facts.costs.divided_bits;
  llvm::SmallVector<BinaryOperator*, 8> work;
  for (llvm::BasicBlock& block : f)
    for (Instruction& inst : block)
      if (is_division(inst.getOpcode()) && inst.getType()->getScalarSizeInBits() > native)
        work.push_back(llvm::cast<BinaryOperator>(&inst));
  const bool changed = !work.empty();
  while (!work.empty()) {
    BinaryOperator* division = work.pop_back_val();
    const unsigned bits = division->getType()->getScalarSizeInBits();
    if (bits > widest || llvm::isa<llvm::ScalableVectorType>(division->getType())) {
      context.error(f, "division of " + std::to_string(bits) + "-bit integers is not supported; at most " +
                           std::to_string(widest));
      return changed;
    }
    if (division->getType()->isVectorTy()) {
      scalarize(*division, work);
      continue;
    }
    if (by_power_of_two(*division)) continue;
    if (bits <= 2 * native) short_way(*division, native);
    expand(*division);
  }
  return changed;
}

}  // namespace lathe::codegen
