// What launch bounds and known bits say about the arithmetic of indices: that it does not wrap.
//
// clang writes `in[blockIdx.x * 512 + threadIdx.x + 128]` without a word on wrapping, for unsigned numbers wrap; then
// the constant stays inside of the extension to an address, and each such access has an address of its own. With a
// block of 128 threads at most, the sum of the first two has bits 7 and 8 clear: 128 can be added behind the extension,
// where it is the offset of an access. Only what lies under an extension to the width of an address is looked at.
// Cost: linear; LLVM's look at the bits of a value goes a bounded number of steps up, and asks each condition that the value
// is in: where these are many (an early exit in each of a thousand blocks) it is given the nearest alone.
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/DomConditionCache.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <array>
#include <optional>

#include "codegen/prepare/code_shape.hpp"

namespace lathe::codegen {
namespace {

using llvm::Instruction;

BlockBounds block_bounds(const llvm::Function& f, const PrepareFacts& facts) {
  if (!f.hasKernelCallingConv() || facts.hooks.block_bounds == nullptr) return {facts.most_along, false};
  return facts.hooks.block_bounds(facts, f);
}

const ThreadRegister* register_of(unsigned intrinsic, const PrepareFacts& facts) {
  for (const ThreadRegister& one : facts.thread_registers)
    if (one.intrinsic == intrinsic) return &one;
  return nullptr;
}

bool note_block_ranges(llvm::Function& f, const PrepareFacts& facts) {
  bool changed = false;
  std::optional<BlockBounds> bounds;
  for (Instruction& inst : llvm::instructions(f)) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
    const ThreadRegister* read = call ? register_of(call->getIntrinsicID(), facts) : nullptr;
    if (!read || !call->getType()->isIntegerTy(32)) continue;
    if (!bounds) bounds = block_bounds(f, facts);
    const std::uint64_t most = bounds->most[read->axis];
    const std::uint64_t least = read->is_index ? 0 : bounds->exact ? most : 1;
    const llvm::ConstantRange range(llvm::APInt(32, least), llvm::APInt(32, most + (read->is_index ? 0 : 1)));
    const std::optional<llvm::ConstantRange> known = call->getRange();
    const llvm::ConstantRange both = known ? known->intersectWith(range) : range;
    if (both.isEmptySet() || (known && both == *known)) continue;
    call->addRangeRetAttr(both);
    changed = true;
  }
  return changed;
}

/// Widths of what is added to addresses of global memory and of variables of a thread, which may be shorter.
std::array<unsigned, 2> address_bits(const llvm::DataLayout& layout, const PrepareFacts& facts) {
  return {layout.getIndexSizeInBits(facts.number_of(Space::global)),
          layout.getIndexSizeInBits(facts.number_of(Space::local))};
}

/// Sums and products under the extensions of a function, each marked once.
class NoWrap {
 public:
  NoWrap(llvm::Function& f, FunctionPasses& passes, const std::array<unsigned, 2>& widths)
      : f_(f), widths_(widths), passes_(passes) {}

  bool run() {
    for (Instruction& inst : llvm::instructions(f_))
      if (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(inst) && is_address(*inst.getType())) gather(inst.getOperand(0));
    // Operands first: what is known of them is known better then.
    for (Instruction* inst : sums_) mark(*inst);
    return changed_;
  }

 private:
  void gather(llvm::Value* value) {
    llvm::SmallVector<std::pair<Instruction*, unsigned>, 16> path;
    const auto enter = [&](llvm::Value* operand) {
      auto* inst = llvm::dyn_cast<Instruction>(operand);
      if (inst && is_sum(*inst) && seen_.insert(inst).second) path.emplace_back(inst, 0);
    };
    enter(value);
    while (!path.empty()) {
      auto& [inst, next] = path.back();
      if (next < 2) {
        enter(inst->getOperand(next++));
      } else {
        sums_.push_back(inst);
        path.pop_back();
      }
    }
  }
  bool is_address(const llvm::Type& type) const { return type.isIntegerTy(widths_[0]) || type.isIntegerTy(widths_[1]); }
  static bool is_sum(const Instruction& inst) {
    if (!inst.getType()->isIntegerTy() || inst.getType()->getIntegerBitWidth() > 64) return false;
    const unsigned code = inst.getOpcode();
    return code == Instruction::Add || code == Instruction::Sub || code == Instruction::Mul ||
           code == Instruction::Shl || code == Instruction::Or;
  }

