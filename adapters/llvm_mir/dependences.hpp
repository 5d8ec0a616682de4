// Blocks of machine functions of LLVM as sequences for lathe::flow::dependences, and loops of one block as problems of
// lathe::modulo.
//
// Variables are virtual registers, and register units for physical ones. Memory: LLVM's alias analyses of the IR tell
// whether two accesses meet in one iteration; scalar evolution of the IR's addresses tells in how many iterations they
// meet, where both advance by the same constant; what is not known of both may meet always. Latencies, resources and
// issue slots are those of the target's scheduling model; where it has none, what LLVM's schedulers take then.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/CodeGen/MachineMemOperand.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/TargetSchedule.h>

#include <lathe/flow/dependences.hpp>
#include <lathe/modulo/problem.hpp>
#include <lathe/program/resources.hpp>

#include "adapters/llvm_mir/functions.hpp"
#include "adapters/llvm_mir/load.hpp"

namespace lathe::llvm_mir {

/// Where two accesses of a block meet.
class MemoryOracle {
 public:
  /// The loop is a block that is its own successor.
  MemoryOracle(Program& program, const llvm::MachineBasicBlock& block)
      : alias_(program.alias(*block.getParent())), evolution_(program.evolution(*block.getParent())) {
    llvm::LoopInfo* const loops = program.loops(*block.getParent());
    const llvm::BasicBlock* const ir = block.getBasicBlock();
    if (loops == nullptr || ir == nullptr) return;
    // Iterations of the block are those of the IR's loop only when that is one block too, and the two are one to one.
    for (const llvm::MachineBasicBlock& other : *block.getParent())
      if (&other != &block && other.getBasicBlock() == ir) return;
    llvm::Loop* const loop = loops->getLoopFor(ir);
    if (loop != nullptr && loop->getNumBlocks() == 1) loop_ = loop;
  }

  /// Of `a` and `b`, a not behind b.
  flow::MemoryRelation operator()(const llvm::MachineInstr& a, const llvm::MachineInstr& b) const {
    flow::MemoryRelation out;
    out.same = a.mayAlias(alias_, b, true);
    if (never(a, b)) return {false, 0, 0};
    if (const auto d = apart(a, b)) {
      out.same = out.same && meets(*d, 0);
      out.forward = first_meeting(*d);
      out.backward = first_meeting({-d->bytes, d->step, d->b_size, d->a_size});
    }
    return out;
  }

 private:
  // Address of b minus that of a in one iteration, and what both advance by from one to the next.
  struct Apart {
    std::int64_t bytes = 0, step = 0, a_size = 0, b_size = 0;
  };
  // b, so many iterations later, has a byte of a's.
  static bool meets(const Apart& d, std::int64_t iterations) {
    const std::int64_t bytes = d.bytes + d.step * iterations;
    return -d.b_size < bytes && bytes < d.a_size;
  }
  // The least number of iterations, at least 1; 0: none below what distances may be.
  static std::uint32_t first_meeting(const Apart& d) {
    if (d.step == 0) return meets(d, 1) ? 1 : 0;
    // Only around -bytes / step, which is one number or a few.
    const std::int64_t middle = -d.bytes / d.step, around = (d.a_size + d.b_size) / std::abs(d.step) + 2;
    for (std::int64_t k = std::max<std::int64_t>(1, middle - around); k <= middle + around; ++k)
      if (meets(d, k)) return k < std::int64_t{modulo::Limits::distance} ? static_cast<std::uint32_t>(k) : 0;
    return 0;
  }

  static const llvm::MachineMemOperand* access(const llvm::MachineInstr& inst) {
    return inst.hasOneMemOperand() ? *inst.memoperands_begin() : nullptr;
  }

