// Loads of machine functions of LLVM 22, in SSA form: clients of lathe/passes/redundant_loads.hpp (a register has the bytes
// already) and lathe/passes/unwritten_loads.hpp (nothing writes them while the function runs).
//
// LLVM has neither on machine code: its machine CSE and LICM take loads only where the IR said that their memory never changes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/CodeGen/MachineInstrBuilder.h>
#include <llvm/CodeGen/MachineMemOperand.h>

#include <lathe/passes/redundant_loads.hpp>
#include <lathe/passes/unwritten_loads.hpp>

#include "adapters/llvm_mir/editor.hpp"

namespace lathe::llvm_mir {

/// Code whose accesses have their register and offset where the target tells them, beside the object that the IR knows; its own
/// LoadClient. `function` outlives it.
class LoadCode : public Code {
 public:
  explicit LoadCode(llvm::MachineFunction& function) : Code(function, Ways::fixed, nullptr, Masks::left_out) {}

  template <class F>
  void for_each_access(Inst i, F&& f) const {
    Code::for_each_access(i, [&](program::Access<Value> a) {
      by_register(*i, a);
      f(a);
    });
  }
  /// The one word of a load whose every other operand is part of its address, or a literal; `how` is the opcode with those.
  template <class F>
  void for_each_word(Inst i, F&& f) const {
    std::optional<program::Access<Value>> access;
    if (!loads_plainly(*i)) return;
    for_each_access(i, [&](const program::Access<Value>& a) { access = a; });
    if (!access || access->bytes == 0) return;
    f(std::uint32_t{0}, access->bytes, how(*i), Value{i->getOperand(0).getReg().id()});
  }
  /// Nothing where one of them is no virtual register of a class.
  std::optional<Inst> make_copy(Inst, Value to, Value from) {
    if (pinned(to) || pinned(from) || info_.getRegClassOrNull(llvm::Register(to)) == nullptr ||
        info_.getRegClassOrNull(llvm::Register(from)) == nullptr)
      return {};
    llvm::MachineInstr* const made =
        llvm::BuildMI(f_, llvm::DebugLoc(), instructions_.get(llvm::TargetOpcode::COPY), llvm::Register(to))
            .addReg(llvm::Register(from));
    effects_.insert(made, program::Effects(Effect::copy) | Effect::cheap);  // the target wants to see where it stands
    return made;
  }

 protected:
  // One result, one access, and of registers only the address's; what a frame slot or a symbol names is told by literals.
  bool loads_plainly(const llvm::MachineInstr& i) const {
    if (!i.mayLoad() || i.mayStore() || !i.hasOneMemOperand() || i.hasOrderedMemoryRef() || i.getNumExplicitDefs() != 1)
      return false;
    unsigned read = 0;
    for (const llvm::MachineOperand& o : i.operands()) {
      if (o.isReg() && o.isDef() && (&o != &i.getOperand(0) || !o.getReg().isVirtual() || o.getSubReg() != 0))
        return false;
      read += o.isReg() && o.isUse() && o.getReg() && !says_nothing(o) && !always_same(o);
    }
    program::Access<Value> a;
    return by_register(i, a) ? read == 1 : read == 0;
  }
  // What the target reads beside the operands and nobody writes here (the base of AMD GPU's scratch memory).
  bool always_same(const llvm::MachineOperand& o) const {
    return o.isImplicit() && o.getReg().isPhysical() && reserved_.test(o.getReg().id()) && info_.def_empty(o.getReg());
  }
  // Where the address is one virtual register, read whole, and an offset: says so of the access. False: it is not.
  bool by_register(const llvm::MachineInstr& i, program::Access<Value>& a) const {
    if (!i.hasOneMemOperand()) return false;
    llvm::SmallVector<const llvm::MachineOperand*, 4> bases;
    std::int64_t offset = 0;
    bool scalable = false;
    llvm::LocationSize width = llvm::LocationSize::beforeOrAfterPointer();
    if (!instructions_.getMemOperandsWithOffsetWidth(i, bases, offset, scalable, width, &registers_)) return false;
    if (bases.size() != 1 || scalable || !bases[0]->isReg() || !bases[0]->getReg().isVirtual() ||
        bases[0]->getSubReg() != 0 || bases[0]->isUndef() || !width.hasValue() || width.isScalable())
      return false;
    const llvm::LocationSize size = (*i.memoperands_begin())->getSize();  // what both say is so
    if (!size.hasValue() || size.isScalable() || size.getValue() != width.getValue()) return false;
    a.has_base = true;
    a.base = bases[0]->getReg().id();
    a.offset = offset;
    a.bytes = static_cast<std::uint32_t>(width.getValue().getFixedValue());
    return true;
  }

