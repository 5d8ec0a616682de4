// Branches whose condition is known where control comes from: `if (t >= 32) {..} if (t == 0) {..}` decides the second
// test on the way from the first. Known on all ways: the branch goes. Known on the way from one predecessor: that
// predecessor jumps straight to where the branch would go (jump threading).
//
// LLVM's own jump threading is switched off on targets with divergent branches. What makes it wrong or slow there is
// avoided: only blocks without side effects, memory accesses and convergent operations are jumped over, and only to a
// block that all ways from there lead to. So a jump skips code and copies none, and threads meet where they did before.
// Headers of loops are neither jumped over nor jumped to.
//
// Both trees are computed once. A fact "X is on all ways to Y" of theirs outlives the changes unless X itself is jumped
// over, since each new way is an old one without the blocks jumped over; those are remembered.
// Cost: linear; every look around an edge is bounded by the constants below.
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>

#include "codegen/prepare/code_shape.hpp"

namespace lathe::codegen {
namespace {

using llvm::BasicBlock;
using llvm::Value;

constexpr unsigned most_dominators = 8;  ///< branches above a block that are asked
constexpr unsigned most_users = 32;      ///< of its values, in other blocks
constexpr unsigned most_predecessors = 64;
constexpr unsigned most_depth = 4;  ///< of a condition's expression

bool is_convergent(const llvm::Instruction& inst) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&inst);
  return call && call->isConvergent();
}

/// A condition that holds, or whose contrary does.
struct Fact {
  Value* condition;
  bool truth;
};

class Threader {
 public:
  Threader(llvm::Function& f, FunctionPasses& passes, unsigned most_instructions)
      : f_(f), layout_(f.getDataLayout()), most_instructions_(most_instructions), passes_(passes) {}
  bool run();

 private:
  using Facts = llvm::SmallVector<Fact, most_dominators + 1>;

  void number_blocks();
  bool is_header(const BasicBlock* block) const { return headers_.contains(block); }
  bool dominates(const BasicBlock* a, const BasicBlock* b) const {
    return a == b || (!jumped_.contains(a) && dominators_->dominates(a, b));
  }
  /// `block` is left by nothing but the edge from `from`, so all it dominates is behind that edge.
  bool behind(const BasicBlock* block, const BasicBlock* from, const BasicBlock* user) const {
    return block->getSinglePredecessor() == from && dominates(block, user);
  }
  void facts_above(BasicBlock* block, Facts& facts) const;
  std::optional<bool> implied(Value* condition, const Facts& facts) const;
  std::optional<bool> implied(llvm::CmpPredicate predicate, Value* a, Value* b, const Facts& facts) const;

  bool fold(llvm::BranchInst& branch);
  Value* along(Value* value, BasicBlock& block, BasicBlock& from, unsigned depth) const;
  std::optional<bool> known_along(Value* condition, BasicBlock& block, BasicBlock& from, const Facts& facts,
                                  unsigned depth) const;
  bool can_be_jumped(const BasicBlock& block) const;
  bool threads_still_meet(BasicBlock& block, BasicBlock& target);
  bool sort_users(BasicBlock& block, BasicBlock& target, BasicBlock& other,
                  llvm::SmallVectorImpl<llvm::Use*>& behind_target) const;
  bool thread_edges(llvm::BranchInst& branch);
  bool thread(BasicBlock& from, BasicBlock& block, BasicBlock& target, BasicBlock& other);
  void redirect(BasicBlock& from, BasicBlock& block, BasicBlock& target, llvm::ArrayRef<llvm::Use*> behind_target);

  llvm::Function& f_;
  const llvm::DataLayout& layout_;
  const unsigned most_instructions_;  ///< of a block that is jumped over
  FunctionPasses& passes_;
  const llvm::DominatorTree* dominators_ = nullptr;  ///< of the function as it came
  std::optional<llvm::PostDominatorTree> post_dominators_;
  llvm::SmallPtrSet<const BasicBlock*, 16> headers_, jumped_;
  std::vector<BasicBlock*> order_;
};

void Threader::number_blocks() {
  llvm::DenseMap<const BasicBlock*, unsigned> number;
  for (BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&f_)) {
    number[block] = static_cast<unsigned>(order_.size());
    order_.push_back(block);
  }
  for (BasicBlock* block : order_)
    for (const BasicBlock* next : llvm::successors(block))
      if (number[next] <= number[block]) headers_.insert(next);
}

/// What the branches above say that `block` is behind.
void Threader::facts_above(BasicBlock* block, Facts& facts) const {
  const auto* node = dominators_->getNode(block);
  for (unsigned step = 0; node && node->getIDom() && step < most_dominators; ++step) {
    node = node->getIDom();
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(node->getBlock()->getTerminator());
    if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) continue;
    for (const unsigned side : {0U, 1U})
      if (behind(branch->getSuccessor(side), branch->getParent(), block))
        facts.push_back({branch->getCondition(), side == 0});
  }
}

