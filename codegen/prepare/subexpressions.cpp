// Common subexpressions: what an instruction above computes already is taken from there.
//
// One walk down the dominator tree. What is known at a block's start is what was known at the end of the block above it: a
// table with an entry for each expression, whose changes are taken back when the walk leaves the block. For each address
// space stands when it was written last: by a write that may reach it, or on a way that joins others. An earlier load of
// the same place, or the store to it, stands for a load if nothing was written since. A store of what the place holds
// goes, and one that the next store to the place hides. A condition is known on its branch's ways. What LLVM can
// simplify becomes that: it is asked where the operands look as if it could (MaySimplify), for asking is most of what
// such a pass costs.
// Cost: linear in operands, but for LLVM's simplification. Source: LLVM's EarlyCSE, for which any write reaches all
// memory.
#include "codegen/prepare/subexpressions.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <vector>

#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

namespace lathe::codegen {
namespace {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// What is known: an instruction that names the expression or, if it is a load or store, the place, and what stands for it.
struct Known {
  llvm::Instruction* key = nullptr;  ///< null: a free slot
  llvm::Value* value = nullptr;
  std::uint32_t hash = 0;
  std::uint32_t time = 0;  ///< when it was so, where the answer depends on memory
};

/// Open addressing. Changes are taken back in the order opposite to that in which they were made, so that nothing is ever
/// taken out in front of what was put in behind it.
class Table {
 public:
  explicit Table(std::size_t most) : slots_(std::bit_ceil(2 * most + 2)) {}

  /// The slot of the key that `same` accepts, or the one where it would be.
  template <class Same>
  Known& find(std::uint32_t hash, Same&& same) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at].key != nullptr && !(slots_[at].hash == hash && same(*slots_[at].key))) at = (at + 1) & mask;
    return slots_[at];
  }
  void put(Known& slot, const Known& known) {
    undo_.push_back({static_cast<std::size_t>(&slot - slots_.data()), slot});
    slot = known;
  }
  std::size_t mark() const { return undo_.size(); }
  void take_back(std::size_t mark) {
    for (; undo_.size() > mark; undo_.pop_back()) slots_[undo_.back().slot] = undo_.back().old;
  }

 private:
  struct Change {
    std::size_t slot;
    Known old;
  };
  std::vector<Known> slots_;
  std::vector<Change> undo_;
};

/// When each address space was written last.
class Written {
 public:
  explicit Written(const PrepareFacts& facts) : facts_(&facts) { reached_.fill(0xffff); }
  std::uint32_t now() const { return now_; }
  void everywhere() {
    ++now_;
    last_.fill(now_);
  }
  /// By an access to a place in the space of that number.
  void in(unsigned number) {
    ++now_;
    for (std::uint32_t reached = spaces_reached(slot(number)); reached != 0; reached &= reached - 1)
      last_[static_cast<unsigned>(std::countr_zero(reached))] = now_;
  }
  bool since(std::uint32_t time, unsigned number) const { return last_[slot(number)] > time; }
  bool since(std::uint32_t time) const { return *std::ranges::max_element(last_) > time; }

 private:
  // One for each of the target's spaces, and one for those that it does not know, which meet all.
  static constexpr unsigned slots = AtomicTable::most_spaces + 1;
  unsigned slot(unsigned number) const {
    for (unsigned i = 0; i < facts_->space_count; ++i)
      if (facts_->spaces[i].number == number) return i;
    return slots - 1;
  }
  std::uint32_t spaces_reached(unsigned from) {
    constexpr std::uint32_t all = (1U << slots) - 1;
    if (from == slots - 1) return all;
    if (reached_[from] == 0xffff) {
      reached_[from] = 1U << (slots - 1);
      for (unsigned i = 0; i < facts_->space_count; ++i)
        if (facts_->may_alias(facts_->spaces[from].number, facts_->spaces[i].number))
          reached_[from] = static_cast<std::uint16_t>(reached_[from] | 1U << i);
    }
    return reached_[from];
  }

  const PrepareFacts* facts_;
  std::uint32_t now_ = 0;
  std::array<std::uint32_t, slots> last_{};
  std::array<std::uint16_t, slots> reached_{};  ///< by a write to each; 0xffff: not asked yet
};

// ---- what expressions are, and which are the same

