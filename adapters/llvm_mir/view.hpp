// A machine function of LLVM 22 as a program::View, in SSA form or behind it, before or after register allocation.
//
// A virtual register is a value; of a physical one the widest register that it is a part of is, so what writes a part
// reads the rest, and what reads a part says which in its key. Calls write all that they do not preserve. Places in
// memory are told apart by the IR's identified objects and by frame slots.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/CodeGen/MachineFrameInfo.h>
#include <llvm/CodeGen/MachineMemOperand.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/PseudoSourceValue.h>
#include <llvm/IR/GlobalValue.h>

#include <lathe/program/view.hpp>

#include "adapters/llvm_mir/functions.hpp"

namespace lathe::llvm_mir {

/// `function` outlives it and is not changed meanwhile.
class View {
 public:
  using Block = const llvm::MachineBasicBlock*;
  using Inst = const llvm::MachineInstr*;
  using Value = std::uint32_t;  ///< llvm::Register's number; of physical registers the widest
  using Fact = program::Fact;
  using Effect = program::Effect;
  static constexpr program::Facts facts =
      Fact::incoming | Fact::branches | Fact::access | Fact::names | Fact::parameters;

  explicit View(llvm::MachineFunction& function)
      : f_(function),
        instructions_(*function.getSubtarget().getInstrInfo()),
        registers_(*function.getSubtarget().getRegisterInfo()) {
    for (llvm::MachineBasicBlock& b : function) look_at_branches(b);
    for (const llvm::MachineBasicBlock& b : function)
      for (const llvm::MachineInstr& i : b)
        for (const llvm::MachineMemOperand* m : i.memoperands()) object(*m);
  }

  std::vector<Block> blocks() const {
    std::vector<Block> out;
    for (const llvm::MachineBasicBlock& b : f_) out.push_back(&b);
    return out;
  }
  std::vector<Inst> instructions(Block b) const {
    std::vector<Inst> out;
    for (const llvm::MachineInstr& i : *b)
      if (!is_note(i) && !i.isImplicitDef()) out.push_back(&i);
    return out;
  }
  template <class F>
  void for_each_successor(Block b, F&& f) const {
    for (const llvm::MachineBasicBlock* s : b->successors()) f(Block{s});
  }
  template <class F>
  void for_each_operand(Inst i, F&& f) const {
    using program::Operand, program::Role;
    for (const llvm::MachineOperand& o : i->operands()) {
      if (!o.isReg() || !o.getReg() || o.isDebug()) continue;
      if (o.isUse() ? !o.isUndef() && !i->isPHI() : keeps_rest(o)) f(Operand<Value>{whole(o.getReg()), Role::use});
    }
    for (const llvm::MachineOperand& o : i->operands()) {
      if (o.isReg() && o.getReg() && o.isDef()) f(Operand<Value>{whole(o.getReg()), Role::def});
      if (o.isRegMask()) clobbers(o, [&](Value v) { f(Operand<Value>{v, Role::def}); });
    }
  }
  program::Effects effects(Inst i) const {
    if (i->isPHI()) return Effect::phi;
    program::Effects e;
    if (i->isTerminator()) e |= Effect::terminator;
    if (is_copy(*i)) e |= Effect::copy;
    if (i->mayLoad()) e |= i->isDereferenceableInvariantLoad() ? Effect::constant : Effect::reads;
    if (i->mayLoad()) e |= Effect::traps;
    if (i->mayStore()) e |= Effect::writes;
    if (i->mayLoadOrStore() && i->hasOrderedMemoryRef()) e |= Effect::ordered;
    if (i->isConvergent()) e |= Effect::convergent;
    if (i->isCall()) e |= Effect::call | Effect::fixed | Effect::side_effect;
    if (i->isPosition() || i->isInlineAsm()) e |= Effect::fixed | Effect::side_effect;
    if (i->hasUnmodeledSideEffects()) e |= Effect::side_effect;
    return e;
  }
  /// The opcode, all operands that are no registers or blocks, which parts of registers it takes.
  std::string key(Inst i) const {
    std::string out = instructions_.getName(i->getOpcode()).str();
    for (const llvm::MachineOperand& o : i->operands()) {
      if (o.isReg()) {
        if (o.getReg() && !is_copy(*i)) out += part(o);
        continue;
      }
      if (o.isMBB() || o.isRegMask() || o.isMetadata()) continue;
      llvm::raw_string_ostream to(out);
      to << ' ';
      o.print(to, &registers_);
    }
    return out;
  }

