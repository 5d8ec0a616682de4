// Machine functions of LLVM as programs for lathe::outline, two of them:
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
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <llvm/ADT/StringExtras.h>
#include <llvm/CodeGen/LiveRegUnits.h>
#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/MachineOutliner.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/IR/Function.h>

#include <lathe/flow/of_view.hpp>
#include <lathe/flow/problem.hpp>
#include <lathe/flow/text.hpp>
#include <lathe/outline/concepts.hpp>

#include "adapters/llvm_mir/functions.hpp"
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

/// What both programs share.
class OutlineFunctions {
 public:
  using BlockId = std::uint32_t;
  using InstId = std::uint32_t;
  using Signature = outline::Signature<std::uint32_t>;
  using Place = outline::Place<BlockId, InstId>;

  auto blocks() const { return std::views::iota(0U, static_cast<std::uint32_t>(flat_.blocks().size())); }
  auto insts(BlockId b) const { return flat_.ids(b); }
  bool legal(InstId i) const { return legal_[i]; }
  std::uint32_t bytes(InstId i) const { return bytes_[i]; }
  std::uint32_t function(BlockId b) const { return flat_.blocks()[b].function; }
  std::string name(std::uint32_t function) const { return flat_.functions()[function]->getName().str(); }
  bool no_outline(BlockId b) const { return keep_[b]; }
  bool linkonce(BlockId b) const { return ir(b).hasLinkOnceODRLinkage(); }
  std::uint64_t weight(BlockId b) const { return weights_[b]; }

  const FlatFunctions& flat() const { return flat_; }
  const CallModel& costs() const { return model_; }
  /// Of all instructions.
  std::uint64_t total_bytes() const {
    std::uint64_t sum = 0;
    for (const std::uint32_t b : bytes_) sum += b;
    return sum;
  }

 protected:
  OutlineFunctions(Program& program, CallModel model, bool allocated)
      : flat_(program.functions(), allocated), model_(std::move(model)), weights_(block_weights(flat_)) {
    const bool hooks = allocated && program.target().Options.EnableMachineOutliner;
    Sizes size(program.target(), model_.inst_bytes);
    bytes_.reserve(flat_.insts().size());
    for (const llvm::MachineInstr* inst : flat_.insts()) {
      bytes_.push_back(inst != nullptr ? size(*inst) : 0);
      legal_.push_back(inst != nullptr && (hooks ? same_everywhere(*inst) : plain(*inst)));
    }
    for (const FlatFunctions::Block& b : flat_.blocks()) {
      llvm::MachineFunction& f = *b.block->getParent();
      bool keep = f.getFunction().hasFnAttribute("nooutline") || f.getFunction().hasSection() ||
                  b.block->hasAddressTaken() || b.block->isEHPad();
      if (hooks) keep = keep || !f.getSubtarget().getInstrInfo()->isFunctionSafeToOutlineFrom(f, true);
      if (hooks && !keep) ask_target(program.info(), b);
      keep_.push_back(keep);
    }
  }

  const llvm::Function& ir(BlockId b) const { return flat_.functions()[function(b)]->getFunction(); }

  /// An operand that means the same everywhere; registers are the derived class's.
  static void print(const llvm::MachineOperand& o, llvm::raw_ostream& out) {
    if (o.isImm())
      out << o.getImm();
    else if (o.isGlobal())
      out << '@' << o.getGlobal()->getName() << '+' << o.getOffset();
    else if (o.isSymbol())
      out << '&' << o.getSymbolName() << '+' << o.getOffset();
    else if (local(o) || o.isRegMask())
      out << '?';
    else
      o.print(out);
    if (o.getTargetFlags() != 0) out << '/' << o.getTargetFlags();
  }
  /// Functions for other processors have keys of their own.
  static void print_processor(const llvm::MachineInstr& inst, llvm::raw_ostream& out) {
    const llvm::Function& f = inst.getMF()->getFunction();
    for (const char* attribute : {"target-cpu", "target-features"})
      if (const auto value = f.getFnAttribute(attribute).getValueAsString(); !value.empty()) out << value << ' ';
  }

  FlatFunctions flat_;
  CallModel model_;