  std::optional<Apart> apart(const llvm::MachineInstr& a, const llvm::MachineInstr& b) const {
    const llvm::MachineMemOperand *x = access(a), *y = access(b);
    if (loop_ == nullptr || x == nullptr || y == nullptr || x->getValue() == nullptr || y->getValue() == nullptr)
      return std::nullopt;
    if (!x->getSize().hasValue() || !y->getSize().hasValue() || x->getSize().isScalable() ||
        y->getSize().isScalable() || x->getAddrSpace() != y->getAddrSpace())
      return std::nullopt;
    const llvm::SCEV* const p = address(*x->getValue());
    const llvm::SCEV* const q = address(*y->getValue());
    const auto step = advance(p);
    if (!step || step != advance(q)) return std::nullopt;
    const auto* const bytes = llvm::dyn_cast<llvm::SCEVConstant>(evolution_->getMinusSCEV(q, p));
    if (bytes == nullptr || !small(bytes->getAPInt())) return std::nullopt;
    return Apart{bytes->getAPInt().getSExtValue() + y->getOffset() - x->getOffset(), *step,
                 static_cast<std::int64_t>(x->getSize().getValue().getFixedValue()),
                 static_cast<std::int64_t>(y->getSize().getValue().getFixedValue())};
  }
  const llvm::SCEV* address(const llvm::Value& value) const {
    return evolution_->getSCEV(const_cast<llvm::Value*>(&value));
  }
  static bool small(const llvm::APInt& number) { return number.isSignedIntN(32); }
  // Bytes per iteration of the loop; 0 for what is the same in all.
  std::optional<std::int64_t> advance(const llvm::SCEV* address) const {
    if (evolution_->isLoopInvariant(address, loop_)) return 0;
    const auto* const line = llvm::dyn_cast<llvm::SCEVAddRecExpr>(address);
    if (line == nullptr || line->getLoop() != loop_ || !line->isAffine()) return std::nullopt;
    const auto* const step = llvm::dyn_cast<llvm::SCEVConstant>(line->getStepRecurrence(*evolution_));
    if (step == nullptr || !small(step->getAPInt())) return std::nullopt;
    return step->getAPInt().getSExtValue();
  }

  // Different objects, the same ones in every iteration, which do not overlap whatever the offsets.
  bool never(const llvm::MachineInstr& a, const llvm::MachineInstr& b) const {
    if (alias_ == nullptr || a.memoperands_empty() || b.memoperands_empty()) return false;
    for (const llvm::MachineMemOperand* x : a.memoperands())
      for (const llvm::MachineMemOperand* y : b.memoperands()) {
        if (x->getValue() == nullptr || y->getValue() == nullptr) return false;
        llvm::SmallVector<const llvm::Value*, 4> xs, ys;
        llvm::getUnderlyingObjects(x->getValue(), xs, nullptr, 0);
        llvm::getUnderlyingObjects(y->getValue(), ys, nullptr, 0);
        for (const llvm::Value* p : xs)
          for (const llvm::Value* q : ys)
            if (!constant(p) || !constant(q) ||
                !alias_->isNoAlias(llvm::MemoryLocation::getBeforeOrAfter(p),
                                   llvm::MemoryLocation::getBeforeOrAfter(q)))
              return false;
      }
    return true;
  }
  bool constant(const llvm::Value* value) const {
    const auto* const inst = llvm::dyn_cast<llvm::Instruction>(value);
    return inst == nullptr || (loop_ != nullptr && !loop_->contains(inst));
  }

