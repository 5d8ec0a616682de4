// Says at run time whether a function was asked for what LLVM IR leaves undefined. For foreign_kernels.cpp.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <cmath>
#include <vector>

namespace foreign {

/// Puts in front of each instruction of a function what sets a byte where the instruction's result would be poison, or the
/// instruction is not allowed: overflow where a flag denies it, amounts and indices beyond the width, divisors of zero, floats
/// that fit no integer, NaNs and infinities that a flag denies, false assumptions, bits of memory that no value has.
/// Stricter than the IR: a poisoned value that nothing looks at counts, too. What it finds it also makes harmless.
class Defined {
 public:
  /// `flag` is a function without arguments that returns the address of the byte.
  Defined(llvm::Function& f, llvm::Function& flag) : f_(f), flag_(flag) {}

  void run() {
    using namespace llvm;
    std::vector<Instruction*> all;
    for (BasicBlock& block : f_)
      for (Instruction& i : block) all.push_back(&i);
    IRBuilder<> entry(&*f_.getEntryBlock().getFirstInsertionPt());
    byte_ = entry.CreateCall(&flag_, {});
    for (Instruction* i : all) look(*i);
  }

 private:
  /// The byte is set where `bad`, a bit or a vector of bits, has one that is.
  void when(llvm::IRBuilder<>& at, llvm::Value* bad) {
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(bad->getType())) {
      llvm::Type* whole = at.getIntNTy(vector->getNumElements());
      bad = at.CreateICmpNE(at.CreateBitCast(bad, whole), llvm::ConstantInt::get(whole, 0));
    }
    llvm::Value* old = at.CreateLoad(at.getInt8Ty(), byte_, true);
    at.CreateStore(at.CreateOr(old, at.CreateZExt(bad, at.getInt8Ty())), byte_, true);
  }

  void look(llvm::Instruction& i) {
    using namespace llvm;
    IRBuilder<> at(&i);
    if (isa<FPMathOperator>(i)) floats(i);
    if (const Value* pointer = getLoadStorePointerOperand(&i); pointer != nullptr && isa<ConstantPointerNull>(pointer))
      when(at, at.getTrue());
    if (auto* binary = dyn_cast<BinaryOperator>(&i)) return arithmetic(at, *binary);
    if (auto* call = dyn_cast<IntrinsicInst>(&i)) return intrinsic(at, *call);
    switch (i.getOpcode()) {
      case Instruction::ZExt:
      case Instruction::UIToFP:
        if (i.hasNonNeg())
          when(at, at.CreateICmpSLT(i.getOperand(0), Constant::getNullValue(i.getOperand(0)->getType())));
        return i.dropPoisonGeneratingFlags();
      case Instruction::Trunc:
        return narrow(at, cast<TruncInst>(i));
      case Instruction::ICmp:
        if (cast<ICmpInst>(i).hasSameSign())
          when(at, at.CreateICmpSLT(at.CreateXor(i.getOperand(0), i.getOperand(1)),
                                    Constant::getNullValue(i.getOperand(0)->getType())));
        return cast<ICmpInst>(i).setSameSign(false);
      case Instruction::FPToSI:
      case Instruction::FPToUI:
        return to_integer(at, i);
      case Instruction::ExtractElement:
        return index(at, i, 1);
      case Instruction::InsertElement:
        return index(at, i, 2);
      case Instruction::Load:
        return loaded(at, cast<LoadInst>(i));
      case Instruction::Unreachable:
        return when(at, at.getTrue());
      default:
        return;
    }
  }

