// Conversions between floats and integers wider than 64 bits, rounded once, without branches.
//
// To a float: the integer is shifted up until its top bit is set; its top 64 bits, the last of them standing for all
// that lie below ("sticky"), convert with one rounding, since a float has far fewer bits; then an exact scaling by a
// power of two. To an integer, up to 128 bits: the high half is trunc(x * 2^-64), the low half what remains; both are
// exact in f64.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cmath>

#include "codegen/prepare/steps.hpp"

namespace lathe::codegen {
namespace {

using llvm::APInt;
using llvm::Instruction;
using llvm::Value;

class Expansion {
 public:
  Expansion(Instruction& inst) : builder_(&inst) {}

  /// An unsigned integer of at most 128 bits, more than 64, as f32, f64, f16 or bf16.
  Value* to_float(Value* x, llvm::Type* result) {
    if (result->isHalfTy()) {
      // From 65520 on it is infinity: more bits than 32 say nothing.
      Value* small = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, x, constant(x->getType(), 1ULL << 20));
      return builder_.CreateUIToFP(builder_.CreateTrunc(small, builder_.getInt32Ty()), result);
    }
    llvm::Type* wide = builder_.getIntNTy(128);
    x = builder_.CreateZExt(x, wide);
    Value* zeros = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, x, builder_.getFalse());
    // 128 zeros: nothing to shift, and a zero times any scale is zero.
    Value* shifted = builder_.CreateShl(x, builder_.CreateAnd(zeros, constant(wide, 127)));
    Value* top = builder_.CreateTrunc(builder_.CreateLShr(shifted, constant(wide, 64)), builder_.getInt64Ty());
    Value* below = builder_.CreateTrunc(shifted, builder_.getInt64Ty());
    top = builder_.CreateOr(
        top, builder_.CreateZExt(builder_.CreateICmpNE(below, builder_.getInt64(0)), builder_.getInt64Ty()));
    Value* exponent = builder_.CreateSub(builder_.getInt32(64), builder_.CreateTrunc(zeros, builder_.getInt32Ty()));
    if (result->isDoubleTy()) return scaled(builder_.CreateUIToFP(top, result), exponent, result);
    llvm::Type* single = builder_.getFloatTy();
    if (!result->isBFloatTy()) return scaled(builder_.CreateUIToFP(top, single), exponent, single);
    // bf16 goes through an f32 that holds 24 bits exactly, the last one sticky again.
    Value* high = builder_.CreateLShr(top, 40);
    Value* lost = builder_.CreateICmpNE(builder_.CreateAnd(top, (1ULL << 40) - 1), builder_.getInt64(0));
    Value* bits = builder_.CreateOr(high, builder_.CreateZExt(lost, builder_.getInt64Ty()));
    Value* exact = builder_.CreateUIToFP(builder_.CreateTrunc(bits, builder_.getInt32Ty()), single);
    return builder_.CreateFPTrunc(scaled(exact, builder_.CreateAdd(exponent, builder_.getInt32(40)), single), result);
  }

  Value* signed_to_float(Value* x, llvm::Type* result) {
    Value* negative = builder_.CreateICmpSLT(x, constant(x->getType(), 0));
    Value* magnitude = builder_.CreateSelect(negative, builder_.CreateNeg(x), x);
    Value* converted = to_float(magnitude, result);
    return builder_.CreateSelect(negative, builder_.CreateFNeg(converted), converted);
  }

  /// A float that is at least 0 and below 2^128, as an integer of 128 bits.
  Value* to_integer(Value* x) {
    llvm::Type* wide = builder_.getIntNTy(128);
    llvm::Type* narrow = builder_.getInt64Ty();
    llvm::Type* f64 = builder_.getDoubleTy();
    if (!x->getType()->isDoubleTy()) x = builder_.CreateFPExt(x, f64);
    Value* high = builder_.CreateFPToUI(builder_.CreateFMul(x, llvm::ConstantFP::get(f64, 0x1p-64)), narrow);
    Value* rest = builder_.CreateIntrinsic(llvm::Intrinsic::fma, {f64},
                                           {builder_.CreateUIToFP(high, f64), llvm::ConstantFP::get(f64, -0x1p64), x});
    Value* low = builder_.CreateFPToUI(rest, narrow);
    return builder_.CreateOr(builder_.CreateShl(builder_.CreateZExt(high, wide), constant(wide, 64)),
                             builder_.CreateZExt(low, wide));
  }

  Value* to_signed_integer(Value* x) {
    llvm::Type* type = x->getType();
    Value* negative = builder_.CreateFCmpOLT(x, llvm::ConstantFP::get(type, 0.0));
    Value* magnitude = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
    Value* converted = to_integer(magnitude);
    return builder_.CreateSelect(negative, builder_.CreateNeg(converted), converted);
  }

  /// llvm.fptoui.sat, llvm.fptosi.sat: not a number gives 0, what is too large the nearest integer.
  Value* saturated(Value* x, unsigned bits, bool is_signed, llvm::Type* result) {
    if (!x->getType()->isDoubleTy()) x = builder_.CreateFPExt(x, builder_.getDoubleTy());
    llvm::Type* f64 = x->getType();
    const APInt most = is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
    const APInt least = is_signed ? APInt::getSignedMinValue(bits) : APInt::getZero(bits);
    const double bound = std::ldexp(1.0, static_cast<int>(bits) - (is_signed ? 1 : 0));
    Value* converted = builder_.CreateTrunc(is_signed ? to_signed_integer(x) : to_integer(x), result);
    Value* large = builder_.CreateFCmpOGE(x, llvm::ConstantFP::get(f64, bound));
    Value* small = is_signed ? builder_.CreateFCmpOLE(x, llvm::ConstantFP::get(f64, -bound))
                             : builder_.CreateFCmpOLE(x, llvm::ConstantFP::get(f64, 0.0));
    converted = builder_.CreateSelect(large, llvm::ConstantInt::get(result, most), converted);
    converted = builder_.CreateSelect(small, llvm::ConstantInt::get(result, least), converted);
    return builder_.CreateSelect(builder_.CreateFCmpUNO(x, x), llvm::ConstantInt::get(result, 0), converted);
  }