std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 29);
}
std::uint64_t mix(std::uint64_t hash, const void* pointer) { return mix(hash, std::bit_cast<std::uintptr_t>(pointer)); }

/// Instructions that give the same wherever they stand, if their operands are the same.
bool is_expression(const llvm::Instruction& inst) {
  if (const auto* call = dyn_cast<llvm::CallInst>(&inst))
    return call->doesNotAccessMemory() && !call->getType()->isVoidTy() && !call->isMustTailCall() &&
           !call->getType()->isTokenTy();
  return isa<llvm::BinaryOperator, llvm::CmpInst, llvm::CastInst, llvm::GetElementPtrInst, llvm::SelectInst,
             llvm::UnaryOperator, llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst,
             llvm::ExtractValueInst, llvm::InsertValueInst, llvm::FreezeInst>(inst);
}

/// The offset of an address that is one; false where an index is not constant, or the size of what is below not known.
bool constant_offset(const llvm::GetElementPtrInst& address, const llvm::DataLayout& layout, llvm::APInt& offset) {
  if (!address.hasAllConstantIndices() || address.getType()->isVectorTy()) return false;
  offset = llvm::APInt(layout.getIndexTypeSizeInBits(address.getType()), 0);
  return address.accumulateConstantOffset(layout, offset);
}

std::uint32_t hash_of(const llvm::Instruction& inst, const llvm::DataLayout& layout) {
  std::uint64_t hash = mix(inst.getOpcode(), inst.getType());
  const auto unordered = [&](const void* a, const void* b) {
    hash = std::less<>{}(a, b) ? mix(mix(hash, a), b) : mix(mix(hash, b), a);
  };
  unsigned from = 0;
  if (inst.isCommutative()) {
    unordered(inst.getOperand(0), inst.getOperand(1));
    from = 2;
  } else if (const auto* compare = dyn_cast<llvm::CmpInst>(&inst)) {
    const auto predicate = compare->getPredicate(), swapped = compare->getSwappedPredicate();
    hash = mix(hash, static_cast<std::uint64_t>(std::min(predicate, swapped)));
    unordered(inst.getOperand(0), inst.getOperand(1));
    from = 2;
  } else if (const auto* address = dyn_cast<llvm::GetElementPtrInst>(&inst)) {
    if (llvm::APInt offset; constant_offset(*address, layout, offset))
      return static_cast<std::uint32_t>(mix(mix(hash, inst.getOperand(0)), offset.getRawData()[0]) >> 16);
  } else if (const auto* shuffle = dyn_cast<llvm::ShuffleVectorInst>(&inst)) {
    for (const int lane : shuffle->getShuffleMask()) hash = mix(hash, static_cast<std::uint64_t>(lane));
  }
  for (const llvm::Use& operand : llvm::drop_begin(inst.operands(), from)) hash = mix(hash, operand.get());
  return static_cast<std::uint32_t>(hash >> 16);
}

bool same_expression(const llvm::Instruction& a, const llvm::Instruction& b, const llvm::DataLayout& layout) {
  if (a.getOpcode() != b.getOpcode() || a.getType() != b.getType()) return false;
  const auto crossed = [&] { return a.getOperand(0) == b.getOperand(1) && a.getOperand(1) == b.getOperand(0); };
  if (const auto* call = dyn_cast<llvm::CallInst>(&a)) {
    // Which threads are together may have changed on the way to another block.
    if (call->isConvergent() && a.getParent() != b.getParent()) return false;
    if (a.isIdenticalToWhenDefined(&b)) return true;
    const auto* other = cast<llvm::CallInst>(&b);
    return a.isCommutative() && crossed() && call->getCalledOperand() == other->getCalledOperand() &&
           call->hasIdenticalOperandBundleSchema(*other) && call->getAttributes() == other->getAttributes() &&
           std::equal(a.op_begin() + 2, a.op_end(), b.op_begin() + 2, b.op_end());
  }
  if (const auto* compare = dyn_cast<llvm::CmpInst>(&a)) {
    const auto predicate = cast<llvm::CmpInst>(b).getPredicate();
    if (compare->getPredicate() == predicate && a.getOperand(0) == b.getOperand(0) &&
        a.getOperand(1) == b.getOperand(1))
      return true;
    return compare->getSwappedPredicate() == predicate && crossed();
  }
  if (a.isIdenticalToWhenDefined(&b)) return true;
  if (a.isCommutative()) return crossed();
  if (const auto* address = dyn_cast<llvm::GetElementPtrInst>(&a)) {
    llvm::APInt one, other;
    return a.getOperand(0) == b.getOperand(0) && constant_offset(*address, layout, one) &&
           constant_offset(*cast<llvm::GetElementPtrInst>(&b), layout, other) && one == other;
  }
  return false;
}

