// Is there something for a pass at first sight? LLVM's own lists tell without a walk over the code and without the analyses that the
// pass makes. "Yes" may be wrong, "no" never is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <llvm/CodeGen/MachineInstrBuilder.h>

#include <lathe/passes/tail_duplication.hpp>

#include "adapters/llvm_mir/editor.hpp"

namespace lathe::llvm_mir {

/// Code that makes phis; what may not be copied stays where it is. `function` outlives it.
class PhiCode final : public Code {
 public:
  using Code::Code;
  // Passes are templates: they call the class that they are given.
  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method)
  program::Effects effects(Inst i) const {
    const program::Effects e = Code::effects(i);
    return i->isPHI() || may_clone(i) ? e : e | Effect::fixed;
  }
  Inst make_phi(Value to) {
    return llvm::BuildMI(f_, llvm::DebugLoc(), instructions_.get(llvm::TargetOpcode::PHI), llvm::Register(to));
  }
};

/// A phi whose value nobody reads but phis, or that takes, through phis and copies, one value alone: what optimize_phis would change.
/// In SSA form; `f` outlives it.
class PhisAtFirstSight {
 public:
  explicit PhisAtFirstSight(const llvm::MachineFunction& f) : info_(f.getRegInfo()) {}
  /// Is there one? O(phis, and what is within reach of each through phis and copies).
  bool any(const llvm::MachineFunction& f) {
    for (const llvm::MachineBasicBlock& b : f)
      for (const llvm::MachineInstr& phi : b.phis())
        if (!is_read(phi) || !is_choice(phi)) return true;
    return false;
  }

 private:
  using Instr = llvm::MachineInstr;
  static constexpr std::size_t most = 64;  // phis and copies that one question looks at

  bool add(const Instr& i) {
    if (std::find(set_.begin(), set_.end(), &i) == set_.end()) set_.push_back(&i);
    return set_.size() <= most;
  }
  // By something that is no phi.
  bool is_read(const Instr& phi) {
    set_.assign(1, &phi);
    for (std::size_t at = 0; at < set_.size(); ++at)
      for (const llvm::MachineOperand& o : info_.use_nodbg_operands(set_[at]->getOperand(0).getReg())) {
        if (!o.readsReg() || is_note(*o.getParent())) continue;
        if (!o.getParent()->isPHI() || !add(*o.getParent())) return true;
      }
    return false;
  }
  // A copy between two registers of one class.
  bool hands_on(const Instr& i) const {
    if (i.getNumOperands() != 2 || !i.isFullCopy() || !i.getOperand(1).getReg().isVirtual()) return false;
    return info_.getRegClassOrRegBank(i.getOperand(0).getReg()) == info_.getRegClassOrRegBank(i.getOperand(1).getReg());
  }
  // Does it take two values that are neither phis nor copies?
  bool is_choice(const Instr& phi) {
    set_.assign(1, &phi);
    llvm::Register one;
    for (std::size_t at = 0; at < set_.size(); ++at) {
      const Instr& i = *set_[at];
      for (unsigned k = 1; k < i.getNumOperands(); k += 2) {
        const llvm::Register v = i.getOperand(k).getReg();
        const Instr* const maker = v.isVirtual() ? info_.getUniqueVRegDef(v) : nullptr;
        if (maker != nullptr && (maker->isPHI() || hands_on(*maker))) {
          if (!add(*maker)) return false;
        } else if (one.isValid() && one != v) {
          return true;
        } else {
          one = v;
        }
      }
    }
    return false;
  }

  const llvm::MachineRegisterInfo& info_;
  llvm::SmallVector<const Instr*, 16> set_;
};

/// A block that may go into all blocks in front of it: each goes there alone, and it is short enough. What duplicate_tails would copy
/// early is such. O(instructions).
inline bool some_tail_is_short(const llvm::MachineFunction& f, const passes::TailDuplicationOptions& options) {
  return std::any_of(std::next(f.begin()), f.end(), [&](const llvm::MachineBasicBlock& b) {
    if (b.pred_size() < 2 || b.succ_empty()) return false;
    for (const llvm::MachineBasicBlock* p : b.predecessors())
      if (!std::all_of(p->succ_begin(), p->succ_end(), [&](const auto* s) { return s == &b; })) return false;
    std::uint32_t insts = 0, ends = 0;
    for (const llvm::MachineInstr& i : b) {
      if (i.isPHI() || is_note(i)) continue;
      ends += i.isTerminator();
      if (++insts > options.indirect_size) return false;
    }
    // What may be a table may be longer.
    const auto end = b.getFirstTerminator();
    bool known = ends == 0 || (end->isBranch() && !end->isIndirectBranch());
    if (ends == 2) known &= end->isConditionalBranch() && b.getLastNonDebugInstr()->isUnconditionalBranch();
    return insts <= (known && ends <= 2 && b.succ_size() <= 2 ? options.size : options.indirect_size);
  });
}

}  // namespace lathe::llvm_mir
