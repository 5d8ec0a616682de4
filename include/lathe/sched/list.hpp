// The list scheduler: cycle by cycle, of the instructions whose operands are there the one of the highest priority.
//
// Ready instructions stand in heaps by rank, one heap for each way of reserving units, so that a busy unit is asked
// once a cycle and not once an instruction. Under a ceiling of registers the schedule follows a known order of few
// registers, the guide, and takes other instructions ahead of it as long as what they leave live fits between the
// guide's own need, from here on, and the ceiling. So the ceiling holds wherever the guide stays below it: at each
// point what is live is at most what the guide has live there, and what was computed ahead.
//
// Source: Cooper, Schielke, Subramanian 1998 for the list scheduler; the priority's levels are the reference's; the
// guide and its proof are ours.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include <lathe/sched/evaluate.hpp>
#include <lathe/sched/graph.hpp>

namespace lathe::sched {

namespace detail {

/// A known order, and how far other instructions may get ahead of it.
template <class = void>
class BasicGuide {
 public:
  BasicGuide(const Graph& g, std::span<const std::uint32_t> order, std::span<const std::uint64_t> ceiling)
      : g_(g), order_(order), ceiling_(ceiling), place_(order.size()), left_(g.problem().values.size()) {
    const Problem& p = g.problem();
    sets_ = static_cast<std::uint32_t>(p.sets.size());
    ahead_.assign(sets_, 0);
    change_.assign(sets_, 0);
    for (std::uint32_t k = 0; k < order.size(); ++k) place_[order[k]] = k;
    std::vector<std::int64_t> live(sets_, 0);
    reset();
    for (std::uint32_t v = 0; v < p.values.size(); ++v)
      if (p.values[v].def == none && left_[v] != 0) g_.count(live, v, 1);
    needed_.assign((order.size() + 1) * sets_, 0);
    for (std::uint32_t k = 0; k <= order.size(); ++k) {
      std::copy(live.begin(), live.end(), needed_.begin() + std::ptrdiff_t{k} * sets_);
      if (k == order.size()) break;
      for (const std::uint32_t v : g.uses_of[order[k]])
        if (--left_[v] == 0) g_.count(live, v, -1);
      for (const std::uint32_t v : g.defs_of[order[k]]) g_.count(live, v, 1);
      // The point behind it, where what nobody reads is live as well.
      for (std::uint32_t s = 0; s < sets_; ++s)
        needed_[std::size_t{k} * sets_ + s] = std::max(needed_[std::size_t{k} * sets_ + s], live[s]);
      for (const std::uint32_t v : g.defs_of[order[k]])
        if (left_[v] == 0) g_.count(live, v, -1);
    }
    for (std::size_t i = needed_.size() - sets_; i-- > 0;) needed_[i] = std::max(needed_[i], needed_[i + sets_]);
    reset();
  }

  std::uint32_t next() const { return at_ < order_.size() ? order_[at_] : none; }
  /// May the instruction be placed now? The guide's next one always may.
  bool allows(std::uint32_t n) {
    if (place_[n] == at_) return true;
    std::fill(change_.begin(), change_.end(), 0);
    for (const std::uint32_t v : g_.uses_of[n])
      if (left_[v] == 1 && is_ahead(v)) g_.count(change_, v, -1);
    for (const std::uint32_t v : g_.defs_of[n]) g_.count(change_, v, 1);
    for (std::uint32_t s = 0; s < sets_; ++s)
      if (change_[s] > 0 &&
          needed_[std::size_t{at_} * sets_ + s] + ahead_[s] + change_[s] > static_cast<std::int64_t>(ceiling_[s]))
        return false;
    return true;
  }
  void place(std::uint32_t n, const std::vector<bool>& placed) {
    for (const std::uint32_t v : g_.uses_of[n])
      if (--left_[v] == 0 && is_ahead(v)) g_.count(ahead_, v, -1);
    if (place_[n] != at_)
      for (const std::uint32_t v : g_.defs_of[n])
        if (left_[v] != 0) g_.count(ahead_, v, 1);
    // What was ahead is not when the guide has come there.
    for (bool first = true; at_ < order_.size() && placed[order_[at_]]; ++at_, first = false)
      if (!first || order_[at_] != n)
        for (const std::uint32_t v : g_.defs_of[order_[at_]])
          if (left_[v] != 0) g_.count(ahead_, v, -1);
  }

