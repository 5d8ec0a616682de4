// A crowded region of a machine function as a problem for sched/fit.hpp: registers and what must stay in order, without
// cycles. Made directly of LLVM's operands, with tables that stay for all regions of a function.
//
// Sets are those that the region's registers can exceed. Physical registers are register units: they order, and
// count for nothing (before allocation they live for short). A unit that is written for nobody (dead) stands in the way of who reads it, not of others
// that write it for nobody: else every arithmetic instruction of x86 would keep its place for the flags' sake.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineMemOperand.h>

#include <lathe/flow/dependences.hpp>
#include <lathe/sched/problem.hpp>

#include "adapters/llvm_mir/code.hpp"
#include "adapters/llvm_mir/crowded.hpp"
#include "adapters/llvm_mir/target_model.hpp"

namespace lathe::llvm_mir {

/// What instructions do to memory and control: a View's effects, and exceptions that somebody may look at.
class OrderedEffects : public CodeOf {
 public:
  using CodeOf::CodeOf;
  /// Does it write only under a condition?
  bool predicated(const llvm::MachineInstr& i) const { return instructions_.isPredicated(i); }
  program::MemoryRole role(const llvm::MachineInstr& i) const {
    program::Effects e = effects(&i);
    if (i.mayRaiseFPException() || is_note(i)) e |= Effect::side_effect;
    return e.bounds_region() ? program::MemoryRole::fence : e.role();
  }
};

class CrowdedProblems {
 public:
  /// `alias`: nullptr: nothing is known of memory but what the accesses themselves say.
  /// With `steps` and `intervals`, which outlive it, every problem has the same sets, this one first, and latencies as the target's model
  /// has them, one instruction a cycle.
  CrowdedProblems(llvm::AAResults* alias, llvm::MachineFunction& function, const OccupancySet* steps = nullptr,
                  const llvm::LiveIntervals* intervals = nullptr)
      : function_(function),
        info_(function.getRegInfo()),
        target_(*function.getSubtarget().getRegisterInfo()),
        limits_(function),
        steps_(steps),
        times_(function),
        effects_(function),
        shares_(function, steps, intervals),
        register_number_(info_.getNumVirtRegs(), 0),
        unit_(target_.getNumRegUnits()),
        constant_(target_.getNumRegs(), unknown),
        set_number_(shares_.sets(), sched::none),
        value_(shares_.size(), sched::none) {
    if (steps != nullptr) {
      find_all_sets();
      units_ = times_.units();
    }
    if (alias != nullptr) alias_.emplace(*alias);
  }

  /// O(operands + edges + pairs of accesses within a window), see flow::dependences.
  sched::Problem make(const CrowdedRegion& region) {
    out_ = {};
    out_.issue_width = steps_ != nullptr ? 1 : 0;
    if (steps_ != nullptr) out_.units = units_;
    variables_.clear();
    operands_.clear();
    total_.assign(set_number_.size(), 0);
    touched_units_.clear();
    std::vector<program::MemoryRole> roles;
    for (const llvm::MachineInstr* inst : region.insts) {
      add(*inst);
      roles.push_back(effects_.role(*inst));
    }
    if (steps_ != nullptr) forget_free_units();
    live_behind(region);
    find_sets();
    order(region, std::move(roles));
    for (const unsigned v : variables_) register_number_[v] = 0;
    for (const unsigned part : parts_) value_[part] = sched::none;
    parts_.clear();
    for (const unsigned unit : touched_units_) unit_[unit] = {};
    return std::move(out_);
  }

 private:
  static constexpr std::int8_t unknown = -1;
  static constexpr std::uint32_t busy =
      1U << 31;  // a mark on the number of copies of a unit that somebody holds for longer
  struct Unit {
    bool touched = false;
    std::uint32_t def = sched::none;         // the last one that somebody may read
    std::vector<std::uint32_t> reads, dead;  // since then
  };

