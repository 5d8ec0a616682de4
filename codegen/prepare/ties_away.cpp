// See ties_away.hpp.
#include "codegen/prepare/ties_away.hpp"

#include <cmath>

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

namespace lathe::codegen {

using llvm::Value;

Value* half_place(llvm::IRBuilderBase& builder, Value* magnitude, llvm::Type* to) {
  constexpr int bias = 1023, fraction = 52;
  const llvm::fltSemantics& type = to->getFltSemantics();
  const auto digits = static_cast<int>(llvm::APFloat::semanticsPrecision(type));
  const int least = llvm::APFloat::semanticsMinExponent(type) - digits;  // half of the least denormal
  Value* exponent =
      builder.CreateLShr(builder.CreateBitCast(magnitude, builder.getInt64Ty()), builder.getInt64(fraction));
  Value* place = builder.CreateBinaryIntrinsic(
      llvm::Intrinsic::smax, builder.CreateSub(exponent, builder.getInt64(digits)), builder.getInt64(bias + least));
  return builder.CreateBitCast(builder.CreateShl(place, builder.getInt64(fraction)), builder.getDoubleTy());
}

Value* within(llvm::IRBuilderBase& builder, Value* magnitude, llvm::Type* to) {
  const int end = llvm::APFloat::semanticsMaxExponent(to->getFltSemantics()) + 1;
  Value* limit = llvm::ConstantFP::get(builder.getDoubleTy(), std::ldexp(1.0, end));
  return builder.CreateSelect(builder.CreateFCmpOGE(magnitude, limit),
                              llvm::ConstantFP::getInfinity(builder.getDoubleTy()), magnitude);
}

}  // namespace lathe::codegen
