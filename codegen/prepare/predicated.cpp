// What LLVM's own expansion of vector predication leaves: rows of memory with a stride, and moves between lanes. Lanes
// that are masked off have no value, so operations without effects run on all lanes.
#include "codegen/prepare/intrinsics.hpp"

namespace lathe::codegen {
namespace {

using llvm::Value;
namespace in = llvm::Intrinsic;

unsigned lanes_of(const llvm::Type* type) { return llvm::cast<llvm::FixedVectorType>(type)->getNumElements(); }

/// The mask with the lanes from the length on taken out.
Value* active_lanes(const llvm::VPIntrinsic& call, Builder& builder) {
  Value* mask = call.getMaskParam();
  return builder.CreateAnd(
      mask, lanes_below(builder, builder.getInt32(0), call.getVectorLengthParam(), lanes_of(mask->getType())));
}

Value* row_of_pointers(Builder& builder, Value* base, Value* stride, unsigned lanes) {
  llvm::Type* word = offset_type(builder, *base);
  Value* steps = builder.CreateVectorSplat(lanes, builder.CreateSExtOrTrunc(stride, word));
  return builder.CreatePtrAdd(base, builder.CreateMul(steps, lane_numbers(word, lanes)));
}

llvm::Align alignment_of(const llvm::VPIntrinsic& call) { return call.getPointerAlignment().valueOrOne(); }

Value* strided(llvm::VPIntrinsic& call, Builder& builder) {
  const bool loads = call.getIntrinsicID() == in::experimental_vp_strided_load;
  const unsigned first = loads ? 0 : 1;
  llvm::Type* type = loads ? call.getType() : call.getArgOperand(0)->getType();
  Value* pointers = row_of_pointers(builder, call.getArgOperand(first), call.getArgOperand(first + 1), lanes_of(type));
  Value* mask = active_lanes(call, builder);
  if (loads) return builder.CreateMaskedGather(type, pointers, alignment_of(call), mask);
  builder.CreateMaskedScatter(call.getArgOperand(0), pointers, alignment_of(call), mask);
  return nullptr;
}

/// Lane i is lane number(i) of `from`; numbers beyond it give what nobody may look at.
template <class F>
Value* picked(Builder& builder, Value* from, unsigned lanes, F&& number) {
  Value* result = llvm::PoisonValue::get(llvm::FixedVectorType::get(from->getType()->getScalarType(), lanes));
  const unsigned count = lanes_of(from->getType());
  for (unsigned i = 0; i < lanes; ++i) {
    // An index out of range would be poison for this lane alone, but lanes are joined in registers: keep it in range.
    Value* index = builder.CreateBinaryIntrinsic(in::umin, number(i), builder.getInt32(count - 1));
    result = builder.CreateInsertElement(result, builder.CreateExtractElement(from, index), i);
  }
  return result;
}

Value* reversed(llvm::VPIntrinsic& call, Builder& builder) {
  Value* last = builder.CreateSub(call.getVectorLengthParam(), builder.getInt32(1));
  return picked(builder, call.getArgOperand(0), lanes_of(call.getType()),
                [&](unsigned i) { return builder.CreateSub(last, builder.getInt32(i)); });
}

/// The first vector's lanes from the offset on (from its end when negative), then the second one's.
Value* spliced(llvm::VPIntrinsic& call, Builder& builder) {
  const unsigned lanes = lanes_of(call.getType());
  const auto offset = llvm::cast<llvm::ConstantInt>(call.getArgOperand(2))->getSExtValue();
  Value* length = call.getArgOperand(4);
  Value* start = builder.getInt32(static_cast<std::uint32_t>(offset));
  if (offset < 0) start = builder.CreateAdd(length, start);
  const auto place = [&](unsigned i) { return builder.CreateAdd(start, builder.getInt32(i)); };
  Value* first = picked(builder, call.getArgOperand(0), lanes, place);
  Value* second =
      picked(builder, call.getArgOperand(1), lanes, [&](unsigned i) { return builder.CreateSub(place(i), length); });
  Value* in_first = builder.CreateICmpULT(
      builder.CreateAdd(builder.CreateVectorSplat(lanes, start), lane_numbers(builder.getInt32Ty(), lanes)),
      builder.CreateVectorSplat(lanes, length));
  return builder.CreateSelect(in_first, first, second);
}

/// Only the first lane may fault, so nothing behind it is touched: one lane is read.
Value* fault_only_first(llvm::VPIntrinsic& call, Builder& builder) {
  auto* pair = llvm::cast<llvm::StructType>(call.getType());
  llvm::Type* type = pair->getElementType(0);
  Value* mask = active_lanes(call, builder);
  llvm::SmallVector<llvm::Constant*, 16> one;
  for (unsigned i = 0; i < lanes_of(type); ++i) one.push_back(builder.getInt1(i == 0));
  Value* loaded = builder.CreateMaskedLoad(type, call.getArgOperand(0), alignment_of(call),
                                           builder.CreateAnd(mask, llvm::ConstantVector::get(one)));
  Value* count = builder.CreateBinaryIntrinsic(in::umin, call.getVectorLengthParam(), builder.getInt32(1));
  Value* result = builder.CreateInsertValue(llvm::PoisonValue::get(pair), loaded, 0);
  return builder.CreateInsertValue(result, count, 1);
}

/// Number of the first lane that is active and not zero; the length when there is none.
Value* first_set(llvm::VPIntrinsic& call, Builder& builder) {
  Value* vector = call.getArgOperand(0);
  Value* set = builder.CreateICmpNE(vector, llvm::Constant::getNullValue(vector->getType()));
  set = builder.CreateAnd(set, active_lanes(call, builder));
  Value* found = builder.CreateZExtOrTrunc(call.getVectorLengthParam(), call.getType());
  for (unsigned i = lanes_of(vector->getType()); i-- > 0;)
    found =
        builder.CreateSelect(builder.CreateExtractElement(set, i), llvm::ConstantInt::get(call.getType(), i), found);
  return found;
}

}  // namespace

Value* without_predicate(llvm::VPIntrinsic& call, Builder& builder) {
  llvm::SmallVector<Value*, 4> arguments;
  const auto mask = llvm::VPIntrinsic::getMaskParamPos(call.getIntrinsicID());
  const auto length = llvm::VPIntrinsic::getVectorLengthParamPos(call.getIntrinsicID());
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (i != mask && i != length) arguments.push_back(call.getArgOperand(i));
  if (llvm::isa<llvm::FPMathOperator>(call)) builder.setFastMathFlags(call.getFastMathFlags());
  if (const auto opcode = call.getFunctionalOpcode()) {
    if (llvm::Instruction::isCast(*opcode))
      return builder.CreateCast(static_cast<llvm::Instruction::CastOps>(*opcode), arguments[0], call.getType());
    if (llvm::Instruction::isBinaryOp(*opcode))
      return builder.CreateBinOp(static_cast<llvm::Instruction::BinaryOps>(*opcode), arguments[0], arguments[1]);
    if (*opcode == llvm::Instruction::FNeg) return builder.CreateFNeg(arguments[0]);
  }
  if (const auto id = call.getFunctionalIntrinsicID()) return builder.CreateIntrinsic(call.getType(), *id, arguments);
  return nullptr;
}

Expanded expand_predicated_intrinsic(llvm::IntrinsicInst& intrinsic, Builder& builder) {
  auto* call = llvm::dyn_cast<llvm::VPIntrinsic>(&intrinsic);
  if (call == nullptr) return {};
  switch (call->getIntrinsicID()) {
    case in::experimental_vp_strided_load:
    case in::experimental_vp_strided_store:
      return {true, strided(*call, builder)};
    case in::experimental_vp_reverse:
      return {true, reversed(*call, builder)};
    case in::experimental_vp_splice:
      return {true, spliced(*call, builder)};
    case in::vp_load_ff:
      return {true, fault_only_first(*call, builder)};
    case in::vp_cttz_elts:
      return {true, first_set(*call, builder)};
    case in::vp_merge:
    case in::vp_select: {
      const bool merge = call->getIntrinsicID() == in::vp_merge;  // lanes from the length on are the second's
      Value* mask = intrinsic.getArgOperand(0);
      if (merge)
        mask = builder.CreateAnd(
            mask, lanes_below(builder, builder.getInt32(0), intrinsic.getArgOperand(3), lanes_of(mask->getType())));
      return {true, builder.CreateSelect(mask, intrinsic.getArgOperand(1), intrinsic.getArgOperand(2))};
    }
    default:
      return {};
  }
}

}  // namespace lathe::codegen
