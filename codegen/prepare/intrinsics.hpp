// Generic intrinsics that no target takes, written out as IR that each does. Only for files of this room.
//
// An expansion gets one call and a builder that stands before it, and gives the value that replaces it: null when the
// call has no result. It never erases the call.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/prepare/steps.hpp"

namespace lathe::codegen {

using Builder = llvm::IRBuilder<>;

struct Expanded {
  bool done = false;  ///< false: not an intrinsic of this family
  llvm::Value* value = nullptr;
};

/// Replaces a constrained operation; false after an error. constrained.cpp
bool expand_constrained(llvm::IntrinsicInst& call, StepContext& context);
/// Replaces a copy or fill of atomic elements; false after an error. element_copies.cpp
bool expand_element_copy(llvm::IntrinsicInst& call, StepContext& context);
Expanded expand_number_intrinsic(llvm::IntrinsicInst& call, Builder& builder);  // numbers.cpp: fixed point, clmul
Expanded expand_lane_intrinsic(llvm::IntrinsicInst& call, Builder& builder);  // lanes.cpp: masks, compress, match, ...
Expanded expand_predicated_intrinsic(llvm::IntrinsicInst& call,
                                     Builder& builder);  // predicated.cpp: vp.* that moves lanes

/// A predicated operation without effects on all lanes, where LLVM has no expansion; null when it is none.
llvm::Value* without_predicate(llvm::VPIntrinsic& call, Builder& builder);

/// Emits a masked access in front of its call, with a branch for each lane whose bit is no constant. Gives the value that
/// the call has, null where it has none. masked_memory.cpp
llvm::Value* expand_masked_access(llvm::IntrinsicInst& call);

/// The integer type of what is added to the pointer.
llvm::Type* offset_type(Builder& builder, const llvm::Value& pointer);
/// <0, 1, 2, ...>
llvm::Constant* lane_numbers(llvm::Type* element, unsigned lanes);
/// A vector that has `value` in all lanes; the value itself when `lanes` is 0.
llvm::Value* in_all_lanes(Builder& builder, llvm::Value* value, unsigned lanes);
/// The lanes i of a vector with first + i < count; the sum does not wrap.
llvm::Value* lanes_below(Builder& builder, llvm::Value* first, llvm::Value* count, unsigned lanes);

}  // namespace lathe::codegen
