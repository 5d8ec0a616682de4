// switch -> a balanced tree of comparisons, with bit tests and jump tables as leaves.
//
// Cases become ranges of equal targets, ascending. Neighbouring ranges become one jump table where they are dense and
// many, or one bit test where they fit a word's bits and lead to one target. The leaves are searched by bisection; what
// the path already knows of the value is not tested again. Where !prof says how often each case comes, bisection is by
// that, and the branches say it, too. O(n log n) in the cases.
// Gives: the switches that are left are jump tables: i32, cases exactly 0..n-1, unreachable default.
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/ProfDataUtils.h>

#include "codegen/prepare/steps.hpp"

namespace lathe::codegen {
namespace {

using llvm::APInt;
using llvm::BasicBlock;

/// Values low..high, which all lead to one block.
struct Range {
  APInt low, high;
  BasicBlock* target;
  std::uint64_t weight = 0;  ///< how often, beside the others
};

/// A leaf of the tree: ranges [begin, end) tested together.
struct Leaf {
  enum class Kind { range, bits, table } kind;
  std::size_t begin, end;
};

bool is_unreachable(const BasicBlock* block) { return llvm::isa<llvm::UnreachableInst>(block->getFirstNonPHIOrDbg()); }

/// For a jump table; ~0 where there is none.
unsigned least_cases(const StepContext& context) {
  const PrepareCosts& costs = context.facts.costs;
  if (!costs.jump_tables) return ~0U;
  return std::max(2U, context.options.jump_table_min != 0 ? context.options.jump_table_min : costs.table_cases);
}

class Lowering {
 public:
  Lowering(llvm::SwitchInst& inst, const StepContext& context)
      : inst_(inst),
        value_(inst.getCondition()),
        home_(inst.getParent()),
        fallback_(inst.getDefaultDest()),
        no_fallback_(is_unreachable(inst.getDefaultDest())),
        costs_(context.facts.costs),
        table_min_(least_cases(context)) {}

  void run() {
    collect_ranges();
    detach_phis();
    const unsigned bits = value_->getType()->getIntegerBitWidth();
    inst_.eraseFromParent();
    if (ranges_.empty()) {
      llvm::IRBuilder<>(home_).CreateBr(fallback_);
      join(home_, fallback_);
      return;
    }
    find_tables(0, ranges_.size());
    find_bits();
    weigh_leaves();
    search(home_, 0, leaves_.size(), APInt::getZero(bits), APInt::getMaxValue(bits));
  }

 private:
  void collect_ranges() {
    llvm::SmallVector<std::uint32_t, 16> weights;  // of the successors
    weighed_ = llvm::extractBranchWeights(inst_, weights) && weights.size() == inst_.getNumSuccessors();
    if (weighed_) other_ = weights[0];
    for (const auto& item : inst_.cases()) {
      const std::uint64_t weight = weighed_ ? weights[item.getSuccessorIndex()] : 0;
      if (item.getCaseSuccessor() == fallback_)
        other_ += weight;
      else
        ranges_.push_back(
            {item.getCaseValue()->getValue(), item.getCaseValue()->getValue(), item.getCaseSuccessor(), weight});
    }
    std::sort(ranges_.begin(), ranges_.end(), [](const Range& a, const Range& b) { return a.low.ult(b.low); });
    std::size_t kept = 0;
    for (std::size_t i = 1; i < ranges_.size(); ++i) {
      Range& last = ranges_[kept];
      if (last.target == ranges_[i].target && last.high + 1 == ranges_[i].low)
        last.high = ranges_[i].high, last.weight += ranges_[i].weight;
      else
        ranges_[++kept] = ranges_[i];
    }
    if (!ranges_.empty()) ranges_.erase(ranges_.begin() + static_cast<std::ptrdiff_t>(kept) + 1, ranges_.end());
  }

  // The phis of the targets forget this block; `join` adds an entry for each new edge.
  void detach_phis() {
    llvm::SmallPtrSet<BasicBlock*, 16> seen;
    for (BasicBlock* target : llvm::successors(home_)) {
      if (!seen.insert(target).second) continue;
      auto& values = incoming_[target];
      for (llvm::PHINode& phi : target->phis()) {
        values.push_back(phi.getIncomingValueForBlock(home_));
        phi.removeIncomingValueIf([&](unsigned i) { return phi.getIncomingBlock(i) == home_; }, false);
      }
    }
  }
  void join(BasicBlock* from, BasicBlock* to) {
    const auto known = incoming_.find(to);
    if (known == incoming_.end()) return;
    std::size_t i = 0;
    for (llvm::PHINode& phi : to->phis()) phi.addIncoming(known->second[i++], from);
  }

