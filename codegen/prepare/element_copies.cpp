// Copies and fills that access each of their elements atomically (llvm.memcpy, memmove and memset with
// .element.unordered.atomic): unordered loads and stores of one element each, written out where they are few, else a
// loop. What of them the target lacks, or needs not be atomic, lower_atomics settles.
//
// No two elements become one access: threads that use the same memory by accesses of the element's size would race with
// a wider one.
#include <llvm/IR/Constants.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "codegen/prepare/intrinsics.hpp"

namespace lathe::codegen {
namespace {

using llvm::Value;

class ElementCopy {
 public:
  ElementCopy(llvm::AnyMemIntrinsic& call, Builder& builder, const PrepareFacts& facts)
      : call_(call),
        builder_(builder),
        facts_(facts),
        element_(builder.getIntNTy(8 * call.getElementSizeInBytes())),
        size_(call.getElementSizeInBytes()) {
    if (auto* fill = llvm::dyn_cast<llvm::AnyMemSetInst>(&call))
      filling_ = in_each_byte(fill->getValue());
    else
      from_ = llvm::cast<llvm::AnyMemTransferInst>(call).getRawSource();
  }

  /// False where a move's pointers cannot be compared.
  bool write() {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(call_.getLength());
    if (length != nullptr && (length->getValue().ule(facts_.costs.straight_bytes) || at_fixed_offsets())) {
      straight(length->getZExtValue() / size_);
      return true;
    }
    Value* down = nullptr;
    if (llvm::isa<llvm::AnyMemMoveInst>(call_) && may_overlap()) {
      down = starts_behind_source();
      if (down == nullptr) return false;
    }
    loop(down);
    return true;
  }

 private:
  Value* in_each_byte(Value* byte) {
    const llvm::APInt ones = llvm::APInt::getSplat(8 * size_, llvm::APInt(8, 1));
    return builder_.CreateMul(builder_.CreateZExt(byte, element_), llvm::ConstantInt::get(element_, ones));
  }

  // ---- one element

  Value* load(Value* offset, const llvm::AAMDNodes& facts) {
    llvm::LoadInst* load = builder_.CreateAlignedLoad(element_, address(from_, offset), llvm::Align(size_));
    load->setAtomic(llvm::AtomicOrdering::Unordered);
    load->setAAMetadata(facts);
    return load;
  }
  void store(Value* value, Value* offset, const llvm::AAMDNodes& facts) {
    llvm::StoreInst* store =
        builder_.CreateAlignedStore(value, address(call_.getRawDest(), offset), llvm::Align(size_));
    store->setAtomic(llvm::AtomicOrdering::Unordered);
    store->setAAMetadata(facts);
  }
  Value* address(Value* base, Value* offset) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(offset);
    return constant != nullptr && constant->isZero() ? base
                                                     : builder_.CreateInBoundsGEP(builder_.getInt8Ty(), base, offset);
  }

  // ---- written out

  bool at_fixed_offsets() const {
    const SpaceFacts* space = from_ == nullptr ? nullptr : facts_.space(from_->getType()->getPointerAddressSpace());
    return space != nullptr && space->fixed_offsets && !call_.getFunction()->hasKernelCallingConv();
  }
  /// A move reads everything before it writes.
  void straight(std::uint64_t count) {
    const llvm::AAMDNodes facts = call_.getAAMetadata();
    const std::uint64_t batch = llvm::isa<llvm::AnyMemMoveInst>(call_) ? count : facts_.costs.copy_batch;
    llvm::SmallVector<Value*, 16> values;
    for (std::uint64_t begin = 0; begin < count; begin += batch) {
      const std::uint64_t end = std::min(count, begin + batch);
      values.assign(end - begin, filling_);
      for (std::uint64_t i = begin; from_ != nullptr && i < end; ++i)
        values[i - begin] = load(builder_.getInt64(i * size_), facts.shift(i * size_));
      for (std::uint64_t i = begin; i < end; ++i)
        store(values[i - begin], builder_.getInt64(i * size_), facts.shift(i * size_));
    }
  }

