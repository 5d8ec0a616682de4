// See atomic_loops.hpp.
#include "codegen/prepare/atomic_loops.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

namespace lathe::codegen {

using llvm::AtomicOrdering;
using llvm::AtomicRMWInst;

namespace {

/// Ordering of an attempt, when a full fence in front of the loop does the rest of sequential consistency.
AtomicOrdering attempt_ordering(AtomicOrdering ordering) {
  return ordering == AtomicOrdering::SequentiallyConsistent ? AtomicOrdering::AcquireRelease : ordering;
}

/// Operations other than loads and stores know no order below this one.
AtomicOrdering at_least_monotonic(AtomicOrdering ordering) {
  return ordering == AtomicOrdering::Unordered ? AtomicOrdering::Monotonic : ordering;
}

llvm::Value* widen(llvm::IRBuilder<>& builder, llvm::Value* part, llvm::Value* shift) {
  return builder.CreateShl(builder.CreateZExt(AtomicLoops::as_integer(builder, part), builder.getInt32Ty()), shift);
}

}  // namespace

// ---- read, modify, write

void AtomicLoops::loop(AtomicRMWInst& rmw) {
  llvm::Type* type = rmw.getType();
  llvm::Type* word = llvm::Type::getIntNTy(f_.getContext(), bits_of(type));
  llvm::Value* result =
      retry(rmw, rmw.getPointerOperand(), word, rmw.getAlign(), [&](llvm::IRBuilder<>& builder, llvm::Value* old) {
        llvm::Value* fresh = llvm::buildAtomicRMWValue(rmw.getOperation(), builder, from_integer(builder, old, type),
                                                       rmw.getValOperand());
        return as_integer(builder, fresh);
      });
  llvm::IRBuilder<> builder(&rmw);
  replace(rmw, from_integer(builder, result, type));
}

void AtomicLoops::word(AtomicRMWInst& rmw) {
  llvm::IRBuilder<> builder(&rmw);
  llvm::Type* type = rmw.getType();
  const Word word = word_around(builder, rmw.getPointerOperand(), rmw.getAlign(), bits_of(type));
  const AtomicRMWInst::BinOp op = rmw.getOperation();
  if (op == AtomicRMWInst::And || op == AtomicRMWInst::Or || op == AtomicRMWInst::Xor) {
    llvm::Value* operand = widen(builder, rmw.getValOperand(), word.shift);
    if (op == AtomicRMWInst::And) operand = builder.CreateOr(operand, word.outside);
    AtomicRMWInst* whole =
        builder.CreateAtomicRMW(op, word.pointer, operand, llvm::Align(4), rmw.getOrdering(), rmw.getSyncScopeID());
    whole->setVolatile(rmw.isVolatile());
    replace(rmw, narrow(builder, whole, word, type));
    again_ = whole;
    return;
  }
  llvm::Value* result =
      retry(rmw, word.pointer, builder.getInt32Ty(), llvm::Align(4), [&](llvm::IRBuilder<>& b, llvm::Value* old) {
        llvm::Value* fresh = llvm::buildAtomicRMWValue(op, b, narrow(b, old, word, type), rmw.getValOperand());
        return b.CreateOr(b.CreateAnd(old, word.outside), widen(b, fresh, word.shift));
      });
  llvm::IRBuilder<> after(&rmw);
  replace(rmw, narrow(after, result, word, type));
}

/// The loop around compare-and-swap; `next` makes the new word from the old one. Gives the old word; the code after
/// the loop begins at `rmw`.
llvm::Value* AtomicLoops::retry(AtomicRMWInst& rmw, llvm::Value* pointer, llvm::Type* word, llvm::Align alignment,
                                Next next) {
  const llvm::SyncScope::ID scope = rmw.getSyncScopeID();
  llvm::BasicBlock* before = rmw.getParent();
  llvm::BasicBlock* after = llvm::SplitBlock(before, &rmw);
  llvm::BasicBlock* body = llvm::BasicBlock::Create(f_.getContext(), "atomic", &f_, after);
  before->getTerminator()->setSuccessor(0, body);

  llvm::IRBuilder<> builder(before->getTerminator());
  if (rmw.getOrdering() == AtomicOrdering::SequentiallyConsistent)
    builder.CreateFence(AtomicOrdering::SequentiallyConsistent, scope);
  llvm::Value* first = first_load(builder, word, pointer, alignment, rmw.isVolatile(), scope);
  builder.SetInsertPoint(body);
  llvm::PHINode* old = builder.CreatePHI(word, 2);
  old->addIncoming(first, before);
  llvm::Value* fresh = next(builder, old);
  llvm::AtomicCmpXchgInst* attempt = builder.CreateAtomicCmpXchg(
      pointer, old, fresh, alignment, attempt_ordering(rmw.getOrdering()), AtomicOrdering::Monotonic, scope);
  attempt->setVolatile(rmw.isVolatile());
  llvm::Value* seen = builder.CreateExtractValue(attempt, 0);
  old->addIncoming(seen, builder.GetInsertBlock());
  builder.CreateCondBr(builder.CreateExtractValue(attempt, 1), after, body);
  changed_ = true;
  if (word->getIntegerBitWidth() > 64) again_ = attempt;
  return seen;
}

/// A first guess of the old value. Where there is no atomic load any guess does: the compare-and-swap corrects it.
llvm::Value* AtomicLoops::first_load(llvm::IRBuilder<>& builder, llvm::Type* word, llvm::Value* pointer,
                                     llvm::Align alignment, bool is_volatile, llvm::SyncScope::ID scope) const {
  const AtomicType type = integer_of(word->getIntegerBitWidth());
  if (type == AtomicType::count ||
      facts_.atomic(AtomicOp::load, type, pointer->getType()->getPointerAddressSpace()) != AtomicAction::native)
    return llvm::ConstantInt::get(word, 0);
  llvm::LoadInst* load = builder.CreateAlignedLoad(word, pointer, alignment, is_volatile);
  load->setAtomic(AtomicOrdering::Monotonic, scope);
  return load;
}

// ---- loads and stores

void AtomicLoops::loop(llvm::LoadInst& load) {
  llvm::IRBuilder<> builder(&load);
  llvm::Type* word = builder.getIntNTy(bits_of(load.getType()));
  llvm::Constant* zero = llvm::ConstantInt::get(word, 0);
  const AtomicOrdering ordering = at_least_monotonic(load.getOrdering());
  llvm::AtomicCmpXchgInst* attempt = builder.CreateAtomicCmpXchg(load.getPointerOperand(), zero, zero, load.getAlign(),
                                                                 ordering, ordering, load.getSyncScopeID());
  attempt->setVolatile(load.isVolatile());
  replace(load, from_integer(builder, builder.CreateExtractValue(attempt, 0), load.getType()));
}

void AtomicLoops::exchange(llvm::StoreInst& store) {
  llvm::IRBuilder<> builder(&store);
  AtomicRMWInst* exchange = builder.CreateAtomicRMW(AtomicRMWInst::Xchg, store.getPointerOperand(),
                                                    as_integer(builder, store.getValueOperand()), store.getAlign(),
                                                    at_least_monotonic(store.getOrdering()), store.getSyncScopeID());
  exchange->setVolatile(store.isVolatile());
  store.eraseFromParent();
  changed_ = true;
  again_ = exchange;
}

void AtomicLoops::word(llvm::LoadInst& load) {
  llvm::IRBuilder<> builder(&load);
  const Word word = word_around(builder, load.getPointerOperand(), load.getAlign(), bits_of(load.getType()));
  llvm::LoadInst* whole =
      builder.CreateAlignedLoad(builder.getInt32Ty(), word.pointer, llvm::Align(4), load.isVolatile());
  whole->setAtomic(load.getOrdering(), load.getSyncScopeID());
  replace(load, narrow(builder, whole, word, load.getType()));
  again_ = whole;
}

void AtomicLoops::on_integer(llvm::LoadInst& load) {
  llvm::IRBuilder<> builder(&load);
  llvm::LoadInst* whole = builder.CreateAlignedLoad(builder.getIntNTy(bits_of(load.getType())),
                                                    load.getPointerOperand(), load.getAlign(), load.isVolatile());
  whole->setAtomic(load.getOrdering(), load.getSyncScopeID());
  replace(load, builder.CreateBitOrPointerCast(whole, load.getType()));
  again_ = whole;
}

void AtomicLoops::on_integer(llvm::StoreInst& store) {
  llvm::IRBuilder<> builder(&store);
  llvm::Type* type = store.getValueOperand()->getType();
  llvm::StoreInst* whole = builder.CreateAlignedStore(
      builder.CreateBitOrPointerCast(store.getValueOperand(), builder.getIntNTy(bits_of(type))),
      store.getPointerOperand(), store.getAlign(), store.isVolatile());
  whole->setAtomic(store.getOrdering(), store.getSyncScopeID());
  store.eraseFromParent();
  changed_ = true;
  again_ = whole;
}

// ---- compare and swap

void AtomicLoops::on_integer(llvm::AtomicCmpXchgInst& cas) {
  llvm::IRBuilder<> builder(&cas);
  llvm::AtomicCmpXchgInst* other =
      builder.CreateAtomicCmpXchg(cas.getPointerOperand(), as_integer(builder, cas.getCompareOperand()),
                                  as_integer(builder, cas.getNewValOperand()), cas.getAlign(), cas.getSuccessOrdering(),
                                  cas.getFailureOrdering(), cas.getSyncScopeID());
  other->setVolatile(cas.isVolatile());
  other->setWeak(cas.isWeak());
  pair_result(builder, cas,
              from_integer(builder, builder.CreateExtractValue(other, 0), cas.getCompareOperand()->getType()),
              builder.CreateExtractValue(other, 1));
}

/// The attempt is repeated while only the neighbours of the part have changed.
void AtomicLoops::word(llvm::AtomicCmpXchgInst& cas) {
  const llvm::SyncScope::ID scope = cas.getSyncScopeID();
  llvm::Type* type = cas.getCompareOperand()->getType();
  llvm::IRBuilder<> builder(&cas);
  const Word word = word_around(builder, cas.getPointerOperand(), cas.getAlign(), bits_of(type));
  llvm::Value* expected = widen(builder, cas.getCompareOperand(), word.shift);
  llvm::Value* fresh = widen(builder, cas.getNewValOperand(), word.shift);
  llvm::BasicBlock* before = cas.getParent();
  llvm::BasicBlock* after = llvm::SplitBlock(before, &cas);
  llvm::BasicBlock* body = llvm::BasicBlock::Create(f_.getContext(), "atomic", &f_, after);
  llvm::BasicBlock* missed = llvm::BasicBlock::Create(f_.getContext(), "atomic.missed", &f_, after);
  before->getTerminator()->setSuccessor(0, body);

  builder.SetInsertPoint(before->getTerminator());
  if (cas.getSuccessOrdering() == AtomicOrdering::SequentiallyConsistent)
    builder.CreateFence(AtomicOrdering::SequentiallyConsistent, scope);
  llvm::Value* first = builder.CreateAnd(
      first_load(builder, builder.getInt32Ty(), word.pointer, llvm::Align(4), cas.isVolatile(), scope), word.outside);
  builder.SetInsertPoint(body);
  llvm::PHINode* around = builder.CreatePHI(builder.getInt32Ty(), 2);
  around->addIncoming(first, before);
  AtomicOrdering failure = cas.getFailureOrdering();
  if (failure == AtomicOrdering::SequentiallyConsistent) failure = AtomicOrdering::Acquire;
  llvm::AtomicCmpXchgInst* attempt =
      builder.CreateAtomicCmpXchg(word.pointer, builder.CreateOr(around, expected), builder.CreateOr(around, fresh),
                                  llvm::Align(4), attempt_ordering(cas.getSuccessOrdering()), failure, scope);
  attempt->setVolatile(cas.isVolatile());
  llvm::Value* seen = builder.CreateExtractValue(attempt, 0);
  llvm::Value* success = builder.CreateExtractValue(attempt, 1);
  builder.CreateCondBr(success, after, missed);
  builder.SetInsertPoint(missed);
  llvm::Value* now_around = builder.CreateAnd(seen, word.outside);
  around->addIncoming(now_around, missed);
  builder.CreateCondBr(builder.CreateICmpNE(now_around, around), body, after);
  changed_ = true;
  builder.SetInsertPoint(&cas);
  pair_result(builder, cas, narrow(builder, seen, word, type), success);
}

void AtomicLoops::pair_result(llvm::IRBuilder<>& builder, llvm::AtomicCmpXchgInst& cas, llvm::Value* old,
                              llvm::Value* success) {
  llvm::Value* pair = builder.CreateInsertValue(llvm::PoisonValue::get(cas.getType()), old, 0);
  replace(cas, builder.CreateInsertValue(pair, success, 1));
}

// ---- pieces

AtomicLoops::Word AtomicLoops::word_around(llvm::IRBuilder<>& builder, llvm::Value* pointer, llvm::Align alignment,
                                           unsigned bits) const {
  const std::uint32_t ones = (1U << bits) - 1;
  if (alignment.value() >= 4) return {pointer, builder.getInt32(0), builder.getInt32(ones), builder.getInt32(~ones)};
  llvm::Value* low = builder.CreateAnd(builder.CreatePtrToInt(pointer, layout_.getIntPtrType(pointer->getType())), 3);
  llvm::Value* base = builder.CreateGEP(builder.getInt8Ty(), pointer, builder.CreateNeg(low));
  llvm::Value* shift = builder.CreateShl(builder.CreateZExtOrTrunc(low, builder.getInt32Ty()), 3);
  llvm::Value* mask = builder.CreateShl(builder.getInt32(ones), shift);
  return {base, shift, mask, builder.CreateNot(mask)};
}

llvm::Value* AtomicLoops::narrow(llvm::IRBuilder<>& builder, llvm::Value* whole, const Word& word,
                                 llvm::Type* type) const {
  llvm::Value* part = builder.CreateTrunc(builder.CreateLShr(whole, word.shift), builder.getIntNTy(bits_of(type)));
  return from_integer(builder, part, type);
}

llvm::Value* AtomicLoops::as_integer(llvm::IRBuilder<>& builder, llvm::Value* value) {
  llvm::Type* type = value->getType();
  const llvm::DataLayout& layout = builder.GetInsertBlock()->getDataLayout();
  return builder.CreateBitOrPointerCast(
      value, builder.getIntNTy(static_cast<unsigned>(layout.getTypeSizeInBits(type).getFixedValue())));
}

void AtomicLoops::replace(llvm::Instruction& old, llvm::Value* fresh) {
  old.replaceAllUsesWith(fresh);
  old.eraseFromParent();
  changed_ = true;
}

}  // namespace lathe::codegen