std::optional<bool> Threader::implied(Value* condition, const Facts& facts) const {
  for (const Fact& fact : facts) {
    if (fact.condition == condition) return fact.truth;
    if (const auto known = llvm::isImpliedCondition(fact.condition, condition, layout_, fact.truth)) return known;
  }
  return std::nullopt;
}
std::optional<bool> Threader::implied(llvm::CmpPredicate predicate, Value* a, Value* b, const Facts& facts) const {
  for (const Fact& fact : facts)
    if (const auto known = llvm::isImpliedCondition(fact.condition, predicate, a, b, layout_, fact.truth)) return known;
  return std::nullopt;
}

/// The branch's condition is known however control came here.
bool Threader::fold(llvm::BranchInst& branch) {
  BasicBlock* const block = branch.getParent();
  Facts facts;
  facts_above(block, facts);
  const auto known = implied(branch.getCondition(), facts);
  if (!known || branch.getSuccessor(0) == branch.getSuccessor(1)) return false;
  BasicBlock* const target = branch.getSuccessor(*known ? 0 : 1);
  branch.getSuccessor(*known ? 1 : 0)->removePredecessor(block, true);
  auto* condition = llvm::dyn_cast<llvm::Instruction>(branch.getCondition());
  llvm::IRBuilder<>(&branch).CreateBr(target);
  branch.eraseFromParent();
  if (condition) llvm::RecursivelyDeleteTriviallyDeadInstructions(condition);
  return true;
}

/// What the value is when `block` is entered from `from`, if that can be said without an instruction; else null.
Value* Threader::along(Value* value, BasicBlock& block, BasicBlock& from, unsigned depth) const {
  auto* inst = llvm::dyn_cast<llvm::Instruction>(value);
  if (!inst || inst->getParent() != &block) return value;
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(inst)) return phi->getIncomingValueForBlock(&from);
  if (depth == most_depth || inst->mayReadOrWriteMemory() || llvm::isa<llvm::CallBase>(inst)) return nullptr;
  llvm::SmallVector<llvm::Constant*, 4> operands;
  for (Value* operand : inst->operands()) {
    auto* constant = llvm::dyn_cast_or_null<llvm::Constant>(along(operand, block, from, depth + 1));
    if (!constant) return nullptr;
    operands.push_back(constant);
  }
  return llvm::ConstantFoldInstOperands(inst, operands, layout_);
}

std::optional<bool> Threader::known_along(Value* condition, BasicBlock& block, BasicBlock& from, const Facts& facts,
                                          unsigned depth) const {
  if (auto* value = along(condition, block, from, 0)) {
    if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value)) return constant->isOne();
    if (llvm::isa<llvm::Constant>(value)) return std::nullopt;
    return implied(value, facts);
  }
  if (depth == most_depth) return std::nullopt;
  auto* inst = llvm::cast<llvm::Instruction>(condition);
  if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(inst)) {
    Value* const a = along(compare->getOperand(0), block, from, 0);
    Value* const b = along(compare->getOperand(1), block, from, 0);
    return a && b ? implied(compare->getCmpPredicate(), a, b, facts) : std::nullopt;
  }
  Value *left = nullptr, *right = nullptr;
  const bool is_or = llvm::PatternMatch::match(
      inst, llvm::PatternMatch::m_LogicalOr(llvm::PatternMatch::m_Value(left), llvm::PatternMatch::m_Value(right)));
  if (!is_or && !llvm::PatternMatch::match(inst, llvm::PatternMatch::m_LogicalAnd(llvm::PatternMatch::m_Value(left),
                                                                                  llvm::PatternMatch::m_Value(right))))
    return std::nullopt;
  const auto a = known_along(left, block, from, facts, depth + 1);
  if (a && *a == is_or) return a;
  const auto b = known_along(right, block, from, facts, depth + 1);
  if (b && *b == is_or) return b;
  return a && b ? a : std::nullopt;
}

/// Nothing in it but values that may be computed anywhere, or need not be.
bool Threader::can_be_jumped(const BasicBlock& block) const {
  unsigned instructions = 0;
  for (const llvm::Instruction& inst : block) {
    if (llvm::isa<llvm::PHINode>(inst) || inst.isTerminator()) continue;
    if (++instructions > most_instructions_ || inst.getType()->isTokenTy() || is_convergent(inst) ||
        inst.mayReadOrWriteMemory() || llvm::isa<llvm::AllocaInst>(inst) || !llvm::isSafeToSpeculativelyExecute(&inst))
      return false;
  }
  return true;
}

/// All ways from the block lead to the target: threads that jump there meet the others where they would have met.
bool Threader::threads_still_meet(BasicBlock& block, BasicBlock& target) {
  if (!post_dominators_) post_dominators_.emplace(f_);
  return !jumped_.contains(&target) && post_dominators_->dominates(&target, &block);
}