  // ---- leaves

  std::uint64_t span_of(std::size_t begin, std::size_t end) const {
    return (ranges_[end - 1].high - ranges_[begin].low).getLimitedValue(~0ULL - 1) + 1;
  }
  bool is_dense(std::size_t begin, std::size_t end) const {
    const std::uint64_t span = span_of(begin, end);
    if (end - begin < 2 || span > costs_.table_entries || span < table_min_) return false;
    std::uint64_t cases = 0;
    for (std::size_t i = begin; i < end; ++i) cases += (ranges_[i].high - ranges_[i].low).getZExtValue() + 1;
    // A few wide ranges are cheaper as comparisons, however dense.
    return cases >= table_min_ && end - begin >= std::min<std::size_t>(4, table_min_) &&
           cases * 100 >= span * costs_.table_density_percent;
  }
  // The widest gap separates what is dense from what is not.
  void find_tables(std::size_t begin, std::size_t end) {
    if (is_dense(begin, end)) {
      leaves_.push_back({Leaf::Kind::table, begin, end});
      return;
    }
    if (end - begin < std::min<std::size_t>(4, table_min_) || table_min_ == ~0U) {
      for (std::size_t i = begin; i < end; ++i) leaves_.push_back({Leaf::Kind::range, i, i + 1});
      return;
    }
    std::size_t cut = begin + (end - begin) / 2;
    APInt widest = ranges_[cut].low - ranges_[cut - 1].high;
    for (std::size_t i = begin + 1; i < end; ++i) {
      const APInt gap = ranges_[i].low - ranges_[i - 1].high;
      if (gap.ugt(widest)) {
        widest = gap;
        cut = i;
      }
    }
    find_tables(begin, cut);
    find_tables(cut, end);
  }
  void find_bits() {
    std::vector<Leaf> out;
    for (std::size_t i = 0; i < leaves_.size();) {
      std::size_t end = i;
      while (end < leaves_.size() && leaves_[end].kind == Leaf::Kind::range &&
             ranges_[leaves_[end].begin].target == ranges_[leaves_[i].begin].target &&
             span_of(leaves_[i].begin, leaves_[end].begin + 1) <= costs_.bit_test_bits)
        ++end;
      if (end - i >= costs_.bit_test_ranges) {
        out.push_back({Leaf::Kind::bits, leaves_[i].begin, leaves_[end - 1].end});
        i = end;
      } else {
        out.push_back(leaves_[i++]);
      }
    }
    leaves_ = std::move(out);
  }

  // ---- weights

  // What comes to neither case is taken to come to each leaf as often.
  void weigh_leaves() {
    if (!weighed_) return;
    other_ /= leaves_.size();
    below_.push_back(0);
    for (const Leaf& leaf : leaves_) below_.push_back(below_.back() + weight_of(leaf) + other_);
  }
  std::uint64_t weight_of(const Leaf& leaf) const {
    std::uint64_t out = 0;
    for (std::size_t i = leaf.begin; i < leaf.end; ++i) out += ranges_[i].weight;
    return out;
  }
  llvm::MDNode* weights(std::uint64_t yes, std::uint64_t no) const {
    if (!weighed_ || yes + no == 0) return nullptr;
    for (; std::max(yes, no) > ~std::uint32_t{0}; yes >>= 1) no >>= 1;
    return llvm::MDBuilder(home_->getContext())
        .createBranchWeights(static_cast<std::uint32_t>(yes), static_cast<std::uint32_t>(no));
  }
  /// Where leaves [begin, end), two at least, are halved: in number or, where it is known, in weight, each a little, so
  /// that those which never come are halved, too.
  std::size_t middle_of(std::size_t begin, std::size_t end) const {
    if (!weighed_) return begin + (end - begin) / 2;
    const auto in_front = [&](std::size_t k) { return 2 * (below_[k] - below_[begin] + (k - begin)); };
    const std::uint64_t all = in_front(end) / 2;
    std::size_t low = begin + 1, high = end - 1;  // the first that has half of it in front, or the last
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (in_front(middle) < all)
        low = middle + 1;
      else
        high = middle;
    }
    // Below `all` is what is in front of `low` only where the last leaf alone has more than half.
    return low > begin + 1 && in_front(low) > all && in_front(low) - all > all - in_front(low - 1) ? low - 1 : low;
  }

