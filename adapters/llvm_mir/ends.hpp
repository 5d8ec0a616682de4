// Where the blocks of a machine function go, told by what stands in them: the successors of a program::Editor over LLVM.
//
// LLVM keeps successors in a list beside the branches, lets a block fall into the next one, and has each successor
// once. Here a way out of a block is a block operand of one of its terminators, then what a table of jumps names, then
// what the terminators do not show (landing pads). So blocks may move and branches be changed one by one; `sync` keeps
// LLVM's list, with its probabilities, up to date, and `tidy` gives back the branches that the layout makes needless.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include <llvm/CodeGen/MachineBasicBlock.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineInstr.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>
#include <llvm/Support/BranchProbability.h>

namespace lathe::llvm_mir {

class Ends {
 public:
  struct Way {
    llvm::MachineBasicBlock* to = nullptr;
    llvm::BranchProbability odds;
    llvm::MachineInstr* at = nullptr;  ///< the first whose operand names it; nullptr: none does
    unsigned operand = 0;
    unsigned number = 0;  ///< of the way: operands that the target takes for one (x86: ne or unordered) share it
    bool understood = false;
  };

  /// Every block that falls into the next one by a branch that the target understands gets a jump. The function
  /// outlives it and is changed through it alone as far as branches go.
  explicit Ends(llvm::MachineFunction& function)
      : f_(function), instructions_(*function.getSubtarget().getInstrInfo()) {
    for (llvm::MachineBasicBlock& b : function) {
      const bool understood = name_fallthrough(b);
      note(b, understood);
    }
  }

  /// f(Way), in order.
  template <class F>
  void for_each_way(const llvm::MachineBasicBlock& block, F&& f) const {
    llvm::SmallVector<unsigned, 4> seen;
    for_each_operand(block, [&](const Way& w) {
      if (w.at != nullptr && std::find(seen.begin(), seen.end(), w.number) != seen.end()) return;
      seen.push_back(w.number);
      f(w);
    });
    if (const auto at = of_block_.find(&block); at != of_block_.end())
      for (const Way& w : at->second) f(w);
  }
  /// Is the k-th way one that can be sent elsewhere: a branch that the target understands?
  bool may_retarget(const llvm::MachineBasicBlock& b, unsigned k) const { return way(b, k).understood; }
  /// Precondition: may_retarget.
  void retarget(llvm::MachineBasicBlock& b, unsigned k, llvm::MachineBasicBlock& to) {
    const unsigned number = way(b, k).number;
    for_each_operand(b, [&](const Way& w) {
      if (w.at != nullptr && w.number == number) w.at->getOperand(w.operand).setMBB(&to);
    });
    sync(b);
  }
  /// `copy` goes where `inst` goes.
  void copied(const llvm::MachineInstr& inst, llvm::MachineInstr& copy) {
    const auto at = of_inst_.find(&inst);
    if (at == of_inst_.end()) return;
    std::vector<Way> ways = at->second;
    for (Way& w : ways)
      if (w.at != nullptr) w.at = &copy;
    of_inst_[&copy] = std::move(ways);
  }
  /// A jump at the end of a block that has none.
  void jump(llvm::MachineBasicBlock& from, llvm::MachineBasicBlock& to) {
    instructions_.insertUnconditionalBranch(from, &to, llvm::DebugLoc());
    for (llvm::MachineInstr& t : from.terminators())
      for (unsigned k = 0; k < t.getNumOperands(); ++k)
        if (t.getOperand(k).isMBB())
          of_inst_[&t].push_back({&to, llvm::BranchProbability::getOne(), &t, k, next_++, true});
    sync(from);
  }
  void forget(const llvm::MachineInstr& inst) { of_inst_.erase(&inst); }
  void forget(const llvm::MachineBasicBlock& b) {
    of_block_.erase(&b);
    follows_.erase(&b);
  }

  /// Makes LLVM's list what the ways are.
  void sync(llvm::MachineBasicBlock& b) {
    std::vector<std::pair<llvm::MachineBasicBlock*, llvm::BranchProbability>> want;
    for_each_way(b, [&](const Way& w) {
      const auto at = std::find_if(want.begin(), want.end(), [&](const auto& x) { return x.first == w.to; });
      if (at == want.end())
        want.emplace_back(w.to, w.odds);
      else
        at->second += w.odds;
    });
    const auto wanted = [&](const llvm::MachineBasicBlock* s) {
      return std::any_of(want.begin(), want.end(), [&](const auto& x) { return x.first == s; });
    };
    for (auto s = b.succ_begin(); s != b.succ_end();) s = wanted(*s) ? s + 1 : b.removeSuccessor(s);
    for (const auto& [to, odds] : want) {
      const auto at = std::find(b.succ_begin(), b.succ_end(), to);
      if (at == b.succ_end())
        b.addSuccessor(to, odds);
      else
        b.setSuccProbability(at, odds);
    }
  }
  /// What the layout asks for: blocks that must follow others do, and no branch goes to where control goes anyway. Where
  /// neither blocks nor branches `changed`, only the jumps go that were put there to begin with. The last thing.
  void tidy(bool changed) {
    if (!changed) {
      for (llvm::MachineBasicBlock* b : named_) tidy_branches(*b);
      return;
    }
    std::vector<llvm::MachineBasicBlock*> order;
    for (llvm::MachineBasicBlock& b : f_) order.push_back(&b);
    for (llvm::MachineBasicBlock* b : order) {
      const auto at = follows_.find(b);
      if (at == follows_.end() || b->getNextNode() == at->second) continue;
      at->second->moveAfter(b);
    }
    for (llvm::MachineBasicBlock* b : order) {
      tidy_branches(*b);
      if (b->hasSuccessorProbabilities() && !b->succ_empty()) b->normalizeSuccProbs();
    }
  }

