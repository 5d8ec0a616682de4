// Atomics that the target lacks: loops of compare-and-swap, on the 32-bit word around for bytes and (on old targets)
// halves. Operations that are another one in disguise are rewritten: sub is add of the negation, exchange of a float is
// exchange of its bits.
//
// Left for PTX: exch, cas, add, and, or, xor, min, max on 32 and 64 bits; inc, dec on 32; cas on 16; add on f32, f64,
// f16, bf16 and their pairs where the target has it; loads and stores up to 64 bits. 128 bits and additions of longer
// vectors become inline assembly where the target has them (wide_atomics.hpp).
//
// A generic pointer that may point into local memory, which PTX's atomics do not have, is asked first (isspacep).
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "nvptx/prepare/steps.hpp"
#include "nvptx/prepare/wide_atomics.hpp"

namespace lathe::nvptx {
namespace {

using llvm::AtomicOrdering;
using llvm::AtomicRMWInst;
using Op = llvm::AtomicRMWInst::BinOp;

/// Ordering of an attempt, when a full fence in front of the loop does the rest of sequential consistency.
AtomicOrdering attempt_ordering(AtomicOrdering ordering) {
  return ordering == AtomicOrdering::SequentiallyConsistent ? AtomicOrdering::AcquireRelease : ordering;
}

/// The 32-bit word around a byte or half.
struct Word {
  llvm::Value* pointer;
  llvm::Value* shift;    ///< i32
  llvm::Value* mask;     ///< i32, ones where the part is
  llvm::Value* outside;  ///< ~mask
};

class Lowering {
 public:
  Lowering(llvm::Function& f, StepContext& context) : f_(f), context_(context), layout_(f.getDataLayout()) {}

  bool run() {
    llvm::SmallVector<llvm::Instruction*, 16> work;
    for (llvm::BasicBlock& block : f_)
      for (llvm::Instruction& inst : block)
        if (inst.isAtomic() && !llvm::isa<llvm::FenceInst, llvm::CallBase>(inst)) work.push_back(&inst);
    for (std::size_t i = 0; i < work.size(); ++i) {
      llvm::Instruction* inst = work[i];
      if (llvm::Instruction* in_local = part_local(*inst)) work.push_back(in_local);
      narrow_scope(*inst);
      if (auto* rmw = llvm::dyn_cast<AtomicRMWInst>(inst))
        lower(*rmw);
      else if (auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(inst))
        lower(*cas);
      else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(inst))
        lower(*load);
      else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(inst))
        lower(*store);
    }
    return changed_;
  }

 private:
  // ---- what PTX has

  unsigned bits_of(llvm::Type* type) const {
    return static_cast<unsigned>(layout_.getTypeSizeInBits(type).getFixedValue());
  }

  bool native_float_add(llvm::Type* type) const {
    const Features& target = context_.features;
    if (type->isFloatTy()) return true;
    if (type->isDoubleTy()) return target.has(60, 50);
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    if (vector && vector->getNumElements() != 2) return false;
    llvm::Type* lane = type->getScalarType();
    if (lane->isHalfTy()) return vector ? target.has(60, 62) : target.has(70, 63);
    return lane->isBFloatTy() && target.has(90, 78);
  }
  bool native(Op op, llvm::Type* type) const {
    const unsigned bits = bits_of(type);
    switch (op) {
      case AtomicRMWInst::Xchg:
      case AtomicRMWInst::Add:
      case AtomicRMWInst::And:
      case AtomicRMWInst::Or:
      case AtomicRMWInst::Xor:
      case AtomicRMWInst::Max:
      case AtomicRMWInst::Min:
      case AtomicRMWInst::UMax:
      case AtomicRMWInst::UMin:
        return type->isIntegerTy() && (bits == 32 || bits == 64);
      case AtomicRMWInst::UIncWrap:
      case AtomicRMWInst::UDecWrap:
        return bits == 32;
      case AtomicRMWInst::FAdd:
        return native_float_add(type);
      default:
        return false;
    }
  }
  bool native_compare(unsigned bits) const {
    return bits == 32 || bits == 64 || (bits == 16 && context_.features.has(70, 63)) || bits == 128;
  }
  /// Of compare-and-swap, which all that PTX lacks is made of.
  unsigned most_bits(llvm::SyncScope::ID scope) const { return has_wide_exchange(context_.features, scope) ? 128 : 64; }