  llvm::AAResults* alias_;
  llvm::ScalarEvolution* evolution_;
  const llvm::Loop* loop_ = nullptr;
};

/// Keys of variables from here on are register units.
inline constexpr std::uint64_t first_unit = std::uint64_t{1} << 32;
/// f(key, is it written) for each variable that an instruction names; what is written in part or under a condition is
/// read too. The key is the index of a virtual register, or `first_unit` plus the number of a register unit.
template <class F>
void for_each_variable(const llvm::MachineInstr& inst, const llvm::MachineRegisterInfo& info, F&& f) {
  const llvm::TargetRegisterInfo& target = *info.getTargetRegisterInfo();
  const bool sometimes = inst.getMF()->getSubtarget().getInstrInfo()->isPredicated(inst);
  for (const llvm::MachineOperand& o : inst.operands()) {
    if (!o.isReg() || !o.getReg() || o.isDebug()) continue;
    const bool reads = o.readsReg() || (o.isDef() && sometimes);
    if (o.getReg().isVirtual()) {
      if (reads) f(o.getReg().virtRegIndex(), false);
      if (o.isDef()) f(o.getReg().virtRegIndex(), true);
    } else if (!info.isConstantPhysReg(o.getReg())) {
      for (const llvm::MCRegUnit unit : target.regunits(o.getReg())) {
        if (reads) f(first_unit + static_cast<unsigned>(unit), false);
        if (o.isDef()) f(first_unit + static_cast<unsigned>(unit), true);
      }
    }
  }
}
/// What an instruction does with memory. Fences keep their place among all accesses.
inline flow::Sequence::Memory memory_of(const llvm::MachineInstr& inst) {
  using enum flow::Sequence::Memory;
  if (inst.isCall() || inst.hasUnmodeledSideEffects() || inst.isPosition() || inst.isInlineAsm() || inst.isTerminator())
    return fence;
  if (!inst.mayLoadOrStore()) return none;
  if (inst.hasOrderedMemoryRef()) return fence;
  if (inst.mayStore()) return writes;
  return inst.isDereferenceableInvariantLoad() ? none : reads;
}

/// The target's scheduling model, as the facts of a View; where there is none, what LLVM's schedulers take then.
class TargetModel {
 public:
  explicit TargetModel(const llvm::MachineFunction& function) { model_.init(&function.getSubtarget()); }
  std::uint32_t latency(const llvm::MachineInstr* i) const {
    return std::min<std::uint32_t>(model_.computeInstrLatency(i), std::uint32_t{modulo::Limits::latency});
  }
  std::uint32_t issue_width() const { return model_.getIssueWidth(); }
  /// More micro-operations than a cycle issues: all slots of the first one.
  std::uint32_t issue(const llvm::MachineInstr* i) const {
    return issue_width() == 0 ? model_.getNumMicroOps(i) : std::min(model_.getNumMicroOps(i), issue_width());
  }
  std::vector<program::Unit> units() const {
    std::vector<program::Unit> out;
    for (unsigned r = 0; model_.hasInstrSchedModel() && r < model_.getNumProcResourceKinds(); ++r)
      out.push_back({model_.getProcResource(r)->Name, std::clamp(model_.getProcResource(r)->NumUnits, 1U, 1U << 10)});
    return out;
  }
  template <class F>
  void for_each_hold(const llvm::MachineInstr* i, F&& f) const {
    if (!model_.hasInstrSchedModel()) return;
    const llvm::MCSchedClassDesc* const type = model_.resolveSchedClass(i);
    if (!type->isValid()) return;
    for (auto use = model_.getWriteProcResBegin(type); use != model_.getWriteProcResEnd(type); ++use)
      if (use->ReleaseAtCycle > use->AcquireAtCycle)
        f(program::Hold{use->ProcResourceIdx, use->AcquireAtCycle,
                        std::uint32_t{use->ReleaseAtCycle} - use->AcquireAtCycle});
  }
  const llvm::TargetSchedModel& model() const { return model_; }