 private:
  // Names something of its function, or something whose copy would not be the same.
  static bool local(const llvm::MachineOperand& o) {
    return o.isMBB() || o.isFI() || o.isCPI() || o.isJTI() || o.isCFIIndex() || o.isTargetIndex() || o.isMCSymbol() ||
           o.isBlockAddress() || o.isRegLiveOut() || o.isMetadata() || o.isDbgInstrRef();
  }
  static bool same_everywhere(const llvm::MachineInstr& inst) {
    if (inst.isPosition() || inst.isInlineAsm() || inst.isPHI() || inst.isBundle() || inst.isBundled() ||
        inst.isNotDuplicable() || inst.getPreInstrSymbol() != nullptr || inst.getPostInstrSymbol() != nullptr)
      return false;
    for (const llvm::MachineOperand& o : inst.operands())
      if (local(o)) return false;
    return true;
  }
  static bool plain(const llvm::MachineInstr& inst) {
    return same_everywhere(inst) && !inst.isTerminator() && !inst.isCall() && !inst.isReturn() &&
           !inst.isConvergent() && !inst.hasUnmodeledSideEffects() && !inst.getFlag(llvm::MachineInstr::FrameSetup) &&
           !inst.getFlag(llvm::MachineInstr::FrameDestroy);
  }
  // The target's legality, which knows what a call would break.
  void ask_target(const llvm::MachineModuleInfo& info, const FlatFunctions::Block& b) {
    const llvm::TargetInstrInfo& target = *b.block->getParent()->getSubtarget().getInstrInfo();
    unsigned flags = 0;
    const bool safe = target.isMBBSafeToOutlineFrom(*b.block, flags);
    std::vector<const llvm::MachineInstr*> inside;
    if (safe)
      for (const auto& [from, to] : target.getOutlinableRanges(*b.block, flags))
        for (auto at = from; at != to; ++at) inside.push_back(&*at);
    std::size_t next = 0;
    for (std::uint32_t i = b.first; i < b.first + b.count; ++i) {
      if (flat_.insts()[i] == nullptr) continue;
      llvm::MachineInstr& inst = *flat_.insts()[i];
      while (next < inside.size() && is_note(*inside[next])) ++next;
      const bool offered = next < inside.size() && inside[next] == &inst;
      if (offered) ++next;
      legal_[i] = legal_[i] && offered;
      if (!legal_[i]) continue;
      llvm::MachineBasicBlock::iterator at(inst);
      const auto type = target.getOutliningType(info, at, flags);
      const bool end = inst.isCall() || inst.isReturn();
      legal_[i] = type == llvm::outliner::InstrType::Legal ? end || !inst.isTerminator()
                                                           : type == llvm::outliner::InstrType::LegalTerminator && end;
    }
  }

  std::vector<std::uint64_t> weights_;
  std::vector<std::uint32_t> bytes_;
  std::vector<bool> legal_, keep_;
};

/// After register allocation.
class AllocatedFunctions : public OutlineFunctions {
 public:
  /// Precondition: liveness is tracked, no register is virtual.
  explicit AllocatedFunctions(Program& program) : AllocatedFunctions(program, call_model(program.target())) {}
  AllocatedFunctions(Program& program, CallModel model) : OutlineFunctions(program, std::move(model), true) {
    if (!model_.clobbers.empty()) find_free();
  }

  std::string key(InstId i) const {
    if (flat_.insts()[i] == nullptr) return "end";
    const llvm::MachineInstr& inst = *flat_.insts()[i];
    const llvm::TargetRegisterInfo& names = *inst.getMF()->getSubtarget().getRegisterInfo();
    std::string text;
    llvm::raw_string_ostream out(text);
    print_processor(inst, out);
    out << inst.getMF()->getSubtarget().getInstrInfo()->getName(inst.getOpcode());
    for (const llvm::MachineOperand& o : inst.operands()) {
      out << ' ';
      if (!o.isReg()) {
        print(o, out);
        continue;
      }
      if (o.isDef()) out << '=';
      out << (o.getReg() ? names.getName(o.getReg()) : "none");
    }
    return text;
  }

  struct Value {
    std::uint32_t value, cls;
    bool is_def;
  };
  /// That a sequence ends in a return or a call is shown as a value that it makes and that is read behind it, so a
  /// function with a result is one without a return of its own.
  std::vector<Value> operands(InstId i) const {
    if (flat_.insts()[i] == nullptr) return {{0, end_of(i - 1), false}};
    if (i + 1 < flat_.insts().size() && flat_.insts()[i + 1] == nullptr) return {{0, end_of(i), true}};
    return {};
  }
  std::vector<std::uint32_t> live_out(BlockId) const { return {}; }
  std::string class_name(std::uint32_t cls) const { return cls == 0 ? "return" : "call"; }