  void add(const llvm::MachineInstr& inst) {
    const std::uint32_t n = out_.size();
    out_.insts.emplace_back();
    if (steps_ != nullptr) {
      out_.insts.back().latency = times_.latency(&inst);
      out_.insts.back().issue = inst.isCopyLike() || inst.isMetaInstruction() ? 0 : 1;
      hold_units(inst, n);
    }
    const std::size_t first = out_.uses.size();
    const bool sometimes = effects_.predicated(inst);
    for (const llvm::MachineOperand& o : inst.operands()) {
      if (!o.isReg() || !o.getReg() || o.isDebug() || !(o.readsReg() || (o.isDef() && sometimes))) continue;
      if (o.getReg().isVirtual()) {
        const std::uint32_t v = variable(o.getReg().virtRegIndex());
        operands_.push_back({n, {v, false}});
        if (!shares_.reads(o) && !sometimes) continue;
        shares_.for_each_part(o, [&](unsigned part) {
          if (value_[part] == sched::none) fresh(part, sched::none);
          out_.uses.push_back({n, value_[part]});
        });
      } else {
        for_each_unit(o, [&](Unit& unit) { read(unit, n); });
      }
    }
    std::sort(out_.uses.begin() + static_cast<std::ptrdiff_t>(first), out_.uses.end());
    out_.uses.erase(std::unique(out_.uses.begin() + static_cast<std::ptrdiff_t>(first), out_.uses.end()),
                    out_.uses.end());
    for (const llvm::MachineOperand& o : inst.operands()) {
      if (!o.isReg() || !o.getReg() || !o.isDef()) continue;
      if (o.getReg().isVirtual()) {
        const std::uint32_t v = variable(o.getReg().virtRegIndex());
        operands_.push_back({n, {v, true}});
        shares_.for_each_part(o, [&](unsigned part) {
          if (value_[part] == sched::none || out_.values[value_[part]].def != n) fresh(part, n);  // else in two parts
        });
      } else {
        for_each_unit(o, [&](Unit& unit) { write(unit, n, o.isDead() && !sometimes); });
      }
    }
  }
  void hold_units(const llvm::MachineInstr& inst, std::uint32_t n) {
    const std::size_t first = out_.reservations.size();
    times_.for_each_hold(&inst, [&](program::Hold h) {
      h.cycles = std::min(h.cycles, sched::limits::latency);
      out_.reservations.emplace_back(n, h);
      if (h.first + h.cycles > 1) out_.units[h.unit].copies |= busy;
    });
    std::sort(out_.reservations.begin() + static_cast<std::ptrdiff_t>(first), out_.reservations.end(),
              program::stands_before);
  }
  // One instruction issues a cycle, so that a unit that nobody holds for longer is free each time.
  void forget_free_units() {
    std::erase_if(out_.reservations, [&](const auto& r) { return (out_.units[r.unit].copies & busy) == 0; });
    for (program::Unit& u : out_.units) u.copies &= ~busy;
  }
  std::uint32_t variable(unsigned index) {
    std::uint32_t& number = register_number_[index];
    if (number == 0) {
      variables_.push_back(index);
      number = static_cast<std::uint32_t>(variables_.size());
    }
    return number - 1;
  }
  // A part's new value.
  void fresh(unsigned part, std::uint32_t def) {
    const auto* const type = shares_.type(part);
    types_.resize(out_.values.size());
    types_.push_back(type);
    for (const SetShares::Share& s : shares_.of(part)) total_[s.set] += s.registers;
    if (value_[part] == sched::none) parts_.push_back(part);
    value_[part] = static_cast<std::uint32_t>(out_.values.size());
    out_.values.push_back({0, 1, def, false});
  }

