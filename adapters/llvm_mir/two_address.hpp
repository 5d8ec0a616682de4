// A machine function of LLVM 22 in front of two-address form, and into it: what lathe/passes/two_address.hpp asks for.
//
//   if (llvm_mir::begin_two_address(function)) {
//     llvm_mir::TiedCode code(function);
//     passes::two_address(code);
//   }
//   llvm_mir::end_two_address(function);
//
// In front: no last reads are marked, ties of reads of nothing are made true, and what is tied to a part of a
// register reads a copy of that part. Behind: ties that are still untrue get a copy, REG_SEQUENCE and INSERT_SUBREG
// become copies into parts, and the function says that ties hold. Between the two the target is asked
// (commuteInstruction, convertToThreeAddress).
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <llvm/CodeGen/MachineInstrBuilder.h>

#include "adapters/llvm_mir/editor.hpp"

namespace lathe::llvm_mir {

/// A function whose ties are to be made true. Its blocks do not change.
class TiedCode : public Code {
 public:
  explicit TiedCode(llvm::MachineFunction& function) : Code(function, Ways::fixed, nullptr, Masks::left_out) {}

  /// Copies of parts and of physical registers are copies, too.
  program::Effects effects(Inst i) const {
    const program::Effects e = Code::effects(i);
    return i->isCopy() && is_copy(*i) ? e | Effect::copy : e;
  }
  bool may_copy(Inst i) const { return i->isCopy(); }
  Inst make_copy(Value to, Value from) {
    const Inst made =
        llvm::BuildMI(f_, llvm::DebugLoc(), instructions_.get(llvm::TargetOpcode::COPY), llvm::Register(to))
            .addReg(llvm::Register(from));
    effects_.insert(made, program::Effects(Effect::copy) | Effect::cheap);  // the target wants to see where it stands
    return made;
  }
  /// What the target makes of it instead (x86: LEA, with copies around it); nothing: it has no such form.
  std::vector<Inst> make_untied(Inst i) {
    llvm::MachineInstr& inst = change(i);
    if (!inst.isConvertibleTo3Addr() || inst.isBundled()) return {};
    llvm::MachineBasicBlock& b = *inst.getParent();
    const bool first = inst.getIterator() == b.begin();
    const auto before = first ? b.end() : std::prev(inst.getIterator());
    llvm::MachineInstr* const last = instructions_.convertToThreeAddress(inst, nullptr, nullptr);
    if (last == nullptr) return {};
    if (inst.peekDebugInstrNum() != 0) f_.substituteDebugValuesForInst(inst, *last);
    std::vector<llvm::MachineInstr*> made;
    for (auto at = first ? b.begin() : std::next(before); &*at != &inst; ++at) made.push_back(&*at);
    for (llvm::MachineInstr* m : made) effects(m), m->removeFromParent();
    return {made.begin(), made.end()};
  }
  /// As far as the target makes the same instruction with the two in each other's places, whatever its opcode is then.
  bool may_exchange(Inst i, std::uint32_t a, std::uint32_t b) const {
    const auto places = places_of(i, a, b);
    if (!places) return false;
    llvm::MachineInstr& here = change(i);
    llvm::MachineInstr* const copy = f_.CloneMachineInstr(i);
    here.getParent()->insert(here.getIterator(), copy);
    const llvm::MachineInstr* const made =
        instructions_.commuteInstruction(*copy, false, places->first, places->second);
    bool same = made == copy && made->getNumOperands() == i->getNumOperands();
    for (unsigned k = 0; same && k < i->getNumOperands(); ++k) {
      const unsigned from = k == places->first ? places->second : k == places->second ? places->first : k;
      const llvm::MachineOperand &was = i->getOperand(from), &is = made->getOperand(k);
      same = was.isReg() == is.isReg() && (!was.isReg() || (was.getReg() == is.getReg() && was.isDef() == is.isDef()));
    }
    copy->eraseFromParent();
    return same;
  }
  /// Precondition: may_exchange. The registers stay where they are.
  void exchange(Inst i, std::uint32_t a, std::uint32_t b) {
    const auto places = places_of(i, a, b);
    llvm::MachineInstr& inst = change(i);
    instructions_.commuteInstruction(inst, false, places->first, places->second);
    llvm::MachineOperand &x = inst.getOperand(places->first), &y = inst.getOperand(places->second);
    const llvm::Register other = x.getReg();
    x.setReg(y.getReg());
    y.setReg(other);
    x.setIsKill(false);
    y.setIsKill(false);
    x.setIsRenamable(false);
    y.setIsRenamable(false);
  }
  /// The class that a register has to be of is the one that the operand wants, not the one that stood there.
  void set_operand(Inst i, std::uint32_t k, Value v) {
    Code::set_operand(i, k, v);
    const llvm::MachineOperand* const o = operand(i, k).first;
    if (o == nullptr || o->getSubReg() != 0) return;
    if (const auto at = wanted_.find(o); at != wanted_.end())
      at->second = i->getRegClassConstraint(o->getOperandNo(), &instructions_, &registers_);
  }

 private:
  // LLVM's numbers of two operands, if the target knows them to change places.
  std::optional<std::pair<unsigned, unsigned>> places_of(Inst i, std::uint32_t a, std::uint32_t b) const {
    if (!i->isCommutable() || i->isBundled()) return {};
    const llvm::MachineOperand *const x = operand(i, a).first, *const y = operand(i, b).first;
    for (const llvm::MachineOperand* o : {x, y})
      if (o == nullptr || !o->isReg() || !o->getReg().isVirtual() || o->isUndef() || o->getSubReg() != 0) return {};
    unsigned first = x->getOperandNo(), second = y->getOperandNo();
    if (!instructions_.findCommutedOpIndices(*i, first, second)) return {};
    return std::pair(first, second);
  }
};

/// Is a tie of what is read untrue? Where none is, nobody need look for any. Precondition: no phis. O(size).
bool begin_two_address(llvm::MachineFunction& function);
/// O(size).
void end_two_address(llvm::MachineFunction& function);

}  // namespace lathe::llvm_mir
