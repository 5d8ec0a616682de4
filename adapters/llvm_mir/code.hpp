// What every View of a machine function of LLVM 22 says of blocks, ways, effects, names, and operands but registers.
#pragma once

#include <string>
#include <vector>

#include <llvm/CodeGen/MachineMemOperand.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/Support/raw_ostream.h>

#include <lathe/program/view.hpp>

#include "adapters/llvm_mir/functions.hpp"
#include "adapters/llvm_mir/places.hpp"

namespace lathe::llvm_mir {

/// `function` outlives it and is not changed meanwhile.
class CodeOf {
 public:
  using Block = const llvm::MachineBasicBlock*;
  using Inst = const llvm::MachineInstr*;
  using Fact = program::Fact;
  using Effect = program::Effect;

  explicit CodeOf(llvm::MachineFunction& function)
      : f_(function),
        instructions_(*function.getSubtarget().getInstrInfo()),
        registers_(*function.getSubtarget().getRegisterInfo()) {}

  std::vector<Block> blocks() const {
    std::vector<Block> out;
    for (const llvm::MachineBasicBlock& b : f_) out.push_back(&b);
    return out;
  }
  template <class F>
  void for_each_successor(Block b, F&& f) const {
    for (const llvm::MachineBasicBlock* s : b->successors()) f(Block{s});
  }
  program::Effects effects(Inst i) const {
    if (i->isPHI()) return Effect::phi;
    program::Effects e = i->isTerminator() ? program::Effects(Effect::terminator) : program::Effects();
    if (i->mayLoad()) e |= (i->isDereferenceableInvariantLoad() ? Effect::constant : Effect::reads) | Effect::traps;
    if (i->mayStore()) e |= Effect::writes;
    if (i->mayLoadOrStore() && i->hasOrderedMemoryRef()) e |= Effect::ordered;
    if (i->isConvergent()) e |= Effect::convergent;
    if (i->isCall()) e |= Effect::call | Effect::fixed | Effect::side_effect;
    if (i->isPosition() || i->isInlineAsm()) e |= Effect::fixed | Effect::side_effect;
    if (i->hasUnmodeledSideEffects()) e |= Effect::side_effect;
    return e;
  }
  /// The opcode and all operands but blocks, masks and metadata; registers as `add_register(operand, out)` writes them.
  template <class F>
  std::string key(Inst i, F&& add_register) const {
    std::string text;
    llvm::raw_string_ostream out(text);
    out << instructions_.getName(i->getOpcode());
    for (const llvm::MachineOperand& o : i->operands()) {
      if (o.isMBB() || o.isRegMask() || o.isMetadata()) continue;
      if (o.isReg())
        add_register(o, out);
      else
        o.print(out << ' ', &registers_);
    }
    return text;
  }
  std::string name() const { return f_.getName().str(); }
  std::string block_name(Block b) const { return "bb." + std::to_string(b->getNumber()); }
  SourcePlace location(Inst i) const { return source_place(*i); }
  std::string inst_name(Inst i) const { return instructions_.getName(i->getOpcode()).str(); }

 protected:
  /// Of a register unit: may a call with this mask of preserved registers write it?
  bool clobbers(const llvm::MachineOperand& mask, llvm::MCRegUnit unit) const {
    for (llvm::MCRegUnitRootIterator root(unit, &registers_); root.isValid(); ++root)
      if (mask.clobbersPhysReg(*root)) return true;
    return false;
  }

  llvm::MachineFunction& f_;
  const llvm::TargetInstrInfo& instructions_;
  const llvm::TargetRegisterInfo& registers_;
};

}  // namespace lathe::llvm_mir
