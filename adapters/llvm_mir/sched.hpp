// Machine functions of LLVM as regions for lathe::sched, before or after register allocation, for any target, and the
// plans written back in place.
//
//   lathe::llvm_mir::ScheduledFunction f(*program, machine_function);
//   const auto problems = f.problems();
//   const auto plan = lathe::sched::plan_regions(problems, options);
//   f.apply(plan);
//
// A region ends where LLVM's own scheduler would end one: at calls, and where the target says so. Copies out of
// physical registers at its begin and into them at its end stay outside, so that no argument or result is held in its
// register for longer. Dependences are those of dependences.hpp; registers, weights, sets and limits those of
// pressure.hpp; latencies, micro-operations and units those of the target's scheduling model.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/pressure/analysis.hpp>
#include <lathe/sched.hpp>

#include "adapters/llvm_mir/dependences.hpp"
#include "adapters/llvm_mir/pressure.hpp"

namespace lathe::llvm_mir {

/// What all regions of a function share. Refers to the function and the program.
struct SchedTarget {
  SchedTarget(Program& program, llvm::MachineFunction& function)
      : function(function), registers(function), alias(program.alias(function)) {
    model.init(&function.getSubtarget());
  }

  /// The problem's number for a kind of unit, in the order in which they are asked for.
  std::uint32_t unit(unsigned resource) {
    const auto [at, added] = unit_of.emplace(resource, static_cast<std::uint32_t>(units.size()));
    if (added) {
      const llvm::MCProcResourceDesc& r = *model.getProcResource(resource);
      units.push_back({r.Name, std::clamp(r.NumUnits, 1U, sched::limits::copies)});
    }
    return at->second;
  }

  llvm::MachineFunction& function;
  PressureFunction registers;
  llvm::AAResults* alias;
  llvm::TargetSchedModel model;
  std::vector<sched::Unit> units;
  std::map<unsigned, std::uint32_t> unit_of;
};

/// Straight-line code of a block, and its editor. Debug values and the like are no instructions of it; they follow what
/// they stand behind.
class SchedRegion {
 public:
  using Inst = llvm::MachineInstr*;
  struct Operand {
    std::uint64_t value;  ///< as in for_each_variable
    std::uint64_t cls;    ///< a register class, or first_unit plus a register unit
    bool is_def;
  };

  /// `insts` stand in this order in one block; `behind` is what follows the last one and its notes. `live`: what is
  /// live there.
  SchedRegion(SchedTarget& target, std::vector<Inst> insts, llvm::MachineBasicBlock::iterator behind,
              std::vector<std::uint64_t> live)
      : target_(&target), insts_(std::move(insts)), behind_(behind), live_(std::move(live)) {
    for (const Inst inst : insts_)
      for_each_variable(*inst, target_->function.getRegInfo(), [&](std::uint64_t key, bool) { class_of(key); });
    for (const std::uint64_t key : live_) class_of(key);
    for (const Inst inst : insts_) reservations(inst);  // numbers the units
    gather();
  }

  // What sched::Region asks for.
  const std::vector<Inst>& insts() const { return insts_; }
  std::vector<Operand> operands(Inst inst) const {
    std::vector<Operand> out;
    for_each_variable(*inst, target_->function.getRegInfo(),
                      [&](std::uint64_t key, bool def) { out.push_back({key, class_key(key), def}); });
    return out;
  }
  sched::Memory memory(Inst inst) const {
    // Exceptions that somebody may look at are as good as side effects.
    return inst->mayRaiseFPException() || is_note(*inst) ? sched::Memory::fence : memory_of(*inst);
  }
  std::uint32_t latency(Inst inst) const {
    return std::min<std::uint32_t>(target_->model.computeInstrLatency(inst), sched::limits::latency);
  }
  std::vector<Operand> live_out() const {
    std::vector<Operand> out;
    for (const std::uint64_t key : live_) out.push_back({key, class_key(key), false});
    for (std::uint64_t i = 0; i < across_.size(); ++i) out.push_back({first_across + i, across_[i].first, false});
    return out;
  }