  /// Sizes that no PTX target has, and places that are not aligned: refused, in the words of LLVM's NVPTX target.
  bool refused(const llvm::Instruction& inst, unsigned bits, llvm::Align alignment, unsigned limit) {
    if (bits > limit) {
      const bool access = llvm::isa<llvm::LoadInst, llvm::StoreInst>(inst);
      std::string text = access ? std::string("unsupported atomic ") + inst.getOpcodeName() : "unsupported cmpxchg";
      if (llvm::isa<AtomicRMWInst>(inst)) text += ", which this atomicrmw needs,";
      text += " of " + std::to_string(bits) + " bits: the target has at most " + std::to_string(limit);
      if (bits == 128)
        text += access ? "; 128 need sm_70 and PTX 8.4 (8.3 in a narrower scope than the system)"
                       : "; 128 need sm_90 and PTX 8.4 (8.3 in a narrower scope than the system)";
      context_.error(f_, text);
      return true;
    }
    if (alignment.value() * 8 < bits) {
      context_.error(f_, std::string("atomic ") + inst.getOpcodeName() + " of " + std::to_string(bits) +
                             " bits is aligned to " + std::to_string(alignment.value()) + " bytes only");
      return true;
    }
    return false;
  }
  static bool is_private(unsigned as) { return as == space::local || as == space::param; }

  // ---- memory of one thread

  /// An operation on a generic pointer that may be local becomes two, behind a question; the new one, or null.
  llvm::Instruction* part_local(llvm::Instruction& inst) {
    const unsigned index = pointer_index(inst);
    llvm::Value* pointer = inst.getOperand(index);
    if (pointer->getType()->getPointerAddressSpace() != space::generic || !may_be_local(pointer)) return nullptr;
    llvm::IRBuilder<> builder(&inst);
    llvm::Value* asked = builder.CreateIntrinsic(llvm::Intrinsic::nvvm_isspacep_local, {}, {pointer});
    llvm::Instruction *local_end = nullptr, *other_end = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(asked, inst.getIterator(), &local_end, &other_end);
    llvm::Instruction* in_local = inst.clone();
    in_local->insertBefore(local_end->getIterator());
    builder.SetInsertPoint(in_local);
    in_local->setOperand(index,
                         builder.CreateAddrSpaceCast(pointer, llvm::PointerType::get(f_.getContext(), space::local)));
    llvm::BasicBlock* after = inst.getParent();
    inst.moveBefore(other_end->getIterator());
    // Asked once: whose pointer is frozen is known not to be local.
    builder.SetInsertPoint(&inst);
    inst.setOperand(index, builder.CreateFreeze(pointer));
    if (!inst.use_empty()) {
      builder.SetInsertPoint(after, after->begin());
      llvm::PHINode* either = builder.CreatePHI(inst.getType(), 2);
      inst.replaceAllUsesWith(either);
      either->addIncoming(in_local, in_local->getParent());
      either->addIncoming(&inst, inst.getParent());
    }
    changed_ = true;
    return in_local;
  }
  static unsigned pointer_index(const llvm::Instruction& inst) {
    return llvm::isa<llvm::StoreInst>(inst) ? llvm::StoreInst::getPointerOperandIndex() : 0;
  }