  // ---- physical registers
  template <class F>
  void for_each_unit(const llvm::MachineOperand& o, F&& f) {
    std::int8_t& constant = constant_[o.getReg().id()];
    if (constant == unknown) constant = info_.isConstantPhysReg(o.getReg().asMCReg());
    if (constant != 0) return;
    for (const llvm::MCRegUnit u : target_.regunits(o.getReg().asMCReg())) {
      Unit& unit = unit_[static_cast<unsigned>(u)];
      if (!std::exchange(unit.touched, true)) touched_units_.push_back(static_cast<unsigned>(u));
      f(unit);
    }
  }
  void edge(std::uint32_t from, std::uint32_t to, std::uint32_t latency, program::DependenceKind kind) {
    if (from != sched::none && from != to) out_.edges.push_back({from, to, latency, kind});
  }
  void read(Unit& unit, std::uint32_t n) {
    edge(unit.def, n, 1, program::DependenceKind::data);
    if (unit.reads.empty() || unit.reads.back() != n) unit.reads.push_back(n);
  }
  void write(Unit& unit, std::uint32_t n, bool dead) {
    for (const std::uint32_t r : unit.reads) edge(r, n, 0, program::DependenceKind::anti);
    edge(unit.def, n, 1, program::DependenceKind::output);
    // Many readers are left behind by one write, dead or not, so that there are not readers times writes.
    if (dead && unit.reads.size() <= most_reads) {
      unit.dead.push_back(n);
      return;
    }
    for (const std::uint32_t d : unit.dead) edge(d, n, 1, program::DependenceKind::output);
    unit.def = n;
    unit.reads.clear();
    unit.dead.clear();
  }

  // ---- what is counted
  void live_behind(const CrowdedRegion& region) {
    across_.clear();
    for (const unsigned v : region.live) {
      if (value_[v] != sched::none) {
        out_.values[value_[v]].live_out = true;
        continue;
      }
      const auto* const type = shares_.type(v);
      if (type == nullptr) continue;
      const auto at = std::find_if(across_.begin(), across_.end(), [&](const auto& a) { return a.first == type; });
      if (at == across_.end())
        across_.emplace_back(type, 1);
      else
        ++at->second;
    }
    for (auto& [type, count] : across_) {
      for (const SetShares::Share& s : shares_.of(*type)) total_[s.set] += s.registers * count;
      for (std::uint32_t left = count; left > 0;) {
        const std::uint32_t now = std::min(left, sched::limits::weight);
        types_.resize(out_.values.size());
        types_.push_back(type);
        out_.values.push_back({0, now, sched::none, true});
        left -= now;
      }
    }
  }
  // The one with steps, and LLVM's that some class in use counts in.
  void find_all_sets() {
    std::vector<bool> used(set_number_.size(), false);
    for (unsigned part = 0; part < shares_.size(); ++part)
      for (const SetShares::Share& s : shares_.of(part)) used[s.set] = true;
    set_number_[shares_.stepped()] = 0;
    all_sets_.push_back({steps_->name, std::min(steps_->limit, sched::limits::registers), 0, steps_->steps});
    for (unsigned s = 0; s < shares_.stepped(); ++s) {
      // What reserved registers are taken off for is in nobody's way here, and a limit too low is worth too much.
      const unsigned limit = used[s] ? target_.getRegPressureSetLimit(function_, s) : 0;
      if (limit == 0) continue;
      set_number_[s] = static_cast<std::uint32_t>(all_sets_.size());
      all_sets_.push_back({target_.getRegPressureSetName(s), std::min(limit, sched::limits::registers), 0, {}});
    }
  }
  // Those that can be exceeded, each once, and the classes as they count in them.
  void find_sets() {
    std::vector<const llvm::TargetRegisterClass*> types(
        types_.begin(), types_.begin() + static_cast<std::ptrdiff_t>(out_.values.size()));
    std::sort(types.begin(), types.end(), [](const auto* a, const auto* b) {
      return (a == nullptr ? 0 : a->getID() + 1) < (b == nullptr ? 0 : b->getID() + 1);
    });
    types.erase(std::unique(types.begin(), types.end()), types.end());
    if (steps_ != nullptr) out_.sets = all_sets_;
    for (unsigned s = 0; s < total_.size() && steps_ == nullptr; ++s) {
      set_number_[s] = sched::none;
      if (total_[s] == 0) continue;
      const unsigned limit = limits_(s);
      if (total_[s] <= limit || limit == 0) continue;
      set_number_[s] = static_cast<std::uint32_t>(out_.sets.size());
      out_.sets.push_back({target_.getRegPressureSetName(s), std::min(limit, sched::limits::registers), 0, {}});
    }
    for (const auto* const type : types) {
      sched::RegisterClass c{type == nullptr ? "none" : target_.getRegClassName(type), {}};
      if (type != nullptr)
        for (const SetShares::Share& s : shares_.of(*type))
          if (set_number_[s.set] != sched::none)
            c.shares.push_back({set_number_[s.set], std::min(s.registers, sched::limits::weight)});
      std::sort(c.shares.begin(), c.shares.end(), [](const auto& a, const auto& b) { return a.set < b.set; });
      out_.classes.push_back(std::move(c));
    }
    for (std::uint32_t v = 0; v < out_.values.size(); ++v)
      out_.values[v].cls = static_cast<std::uint32_t>(std::find(types.begin(), types.end(), types_[v]) - types.begin());
  }

