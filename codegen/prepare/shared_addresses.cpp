// Addresses and products that several conditional blocks compute alike, computed once before the branches between them.
//
// clang sinks `sext` and `getelementptr` into each `if (..) sum += in[i]`, where neither its own elimination nor the
// DAG, which sees one block at a time, can share them. Others hoist everything cheap out of conditional
// blocks and eliminate afterwards; here only what occurs at least twice moves, so nothing is computed in vain by all.
//
// Values are numbered once, in reverse post-order; equal ones (flags apart) form a group. The places of a group are
// gathered while their nearest common dominator is at most PrepareCosts::shared_levels above, which bounds both the
// search and how long the shared value lives. Nothing moves into or out of a loop.
// Cost: linear.
#include <llvm/ADT/Hashing.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>

#include "codegen/prepare/code_shape.hpp"

namespace lathe::codegen {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

constexpr unsigned most_depth = 3;  ///< of the operands that are computed again with a shared value

/// Integer arithmetic without faults, and addresses.
bool is_arithmetic(const Instruction& inst) {
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&inst))
    return address->getType()->isPointerTy() && !address->getPointerOperandType()->isVectorTy();
  if (!inst.getType()->isIntegerTy() || inst.getType()->isIntegerTy(1) || inst.isIntDivRem()) return false;
  return llvm::isa<llvm::BinaryOperator, llvm::SExtInst, llvm::ZExtInst, llvm::TruncInst>(inst);
}
/// What is worth a register of its own: an address that depends on an index, or a product.
bool is_worth_sharing(const Instruction& inst) {
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&inst)) return !address->hasAllConstantIndices();
  return inst.getOpcode() == Instruction::Mul;
}
/// Values that differ in what makes them poison are not the same; but addresses of one group are made to agree.
unsigned flags_of(const Instruction& inst) {
  const bool agrees = llvm::isa<llvm::GetElementPtrInst>(inst) && is_worth_sharing(inst);
  return agrees ? 0 : inst.getRawSubclassOptionalData();
}
void make_flags_agree(llvm::ArrayRef<Instruction*> group) {
  for (Instruction* member : group) group.front()->andIRFlags(member);
  for (Instruction* member : group) member->andIRFlags(group.front());
}

class Sharing {
 public:
  Sharing(llvm::Function& f, FunctionPasses& passes, unsigned most_levels)
      : f_(f), most_levels_(most_levels), passes_(passes) {}
  bool run();

 private:
  using Group = llvm::SmallVector<Instruction*, 2>;
  /// A block above some members of a group.
  struct Place {
    BasicBlock* block = nullptr;
    unsigned climbed = 0;
  };

  Value* first_of(Value* value) const {
    Value* const first = first_.lookup(value);
    return first ? first : value;
  }
  bool same(const Instruction& a, const Instruction& b) const;
  void number(Instruction& inst);
  bool share(llvm::ArrayRef<Instruction*> group);
  bool share_under(llvm::ArrayRef<Instruction*> members, BasicBlock& block);
  Place above_both(Place place, BasicBlock* other) const;
  bool available(const Value& value, const BasicBlock& block, unsigned depth) const;
  Instruction* made_in(BasicBlock& block, Instruction& inst);

  llvm::Function& f_;
  const unsigned most_levels_;  ///< of the dominator tree between a shared value and its users
  FunctionPasses& passes_;
  const llvm::DominatorTree* dominators_ = nullptr;
  const llvm::LoopInfo* loops_ = nullptr;
  llvm::DenseMap<const Value*, Value*> first_;  ///< the first value that computes the same
  llvm::DenseMap<std::size_t, Instruction*> by_hash_;
  llvm::MapVector<Instruction*, Group> groups_;
  llvm::DenseMap<std::pair<Instruction*, BasicBlock*>, Instruction*> made_;
  std::vector<Instruction*> numbered_;
};

bool Sharing::same(const Instruction& a, const Instruction& b) const {
  if (a.getOpcode() != b.getOpcode() || a.getType() != b.getType() || a.getNumOperands() != b.getNumOperands() ||
      flags_of(a) != flags_of(b))
    return false;
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&a))
    if (address->getSourceElementType() != llvm::cast<llvm::GetElementPtrInst>(b).getSourceElementType()) return false;
  for (unsigned i = 0; i < a.getNumOperands(); ++i)
    if (first_of(a.getOperand(i)) != first_of(b.getOperand(i))) return false;
  return true;
}

