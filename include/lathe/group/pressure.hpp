// What groups cost in registers, before they are made: a pressure tracker of the whole program on which each group
// that is possible is made, and taken back where it is too dear (program/gate.hpp).
//
//   group::PressureJudge judge(view, registers, options);      // registers: as for pressure/of_view.hpp
//   group::Judged former{grouper, judge};                      // what plan_problem asks, in the place of the grouper
//   plan = group::plan_problem(problem, former);
//
// For the tracker a group is one instruction that reads and writes what its members did. What was accepted counts from
// then on, and all are held against what the program needed at the start: many small rises do not make a large one.
// One View, of which the problem was ingested.
//
// Where the values of a group must be neighbours in the register file (`adjacent`), an allocator loses registers that
// no count of live ones shows: it keeps room for the whole group, and moves what is not there yet. Each group then
// counts as so many registers more as it has beside its widest member, all together as `most_lost` at most. Cost:
// O(size) to make, at the first group; a group O(members + carried) edits of the tracker.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <lathe/group/plan.hpp>
#include <lathe/pressure/of_view.hpp>
#include <lathe/pressure/tracker.hpp>
#include <lathe/program/gate.hpp>

namespace lathe::group {

struct JudgeOptions : program::GateOptions {
  bool adjacent = false;         ///< what a group reads or writes must stand side by side
  std::uint32_t most_lost = 16;  ///< registers of a set that all groups together are taken to lose by that
};

/// Says of a group whether its registers are worth it, on a pressure tracker that is kept as groups are taken.
template <class V, class Own>
class PressureJudge {
 public:
  /// The View outlives it, unchanged.
  PressureJudge(const V& view, Own own, JudgeOptions options = {})
      : view_(view), own_(std::move(own)), options_(options) {
    for (const program::RegisterSet& set : own_.sets()) sets_.push_back(set);
  }

  /// Precondition: the problem is the View's, and groups come in the order in which the planner makes them.
  Refusal accept(const Problem& p, const Group& group) {
    if (!options_.aware || sets_.empty()) return Refusal::none;
    make(p);
    const std::uint32_t block = block_of(p, group.members[0]);
    const std::uint32_t before = behind(p, block, group);
    std::vector<pressure::Operand> operands;
    members_.clear();
    tracker_->begin();
    for (const std::uint32_t i : group.carried) tracker_->move(i, {block, before});
    for (const std::uint32_t i : group.members) {
      const auto own = tracker_->operands(i);
      operands.insert(operands.end(), own.begin(), own.end());
      members_.emplace_back(own.begin(), own.end());
      tracker_->erase(i);
    }
    tracker_->insert({block, before}, "group", std::move(operands));
    const std::vector<std::uint64_t> lost = options_.adjacent ? lost_with(group) : lost_;
    const Refusal out = judge(lost);
    if (out != Refusal::none) {
      tracker_->rollback();
      return out;
    }
    tracker_->commit();
    lost_ = lost;
    for (const std::uint32_t i : group.carried) next_[i] = i + 1;
    for (const std::uint32_t i : group.members) next_[i] = i + 1;
    placed_.try_emplace({block, group.place},
                        group.carried.empty() ? tracker_->last_inserted() : group.carried.front());
    return out;
  }
  /// Null before the first group; its instructions are the problem's, then one for each group that was tried.
  const pressure::Tracker* tracker() const { return tracker_.get(); }