 private:
  llvm::TargetSchedModel model_;
};

/// A block as a sequence: its instructions without phis and notes, and on wish without terminators.
class BlockSequence {
 public:
  BlockSequence(Program& program, llvm::MachineBasicBlock& block, bool loop, bool terminators)
      : block_(block), loop_(loop), oracle_(program, block) {
    const llvm::MachineRegisterInfo& info = block.getParent()->getRegInfo();
    for (llvm::MachineInstr& inst : block)
      if (!inst.isPHI() && !is_note(inst) && (terminators || !inst.isTerminator())) insts_.push_back(&inst);
    std::vector<std::pair<std::uint32_t, flow::Sequence::Operand>> operands;
    std::vector<std::uint32_t> units;  // physical ones that the block names
    for (std::uint32_t i = 0; i < insts_.size(); ++i) {
      for_each_variable(*insts_[i], info, [&](std::uint64_t key, bool def) {
        operands.emplace_back(i, flow::Sequence::Operand{number(key), def});
      });
      sequence_.memory.push_back(memory_of(*insts_[i]));
    }
    for (std::uint32_t i = 0; i < insts_.size(); ++i) clobber(i, operands);
    if (loop)
      for (const llvm::MachineInstr& phi : block.phis()) add_phi(phi);
    std::stable_sort(operands.begin(), operands.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    sequence_.values = static_cast<std::uint32_t>(keys_.size());
    sequence_.operands = Csr<flow::Sequence::Operand>(static_cast<std::uint32_t>(insts_.size()), operands);
  }

  const flow::Sequence& sequence() const { return sequence_; }
  const std::vector<llvm::MachineInstr*>& insts() const { return insts_; }
  llvm::MachineBasicBlock& block() const { return block_; }

  /// The virtual register that a variable is; none for a unit of physical ones.
  llvm::Register virtual_register(std::uint32_t value) const {
    return keys_[value] < physical ? llvm::Register::index2VirtReg(static_cast<unsigned>(keys_[value]))
                                   : llvm::Register();
  }
  /// Does the operand speak of the variable?
  bool names(const llvm::MachineOperand& o, std::uint32_t value) const {
    if (!o.isReg() || !o.getReg()) return false;
    if (keys_[value] < physical) return o.getReg() == virtual_register(value);
    if (!o.getReg().isPhysical()) return false;
    for (const llvm::MCRegUnit unit : target().regunits(o.getReg()))
      if (static_cast<unsigned>(unit) == keys_[value] - physical) return true;
    return false;
  }

  /// Registers of SSA form are new ones in every iteration, so only data dependences of theirs count.
  std::vector<flow::Dependence> dependences() const {
    flow::DependenceOptions options;
    options.loop = loop_;
    auto out = flow::dependences(sequence_, options,
                                 [&](std::uint32_t a, std::uint32_t b) { return oracle_(*insts_[a], *insts_[b]); });
    if (block_.getParent()->getProperties().hasIsSSA())
      std::erase_if(out, [&](const flow::Dependence& d) {
        return (d.kind == flow::DependenceKind::anti || d.kind == flow::DependenceKind::output) &&
               keys_[d.value] < physical;
      });
    return out;
  }

 private:
  static constexpr std::uint64_t physical = first_unit;

  const llvm::TargetRegisterInfo& target() const { return *block_.getParent()->getSubtarget().getRegisterInfo(); }

  std::uint32_t number(std::uint64_t key) {
    const auto [at, added] = numbers_.emplace(key, static_cast<std::uint32_t>(keys_.size()));
    if (added) keys_.push_back(key);
    return at->second;
  }
  // What a call leaves of the registers that the block names.
  void clobber(std::uint32_t i, std::vector<std::pair<std::uint32_t, flow::Sequence::Operand>>& operands) {
    for (const llvm::MachineOperand& o : insts_[i]->operands()) {
      if (!o.isRegMask()) continue;
      for (std::uint32_t v = 0; v < keys_.size(); ++v) {
        if (keys_[v] < physical) continue;
        const auto unit = static_cast<llvm::MCRegUnit>(keys_[v] - physical);
        for (llvm::MCRegUnitRootIterator root(unit, &target()); root.isValid(); ++root)
          if (o.clobbersPhysReg(*root)) {
            operands.emplace_back(i, flow::Sequence::Operand{v, true});
            break;
          }
      }
    }
  }
  void add_phi(const llvm::MachineInstr& phi) {
    for (unsigned k = 1; k + 1 < phi.getNumOperands(); k += 2)
      if (phi.getOperand(k + 1).getMBB() == &block_) {
        const std::uint32_t result = number(phi.getOperand(0).getReg().virtRegIndex());
        sequence_.phis.push_back({result, number(phi.getOperand(k).getReg().virtRegIndex())});
      }
  }
  llvm::MachineBasicBlock& block_;
  bool loop_;
  MemoryOracle oracle_;
  std::vector<llvm::MachineInstr*> insts_;
  flow::Sequence sequence_;
  std::map<std::uint64_t, std::uint32_t> numbers_;
  std::vector<std::uint64_t> keys_;
};

/// Blocks that are their own successors.
inline std::vector<llvm::MachineBasicBlock*> single_block_loops(llvm::MachineFunction& function) {
  std::vector<llvm::MachineBasicBlock*> out;
  for (llvm::MachineBasicBlock& block : function)
    if (block.isSuccessor(&block)) out.push_back(&block);
  return out;
}

/// A loop of one block as a problem of modulo scheduling, its terminators left out: whoever expands a schedule makes
/// branches of their own. What the terminators read counts as read behind the loop. ViewLoop (timed_view.hpp) cannot
/// say this: registers keep their names, so physical ones have anti and output edges, latencies are those of pairs of
/// operands, and scalar evolution says in how many iterations accesses meet.
class LoopProblem {
 public:
  LoopProblem(Program& program, llvm::MachineBasicBlock& block)
      : sequence_(program, block, true, false),
        origins_(sequence_.sequence()),
        target_(*block.getParent()),
        model_(target_.model()) {
    problem_.name = (block.getParent()->getName() + ":" + llvm::Twine(block.getNumber())).str();
    problem_.issue_width = target_.issue_width();
    for (const llvm::MachineInstr* inst : sequence_.insts()) add(*inst);
    add_values();
    for (const flow::Dependence& d : sequence_.dependences()) add(d);
  }

