// Masked memory whose lanes are chosen when it runs: a branch around the access of each lane.
//
// Calls are given from a function's last to its first, so that what is split off their blocks is short. (LLVM's pass
// for this starts anew at the function's first block behind each call: quadratic. It also gives lanes that are no whole
// bytes bytes of their own; a vector has them one behind the other.)
//
// Cost: linear in the lanes and in the instructions between a call and the next one.
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "codegen/prepare/intrinsics.hpp"

namespace lathe::codegen {
namespace {

using llvm::Value;
namespace in = llvm::Intrinsic;

class MaskedAccess {
 public:
  explicit MaskedAccess(llvm::IntrinsicInst& call)
      : call_(call),
        builder_(&call),
        loads_(!call.getType()->isVoidTy()),
        type_(llvm::cast<llvm::FixedVectorType>(loads_ ? call.getType() : call.getArgOperand(0)->getType())),
        element_(type_->getElementType()),
        bits_(call.getDataLayout().getTypeSizeInBits(element_).getFixedValue()),
        pointer_(call.getArgOperand(loads_ ? 0 : 1)),
        mask_(call.getArgOperand(loads_ ? 1 : 2)),
        value_(call.getArgOperand(loads_ ? 2 : 0)),
        align_(call.getParamAlign(loads_ ? 0 : 1).valueOrOne()),
        in_a_row_(is_one_of(call, in::masked_expandload, in::masked_compressstore)),
        listed_(is_one_of(call, in::masked_gather, in::masked_scatter)) {}

  /// The value that the call had; null where it has none.
  Value* expand() {
    if (!in_a_row_ && !listed_ && !llvm::isa<llvm::Constant>(mask_) && llvm::isSplatValue(mask_, 0)) {
      under(builder_.CreateExtractElement(mask_, std::uint64_t{0}), [&] { whole(); });
    } else {
      Value* const lanes = value_;
      for (unsigned i = 0; i < type_->getNumElements(); ++i) one(i, lanes);
    }
    return loads_ ? value_ : nullptr;
  }

 private:
  static bool is_one_of(const llvm::IntrinsicInst& call, in::ID a, in::ID b) {
    return call.getIntrinsicID() == a || call.getIntrinsicID() == b;
  }
  void one(unsigned i, Value* lanes) {
    const auto access = [&] { lane(i, lanes); };
    if (const auto* mask = llvm::dyn_cast<llvm::Constant>(mask_)) {
      const auto* on = llvm::dyn_cast_or_null<llvm::ConstantInt>(mask->getAggregateElement(i));
      if (on != nullptr && on->isOne()) access();
      return;
    }
    under(builder_.CreateExtractElement(mask_, i), access);
  }

  /// Where the condition holds: what `access` emits. What it changes meets what there was before behind it.
  template <class F>
  void under(Value* condition, F&& access) {
    llvm::BasicBlock* const from = builder_.GetInsertBlock();
    Value* const value = value_;
    Value* const pointer = pointer_;
    llvm::Instruction* const end = llvm::SplitBlockAndInsertIfThen(condition, &call_, false);
    builder_.SetInsertPoint(end);
    access();
    builder_.SetInsertPoint(&call_);
    const auto meet = [&](Value*& now, Value* before) {
      if (now == before) return;
      llvm::PHINode* const phi = builder_.CreatePHI(before->getType(), 2);
      phi->addIncoming(now, end->getParent());
      phi->addIncoming(before, from);
      now = phi;
    };
    meet(value_, value);
    meet(pointer_, pointer);
  }

  void whole() {
    if (loads_)
      value_ = said(builder_.CreateAlignedLoad(type_, pointer_, align_));
    else
      said(builder_.CreateAlignedStore(value_, pointer_, align_));
  }

  /// A load gives `value_` with the lane that memory has; a store writes the one of `lanes`.
  void lane(unsigned i, Value* lanes) {
    if (!listed_ && !in_a_row_ && bits_ % 8 != 0) return lane_of_bits(i, lanes);
    llvm::Align align = align_;
    Value* place = pointer_;
    if (listed_) {
      place = builder_.CreateExtractElement(pointer_, i);
    } else if (in_a_row_) {
      align = llvm::commonAlignment(align_, call_.getDataLayout().getTypeAllocSize(element_).getFixedValue());
    } else if (i != 0) {
      align = llvm::commonAlignment(align_, i * bits_ / 8);
      place = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), pointer_, i * bits_ / 8);
    }
    if (loads_)
      value_ = builder_.CreateInsertElement(value_, said(builder_.CreateAlignedLoad(element_, place, align)), i);
    else
      said(builder_.CreateAlignedStore(builder_.CreateExtractElement(lanes, i), place, align));
    if (in_a_row_ && i + 1 < type_->getNumElements())
      pointer_ = builder_.CreateConstInBoundsGEP1_64(element_, pointer_, 1);
  }

  /// The bytes that the lane's bits are in. Their neighbours may never have been written.
  void lane_of_bits(unsigned i, Value* lanes) {
    const std::uint64_t first = i * bits_ / 8, shift = i * bits_ % 8;
    llvm::Type* const word = builder_.getIntNTy(static_cast<unsigned>((shift + bits_ + 7) / 8 * 8));
    Value* const place = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), pointer_, first);
    const llvm::Align align = llvm::commonAlignment(align_, first);
    Value* const there = builder_.CreateFreeze(builder_.CreateAlignedLoad(word, place, align));
    if (loads_) {
      Value* const bits = builder_.CreateTrunc(builder_.CreateLShr(there, shift), element_);
      value_ = builder_.CreateInsertElement(value_, bits, i);
      return;
    }
    const llvm::APInt mine = llvm::APInt::getBitsSet(word->getIntegerBitWidth(), static_cast<unsigned>(shift),
                                                     static_cast<unsigned>(shift + bits_));
    Value* const bits = builder_.CreateShl(builder_.CreateZExt(builder_.CreateExtractElement(lanes, i), word), shift);
    Value* const others = builder_.CreateAnd(there, llvm::ConstantInt::get(word, ~mine));
    builder_.CreateAlignedStore(builder_.CreateOr(others, bits), place, align);
  }

  /// With what the call says of its memory that is true of each lane.
  template <class Access>
  Access* said(Access* access) {
    using llvm::LLVMContext;
    access->copyMetadata(call_, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias,
                                 LLVMContext::MD_nontemporal, LLVMContext::MD_access_group});
    if (loads_) access->copyMetadata(call_, {LLVMContext::MD_invariant_load});
    return access;
  }

  llvm::IntrinsicInst& call_;
  Builder builder_;
  const bool loads_;
  llvm::FixedVectorType* const type_;
  llvm::Type* const element_;
  const std::uint64_t bits_;  ///< of an element
  Value* pointer_;            ///< or a vector of them; in a row: of the next lane that is on
  Value* const mask_;
  Value* value_;  ///< loads: what there is so far; stores: what is written
  const llvm::Align align_;
  const bool in_a_row_;  ///< the lanes that are on stand one behind the other
  const bool listed_;    ///< each lane has a pointer
};

}  // namespace

Value* expand_masked_access(llvm::IntrinsicInst& call) { return MaskedAccess(call).expand(); }

}  // namespace lathe::codegen
