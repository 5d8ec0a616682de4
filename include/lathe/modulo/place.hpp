// Placing instructions at an II: in order, each as near to its neighbours as units allow; or by eviction.
//
// Eviction is iterative modulo scheduling (Rau, MICRO 1994): by falling height, each instruction at its first free
// cycle behind its predecessors; where there is none it takes one and those in its way lose theirs, within a budget.
#pragma once

#include <cstdint>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/modulo/live.hpp>
#include <lathe/modulo/options.hpp>

namespace lathe::modulo::detail {

/// The cycles that each instruction may have; infinite ends are `before_all` and `behind_all`.
inline constexpr std::int64_t before_all = INT64_MIN / 4, behind_all = INT64_MAX / 4;
struct Window {
  std::int64_t low = before_all, high = behind_all;
};

/// Cycles and units of a schedule in the making.
template <class = void>
struct BasicPlacement {
  explicit BasicPlacement(const Graph& g, std::uint32_t issue_width)
      : table(g, issue_width), cycle(g.size(), unplaced), live(g) {}
  void reset(std::uint32_t ii) {
    table.reset(ii);
    std::fill(cycle.begin(), cycle.end(), unplaced);
    live.reset(ii);
  }
  /// All cycles moved so that the least is 0.
  Schedule schedule() const {
    Schedule s;
    s.ii = table.ii();
    const std::int64_t least = cycle.empty() ? 0 : *std::min_element(cycle.begin(), cycle.end());
    for (const std::int64_t c : cycle) s.cycle.push_back(static_cast<std::int32_t>(c - least));
    s.copy = table.copy;
    return s;
  }
  /// Cycles from the first start to the last, both counted.
  std::int64_t span() const {
    if (cycle.empty()) return 0;
    const auto [low, high] = std::minmax_element(cycle.begin(), cycle.end());
    return *high - *low + 1;
  }
  std::int64_t stages() const { return (span() + table.ii() - 1) / table.ii(); }
  /// Fills the tracker, which placing leaves alone.
  void count_live() {
    live.reset(table.ii());
    for (std::uint32_t v = 0; v < cycle.size(); ++v) live.update(v, cycle);
  }

  ReservationTable table;
  std::vector<std::int64_t> cycle;
  LiveTracker live;
};
using Placement = BasicPlacement<>;

/// Registers per set; 0 or nothing: no limit.
using LiveLimits = std::vector<std::uint64_t>;

template <class = void>
class BasicPlacer {
 public:
  BasicPlacer(const Graph& g, Placement& placement, Stats& stats) : g_(g), at_(placement), stats_(stats) {}

  /// Each instruction of `order` once. `windows` may be empty: no limits. False when an instruction finds no cycle.
  bool in_order(std::uint32_t ii, const std::vector<std::uint32_t>& order, const std::vector<std::int64_t>& depth,
                const std::vector<Window>& windows) {
    at_.reset(ii);
    ii_ = ii;
    window_ = windows;
    window_.resize(g_.size());
    below_.assign(g_.size(), false);
    above_.assign(g_.size(), false);
    for (const std::uint32_t v : order) {
      if (!find_cycle(v, depth[v])) return false;
      propagate(v);
    }
    return true;
  }

  /// Precondition: the II is at least RecMII.
  bool by_eviction(std::uint32_t ii, const std::vector<std::int64_t>& height, const std::vector<Window>& windows,
                   std::uint64_t budget) {
    at_.reset(ii);
    ii_ = ii;
    using Entry = std::pair<std::int64_t, std::uint32_t>;
    std::priority_queue<Entry> queue;
    const auto push = [&](std::uint32_t v) { queue.push({height[v], 0xffffffffU - v}); };
    for (std::uint32_t v = 0; v < g_.size(); ++v) push(v);
    std::vector<std::int64_t> last(g_.size(), unplaced);
    std::vector<std::uint32_t> gone;
    const auto evict = [&](std::uint32_t v) {
      at_.table.remove(v, at_.cycle[v]);
      at_.cycle[v] = unplaced;
      push(v);
      ++stats_.evicted;
    };
    for (; !queue.empty(); --budget) {
      if (budget == 0) return false;
      const std::uint32_t v = 0xffffffffU - queue.top().second;
      queue.pop();
      std::int64_t early = windows.empty() ? 0 : windows[v].low;
      for (const Arc& arc : g_.in[v])
        if (arc.other != v && at_.cycle[arc.other] != unplaced)
          early = std::max(early, at_.cycle[arc.other] + arc.weight(ii));
      const std::int64_t late = windows.empty() ? behind_all : windows[v].high;
      if (early > late) return false;
      std::int64_t chosen = unplaced;
      for (std::int64_t t = early; t < early + ii && t <= late; ++t) {
        ++stats_.slots_tried;
        if (at_.table.place(v, t)) {
          chosen = t;
          break;
        }
      }
      if (chosen == unplaced) {
        chosen = last[v] == unplaced || early > last[v] ? early : last[v] + 1;
        if (chosen > late) chosen = early;
        if (!force(v, chosen, gone, evict)) return false;
      }
      at_.cycle[v] = last[v] = chosen;
      for (const Arc& arc : g_.out[v])
        if (arc.other != v && at_.cycle[arc.other] != unplaced && at_.cycle[arc.other] < chosen + arc.weight(ii))
          evict(arc.other);
    }
    return true;
  }