  const modulo::Problem& problem() const { return problem_; }
  const BlockSequence& sequence() const { return sequence_; }
  const llvm::TargetSchedModel& model() const { return model_; }

 private:
  void add(const llvm::MachineInstr& inst) {
    const auto number = problem_.size();
    problem_.insts.push_back({inst.getMF()->getSubtarget().getInstrInfo()->getName(inst.getOpcode()).str(),
                              target_.latency(&inst), target_.issue(&inst)});
    target_.for_each_hold(&inst, [&](const program::Hold& h) {
      if (h.cycles != 0) problem_.reservations.push_back({number, {unit(h.unit), h.first, h.cycles}});
    });
  }
  std::uint32_t unit(unsigned resource) {
    const auto [at, added] = units_.emplace(resource, static_cast<std::uint32_t>(problem_.units.size()));
    if (added) problem_.units.push_back(target_.units()[resource]);
    return at->second;
  }

  // Virtual registers that the body writes. Their class is the first pressure set that they count in.
  void add_values() {
    const llvm::MachineFunction& f = *sequence_.block().getParent();
    const llvm::MachineRegisterInfo& info = f.getRegInfo();
    const llvm::TargetRegisterInfo& target = *info.getTargetRegisterInfo();
    const flow::Sequence& s = sequence_.sequence();
    value_.assign(s.values, modulo::none);
    for (std::uint32_t i = 0; i < s.size(); ++i)
      for (const auto& o : s.operands[i]) {
        const llvm::Register r = sequence_.virtual_register(o.value);
        if (!o.is_def || !r || value_[o.value] != modulo::none || info.getRegClassOrNull(r) == nullptr) continue;
        const llvm::TargetRegisterClass* const type = info.getRegClass(r);
        const int set = *target.getRegClassPressureSets(type);
        if (set < 0) continue;
        value_[o.value] = static_cast<std::uint32_t>(problem_.values.size());
        problem_.values.push_back(
            {i, set_of(f, static_cast<unsigned>(set)), target.getRegClassWeight(type).RegWeight, used_behind(r)});
      }
    // A phi's result that is read behind the loop is an earlier iteration's value.
    for (const flow::Sequence::Phi& phi : s.phis)
      if (const auto at = origins_(phi.result);
          at && value_[at->value] != modulo::none && used_behind(sequence_.virtual_register(phi.result)))
        problem_.values[value_[at->value]].live_out = true;
  }
  std::uint32_t set_of(const llvm::MachineFunction& f, unsigned set) {
    const auto [at, added] = sets_.emplace(set, static_cast<std::uint32_t>(problem_.sets.size()));
    if (added) {
      const llvm::TargetRegisterInfo& target = *f.getSubtarget().getRegisterInfo();
      problem_.sets.push_back({target.getRegPressureSetName(set), target.getRegPressureSetLimit(f, set)});
    }
    return at->second;
  }
  bool used_behind(llvm::Register r) const {
    const llvm::MachineRegisterInfo& info = sequence_.block().getParent()->getRegInfo();
    for (const llvm::MachineInstr& user : info.use_nodbg_instructions(r))
      if (user.getParent() != &sequence_.block() || user.isTerminator()) return true;
    return false;
  }