/// Whether LLVM's simplification may find something: what it looks for has a constant in it, or a value twice.
class MaySimplify {
 public:
  static bool at(const llvm::Instruction& inst) {
    if (const auto* binary = dyn_cast<llvm::BinaryOperator>(&inst)) return of(*binary);
    if (const auto* compare = dyn_cast<llvm::CmpInst>(&inst)) return of(*compare);
    if (const auto* select = dyn_cast<llvm::SelectInst>(&inst)) return of(*select);
    if (const auto* address = dyn_cast<llvm::GetElementPtrInst>(&inst)) return of(*address);
    if (const auto* call = dyn_cast<llvm::CallInst>(&inst)) return of(*call);
    if (const auto* phi = dyn_cast<llvm::PHINode>(&inst)) return of(*phi);
    if (isa<llvm::CastInst>(inst)) return constant(inst.getOperand(0)) || isa<llvm::CastInst>(inst.getOperand(0));
    if (isa<llvm::LoadInst>(inst)) return constant(inst.getOperand(0));
    return is_expression(inst);
  }

 private:
  static bool constant(const llvm::Value* v) { return isa<llvm::Constant>(v); }
  /// Whether `v` is computed from `what` by one operation.
  static bool mentions(const llvm::Value* v, const llvm::Value* what) {
    const auto* user = dyn_cast<llvm::Instruction>(v);
    return user != nullptr && !isa<llvm::PHINode, llvm::CallBase>(user) &&
           llvm::is_contained(user->operand_values(), what);
  }
  static bool related(const llvm::Value* a, const llvm::Value* b) { return a == b || mentions(a, b) || mentions(b, a); }
  /// Nothing is known of its bits but what it says itself.
  static bool opaque(const llvm::Value* v) {
    if (const auto* inst = dyn_cast<llvm::Instruction>(v))
      return isa<llvm::LoadInst, llvm::PHINode>(inst) && !inst->hasMetadataOtherThanDebugLoc();
    return isa<llvm::Argument>(v) && !v->getType()->isPtrOrPtrVectorTy();
  }
  /// The least and the greatest of a type, and those beside them: where a comparison may be none.
  static bool at_an_end(const llvm::Value* v) {
    const auto* number = dyn_cast<llvm::ConstantInt>(v);
    if (number == nullptr) return true;
    const llvm::APInt& c = number->getValue();
    return c.ule(1) || (~c).ule(1) || c.isMinSignedValue() || c.isMaxSignedValue();
  }

  /// A constant like most: sums, differences and products with it are what they are.
  static bool ordinary(const llvm::Value* v) {
    if (const auto* number = dyn_cast<llvm::ConstantInt>(v))
      return !number->isZero() && !number->isOne() && !number->isMinusOne();
    const auto* number = dyn_cast<llvm::ConstantFP>(v);
    return number != nullptr && number->getValueAPF().isFiniteNonZero() && !number->isExactlyValue(1.0);
  }

