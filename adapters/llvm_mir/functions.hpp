// What the adapters of this folder share: machine functions as a flat list of blocks and instructions with dense ids,
// and sizes of instructions.
#pragma once

#include <cstdint>
#include <memory>
#include <ranges>
#include <span>
#include <vector>

#include <llvm/CodeGen/MachineBasicBlock.h>
#include <llvm/CodeGen/MachineDominators.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineInstr.h>
#include <llvm/CodeGen/MachineLoopInfo.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetRegisterInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCCodeEmitter.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCExpr.h>
#include <llvm/MC/MCFixup.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Target/TargetMachine.h>

namespace lathe::llvm_mir {

/// Instructions that are no code and concern no algorithm: debug values, lifetime marks and the like.
inline bool is_note(const llvm::MachineInstr& inst) {
  return inst.isDebugInstr() || inst.isPseudoProbe() || inst.isKill() || inst.isLifetimeMarker();
}

/// Blocks and instructions of some functions, numbered in their order; notes are left out. With `breaks`, a nullptr
/// stands behind every call and return.
class FlatFunctions {
 public:
  struct Block {
    llvm::MachineBasicBlock* block = nullptr;
    std::uint32_t function = 0, first = 0, count = 0;
  };

  explicit FlatFunctions(std::span<llvm::MachineFunction* const> functions, bool breaks = false)
      : functions_(functions.begin(), functions.end()) {
    for (std::uint32_t f = 0; f < functions_.size(); ++f)
      for (llvm::MachineBasicBlock& block : *functions_[f]) {
        blocks_.push_back({&block, f, static_cast<std::uint32_t>(insts_.size()), 0});
        for (llvm::MachineInstr& inst : block) {
          if (is_note(inst)) continue;
          insts_.push_back(&inst);
          if (breaks && (inst.isCall() || inst.isReturn())) insts_.push_back(nullptr);
        }
        blocks_.back().count = static_cast<std::uint32_t>(insts_.size()) - blocks_.back().first;
      }
  }

  const std::vector<llvm::MachineFunction*>& functions() const { return functions_; }
  const std::vector<Block>& blocks() const { return blocks_; }
  const std::vector<llvm::MachineInstr*>& insts() const { return insts_; }
  auto ids(std::uint32_t block) const {
    return std::views::iota(blocks_[block].first, blocks_[block].first + blocks_[block].count);
  }

 private:
  std::vector<llvm::MachineFunction*> functions_;
  std::vector<Block> blocks_;
  std::vector<llvm::MachineInstr*> insts_;
};

/// Sizes in bytes: the target's own answer where it has one; else what its encoder makes of the instruction with
/// symbols for all that is not known yet; else `otherwise` (before allocation, for pseudo-instructions).
class Sizes {
 public:
  Sizes(const llvm::TargetMachine& target, std::uint32_t otherwise)
      : otherwise_(otherwise),
        context_(target.getTargetTriple(), target.getMCAsmInfo(), target.getMCRegisterInfo(),
                 target.getMCSubtargetInfo()) {
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
    llvm::SmallVector<char, 16> bytes;
    llvm::SmallVector<llvm::MCFixup, 4> fixups;
    emitter_->encodeInstruction(lowered, bytes, fixups, subtarget);
    return static_cast<std::uint32_t>(bytes.size());
  }

 private:
  std::uint32_t otherwise_;
  llvm::MCContext context_;
  std::unique_ptr<llvm::MCCodeEmitter> emitter_;
};

/// How often each block runs, as a guess: a power of ten for each loop around it. In the order of FlatFunctions.
inline std::vector<std::uint64_t> block_weights(const FlatFunctions& flat) {
  std::vector<std::uint64_t> out;
  out.reserve(flat.blocks().size());
  for (llvm::MachineFunction* f : flat.functions()) {
    llvm::MachineDominatorTree dominators(*f);
    const llvm::MachineLoopInfo loops(dominators);
    for (const llvm::MachineBasicBlock& block : *f) {
      std::uint64_t weight = 1;
      for (unsigned depth = std::min(loops.getLoopDepth(&block), 18U); depth > 0; --depth) weight *= 10;
      out.push_back(weight);
    }
  }
  return out;
}

}  // namespace lathe::llvm_mir