  // ---- a loop

  bool may_overlap() const {
    return facts_.may_alias(call_.getDestAddressSpace(), from_->getType()->getPointerAddressSpace());
  }

  /// Then elements are moved from the last to the first. Null where the spaces' pointers cannot be compared.
  Value* starts_behind_source() {
    Value *to = call_.getRawDest(), *from = from_;
    if (to->getType() != from->getType()) {
      const unsigned generic = facts_.number_of(Space::generic);
      if (generic == SpaceFacts::nowhere) return nullptr;
      for (Value** pointer : {&to, &from}) {
        const unsigned as = (*pointer)->getType()->getPointerAddressSpace();
        const SpaceFacts* space = facts_.space(as);
        if (as == generic) continue;
        if (space == nullptr || space->to_generic == ToGeneric::never) return nullptr;
        *pointer = builder_.CreateAddrSpaceCast(*pointer, llvm::PointerType::get(builder_.getContext(), generic));
      }
    }
    return builder_.CreateICmpUGT(to, from);
  }

  /// `down`: null for first to last.
  void loop(Value* down) {
    llvm::Type* word = offset_type(builder_, *call_.getRawDest());
    const auto number = [&](std::int64_t n) { return llvm::ConstantInt::getSigned(word, n); };
    const auto step = static_cast<std::int64_t>(size_);
    // A length is a multiple of the element's size; so is this, whatever the program gave.
    Value* bytes = builder_.CreateAnd(builder_.CreateZExtOrTrunc(call_.getLength(), word), number(-step));
    Value* end = builder_.CreateSub(bytes, number(step));
    Value* first = down == nullptr ? number(0) : builder_.CreateSelect(down, end, number(0));
    Value* last = down == nullptr ? end : builder_.CreateSelect(down, number(0), end);
    Value* next = down == nullptr ? number(step) : builder_.CreateSelect(down, number(-step), number(step));
    Value* any = builder_.CreateICmpNE(bytes, number(0));

    llvm::BasicBlock* head = call_.getParent();
    llvm::BasicBlock* after = llvm::SplitBlock(head, &call_);
    llvm::BasicBlock* body = llvm::BasicBlock::Create(head->getContext(), "elements", head->getParent(), after);
    llvm::ReplaceInstWithInst(head->getTerminator(), llvm::BranchInst::Create(body, after, any));
    builder_.SetInsertPoint(body);
    builder_.SetCurrentDebugLocation(call_.getDebugLoc());
    llvm::PHINode* at = builder_.CreatePHI(word, 2);
    llvm::AAMDNodes facts = call_.getAAMetadata();
    facts.TBAA = facts.TBAAStruct = nullptr;  // they speak of places in the whole
    store(from_ == nullptr ? filling_ : load(at, facts), at, facts);
    Value* advanced = builder_.CreateAdd(at, next);
    builder_.CreateCondBr(builder_.CreateICmpEQ(at, last), after, body);
    at->addIncoming(first, head);
    at->addIncoming(advanced, body);
    builder_.SetInsertPoint(&call_);
  }

  llvm::AnyMemIntrinsic& call_;
  Builder& builder_;
  const PrepareFacts& facts_;
  llvm::IntegerType* element_;
  unsigned size_;             // bytes of an element
  Value* filling_ = nullptr;  // of fills
  Value* from_ = nullptr;     // of others
};

}  // namespace

bool expand_element_copy(llvm::IntrinsicInst& call, StepContext& context) {
  Builder builder(&call);
  if (!ElementCopy(llvm::cast<llvm::AnyMemIntrinsic>(call), builder, context.facts).write()) {
    context.error(*call.getFunction(), "memmove between address spaces that cannot be compared");
    return false;
  }
  call.eraseFromParent();
  return true;
}

}  // namespace lathe::codegen
