// Rounding to nearest with ties away from zero, which GPUs lack, of results shorter than f64.
//
// An operation on short operands is done in f64, truncated; half a unit of the short type's last place is added to the
// magnitude, truncating, and the sum is truncated to the type. What was cut off decides nothing: the ties are numbers of
// f64, and what is at or above one is so after truncation as well.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace lathe::codegen {

/// Half a unit of the last place that `to` (half, bfloat, float) has at an f64's magnitude, as f64; of infinities and NaNs
/// some number.
llvm::Value* half_place(llvm::IRBuilderBase& builder, llvm::Value* magnitude, llvm::Type* to);
/// The f64 magnitude, or infinity where `to` ends below it.
llvm::Value* within(llvm::IRBuilderBase& builder, llvm::Value* magnitude, llvm::Type* to);

}  // namespace lathe::codegen