  static bool of(const llvm::BinaryOperator& inst) {
    const llvm::Value *a = inst.getOperand(0), *b = inst.getOperand(1);
    using I = llvm::Instruction;
    if (constant(b) && !constant(a) && ordinary(b) &&
        llvm::is_contained({I::Add, I::Sub, I::Mul, I::Xor, I::Shl, I::FAdd, I::FSub, I::FMul, I::FDiv},
                           inst.getOpcode()))
      return mentions(a, b);
    return constant(a) || constant(b) || related(a, b);
  }
  static bool of(const llvm::CmpInst& inst) {
    const llvm::Value *a = inst.getOperand(0), *b = inst.getOperand(1);
    if (constant(a) || !constant(b)) return constant(a) || related(a, b);
    return !opaque(a) || at_an_end(b);
  }
  static bool of(const llvm::SelectInst& inst) {
    const llvm::Value *condition = inst.getCondition(), *yes = inst.getTrueValue(), *no = inst.getFalseValue();
    if (constant(condition) || yes == no || isa<llvm::UndefValue>(yes) || isa<llvm::UndefValue>(no)) return true;
    if (inst.getType()->isIntOrIntVectorTy(1)) return true;
    const auto* compare = dyn_cast<llvm::CmpInst>(condition);
    return compare != nullptr && (compare->isEquality() || mentions(compare, yes) || mentions(compare, no));
  }
  static bool of(const llvm::GetElementPtrInst& inst) {
    return inst.hasAllZeroIndices() || llvm::all_of(inst.operand_values(), constant) ||
           isa<llvm::UndefValue>(inst.getPointerOperand()) || llvm::any_of(inst.indices(), [](const llvm::Use& index) {
             const auto* by = dyn_cast<llvm::BinaryOperator>(index.get());  // the distance of two addresses
             return by != nullptr && (by->isShift() || by->getOpcode() == llvm::Instruction::Sub ||
                                      by->getOpcode() == llvm::Instruction::SDiv);
           });
  }
  static bool of(const llvm::CallInst& inst) {
    if (inst.arg_empty() || inst.isInlineAsm()) return false;
    return isa<llvm::IntrinsicInst>(inst) || llvm::all_of(inst.args(), constant);
  }
  static bool of(const llvm::PHINode& inst) {
    const llvm::Value* first = inst.getIncomingValue(0);
    return llvm::any_of(inst.incoming_values(), [](const llvm::Value* v) { return isa<llvm::UndefValue>(v); }) ||
           llvm::all_of(inst.incoming_values(), [&](const llvm::Value* v) { return v == first || v == &inst; });
  }
};

// ---- the walk

class Subexpressions {
 public:
  Subexpressions(llvm::Function& f, llvm::DominatorTree& dominators, const llvm::SimplifyQuery& query,
                 const PrepareFacts& facts)
      : layout_(f.getDataLayout()),
        dominators_(dominators),
        query_(query),
        table_(f.getInstructionCount() + f.size()),
        written_(facts) {}

  bool run() {
    enter(dominators_.getRootNode(), written_);
    while (!stack_.empty()) {
      Level& level = stack_.back();
      if (level.next == level.node->end()) {
        table_.take_back(level.mark);
        stack_.pop_back();
      } else {
        llvm::DomTreeNode* const child = *level.next++;
        enter(child, Written(level.written));
      }
    }
    return changed_;
  }

 private:
  struct Level {
    llvm::DomTreeNode* node;
    llvm::DomTreeNode::iterator next;
    std::size_t mark;  ///< of the table when the walk came here
    Written written;   ///< at the block's end
  };

  void enter(llvm::DomTreeNode* node, Written written) {
    const std::size_t mark = table_.mark();
    llvm::BasicBlock& block = *node->getBlock();
    written_ = written;
    last_store_ = nullptr;
    if (const llvm::BasicBlock* from = block.getSinglePredecessor())
      know_condition(*from, block);
    else
      written_.everywhere();
    for (llvm::Instruction& inst : llvm::make_early_inc_range(block)) visit(inst);
    stack_.push_back({node, node->begin(), mark, written_});
  }