  void order(const CrowdedRegion& region, std::vector<program::MemoryRole> roles) {
    flow::Sequence code;
    code.values = static_cast<std::uint32_t>(variables_.size());
    code.operands = Csr<flow::Sequence::Operand>(out_.size(), operands_);
    code.memory = std::move(roles);
    questions_ = questions_each * region.insts.size();
    objects_.clear();
    for (const llvm::MachineInstr* inst : region.insts) objects_.push_back(object_of(*inst));
    if (steps_ != nullptr) find_reached(code.memory);
    const auto meet = [&](std::uint32_t a, std::uint32_t b) {
      flow::MemoryRelation out;
      if (apart(*region.insts[a], *region.insts[b]) || other_objects(objects_[a], objects_[b]))
        out.same = false;
      else if (questions_ != 0 && (--questions_, !reaches(a, b)))
        out.same = region.insts[a]->mayAlias(alias_ ? &*alias_ : nullptr, *region.insts[b], true);
      return out;
    };
    for (const flow::Dependence& d : flow::dependences(code, {}, meet))
      // What is written part by part keeps its order: values tell of parts alone.
      if (steps_ != nullptr && d.kind == program::DependenceKind::data)
        edge(d.from, d.to, 0, program::DependenceKind::order);
      else if (d.kind != program::DependenceKind::data)
        edge(d.from, d.to, d.kind == program::DependenceKind::anti || d.kind == program::DependenceKind::order ? 0 : 1,
             d.kind);
  }

  // Of each instruction, which accesses it waits for already because it reads what was made of them: where one of two accesses
  // waits for the other so, nobody has to know whether they meet. Not of regions so large that it would cost more than that saves.
  void find_reached(const std::vector<program::MemoryRole>& roles) {
    std::vector<std::uint32_t> accesses;
    access_of_.assign(roles.size(), sched::none);
    reached_words_ = 0;
    for (std::uint32_t n = 0; n < roles.size(); ++n)
      if (roles[n] != program::MemoryRole::none) {
        access_of_[n] = static_cast<std::uint32_t>(accesses.size());
        accesses.push_back(n);
      }
    const std::size_t words = (accesses.size() + 63) / 64;
    if (words * roles.size() > most_reached) return;
    reached_words_ = words;
    reached_.assign(words * roles.size(), 0);
    for (const sched::Use& u : out_.uses) {  // by instruction, so that what it reads is known
      const std::uint32_t from = out_.values[u.value].def;
      if (from == sched::none || from >= u.inst) continue;
      for (std::size_t w = 0; w < words; ++w) reached_[u.inst * words + w] |= reached_[from * words + w];
      if (access_of_[from] != sched::none)
        reached_[u.inst * words + access_of_[from] / 64] |= std::uint64_t{1} << (access_of_[from] % 64);
    }
  }
  bool reaches(std::uint32_t from, std::uint32_t to) const {
    return reached_words_ != 0 &&
           (reached_[to * reached_words_ + access_of_[from] / 64] >> (access_of_[from] % 64) & 1) != 0;
  }