void Sharing::number(Instruction& inst) {
  numbered_.push_back(&inst);
  llvm::hash_code hash = llvm::hash_combine(inst.getOpcode(), inst.getType(), flags_of(inst));
  for (Value* operand : inst.operands()) hash = llvm::hash_combine(hash, first_of(operand));
  // Two values of one hash that are not the same: the second stays alone.
  const auto [found, fresh] = by_hash_.try_emplace(static_cast<std::size_t>(hash), &inst);
  if (!fresh && !same(*found->second, inst)) return;
  if (!fresh) first_[&inst] = found->second;
  if (is_worth_sharing(inst)) groups_[found->second].push_back(&inst);
}

/// The nearest block that dominates both; no block when it is too far up.
Sharing::Place Sharing::above_both(Place place, BasicBlock* other) const {
  const auto *a = dominators_->getNode(place.block), *b = dominators_->getNode(other);
  unsigned climbed = 0;
  for (; a != b; ++climbed) {
    if (climbed > most_levels_) return {};
    if (a->getLevel() >= b->getLevel()) {
      a = a->getIDom();
      ++place.climbed;
    } else {
      b = b->getIDom();
    }
  }
  const llvm::Loop* const loop = loops_->getLoopFor(a->getBlock());
  if (place.climbed > most_levels_ || loop != loops_->getLoopFor(place.block) || loop != loops_->getLoopFor(other))
    return {};
  place.block = a->getBlock();
  return place;
}

bool Sharing::available(const Value& value, const BasicBlock& block, unsigned depth) const {
  const auto* inst = llvm::dyn_cast<Instruction>(&value);
  if (!inst || dominators_->dominates(inst->getParent(), &block)) return true;
  return depth < most_depth && is_arithmetic(*inst) &&
         llvm::all_of(inst->operands(), [&](const Value* operand) { return available(*operand, block, depth + 1); });
}

/// The value of `inst` at the end of `block`, with operands that are not there computed as well.
Instruction* Sharing::made_in(BasicBlock& block, Instruction& inst) {
  if (dominators_->dominates(inst.getParent(), &block)) return &inst;
  auto* const first = llvm::cast<Instruction>(first_of(&inst));
  if (Instruction* const made = made_.lookup({first, &block})) return made;
  Instruction* copy = inst.clone();
  for (llvm::Use& operand : copy->operands())
    if (auto* needed = llvm::dyn_cast<Instruction>(operand.get())) operand.set(made_in(block, *needed));
  copy->dropUBImplyingAttrsAndMetadata();
  copy->insertBefore(block.getTerminator()->getIterator());
  copy->setName(inst.getName());
  first_[copy] = first;
  return made_[{first, &block}] = copy;
}

/// One value at the end of the block for all members, which it dominates.
bool Sharing::share_under(llvm::ArrayRef<Instruction*> members, BasicBlock& block) {
  if (members.size() < 2) return false;
  const auto there = llvm::find_if(members, [&](const Instruction* m) { return m->getParent() == &block; });
  Instruction* shared = there != members.end() ? *there : nullptr;
  if (!shared) {
    if (!available(*members.front(), block, 0)) return false;
    shared = made_in(block, *members.front());
  }
  for (Instruction* member : members) {
    if (member != shared) member->replaceAllUsesWith(shared);
  }
  return true;
}

bool Sharing::share(llvm::ArrayRef<Instruction*> group) {
  bool changed = false;
  llvm::SmallVector<Instruction*, 8> members;
  Place place;
  for (Instruction* inst : group) {
    if (inst->use_empty()) continue;
    if (!members.empty())
      if (const Place both = above_both(place, inst->getParent()); both.block) {
        place = both;
        members.push_back(inst);
        continue;
      }
    if (place.block) changed |= share_under(members, *place.block);
    members.assign(1, inst);
    place = {inst->getParent(), 0};
  }
  if (place.block) changed |= share_under(members, *place.block);
  return changed;
}

bool Sharing::run() {
  for (BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&f_))
    for (Instruction& inst : *block)
      if (is_arithmetic(inst)) number(inst);
  if (llvm::none_of(groups_, [](const auto& group) { return group.second.size() > 1; })) return false;
  llvm::DominatorTree& dominators = passes_.dominators(f_);
  dominators.updateDFSNumbers();
  dominators_ = &dominators;
  loops_ = &passes_.loops(f_);
  for (auto& [first, group] : groups_) make_flags_agree(group);
  bool changed = false;
  for (auto& [first, group] : groups_)
    if (group.size() > 1) changed |= share(group);
  if (!changed) return false;
  for (Instruction* inst : llvm::reverse(numbered_))
    if (llvm::isInstructionTriviallyDead(inst)) inst->eraseFromParent();
  return true;
}

}  // namespace

bool share_addresses(llvm::Function& f, FunctionPasses& passes, StepContext& context) {
  return f.size() > 2 && Sharing(f, passes, context.facts.costs.shared_levels).run();
}

}  // namespace lathe::codegen