  llvm::IRBuilder<>& builder() { return builder_; }

 private:
  static llvm::Constant* constant(llvm::Type* type, std::uint64_t value) { return llvm::ConstantInt::get(type, value); }

  /// value * 2^exponent, for exponents within -126..127.
  Value* scaled(Value* value, Value* exponent, llvm::Type* type) {
    Value* bits = nullptr;
    if (type->isDoubleTy())
      bits = builder_.CreateShl(
          builder_.CreateZExt(builder_.CreateAdd(exponent, builder_.getInt32(1023)), builder_.getInt64Ty()), 52);
    else
      bits = builder_.CreateShl(builder_.CreateAdd(exponent, builder_.getInt32(127)), 23);
    return builder_.CreateFMul(value, builder_.CreateBitCast(bits, type));
  }

  llvm::IRBuilder<> builder_;
};

/// Whether the instruction converts to or from an integer wider than 64 bits; its width.
unsigned wide_bits(const Instruction& inst) {
  const llvm::Type* integer = nullptr;
  switch (inst.getOpcode()) {
    case Instruction::UIToFP:
    case Instruction::SIToFP:
      integer = inst.getOperand(0)->getType();
      break;
    case Instruction::FPToUI:
    case Instruction::FPToSI:
      integer = inst.getType();
      break;
    case Instruction::Call:
      if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst))
        if (call->getIntrinsicID() == llvm::Intrinsic::fptoui_sat ||
            call->getIntrinsicID() == llvm::Intrinsic::fptosi_sat)
          integer = inst.getType();
      break;
    default:
      break;
  }
  return integer && integer->getScalarSizeInBits() > 64 ? integer->getScalarSizeInBits() : 0;
}

Value* expand(Instruction& inst) {
  Expansion expansion(inst);
  Value* x = inst.getOperand(0);
  llvm::Type* type = inst.getType();
  switch (inst.getOpcode()) {
    case Instruction::UIToFP:
      return expansion.to_float(x, type);
    case Instruction::SIToFP:
      return expansion.signed_to_float(x, type);
    case Instruction::FPToUI:
      return expansion.builder().CreateTrunc(expansion.to_integer(x), type);
    case Instruction::FPToSI:
      return expansion.builder().CreateTrunc(expansion.to_signed_integer(x), type);
    default: {
      const bool is_signed = llvm::cast<llvm::IntrinsicInst>(inst).getIntrinsicID() == llvm::Intrinsic::fptosi_sat;
      return expansion.saturated(x, type->getIntegerBitWidth(), is_signed, type);
    }
  }
}

/// One conversion per lane.
void scalarize(Instruction& inst, llvm::SmallVectorImpl<Instruction*>& out) {
  llvm::IRBuilder<> builder(&inst);
  const auto* type = llvm::cast<llvm::FixedVectorType>(inst.getType());
  Value* result = llvm::PoisonValue::get(inst.getType());
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    Value* lane = builder.CreateExtractElement(inst.getOperand(0), i);
    Value* converted = nullptr;
    if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&inst))
      converted = builder.CreateCast(cast->getOpcode(), lane, type->getElementType());
    else
      converted = builder.CreateIntrinsic(llvm::cast<llvm::IntrinsicInst>(inst).getIntrinsicID(),
                                          {type->getElementType(), lane->getType()}, {lane});
    if (auto* made = llvm::dyn_cast<Instruction>(converted)) out.push_back(made);
    result = builder.CreateInsertElement(result, converted, i);
  }
  inst.replaceAllUsesWith(result);
  inst.eraseFromParent();
}

}  // namespace

bool lower_wide_conversions(llvm::Function& f, StepContext& context) {
  llvm::SmallVector<Instruction*, 8> work;
  for (llvm::BasicBlock& block : f)
    for (Instruction& inst : block)
      if (wide_bits(inst) > 0) work.push_back(&inst);
  const bool changed = !work.empty();
  while (!work.empty()) {
    Instruction* inst = work.pop_back_val();
    if (const unsigned bits = wide_bits(*inst); bits > 128 || inst->getType()->isScalableTy()) {
      context.error(f, "conversion between a floating-point number and an integer of " + std::to_string(bits) +
                           " bits is not supported; at most 128");
      return changed;
    }
    const llvm::Type* real = inst->getType()->isFPOrFPVectorTy() ? inst->getType() : inst->getOperand(0)->getType();
    if (const llvm::Type* lane = real->getScalarType();
        !lane->isHalfTy() && !lane->isBFloatTy() && !lane->isFloatTy() && !lane->isDoubleTy())
      continue;  // no type of a GPU's registers: who comes next names it
    if (inst->getType()->isVectorTy()) {
      scalarize(*inst, work);
      continue;
    }
    inst->replaceAllUsesWith(expand(*inst));
    inst->eraseFromParent();
  }
  return changed;
}

}  // namespace lathe::codegen