 private:
  void make(const Problem& p) {
    if (tracker_ != nullptr) return;
    pressure::OfView<V, Own> code(view_, own_);
    tracker_ = std::make_unique<pressure::Tracker>(pressure::ingest(code).problem);
    for (std::uint32_t s = 0; s < sets_.size(); ++s) base_.push_back({tracker_->maximum(s), tracker_->total_excess(s)});
    lost_.assign(sets_.size(), 0);
    next_.resize(p.insts() + 1);
    std::iota(next_.begin(), next_.end(), 0U);
  }
  static std::uint32_t block_of(const Problem& p, std::uint32_t inst) {
    const auto at = std::upper_bound(p.blocks.begin(), p.blocks.end(), inst,
                                     [](std::uint32_t i, const Block& b) { return i < b.first + b.count; });
    return static_cast<std::uint32_t>(at - p.blocks.begin());
  }
  // The first from `at` on that still stands where it did.
  std::uint32_t unmoved(std::uint32_t at) {
    while (next_[at] != at) at = next_[at] = next_[next_[at]];
    return at;
  }
  // What stands behind the group as it will be: the next instruction that stays, or the next group before it.
  std::uint32_t behind(const Problem& p, std::uint32_t block, const Group& group) {
    const auto own = [&](std::uint32_t i) {
      return std::find(group.members.begin(), group.members.end(), i) != group.members.end() ||
             std::find(group.carried.begin(), group.carried.end(), i) != group.carried.end();
    };
    const std::uint32_t end = p.blocks[block].first + p.blocks[block].count;
    std::uint32_t at = unmoved(group.place);
    while (at < end && own(at)) at = unmoved(at + 1);
    at = std::min(at, end);
    const auto later = placed_.upper_bound({block, group.place});
    if (later != placed_.end() && later->first.first == block && later->first.second <= at) return later->second;
    return at == end ? program::none : at;
  }
  // Per set, what is lost with one group more: of what its members write, or read and do not have in common, all but
  // the widest member's.
  std::vector<std::uint64_t> lost_with(const Group& group) const {
    std::vector<std::uint64_t> out = lost_, sum(sets_.size(), 0), widest(sets_.size(), 0);
    const bool writes = std::any_of(members_.begin(), members_.end(), [](const auto& m) {
      return std::any_of(m.begin(), m.end(), [](const pressure::Operand& o) { return o.writes; });
    });
    const auto common = [&](std::uint32_t reg) {
      return std::all_of(members_.begin(), members_.end(), [&](const auto& m) {
        return std::any_of(m.begin(), m.end(), [&](const pressure::Operand& o) { return o.reg == reg; });
      });
    };
    const pressure::Problem& p = tracker_->problem();
    for (std::size_t k = 0; k < group.members.size(); ++k) {
      std::vector<std::uint64_t> own(sets_.size(), 0);
      for (const pressure::Operand& o : members_[k])
        if (writes ? o.writes : !common(o.reg))
          for (const pressure::Feed& feed : p.classes[p.registers[o.reg].cls].feeds) own[feed.set] += feed.weight;
      for (std::size_t s = 0; s < own.size(); ++s) sum[s] += own[s], widest[s] = std::max(widest[s], own[s]);
    }
    for (std::size_t s = 0; s < out.size(); ++s)
      out[s] = std::min<std::uint64_t>(out[s] + sum[s] - widest[s], options_.most_lost);
    return out;
  }
  Refusal judge(const std::vector<std::uint64_t>& lost) const {
    Refusal out = Refusal::none;
    for (std::uint32_t s = 0; s < sets_.size(); ++s) {
      if (s < 64 && (options_.ignored_sets >> s & 1) != 0) continue;
      program::Verdict v = program::judge_rise(sets_[s], base_[s].first, tracker_->maximum(s) + lost[s], options_);
      if (tracker_->total_excess(s) > base_[s].second) v = program::Verdict::limit;
      if (v == program::Verdict::limit) return Refusal::limit;
      if (v == program::Verdict::step) out = Refusal::step;
    }
    return out;
  }

  const V& view_;
  Own own_;
  JudgeOptions options_;
  std::vector<program::RegisterSet> sets_;
  std::unique_ptr<pressure::Tracker> tracker_;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> base_;  // per set, at the start: maximum, total excess
  std::vector<std::uint64_t> lost_;                            // per set, by what was accepted
  std::vector<std::vector<pressure::Operand>> members_;        // of the group at hand
  std::vector<std::uint32_t> next_;                            // per instruction: itself, or where to look on
  // Of each block and place, the first instruction of the first group there.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> placed_;
};

/// A Former and who judges what it forms.
template <class F, class J>
struct Judged {
  F& former;  ///< outlives it
  J& judge;   ///< outlives it
  /// How many from the first on make one instruction.
  std::uint32_t form(std::span<const Candidate> run) const { return former.form(run); }
  /// Whether the group may be, as far as registers go.
  Refusal accept(const Problem& p, const Group& group) { return judge.accept(p, group); }
};
template <class F, class J>
Judged(F&, J&) -> Judged<F, J>;

}  // namespace lathe::group
