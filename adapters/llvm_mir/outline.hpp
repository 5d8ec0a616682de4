// Machine functions of LLVM as programs for lathe::outline, two of them, each by a View of its own:
//
// - AllocatedFunctions, after register allocation. Registers are physical and part of the key, so sites are equal with
//   their registers, and nothing is passed: an outlined function is a piece of its callers. A call needs registers of
//   its own (CallModel), which must be free at the site. A sequence may end in a return, which makes the site a jump,
//   or in a call, which the outlined function jumps to. This is what LLVM's own outliner works on.
// - VirtualFunctions, before it. Virtual registers are anonymous; what a site reads and what is read behind it are
//   parameters and results of a true function. Physical registers are values that cannot be passed.
//
// Legality is the target's (TargetInstrInfo's outlining hooks) where it has them, else told from the properties of the
// instructions. Calls inside a sequence, which LLVM takes where it saves the return address in memory, are left out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <llvm/CodeGen/LiveRegUnits.h>
#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/MachineOutliner.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/IR/Function.h>

#include <lathe/outline/of_view.hpp>

#include "adapters/llvm_mir/load.hpp"
#include "adapters/llvm_mir/units_view.hpp"

namespace lathe::llvm_mir {

/// What a call of an outlined function is on a target.
struct CallModel {
  std::uint32_t inst_bytes = 4;              ///< of instructions whose size nobody knows
  std::uint32_t call_bytes = 4;              ///< the call itself, and the jump
  std::uint32_t frame_bytes = 4;             ///< the return
  std::uint32_t save_bytes = 0;              ///< to keep the clobbered register in a spare one meanwhile; 0: cannot
  std::uint32_t move_bytes = 4;              ///< for each parameter and result, before allocation
  std::vector<std::string> clobbers, spare;  ///< names of registers
};

/// x86: a call pushes its return address. AArch64: bl writes lr, which may be kept in a register of 64 bits. AMD GPUs:
/// s_getpc, two additions and s_swappc, which write a pair of scalar registers and the carry; the pair is not that of
/// the calling convention, which holds every callee's own return address. PTX: virtual registers
/// only, and a size that is a guess.
inline CallModel call_model(const llvm::TargetMachine& target) {
  const llvm::Triple& triple = target.getTargetTriple();
  if (triple.isX86()) return {4, 5, 1, 0, 3, {}, {}};
  if (triple.isAArch64()) {
    CallModel m{4, 4, 4, 8, 4, {"LR"}, {}};
    for (int i = 0; i <= 28; ++i)
      if (i < 16 || i > 18) m.spare.push_back("X" + std::to_string(i));  // 16 to 18: the linker's and the platform's
    return m;
  }
  if (triple.isAMDGCN()) return {4, 24, 4, 0, 4, {"SGPR28", "SGPR29", "SCC"}, {}};
  if (triple.isNVPTX()) return {16, 16, 16, 0, 16, {}, {}};
  return {};
}

/// An instruction of a function after register allocation, or (`end`) the place behind a call or a return, which no
/// sequence goes beyond.
struct AllocatedInst {
  const llvm::MachineInstr* inst = nullptr;
  bool end = false;
  bool operator==(const AllocatedInst&) const = default;
};

}  // namespace lathe::llvm_mir

template <>
struct std::hash<lathe::llvm_mir::AllocatedInst> {
  std::size_t operator()(const lathe::llvm_mir::AllocatedInst& i) const {
    return std::hash<const void*>()(i.inst) * 2 + (i.end ? 1 : 0);
  }
};