  template <class F>
  void for_each_incoming(Inst i, F&& f) const {
    if (!i->isPHI()) return;
    for (unsigned k = 1; k + 1 < i->getNumOperands(); k += 2)
      f(Block{i->getOperand(k + 1).getMBB()}, whole(i->getOperand(k).getReg()));
  }
  template <class F>
  void for_each_branch(Block b, F&& f) const {
    const auto at = branches_.find(b);
    if (at == branches_.end()) return;
    for (const auto& branch : at->second) f(branch);
  }
  template <class F>
  void for_each_access(Inst i, F&& f) const {
    for (const llvm::MachineMemOperand* m : i->memoperands()) {
      program::Access<Value> out;
      const auto [symbol, offset, whole_object] = object(*m);
      out.symbol = symbol;
      out.offset = offset;
      if (whole_object && m->getSize().hasValue() && m->getSize().isPrecise() && !m->getSize().isScalable())
        out.bytes = static_cast<std::uint32_t>(m->getSize().getValue());
      f(out);
    }
  }
  std::string name() const { return f_.getName().str(); }
  std::string block_name(Block b) const { return "bb." + std::to_string(b->getNumber()); }
  std::string inst_name(Inst i) const { return instructions_.getName(i->getOpcode()).str(); }
  std::string value_name(Value v) const {
    return llvm::Register(v).isVirtual() ? "%" + std::to_string(llvm::Register(v).virtRegIndex())
                                         : registers_.getName(v);
  }
  /// Physical registers that are live into the function.
  template <class F>
  void for_each_parameter(F&& f) const {
    for (const auto& [reg, unused] : f_.getRegInfo().liveins()) f(whole(reg));
  }

 private:
  using Branch = program::Branch<Block, Inst, Value>;
  struct Object {
    std::uint32_t symbol;
    std::int64_t offset;
    bool exact;  ///< the offset is the place's within the object
  };

  Value whole(llvm::Register r) const {
    if (!r.isPhysical()) return r.id();
    llvm::MCRegister out = r.asMCReg();
    for (const llvm::MCPhysReg super : registers_.superregs(out)) out = super;
    return out.id();
  }
  bool keeps_rest(const llvm::MachineOperand& o) const {
    if (o.getReg().isVirtual()) return o.readsReg();  // a part of it is written
    return whole(o.getReg()) != o.getReg().id();
  }
  bool is_copy(const llvm::MachineInstr& i) const {
    if (!i.isCopy()) return false;
    const llvm::MachineOperand &to = i.getOperand(0), &from = i.getOperand(1);
    return to.getSubReg() == 0 && from.getSubReg() == 0 && i.getNumOperands() == 2 && !keeps_rest(to) &&
           !from.isUndef() && (from.getReg().isVirtual() || whole(from.getReg()) == from.getReg().id());
  }
  std::string part(const llvm::MachineOperand& o) const {
    std::string out = o.isDef() ? " d" : o.isUndef() ? " u" : " r";
    if (o.getSubReg() != 0) out += "." + std::to_string(o.getSubReg());
    if (o.getReg().isPhysical() && whole(o.getReg()) != o.getReg().id())
      out += "." + std::string(registers_.getName(o.getReg()));
    return out;
  }
  template <class F>
  void clobbers(const llvm::MachineOperand& mask, F&& f) const {
    for (unsigned r = 1; r < registers_.getNumRegs(); ++r)
      if (whole(llvm::Register(r)) == r && mask.clobbersPhysReg(static_cast<llvm::MCPhysReg>(r))) f(Value{r});
  }