  /// False: a register that the call writes holds something at the site, and no other one is free to keep it.
  /// Of what a round before made nothing is known.
  bool may_outline(const Signature& s, const Place& at) const {
    return model_.clobbers.empty() || (at.first != nullptr && fate(*at.first, s.length) != taken);
  }
  std::uint32_t call_bytes(const Signature& s, const Place& at) const {
    const bool save = !model_.clobbers.empty() && at.first != nullptr && fate(*at.first, s.length) == saved;
    return model_.call_bytes + (save ? model_.save_bytes : 0);
  }
  std::uint32_t frame_bytes(const Signature& i) const { return i.results.empty() ? model_.frame_bytes : 0; }
  std::uint32_t least_call_bytes() const { return model_.call_bytes; }

 private:
  enum Fate { free, saved, taken };
  // A register, or several that are wanted at once. busy: live before the instruction. touched: the next instruction
  // that names one of them, itself included.
  struct Watch {
    std::vector<bool> busy;
    std::vector<std::uint32_t> touched;
  };

  std::uint32_t end_of(InstId i) const { return flat_.insts()[i]->isReturn() ? 0 : 1; }

  Fate fate(std::uint32_t first, std::uint32_t length) const {
    const std::uint32_t last = first + length - 1;
    const auto untouched = [&](const Watch& w) { return w.touched[first] > last; };
    if (flat_.insts()[last]->isReturn()) return free;  // a jump writes nothing
    // The last call writes them anyway: nobody reads what they held.
    if (flat_.insts()[last]->isCall()) return clobbers_.touched[first] >= last ? free : taken;
    if (!untouched(clobbers_)) return taken;
    if (!clobbers_.busy[first]) return free;
    if (model_.save_bytes == 0) return taken;
    for (const Watch& w : spare_)
      if (!w.busy[first] && untouched(w)) return saved;
    return taken;
  }

  static std::vector<llvm::MCRegister> find(const llvm::TargetRegisterInfo& target,
                                            const std::vector<std::string>& names) {
    std::vector<llvm::MCRegister> out;
    for (const std::string& name : names)
      for (unsigned r = 1; r < target.getNumRegs(); ++r)
        if (name == target.getName(r)) out.emplace_back(r);
    return out;
  }

  // From the end of each block, O(instructions * registers watched).
  void find_free() {
    const auto count = flat_.insts().size();
    clobbers_ = {std::vector<bool>(count), std::vector<std::uint32_t>(count)};
    spare_.assign(model_.spare.size(), clobbers_);
    const llvm::TargetRegisterInfo* target = nullptr;
    std::vector<llvm::MCRegister> clobbers, spare;
    for (const FlatFunctions::Block& b : flat_.blocks()) {
      const llvm::TargetRegisterInfo* here = b.block->getParent()->getSubtarget().getRegisterInfo();
      if (here != target) {
        target = here;
        clobbers = find(*target, model_.clobbers);
        spare = find(*target, model_.spare);
      }
      walk(b, clobbers, spare);
    }
  }
  void walk(const FlatFunctions::Block& b, const std::vector<llvm::MCRegister>& clobbers,
            const std::vector<llvm::MCRegister>& spare) {
    const llvm::MachineFunction& f = *b.block->getParent();
    const llvm::TargetRegisterInfo& target = *f.getSubtarget().getRegisterInfo();
    llvm::LiveRegUnits live(target), names(target);
    live.addLiveOuts(*b.block);
    for (std::uint32_t i = b.first + b.count; i-- > b.first;) {
      names.clear();
      if (const llvm::MachineInstr* inst = flat_.insts()[i]; inst != nullptr) {
        live.stepBackward(*inst);
        names.accumulate(*inst);
      }
      const auto note = [&](Watch& w, std::span<const llvm::MCRegister> registers) {
        bool busy = false, touched = false;
        for (const llvm::MCRegister r : registers) {
          busy = busy || !live.available(r) || f.getRegInfo().isReserved(r);
          touched = touched || !names.available(r);
        }
        w.busy[i] = busy;
        w.touched[i] = touched ? i : i + 1 < b.first + b.count ? w.touched[i + 1] : b.first + b.count;
      };
      note(clobbers_, clobbers);
      for (std::size_t k = 0; k < spare.size(); ++k) note(spare_[k], {&spare[k], 1});
    }
  }

