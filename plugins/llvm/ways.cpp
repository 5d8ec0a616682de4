// Passes in SSA form that look at where values come together: phis that are no choice, and short blocks that are copied
// to who jumps there.
#include <algorithm>
#include <optional>

#include <llvm/CodeGen/MachineInstrBuilder.h>

#include <lathe/passes/optimize_phis.hpp>
#include <lathe/passes/tail_duplication.hpp>

#include "adapters/llvm_mir/editor.hpp"
#include "plugins/llvm/passes.hpp"

namespace lathe::llvm_plugin {

namespace {

// What may not be copied stays where it is.
class PhiCode final : public llvm_mir::Code {
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

// A phi that takes a part of a register, or nothing, takes no value that could stand for its result.
bool phis_take_values(const llvm::MachineFunction& f) {
  return std::all_of(f.begin(), f.end(), [](const llvm::MachineBasicBlock& b) {
    const auto phis = b.phis();
    return std::all_of(phis.begin(), phis.end(), [](const llvm::MachineInstr& phi) {
      for (unsigned k = 1; k + 1 < phi.getNumOperands(); k += 2)
        if (phi.getOperand(k).getSubReg() != 0 || phi.getOperand(k).isUndef()) return false;
      return phi.getOperand(0).getSubReg() == 0;
    });
  });
}

// ---- is there something at first sight? LLVM's own lists tell without a walk over the code. "Yes" may be wrong.

// A phi whose value nobody reads but phis, or that takes, through phis and copies, one value alone.
class PhisAtFirstSight {
 public:
  explicit PhisAtFirstSight(const llvm::MachineFunction& f) : info_(f.getRegInfo()) {}
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
        if (!o.readsReg() || llvm_mir::is_note(*o.getParent())) continue;
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

// A block that may go into all blocks in front of it: each goes there alone, and it is short enough.
bool some_tail_is_short(const llvm::MachineFunction& f, const passes::TailDuplicationOptions& options) {
  return std::any_of(std::next(f.begin()), f.end(), [&](const llvm::MachineBasicBlock& b) {
    if (b.pred_size() < 2 || b.succ_empty()) return false;
    for (const llvm::MachineBasicBlock* p : b.predecessors())
      if (!std::all_of(p->succ_begin(), p->succ_end(), [&](const auto* s) { return s == &b; })) return false;
    std::uint32_t insts = 0, ends = 0;
    for (const llvm::MachineInstr& i : b) {
      if (i.isPHI() || llvm_mir::is_note(i)) continue;
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

bool fit(const llvm::MachineFunction& f) { return f.getProperties().hasIsSSA() && phis_take_values(f); }

}  // namespace

bool settle_phis(const Job& job) {
  if (!fit(job.function) || !PhisAtFirstSight(job.function).any(job.function)) return false;
  llvm_mir::Code code(job.function, llvm_mir::Ways::fixed, nullptr, llvm_mir::Masks::left_out);
  return passes::optimize_phis(code).changes != 0;
}

bool duplicate_early(const Job& job) {
  passes::TailDuplicationOptions options;
  options.early = true;
  if (!fit(job.function) || job.function.size() < 3 || !some_tail_is_short(job.function, options)) return false;
  PhiCode code(job.function, llvm_mir::Ways::open, nullptr, llvm_mir::Masks::left_out);
  return passes::duplicate_tails(code, options).changes != 0;
}

}  // namespace lathe::llvm_plugin