 private:
  using Condition = llvm::SmallVector<llvm::MachineOperand, 4>;

  Way way(const llvm::MachineBasicBlock& b, unsigned k) const {
    Way found;
    unsigned at = 0;
    for_each_way(b, [&](const Way& w) {
      if (at++ == k) found = w;
    });
    return found;
  }
  // f(Way) for each operand of a terminator that names one, and what a terminator goes to besides.
  template <class F>
  void for_each_operand(const llvm::MachineBasicBlock& block, F&& f) const {
    auto& b = const_cast<llvm::MachineBasicBlock&>(block);  // NOLINT: handles are pointers to const
    for (llvm::MachineInstr& t : b.terminators()) {
      const auto at = of_inst_.find(&t);
      if (at == of_inst_.end()) continue;
      for (Way w : at->second) {
        if (w.at != nullptr) w.to = t.getOperand(w.operand).getMBB();
        f(w);
      }
    }
  }
  // True: the target understands how the block ends, and by now all that is told by its branches.
  bool name_fallthrough(llvm::MachineBasicBlock& b) {
    llvm::MachineBasicBlock *yes = nullptr, *no = nullptr;
    Condition condition;
    if (b.succ_empty() || instructions_.analyzeBranch(b, yes, no, condition, false)) return false;
    if (no != nullptr || (yes != nullptr && condition.empty())) return true;
    llvm::MachineBasicBlock* const next = b.getFallThrough(false);
    if (next == nullptr) return yes != nullptr;
    instructions_.insertUnconditionalBranch(b, next, b.findBranchDebugLoc());
    named_.push_back(&b);
    return true;
  }
  void note(llvm::MachineBasicBlock& b, bool understood) {
    std::vector<std::pair<const llvm::MachineBasicBlock*, unsigned>> shown;
    const auto shows = [&](const llvm::MachineBasicBlock* to) {
      return std::find_if(shown.begin(), shown.end(), [&](const auto& x) { return x.first == to; });
    };
    llvm::MachineInstr* last = nullptr;
    for (llvm::MachineInstr& t : b.terminators()) {
      last = &t;
      for (unsigned k = 0; k < t.getNumOperands(); ++k) {
        if (!t.getOperand(k).isMBB()) continue;
        llvm::MachineBasicBlock* const to = t.getOperand(k).getMBB();
        const auto at = std::find(b.succ_begin(), b.succ_end(), to);
        if (at == b.succ_end()) continue;
        if (shows(to) == shown.end()) shown.emplace_back(to, next_++);
        of_inst_[&t].push_back({to, b.getSuccProbability(at), &t, k, shows(to)->second, understood && !t.isBundled()});
      }
    }
    const bool ends = last != nullptr && last->isBarrier();
    for (auto at = b.succ_begin(); at != b.succ_end(); ++at) {
      if (shows(*at) != shown.end()) continue;
      const Way w{*at, b.getSuccProbability(at)};
      if (last != nullptr && last->isIndirectBranch() && !(*at)->isEHPad())
        of_inst_[last].push_back(w);
      else
        of_block_[&b].push_back(w);
      if (!understood && !ends && *at == b.getNextNode()) follows_[&b] = *at;
    }
  }
  void tidy_branches(llvm::MachineBasicBlock& b) {
    llvm::MachineBasicBlock *yes = nullptr, *no = nullptr;
    Condition condition;
    if (b.succ_empty() || b.getFirstTerminator() == b.end() ||
        instructions_.analyzeBranch(b, yes, no, condition, false) || yes == nullptr)
      return;
    const llvm::MachineBasicBlock* const next = b.getNextNode();
    const llvm::DebugLoc place = b.findBranchDebugLoc();
    if (!condition.empty() && no == nullptr) return;
    if (condition.empty() || yes == no) {
      if (yes != next && condition.empty()) return;
      instructions_.removeBranch(b);
      if (yes != next) instructions_.insertUnconditionalBranch(b, yes, place);
    } else if (no == next) {
      instructions_.removeBranch(b);
      instructions_.insertBranch(b, yes, nullptr, condition, place);
    } else if (yes == next && !instructions_.reverseBranchCondition(condition)) {
      instructions_.removeBranch(b);
      instructions_.insertBranch(b, no, nullptr, condition, place);
    }
  }

  llvm::MachineFunction& f_;
  const llvm::TargetInstrInfo& instructions_;
  unsigned next_ = 0;
  std::vector<llvm::MachineBasicBlock*> named_;
  // All looked up only.
  std::unordered_map<const llvm::MachineInstr*, std::vector<Way>> of_inst_;
  std::unordered_map<const llvm::MachineBasicBlock*, std::vector<Way>> of_block_;
  std::unordered_map<const llvm::MachineBasicBlock*, llvm::MachineBasicBlock*> follows_;
};

}  // namespace lathe::llvm_mir
