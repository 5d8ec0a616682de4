// Branches of LLVM 22 that ask whether a register is 0, and registers of which that is known: a client of
// lathe/passes/fold_conditions.hpp.
//
// Of a branch that asks anything else nothing is said but where it goes, as Code does. Behind a block that goes one way alone
// LLVM's own passes see less: this is for machine code that no pass of the IR has looked at.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "adapters/llvm_mir/editor.hpp"

namespace lathe::llvm_mir {

/// Code whose branches name the register that they compare with 0 as a condition, on AArch64 (CBZ, CBNZ) and RISC-V (BEQ, BNE with
/// x0); it is its own ConditionClient. `function` outlives it.
class ConditionCode : public Code {
 public:
  explicit ConditionCode(llvm::MachineFunction& function) : Code(function, Ways::open, nullptr, Masks::left_out) {}

  template <class F>
  void for_each_branch(Block b, F&& f) const {
    const auto zero = asked_for_zero(change(b));
    bool first = true;
    std::size_t ways = 0;
    for_each_successor(b, [&](Block) { ++ways; });
    if (zero && ways == 2) {
      for_each_successor(b, [&](Block to) {
        Branch way;
        way.target = to;
        way.conditional = first;
        if (first) way.condition = zero->first, way.negated = zero->second;
        first = false;
        f(way);
      });
      return;
    }
    Code::for_each_branch(b, f);
  }
  /// Where the target says which number a register gets: whether that is not 0.
  std::optional<bool> condition(Inst i) const {
    if (i->getNumExplicitDefs() != 1 || !i->getOperand(0).isReg() || i->getOperand(0).getSubReg() != 0) return {};
    std::int64_t word = 0;
    if (instructions_.getConstValDefinedInReg(*i, i->getOperand(0).getReg(), word)) return word != 0;
    const auto is_zero = [&](const llvm::MachineOperand& o) {
      return o.isReg() && o.getReg().isPhysical() && registers_.isConstantPhysReg(o.getReg().asMCReg());
    };
    if (std::string_view(instructions_.getName(i->getOpcode())) == "ADDI" && is_zero(i->getOperand(1)) &&
        i->getOperand(2).isImm())
      return i->getOperand(2).getImm() != 0;
    if (i->isMoveImmediate() && i->getNumExplicitOperands() == 2 && i->getOperand(1).isImm() && !i->isImplicitDef())
      return i->getOperand(1).getImm() != 0;
    return {};
  }
  /// What is known is a number already.
  std::optional<Inst> make_condition(Inst, bool) const { return {}; }
  /// Nothing is done under a guard here.
  std::optional<Inst> make_unguarded(Inst) const { return {}; }

 private:
  // The register, and whether the first way is taken where it is 0.
  std::optional<std::pair<Value, bool>> asked_for_zero(llvm::MachineBasicBlock& b) const {
    llvm::MachineBasicBlock *yes = nullptr, *no = nullptr;
    llvm::SmallVector<llvm::MachineOperand, 4> condition;
    if (b.succ_size() != 2 || instructions_.analyzeBranch(b, yes, no, condition, false) || condition.empty()) return {};
    const llvm::MachineInstr* by = nullptr;
    for (const llvm::MachineInstr& i : b.terminators())
      if (by == nullptr && i.isConditionalBranch()) by = &i;
    if (by == nullptr) return {};
    const std::string_view name = instructions_.getName(by->getOpcode());
    const bool zero = name == "CBZW" || name == "CBZX" || name == "BEQ",
               other = name == "CBNZW" || name == "CBNZX" || name == "BNE";
    if (!zero && !other) return {};
    std::optional<Value> asked;
    for (const llvm::MachineOperand& o : by->explicit_uses()) {
      if (!o.isReg() || (o.getReg().isPhysical() && registers_.isConstantPhysReg(o.getReg().asMCReg()))) continue;
      if (asked || !o.getReg().isVirtual() || o.getSubReg() != 0) return {};
      asked = o.getReg().id();
    }
    if (!asked) return {};
    return std::pair(*asked, zero);
  }
};

}  // namespace lathe::llvm_mir