 private:
  // Loads of one number and place give the same word. Literals that say where are in it, too, which parts no two equal ones.
  std::uint32_t how(const llvm::MachineInstr& i) const { return static_cast<std::uint32_t>(key(&i)); }
};

/// Loads of what a register has already become copies. In SSA form.
inline passes::RedundantLoadsStats reuse_loads(llvm::MachineFunction& function) {
  LoadCode code(function);
  return passes::redundant_loads(code, code).stats;
}

/// Code whose loads get LLVM's mark of memory that never changes; its own UnwrittenClient. Pointers are the objects that the IR
/// knows (arguments that nothing else names, allocations, globals), by the accesses' symbols. `function` outlives it.
class UnwrittenCode : public Code {
 public:
  explicit UnwrittenCode(llvm::MachineFunction& function) : Code(function, Ways::fixed, nullptr, Masks::left_out) {}

  /// One for each object that the address may lead to, through whatever phis; one of no object where the IR does not know them all.
  template <class F>
  void for_each_access(Inst i, F&& f) const {
    for (const llvm::MachineMemOperand* m : i->memoperands()) {
      llvm::SmallVector<const llvm::Value*, 4> all;
      if (m->getValue() != nullptr) llvm::getUnderlyingObjects(m->getValue(), all);
      program::Access<Value> out;
      if (all.empty()) {  // a slot of the frame and the like
        out.symbol = Code::object(*m).symbol;
        f(out);
      } else if (std::all_of(all.begin(), all.end(), [](const llvm::Value* v) { return told_apart(v); })) {
        for (const llvm::Value* v : all) out.symbol = number(v), f(out);
      } else {
        f(out);
      }
    }
  }
  bool candidate(Inst i) const {
    return i->mayLoad() && !i->mayStore() && i->hasOneMemOperand() && !i->hasOrderedMemoryRef() && may_clone(i) &&
           !(*i->memoperands_begin())->isInvariant() && !i->isCall() && !i->hasUnmodeledSideEffects();
  }
  template <class Own, class From>
  bool origins(Inst, Value, Own&&, From&&) const {
    return false;  // no access is by a register here
  }
  std::uint32_t object(std::uint32_t symbol) const { return symbol; }
  bool apart(std::uint32_t a, std::uint32_t b) const { return a != b; }
  /// What only writes the slots that calls take their arguments from is named, too: nothing is quiet.
  bool quiet(Inst) const { return false; }
  std::vector<Inst> make_unwritten(Inst load) {
    llvm::MachineInstr& made = change(clone(load));
    const llvm::MachineMemOperand& was = **load->memoperands_begin();
    made.setMemRefs(f_, {f_.getMachineMemOperand(&was, was.getFlags() | llvm::MachineMemOperand::MOInvariant)});
    return {&made};
  }

 private:
  // An object of its own; arguments by value lie in slots that have numbers of their own.
  static bool told_apart(const llvm::Value* v) {
    const auto* const argument = llvm::dyn_cast<llvm::Argument>(v);
    return llvm::isIdentifiedObject(v) && (argument == nullptr || !argument->hasByValAttr());
  }
};

/// Marks loads of what nothing writes while the function runs: passes behind may reuse them, and, where LLVM knows that they do
/// not fault, hoist them. In SSA form.
inline passes::UnwrittenLoadsStats mark_unwritten(llvm::MachineFunction& function) {
  UnwrittenCode code(function);
  return passes::unwritten_loads(code, code).stats;
}

}  // namespace lathe::llvm_mir