  // What it may have.
  std::uint32_t weight(std::uint64_t value, std::uint64_t) const {
    return value < first_across ? 1 : across_[value - first_across].second;
  }
  std::string name() const {
    const llvm::MachineBasicBlock& block = *insts_.front()->getParent();
    return (block.getParent()->getName() + ":" + llvm::Twine(block.getNumber())).str();
  }
  std::string name(Inst inst) const {
    return target_->function.getSubtarget().getInstrInfo()->getName(inst->getOpcode()).str();
  }
  std::vector<sched::PressureSet> sets() const {
    std::vector<sched::PressureSet> out;
    const auto limits = target_->registers.limits();
    for (std::uint32_t s = 0; s < limits.size(); ++s)
      out.push_back({target_->registers.set_name(s), std::min(limits[s], sched::limits::registers), 0, {}});
    return out;
  }
  std::vector<sched::RegisterClass::Share> shares(std::uint64_t cls) const {
    std::vector<sched::RegisterClass::Share> out;
    if (cls >= first_unit && !target_->registers.allocatable(static_cast<llvm::MCRegUnit>(cls - first_unit)))
      return out;
    for (const pressure::Feed& feed : target_->registers.feeds(example_.at(cls)))
      out.push_back({feed.set, std::min(feed.weight, sched::limits::weight)});
    return out;
  }
  std::string class_name(std::uint64_t cls) const {
    const llvm::TargetRegisterInfo& info = *target_->function.getSubtarget().getRegisterInfo();
    if (cls >= first_unit) return "unit" + std::to_string(cls - first_unit);
    return cls == no_class ? "none" : info.getRegClassName(info.getRegClass(static_cast<unsigned>(cls)));
  }
  bool may_meet(Inst a, Inst b) const { return a->mayAlias(target_->alias, *b, true); }
  std::uint32_t issue_width() const { return target_->model.getIssueWidth(); }
  std::uint32_t issue(Inst inst) const {
    // More micro-operations than a cycle issues: all slots of the first one.
    return std::min(target_->model.getNumMicroOps(inst), std::max(issue_width(), 1U));
  }
  const std::vector<sched::Unit>& units() const { return target_->units; }
  struct Reservation {
    std::uint32_t unit, cycles;
  };
  std::vector<Reservation> reservations(Inst inst) const {
    std::map<std::uint32_t, std::uint32_t> cycles;
    if (target_->model.hasInstrSchedModel()) {
      const llvm::MCSchedClassDesc* const type = target_->model.resolveSchedClass(inst);
      if (type->isValid())
        for (auto use = target_->model.getWriteProcResBegin(type); use != target_->model.getWriteProcResEnd(type);
             ++use)
          if (use->ReleaseAtCycle > use->AcquireAtCycle)
            cycles[target_->unit(use->ProcResourceIdx)] += std::uint32_t{use->ReleaseAtCycle} - use->AcquireAtCycle;
    }
    std::vector<Reservation> out;
    for (const auto& [unit, held] : cycles) out.push_back({unit, held});
    return out;
  }
  std::uint32_t latency(Inst from, Inst to, sched::DependenceKind kind) const {
    if (kind == sched::DependenceKind::output) return 1;
    return kind == sched::DependenceKind::memory && from->mayStore() && to->mayLoad() ? 1 : 0;
  }

  /// Where the region ends: what follows its last instruction and the notes on it.
  llvm::MachineBasicBlock::iterator behind() const { return behind_; }

  /// Moves the instructions within their block. Marks of last reads, which another order makes wrong, are taken off.
  void reorder(std::span<const std::uint32_t> order) {
    llvm::MachineBasicBlock& block = *insts_.front()->getParent();
    const auto end = block.end();
    std::vector<std::vector<Inst>> notes(insts_.size());
    for (std::uint32_t i = 0; i < insts_.size(); ++i)
      for (auto at = std::next(insts_[i]->getIterator()); at != end && at != behind_ && is_debug(*at); ++at)
        notes[i].push_back(&*at);
    std::vector<Inst> fresh;
    for (const std::uint32_t i : order) {
      fresh.push_back(insts_[i]);
      block.splice(behind_, &block, llvm::MachineBasicBlock::iterator(insts_[i]));
      for (const Inst note : notes[i]) block.splice(behind_, &block, llvm::MachineBasicBlock::iterator(note));
    }
    insts_ = std::move(fresh);
    for (const Inst inst : insts_)
      for (llvm::MachineInstr& part : bundle(*inst))
        for (llvm::MachineOperand& o : part.operands())
          if (o.isReg() && o.isUse() && o.isKill()) o.setIsKill(false);
  }

  /// Debug values and the like.
  static bool is_debug(const llvm::MachineInstr& inst) { return inst.isDebugInstr() || inst.isPseudoProbe(); }

 private:
  static constexpr std::uint64_t no_class = first_unit - 1, first_across = first_unit << 8;

  // What is live and never named here is as many values as there are classes, however many registers.
  void gather() {
    std::set<std::uint64_t> named;
    for (const Inst inst : insts_)
      for_each_variable(*inst, target_->function.getRegInfo(), [&](std::uint64_t key, bool) { named.insert(key); });
    std::map<std::uint64_t, std::uint32_t> count;
    for (const std::uint64_t key : live_)
      if (!named.contains(key)) ++count[class_key(key)];
    std::erase_if(live_, [&](std::uint64_t key) { return !named.contains(key); });
    for (auto [cls, left] : count)
      for (std::uint32_t some = 0; left > 0; left -= some) {
        some = std::min(left, sched::limits::weight);
        across_.emplace_back(cls, some);
      }
  }

