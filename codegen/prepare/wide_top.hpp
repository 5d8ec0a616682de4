// What of an integer above 64 bits decides about its float: shared by conversions to nearest (wide_conversions.cpp) and in
// a directed mode (constrained.cpp), which differ in how they round these 64 bits and the scaling.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace lathe::codegen {

/// x is bits * 2^exponent, but for what the last bit stands for.
struct WideTop {
  llvm::Value* bits;      ///< i64: from the highest bit that is set, the last one set where any below is; 0 for 0
  llvm::Value* exponent;  ///< i32: -64 (of 0) to the width less 64
};
/// Of an unsigned integer of more than 64 bits. Instructions are linear in its words, no shift is wider than one.
WideTop wide_top(llvm::IRBuilderBase& builder, llvm::Value* x);
/// 2^exponent as f32 or f64, for exponents from -126 (f32) or -1022 to `most`; above the type's largest one, that one.
llvm::Value* power_of_two(llvm::IRBuilderBase& builder, llvm::Value* exponent, llvm::Type* type, unsigned most);

}  // namespace lathe::codegen