  // What its pointer points into, as far as the IR tells; nullptr: unknown.
  static const llvm::Value* object_of(const llvm::MachineInstr& i) {
    if (!i.hasOneMemOperand()) return nullptr;
    const llvm::Value* const pointer = (*i.memoperands_begin())->getValue();
    return pointer == nullptr ? nullptr : llvm::getUnderlyingObject(pointer);
  }
  // Two objects that share nothing, whatever the offsets; asked once of two.
  bool other_objects(const llvm::Value* a, const llvm::Value* b) {
    if (a == nullptr || b == nullptr || a == b || !alias_) return false;
    const auto [at, added] = apart_.try_emplace({std::min(a, b), std::max(a, b)}, false);
    if (added && questions_ != 0) {
      --questions_;
      at->second =
          alias_->isNoAlias(llvm::MemoryLocation::getBeforeOrAfter(a), llvm::MemoryLocation::getBeforeOrAfter(b));
    }
    return at->second;
  }
  // Two places of one pointer.
  static bool apart(const llvm::MachineInstr& a, const llvm::MachineInstr& b) {
    if (!a.hasOneMemOperand() || !b.hasOneMemOperand()) return false;
    const llvm::MachineMemOperand &x = **a.memoperands_begin(), &y = **b.memoperands_begin();
    if (x.getValue() == nullptr || x.getValue() != y.getValue() || !x.getSize().hasValue() || !y.getSize().hasValue() ||
        x.getSize().isScalable() || y.getSize().isScalable())
      return false;
    const auto ends = [](const llvm::MachineMemOperand& m) {
      return m.getOffset() + static_cast<std::int64_t>(m.getSize().getValue().getFixedValue());
    };
    return ends(x) <= y.getOffset() || ends(y) <= x.getOffset();
  }

  static constexpr std::size_t most_reads = 8;
  static constexpr std::size_t questions_each = 2;  // of LLVM's alias analysis, for each instruction of a region
  std::optional<llvm::BatchAAResults> alias_;
  static constexpr std::size_t most_reached = std::size_t{1} << 20;  // words
  std::vector<std::uint32_t> access_of_;                             // of an instruction: its number among the accesses
  std::vector<std::uint64_t> reached_;                               // of an instruction, a bit for each access
  std::size_t reached_words_ = 0;                                    // of an instruction; 0: not known
  std::size_t questions_ = 0;                                        // left for the region
  std::vector<const llvm::Value*> objects_;                          // of each instruction
  llvm::DenseMap<std::pair<const llvm::Value*, const llvm::Value*>, bool> apart_;  // looked up only
  const llvm::MachineFunction& function_;
  const llvm::MachineRegisterInfo& info_;
  const llvm::TargetRegisterInfo& target_;
  const SetLimits limits_;
  const OccupancySet* steps_;
  std::vector<program::RegisterSet> all_sets_;  // with steps_
  TargetModel times_;
  std::vector<program::Unit> units_;  // with steps_
  OrderedEffects effects_;
  SetShares shares_;
  std::vector<std::uint32_t> register_number_;  // of a virtual register: 1 + its variable; 0: it is not named
  std::vector<Unit> unit_;
  std::vector<std::int8_t> constant_;  // of a physical register: is it one?
  std::vector<std::uint32_t> set_number_,
      total_;  // per set of the target: its number in the problem; all registers of it
  std::vector<unsigned> touched_units_;
  std::vector<std::uint32_t> value_;                     // of a part: the value that it has now
  std::vector<unsigned> parts_;                          // that have one
  std::vector<unsigned> variables_;                      // indices of virtual registers
  std::vector<const llvm::TargetRegisterClass*> types_;  // of each value
  std::vector<std::pair<const llvm::TargetRegisterClass*, std::uint32_t>> across_;
  std::vector<std::pair<std::uint32_t, flow::Sequence::Operand>> operands_;
  sched::Problem out_;
};

}  // namespace lathe::llvm_mir