  static llvm::iterator_range<llvm::MachineBasicBlock::instr_iterator> bundle(llvm::MachineInstr& first) {
    return llvm::make_range(first.getIterator(), llvm::getBundleEnd(first.getIterator()));
  }
  std::uint64_t class_key(std::uint64_t key) const {
    if (key >= first_unit) return key;
    const auto* const type =
        target_->function.getRegInfo().getRegClassOrNull(llvm::Register::index2VirtReg(static_cast<unsigned>(key)));
    return type == nullptr ? no_class : type->getID();
  }
  void class_of(std::uint64_t key) { example_.emplace(class_key(key), key); }

  SchedTarget* target_;
  std::vector<Inst> insts_;
  llvm::MachineBasicBlock::iterator behind_;
  std::vector<std::uint64_t> live_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> across_;  // class, and registers that no instruction names
  std::map<std::uint64_t, std::uint64_t> example_;               // a variable of each class
};
static_assert(sched::explain_region<SchedRegion>());
static_assert(sched::explain_editor<SchedRegion>());

/// The regions of a machine function that have two instructions or more, in its order. Not in SSA form: a phi's copies
/// are not there yet. O(instructions * (operands + live registers)).
class ScheduledFunction {
 public:
  ScheduledFunction(Program& program, llvm::MachineFunction& function)
      : target_(std::make_unique<SchedTarget>(program, function)) {
    const auto ingested = pressure::ingest(target_->registers);
    const flow::Liveness live = pressure::liveness_of(ingested.problem, pressure::cfg_of(ingested.problem));
    std::uint32_t b = 0;
    for (llvm::MachineBasicBlock& block : function) {
      std::set<std::uint64_t> at_end;
      for (const std::uint32_t unit : live.live_out[b]) at_end.insert(ingested.registers[unit]);
      add(block, std::move(at_end));
      ++b;
    }
  }

  std::vector<SchedRegion>& regions() { return regions_; }
  const SchedTarget& target() const { return *target_; }
  std::vector<sched::Problem> problems() {
    std::vector<sched::Problem> out;
    for (SchedRegion& region : regions_) out.push_back(sched::ingest(region));
    return out;
  }
  /// Writes the plans of plan_regions; gives the number of regions that have another order now.
  std::size_t apply(const sched::FunctionPlan& plan) {
    std::size_t changed = 0;
    for (std::size_t r = 0; r < plan.plans.size(); ++r) changed += sched::apply(regions_[r], plan.plans[r]);
    return changed;
  }

 private:
  bool is_boundary(const llvm::MachineInstr& inst, const llvm::MachineBasicBlock& block) const {
    const auto& info = *target_->function.getSubtarget().getInstrInfo();
    for (const llvm::MachineOperand& o : inst.operands())
      if (o.isRegMask()) return true;
    return inst.isCall() || inst.isFakeUse() || inst.isPHI() ||
           info.isSchedulingBoundary(inst, &block, target_->function);
  }
  static bool copies_physical(const llvm::MachineInstr& inst, unsigned operand) {
    return inst.isCopy() && inst.getOperand(operand).getReg().isPhysical();
  }

  // From the end of the block, with what is live there.
  void add(llvm::MachineBasicBlock& block, std::set<std::uint64_t> live) {
    const std::size_t first = regions_.size();
    std::vector<llvm::MachineInstr*> now;  // from the last
    auto behind = block.end();
    std::vector<std::uint64_t> live_behind(live.begin(), live.end());
    const auto close = [&] {
      while (!now.empty() && copies_physical(*now.back(), 1)) now.pop_back();
      if (now.size() > 1) {
        std::reverse(now.begin(), now.end());
        regions_.emplace_back(*target_, now, behind, live_behind);
      }
      now.clear();
    };
    for (auto at = block.end(); at != block.begin();) {
      llvm::MachineInstr& inst = *--at;
      const bool debug = SchedRegion::is_debug(inst), out = !debug && is_boundary(inst, block);
      if (out) close();
      if (!debug) step(inst, live);
      if (out || (now.empty() && (debug || copies_physical(inst, 0)))) {
        behind = at;
        live_behind.assign(live.begin(), live.end());
      } else if (!debug) {
        now.push_back(&inst);
      }
    }
    close();
    std::reverse(regions_.begin() + static_cast<std::ptrdiff_t>(first), regions_.end());
  }
  void step(const llvm::MachineInstr& inst, std::set<std::uint64_t>& live) const {
    const auto operands = target_->registers.operands(&inst);
    for (const auto& o : operands)
      if (o.is_def) live.erase(o.reg);
    for (const auto& o : operands)
      if (!o.is_def) live.insert(o.reg);
  }

  std::unique_ptr<SchedTarget> target_;
  std::vector<SchedRegion> regions_;
};

}  // namespace lathe::llvm_mir