  /// Whether one of the objects below the pointer is a local variable; arguments are followed to the calls in sight.
  /// Pointers that come from elsewhere are taken for global or shared ones, as everywhere.
  bool may_be_local(const llvm::Value* pointer) {
    constexpr unsigned most_calls = 256;
    unsigned calls = 0;
    llvm::SmallVector<const llvm::Value*, 8> work{pointer};
    llvm::SmallPtrSet<const llvm::Value*, 8> seen;
    while (!work.empty()) {
      llvm::SmallVector<const llvm::Value*, 4> objects;
      llvm::getUnderlyingObjects(work.pop_back_val(), objects, nullptr, 0);
      for (const llvm::Value* object : objects) {
        if (llvm::isa<llvm::AllocaInst>(object) || object->getType()->getPointerAddressSpace() == space::local)
          return true;
        const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
        if (!argument || argument->hasByValAttr() || is_kernel(*argument->getParent()) || !seen.insert(argument).second)
          continue;
        for (const llvm::Use& use : argument->getParent()->uses()) {
          const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
          if (++calls > most_calls) return false;
          if (call && call->isCallee(&use) && argument->getArgNo() < call->arg_size())
            work.push_back(call->getArgOperand(argument->getArgNo()));
        }
      }
    }
    return false;
  }

  // ---- shared memory