  Watch clobbers_;
  std::vector<Watch> spare_;
};

/// Before register allocation, with phis or without.
class VirtualFunctions : public OutlineFunctions {
 public:
  using Value = UnitsView::Value;
  struct Operand {
    Value value = 0;
    std::uint32_t cls = 0;
    bool is_def = false;
  };

  explicit VirtualFunctions(Program& program) : VirtualFunctions(program, call_model(program.target())) {}
  VirtualFunctions(Program& program, CallModel model) : OutlineFunctions(program, std::move(model), false) {
    for (llvm::MachineFunction* f : flat_.functions()) {
      views_.push_back(std::make_unique<UnitsView>(*f, UnitsView::Registers::not_reserved));
      const flow::OfView<UnitsView> of(*views_.back());
      const flow::Liveness live = flow::liveness(flow::make_cfg(of), flow::liveness_problem(of));
      for (std::uint32_t b = 0; b < of.block_count(); ++b) {
        auto& values = live_out_.emplace_back();
        for (const std::uint32_t v : live.live_out[b]) values.push_back(of.variable(v));
        std::sort(values.begin(), values.end());
      }
    }
  }

  std::string key(InstId i) const {
    const llvm::MachineInstr& inst = *flat_.insts()[i];
    const llvm::TargetRegisterInfo& names = *inst.getMF()->getSubtarget().getRegisterInfo();
    std::string text;
    llvm::raw_string_ostream out(text);
    print_processor(inst, out);
    out << inst.getMF()->getSubtarget().getInstrInfo()->getName(inst.getOpcode());
    if (inst.getFlags() != 0) out << '!' << inst.getFlags();
    for (const llvm::MachineOperand& o : inst.operands()) {
      out << ' ';
      if (!o.isReg()) {
        print(o, out);
        continue;
      }
      out << (o.isDef() ? "=" : "") << (o.isUndef() ? "undef" : "");
      if (o.getReg().isVirtual())
        out << '%';
      else
        out << (o.getReg() ? names.getName(o.getReg()) : "none");
      if (o.getSubReg() != 0) out << '.' << o.getSubReg();
    }
    return text;
  }

  std::vector<Operand> operands(InstId i) const {
    std::vector<Operand> out;
    const UnitsView& view = *views_[function_of(i)];
    view.for_each_operand(flat_.insts()[i], [&](const program::Operand<Value>& o) {
      const auto* const type = o.value < UnitsView::physical ? view.type(o.value) : nullptr;
      const std::uint32_t other = o.value < UnitsView::physical ? no_class : physical_class;
      out.push_back({o.value, type != nullptr ? type->getID() : other, o.is_def()});
    });
    return out;
  }
  const std::vector<Value>& live_out(BlockId b) const { return live_out_[b]; }
  std::string class_name(std::uint32_t cls) const {
    if (cls == physical_class) return "physical";
    if (cls == no_class) return "any";
    const llvm::TargetRegisterInfo& target = *flat_.functions()[0]->getSubtarget().getRegisterInfo();
    return target.getRegClassName(target.getRegClass(cls));
  }
  bool class_passable(std::uint32_t cls) const { return cls < no_class; }

  std::uint32_t call_bytes(const Signature& s, const Place&) const {
    return model_.call_bytes + model_.move_bytes * (s.parameters.size() + s.results.size());
  }
  std::uint32_t frame_bytes(const Signature&) const { return model_.frame_bytes; }
  std::uint32_t least_call_bytes() const { return model_.call_bytes; }

 private:
  static constexpr std::uint32_t no_class = 0xfffffffeU, physical_class = 0xffffffffU;

  // O(log blocks).
  std::uint32_t function_of(InstId i) const {
    const auto& all = flat_.blocks();
    const auto after =
        std::upper_bound(all.begin(), all.end(), i, [](InstId at, const auto& b) { return at < b.first; });
    return (after - 1)->function;
  }

  std::vector<std::unique_ptr<UnitsView>> views_;  // per function
  std::vector<std::vector<Value>> live_out_;       // per block
};

static_assert(outline::explain_program<AllocatedFunctions>());
static_assert(outline::explain_program<VirtualFunctions>());

}  // namespace lathe::llvm_mir