  /// The branch's condition, and those that it is made of, have a value in the block that only one way leads to.
  void know_condition(const llvm::BasicBlock& from, llvm::BasicBlock& block) {
    const auto* branch = dyn_cast<llvm::BranchInst>(from.getTerminator());
    if (branch == nullptr || branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) return;
    const bool holds = branch->getSuccessor(0) == &block;
    auto* const value = llvm::ConstantInt::getBool(block.getContext(), holds);
    const llvm::BasicBlockEdge edge(&from, &block);
    llvm::SmallVector<llvm::Value*, 4> conditions = {branch->getCondition()};
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      auto* const inst = dyn_cast<llvm::Instruction>(conditions[i]);
      if (inst == nullptr || !is_expression(*inst)) continue;
      const std::uint32_t hash = hash_of(*inst, layout_);
      Known& slot = table_.find(hash, [&](const llvm::Instruction& k) { return is_same(k, *inst); });
      table_.put(slot, {inst, value, hash, 0});
      if (!inst->hasOneUse() && llvm::replaceDominatedUsesWith(inst, value, dominators_, edge) != 0) changed_ = true;
      using llvm::PatternMatch::m_LogicalAnd, llvm::PatternMatch::m_LogicalOr, llvm::PatternMatch::m_Value;
      llvm::Value *a = nullptr, *b = nullptr;
      const bool both = holds ? llvm::PatternMatch::match(inst, m_LogicalAnd(m_Value(a), m_Value(b)))
                              : llvm::PatternMatch::match(inst, m_LogicalOr(m_Value(a), m_Value(b)));
      for (llvm::Value* part : {a, b})
        if (both && !llvm::is_contained(conditions, part)) conditions.push_back(part);
    }
  }

  bool is_same(const llvm::Instruction& known, const llvm::Instruction& inst) const {
    return &known == &inst || (is_expression(known) && same_expression(known, inst, layout_));
  }

  void erase(llvm::Instruction& inst) {
    inst.eraseFromParent();
    changed_ = true;
  }
  void replace(llvm::Instruction& inst, llvm::Value* value) {
    inst.replaceAllUsesWith(value);
    erase(inst);
  }

  void visit(llvm::Instruction& inst) {
    if (inst.use_empty() && llvm::isInstructionTriviallyDead(&inst, query_.TLI)) {
      llvm::salvageDebugInfo(inst);
      return erase(inst);
    }
    if (MaySimplify::at(inst))
      if (llvm::Value* value = llvm::simplifyInstruction(&inst, query_.getWithInstruction(&inst))) {
        changed_ |= !inst.use_empty();
        inst.replaceAllUsesWith(value);
        if (llvm::isInstructionTriviallyDead(&inst, query_.TLI)) return erase(inst);
      }
    if (is_expression(inst)) return share(inst);
    if (auto* load = dyn_cast<llvm::LoadInst>(&inst)) return visit(*load);
    if (inst.mayReadFromMemory() || inst.mayThrow()) last_store_ = nullptr;
    if (auto* call = dyn_cast<llvm::CallInst>(&inst))
      if (call->onlyReadsMemory() && !call->isConvergent() && !call->getType()->isVoidTy() && !call->isMustTailCall())
        return share_call(*call);
    // Those behind it may be moved in front of it, and what was stored must be there when it is reached.
    if (const auto* fence = dyn_cast<llvm::FenceInst>(&inst);
        fence != nullptr && fence->getOrdering() == llvm::AtomicOrdering::Release) {
      last_store_ = nullptr;
      return;
    }
    if (auto* store = dyn_cast<llvm::StoreInst>(&inst)) return visit(*store);
    if (inst.mayWriteToMemory()) write(inst);
  }

  void share(llvm::Instruction& inst) {
    const std::uint32_t hash = hash_of(inst, layout_);
    Known& slot = table_.find(hash, [&](const llvm::Instruction& k) { return is_same(k, inst); });
    if (slot.key == nullptr) return table_.put(slot, {&inst, &inst, hash, 0});
    if (auto* kept = dyn_cast<llvm::Instruction>(slot.value)) {
      // What makes one of the two poison must not be asked of both, unless poison there is undefined behaviour anyway.
      if (isa<llvm::FPMathOperator>(kept) ||
          (kept->hasPoisonGeneratingFlags() && !llvm::programUndefinedIfPoison(kept)))
        kept->andIRFlags(&inst);
      if (kept->hasMetadataOtherThanDebugLoc()) llvm::combineMetadataForCSE(kept, &inst, false);
    }
    replace(inst, slot.value);
  }

  void share_call(llvm::CallInst& call) {
    const std::uint32_t hash = hash_of(call, layout_);
    Known& slot = table_.find(
        hash, [&](const llvm::Instruction& k) { return isa<llvm::CallInst>(k) && same_expression(k, call, layout_); });
    if (slot.key != nullptr && !written_.since(slot.time)) return replace(call, slot.value);
    table_.put(slot, {&call, &call, hash, written_.now()});
  }

  // ---- memory

  Known& place(const llvm::Value* pointer, std::uint32_t& hash) {
    hash = static_cast<std::uint32_t>(mix(llvm::Instruction::Load, pointer) >> 16);
    return table_.find(hash, [&](const llvm::Instruction& k) {
      return isa<llvm::LoadInst, llvm::StoreInst>(k) && llvm::getLoadStorePointerOperand(&k) == pointer;
    });
  }
  static bool is_atomic(const llvm::Instruction& access) { return access.isAtomic(); }

  /// An access that may write, or that others may not be moved across.
  void write(const llvm::Instruction& inst) {
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&inst);
    if (const auto* atomic = dyn_cast<llvm::AtomicRMWInst>(&inst)) pointer = atomic->getPointerOperand();
    if (const auto* atomic = dyn_cast<llvm::AtomicCmpXchgInst>(&inst)) pointer = atomic->getPointerOperand();
    // Stronger orders say something of all places.
    if (pointer != nullptr && !inst.isVolatile() && !llvm::isStrongerThanMonotonic(order_of(inst)))
      written_.in(pointer->getType()->getPointerAddressSpace());
    else
      written_.everywhere();
  }
  static llvm::AtomicOrdering order_of(const llvm::Instruction& inst) {
    if (const auto* load = dyn_cast<llvm::LoadInst>(&inst)) return load->getOrdering();
    if (const auto* store = dyn_cast<llvm::StoreInst>(&inst)) return store->getOrdering();
    if (const auto* atomic = dyn_cast<llvm::AtomicRMWInst>(&inst)) return atomic->getOrdering();
    return cast<llvm::AtomicCmpXchgInst>(inst).getMergedOrdering();
  }

  /// What the place holds as far as is known, if it is of the type; null where it may have changed.
  llvm::Value* held(const Known& known, llvm::Type* type, bool invariant) const {
    if (known.key == nullptr) return nullptr;
    const unsigned space = llvm::getLoadStorePointerOperand(known.key)->getType()->getPointerAddressSpace();
    if (!invariant && written_.since(known.time, space)) return nullptr;
    llvm::Value* value = known.key;
    if (auto* store = dyn_cast<llvm::StoreInst>(known.key)) value = store->getValueOperand();
    return value->getType() == type ? value : nullptr;
  }

  void visit(llvm::LoadInst& load) {
    const bool plain = load.isUnordered() && !load.isVolatile();
    if (!plain) write(load);
    std::uint32_t hash = 0;
    Known& slot = place(load.getPointerOperand(), hash);
    if (plain && (slot.key == nullptr || is_atomic(*slot.key) || !load.isAtomic())) {
      const bool invariant = load.hasMetadata(llvm::LLVMContext::MD_invariant_load);
      if (llvm::Value* value = held(slot, load.getType(), invariant)) {
        if (auto* earlier = dyn_cast<llvm::LoadInst>(slot.key)) llvm::combineMetadataForCSE(earlier, &load, false);
        return replace(load, value);
      }
    }
    last_store_ = nullptr;
    table_.put(slot, {&load, &load, hash, written_.now()});
  }

  void visit(llvm::StoreInst& store) {
    const bool plain = store.isUnordered() && !store.isVolatile();
    std::uint32_t hash = 0;
    Known& slot = place(store.getPointerOperand(), hash);
    llvm::Type* const type = store.getValueOperand()->getType();
    // What is written is what was read there, and nothing was written since.
    if (plain && slot.key != nullptr && slot.key == store.getValueOperand() && held(slot, type, false) != nullptr)
      return erase(store);
    write(store);
    if (last_store_ != nullptr && plain && last_store_->getPointerOperand() == store.getPointerOperand() &&
        last_store_->getValueOperand()->getType() == type)
      erase(*last_store_);
    table_.put(slot, {&store, &store, hash, written_.now()});
    last_store_ = plain ? &store : nullptr;
  }

  const llvm::DataLayout& layout_;
  llvm::DominatorTree& dominators_;
  const llvm::SimplifyQuery query_;
  Table table_;
  Written written_;
  std::vector<Level> stack_;
  llvm::StoreInst* last_store_ = nullptr;  ///< of this block, behind which nothing was read yet
  bool changed_ = false;
};

}  // namespace

bool share_subexpressions(llvm::Function& f, llvm::DominatorTree& dominators, const llvm::SimplifyQuery& query,
                          const PrepareFacts& facts) {
  return Subexpressions(f, dominators, query, facts).run();
}

}  // namespace lathe::codegen
