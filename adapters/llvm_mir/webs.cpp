#include "adapters/llvm_mir/webs.hpp"

#include <map>
#include <set>
#include <utility>
#include <vector>

#include <lathe/passes/rename_webs.hpp>

#include "adapters/llvm_mir/editor.hpp"

namespace lathe::llvm_mir {

namespace {

// Remembers which registers were renamed, and to what.
class WebCode : public Code {
 public:
  explicit WebCode(llvm::MachineFunction& function) : Code(function, Ways::fixed, nullptr, Masks::left_out) {}
  void set_operand(Inst i, std::uint32_t k, Value v) {
    if (const llvm::MachineOperand* const o = operand(i, k).first; o != nullptr && o->isReg())
      renamed.insert(o->getReg().id());
    renamed.insert(v);
    Code::set_operand(i, k, v);
  }
  std::set<unsigned> renamed;
};

// Which lanes of one register are read later.
class Lanes {
 public:
  Lanes(llvm::MachineFunction& f, llvm::Register r)
      : info_(f.getRegInfo()),
        target_(*f.getSubtarget().getRegisterInfo()),
        reg_(r),
        all_(info_.getMaxLaneMaskForVReg(r)) {
    for (llvm::MachineOperand& o : info_.reg_nodbg_operands(r)) mentioned_.insert(o.getParent()->getParent());
    std::vector<llvm::MachineBasicBlock*> todo(mentioned_.begin(), mentioned_.end());
    while (!todo.empty()) {
      llvm::MachineBasicBlock* const b = todo.back();
      todo.pop_back();
      const llvm::LaneBitmask now = through(*b, false);
      llvm::LaneBitmask& in = in_[b];
      if ((now & ~in).none()) continue;
      in |= now;
      for (llvm::MachineBasicBlock* p : b->predecessors()) todo.push_back(p);
    }
  }
  /// Definitions in part behind which nothing of the rest is read.
  void mark() {
    for (llvm::MachineBasicBlock* b : mentioned_) through(*b, true);
  }

 private:
  llvm::LaneBitmask lanes(const llvm::MachineOperand& o) const {
    return o.getSubReg() == 0 ? all_ : target_.getSubRegIndexLaneMask(o.getSubReg());
  }
  // From the block's end to its begin.
  llvm::LaneBitmask through(llvm::MachineBasicBlock& b, bool marks) {
    llvm::LaneBitmask live = llvm::LaneBitmask::getNone();
    for (const llvm::MachineBasicBlock* s : b.successors())
      if (const auto at = in_.find(s); at != in_.end()) live |= at->second;
    if (!mentioned_.contains(&b)) return live;
    for (llvm::MachineInstr& i : llvm::reverse(b)) {
      if (i.isDebugInstr()) continue;
      llvm::LaneBitmask written = llvm::LaneBitmask::getNone();
      for (const llvm::MachineOperand& o : i.operands())
        if (o.isReg() && o.getReg() == reg_ && o.isDef()) written |= lanes(o);
      for (llvm::MachineOperand& o : i.operands())
        if (marks && o.isReg() && o.getReg() == reg_ && o.isDef() && o.getSubReg() != 0 && (live & ~written).none())
          o.setIsUndef();
      live &= ~written;
      for (const llvm::MachineOperand& o : i.operands())
        if (o.isReg() && o.getReg() == reg_ && o.isUse() && !o.isUndef()) live |= lanes(o);
    }
    return live;
  }

  llvm::MachineRegisterInfo& info_;
  const llvm::TargetRegisterInfo& target_;
  const llvm::Register reg_;
  const llvm::LaneBitmask all_;
  std::set<llvm::MachineBasicBlock*> mentioned_;  // in no order that is told: the marks do not depend on it
  std::map<const llvm::MachineBasicBlock*, llvm::LaneBitmask> in_;
};

}  // namespace

std::uint64_t rename_webs(llvm::MachineFunction& function) {
  std::uint64_t changes = 0;
  std::set<unsigned> renamed;
  {
    WebCode code(function);
    changes = passes::rename_webs(code).changes;
    renamed = std::move(code.renamed);
  }
  for (const unsigned r : renamed) Lanes(function, llvm::Register(r)).mark();
  return changes;
}

}  // namespace lathe::llvm_mir
