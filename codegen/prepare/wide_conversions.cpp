// Conversions between floats and integers wider than 64 bits, rounded once, without branches.
//
// To a float: the top 64 bits, the last of them standing for all that lie below (wide_top.hpp), convert with one
// rounding, since a float has far fewer bits; then an exact scaling by a power of two.
//
// To an integer: what is no f64 has at most 128 bits, a half 16. Of those the high half is trunc(x * 2^-64), the low
// half what remains; both are exact in f64. An f64 that may have more is its significand, shifted within two words,
// which are put where the exponent says. Instructions are linear in the words.
#include <llvm/ADT/APFloat.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "codegen/prepare/steps.hpp"
#include "codegen/prepare/wide_top.hpp"

namespace lathe::codegen {
namespace {

using llvm::APInt;
using llvm::Instruction;
using llvm::Value;

/// Of integers that values of a program have; who comes next names wider ones.
constexpr unsigned most_bits = 65535;

class Expansion {
 public:
  Expansion(Instruction& inst) : builder_(&inst) {}

  /// An unsigned integer of more than 64 bits, as f32, f64, f16 or bf16.
  Value* to_float(Value* x, llvm::Type* result) {
    if (result->isHalfTy()) {
      // From 65520 on it is infinity: more bits than 32 say nothing.
      Value* large = builder_.CreateICmpNE(builder_.CreateLShr(x, 32), constant(x->getType(), 0));
      Value* low = builder_.CreateTrunc(x, builder_.getInt32Ty());
      return builder_.CreateUIToFP(builder_.CreateSelect(large, builder_.getInt32(1U << 20), low), result);
    }
    const auto [top, exponent] = wide_top(builder_, x);
    const unsigned bits = x->getType()->getIntegerBitWidth();
    if (result->isDoubleTy()) return scaled(builder_.CreateUIToFP(top, result), exponent, result, bits - 64);
    llvm::Type* single = builder_.getFloatTy();
    if (!result->isBFloatTy()) return scaled(builder_.CreateUIToFP(top, single), exponent, single, bits - 64);
    // bf16 goes through an f32 that holds 24 bits exactly, the last one sticky again.
    Value* high = builder_.CreateLShr(top, 40);
    Value* lost = builder_.CreateICmpNE(builder_.CreateAnd(top, (1ULL << 40) - 1), builder_.getInt64(0));
    Value* sticky = builder_.CreateOr(high, builder_.CreateZExt(lost, builder_.getInt64Ty()));
    Value* exact = builder_.CreateUIToFP(builder_.CreateTrunc(sticky, builder_.getInt32Ty()), single);
    Value* value = scaled(exact, builder_.CreateAdd(exponent, builder_.getInt32(40)), single, bits - 24);
    return builder_.CreateFPTrunc(value, result);
  }

  Value* signed_to_float(Value* x, llvm::Type* result) {
    Value* negative = builder_.CreateICmpSLT(x, constant(x->getType(), 0));
    Value* magnitude = builder_.CreateSelect(negative, builder_.CreateNeg(x), x);
    Value* converted = to_float(magnitude, result);
    return builder_.CreateSelect(negative, builder_.CreateFNeg(converted), converted);
  }

  /// A float that is above -1 and not too large, as an integer of more than 64 bits.
  Value* to_integer(Value* x, llvm::IntegerType* result) {
    if (x->getType()->isHalfTy()) return builder_.CreateZExt(builder_.CreateFPToUI(x, builder_.getInt32Ty()), result);
    if (x->getType()->isDoubleTy() && result->getBitWidth() > 128) return placed(x, result);
    return builder_.CreateZExtOrTrunc(two_words(x), result);
  }

  Value* to_signed_integer(Value* x, llvm::IntegerType* result) {
    llvm::Type* type = x->getType();
    if (type->isHalfTy()) return builder_.CreateSExt(builder_.CreateFPToSI(x, builder_.getInt32Ty()), result);
    Value* negative = builder_.CreateFCmpOLT(x, llvm::ConstantFP::get(type, 0.0));
    Value* magnitude = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
    Value* converted = to_integer(magnitude, result);
    return builder_.CreateSelect(negative, builder_.CreateNeg(converted), converted);
  }

  /// llvm.fptoui.sat, llvm.fptosi.sat: not a number gives 0, what is too large the nearest integer.
  Value* saturated(Value* x, bool is_signed, llvm::IntegerType* result) {
    const unsigned bits = result->getBitWidth();
    const APInt most = is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
    const APInt least = is_signed ? APInt::getSignedMinValue(bits) : APInt::getZero(bits);
    if (x->getType()->isBFloatTy()) x = builder_.CreateFPExt(x, builder_.getFloatTy());
    Value* converted = is_signed ? to_signed_integer(x, result) : to_integer(x, result);
    if (x->getType()->isHalfTy()) x = builder_.CreateFPExt(x, builder_.getFloatTy());
    // Where the bound is no number of the type, only infinity is too large.
    llvm::APFloat bound =
        llvm::scalbn(llvm::APFloat::getOne(x->getType()->getFltSemantics()),
                     static_cast<int>(bits) - (is_signed ? 1 : 0), llvm::APFloat::rmNearestTiesToEven);
    Value* large = builder_.CreateFCmpOGE(x, llvm::ConstantFP::get(x->getType(), bound));
    bound.changeSign();
    if (!is_signed) bound = llvm::APFloat::getZero(bound.getSemantics());
    Value* small = builder_.CreateFCmpOLE(x, llvm::ConstantFP::get(x->getType(), bound));
    converted = builder_.CreateSelect(large, llvm::ConstantInt::get(result, most), converted);
    converted = builder_.CreateSelect(small, llvm::ConstantInt::get(result, least), converted);
    return builder_.CreateSelect(builder_.CreateFCmpUNO(x, x), llvm::ConstantInt::get(result, 0), converted);
  }

