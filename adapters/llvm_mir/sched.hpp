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
// register for longer. Registers, weights, sets and limits are those of pressure.hpp, all else is ScheduleView's.
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
#include <lathe/sched/of_view.hpp>

#include "adapters/llvm_mir/reorder.hpp"
#include "adapters/llvm_mir/schedule_view.hpp"

namespace lathe::llvm_mir {

/// What all regions of a function share. Refers to the function and the program.
struct SchedTarget {
  SchedTarget(MemoryOracle memory, llvm::MachineFunction& function)
      : function(function), view(std::move(memory), function), registers(function) {}

  llvm::MachineFunction& function;
  ScheduleView view;
  PressureFunction registers;
};

/// Registers of the target's pressure sets. What is live across a region and never named there is as many values as
/// there are classes, however many registers.
class SchedRegisters {
 public:
  using Value = ScheduleView::Value;

  /// Leaves in `live` what `insts` name, and values that stand for the rest.
  SchedRegisters(const SchedTarget& target, const std::vector<llvm::MachineInstr*>& insts, std::vector<Value>& live)
      : target_(&target) {
    std::set<Value> named;
    for (const llvm::MachineInstr* inst : insts)
      target.view.for_each_operand(inst, [&](const auto& o) { named.insert(o.value); });
    std::map<std::string, std::pair<Value, std::uint32_t>> count;  // by class: one of them, and how many
    for (const Value v : live)
      if (!named.contains(v)) ++count.try_emplace(target.view.class_of(v), v, 0).first->second.second;
    std::erase_if(live, [&](Value v) { return !named.contains(v); });
    for (const auto& [unused, some] : count)
      for (std::uint32_t left = some.second; left > 0; left -= across_.back().second) {
        live.push_back(first_across + across_.size());
        across_.emplace_back(some.first, std::min(left, sched::limits::weight));
      }
  }
  std::vector<program::RegisterSet> sets() const {
    std::vector<program::RegisterSet> out = target_->registers.own().sets();
    for (program::RegisterSet& set : out) set.limit = std::min(set.limit, sched::limits::registers);
    return out;
  }
  program::RegisterClass register_class(Value v) const {
    if (v >= first_across) v = across_[v - first_across].first;
    program::RegisterClass out = target_->registers.own().register_class(v);
    if (v >= ScheduleView::physical &&
        !target_->view.allocatable(static_cast<llvm::MCRegUnit>(v - ScheduleView::physical)))
      out.shares.clear();
    for (program::RegisterShare& share : out.shares) share.factor = std::min(share.factor, sched::limits::weight);
    return out;
  }
  std::uint32_t weight(Value v) const { return v < first_across ? 1 : across_[v - first_across].second; }

 private:
  static constexpr Value first_across = ScheduleView::physical << 8;

  const SchedTarget* target_;
  std::vector<std::pair<Value, std::uint32_t>> across_;  // one of a class, and registers that no instruction names
};

/// Straight-line code of a block, and its editor. Debug values and the like are no instructions of it; they follow what
/// they stand behind.
class SchedRegion : public sched::OfView<ScheduleView, SchedRegisters> {
 public:
  using Inst = llvm::MachineInstr*;

  /// `insts` stand in this order in one block; `behind` is what follows the last one and its notes. `live`: what is
  /// live there.
  SchedRegion(SchedTarget& target, const std::vector<Inst>& insts, llvm::MachineBasicBlock::iterator behind,
              std::vector<std::uint64_t> live)
      : SchedRegion(target, insts, behind, live, SchedRegisters(target, insts, live)) {}

  /// In the order in which they stand.
  const std::vector<Inst>& machine_insts() const { return insts_; }
  /// Some stand for several registers.
  std::uint32_t weight(std::uint32_t value) const { return own_.weight(this->value(value)); }

  /// Where the region ends: what follows its last instruction and the notes on it.
  llvm::MachineBasicBlock::iterator behind() const { return behind_; }

  /// Moves the instructions within their block, see llvm_mir::reorder.
  void reorder(std::span<const std::uint32_t> order) { llvm_mir::reorder(insts_, behind_, order, nullptr); }

 private:
  SchedRegion(SchedTarget& target, const std::vector<Inst>& insts, llvm::MachineBasicBlock::iterator behind,
              const std::vector<std::uint64_t>& live, SchedRegisters registers)
      : OfView(program::Region<ScheduleView>(target.view, {insts.begin(), insts.end()}, live, name_of(*insts.front())),
               std::move(registers)),
        insts_(insts),
        behind_(behind) {}
  static std::string name_of(const llvm::MachineInstr& inst) {
    return (inst.getMF()->getName() + ":" + llvm::Twine(inst.getParent()->getNumber())).str();
  }

  std::vector<Inst> insts_;
  llvm::MachineBasicBlock::iterator behind_;
};
static_assert(sched::explain_region<SchedRegion>());
static_assert(sched::explain_editor<SchedRegion>());

/// The regions of a machine function that have two instructions or more, in its order. Not in SSA form: a phi's copies
/// are not there yet. O(instructions * (operands + live registers)).
class ScheduledFunction : public sched::RegionList<SchedRegion> {
 public:
  ScheduledFunction(Program& program, llvm::MachineFunction& function)
      : ScheduledFunction(MemoryOracle(program, function), function) {}
  ScheduledFunction(MemoryOracle memory, llvm::MachineFunction& function)
      : target_(std::make_unique<SchedTarget>(std::move(memory), function)) {
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

  const SchedTarget& target() const { return *target_; }

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
      const bool debug = is_debug(inst), out = !debug && is_boundary(inst, block);
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
};

}  // namespace lathe::llvm_mir
