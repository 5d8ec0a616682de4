// Intrinsics on lanes and masks as selects and compares: no array in local memory, no branch, except where memory is
// updated under a mask.
//
// Cost: linear in the lanes; compress is quadratic, as each lane may go to any place before it.
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "codegen/prepare/intrinsics.hpp"

namespace lathe::codegen {
namespace {

using llvm::Value;
namespace in = llvm::Intrinsic;

unsigned lanes_of(const llvm::Value* v) { return llvm::cast<llvm::FixedVectorType>(v->getType())->getNumElements(); }

/// Number of the first lane that is not zero; the number of lanes when all are.
Value* first_set(Builder& builder, Value* vector, llvm::Type* result) {
  const unsigned lanes = lanes_of(vector);
  Value* found = llvm::ConstantInt::get(result, lanes);
  Value* set = builder.CreateICmpNE(vector, llvm::Constant::getNullValue(vector->getType()));
  for (unsigned i = lanes; i-- > 0;)
    found = builder.CreateSelect(builder.CreateExtractElement(set, i), llvm::ConstantInt::get(result, i), found);
  return found;
}

/// The lanes under the mask moved to the front, in order; behind them what `rest` has there.
Value* compressed(Builder& builder, Value* vector, Value* mask, Value* rest) {
  const unsigned lanes = lanes_of(vector);
  Value* result = rest;
  Value* place = builder.getInt32(0);
  for (unsigned i = 0; i < lanes; ++i) {
    Value* on = builder.CreateExtractElement(mask, i);
    Value* x = builder.CreateExtractElement(vector, i);
    // Lane i can only go to a place up to i.
    for (unsigned to = 0; to <= i; ++to) {
      Value* here = builder.CreateAnd(on, builder.CreateICmpEQ(place, builder.getInt32(to)));
      Value* moved = builder.CreateSelect(here, x, builder.CreateExtractElement(result, to));
      result = builder.CreateInsertElement(result, moved, to);
    }
    place = builder.CreateAdd(place, builder.CreateZExt(on, builder.getInt32Ty()));
  }
  return result;
}

Value* last_active(Builder& builder, Value* vector, Value* mask, Value* otherwise) {
  Value* result = otherwise;
  for (unsigned i = 0; i < lanes_of(vector); ++i)
    result =
        builder.CreateSelect(builder.CreateExtractElement(mask, i), builder.CreateExtractElement(vector, i), result);
  return result;
}

/// Which lanes of `vector` are equal to any of `needles`.
Value* matches(Builder& builder, Value* vector, Value* needles, Value* mask) {
  const unsigned lanes = lanes_of(vector);
  Value* any = llvm::Constant::getNullValue(mask->getType());
  for (unsigned i = 0; i < lanes_of(needles); ++i) {
    Value* needle = builder.CreateVectorSplat(lanes, builder.CreateExtractElement(needles, i));
    any = builder.CreateOr(any, builder.CreateICmpEQ(vector, needle));
  }
  return builder.CreateAnd(any, mask);
}

Value* partial_sum(Builder& builder, Value* sum, Value* vector) {
  const unsigned part = lanes_of(sum);
  for (unsigned first = 0; first < lanes_of(vector); first += part) {
    llvm::SmallVector<int, 16> picked;
    for (unsigned i = 0; i < part; ++i) picked.push_back(static_cast<int>(first + i));
    Value* piece = builder.CreateShuffleVector(vector, picked);
    sum = sum->getType()->isFPOrFPVectorTy() ? builder.CreateFAdd(sum, piece) : builder.CreateAdd(sum, piece);
  }
  return sum;
}

/// Lane by lane, as pointers may be equal.
void update_histogram(llvm::IntrinsicInst& call, Builder& builder) {
  Value* pointers = call.getArgOperand(0);
  Value* amount = call.getArgOperand(1);
  Value* mask = call.getArgOperand(2);
  for (unsigned i = 0; i < lanes_of(pointers); ++i) {
    Value* on = builder.CreateExtractElement(mask, i);
    Value* pointer = builder.CreateExtractElement(pointers, i);
    builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(on, &call, false));
    Value* old = builder.CreateLoad(amount->getType(), pointer);
    Value* updated = nullptr;
    switch (call.getIntrinsicID()) {
      case in::experimental_vector_histogram_uadd_sat:
        updated = builder.CreateBinaryIntrinsic(in::uadd_sat, old, amount);
        break;
      case in::experimental_vector_histogram_umin:
        updated = builder.CreateBinaryIntrinsic(in::umin, old, amount);
        break;
      case in::experimental_vector_histogram_umax:
        updated = builder.CreateBinaryIntrinsic(in::umax, old, amount);
        break;
      default:
        updated = builder.CreateAdd(old, amount);
        break;
    }
    builder.CreateStore(updated, pointer);
    builder.SetInsertPoint(&call);
  }
}

/// The lanes of a loop's step that may run together though one access is at `source` and the other at `sink`.
Value* independent_lanes(llvm::IntrinsicInst& call, Builder& builder) {
  llvm::Type* word = builder.getInt64Ty();  // of any space: a distance is signed
  const bool read_after_write = call.getIntrinsicID() == in::loop_dependence_raw_mask;
  Value* distance = builder.CreateSub(builder.CreatePtrToInt(call.getArgOperand(1), word),
                                      builder.CreatePtrToInt(call.getArgOperand(0), word));
  if (read_after_write) distance = builder.CreateBinaryIntrinsic(in::abs, distance, builder.getFalse());
  Value* elements = builder.CreateSDiv(distance, call.getArgOperand(2));
  Value* free = read_after_write ? builder.CreateICmpEQ(elements, builder.getInt64(0))
                                 : builder.CreateICmpSLE(elements, builder.getInt64(0));
  const unsigned lanes = lanes_of(&call);
  return builder.CreateOr(lanes_below(builder, builder.getInt64(0), elements, lanes),
                          builder.CreateVectorSplat(lanes, free));
}

/// The smaller of the elements that are left and the lanes of a vector.
Value* vector_length(llvm::IntrinsicInst& call, Builder& builder) {
  Value* count = call.getArgOperand(0);
  const unsigned bits = std::max(count->getType()->getIntegerBitWidth(), 32U);
  llvm::Type* wide = builder.getIntNTy(bits);
  Value* least = builder.CreateBinaryIntrinsic(in::umin, builder.CreateZExt(count, wide),
                                               builder.CreateZExt(call.getArgOperand(1), wide));
  return builder.CreateTrunc(least, builder.getInt32Ty());
}

Value* relative_load(llvm::IntrinsicInst& call, Builder& builder) {
  Value* base = call.getArgOperand(0);
  llvm::Type* word = offset_type(builder, *base);
  Value* place = builder.CreatePtrAdd(base, builder.CreateSExtOrTrunc(call.getArgOperand(1), word));
  Value* offset = builder.CreateAlignedLoad(builder.getInt32Ty(), place, llvm::Align(4));
  return builder.CreatePtrAdd(base, builder.CreateSExtOrTrunc(offset, word));
}

}  // namespace