  void arithmetic(llvm::IRBuilder<>& at, llvm::BinaryOperator& i) {
    using namespace llvm;
    Type* type = i.getType();
    Value *a = i.getOperand(0), *b = i.getOperand(1);
    switch (i.getOpcode()) {
      case Instruction::Add:
        overflow(at, i, Intrinsic::sadd_with_overflow, Intrinsic::uadd_with_overflow);
        break;
      case Instruction::Sub:
        overflow(at, i, Intrinsic::ssub_with_overflow, Intrinsic::usub_with_overflow);
        break;
      case Instruction::Mul:
        overflow(at, i, Intrinsic::smul_with_overflow, Intrinsic::umul_with_overflow);
        break;
      case Instruction::Shl:
      case Instruction::LShr:
      case Instruction::AShr: {
        Value* beyond = at.CreateICmpUGE(b, ConstantInt::get(type, type->getScalarSizeInBits()));
        when(at, beyond);
        b = at.CreateSelect(beyond, Constant::getNullValue(type), b);
        if (i.getOpcode() != Instruction::Shl) {
          if (i.isExact()) when(at, at.CreateICmpNE(at.CreateShl(at.CreateLShr(a, b), b), a));
        } else {
          if (i.hasNoUnsignedWrap()) when(at, at.CreateICmpNE(at.CreateLShr(at.CreateShl(a, b), b), a));
          if (i.hasNoSignedWrap()) when(at, at.CreateICmpNE(at.CreateAShr(at.CreateShl(a, b), b), a));
        }
        i.setOperand(1, b);
        break;
      }
      case Instruction::UDiv:
      case Instruction::SDiv:
      case Instruction::URem:
      case Instruction::SRem:
        divide(at, i);
        break;
      case Instruction::Or:
        if (cast<PossiblyDisjointInst>(i).isDisjoint())
          when(at, at.CreateICmpNE(at.CreateAnd(a, b), Constant::getNullValue(type)));
        break;
      default:
        return;
    }
    i.dropPoisonGeneratingFlags();
  }
  void overflow(llvm::IRBuilder<>& at, llvm::BinaryOperator& i, llvm::Intrinsic::ID with_sign,
                llvm::Intrinsic::ID without) {
    for (auto [id, wanted] : {std::pair(with_sign, i.hasNoSignedWrap()), std::pair(without, i.hasNoUnsignedWrap())})
      if (wanted) when(at, at.CreateExtractValue(at.CreateBinaryIntrinsic(id, i.getOperand(0), i.getOperand(1)), 1));
  }
  void divide(llvm::IRBuilder<>& at, llvm::BinaryOperator& i) {
    using namespace llvm;
    Type* type = i.getType();
    const bool with_sign = i.getOpcode() == Instruction::SDiv || i.getOpcode() == Instruction::SRem;
    Value *n = i.getOperand(0), *d = i.getOperand(1);
    Value* bad = at.CreateICmpEQ(d, Constant::getNullValue(type));
    if (with_sign) {
      Value* lowest = at.CreateICmpEQ(n, ConstantInt::get(type, APInt::getSignedMinValue(type->getScalarSizeInBits())));
      bad = at.CreateOr(bad, at.CreateAnd(lowest, at.CreateICmpEQ(d, Constant::getAllOnesValue(type))));
    }
    when(at, bad);
    if (with_sign && type->getScalarSizeInBits() == 1) {  // 1 is -1: no divisor is right
      i.replaceAllUsesWith(n);
      return;
    }
    i.setOperand(1, at.CreateSelect(bad, ConstantInt::get(type, 1), d));
    if (isa<PossiblyExactOperator>(i) && i.isExact())
      when(at, at.CreateICmpNE(with_sign ? at.CreateSRem(n, i.getOperand(1)) : at.CreateURem(n, i.getOperand(1)),
                               Constant::getNullValue(type)));
  }
  void narrow(llvm::IRBuilder<>& at, llvm::TruncInst& i) {
    using namespace llvm;
    Value* from = i.getOperand(0);
    Value* cut = i.hasNoUnsignedWrap() || i.hasNoSignedWrap() ? at.CreateTrunc(from, i.getType()) : nullptr;
    if (i.hasNoUnsignedWrap()) when(at, at.CreateICmpNE(at.CreateZExt(cut, from->getType()), from));
    if (i.hasNoSignedWrap()) when(at, at.CreateICmpNE(at.CreateSExt(cut, from->getType()), from));
    i.dropPoisonGeneratingFlags();
  }
  void to_integer(llvm::IRBuilder<>& at, llvm::Instruction& i) {
    using namespace llvm;
    Value* x = i.getOperand(0);
    const bool with_sign = i.getOpcode() == Instruction::FPToSI;
    const int width = static_cast<int>(i.getType()->getScalarSizeInBits());
    Value* fits = at.CreateAnd(
        at.CreateFCmpOGE(x, ConstantFP::get(x->getType(), with_sign ? -std::ldexp(1.0, width - 1) : 0.0)),
        at.CreateFCmpOLT(x, ConstantFP::get(x->getType(), std::ldexp(1.0, with_sign ? width - 1 : width))));
    when(at, at.CreateNot(fits));
    i.setOperand(0, at.CreateSelect(fits, x, Constant::getNullValue(x->getType())));
  }
  void index(llvm::IRBuilder<>& at, llvm::Instruction& i, unsigned operand) {
    using namespace llvm;
    const auto count = cast<FixedVectorType>(i.getOperand(0)->getType())->getNumElements();
    Value* n = i.getOperand(operand);
    if (n->getType()->getIntegerBitWidth() < 32) n = at.CreateZExt(n, at.getInt32Ty());
    Value* beyond = at.CreateICmpUGE(n, ConstantInt::get(n->getType(), count));
    when(at, beyond);
    i.setOperand(operand, at.CreateSelect(beyond, Constant::getNullValue(n->getType()), n));
  }
  /// Bits of the last byte that the type does not fill are zero.
  void loaded(llvm::IRBuilder<>& at, llvm::LoadInst& i) {
    using namespace llvm;
    const auto bits = f_.getParent()->getDataLayout().getTypeSizeInBits(i.getType()).getFixedValue();
    if (bits % 8 == 0 || !i.isSimple()) return;
    Type* whole = at.getIntNTy(static_cast<unsigned>((bits + 7) / 8 * 8));
    Value* memory = at.CreateAlignedLoad(whole, i.getPointerOperand(), i.getAlign());
    when(at, at.CreateICmpNE(at.CreateLShr(memory, ConstantInt::get(whole, bits)), ConstantInt::get(whole, 0)));
  }
  void floats(llvm::Instruction& i) {
    using namespace llvm;
    if (!i.hasNoNaNs() && !i.hasNoInfs()) return;
    std::vector<Value*> looked(i.op_begin(), i.op_end());
    Instruction* after = isa<PHINode>(i) ? &*i.getParent()->getFirstInsertionPt() : i.getNextNode();
    looked.push_back(&i);
    const bool nan = i.hasNoNaNs(), infinite = i.hasNoInfs();
    i.copyFastMathFlags(FastMathFlags());
    IRBuilder<> at(after);
    for (Value* v : looked) {
      if (!v->getType()->isFPOrFPVectorTy() || (isa<PHINode>(i) && v != &i)) continue;
      if (nan) when(at, at.CreateFCmpUNO(v, v));
      if (infinite)
        when(at, at.CreateFCmpOEQ(at.CreateUnaryIntrinsic(Intrinsic::fabs, v), ConstantFP::getInfinity(v->getType())));
    }
  }
  void intrinsic(llvm::IRBuilder<>& at, llvm::IntrinsicInst& i) {
    using namespace llvm;
    Type* type = i.getType();
    Value* flagged = i.arg_size() == 2 ? i.getArgOperand(1) : nullptr;
    const bool asked = flagged != nullptr && isa<ConstantInt>(flagged) && cast<ConstantInt>(flagged)->isOne();
    switch (i.getIntrinsicID()) {
      case Intrinsic::assume:
        return when(at, at.CreateNot(i.getArgOperand(0)));
      case Intrinsic::abs:
        if (asked)
          when(at, at.CreateICmpEQ(i.getArgOperand(0),
                                   ConstantInt::get(type, APInt::getSignedMinValue(type->getScalarSizeInBits()))));
        return i.setArgOperand(1, at.getFalse());
      case Intrinsic::ctlz:
      case Intrinsic::cttz:
        if (asked) when(at, at.CreateICmpEQ(i.getArgOperand(0), Constant::getNullValue(type)));
        return i.setArgOperand(1, at.getFalse());
      case Intrinsic::copysign:  // a NaN's sign is nobody's
        return when(at, at.CreateFCmpUNO(i.getArgOperand(1), i.getArgOperand(1)));
      default:
        return;
    }
  }

  llvm::Function& f_;
  llvm::Function& flag_;
  llvm::Value* byte_ = nullptr;
};

}  // namespace foreign