 private:
  void reset() {
    for (std::uint32_t v = 0; v < left_.size(); ++v) left_[v] = g_.reads_of(v);
  }
  bool is_ahead(std::uint32_t v) const {
    const std::uint32_t def = g_.problem().values[v].def;
    return def != none && place_[def] >= at_;
  }
  const Graph& g_;
  std::span<const std::uint32_t> order_;
  std::span<const std::uint64_t> ceiling_;
  std::vector<std::uint32_t> place_, left_;  // left_: readers to come, live-out counts as one
  std::vector<std::int64_t> needed_;         // per point and set: the most that the guide has live from there on
  std::vector<std::int64_t> ahead_, change_;
  std::uint32_t at_ = 0, sets_ = 0;
};
using Guide = BasicGuide<>;

template <class Guide = BasicGuide<>>
class BasicListScheduler {
 public:
  /// `ranks`: of each instruction, 0 first. `guide`: null for none; top-down only.
  BasicListScheduler(const Graph& g, const Options& options, std::vector<std::uint32_t> ranks, bool bottom_up,
                     Guide* guide = nullptr)
      : g_(g),
        p_(g.problem()),
        options_(options),
        up_(bottom_up),
        guide_(guide),
        rank_(std::move(ranks)),
        by_rank_(p_.size()),
        waiting_(p_.size()),
        ready_from_(p_.size(), 0),
        placed_(p_.size(), false),
        units_(g, bottom_up) {
    for (std::uint32_t n = 0; n < p_.size(); ++n) by_rank_[rank_[n]] = n;
    group_insts();
  }

  std::vector<std::uint32_t> run(Stats* stats) {
    for (std::uint32_t n = 0; n < p_.size(); ++n) {
      waiting_[n] = static_cast<std::uint32_t>((up_ ? g_.successors : g_.predecessors)[n].size());
      if (up_) ready_from_[n] = p_.insts[n].latency;
      if (waiting_[n] == 0) ready(n);
    }
    while (order_.size() < p_.size()) {
      wake();
      const std::uint32_t n = guide_ == nullptr ? best() : best_allowed();
      if (n != none)
        place(n);
      else
        advance();
    }
    if (up_) std::reverse(order_.begin(), order_.end());
    if (stats != nullptr) stats->unit_steps += units_.passed();
    return std::move(order_);
  }

 private:
  // The groups beyond this number share one, whose first instruction alone is asked.
  static constexpr std::uint32_t max_groups = 64;
  using Heap = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, Greater>;

  void group_insts() {
    std::map<std::vector<std::uint32_t>, std::uint32_t> numbers;
    way_of_.resize(p_.size());
    std::vector<std::uint32_t> key;
    for (std::uint32_t n = 0; n < p_.size(); ++n) {
      key.clear();
      for (const HeldSpan& h : g_.holds_of[n]) {
        key.push_back(h.unit);
        if (g_.span_of[h.unit] != 0) key.insert(key.end(), {h.first, h.cycles, h.copies});
      }
      way_of_[n] = numbers.emplace(key, static_cast<std::uint32_t>(numbers.size())).first->second;
    }
    groups_.resize(std::min<std::size_t>(numbers.size(), max_groups + 1));
    free_from_.assign(numbers.size(), 0);
  }
  Heap& group_of(std::uint32_t n) { return groups_[std::min(way_of_[n], max_groups)]; }
  void ready(std::uint32_t n) { pending_.push({ready_from_[n], rank_[n]}); }
  void wake() {
    while (!pending_.empty() && pending_.top().first <= now_) {
      const std::uint32_t rank = pending_.top().second;
      pending_.pop();
      if (!placed_[by_rank_[rank]]) group_of(by_rank_[rank]).push(rank);
    }
  }
  // A cycle before which n does not find its units free: now, or one that is still to come. Units are only taken and
  // time only grows, so an answer stays such a cycle, for all that reserve in the same way, and nobody asks again until
  // it has come.
  std::uint64_t units_free(std::uint32_t n) {
    std::uint64_t& free = free_from_[way_of_[n]];
    if (free <= now_) free = units_.earliest(n, now_);
    return free;
  }
  bool slots_for(std::uint32_t n) const { return p_.issue_width == 0 || slots_ + p_.insts[n].issue <= p_.issue_width; }
  // Of the first instructions of the groups that can issue now, the one of the highest priority; taken off its heap.
  std::uint32_t best() {
    Heap* found = nullptr;
    for (Heap& heap : groups_) {
      while (!heap.empty() && placed_[by_rank_[heap.top()]]) heap.pop();
      if (heap.empty()) continue;
      const std::uint32_t top = by_rank_[heap.top()];
      if (units_free(top) > now_ || !slots_for(top)) continue;
      if (found == nullptr || heap.top() < found->top()) found = &heap;
    }
    if (found == nullptr) return none;
    const std::uint32_t n = by_rank_[found->top()];
    found->pop();
    return n;
  }
  // Of the first `look_ahead` ones the first that the guide allows, or its own next instruction, wherever that stands.
  std::uint32_t best_allowed() {
    passed_.clear();
    std::uint32_t found = none;
    for (std::uint32_t tries = 0; tries < options_.look_ahead && found == none; ++tries) {
      const std::uint32_t n = best();
      if (n == none) break;
      if (guide_->allows(n))
        found = n;
      else
        passed_.push_back(n);
    }
    if (found == none) found = next_of_guide();
    for (const std::uint32_t n : passed_)
      if (n != found) group_of(n).push(rank_[n]);
    return found;
  }
  // The guide's next instruction, if it can issue now; it may stand too deep in its heap to be looked at.
  std::uint32_t next_of_guide() {
    const std::uint32_t n = guide_->next();
    return waiting_[n] == 0 && ready_from_[n] <= now_ && units_free(n) <= now_ && slots_for(n) ? n : none;
  }