  /// Nobody beyond the block, or its cluster, sees its shared memory: an order in a wider scope costs and orders no
  /// more. Sequential consistency that spans shared and other memory keeps its scope: with fences of two sizes, a cycle
  /// through four threads of two blocks would have no total order.
  void narrow_scope(llvm::Instruction& inst) {
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&inst);
    bool consistent = false;
    if (const auto* rmw = llvm::dyn_cast<AtomicRMWInst>(&inst)) {
      pointer = rmw->getPointerOperand();
      consistent = rmw->getOrdering() == AtomicOrdering::SequentiallyConsistent;
    } else if (const auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst)) {
      pointer = cas->getPointerOperand();
      consistent = cas->getMergedOrdering() == AtomicOrdering::SequentiallyConsistent;
    } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst)) {
      consistent = load->getOrdering() == AtomicOrdering::SequentiallyConsistent;
    } else {
      consistent = llvm::cast<llvm::StoreInst>(inst).getOrdering() == AtomicOrdering::SequentiallyConsistent;
    }
    const unsigned as = pointer->getType()->getPointerAddressSpace();
    if (as != space::shared && as != space::shared_cluster) return;
    const auto scope = llvm::getAtomicSyncScopeID(&inst);
    const auto named = [&](const char* name) { return f_.getContext().getOrInsertSyncScopeID(name); };
    if (!scope || *scope == llvm::SyncScope::SingleThread || *scope == named("block")) return;
    if (consistent) {
      if (!context_.mixed) context_.mixed = consistent_beyond_block(context_.module);
      if (*context_.mixed) return;
    }
    const bool cluster = as == space::shared_cluster || context_.cluster;
    llvm::setAtomicSyncScopeID(&inst, named(cluster ? "cluster" : "block"));
    changed_ = true;
  }

  // ---- loads and stores: only the type can be in the way

  void lower(llvm::LoadInst& load) {
    const unsigned bits = bits_of(load.getType());
    if (is_private(load.getPointerAddressSpace())) {
      load.setAtomic(AtomicOrdering::NotAtomic);
      changed_ = true;
      return;
    }
    if (refused(load, bits, load.getAlign(), has_wide_access(context_.features, load.getSyncScopeID()) ? 128 : 64))
      return;
    if (bits == 128) {
      llvm::IRBuilder<> builder(&load);
      llvm::Value* whole =
          wide_load(builder, {context_.features, load.getPointerOperand(), load.getOrdering(), load.getSyncScopeID()});
      replace(load, from_integer(builder, whole, load.getType()));
    } else if (load.getType()->isVectorTy()) {
      llvm::IRBuilder<> builder(&load);
      llvm::LoadInst* whole = builder.CreateAlignedLoad(builder.getIntNTy(bits_of(load.getType())),
                                                        load.getPointerOperand(), load.getAlign(), load.isVolatile());
      whole->setAtomic(load.getOrdering(), load.getSyncScopeID());
      replace(load, builder.CreateBitCast(whole, load.getType()));
    }
  }
  void lower(llvm::StoreInst& store) {
    llvm::Type* type = store.getValueOperand()->getType();
    const unsigned bits = bits_of(type);
    if (is_private(store.getPointerAddressSpace())) {
      store.setAtomic(AtomicOrdering::NotAtomic);
      changed_ = true;
      return;
    }
    if (refused(store, bits, store.getAlign(), has_wide_access(context_.features, store.getSyncScopeID()) ? 128 : 64))
      return;
    if (bits == 128) {
      llvm::IRBuilder<> builder(&store);
      wide_store(builder, {context_.features, store.getPointerOperand(), store.getOrdering(), store.getSyncScopeID()},
                 as_integer(builder, store.getValueOperand()));
      store.eraseFromParent();
      changed_ = true;
    } else if (type->isVectorTy()) {
      llvm::IRBuilder<> builder(&store);
      llvm::StoreInst* whole =
          builder.CreateAlignedStore(builder.CreateBitCast(store.getValueOperand(), builder.getIntNTy(bits_of(type))),
                                     store.getPointerOperand(), store.getAlign(), store.isVolatile());
      whole->setAtomic(store.getOrdering(), store.getSyncScopeID());
      store.eraseFromParent();
      changed_ = true;
    }
  }

  // ---- read, modify, write

  void lower(AtomicRMWInst& rmw) {
    llvm::Type* type = rmw.getType();
    if (is_private(rmw.getPointerAddressSpace())) {
      llvm::lowerAtomicRMWInst(&rmw);
      changed_ = true;
      return;
    }
    const Op op = rmw.getOperation();
    const bool sums =
        (op == AtomicRMWInst::FAdd || op == AtomicRMWInst::FSub) && has_vector_add(context_.features, rmw);
    const unsigned limit = sums ? 128 : most_bits(rmw.getSyncScopeID());
    if (refused(rmw, bits_of(type), rmw.getAlign(), limit) || native(op, type)) return;
    if (sums && op == AtomicRMWInst::FAdd) {
      llvm::IRBuilder<> builder(&rmw);
      replace(rmw, vector_add(builder, rmw, context_.features));
      return;
    }
    if (rewrite(rmw)) return;
    if (op == AtomicRMWInst::Xchg && bits_of(type) == 128) {
      llvm::IRBuilder<> builder(&rmw);
      const WideAccess access{context_.features, rmw.getPointerOperand(), rmw.getOrdering(), rmw.getSyncScopeID()};
      replace(rmw, wide_exchange(builder, access, rmw.getValOperand()));
      return;
    }
    if (bits_of(type) < 32 && !native_compare(bits_of(type)))
      part_of_word(rmw);
    else
      loop(rmw);
  }

  /// Turns the operation into an equal one. True when that was done; the new one is lowered in turn.
  bool rewrite(AtomicRMWInst& rmw) {
    llvm::IRBuilder<> builder(&rmw);
    llvm::Value* value = rmw.getValOperand();
    llvm::Type* type = rmw.getType();
    Op op = rmw.getOperation();
    llvm::Value* fresh = nullptr;
    if (op == AtomicRMWInst::Sub) {
      op = AtomicRMWInst::Add;
      fresh = builder.CreateNeg(value);
    } else if (op == AtomicRMWInst::FSub && (native_float_add(type) || has_vector_add(context_.features, rmw))) {
      op = AtomicRMWInst::FAdd;
      fresh = builder.CreateFNeg(value);
    } else if (op == AtomicRMWInst::Xchg && !type->isIntegerTy()) {
      fresh = as_integer(builder, value);
    } else {
      return false;
    }
    AtomicRMWInst* other = builder.CreateAtomicRMW(op, rmw.getPointerOperand(), fresh, rmw.getAlign(),
                                                   rmw.getOrdering(), rmw.getSyncScopeID());
    other->setVolatile(rmw.isVolatile());
    replace(rmw, from_integer(builder, other, type));
    lower(*other);
    return true;
  }

  /// old = load; do { new = op(old, value) } while (!cas(old, new)).
  void loop(AtomicRMWInst& rmw) {
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

  void part_of_word(AtomicRMWInst& rmw) {
    llvm::IRBuilder<> builder(&rmw);
    llvm::Type* type = rmw.getType();
    const Word word = word_around(builder, rmw.getPointerOperand(), rmw.getAlign(), bits_of(type));
    const Op op = rmw.getOperation();
    if (op == AtomicRMWInst::And || op == AtomicRMWInst::Or || op == AtomicRMWInst::Xor) {
      llvm::Value* operand = widen(builder, rmw.getValOperand(), word);
      if (op == AtomicRMWInst::And) operand = builder.CreateOr(operand, word.outside);
      AtomicRMWInst* whole =
          builder.CreateAtomicRMW(op, word.pointer, operand, llvm::Align(4), rmw.getOrdering(), rmw.getSyncScopeID());
      whole->setVolatile(rmw.isVolatile());
      replace(rmw, narrow(builder, whole, word, type));
      return;
    }
    llvm::Value* result =
        retry(rmw, word.pointer, builder.getInt32Ty(), llvm::Align(4), [&](llvm::IRBuilder<>& b, llvm::Value* old) {
          llvm::Value* fresh = llvm::buildAtomicRMWValue(op, b, narrow(b, old, word, type), rmw.getValOperand());
          return b.CreateOr(b.CreateAnd(old, word.outside), widen(b, fresh, word));
        });
    llvm::IRBuilder<> after(&rmw);
    replace(rmw, narrow(after, result, word, type));
  }

  /// The loop around compare-and-swap; `next` makes the new word from the old one. Gives the old word; the code after
  /// the loop begins at `rmw`.
  template <class Next>
  llvm::Value* retry(AtomicRMWInst& rmw, llvm::Value* pointer, llvm::Type* word, llvm::Align alignment, Next&& next) {
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
    if (word->getIntegerBitWidth() == 128) lower(*attempt);
    return seen;
  }

  /// A first guess of the old value. 128 bits have no atomic load: any guess does, the compare-and-swap corrects it.
  static llvm::Value* first_load(llvm::IRBuilder<>& builder, llvm::Type* word, llvm::Value* pointer,
                                 llvm::Align alignment, bool is_volatile, llvm::SyncScope::ID scope) {
    if (word->getIntegerBitWidth() > 64) return llvm::ConstantInt::get(word, 0);
    llvm::LoadInst* load = builder.CreateAlignedLoad(word, pointer, alignment, is_volatile);
    load->setAtomic(AtomicOrdering::Monotonic, scope);
    return load;
  }

  // ---- compare and swap

  void lower(llvm::AtomicCmpXchgInst& cas) {
    llvm::Type* type = cas.getCompareOperand()->getType();
    const unsigned bits = bits_of(type);
    if (is_private(cas.getPointerAddressSpace())) {
      llvm::lowerAtomicCmpXchgInst(&cas);
      changed_ = true;
      return;
    }
    if (refused(cas, bits, cas.getAlign(), most_bits(cas.getSyncScopeID()))) return;
    if (bits == 128)
      wide(cas);
    else if (!native_compare(bits))
      part_of_word(cas);
    else if (!type->isIntegerTy())
      on_integer(cas);
  }

  void wide(llvm::AtomicCmpXchgInst& cas) {
    llvm::IRBuilder<> builder(&cas);
    llvm::Value* expected = as_integer(builder, cas.getCompareOperand());
    llvm::Value* old = wide_compare(
        builder, {context_.features, cas.getPointerOperand(), cas.getMergedOrdering(), cas.getSyncScopeID()}, expected,
        as_integer(builder, cas.getNewValOperand()));
    pair_result(builder, cas, from_integer(builder, old, cas.getCompareOperand()->getType()),
                builder.CreateICmpEQ(old, expected));
  }

  void on_integer(llvm::AtomicCmpXchgInst& cas) {
    llvm::IRBuilder<> builder(&cas);
    llvm::AtomicCmpXchgInst* other =
        builder.CreateAtomicCmpXchg(cas.getPointerOperand(), as_integer(builder, cas.getCompareOperand()),
                                    as_integer(builder, cas.getNewValOperand()), cas.getAlign(),
                                    cas.getSuccessOrdering(), cas.getFailureOrdering(), cas.getSyncScopeID());
    other->setVolatile(cas.isVolatile());
    other->setWeak(cas.isWeak());
    pair_result(builder, cas,
                from_integer(builder, builder.CreateExtractValue(other, 0), cas.getCompareOperand()->getType()),
                builder.CreateExtractValue(other, 1));
  }

  /// The attempt is repeated while only the neighbours of the part have changed.
  void part_of_word(llvm::AtomicCmpXchgInst& cas) {
    const llvm::SyncScope::ID scope = cas.getSyncScopeID();
    llvm::Type* type = cas.getCompareOperand()->getType();
    llvm::IRBuilder<> builder(&cas);
    const Word word = word_around(builder, cas.getPointerOperand(), cas.getAlign(), bits_of(type));
    llvm::Value* expected = widen(builder, cas.getCompareOperand(), word);
    llvm::Value* fresh = widen(builder, cas.getNewValOperand(), word);
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
    llvm::AtomicOrdering failure = cas.getFailureOrdering();
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

  void pair_result(llvm::IRBuilder<>& builder, llvm::AtomicCmpXchgInst& cas, llvm::Value* old, llvm::Value* success) {
    llvm::Value* pair = builder.CreateInsertValue(llvm::PoisonValue::get(cas.getType()), old, 0);
    replace(cas, builder.CreateInsertValue(pair, success, 1));
  }

  // ---- pieces

  Word word_around(llvm::IRBuilder<>& builder, llvm::Value* pointer, llvm::Align alignment, unsigned bits) {
    const std::uint32_t ones = (1U << bits) - 1;
    if (alignment.value() >= 4) return {pointer, builder.getInt32(0), builder.getInt32(ones), builder.getInt32(~ones)};
    llvm::Value* low = builder.CreateAnd(builder.CreatePtrToInt(pointer, builder.getInt64Ty()), 3);
    llvm::Value* base = builder.CreateGEP(builder.getInt8Ty(), pointer, builder.CreateNeg(low));
    llvm::Value* shift = builder.CreateShl(builder.CreateTrunc(low, builder.getInt32Ty()), 3);
    llvm::Value* mask = builder.CreateShl(builder.getInt32(ones), shift);
    return {base, shift, mask, builder.CreateNot(mask)};
  }
  static llvm::Value* widen(llvm::IRBuilder<>& builder, llvm::Value* part, const Word& word) {
    return builder.CreateShl(builder.CreateZExt(as_integer(builder, part), builder.getInt32Ty()), word.shift);
  }
  llvm::Value* narrow(llvm::IRBuilder<>& builder, llvm::Value* whole, const Word& word, llvm::Type* type) {
    llvm::Value* part = builder.CreateTrunc(builder.CreateLShr(whole, word.shift), builder.getIntNTy(bits_of(type)));
    return from_integer(builder, part, type);
  }
  static llvm::Value* as_integer(llvm::IRBuilder<>& builder, llvm::Value* value) {
    llvm::Type* type = value->getType();
    const llvm::DataLayout& layout = builder.GetInsertBlock()->getDataLayout();
    return builder.CreateBitOrPointerCast(
        value, builder.getIntNTy(static_cast<unsigned>(layout.getTypeSizeInBits(type).getFixedValue())));
  }
  static llvm::Value* from_integer(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Type* type) {
    return builder.CreateBitOrPointerCast(value, type);
  }
  void replace(llvm::Instruction& old, llvm::Value* fresh) {
    old.replaceAllUsesWith(fresh);
    old.eraseFromParent();
    changed_ = true;
  }

  llvm::Function& f_;
  StepContext& context_;
  const llvm::DataLayout& layout_;
  bool changed_ = false;
};

}  // namespace

bool lower_atomics(llvm::Function& f, StepContext& context) { return Lowering(f, context).run(); }

}  // namespace lathe::nvptx