  llvm::IRBuilder<>& builder() { return builder_; }

 private:
  static llvm::Constant* constant(llvm::Type* type, std::uint64_t value) { return llvm::ConstantInt::get(type, value); }

  /// A float that is above -1 and below 2^128, as i128.
  Value* two_words(Value* x) {
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

  /// An f64 that is above -1, as an integer of more than 128 bits.
  Value* placed(Value* x, llvm::IntegerType* result) {
    llvm::Type* i64 = builder_.getInt64Ty();
    Value* bits = builder_.CreateBitCast(x, i64);
    // A denormal is no integer; a hidden bit too many is shifted out.
    Value* significand = builder_.CreateOr(builder_.CreateAnd(bits, (1ULL << 52) - 1), 1ULL << 52);
    // Without the sign: what is above -1 is 0, too.
    Value* biased =
        builder_.CreateAnd(builder_.CreateTrunc(builder_.CreateLShr(bits, 52), builder_.getInt32Ty()), 2047);
    Value* shift = builder_.CreateSub(biased, builder_.getInt32(1023 + 52));
    Value* right = builder_.CreateICmpSLT(shift, builder_.getInt32(0));
    Value* by = builder_.CreateZExt(
        builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, builder_.CreateNeg(shift), builder_.getInt32(63)), i64);
    Value* up = builder_.CreateZExt(builder_.CreateAnd(shift, 63), i64);
    // Two words of the significand, and the number of the first.
    Value* low =
        builder_.CreateSelect(right, builder_.CreateLShr(significand, by), builder_.CreateShl(significand, up));
    Value* high = builder_.CreateLShr(builder_.CreateLShr(significand, 1), builder_.CreateXor(up, 63));
    Value* place = builder_.CreateSelect(right, builder_.getInt32(0), builder_.CreateLShr(shift, 6));
    high = builder_.CreateSelect(right, builder_.getInt64(0), high);

    // Beyond 2^1024 there is nothing.
    const unsigned count = std::min(16U, static_cast<unsigned>(llvm::divideCeil(result->getBitWidth(), 64)));
    Value* vector = llvm::PoisonValue::get(llvm::FixedVectorType::get(i64, count));
    Value *zero = builder_.getInt64(0), *above = zero;  // what of the number begins one word below
    for (unsigned i = 0; i < count; ++i) {
      Value* here = builder_.CreateICmpEQ(place, builder_.getInt32(i));
      vector = builder_.CreateInsertElement(vector, builder_.CreateSelect(here, low, above), i);
      above = builder_.CreateSelect(here, high, zero);
    }
    return builder_.CreateZExtOrTrunc(builder_.CreateBitCast(vector, builder_.getIntNTy(64 * count)), result);
  }

  /// value * 2^exponent, for a value that is 0 or at least 2^23, and exponents from -126 to `most`: where that is beyond
  /// what the type has, so is the value.
  Value* scaled(Value* value, Value* exponent, llvm::Type* type, unsigned most) {
    return builder_.CreateFMul(value, power_of_two(builder_, exponent, type, most));
  }

  llvm::IRBuilder<> builder_;
};

/// The width of the integer wider than 64 bits that the instruction converts from or to; 0 for others.
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
      return expansion.to_integer(x, llvm::cast<llvm::IntegerType>(type));
    case Instruction::FPToSI:
      return expansion.to_signed_integer(x, llvm::cast<llvm::IntegerType>(type));
    default: {
      const bool is_signed = llvm::cast<llvm::IntrinsicInst>(inst).getIntrinsicID() == llvm::Intrinsic::fptosi_sat;
      return expansion.saturated(x, is_signed, llvm::cast<llvm::IntegerType>(type));
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

bool lower_wide_conversions(llvm::Function& f, StepContext&) {
  llvm::SmallVector<Instruction*, 8> work;
  for (llvm::BasicBlock& block : f)
    for (Instruction& inst : block)
      if (const unsigned bits = wide_bits(inst); bits > 0 && bits <= most_bits) work.push_back(&inst);
  bool changed = false;
  while (!work.empty()) {
    Instruction* inst = work.pop_back_val();
    const llvm::Type* real = inst->getType()->isFPOrFPVectorTy() ? inst->getType() : inst->getOperand(0)->getType();
    if (const llvm::Type* lane = real->getScalarType();
        real->isScalableTy() || (!lane->isHalfTy() && !lane->isBFloatTy() && !lane->isFloatTy() && !lane->isDoubleTy()))
      continue;  // no type of a GPU's registers: named likewise
    changed = true;
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
