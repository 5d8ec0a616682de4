// See wide_top.hpp. Of the words of 64 bits the highest that is not zero and the one below it are picked, and shifted up
// until the top bit is set.
#include "codegen/prepare/wide_top.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

namespace lathe::codegen {
namespace {

using llvm::Value;

/// Lowest first.
llvm::SmallVector<Value*, 8> words_of(llvm::IRBuilderBase& builder, Value* x) {
  const unsigned count = llvm::divideCeil(x->getType()->getIntegerBitWidth(), 64);
  Value* vector = builder.CreateBitCast(builder.CreateZExt(x, builder.getIntNTy(64 * count)),
                                        llvm::FixedVectorType::get(builder.getInt64Ty(), count));
  llvm::SmallVector<Value*, 8> words;
  for (unsigned i = 0; i < count; ++i) words.push_back(builder.CreateExtractElement(vector, i));
  return words;
}

}  // namespace

WideTop wide_top(llvm::IRBuilderBase& builder, Value* x) {
  const llvm::SmallVector<Value*, 8> words = words_of(builder, x);
  Value* zero = builder.getInt64(0);
  Value *high = words[0], *low = zero, *place = builder.getInt32(0);
  Value *rest = nullptr, *below = nullptr;  // of the words further than one below: of those picked, of the next
  for (unsigned i = 1; i < words.size(); ++i) {
    Value* here = builder.CreateICmpNE(words[i], zero);
    high = builder.CreateSelect(here, words[i], high);
    low = builder.CreateSelect(here, words[i - 1], low);
    place = builder.CreateSelect(here, builder.getInt32(64 * i), place);
    if (i < 2) continue;
    below = below == nullptr ? words[0] : builder.CreateOr(below, words[i - 2]);
    rest = builder.CreateSelect(here, below, rest == nullptr ? zero : rest);
  }
  Value* zeros = builder.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, high, builder.getFalse());
  // 64 zeros: nothing to shift, and a zero times any scale is zero.
  Value* top = builder.CreateIntrinsic(llvm::Intrinsic::fshl, {builder.getInt64Ty()}, {high, low, zeros});
  Value* lost = builder.CreateShl(low, builder.CreateAnd(zeros, 63));
  if (rest != nullptr) lost = builder.CreateOr(lost, rest);
  top = builder.CreateOr(top, builder.CreateZExt(builder.CreateICmpNE(lost, zero), builder.getInt64Ty()));
  return {top, builder.CreateSub(place, builder.CreateTrunc(zeros, builder.getInt32Ty()))};
}

Value* power_of_two(llvm::IRBuilderBase& builder, Value* exponent, llvm::Type* type, unsigned most) {
  const unsigned limit = type->isDoubleTy() ? 1023 : 127;
  if (most > limit) exponent = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, exponent, builder.getInt32(limit));
  Value* field = builder.CreateAdd(exponent, builder.getInt32(limit));
  Value* bits = type->isDoubleTy() ? builder.CreateShl(builder.CreateZExt(field, builder.getInt64Ty()), 52)
                                   : builder.CreateShl(field, 23);
  return builder.CreateBitCast(bits, type);
}

}  // namespace lathe::codegen
