// Loops of one block as LLVM's MachinePipeliner sees them: the machine as its ResourceManager counts it.
//
//   - What LLVM holds for free (isZeroCost: COPY, SUBREG_TO_REG, INSERT_SUBREG and the like) takes no unit and no slot.
//   - A unit of several copies, such as a group of units, is counted cycle by cycle: an instruction that holds it for three
//     cycles takes one copy in each of them, whichever is free, not one copy throughout.
//   - Micro-operations issue one a cycle, from the instruction's own on.
//   - A target with itineraries and an automaton of them (Hexagon) has units of another kind, the slots of a packet, of
//     which an instruction may take one of several. Whether instructions fit into a cycle is a matching. By Hall's theorem
//     it exists where of every union of choices no more than its slots are wanted; so each union is a unit here, with as
//     many copies as it has slots, and an instruction holds one of each union that has all of its choices.
//   - `Carried::as_llvm`: what a phi takes from the iteration before is there a cycle later, whatever computes it. LLVM
//     reckons so, and on machines that wait for operands by themselves it is right, and stalls; `Carried::in_full`, the
//     default, takes the latency of what computes it, below which no schedule runs in truth.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <llvm/CodeGen/ScheduleDAG.h>
#include <llvm/MC/MCInstrItineraries.h>

#include "adapters/llvm_mir/schedule_view.hpp"

namespace lathe::llvm_mir {

/// What is asked of a value that a phi brings from the iteration before.
enum class Carried : std::uint8_t { in_full, as_llvm };

class LoopView : public ScheduleView {
 public:
  LoopView(MemoryOracle memory, llvm::MachineFunction& function, Carried carried = Carried::in_full)
      : ScheduleView(std::move(memory), function), carried_(carried) {
    const llvm::TargetSubtargetInfo& target = function.getSubtarget();
    if (target.useDFAforSMS() && target.getInstrItineraryData() != nullptr &&
        !target.getInstrItineraryData()->isEmpty())
      itineraries_ = target.getInstrItineraryData();
    if (itineraries_ != nullptr) find_unions(function);
  }

  std::uint32_t issue_width() const { return 0; }  // a unit of its own
  std::uint32_t issue(Inst) const { return 0; }
  std::uint32_t latency(Inst i) const { return is_free(i) ? 0 : TargetModel::latency(i); }
  std::vector<program::Unit> units() const {
    std::vector<program::Unit> out;
    if (itineraries_ == nullptr) {
      out = TargetModel::units();
      out.push_back({"issue", std::clamp(TargetModel::issue_width(), 1U, 1U << 10)});
      return out;
    }
    for (const std::uint64_t u : unions_)
      out.push_back({"slots" + std::to_string(u), static_cast<std::uint32_t>(std::popcount(u))});
    return out;
  }
  template <class F>
  void for_each_hold(Inst i, F&& f) const {
    if (is_free(i)) return;
    if (itineraries_ != nullptr) {
      for_each_choice(*i, [&](std::uint64_t choice) {
        for (std::uint32_t u = 0; u < unions_.size(); ++u)
          if ((choice & ~unions_[u]) == 0) f(program::Hold{u, 0, 1});
      });
      return;
    }
    if (copies_.empty())
      for (const program::Unit& u : units()) copies_.push_back(u.copies);
    TargetModel::for_each_hold(i, [&](const program::Hold& h) {
      if (copies_[h.unit] == 1) return f(h);
      for (std::uint32_t k = 0; k < h.cycles; ++k) f(program::Hold{h.unit, h.first + k, 1});
    });
    if (TargetModel::issue_width() == 0) return;
    const auto issue = static_cast<std::uint32_t>(copies_.size() - 1);
    for (std::uint32_t k = 0; k < model().getNumMicroOps(i); ++k) f(program::Hold{issue, k, 1});
  }
  /// As the target corrects it for LLVM's schedulers (Hexagon tells latencies in half cycles).
  std::int32_t edge_latency(Inst from, Inst to, const Dependence& d) const {
    const std::int32_t model = ScheduleView::edge_latency(from, to, d);
    if (d.kind != program::DependenceKind::data || d.value == nullptr) return model;
    if (d.distance == 0) return corrected(*from, *to, *d.value, model);
    // The phi itself stands between the two, not before the one and not behind the other.
    return carried_ == Carried::as_llvm ? 1 : std::max(1, corrected(*from, *to, *d.value, model));
  }
  /// Does LLVM hold it for nothing?
  bool is_free(Inst i) const { return instructions_.isZeroCost(i->getOpcode()); }

 private:
  std::int32_t corrected(const llvm::MachineInstr& from, const llvm::MachineInstr& to, Value v,
                         std::int32_t latency) const {
    if (v >= physical) return latency;
    const llvm::Register reg = llvm::Register::index2VirtReg(static_cast<unsigned>(v));
    const int def = from.findRegisterDefOperandIdx(reg, &registers_),
              use = to.findRegisterUseOperandIdx(reg, &registers_);
    if (def < 0) return latency;
    llvm::SUnit source(const_cast<llvm::MachineInstr*>(&from), 0),
        reader(const_cast<llvm::MachineInstr*>(&to), 1);  // NOLINT
    llvm::SDep edge(&source, llvm::SDep::Data, reg);
    edge.setLatency(static_cast<unsigned>(std::max(0, latency)));
    f_.getSubtarget().adjustSchedDependency(&source, def, &reader, std::max(0, use), edge, &model());
    return static_cast<std::int32_t>(edge.getLatency());
  }
  template <class F>
  void for_each_choice(const llvm::MachineInstr& i, F&& f) const {
    const unsigned type = i.getDesc().getSchedClass();
    if (itineraries_->isEndMarker(type)) return;
    for (const llvm::InstrStage* s = itineraries_->beginStage(type); s != itineraries_->endStage(type); ++s)
      if (s->getUnits() != 0) f(s->getUnits());
  }
  // Of choices that share a slot; those that share none cannot be in each other's way.
  void find_unions(const llvm::MachineFunction& function) {
    std::set<std::uint64_t> found;
    for (const llvm::MachineBasicBlock& b : function)
      for (const llvm::MachineInstr& i : b)
        if (!is_free(&i)) for_each_choice(i, [&](std::uint64_t choice) { found.insert(choice); });
    for (bool more = true; more && found.size() < most_unions;) {
      more = false;
      const std::vector<std::uint64_t> now(found.begin(), found.end());
      for (const std::uint64_t a : now)
        for (const std::uint64_t b : now)
          if ((a & b) != 0 && found.size() < most_unions) more |= found.insert(a | b).second;
    }
    unions_.assign(found.begin(), found.end());
  }

  static constexpr std::size_t most_unions = 512;
  Carried carried_;
  const llvm::InstrItineraryData* itineraries_ = nullptr;
  std::vector<std::uint64_t> unions_;
  mutable std::vector<std::uint32_t> copies_;
};
static_assert(program::is_view<LoopView>());

}  // namespace lathe::llvm_mir