  /// Like by_eviction, but an instruction that finds no free cycle takes the one whose holders and violated neighbours
  /// have been evicted least often so far, and what was evicted most often is placed first. For tables that are full.
  bool by_conflicts(std::uint32_t ii, const std::vector<std::int64_t>& height, const std::vector<Window>& windows,
                    std::uint64_t budget) {
    at_.reset(ii);
    ii_ = ii;
    weight_.assign(g_.size(), 0);
    using Entry = std::tuple<std::uint64_t, std::int64_t, std::uint32_t>;
    std::priority_queue<Entry> queue;
    const auto push = [&](std::uint32_t v) { queue.push({weight_[v], height[v], 0xffffffffU - v}); };
    for (std::uint32_t v = 0; v < g_.size(); ++v) push(v);
    std::vector<std::uint32_t> gone;
    const auto evict = [&](std::uint32_t v) {
      at_.table.remove(v, at_.cycle[v]);
      at_.cycle[v] = unplaced;
      ++weight_[v];
      push(v);
      ++stats_.evicted;
    };
    bool done = true;
    for (; !queue.empty() && done; --budget) {
      const std::uint32_t v = 0xffffffffU - std::get<2>(queue.top());
      queue.pop();
      Window w = windows.empty() ? Window{} : windows[v];
      const Window outer = w;
      for (const Arc& arc : g_.in[v])
        if (arc.other != v && at_.cycle[arc.other] != unplaced)
          w.low = std::max(w.low, at_.cycle[arc.other] + arc.weight(ii));
      for (const Arc& arc : g_.out[v])
        if (arc.other != v && at_.cycle[arc.other] != unplaced)
          w.high = std::min(w.high, at_.cycle[arc.other] - arc.weight(ii));
      done = budget > 0 && (place_free(v, w) || place_cheapest(v, w, outer, gone, evict));
    }
    weight_.clear();
    return done;
  }