  // ---- code

  llvm::Constant* constant(const APInt& value) { return llvm::ConstantInt::get(value_->getType(), value); }
  BasicBlock* new_block(const char* name) {
    return BasicBlock::Create(home_->getContext(), name, home_->getParent(), home_->getNextNode());
  }
  void branch(llvm::IRBuilder<>& builder, llvm::Value* condition, BasicBlock* yes, BasicBlock* no,
              llvm::MDNode* often) {
    builder.CreateCondBr(condition, yes, no, often);
    join(builder.GetInsertBlock(), yes);
    join(builder.GetInsertBlock(), no);
  }
  void jump(llvm::IRBuilder<>& builder, BasicBlock* to) {
    builder.CreateBr(to);
    join(builder.GetInsertBlock(), to);
  }

  /// Code at the end of `block` for leaves [begin, end); the value is known to be in low..high.
  void search(BasicBlock* block, std::size_t begin, std::size_t end, const APInt& low, const APInt& high) {
    llvm::IRBuilder<> builder(block);
    if (end - begin == 1) {
      leaf(builder, leaves_[begin], low, high);
      return;
    }
    const std::size_t middle = middle_of(begin, end);
    const APInt& pivot = ranges_[leaves_[middle].begin].low;
    BasicBlock* left = new_block("switch.left");
    BasicBlock* right = new_block("switch.right");
    llvm::MDNode* const often =
        weighed_ ? weights(below_[middle] - below_[begin], below_[end] - below_[middle]) : nullptr;
    builder.CreateCondBr(builder.CreateICmpULT(value_, constant(pivot)), left, right, often);
    search(left, begin, middle, low, pivot - 1);
    search(right, middle, end, pivot, high);
  }

  void leaf(llvm::IRBuilder<>& builder, const Leaf& leaf, const APInt& low, const APInt& high) {
    switch (leaf.kind) {
      case Leaf::Kind::range:
        range(builder, ranges_[leaf.begin], low, high);
        break;
      case Leaf::Kind::bits:
        bits(builder, leaf, low, high);
        break;
      case Leaf::Kind::table:
        table(builder, leaf, low, high);
        break;
    }
  }

  void range(llvm::IRBuilder<>& builder, const Range& r, const APInt& low, const APInt& high) {
    if (no_fallback_ || (low.uge(r.low) && high.ule(r.high))) {
      jump(builder, r.target);
      return;
    }
    llvm::Value* test = nullptr;
    if (r.low == r.high)
      test = builder.CreateICmpEQ(value_, constant(r.low));
    else if (low.uge(r.low))
      test = builder.CreateICmpULE(value_, constant(r.high));
    else if (high.ule(r.high))
      test = builder.CreateICmpUGE(value_, constant(r.low));
    else
      test = builder.CreateICmpULE(builder.CreateSub(value_, constant(r.low)), constant(r.high - r.low));
    branch(builder, test, r.target, fallback_, weights(r.weight, other_));
  }

  /// value - base as an integer of `bits` bits, after a test that it is below `span` where that is not known.
  llvm::Value* index(llvm::IRBuilder<>& builder, const APInt& base, std::uint64_t span, const APInt& low,
                     const APInt& high, unsigned bits, llvm::MDNode* often) {
    llvm::Value* offset = base.isZero() ? value_ : builder.CreateSub(value_, constant(base));
    const bool inside = low.uge(base) && (high - base).ult(span);
    if (!no_fallback_ && !inside) {
      BasicBlock* next = new_block("switch.index");
      llvm::Value* test = builder.CreateICmpULE(offset, constant(APInt(base.getBitWidth(), span - 1, false, true)));
      branch(builder, test, next, fallback_, often);
      builder.SetInsertPoint(next);
    }
    return builder.CreateZExtOrTrunc(offset, builder.getIntNTy(bits));
  }

