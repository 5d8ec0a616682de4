// What the adapters of this folder share: which instructions are code, and their sizes.
#pragma once

#include <cstdint>
#include <memory>

#include <llvm/CodeGen/MachineBasicBlock.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineInstr.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCCodeEmitter.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCExpr.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Target/TargetMachine.h>

#include "adapters/llvm_mir/short_forms.hpp"

namespace lathe::llvm_mir {

/// Instructions that are no code and concern no algorithm: debug values, lifetime marks and the like.
inline bool is_note(const llvm::MachineInstr& inst) {
  return inst.isDebugInstr() || inst.isPseudoProbe() || inst.isKill() || inst.isLifetimeMarker();
}

/// Sizes in bytes: the target's own answer where it has one; else what its encoder makes of the instruction with
/// symbols for all that is not known yet, in the shortest form (x86); else `otherwise` (before allocation, for
/// pseudo-instructions).
class Sizes {
 public:
  Sizes(const llvm::TargetMachine& target, std::uint32_t otherwise)
      : otherwise_(otherwise),
        context_(target.getTargetTriple(), target.getMCAsmInfo(), target.getMCRegisterInfo(),
                 target.getMCSubtargetInfo()),
        forms_(target.getTargetTriple(), *target.getMCInstrInfo(), *target.getMCRegisterInfo()) {
    // Targets without an encoder have pseudo-instructions only.
    emitter_.reset(target.getTarget().createMCCodeEmitter(*target.getMCInstrInfo(), context_));
  }

  std::uint32_t operator()(const llvm::MachineInstr& inst) {
    const llvm::TargetSubtargetInfo& subtarget = inst.getMF()->getSubtarget();
    if (inst.isMetaInstruction()) return 0;
    const unsigned known = subtarget.getInstrInfo()->getInstSizeInBytes(inst);
    if (known != ~0U) return known;
    if (!emitter_ || inst.isPseudo() || inst.isInlineAsm() || inst.isBundle()) return otherwise_;
    llvm::MCInst lowered;
    lowered.setOpcode(inst.getOpcode());
    for (const llvm::MachineOperand& o : inst.explicit_operands()) {
      if (o.isFI() || (o.isReg() && o.getReg().isVirtual())) return otherwise_;
      if (o.isReg())
        lowered.addOperand(llvm::MCOperand::createReg(o.getReg().asMCReg()));
      else if (o.isImm())
        lowered.addOperand(llvm::MCOperand::createImm(o.getImm()));
      else
        lowered.addOperand(
            llvm::MCOperand::createExpr(llvm::MCSymbolRefExpr::create(context_.createTempSymbol(), context_)));
    }
    const std::uint32_t bytes = forms_.bytes(lowered, *emitter_, subtarget);
    return bytes != 0 ? bytes : otherwise_;  // of what the encoder does not know it makes nothing
  }

 private:
  std::uint32_t otherwise_;
  llvm::MCContext context_;
  ShortForms forms_;
  std::unique_ptr<llvm::MCCodeEmitter> emitter_;
};

}  // namespace lathe::llvm_mir
