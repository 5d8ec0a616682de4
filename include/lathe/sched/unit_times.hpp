// When units are free, while instructions issue one after the other.
//
// A unit that everyone takes at once, from the issue on, is as many times at which a copy becomes free, in a heap. Of
// one that somebody takes later, or more than once, a step function says how many copies are held from each cycle on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include <lathe/sched/graph.hpp>

namespace lathe::sched::detail {

/// How many copies of a unit are held: a step function over the cycles that are not forgotten. Neighbouring steps
/// differ, so holds that follow each other are one step.
template <class = void>
class BasicHeldCopies {
 public:
  /// The earliest issue from cycle `at` on with which the hold finds its copies. Preconditions: `at` is not forgotten;
  /// there are as many as it takes. O(log steps, and the steps from `at + first` to the end of the hold where it fits).
  std::uint64_t earliest(const HeldSpan& hold, std::uint32_t copies, std::uint64_t at) const {
    auto step = std::prev(held_.upper_bound(at + hold.first));
    for (; step != held_.end() && step->first < at + hold.first + hold.cycles; ++passed_) {
      const auto next = std::next(step);
      if (step->second + hold.copies > copies) at = next->first - hold.first;  // nothing is held in the last step
      step = next;
    }
    return at;
  }
  /// O(log steps, and steps within the hold).
  void hold(const HeldSpan& hold, std::uint64_t at) {
    const auto begin = step_at(at + hold.first), end = step_at(at + hold.first + hold.cycles);
    for (auto step = begin; step != end; ++step, ++passed_) step->second += hold.copies;
    join(begin);
    join(end);
  }
  /// Of what lies before `now` nobody asks any more. O(1) amortized.
  void forget(std::uint64_t now) {
    while (held_.size() > 1 && std::next(held_.begin())->first <= now) held_.erase(held_.begin());
  }
  /// Steps that all questions and holds so far went over.
  std::uint64_t passed() const { return passed_; }

 private:
  using Steps = std::map<std::uint64_t, std::uint32_t>;
  Steps::iterator step_at(std::uint64_t cycle) {
    const auto after = held_.upper_bound(cycle), step = std::prev(after);
    return step->first == cycle ? step : held_.emplace_hint(after, cycle, step->second);
  }
  // A step that holds as many as the one before it is none.
  void join(Steps::iterator step) {
    if (step != held_.begin() && std::prev(step)->second == step->second) held_.erase(step);
  }
  Steps held_{{0, 0}};  // from this cycle on
  mutable std::uint64_t passed_ = 0;
};
using HeldCopies = BasicHeldCopies<>;

/// All units of a problem. Backward, time runs from the region's end: holds are mirrored, those of a heap stand where
/// they would stand forward, which is as good as long as they are about equally long.
template <class = void>
class BasicUnitTimes {
 public:
  explicit BasicUnitTimes(const Graph& g, bool backward = false)
      : g_(g),
        backward_(backward),
        next_(g.problem().units.size(), 0),
        others_(next_.size()),
        held_(g.late_holds ? next_.size() : 0) {
    for (std::size_t u = 0; u < next_.size(); ++u)
      if (const std::uint32_t copies = g.problem().units[u].copies; g.span_of[u] == 0 && copies > 1)
        others_[u].assign(copies - 1, 0);
  }
  /// The earliest cycle from `now` on in which n finds its units free; what issues afterwards can only make it later.
  /// Precondition: nothing issues before `now`. O(units of n); of units with steps see HeldCopies::earliest.
  std::uint64_t earliest(std::uint32_t n, std::uint64_t now) const {
    if (g_.late_holds) return earliest_late(n, now);
    std::uint64_t at = now;
    for (const HeldSpan& h : g_.holds_of[n]) at = std::max(at, next_[h.unit]);
    return at;
  }
  /// n issues in cycle `at`, and nothing before it any more.
  void issue(std::uint32_t n, std::uint64_t at) {
    for (const HeldSpan& h : g_.holds_of[n]) {
      if (g_.span_of[h.unit] == 0)
        take(h.unit, at + h.cycles);
      else
        hold_late(h, at);
    }
  }
  /// Steps of what is held of units that were gone over so far; 0 where all units are taken at the issue.
  std::uint64_t passed() const {
    std::uint64_t sum = 0;
    for (const HeldCopies& unit : held_) sum += unit.passed();
    return sum;
  }

 private:
  // The copy that is free first is taken until then.
  void take(std::uint32_t unit, std::uint64_t until) {
    std::uint64_t& next = next_[unit];
    auto& others = others_[unit];
    next = std::max(next, until);
    if (others.empty() || others.front() >= next) return;
    std::pop_heap(others.begin(), others.end(), Greater{});
    std::swap(others.back(), next);
    std::push_heap(others.begin(), others.end(), Greater{});
  }
  // Out of line, so that what all machines ask stays short.
  [[gnu::noinline]] void hold_late(const HeldSpan& h, std::uint64_t at) {
    held_[h.unit].forget(at);
    held_[h.unit].hold(placed(h), at);
  }
  [[gnu::noinline]] std::uint64_t earliest_late(std::uint32_t n, std::uint64_t now) const {
    std::uint64_t at = now;
    for (std::uint64_t before = now;; before = at) {  // until no unit wants a later cycle than another
      for (const HeldSpan& h : g_.holds_of[n])
        at = g_.span_of[h.unit] == 0 ? std::max(at, next_[h.unit])
                                     : held_[h.unit].earliest(placed(h), g_.problem().units[h.unit].copies, at);
      if (at == before) return at;
    }
  }
  HeldSpan placed(HeldSpan h) const {
    if (backward_) h.first = g_.span_of[h.unit] - h.first - h.cycles;
    return h;
  }
  const Graph& g_;
  const bool backward_;
  std::vector<std::uint64_t> next_;                 // of each unit, when the first of its copies is free
  std::vector<std::vector<std::uint64_t>> others_;  // and when the others are: min-heaps
  std::vector<HeldCopies> held_;
};
using UnitTimes = BasicUnitTimes<>;

}  // namespace lathe::sched::detail
