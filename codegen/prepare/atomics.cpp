// Atomics that the target lacks, by the table of its facts: loops of compare-and-swap, on the 32-bit word around for
// bytes and halves that have none; what compare-and-swap cannot do is refused by name. Operations that are another one
// in disguise are rewritten: sub is add of the negation, exchange of a float is exchange of its bits.
//
// 128 bits and operations on vectors by element are written by the target where it has them (wide_atomics.hpp). A generic
// pointer that may point into a thread's own memory, where no atomic operation works, is asked first.
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "codegen/prepare/atomic_loops.hpp"
#include "codegen/prepare/steps.hpp"
#include "codegen/prepare/underlying.hpp"
#include "codegen/prepare/wide_atomics.hpp"

namespace lathe::codegen {
namespace {

using llvm::AtomicOrdering;
using llvm::AtomicRMWInst;

/// LLVM's operations in the order of AtomicRMWInst::BinOp.
constexpr AtomicOp op_of[] = {AtomicOp::exchange, AtomicOp::add,      AtomicOp::sub,      AtomicOp::bit_and,
                              AtomicOp::bit_nand, AtomicOp::bit_or,   AtomicOp::bit_xor,  AtomicOp::max,
                              AtomicOp::min,      AtomicOp::umax,     AtomicOp::umin,     AtomicOp::fadd,
                              AtomicOp::fsub,     AtomicOp::fmax,     AtomicOp::fmin,     AtomicOp::fmaximum,
                              AtomicOp::fminimum, AtomicOp::inc_wrap, AtomicOp::dec_wrap, AtomicOp::sub_cond,
                              AtomicOp::sub_sat};
static_assert(std::size(op_of) == AtomicRMWInst::LAST_BINOP + 1);

/// The column of the table; `count` for types that have none: they are what their bits are.
AtomicType column_of(const llvm::Type* type) {
  if (type->isIntegerTy()) return integer_of(type->getIntegerBitWidth());
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector != nullptr && vector->getNumElements() != 2) return AtomicType::count;
  const llvm::Type* lane = type->getScalarType();
  if (lane->isHalfTy()) return vector ? AtomicType::v2f16 : AtomicType::f16;
  if (lane->isBFloatTy()) return vector ? AtomicType::v2bf16 : AtomicType::bf16;
  if (vector != nullptr) return AtomicType::count;
  return lane->isFloatTy() ? AtomicType::f32 : lane->isDoubleTy() ? AtomicType::f64 : AtomicType::count;
}

class Lowering {
 public:
  Lowering(llvm::Function& f, StepContext& context)
      : f_(f), context_(context), facts_(context.facts), wide_(facts_.hooks.wide_atomics), loops_(f, facts_) {}

  bool run() {
    llvm::SmallVector<llvm::Instruction*, 16> work;
    for (llvm::BasicBlock& block : f_)
      for (llvm::Instruction& inst : block)
        if (inst.isAtomic() && !llvm::isa<llvm::FenceInst, llvm::CallBase>(inst)) work.push_back(&inst);
    for (std::size_t i = 0; i < work.size(); ++i) {
      llvm::Instruction* inst = work[i];
      if (llvm::Instruction* in_local = part_local(*inst)) work.push_back(in_local);
      narrow_scope(*inst);
      for (; inst != nullptr; inst = loops_.again()) lower_any(*inst);
    }
    return changed_ || loops_.changed();
  }