namespace lathe::llvm_mir {

namespace detail {

// Names something of its function, or something whose copy would not be the same.
inline bool is_local(const llvm::MachineOperand& o) {
  return o.isMBB() || o.isFI() || o.isCPI() || o.isJTI() || o.isCFIIndex() || o.isTargetIndex() || o.isMCSymbol() ||
         o.isBlockAddress() || o.isRegLiveOut() || o.isMetadata() || o.isDbgInstrRef();
}
inline bool same_everywhere(const llvm::MachineInstr& inst) {
  if (inst.isPosition() || inst.isInlineAsm() || inst.isPHI() || inst.isBundle() || inst.isBundled() ||
      inst.isNotDuplicable() || inst.getPreInstrSymbol() != nullptr || inst.getPostInstrSymbol() != nullptr)
    return false;
  for (const llvm::MachineOperand& o : inst.operands())
    if (is_local(o)) return false;
  return true;
}
inline bool plain(const llvm::MachineInstr& inst) {
  return same_everywhere(inst) && !inst.isTerminator() && !inst.isCall() && !inst.isReturn() && !inst.isConvergent() &&
         !inst.hasUnmodeledSideEffects() && !inst.getFlag(llvm::MachineInstr::FrameSetup) &&
         !inst.getFlag(llvm::MachineInstr::FrameDestroy);
}
/// Of what the key begins with: code for other processors is other code.
inline std::string processor_of(const llvm::MachineInstr& inst) {
  std::string out;
  for (const char* attribute : {"target-cpu", "target-features"})
    if (const auto value = inst.getMF()->getFunction().getFnAttribute(attribute).getValueAsString(); !value.empty())
      out += value.str() + " ";
  return out;
}
inline bool keeps_its_code(const llvm::MachineBasicBlock& b) { return b.hasAddressTaken() || b.isEHPad(); }

}  // namespace detail

// ---- after register allocation

/// Registers are in the key. That a sequence ends in a return or a call is shown as a value that it makes and that is
/// read behind it, so a function with a result is one without a return of its own.
class AllocatedView : private CodeOf {
 public:
  using CodeOf::Block;
  using Inst = AllocatedInst;
  enum class Value : std::uint8_t { returned, called };
  static constexpr program::Facts facts = Fact::bytes | Fact::classes | Fact::names;

  AllocatedView(llvm::MachineFunction& function, std::shared_ptr<Sizes> sizes)
      : CodeOf(function), sizes_(std::move(sizes)) {}
  using CodeOf::block_name, CodeOf::blocks, CodeOf::for_each_successor, CodeOf::name;
  std::vector<Inst> instructions(Block b) const {
    std::vector<Inst> out;
    for (const llvm::MachineInstr& i : *b) {
      if (is_note(i)) continue;
      out.push_back({&i, false});
      if (i.isCall() || i.isReturn()) out.push_back({&i, true});
    }
    return out;
  }
  template <class F>
  void for_each_operand(const Inst& i, F&& f) const {
    using program::Operand, program::Role;
    if (i.inst->isCall() || i.inst->isReturn())
      f(Operand<Value>{i.inst->isReturn() ? Value::returned : Value::called, i.end ? Role::use : Role::def});
  }
  program::Effects effects(const Inst& i) const { return i.end ? program::Effects() : CodeOf::effects(i.inst); }
  std::string key(const Inst& i) const {
    if (i.end) return "end";
    return detail::processor_of(*i.inst) +
           CodeOf::key(i.inst, [&](const llvm::MachineOperand& o, llvm::raw_ostream& out) {
             out << (o.isDef() ? " =" : " ") << llvm::printReg(o.getReg(), &registers_);
           });
  }
  std::uint32_t bytes(const Inst& i) const { return i.end ? 0 : (*sizes_)(*i.inst); }
  std::uint32_t register_class(Value v) const { return static_cast<std::uint32_t>(v); }
  std::string class_name(std::uint32_t cls) const { return cls == 0 ? "return" : "call"; }
  std::string value_name(Value v) const { return class_name(register_class(v)); }
  std::string inst_name(const Inst& i) const { return i.end ? "end" : CodeOf::inst_name(i.inst); }

 private:
  std::shared_ptr<Sizes> sizes_;
};
static_assert(program::is_view<AllocatedView>());

/// What may move, where a call's own registers are free, and what it costs there.
class AllocatedCosts {
 public:
  using Signature = outline::view_signature_t<AllocatedView>;
  using Place = outline::view_place_t<AllocatedView>;

  AllocatedCosts(Program& program, CallModel model) : model_(std::move(model)) {
    hooks_ = program.target().Options.EnableMachineOutliner;
    for (llvm::MachineFunction* f : program.functions()) {
      const auto& target = *f->getSubtarget().getInstrInfo();
      const bool keep = hooks_ && !target.isFunctionSafeToOutlineFrom(*f, true);
      for (llvm::MachineBasicBlock& b : *f) {
        if (!keep && !detail::keeps_its_code(b)) find_legal(program.info(), target, b);
        if (!model_.clobbers.empty()) find_free(b);
      }
    }
  }
  bool legal(std::uint32_t, const AllocatedInst& i) const { return !i.end && legal_.contains(i.inst); }
  /// Refused: a register that the call writes holds something at the site, and no other one is free to keep it. Of what
  /// a round before made nothing is known.
  std::uint32_t call_bytes(const Signature& s, const Place& at) const {
    if (model_.clobbers.empty()) return model_.call_bytes;
    const Fate fate = at.first != nullptr ? fate_of(free_.at(at.first->handle.inst), s.length) : Fate::taken;
    if (fate == Fate::taken) return outline::refused;
    return model_.call_bytes + (fate == Fate::saved ? model_.save_bytes : 0);
  }
  std::uint32_t frame_bytes(const Signature& s) const { return s.results.empty() ? model_.frame_bytes : 0; }
  static std::vector<std::uint32_t> unpassable() { return {}; }
  const CallModel& model() const { return model_; }

