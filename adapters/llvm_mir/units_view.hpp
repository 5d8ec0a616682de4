// A machine function of LLVM as a program::View whose values are virtual registers and, of physical ones, register
// units: what LLVM counts pressure in, and what tells parts of registers apart. For liveness, pressure and outlining.
//
// A phi is an instruction that writes its result; what it reads is live at the ends of the blocks it comes from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <llvm/CodeGen/LiveRegUnits.h>

#include "adapters/llvm_mir/code.hpp"
#include "adapters/llvm_mir/physical_lives.hpp"

namespace lathe::llvm_mir {

class UnitsView : public CodeOf {
 public:
  using Value = std::uint64_t;  ///< the index of a virtual register, or `physical` plus a register unit
  static constexpr Value physical = Value{1} << 32;
  static constexpr program::Facts facts = Fact::live_out | Fact::names | Fact::location;
  /// Which physical ones are values. `all` that are no constants: their clobbers by calls are definitions then.
  enum class Registers : std::uint8_t { allocatable, not_reserved, all };

  UnitsView(llvm::MachineFunction& function, Registers which)
      : CodeOf(function), info_(function.getRegInfo()), which_(which) {}

  std::vector<Inst> instructions(Block b) const {
    std::vector<Inst> out;
    for (const llvm::MachineInstr& i : *b)
      // KILL, which is no code, does keep what it names alive until there, and a pad's label stands for the unwinder.
      if (!is_note(i) || (which_ == Registers::allocatable && (i.isKill() || enters_pad(i)))) out.push_back(&i);
    return out;
  }
  template <class F>
  void for_each_operand(Inst i, F&& f) const {
    using program::Operand, program::Role;
    for_each_entered(*i, [&](llvm::Register r, llvm::MCRegUnit unit) {
      if (counts(r)) f(Operand<Value>{physical + static_cast<unsigned>(unit), Role::def});
    });
    // What is written under a condition, or in part, is read too.
    const bool sometimes = instructions_.isPredicated(*i);
    for (const llvm::MachineOperand& o : i->operands()) {
      if (o.isRegMask() && which_ == Registers::all)
        for (unsigned unit = 0; unit < registers_.getNumRegUnits(); ++unit)
          if (clobbers(o, static_cast<llvm::MCRegUnit>(unit))) f(Operand<Value>{physical + unit, Role::def});
      if (!o.isReg() || !o.getReg() || o.isDebug() || (i->isPHI() && !o.isDef())) continue;
      const auto one = [&](Value v) {
        if (o.readsReg() || (o.isDef() && sometimes)) f(Operand<Value>{v, Role::use});
        if (o.isDef()) f(Operand<Value>{v, Role::def});
      };
      if (o.getReg().isVirtual())
        one(o.getReg().virtRegIndex());
      else if (counts(o.getReg()))
        for (const llvm::MCRegUnit unit : registers_.regunits(o.getReg())) one(physical + static_cast<unsigned>(unit));
    }
  }
  template <class F>
  void for_each_live_out(Block b, F&& f) const {
    llvm::LiveRegUnits live(registers_);
    for (const llvm::MachineBasicBlock* next : b->successors()) {
      if (!next->isEHPad()) live.addLiveIns(*next);
      for (const llvm::MachineInstr& phi : next->phis())
        for (unsigned k = 1; k + 1 < phi.getNumOperands(); k += 2)
          if (phi.getOperand(k + 1).getMBB() == b && !phi.getOperand(k).isUndef())
            f(Value{phi.getOperand(k).getReg().virtRegIndex()});
    }
    for (const unsigned unit : live.getBitVector().set_bits())
      if (which_ != Registers::allocatable || allocatable(static_cast<llvm::MCRegUnit>(unit))) f(physical + unit);
  }
  std::string key(Inst i) const {
    return CodeOf::key(i, [](const llvm::MachineOperand&, llvm::raw_ostream&) {});
  }
  std::string value_name(Value v) const {
    return v < physical ? "%" + std::to_string(v) : "unit" + std::to_string(v - physical);
  }

  /// The class of a virtual register; null where it has none.
  const llvm::TargetRegisterClass* type(Value v) const {
    return info_.getRegClassOrNull(llvm::Register::index2VirtReg(static_cast<unsigned>(v)));
  }
  /// Its name, "none"; of a physical one, each is a class of its own.
  std::string class_of(Value v) const {
    return v >= physical ? value_name(v) : type(v) == nullptr ? "none" : registers_.getRegClassName(type(v));
  }
  /// Units that may be allocated in some way: all that is counted of physical registers.
  bool allocatable(llvm::MCRegUnit unit) const {
    for (llvm::MCRegUnitRootIterator root(unit, &registers_); root.isValid(); ++root)
      for (llvm::MCSuperRegIterator reg(*root, &registers_, true); reg.isValid(); ++reg)
        if (info_.isAllocatable(*reg)) return true;
    return false;
  }

 protected:
  const llvm::MachineRegisterInfo& info_;

 private:
  bool counts(llvm::Register r) const {
    if (which_ == Registers::all) return !info_.isConstantPhysReg(r);
    return which_ == Registers::allocatable ? info_.isAllocatable(r) : !info_.isReserved(r);
  }

  Registers which_;
};
static_assert(program::is_view<UnitsView>());

}  // namespace lathe::llvm_mir
