// The best orders of small regions, by trying all: oracles of the scheduler's tests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <lathe/sched.hpp>

namespace sched_test {

using namespace lathe::sched;

/// The least MaxLive of one set over all orders. Which registers are live at a point depends only on the instructions
/// before it, so the best way to each subset of the instructions is kept. O(2^n n), n up to 20.
inline std::uint64_t least_max_live(const Problem& p, std::uint32_t set) {
  const std::uint32_t n = p.size();
  std::vector<std::uint32_t> before(n, 0), readers(p.values.size(), 0);
  for (const Edge& e : p.edges) before[e.to] |= 1U << e.from;
  for (const Use& u : p.uses) {
    readers[u.value] |= 1U << u.inst;
    if (p.values[u.value].def != none) before[u.inst] |= 1U << p.values[u.value].def;
  }
  std::vector<std::uint64_t> amount(p.values.size(), 0);
  for (std::size_t v = 0; v < amount.size(); ++v)
    for (const auto& share : p.classes[p.values[v].cls].shares)
      if (share.set == set) amount[v] = std::uint64_t{share.factor} * p.values[v].weight;
  // Live behind the instructions of `placed`, of which `last` is the last one.
  const auto live = [&](std::uint32_t placed, std::uint32_t last) {
    std::uint64_t sum = 0;
    for (std::size_t v = 0; v < amount.size(); ++v) {
      const Value& value = p.values[v];
      const bool defined = value.def == none || (placed >> value.def & 1) != 0;
      const bool just = value.def == none ? placed == 0 : placed != 0 && value.def == last;
      if (defined && (just || value.live_out || (readers[v] & ~placed) != 0)) sum += amount[v];
    }
    return sum;
  };
  std::vector<std::uint64_t> best(std::size_t{1} << n, UINT64_MAX);
  best[0] = live(0, 0);
  for (std::uint32_t placed = 0; placed + 1 < best.size(); ++placed) {
    if (best[placed] == UINT64_MAX) continue;
    for (std::uint32_t i = 0; i < n; ++i) {
      if ((placed >> i & 1) != 0 || (before[i] & ~placed) != 0) continue;
      const std::uint32_t next = placed | 1U << i;
      best[next] = std::min(best[next], std::max(best[placed], live(next, i)));
    }
  }
  return best.back();
}

/// The least makespan over all orders, by branch and bound. For regions of about 10 instructions.
class LeastMakespan {
 public:
  explicit LeastMakespan(const Problem& p) : p_(p), g_(p) {}
  std::uint64_t run() {
    best_ = UINT64_MAX;
    placed_.assign(p_.size(), false);
    extend();
    return best_;
  }

 private:
  void extend() {
    // What is placed has its cycles; the rest needs its longest path at least.
    const auto cycle = issue_cycles(g_, order_);
    std::uint64_t bound = 0;
    for (std::uint32_t n = 0; n < p_.size(); ++n) bound = std::max(bound, cycle[n] + g_.depth[n]);
    if (bound >= best_) return;
    if (order_.size() == p_.size()) {
      best_ = bound;
      return;
    }
    for (std::uint32_t n = 0; n < p_.size(); ++n) {
      if (placed_[n]) continue;
      bool ready = true;
      for (const Arc& a : g_.predecessors[n]) ready &= placed_[a.inst];
      if (!ready) continue;
      placed_[n] = true;
      order_.push_back(n);
      extend();
      order_.pop_back();
      placed_[n] = false;
    }
  }
  const Problem& p_;
  Graph g_;
  std::uint64_t best_ = 0;
  std::vector<bool> placed_;
  std::vector<std::uint32_t> order_;
};

}  // namespace sched_test