 private:
  enum class Fate : std::uint8_t { free, saved, taken };
  // A register, or several that are wanted at once. busy: live before the instruction. untouched: how many
  // instructions, from this one on, name none of them.
  struct Watch {
    bool busy = false;
    std::uint32_t untouched = 0;
  };
  struct Free {
    Watch clobbers;
    std::vector<Watch> spare;
    std::uint32_t to_end = 0;  // instructions up to the next call or return, which counts; 0: there is none
    bool returns = false;      // that is a return
  };

  Fate fate_of(const Free& at, std::uint32_t length) const {
    if (at.to_end == length && at.returns) return Fate::free;  // a jump writes nothing
    // The last call writes them anyway: nobody reads what they held.
    if (at.to_end == length) return at.clobbers.untouched + 1 >= length ? Fate::free : Fate::taken;
    if (at.clobbers.untouched < length) return Fate::taken;
    if (!at.clobbers.busy) return Fate::free;
    if (model_.save_bytes == 0) return Fate::taken;
    for (const Watch& w : at.spare)
      if (!w.busy && w.untouched >= length) return Fate::saved;
    return Fate::taken;
  }
  // The target's legality, which knows what a call would break.
  void find_legal(const llvm::MachineModuleInfo& info, const llvm::TargetInstrInfo& target,
                  llvm::MachineBasicBlock& block) {
    if (!hooks_) {
      for (const llvm::MachineInstr& inst : block)
        if (!is_note(inst) && detail::plain(inst)) legal_.insert(&inst);
      return;
    }
    unsigned flags = 0;
    if (!target.isMBBSafeToOutlineFrom(block, flags)) return;
    for (const auto& [from, to] : target.getOutlinableRanges(block, flags))
      for (auto at = from; at != to; ++at) {
        if (is_note(*at) || !detail::same_everywhere(*at)) continue;
        llvm::MachineBasicBlock::iterator place(*at);
        const auto type = target.getOutliningType(info, place, flags);
        const bool end = at->isCall() || at->isReturn();
        if (type == llvm::outliner::InstrType::Legal ? end || !at->isTerminator()
                                                     : type == llvm::outliner::InstrType::LegalTerminator && end)
          legal_.insert(&*at);
      }
  }
  static std::vector<llvm::MCRegister> find(const llvm::TargetRegisterInfo& target,
                                            const std::vector<std::string>& names) {
    std::vector<llvm::MCRegister> out;
    for (const std::string& name : names)
      for (unsigned r = 1; r < target.getNumRegs(); ++r)
        if (name == target.getName(r)) out.emplace_back(r);
    return out;
  }
  // From the end of the block, O(instructions * registers watched).
  void find_free(const llvm::MachineBasicBlock& block) {
    const llvm::MachineFunction& f = *block.getParent();
    const llvm::TargetRegisterInfo& target = *f.getSubtarget().getRegisterInfo();
    if (&target != target_) {
      target_ = &target;
      clobbers_ = find(target, model_.clobbers);
      spare_ = find(target, model_.spare);
    }
    llvm::LiveRegUnits live(target), names(target);
    live.addLiveOuts(block);
    Free behind;
    behind.spare.resize(spare_.size());
    for (auto inst = block.rbegin(); inst != block.rend(); ++inst) {
      if (is_note(*inst)) continue;
      names.clear();
      live.stepBackward(*inst);
      names.accumulate(*inst);
      const auto note = [&](Watch& w, std::span<const llvm::MCRegister> registers) {
        bool touched = false;
        w.busy = false;
        for (const llvm::MCRegister r : registers) {
          w.busy = w.busy || !live.available(r) || f.getRegInfo().isReserved(r);
          touched = touched || !names.available(r);
        }
        w.untouched = touched ? 0 : w.untouched + 1;
      };
      note(behind.clobbers, clobbers_);
      for (std::size_t k = 0; k < spare_.size(); ++k) note(behind.spare[k], {&spare_[k], 1});
      if (inst->isCall() || inst->isReturn())
        behind.to_end = 1, behind.returns = inst->isReturn();
      else if (behind.to_end != 0)
        ++behind.to_end;
      free_.emplace(&*inst, behind);
    }
  }