 private:
  bool place_free(std::uint32_t v, const Window& w) {
    const bool down = w.low == before_all && w.high != behind_all;
    const std::int64_t from = w.low == before_all ? 0 : w.low;
    for (std::int64_t k = 0; k < ii_; ++k) {
      const std::int64_t t = down ? w.high - k : from + k;
      if (t > w.high || t < w.low) break;
      ++stats_.slots_tried;
      if (!at_.table.place(v, t)) continue;
      at_.cycle[v] = t;
      return true;
    }
    return false;
  }
  template <class Evict>
  bool place_cheapest(std::uint32_t v, const Window& w, const Window& outer, std::vector<std::uint32_t>& gone,
                      Evict&& evict) {
    std::uint64_t least = UINT64_MAX;
    std::int64_t chosen = unplaced;
    const auto weigh = [&](std::int64_t t) {
      if (t < outer.low || t > outer.high) return;
      ++stats_.slots_tried;
      at_.table.in_the_way(v, t, gone, [&](std::uint32_t u) { return 1 + weight_[u]; });
      std::uint64_t cost = 0;
      for (const std::uint32_t u : gone) cost += 1 + weight_[u];
      for_violated(v, t, [&](std::uint32_t u) { cost += 1 + weight_[u]; });
      if (cost >= least) return;
      least = cost;
      chosen = t;
    };
    const bool below = w.low > outer.low, above = w.high < outer.high;
    const std::int64_t from = below || !above ? (w.low == before_all ? 0 : w.low) : w.high - ii_ + 1;
    for (std::int64_t k = 0; k < ii_; ++k) weigh(from + k);
    if (below && above)
      for (std::int64_t k = 0; k < ii_ && w.high - k < from; ++k) weigh(w.high - k);
    if (chosen == unplaced || !force(v, chosen, gone, evict)) return false;
    at_.cycle[v] = chosen;
    gone.clear();
    for_violated(v, chosen, [&](std::uint32_t u) {
      if (std::find(gone.begin(), gone.end(), u) == gone.end()) gone.push_back(u);
    });
    for (const std::uint32_t u : gone) evict(u);
    return true;
  }
  template <class F>
  void for_violated(std::uint32_t v, std::int64_t t, F&& f) const {
    for (const Arc& arc : g_.in[v])
      if (arc.other != v && at_.cycle[arc.other] != unplaced && t < at_.cycle[arc.other] + arc.weight(ii_))
        f(arc.other);
    for (const Arc& arc : g_.out[v])
      if (arc.other != v && at_.cycle[arc.other] != unplaced && at_.cycle[arc.other] < t + arc.weight(ii_))
        f(arc.other);
  }
  bool find_cycle(std::uint32_t v, std::int64_t depth) {
    const Window& w = window_[v];
    const auto attempt = [&](std::int64_t t) {
      ++stats_.slots_tried;
      if (!at_.table.place(v, t)) return false;
      at_.cycle[v] = t;
      return true;
    };
    if (!below_[v] && above_[v]) {  // only successors stand: as late as can be
      for (std::int64_t t = w.high; t > w.high - ii_ && t >= w.low; --t)
        if (attempt(t)) return true;
      return false;
    }
    const std::int64_t from = below_[v] ? w.low : std::max(w.low, std::min(depth, w.high));
    for (std::int64_t t = from; t < from + ii_ && t <= w.high; ++t)
      if (attempt(t)) return true;
    return false;
  }
  /// Narrows the windows of what waits for v or what v waits for: on all paths in small graphs, in large ones of
  /// neighbours and inside v's component, which is what feasibility hangs on.
  void propagate(std::uint32_t v) {
    const bool all = g_.size() <= 256;
    const std::uint32_t component = g_.components.of[v];
    window_[v] = {at_.cycle[v], at_.cycle[v]};
    for (const bool forward : {true, false}) {
      work_.assign(1, v);
      while (!work_.empty()) {
        const std::uint32_t u = work_.back();
        work_.pop_back();
        for (const Arc& arc : forward ? g_.out[u] : g_.in[u]) {
          if (at_.cycle[arc.other] != unplaced) continue;
          if (forward) {
            below_[arc.other] = true;
            const std::int64_t low = window_[u].low + arc.weight(ii_);
            if (low <= window_[arc.other].low) continue;
            window_[arc.other].low = low;
          } else {
            above_[arc.other] = true;
            const std::int64_t high = window_[u].high - arc.weight(ii_);
            if (high >= window_[arc.other].high) continue;
            window_[arc.other].high = high;
          }
          if (all || g_.components.of[arc.other] == component) work_.push_back(arc.other);
        }
      }
    }
  }
  template <class Evict>
  bool force(std::uint32_t v, std::int64_t t, std::vector<std::uint32_t>& gone, Evict&& evict) {
    at_.table.in_the_way(v, t, gone, [&](std::uint32_t u) { return 1 + (weight_.empty() ? 0 : weight_[u]); });
    for (const std::uint32_t u : gone) evict(u);
    // Issue slots: those of the cycle go, latest number first, until there is room.
    for (std::uint32_t u = g_.size(); u-- > 0 && at_.table.issue_full(v, t);)
      if (at_.cycle[u] != unplaced && g_.problem.insts[u].issue != 0 && slot_of(at_.cycle[u], ii_) == slot_of(t, ii_))
        evict(u);
    if (at_.table.place(v, t)) return true;
    // Several reservations of one unit got into each other's way: make room wholly.
    for (std::uint32_t u = 0; u < g_.size(); ++u)
      if (at_.cycle[u] != unplaced) {
        evict(u);
        if (at_.table.place(v, t)) return true;
      }
    return at_.table.place(v, t);  // false: it cannot stand at this II even alone
  }

  const Graph& g_;
  Placement& at_;
  Stats& stats_;
  std::uint32_t ii_ = 1;
  std::vector<Window> window_;
  std::vector<bool> below_, above_;  // something placed bounds it from below, from above
  std::vector<std::uint32_t> work_;
  std::vector<std::uint64_t> weight_;  // evictions so far, in by_conflicts
};
using Placer = BasicPlacer<>;

}  // namespace lathe::modulo::detail
