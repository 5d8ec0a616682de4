// How far list scheduling may leave a known order, counted exactly: at each point to come, what would live there if all that
// is left came in the guide's order. What goes ahead lives longer up to its place in the guide and nowhere else, so that a
// peak of the guide bounds only what would be moved across it (BasicGuide in list.hpp bounds all that comes before it).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <lathe/sched/graph.hpp>

namespace lathe::sched::detail {

/// Numbers that are raised by ranges and asked for the greatest of a range; O(log size) each.
template <class = void>
class BasicRangeMax {
 public:
  static constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::min() / 4;
  explicit BasicRangeMax(const std::vector<std::int64_t>& numbers) {
    while (leaves_ < numbers.size()) leaves_ *= 2;
    most_.assign(2 * leaves_, nothing);
    more_.assign(2 * leaves_, 0);
    std::copy(numbers.begin(), numbers.end(), most_.begin() + static_cast<std::ptrdiff_t>(leaves_));
    for (std::size_t at = leaves_; at-- > 1;) most_[at] = std::max(most_[2 * at], most_[2 * at + 1]);
  }
  /// Of [first, end).
  void add(std::size_t first, std::size_t end, std::int64_t more) {
    if (first >= end || more == 0) return;
    const std::size_t left = first + leaves_, right = end - 1 + leaves_;
    for (std::size_t a = left, b = end + leaves_; a < b; a /= 2, b /= 2) {
      if (a % 2 != 0) raise(a++, more);
      if (b % 2 != 0) raise(--b, more);
    }
    settle(left);
    settle(right);
  }
  /// Of [first, end); `nothing` of none.
  std::int64_t most(std::size_t first, std::size_t end) const {
    if (first >= end) return nothing;
    std::size_t a = first + leaves_, b = end - 1 + leaves_;
    std::int64_t left = most_[a], right = most_[b];
    for (; a / 2 != b / 2; a /= 2, b /= 2) {
      if (a % 2 == 0) left = std::max(left, most_[a + 1]);
      if (b % 2 != 0) right = std::max(right, most_[b - 1]);
      left += more_[a / 2];
      right += more_[b / 2];
    }
    std::int64_t out = std::max(left, right);
    while (a > 1) out += more_[a /= 2];
    return out;
  }

 private:
  void raise(std::size_t at, std::int64_t more) {
    most_[at] += more;
    if (at < leaves_) more_[at] += more;
  }
  void settle(std::size_t at) {
    while (at > 1) {
      at /= 2;
      most_[at] = std::max(most_[2 * at], most_[2 * at + 1]) + more_[at];
    }
  }
  std::size_t leaves_ = 1;
  std::vector<std::int64_t> most_, more_;  // of a node: the greatest below it, and what all below it are raised by
};
using RangeMax = BasicRangeMax<>;

/// A known order, and how far other instructions may get ahead of it. O((n + uses) log n) for all, each set for itself, and
/// for each reader of a value that goes ahead the value's readers.
template <class = void>
class BasicExactGuide {
 public:
  BasicExactGuide(const Graph& g, std::span<const std::uint32_t> order, std::span<const std::uint64_t> ceiling)
      : g_(g),
        order_(order),
        ceiling_(ceiling),
        place_(order.size()),
        left_(g.problem().values.size()),
        gone_(order.size()) {
    const Problem& p = g.problem();
    const std::size_t sets = p.sets.size();
    live_.assign(sets, 0);
    change_.assign(sets, 0);
    for (std::uint32_t k = 0; k < order.size(); ++k) place_[order[k]] = k;
    std::vector<std::vector<std::int64_t>> points(sets, std::vector<std::int64_t>(order.size()));
    reset();
    start(live_);
    for (std::uint32_t k = 0; k < order.size(); ++k) {
      step(live_, order[k]);
      for (std::size_t s = 0; s < sets; ++s) points[s][k] = live_[s];
      unread(live_, order[k]);
    }
    for (const auto& of_set : points) points_.emplace_back(of_set);
    reset();
    live_.assign(sets, 0);
    start(live_);
  }
  std::uint32_t next() const { return at_ < order_.size() ? order_[at_] : none; }
  /// May the instruction be placed now? The guide's next one always may.
  bool allows(std::uint32_t n) {
    if (place_[n] == at_) return true;
    std::fill(change_.begin(), change_.end(), 0);
    for (const std::uint32_t v : g_.uses_of[n])
      if (left_[v] == 1) g_.count(change_, v, -1);
    for (const std::uint32_t v : g_.defs_of[n]) g_.count(change_, v, 1);
    for (std::size_t s = 0; s < change_.size(); ++s)
      if (change_[s] > 0 &&
          std::max(live_[s], points_[s].most(at_, place_[n])) + change_[s] > static_cast<std::int64_t>(ceiling_[s]))
        return false;
    return true;
  }
  void place(std::uint32_t n, const std::vector<bool>&) {
    const std::uint32_t q = place_[n];
    gone_[n] = true;
    for (const std::uint32_t v : g_.uses_of[n]) {
      // It lived up to here; now up to the last of those that are left.
      const bool out = g_.problem().values[v].live_out;
      if (q == at_ || out) continue;
      std::uint32_t last = at_;
      for (const std::uint32_t r : g_.readers_of[v])
        if (!gone_[r]) last = std::max(last, place_[r]);
      raise(v, last, q, -1);
    }
    step(live_, n);
    if (q != at_)
      for (const std::uint32_t v : g_.defs_of[n])
        if (left_[v] != 0) raise(v, at_, q, 1);
    unread(live_, n);
    for (RangeMax& of_set : points_) of_set.add(q, q + 1, RangeMax::nothing);
    while (at_ < order_.size() && gone_[order_[at_]]) ++at_;
  }

 private:
  void reset() {
    for (std::uint32_t v = 0; v < left_.size(); ++v) left_[v] = g_.reads_of(v);
  }
  void start(std::vector<std::int64_t>& live) const {
    for (std::uint32_t v = 0; v < left_.size(); ++v)
      if (g_.problem().values[v].def == none && left_[v] != 0) g_.count(live, v, 1);
  }
  // To the point behind an instruction, where what nobody reads lives as well.
  void step(std::vector<std::int64_t>& live, std::uint32_t n) {
    for (const std::uint32_t v : g_.uses_of[n])
      if (--left_[v] == 0) g_.count(live, v, -1);
    for (const std::uint32_t v : g_.defs_of[n]) g_.count(live, v, 1);
  }
  void unread(std::vector<std::int64_t>& live, std::uint32_t n) const {
    for (const std::uint32_t v : g_.defs_of[n])
      if (left_[v] == 0) g_.count(live, v, -1);
  }
  void raise(std::uint32_t v, std::uint32_t first, std::uint32_t end, std::int64_t sign) {
    for (const Amount& a : g_.amounts_of[v]) points_[a.set].add(first, end, sign * a.registers);
  }

  const Graph& g_;
  std::span<const std::uint32_t> order_;
  std::span<const std::uint64_t> ceiling_;
  std::vector<std::uint32_t> place_, left_;  // left_: readers to come, live-out counts as one
  std::vector<bool> gone_;                   // of an instruction: is it placed?
  std::vector<std::int64_t> live_, change_;
  std::vector<RangeMax>
      points_;  // per set, by place in the guide: what lives behind the instruction; `nothing` of those placed
  std::uint32_t at_ = 0;
};
using ExactGuide = BasicExactGuide<>;

}  // namespace lathe::sched::detail