 private:
  void lower_any(llvm::Instruction& inst) {
    if (auto* rmw = llvm::dyn_cast<AtomicRMWInst>(&inst))
      lower(*rmw);
    else if (auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst))
      lower(*cas);
    else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst))
      lower(*load);
    else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst))
      lower(*store);
  }

  // ---- what the target has

  unsigned bits_of(llvm::Type* type) const { return loops_.bits_of(type); }

  AtomicAction action(AtomicOp op, llvm::Type* type, unsigned as) const {
    const unsigned bits = bits_of(type);
    const bool moves = op == AtomicOp::load || op == AtomicOp::store;
    const AtomicType column = moves && type->isPointerTy() ? integer_of(bits) : column_of(type);
    if (column != AtomicType::count) return facts_.atomic(op, column, as);
    const auto compares = [&](unsigned n) { return native(AtomicOp::compare, n, as); };
    return compares(bits) ? AtomicAction::loop : bits < 32 && compares(32) ? AtomicAction::word : AtomicAction::refuse;
  }
  bool native(AtomicOp op, unsigned bits, unsigned as) const {
    const AtomicType column = integer_of(bits);
    return column != AtomicType::count && facts_.atomic(op, column, as) == AtomicAction::native;
  }
  /// The widest integer that the operation is not refused on, 0 when there is none.
  unsigned widest(AtomicOp op, unsigned as) const {
    for (const unsigned bits : {64U, 32U, 16U, 8U})
      if (facts_.atomic(op, integer_of(bits), as) != AtomicAction::refuse) return bits;
    return 0;
  }
  /// Of compare-and-swap, which all that the target lacks is made of.
  unsigned most_bits(llvm::SyncScope::ID scope, unsigned as) const {
    return wide_ != nullptr && wide_->has_exchange(facts_, scope) ? 128 : widest(AtomicOp::compare, as);
  }
  unsigned most_accessed(AtomicOp op, llvm::SyncScope::ID scope, unsigned as) const {
    return wide_ != nullptr && wide_->has_access(facts_, scope) ? 128 : widest(op, as);
  }
  bool has_vector(const AtomicRMWInst& rmw) const { return wide_ != nullptr && wide_->has_vector(facts_, rmw); }

  /// Sizes that the target does not have, and places that are not aligned, in the words of LLVM's targets.
  bool refused(const llvm::Instruction& inst, unsigned bits, llvm::Align alignment, unsigned limit) {
    if (bits > limit) {
      const bool access = llvm::isa<llvm::LoadInst, llvm::StoreInst>(inst);
      std::string text = access ? std::string("unsupported atomic ") + inst.getOpcodeName() : "unsupported cmpxchg";
      if (llvm::isa<AtomicRMWInst>(inst)) text += ", which this atomicrmw needs,";
      text += " of " + std::to_string(bits) + " bits: the target has ";
      text += limit == 0 ? "none there" : "at most " + std::to_string(limit);
      if (bits == 128 && wide_ != nullptr) text += access ? wide_->access_needs : wide_->exchange_needs;
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
  /// What has no column in the table and does not fit an integer that has one.
  void refuse(const llvm::Instruction& inst, unsigned bits) {
    context_.error(f_, std::string("unsupported atomic operation (") + inst.getOpcodeName() + ") of " +
                           std::to_string(bits) + " bits");
  }
  bool is_private(unsigned as) const {
    const SpaceFacts* space = facts_.space(as);
    return space != nullptr && space->one_thread;
  }
  bool is_read_only(unsigned as) const {
    const SpaceFacts* space = facts_.space(as);
    return space != nullptr && space->read_only;
  }

  // ---- memory of one thread

  /// An operation on a generic pointer that may be local becomes two, behind a question; the new one, or null.
  llvm::Instruction* part_local(llvm::Instruction& inst) {
    const unsigned index = pointer_index(inst);
    llvm::Value* pointer = inst.getOperand(index);
    if (!facts_.has_role(pointer->getType()->getPointerAddressSpace(), Space::generic)) return nullptr;
    if (facts_.generic_reaches_local || !may_be_local(pointer)) return nullptr;
    const unsigned local = facts_.number_of(Space::local), question = facts_.question_about(local);
    if (question == 0) {
      context_.error(f_, std::string("atomic ") + inst.getOpcodeName() +
                             " on a pointer that may be one of the thread's own memory, where there is none");
      return nullptr;
    }
    llvm::IRBuilder<> builder(&inst);
    llvm::Value* asked = builder.CreateIntrinsic(question, {}, {pointer});
    llvm::Instruction *local_end = nullptr, *other_end = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(asked, inst.getIterator(), &local_end, &other_end);
    llvm::Instruction* in_local = inst.clone();
    in_local->insertBefore(local_end->getIterator());
    builder.SetInsertPoint(in_local);
    in_local->setOperand(index, builder.CreateAddrSpaceCast(pointer, llvm::PointerType::get(f_.getContext(), local)));
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
  bool may_be_local(const llvm::Value* pointer) const {
    constexpr unsigned most_calls = 256;
    unsigned calls = 0;
    llvm::SmallVector<const llvm::Value*, 8> work{pointer};
    llvm::SmallPtrSet<const llvm::Value*, 8> seen;
    while (!work.empty()) {
      llvm::SmallVector<const llvm::Value*, 4> objects;
      if (!underlying_objects(work.pop_back_val(), objects, 0)) return true;
      for (const llvm::Value* object : objects) {
        if (llvm::isa<llvm::AllocaInst>(object) ||
            facts_.has_role(object->getType()->getPointerAddressSpace(), Space::local))
          return true;
        const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
        if (!argument || argument->hasByValAttr() || argument->getParent()->hasKernelCallingConv() ||
            !seen.insert(argument).second)
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

  /// Nobody beyond the block, or those that it shares with, sees its shared memory: an order in a wider scope costs and
  /// orders no more. Sequential consistency that spans shared and other memory keeps its scope: with fences of two
  /// sizes, a cycle through four threads of two blocks would have no total order.
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
    const std::string_view block = first_name(facts_.scopes, Scope::cta);
    if (!facts_.is_shared(as) || block.empty()) return;
    const auto scope = llvm::getAtomicSyncScopeID(&inst);
    const auto named = [&](std::string_view name) { return f_.getContext().getOrInsertSyncScopeID(name); };
    if (!scope || *scope == llvm::SyncScope::SingleThread || *scope == named(block)) return;
    if (consistent) {
      if (!context_.mixed) context_.mixed = consistent_beyond_block(context_.module, facts_);
      if (*context_.mixed) return;
    }
    const bool wide = facts_.has_role(as, Space::shared_cluster) || context_.shared_is_wide;
    llvm::setAtomicSyncScopeID(&inst, named(wide ? first_name(facts_.scopes, Scope::cluster) : block));
    changed_ = true;
  }

  // ---- loads and stores: only the type can be in the way

  void lower(llvm::LoadInst& load) {
    const unsigned bits = bits_of(load.getType()), as = load.getPointerAddressSpace();
    const AtomicAction action = this->action(AtomicOp::load, load.getType(), as);
    if (is_private(as) || (is_read_only(as) && action != AtomicAction::native && bits <= 64)) {
      load.setAtomic(AtomicOrdering::NotAtomic);
      changed_ = true;
      return;
    }
    if (refused(load, bits, load.getAlign(), most_accessed(AtomicOp::load, load.getSyncScopeID(), as))) return;
    if (bits == 128) {
      llvm::IRBuilder<> builder(&load);
      llvm::Value* whole =
          wide_->load(builder, {facts_, load.getPointerOperand(), load.getOrdering(), load.getSyncScopeID()});
      loops_.replace(load, AtomicLoops::from_integer(builder, whole, load.getType()));
    } else if (load.getType()->isVectorTy()) {
      loops_.on_integer(load);
    } else if (action == AtomicAction::word) {
      loops_.word(load);
    } else if (action == AtomicAction::loop && !load.getType()->isIntegerTy()) {
      loops_.on_integer(load);
    } else if (action == AtomicAction::loop) {
      loops_.loop(load);
    } else if (action == AtomicAction::refuse) {
      refuse(load, bits);
    }
  }
  void lower(llvm::StoreInst& store) {
    llvm::Type* type = store.getValueOperand()->getType();
    const unsigned bits = bits_of(type), as = store.getPointerAddressSpace();
    if (is_private(as)) {
      store.setAtomic(AtomicOrdering::NotAtomic);
      changed_ = true;
      return;
    }
    if (refused(store, bits, store.getAlign(), most_accessed(AtomicOp::store, store.getSyncScopeID(), as))) return;
    const AtomicAction action = this->action(AtomicOp::store, type, as);
    if (bits == 128) {
      llvm::IRBuilder<> builder(&store);
      wide_->store(builder, {facts_, store.getPointerOperand(), store.getOrdering(), store.getSyncScopeID()},
                   AtomicLoops::as_integer(builder, store.getValueOperand()));
      store.eraseFromParent();
      changed_ = true;
    } else if (type->isVectorTy()) {
      loops_.on_integer(store);
    } else if (action == AtomicAction::word || action == AtomicAction::loop) {
      loops_.exchange(store);
    } else if (action == AtomicAction::refuse) {
      refuse(store, bits);
    }
  }

  // ---- read, modify, write

  void lower(AtomicRMWInst& rmw) {
    llvm::Type* type = rmw.getType();
    const unsigned bits = bits_of(type), as = rmw.getPointerAddressSpace();
    if (is_private(as)) {
      llvm::lowerAtomicRMWInst(&rmw);
      changed_ = true;
      return;
    }
    const AtomicOp op = op_of[rmw.getOperation()];
    const AtomicAction action = this->action(op, type, as);
    const bool by_element = has_vector(rmw);
    const unsigned limit = by_element ? 128 : action == AtomicAction::native ? 64 : most_bits(rmw.getSyncScopeID(), as);
    if (refused(rmw, bits, rmw.getAlign(), limit) || action == AtomicAction::native) return;
    if (by_element && op != AtomicOp::fsub) {
      llvm::IRBuilder<> builder(&rmw);
      loops_.replace(rmw, wide_->vector(builder, rmw, facts_));
      return;
    }
    if (rewrite(rmw, op)) return;
    if (op == AtomicOp::exchange && bits == 128) {
      llvm::IRBuilder<> builder(&rmw);
      const WideAccess access{facts_, rmw.getPointerOperand(), rmw.getOrdering(), rmw.getSyncScopeID()};
      loops_.replace(rmw, wide_->exchange(builder, access, rmw.getValOperand()));
      return;
    }
    if (action == AtomicAction::word)
      loops_.word(rmw);
    else if (action == AtomicAction::loop || bits == 128)
      loops_.loop(rmw);
    else
      refuse(rmw, bits);
  }

  /// Turns the operation into an equal one. True when that was done; the new one is lowered in turn.
  bool rewrite(AtomicRMWInst& rmw, AtomicOp op) {
    llvm::IRBuilder<> builder(&rmw);
    llvm::Value* value = rmw.getValOperand();
    llvm::Type* type = rmw.getType();
    AtomicRMWInst::BinOp other_op = rmw.getOperation();
    llvm::Value* fresh = nullptr;
    if (op == AtomicOp::sub) {
      other_op = AtomicRMWInst::Add;
      fresh = builder.CreateNeg(value);
    } else if (op == AtomicOp::fsub &&
               (action(AtomicOp::fadd, type, rmw.getPointerAddressSpace()) == AtomicAction::native ||
                has_vector(rmw))) {
      other_op = AtomicRMWInst::FAdd;
      fresh = builder.CreateFNeg(value);
    } else if (op == AtomicOp::exchange && !type->isIntegerTy()) {
      fresh = AtomicLoops::as_integer(builder, value);
    } else {
      return false;
    }
    AtomicRMWInst* other = builder.CreateAtomicRMW(other_op, rmw.getPointerOperand(), fresh, rmw.getAlign(),
                                                   rmw.getOrdering(), rmw.getSyncScopeID());
    other->setVolatile(rmw.isVolatile());
    loops_.replace(rmw, AtomicLoops::from_integer(builder, other, type));
    lower(*other);
    return true;
  }

  // ---- compare and swap

  void lower(llvm::AtomicCmpXchgInst& cas) {
    llvm::Type* type = cas.getCompareOperand()->getType();
    const unsigned bits = bits_of(type), as = cas.getPointerAddressSpace();
    if (is_private(as)) {
      llvm::lowerAtomicCmpXchgInst(&cas);
      changed_ = true;
      return;
    }
    if (refused(cas, bits, cas.getAlign(), most_bits(cas.getSyncScopeID(), as))) return;
    const AtomicAction action = this->action(AtomicOp::compare, type, as);
    if (bits == 128)
      wide(cas);
    else if (action == AtomicAction::word)
      loops_.word(cas);
    else if (action == AtomicAction::loop)
      loops_.on_integer(cas);
    else if (action == AtomicAction::refuse)
      refuse(cas, bits);
  }

  void wide(llvm::AtomicCmpXchgInst& cas) {
    llvm::IRBuilder<> builder(&cas);
    llvm::Value* expected = AtomicLoops::as_integer(builder, cas.getCompareOperand());
    llvm::Value* old =
        wide_->compare(builder, {facts_, cas.getPointerOperand(), cas.getMergedOrdering(), cas.getSyncScopeID()},
                       expected, AtomicLoops::as_integer(builder, cas.getNewValOperand()));
    loops_.pair_result(builder, cas, AtomicLoops::from_integer(builder, old, cas.getCompareOperand()->getType()),
                       builder.CreateICmpEQ(old, expected));
  }

  llvm::Function& f_;
  StepContext& context_;
  const PrepareFacts& facts_;
  const WideAtomics* wide_;
  AtomicLoops loops_;
  bool changed_ = false;
};

}  // namespace

bool lower_atomics(llvm::Function& f, StepContext& context) { return Lowering(f, context).run(); }

}  // namespace lathe::codegen