  // ---- time
  void now_to(std::uint64_t cycle) {
    if (cycle > now_) slots_ = 0;
    now_ = std::max(now_, cycle);
  }
  // To the next cycle in which something can change. An instruction that the guide does not allow waits for no cycle.
  void advance() {
    std::uint64_t next = UINT64_MAX;
    for (const Heap& heap : groups_) {
      if (heap.empty()) continue;
      const std::uint64_t free = units_free(by_rank_[heap.top()]);
      if (free > now_ || slots_ != 0) next = std::min(next, std::max(free, now_ + 1));
    }
    if (!pending_.empty()) next = std::min(next, std::max(pending_.top().first, now_ + 1));
    if (guide_ != nullptr && waiting_[guide_->next()] == 0)
      next = std::min(next, std::max({ready_from_[guide_->next()], units_free(guide_->next()), now_ + 1}));
    now_to(next == UINT64_MAX ? now_ + 1 : next);
  }
  void place(std::uint32_t n) {
    placed_[n] = true;
    order_.push_back(n);
    slots_ += p_.insts[n].issue;
    units_.issue(n, now_);
    if (guide_ != nullptr) guide_->place(n, placed_);
    for (const Arc& a : (up_ ? g_.predecessors : g_.successors)[n]) {
      ready_from_[a.inst] = std::max(ready_from_[a.inst], now_ + a.latency);
      if (--waiting_[a.inst] == 0) ready(a.inst);
    }
  }

  const Graph& g_;
  const Problem& p_;
  const Options& options_;
  const bool up_;
  Guide* const guide_;
  std::vector<std::uint32_t> rank_, by_rank_, waiting_;
  std::vector<std::uint64_t> ready_from_;
  std::vector<bool> placed_;
  std::vector<std::uint32_t> way_of_;     // of each instruction, the number of its way of reserving units
  std::vector<std::uint64_t> free_from_;  // per way, see units_free
  std::vector<Heap> groups_;              // ranks of instructions that are awake

  template <class T>
  using MinHeap = std::priority_queue<T, std::vector<T>, Greater>;
  MinHeap<std::pair<std::uint64_t, std::uint32_t>> pending_;  // ready later: cycle, rank
  UnitTimes units_;
  std::uint64_t now_ = 0, slots_ = 0;
  std::vector<std::uint32_t> order_, passed_;
};
using ListScheduler = BasicListScheduler<>;

}  // namespace detail

/// A legal order by latency, from either end. O((n + e) log n) and n times the ways of reserving units, 64 at most.
/// Where units are taken later than at the issue, or more than once, also steps of what is held of them
/// (unit_times.hpp): all of them once for each way, and for each question those that lie under the hold. These are
/// counted in `stats`, unless it is null.
template <class = void>
inline std::vector<std::uint32_t> list_order(const Graph& g, const Options& options, bool bottom_up,
                                             Stats* stats = nullptr) {
  return detail::ListScheduler(g, options, priority_ranks(g, options, bottom_up), bottom_up).run(stats);
}
/// A legal order by latency that follows `guide` so closely that no set has more than `ceiling`, or than the guide
/// where that has more already. Top-down. Ahead of the guide go the instructions of the highest priority, or,
/// `in_step`, the next ones of the guide itself.
/// O((n + e) log n + n * look_ahead * (log n + values of an instruction + sets)), and steps of units as list_order.
template <class = void>
inline std::vector<std::uint32_t> list_order_below(const Graph& g, const Options& options,
                                                   std::span<const std::uint32_t> guide,
                                                   std::span<const std::uint64_t> ceiling, bool in_step,
                                                   Stats* stats = nullptr) {
  detail::Guide below(g, guide, ceiling);
  std::vector<std::uint32_t> ranks;
  if (in_step) {
    ranks.resize(guide.size());
    for (std::uint32_t k = 0; k < guide.size(); ++k) ranks[guide[k]] = k;
  } else {
    ranks = priority_ranks(g, options, false);
  }
  return detail::ListScheduler(g, options, std::move(ranks), false, &below).run(stats);
}

}  // namespace lathe::sched
