// Physical registers of a machine function behind edits: lists of what is live into blocks, and marks of first and last
// reads, put right where they are not any more.
//
// Before register allocation few of them live across blocks, and LLVM has nothing that looks at both kinds of registers;
// behind it LLVM's own recomputation is used. Reserved registers have no lives.
// Cost: O(instructions + blocks * register units), a few rounds.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include <llvm/ADT/BitVector.h>
#include <llvm/CodeGen/LivePhysRegs.h>
#include <llvm/CodeGen/MachineBasicBlock.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineInstr.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/TargetRegisterInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

namespace lathe::llvm_mir {

/// Is it the label at the head of a landing pad, where the unwinder enters? It stands for what the unwinder does.
inline bool enters_pad(const llvm::MachineInstr& i) {
  return i.isEHLabel() && i.getParent()->isEHPad() && &i.getParent()->front() == &i;
}
/// `f(register, unit)` for what the unwinder puts into registers there; of other instructions nothing.
template <class F>
void for_each_entered(const llvm::MachineInstr& i, F&& f) {
  if (!enters_pad(i)) return;
  const llvm::TargetRegisterInfo& registers = *i.getMF()->getSubtarget().getRegisterInfo();
  for (const auto& in : i.getParent()->liveins())
    for (const llvm::MCRegUnit unit : registers.regunits(in.PhysReg)) f(llvm::Register(in.PhysReg), unit);
}

class PhysicalLives {
 public:
  explicit PhysicalLives(llvm::MachineFunction& function)
      : f_(function), info_(function.getRegInfo()), registers_(*function.getSubtarget().getRegisterInfo()) {}

  void put_right() {
    if (!info_.tracksLiveness()) return;
    if (f_.getProperties().hasNoVRegs())
      allocated();
    else
      with_virtual();
  }

 private:
  void allocated() {
    std::vector<llvm::MachineBasicBlock*> inner;
    for (llvm::MachineBasicBlock& b : llvm::reverse(f_))
      if (&b != &f_.front() && !b.isEHPad()) inner.push_back(&b);
    llvm::fullyRecomputeLiveIns(inner);
    for (llvm::MachineBasicBlock& b : f_) llvm::recomputeLivenessFlags(b);
  }

  void with_virtual() {
    for (const llvm::MachineBasicBlock& b : f_) live_in_[&b].resize(registers_.getNumRegUnits());
    for (bool changed = true; changed;) {
      changed = false;
      for (llvm::MachineBasicBlock& b : llvm::reverse(f_)) {
        llvm::BitVector live = live_out(b);
        for (llvm::MachineInstr& i : llvm::reverse(b.instrs())) step(i, live, false);
        llvm::BitVector& known = live_in_[&b];
        changed = changed || live != known;
        known = std::move(live);
      }
    }
    for (llvm::MachineBasicBlock& b : f_) {
      llvm::BitVector live = live_out(b);
      for (llvm::MachineInstr& i : llvm::reverse(b.instrs())) step(i, live, true);
      if (&b != &f_.front() && !b.isEHPad()) list(b);
    }
  }
  llvm::BitVector live_out(const llvm::MachineBasicBlock& b) const {
    llvm::BitVector live(registers_.getNumRegUnits());
    for (const llvm::MachineBasicBlock* s : b.successors())
      if (!s->isEHPad()) live |= live_in_.at(s);
    return live;
  }
  bool lives(const llvm::MachineOperand& o) const {
    return o.isReg() && o.getReg().isPhysical() && !info_.isReserved(o.getReg().asMCReg());
  }
  // From behind an instruction to in front of it.
  void step(llvm::MachineInstr& i, llvm::BitVector& live, bool mark) {
    if (i.isDebugInstr()) return;
    const auto any = [&](const llvm::MachineOperand& o) {
      for (const auto unit : registers_.regunits(o.getReg().asMCReg()))
        if (live.test(static_cast<unsigned>(unit))) return true;
      return false;
    };
    for (llvm::MachineOperand& o : i.operands()) {
      if (!lives(o)) continue;
      if (mark && o.isDef() && o.isDead() && any(o)) o.setIsDead(false);
      if (mark && o.isUse() && o.isKill() && any(o)) o.setIsKill(false);
    }
    for (const llvm::MachineOperand& o : i.operands()) {
      if (lives(o) && o.isDef())
        for (const auto unit : registers_.regunits(o.getReg().asMCReg())) live.reset(static_cast<unsigned>(unit));
      if (!o.isRegMask()) continue;
      for (const unsigned unit : live.set_bits())
        for (llvm::MCRegUnitRootIterator root(static_cast<llvm::MCRegUnit>(unit), &registers_); root.isValid(); ++root)
          if (o.clobbersPhysReg(*root)) live.reset(unit);
    }
    for (const llvm::MachineOperand& o : i.operands())
      if (lives(o) && o.isUse() && o.readsReg())
        for (const auto unit : registers_.regunits(o.getReg().asMCReg())) live.set(static_cast<unsigned>(unit));
  }
  // The block's list names what is live into it.
  void list(llvm::MachineBasicBlock& b) const {
    const llvm::BitVector& live = live_in_.at(&b);
    llvm::BitVector named(live.size());
    std::vector<llvm::MCRegister> gone;
    for (const auto& in : b.liveins()) {
      bool used = info_.isReserved(in.PhysReg);
      for (const auto unit : registers_.regunits(in.PhysReg)) {
        used = used || live.test(static_cast<unsigned>(unit));
        named.set(static_cast<unsigned>(unit));
      }
      if (!used) gone.push_back(in.PhysReg);
    }
    for (const llvm::MCRegister r : gone) b.removeLiveIn(r);
    for (const unsigned unit : live.set_bits())
      if (!named.test(unit)) b.addLiveIn(*llvm::MCRegUnitRootIterator(static_cast<llvm::MCRegUnit>(unit), &registers_));
    b.sortUniqueLiveIns();
  }

  llvm::MachineFunction& f_;
  const llvm::MachineRegisterInfo& info_;
  const llvm::TargetRegisterInfo& registers_;
  std::unordered_map<const llvm::MachineBasicBlock*, llvm::BitVector> live_in_;  // looked up only
};

}  // namespace lathe::llvm_mir
