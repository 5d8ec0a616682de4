// Selects that LLVM 22's targets have as one instruction: what lathe/passes/if_conversion.hpp asks for, in SSA form.
#pragma once

#include <cstdint>
#include <optional>

#include "adapters/llvm_mir/editor.hpp"

namespace lathe::llvm_mir {

/// Code with open ways that makes selects. `function` outlives it.
class SelectCode : public Code {
 public:
  explicit SelectCode(llvm::MachineFunction& function) : Code(function, Ways::open, nullptr, Masks::left_out) {}

  /// By insertSelect, on the question of a branch that stands in the function; nothing: the target has no select for it, or
  /// makes it of several instructions, which stand at a place and could not be taken back. O(blocks).
  std::optional<Inst> make_select(Value to, const Branch& way, Value taken, Value other) {
    if (pinned(to) || pinned(taken) || pinned(other)) return {};
    for (llvm::MachineBasicBlock& b : f_) {
      llvm::MachineBasicBlock *yes = nullptr, *no = nullptr;
      llvm::SmallVector<llvm::MachineOperand, 4> condition;
      if (b.succ_size() != 2 || instructions_.analyzeBranch(b, yes, no, condition, false) || condition.empty())
        continue;
      bool same = false, first = true;
      for_each_branch(&b, [&](const Branch& w) {
        if (std::exchange(first, false))
          same =
              w.target == way.target && w.condition == way.condition && w.test == way.test && w.negated == way.negated;
      });
      if (same) return select(b, condition, to, taken, other);
    }
    return {};
  }

 private:
  std::optional<Inst> select(llvm::MachineBasicBlock& b, llvm::ArrayRef<llvm::MachineOperand> condition, Value to,
                             Value taken, Value other) {
    int cycles[3];
    if (!instructions_.canInsertSelect(b, condition, llvm::Register(to), llvm::Register(taken), llvm::Register(other),
                                       cycles[0], cycles[1], cycles[2]))
      return {};
    const auto at = b.getFirstTerminator();
    const std::size_t had = b.size();
    auto before = at == b.begin() ? b.end() : std::prev(at);
    instructions_.insertSelect(b, at, llvm::DebugLoc(), llvm::Register(to), condition, llvm::Register(taken),
                               llvm::Register(other));
    before = before == b.end() ? b.begin() : std::next(before);
    if (b.size() != had + 1 || before->mayLoadOrStore()) {
      while (before != at) (before++)->eraseFromParent();
      return {};
    }
    (void)effects(&*before);  // it wants to see where it stands
    return Inst{before->removeFromParent()};
  }
};

}  // namespace lathe::llvm_mir