  // What the target says of a block's end; a condition and its reverse are one question, asked the same way.
  void look_at_branches(llvm::MachineBasicBlock& b) {
    llvm::MachineBasicBlock *yes = nullptr, *no = nullptr;
    llvm::SmallVector<llvm::MachineOperand, 4> condition;
    auto& out = branches_[&b];
    if (b.succ_empty() || instructions_.analyzeBranch(b, yes, no, condition, false)) return;
    if (no == nullptr) no = b.getFallThrough(false);
    if (yes == nullptr) yes = no;
    if (!condition.empty() && no != nullptr) {
      llvm::SmallVector<llvm::MachineOperand, 4> reversed = condition;
      const bool reversible = !instructions_.reverseBranchCondition(reversed);
      const std::string here = question(condition), there = reversible ? question(reversed) : here;
      Branch way;
      way.target = yes;
      way.conditional = true;
      way.negated = there < here;
      way.test = std::hash<std::string>()(std::min(here, there));
      if (!asked(b, condition, way.condition)) return;
      out.push_back(way);
    }
    llvm::MachineBasicBlock* const last = condition.empty() ? yes : no;
    if (last == nullptr) return out.clear();
    Branch next;
    next.target = last;
    out.push_back(next);
  }
  std::string question(const llvm::SmallVectorImpl<llvm::MachineOperand>& condition) const {
    std::string out;
    for (const llvm::MachineOperand& o : condition) {
      if (o.isReg()) continue;
      llvm::raw_string_ostream to(out);
      to << ' ';
      o.print(to, &registers_);
    }
    return out;
  }
  // The one register that the condition asks: in it, or the flags that the branch reads.
  bool asked(const llvm::MachineBasicBlock& b, const llvm::SmallVectorImpl<llvm::MachineOperand>& condition,
             Value& to) const {
    std::vector<Value> found;
    for (const llvm::MachineOperand& o : condition)
      if (o.isReg() && o.getReg()) found.push_back(whole(o.getReg()));
    if (found.empty())
      for (const llvm::MachineInstr& i : b.terminators()) {
        if (!i.isConditionalBranch()) continue;
        for (const llvm::MachineOperand& o : i.operands())
          if (o.isReg() && o.getReg() && o.isUse()) found.push_back(whole(o.getReg()));
        break;
      }
    if (found.size() != 1) return false;
    to = found[0];
    return true;
  }

  Object object(const llvm::MachineMemOperand& m) const {
    if (const llvm::PseudoSourceValue* p = m.getPseudoValue()) {
      if (p->isConstantPool() || p->isGOT() || p->isJumpTable()) return {number(p), m.getOffset(), false};
      const auto* slot = llvm::dyn_cast<llvm::FixedStackPseudoSourceValue>(p);
      if (slot == nullptr) return {0, 0, false};
      // A slot that the IR knows has one name.
      const llvm::AllocaInst* known = f_.getFrameInfo().getObjectAllocation(slot->getFrameIndex());
      return {number(known != nullptr ? static_cast<const void*>(known) : slot), m.getOffset(), true};
    }
    if (const llvm::Value* v = m.getValue()) {
      const llvm::Value* under = llvm::getUnderlyingObject(v);
      if (!llvm::isIdentifiedObject(under)) return {0, 0, false};
      return {number(under), m.getOffset(), under == v};
    }
    return {0, 0, false};
  }
  std::uint32_t number(const void* object) const {
    return objects_.try_emplace(object, static_cast<std::uint32_t>(objects_.size() + 1)).first->second;
  }

  llvm::MachineFunction& f_;
  const llvm::TargetInstrInfo& instructions_;
  const llvm::TargetRegisterInfo& registers_;
  std::unordered_map<const llvm::MachineBasicBlock*, std::vector<Branch>> branches_;  // looked up only
  mutable std::unordered_map<const void*, std::uint32_t> objects_;                    // looked up only
};
static_assert(program::is_view<View>());

}  // namespace lathe::llvm_mir