  void mark(Instruction& inst) {
    const llvm::SimplifyQuery query = ask(inst);
    const llvm::Value *a = inst.getOperand(0), *b = inst.getOperand(1);
    if (auto* either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&inst)) {
      if (either->isDisjoint() || !llvm::haveNoCommonBitsSet(a, b, query)) return;
      either->setIsDisjoint(true);
      changed_ = true;
      return;
    }
    if (!inst.hasNoUnsignedWrap() && never_wraps(inst, query, false)) {
      inst.setHasNoUnsignedWrap(true);
      changed_ = true;
    }
    if (!inst.hasNoSignedWrap() && never_wraps(inst, query, true)) {
      inst.setHasNoSignedWrap(true);
      changed_ = true;
    }
  }

  static bool never_wraps(const Instruction& inst, const llvm::SimplifyQuery& query, bool is_signed) {
    using llvm::OverflowResult;
    const llvm::Value *a = inst.getOperand(0), *b = inst.getOperand(1);
    switch (inst.getOpcode()) {
      case Instruction::Add:
        return (is_signed ? llvm::computeOverflowForSignedAdd(llvm::WithCache<const llvm::Value*>(a), b, query)
                          : llvm::computeOverflowForUnsignedAdd(llvm::WithCache<const llvm::Value*>(a), b, query)) ==
               OverflowResult::NeverOverflows;
      case Instruction::Sub:
        return (is_signed ? llvm::computeOverflowForSignedSub(a, b, query)
                          : llvm::computeOverflowForUnsignedSub(a, b, query)) == OverflowResult::NeverOverflows;
      case Instruction::Mul:
        return (is_signed ? llvm::computeOverflowForSignedMul(a, b, query)
                          : llvm::computeOverflowForUnsignedMul(a, b, query)) == OverflowResult::NeverOverflows;
      case Instruction::Shl: {
        const auto* amount = llvm::dyn_cast<llvm::ConstantInt>(b);
        if (!amount || amount->getValue().uge(inst.getType()->getIntegerBitWidth())) return false;
        const llvm::KnownBits bits = llvm::computeKnownBits(a, query);
        const auto shift = static_cast<unsigned>(amount->getZExtValue());
        return is_signed ? bits.countMinSignBits() > shift : bits.countMinLeadingZeros() >= shift;
      }
      default:
        return false;
    }
  }

  llvm::SimplifyQuery ask(const Instruction& at) {
    if (dominators_ == nullptr) {
      dominators_ = &passes_.dominators(f_);
      gather_branches();
    }
    if (by_block_ && asked_of_ != at.getParent()) look_above(*at.getParent());
    return {f_.getDataLayout(), nullptr, dominators_, nullptr, &at, true, true, &*conditions_};
  }

  /// All conditions of the function, where no value is in many of them.
  void gather_branches() {
    llvm::SmallVector<llvm::BranchInst*, 32> branches;
    for (llvm::BasicBlock& block : f_)
      if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator()); branch && branch->isConditional())
        branches.push_back(branch);
    llvm::DenseMap<const llvm::Value*, unsigned> conditions_of;
    if (branches.size() > most_conditions)
      for (const llvm::BranchInst* branch : branches)
        llvm::findValuesAffectedByCondition(branch->getCondition(), false, [&](const llvm::Value* value) {
          by_block_ |= ++conditions_of[value] > most_conditions;
        });
    conditions_.emplace();
    if (by_block_) return;
    for (llvm::BranchInst* branch : branches) conditions_->registerBranch(branch);
  }

  /// Those nearest above a block alone: LLVM asks of each condition of a value whether it holds, for each sum anew.
  void look_above(const llvm::BasicBlock& block) {
    asked_of_ = &block;
    conditions_.emplace();
    const llvm::DomTreeNode* node = dominators_->getNode(&block);
    for (unsigned left = most_conditions; left != 0 && node != nullptr && node->getIDom() != nullptr; --left) {
      node = node->getIDom();
      if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(node->getBlock()->getTerminator());
          branch && branch->isConditional())
        conditions_->registerBranch(branch);
    }
  }

  static constexpr unsigned most_conditions = 32;  ///< that a value may be in, and that are looked for above a block

  llvm::Function& f_;
  const std::array<unsigned, 2> widths_;
  FunctionPasses& passes_;
  const llvm::DominatorTree* dominators_ = nullptr;
  std::optional<llvm::DomConditionCache> conditions_;
  bool by_block_ = false;  ///< conditions_ are those above asked_of_
  const llvm::BasicBlock* asked_of_ = nullptr;
  llvm::SmallPtrSet<const Instruction*, 32> seen_;
  llvm::SmallVector<Instruction*, 32> sums_;
  bool changed_ = false;
};

}  // namespace

bool note_index_ranges(llvm::Function& f, FunctionPasses& passes, StepContext& context) {
  const bool ranges = note_block_ranges(f, context.facts);
  return NoWrap(f, passes, address_bits(f.getDataLayout(), context.facts)).run() || ranges;
}

}  // namespace lathe::codegen