/// Whether all users of the block's values can be served when `target` is also entered past the block. Those behind the
/// target are listed: they will need a phi there.
bool Threader::sort_users(BasicBlock& block, BasicBlock& target, BasicBlock& other,
                          llvm::SmallVectorImpl<llvm::Use*>& behind_target) const {
  unsigned users = 0;
  for (llvm::Instruction& inst : block)
    for (llvm::Use& use : inst.uses()) {
      if (++users > most_users) return false;
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
      BasicBlock* const place = phi ? phi->getIncomingBlock(use) : user->getParent();
      if (place == &block || behind(&other, &block, place)) continue;
      if (!dominators_->dominates(&block, &target) || !dominates(&target, place)) return false;
      behind_target.push_back(&use);
    }
  if (behind_target.empty()) return true;
  if (target.hasNPredecessorsOrMore(most_predecessors)) return false;
  return llvm::all_of(llvm::predecessors(&target),
                      [&](BasicBlock* from) { return from == &block || behind(&other, &block, from); });
}

void Threader::redirect(BasicBlock& from, BasicBlock& block, BasicBlock& target,
                        llvm::ArrayRef<llvm::Use*> behind_target) {
  llvm::DenseMap<Value*, Value*> copies;
  const auto copied = [&](auto& self, Value* value) -> Value* {
    auto* inst = llvm::dyn_cast<llvm::Instruction>(value);
    if (!inst || inst->getParent() != &block) return value;
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(inst)) return phi->getIncomingValueForBlock(&from);
    if (Value* const known = copies.lookup(inst)) return known;
    llvm::Instruction* copy = inst->clone();
    for (llvm::Use& operand : copy->operands()) operand.set(self(self, operand.get()));
    copy->dropUBImplyingAttrsAndMetadata();
    copy->insertBefore(from.getTerminator()->getIterator());
    copy->setName(inst->getName());
    return copies[inst] = copy;
  };
  llvm::MapVector<Value*, llvm::PHINode*> merged;
  for (llvm::Use* use : behind_target) {
    llvm::PHINode*& phi = merged[use->get()];
    if (!phi) {
      phi = llvm::PHINode::Create(use->get()->getType(), 2, use->get()->getName());
      for (BasicBlock* before : llvm::predecessors(&target)) phi->addIncoming(use->get(), before);
      phi->insertBefore(target.begin());
    }
    use->set(phi);
  }
  for (llvm::PHINode& phi : target.phis()) phi.addIncoming(copied(copied, phi.getIncomingValueForBlock(&block)), &from);
  block.removePredecessor(&from, true);
  from.getTerminator()->replaceSuccessorWith(&block, &target);
}

bool Threader::thread(BasicBlock& from, BasicBlock& block, BasicBlock& target, BasicBlock& other) {
  llvm::SmallVector<llvm::Use*, 8> behind_target;
  if (!threads_still_meet(block, target) || !sort_users(block, target, other, behind_target)) return false;
  redirect(from, block, target, behind_target);
  jumped_.insert(&block);
  return true;
}

/// Each predecessor on whose way the condition is known jumps to the successor it would come to.
bool Threader::thread_edges(llvm::BranchInst& branch) {
  BasicBlock& block = *branch.getParent();
  if (is_header(&block) || block.hasAddressTaken() || block.hasNPredecessorsOrMore(most_predecessors) ||
      !block.hasNPredecessorsOrMore(2) || !can_be_jumped(block))
    return false;
  bool changed = false;
  const llvm::SmallVector<BasicBlock*, 8> predecessors(llvm::predecessors(&block));
  for (BasicBlock* const from : predecessors) {
    auto* jump = llvm::dyn_cast<llvm::BranchInst>(from->getTerminator());
    if (!jump) continue;
    Facts facts;
    if (jump->isConditional()) {
      if (jump->getSuccessor(0) == jump->getSuccessor(1)) continue;
      facts.push_back({jump->getCondition(), jump->getSuccessor(0) == &block});
    }
    facts_above(from, facts);
    const auto known = known_along(branch.getCondition(), block, *from, facts, 0);
    if (!known) continue;
    BasicBlock* const target = branch.getSuccessor(*known ? 0 : 1);
    BasicBlock* const other = branch.getSuccessor(*known ? 1 : 0);
    // Two edges between the same blocks would need equal values in all phis.
    if (target == other || target == &block || is_header(target) || llvm::is_contained(llvm::successors(from), target))
      continue;
    changed |= thread(*from, block, *target, *other);
  }
  return changed;
}

bool Threader::run() {
  if (f_.size() < 3) return false;
  llvm::DominatorTree& dominators = passes_.dominators(f_);
  dominators.updateDFSNumbers();
  dominators_ = &dominators;
  number_blocks();
  bool changed = false;
  for (BasicBlock* const block : order_) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (!branch || !branch->isConditional()) continue;
    if (fold(*branch))
      changed = true;
    else
      changed |= thread_edges(*branch);
  }
  if (!changed) return false;
  llvm::removeUnreachableBlocks(f_);
  for (BasicBlock& block : llvm::make_early_inc_range(f_))
    if (&block != &f_.getEntryBlock()) llvm::MergeBlockIntoPredecessor(&block);
  return true;
}

}  // namespace

bool thread_implied_branches(llvm::Function& f, FunctionPasses& passes, StepContext& context) {
  return Threader(f, passes, context.facts.costs.jumped_instructions).run();
}

}  // namespace lathe::codegen