  CallModel model_;
  bool hooks_ = false;
  std::unordered_set<const llvm::MachineInstr*> legal_;  // looked up only, as the next
  std::unordered_map<const llvm::MachineInstr*, Free> free_;
  const llvm::TargetRegisterInfo* target_ = nullptr;
  std::vector<llvm::MCRegister> clobbers_, spare_;
};

// ---- before register allocation, with phis or without

class VirtualView : public UnitsView {
 public:
  static constexpr program::Facts facts = UnitsView::facts | Fact::bytes | Fact::classes;
  static constexpr std::uint32_t no_class = 0xfffffffeU, physical_class = 0xffffffffU;

  VirtualView(llvm::MachineFunction& function, std::shared_ptr<Sizes> sizes)
      : UnitsView(function, Registers::not_reserved), sizes_(std::move(sizes)) {}
  std::string key(Inst i) const {
    const auto add_register = [&](const llvm::MachineOperand& o, llvm::raw_ostream& out) {
      out << (o.isDef() ? " =" : " ") << (o.isUndef() ? "undef" : "");
      if (o.getReg().isVirtual())
        out << '%';
      else
        out << llvm::printReg(o.getReg(), &registers_);
      if (o.getSubReg() != 0) out << '.' << o.getSubReg();
    };
    return detail::processor_of(*i) + std::to_string(i->getFlags()) + CodeOf::key(i, add_register);
  }
  std::uint32_t bytes(Inst i) const { return (*sizes_)(*i); }
  std::uint32_t register_class(Value v) const {
    if (v >= physical) return physical_class;
    const auto* const of = type(v);
    return of != nullptr ? of->getID() : no_class;
  }
  std::string class_name(std::uint32_t cls) const {
    if (cls == physical_class) return "physical";
    if (cls == no_class) return "any";
    return registers_.getRegClassName(registers_.getRegClass(cls));
  }

 private:
  std::shared_ptr<Sizes> sizes_;
};
static_assert(program::is_view<VirtualView>());

class VirtualCosts {
 public:
  using Signature = outline::view_signature_t<VirtualView>;
  VirtualCosts(Program&, CallModel model) : model_(std::move(model)) {}
  bool legal(std::uint32_t, VirtualView::Inst i) const {
    return detail::plain(*i) && !detail::keeps_its_code(*i->getParent());
  }
  std::uint32_t call_bytes(const Signature& s, const outline::view_place_t<VirtualView>&) const {
    return model_.call_bytes + model_.move_bytes * (s.parameters.size() + s.results.size());
  }
  std::uint32_t frame_bytes(const Signature&) const { return model_.frame_bytes; }
  static std::vector<std::uint32_t> unpassable() { return {VirtualView::no_class, VirtualView::physical_class}; }
  const CallModel& model() const { return model_; }

 private:
  CallModel model_;
};

/// The functions of a program.
template <class V, class Costs>
class OutlineFunctions : public outline::OfView<V, Costs> {
 public:
  explicit OutlineFunctions(Program& program) : OutlineFunctions(program, call_model(program.target())) {}
  OutlineFunctions(Program& program, const CallModel& model)
      : outline::OfView<V, Costs>(Costs(program, model), {Costs::unpassable(), model.call_bytes, 1}) {
    const auto sizes = std::make_shared<Sizes>(program.target(), model.inst_bytes);
    for (llvm::MachineFunction* f : program.functions()) {
      const llvm::Function& ir = f->getFunction();
      this->add(V(*f, sizes), ir.hasFnAttribute("nooutline") || ir.hasSection(), ir.hasLinkOnceODRLinkage());
    }
  }
  /// Of all instructions.
  std::uint64_t total_bytes() const {
    std::uint64_t sum = 0;
    for (const auto& block : this->blocks())
      for (const auto& inst : this->insts(block)) sum += this->bytes(inst);
    return sum;
  }
  const CallModel& costs() const { return this->own().model(); }
};
/// Precondition: liveness is tracked, no register is virtual.
using AllocatedFunctions = OutlineFunctions<AllocatedView, AllocatedCosts>;
using VirtualFunctions = OutlineFunctions<VirtualView, VirtualCosts>;

static_assert(outline::explain_outlinable<AllocatedFunctions>());
static_assert(outline::explain_outlinable<VirtualFunctions>());

}  // namespace lathe::llvm_mir