  void add(const flow::Dependence& d) {
    using enum flow::DependenceKind;
    const llvm::MachineInstr &from = *sequence_.insts()[d.from], &to = *sequence_.insts()[d.to];
    modulo::Edge e{d.from, d.to, 0, d.distance, d.kind, modulo::none};
    if (d.kind == data) {
      e.latency = data_latency(d, from, to);
      e.value = value_[d.value];
      // A register that is written more than once has the value of its last definition.
      if (e.value != modulo::none && problem_.values[e.value].def != d.from) e.value = modulo::none;
    } else if (d.kind == output) {
      e.latency = output_latency(d, from, to);
    } else if (d.kind == memory) {
      e.latency = from.mayStore() && to.mayLoad() ? 1 : 0;
    }
    problem_.edges.push_back(e);
  }
  // From the operand that writes the variable to those that read it, by its name or by that of a phi.
  std::int32_t data_latency(const flow::Dependence& d, const llvm::MachineInstr& from,
                            const llvm::MachineInstr& to) const {
    unsigned latency = 0;
    bool found = false;
    for (unsigned def = 0; def < from.getNumOperands(); ++def) {
      if (!sequence_.names(from.getOperand(def), d.value) || !from.getOperand(def).isDef()) continue;
      for (unsigned use = 0; use < to.getNumOperands(); ++use) {
        if (!reads(to.getOperand(use), d)) continue;
        latency = std::max(latency, model_.computeOperandLatency(&from, def, &to, use));
        found = true;
      }
    }
    // Named by a mask of registers only, or read because it is written in part.
    return static_cast<std::int32_t>(found ? latency : model_.computeInstrLatency(&from));
  }
  bool reads(const llvm::MachineOperand& o, const flow::Dependence& d) const {
    if (!o.isReg() || !o.readsReg()) return false;
    if (sequence_.names(o, d.value)) return true;
    for (const flow::Sequence::Phi& phi : sequence_.sequence().phis)
      if (sequence_.names(o, phi.result))
        if (const auto at = origins_(phi.result); at && at->value == d.value && at->distance == d.distance) return true;
    return false;
  }
  std::int32_t output_latency(const flow::Dependence& d, const llvm::MachineInstr& from,
                              const llvm::MachineInstr& to) const {
    for (unsigned def = 0; def < from.getNumOperands(); ++def)
      if (sequence_.names(from.getOperand(def), d.value) && from.getOperand(def).isDef())
        return static_cast<std::int32_t>(model_.computeOutputLatency(&from, def, &to));
    return 1;
  }

  BlockSequence sequence_;
  flow::PhiOrigins origins_;
  TargetModel target_;
  const llvm::TargetSchedModel& model_;
  modulo::Problem problem_;
  std::vector<std::uint32_t> value_;  // per variable of the sequence
  std::map<unsigned, std::uint32_t> units_, sets_;
};

}  // namespace lathe::llvm_mir