  void bits(llvm::IRBuilder<>& builder, const Leaf& leaf, const APInt& low, const APInt& high) {
    if (no_fallback_) {
      jump(builder, ranges_[leaf.begin].target);
      return;
    }
    // Small values need no subtraction.
    APInt base = ranges_[leaf.begin].low;
    std::uint64_t span = span_of(leaf.begin, leaf.end);
    if ((ranges_[leaf.end - 1].high).ult(span <= 32 ? 32 : costs_.bit_test_bits)) {
      span = ranges_[leaf.end - 1].high.getZExtValue() + 1;
      base.clearAllBits();
    }
    const unsigned width = span <= 32 ? 32 : 64;
    std::uint64_t mask = 0;
    for (std::size_t i = leaf.begin; i < leaf.end; ++i)
      for (APInt v = ranges_[i].low - base;; ++v) {
        mask |= 1ULL << v.getZExtValue();
        if (v == ranges_[i].high - base) break;
      }
    // Of what comes to no case a half is taken to be between the bits.
    const std::uint64_t cases = weight_of(leaf), between = other_ / 2;
    llvm::Value* at = index(builder, base, span, low, high, width, weights(cases + between, other_ - between));
    llvm::Value* shifted = builder.CreateLShr(builder.getIntN(width, mask), at);
    branch(builder, builder.CreateTrunc(shifted, builder.getInt1Ty()), ranges_[leaf.begin].target, fallback_,
           weights(cases, between));
  }

  void table(llvm::IRBuilder<>& builder, const Leaf& leaf, const APInt& low, const APInt& high) {
    const APInt& base = ranges_[leaf.begin].low;
    const std::uint64_t span = span_of(leaf.begin, leaf.end);
    llvm::Value* at = index(builder, base, span, low, high, 32, weights(weight_of(leaf), other_));
    BasicBlock* never = new_block("switch.never");
    new llvm::UnreachableInst(home_->getContext(), never);
    llvm::SwitchInst* jump_table = builder.CreateSwitch(at, never, static_cast<unsigned>(span));
    const auto add = [&](std::uint64_t entry, BasicBlock* target) {
      jump_table->addCase(builder.getInt32(static_cast<std::uint32_t>(entry)), target);
      join(builder.GetInsertBlock(), target);
    };
    std::uint64_t entry = 0;
    for (std::size_t i = leaf.begin; i < leaf.end; ++i) {
      // A hole: when there is no default, it never happens, and any target will do.
      for (const std::uint64_t first = (ranges_[i].low - base).getZExtValue(); entry < first; ++entry)
        add(entry, no_fallback_ ? ranges_[i].target : fallback_);
      for (const std::uint64_t last = (ranges_[i].high - base).getZExtValue(); entry <= last; ++entry)
        add(entry, ranges_[i].target);
    }
  }

  llvm::SwitchInst& inst_;
  llvm::Value* value_;
  BasicBlock* home_;
  BasicBlock* fallback_;
  bool no_fallback_;
  const PrepareCosts& costs_;
  unsigned table_min_;
  std::vector<Range> ranges_;
  std::vector<Leaf> leaves_;
  bool weighed_ = false;              // !prof says how often cases come
  std::uint64_t other_ = 0;           // what comes to no case; then each leaf's share of it
  std::vector<std::uint64_t> below_;  // weights of the leaves in front of each, and of all
  llvm::DenseMap<BasicBlock*, llvm::SmallVector<llvm::Value*, 4>> incoming_;
};

bool is_jump_table(const llvm::SwitchInst& inst, const PrepareCosts& costs) {
  if (!costs.jump_tables || !inst.getCondition()->getType()->isIntegerTy(32)) return false;
  if (inst.getNumCases() < 2 || !is_unreachable(inst.getDefaultDest())) return false;
  std::uint64_t next = 0;
  for (const auto& item : inst.cases())
    if (item.getCaseValue()->getZExtValue() != next++) return false;
  return true;
}

}  // namespace

bool lower_switches(llvm::Function& f, StepContext& context) {
  llvm::SmallVector<llvm::SwitchInst*, 8> switches;
  for (BasicBlock& block : f)
    if (auto* inst = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
        inst && !is_jump_table(*inst, context.facts.costs))
      switches.push_back(inst);
  for (llvm::SwitchInst* inst : switches) Lowering(*inst, context).run();
  return !switches.empty();
}

}  // namespace lathe::codegen