llvm::Type* offset_type(Builder& builder, const Value& pointer) {
  return builder.GetInsertBlock()->getDataLayout().getIndexType(pointer.getType());
}

llvm::Constant* lane_numbers(llvm::Type* element, unsigned lanes) {
  llvm::SmallVector<llvm::Constant*, 16> numbers;
  for (unsigned i = 0; i < lanes; ++i)
    numbers.push_back(llvm::ConstantInt::get(element, i, false, true));  // of small types they wrap
  return llvm::ConstantVector::get(numbers);
}

Value* in_all_lanes(Builder& builder, Value* value, unsigned lanes) {
  return lanes == 0 ? value : builder.CreateVectorSplat(lanes, value);
}

Value* lanes_below(Builder& builder, Value* first, Value* count, unsigned lanes) {
  llvm::Type* type = first->getType();
  // Numbers of lanes that the type cannot hold are beyond every count.
  const unsigned held = type->getIntegerBitWidth() < 32 ? 1U << type->getIntegerBitWidth() : lanes;
  Value* number =
      builder.CreateBinaryIntrinsic(in::uadd_sat, builder.CreateVectorSplat(lanes, first), lane_numbers(type, lanes));
  Value* below = builder.CreateICmpULT(number, builder.CreateVectorSplat(lanes, count));
  if (held >= lanes) return below;
  llvm::SmallVector<llvm::Constant*, 16> possible;
  for (unsigned i = 0; i < lanes; ++i) possible.push_back(builder.getInt1(i < held));
  return builder.CreateAnd(below, llvm::ConstantVector::get(possible));
}

Expanded expand_lane_intrinsic(llvm::IntrinsicInst& call, Builder& builder) {
  const auto argument = [&](unsigned i) { return call.getArgOperand(i); };
  switch (call.getIntrinsicID()) {
    case in::get_active_lane_mask:
      return {true, lanes_below(builder, argument(0), argument(1), lanes_of(&call))};
    case in::experimental_cttz_elts:
      return {true, first_set(builder, argument(0), call.getType())};
    case in::experimental_vector_compress:
      return {true, compressed(builder, argument(0), argument(1), argument(2))};
    case in::experimental_vector_extract_last_active:
      return {true, last_active(builder, argument(0), argument(1), argument(2))};
    case in::experimental_vector_match:
      return {true, matches(builder, argument(0), argument(1), argument(2))};
    case in::vector_partial_reduce_add:
    case in::vector_partial_reduce_fadd:
      if (llvm::isa<llvm::FPMathOperator>(call)) builder.setFastMathFlags(call.getFastMathFlags());
      return {true, partial_sum(builder, argument(0), argument(1))};
    case in::experimental_vector_histogram_add:
    case in::experimental_vector_histogram_uadd_sat:
    case in::experimental_vector_histogram_umin:
    case in::experimental_vector_histogram_umax:
      update_histogram(call, builder);
      return {true, nullptr};
    case in::loop_dependence_raw_mask:
    case in::loop_dependence_war_mask:
      return {true, independent_lanes(call, builder)};
    case in::experimental_get_vector_length:
      return {true, vector_length(call, builder)};
    case in::load_relative:
      return {true, relative_load(call, builder)};
    default:
      return {};
  }
}

}  // namespace lathe::codegen
