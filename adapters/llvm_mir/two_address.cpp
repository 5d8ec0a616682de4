#include "adapters/llvm_mir/two_address.hpp"

namespace lathe::llvm_mir {

namespace {

using Instr = llvm::MachineInstr;
using Operand = llvm::MachineOperand;

const llvm::MCInstrDesc& copy_of(const llvm::MachineFunction& f) {
  return f.getSubtarget().getInstrInfo()->get(llvm::TargetOpcode::COPY);
}

// f(use, the definition that it is tied to), of registers.
template <class F>
void for_each_tie(Instr& i, F&& f) {
  if (i.isDebugInstr() || i.isBundledWithPred()) return;
  for (unsigned k = 0; k < i.getNumOperands(); ++k) {
    Operand& o = i.getOperand(k);
    if (o.isReg() && o.isUse() && o.isTied()) f(o, i.getOperand(i.findTiedOperandIdx(k)));
  }
}

void take_name(Operand& use, const Operand& def) {
  use.setReg(def.getReg());
  use.setSubReg(def.getSubReg());
  use.setIsKill(false);
}

bool untrue(const Operand& use, const Operand& def) {
  return use.getReg() != def.getReg() || use.getSubReg() != def.getSubReg();
}

// A copy in front makes it true; where the instruction reads the definition's register, by way of a new one.
void make_true(Instr& i, Operand& use, Operand& def) {
  llvm::MachineFunction& f = *i.getMF();
  llvm::MachineBasicBlock& b = *i.getParent();
  const llvm::Register to = def.getReg();
  bool read = false;
  for (const Operand& o : i.operands())
    read = read || (&o != &use && o.isReg() && o.isUse() && !o.isUndef() && o.getReg() == to);
  const llvm::Register begun = read && to.isVirtual() ? f.getRegInfo().cloneVirtualRegister(to) : to;
  llvm::BuildMI(b, i, i.getDebugLoc(), copy_of(f), begun).addReg(use.getReg(), 0, use.getSubReg());
  def.setReg(begun);
  take_name(use, def);
  if (begun != to) llvm::BuildMI(b, std::next(i.getIterator()), i.getDebugLoc(), copy_of(f), to).addReg(begun);
}

// %d = INSERT_SUBREG %d, %s, part is %d.part = COPY %s.
void lower_insertion(Instr& i) {
  i.getOperand(0).setSubReg(static_cast<unsigned>(i.getOperand(3).getImm()));
  i.getOperand(0).setIsUndef(i.getOperand(1).isUndef());
  i.removeOperand(3);
  i.removeOperand(1);
  i.setDesc(copy_of(*i.getMF()));
}

// A copy into each part. The first one finds nothing in the rest of the register.
void lower_sequence(Instr& i) {
  llvm::MachineFunction& f = *i.getMF();
  const llvm::Register to = i.getOperand(0).getReg();
  bool first = true;
  for (unsigned k = 1; k + 1 < i.getNumOperands(); k += 2) {
    if (i.getOperand(k).isUndef()) continue;
    const auto part = static_cast<unsigned>(i.getOperand(k + 1).getImm());
    Instr* const copy = llvm::BuildMI(*i.getParent(), i, i.getDebugLoc(), copy_of(f))
                            .addReg(to, llvm::RegState::Define, part)
                            .add(i.getOperand(k));
    copy->getOperand(0).setIsUndef(std::exchange(first, false));
    copy->getOperand(1).setIsKill(false);
  }
  if (!first) return i.eraseFromParent();
  i.setDesc(f.getSubtarget().getInstrInfo()->get(llvm::TargetOpcode::IMPLICIT_DEF));
  for (unsigned k = i.getNumOperands(); k > 1; --k) i.removeOperand(k - 1);
}

}  // namespace

bool begin_two_address(llvm::MachineFunction& f) {
  bool any = false;
  llvm::MachineRegisterInfo& info = f.getRegInfo();
  for (unsigned r = 0; r < info.getNumVirtRegs(); ++r) info.clearKillFlags(llvm::Register::index2VirtReg(r));
  for (llvm::MachineBasicBlock& b : f)
    for (Instr& i : b)
      for_each_tie(i, [&](Operand& use, Operand& def) {
        if (use.isUndef() && def.getSubReg() == 0) {
          if (def.getReg().isVirtual() && use.getReg().isVirtual() && info.getRegClassOrNull(use.getReg()) != nullptr)
            info.constrainRegClass(def.getReg(), info.getRegClass(use.getReg()));
          take_name(use, def);
        } else if (use.getSubReg() != 0 && def.getReg().isVirtual() && def.getSubReg() == 0) {
          const llvm::Register part = info.cloneVirtualRegister(def.getReg());
          llvm::BuildMI(b, i, i.getDebugLoc(), copy_of(f), part).addReg(use.getReg(), 0, use.getSubReg());
          use.setReg(part);
          use.setSubReg(0);
        }
        any |= !use.isUndef() && use.getReg() != def.getReg();
      });
  return any;
}

void end_two_address(llvm::MachineFunction& f) {
  for (llvm::MachineBasicBlock& b : f) {
    for (auto at = b.begin(); at != b.end();) {
      Instr& i = *at++;
      for_each_tie(i, [&](Operand& use, Operand& def) {
        if (use.isUndef() && untrue(use, def)) take_name(use, def);
        if (untrue(use, def)) make_true(i, use, def);
      });
      if (i.isInsertSubreg()) lower_insertion(i);
      if (i.isRegSequence()) lower_sequence(i);
    }
  }
  f.getRegInfo().leaveSSA();
  f.getProperties().setTiedOpsRewritten();
}

}  // namespace lathe::llvm_mir
