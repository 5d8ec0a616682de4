// Small exact searches, as oracle and as an option: is there a schedule of an II at all, and is there one of a MaxLive.
//
// Depth first with bounds. Between instructions of one component of the graph (instructions that wait for each other
// round a recurrence) windows are two-sided and follow from longest paths; between components only slots matter, for a
// whole component can be put off by turns of the II. So a search is over finitely many cycles, and when it ends without
// a schedule there is none.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/modulo/place.hpp>

namespace lathe::modulo::detail {

enum class Found : std::uint8_t { yes, no, gave_up };

struct PathEdge {
  std::uint32_t other = 0;
  std::int64_t weight = 0;
};

/// Longest paths between all instructions of each component of some weighted edges. Floyd and Warshall.
template <class = void>
class BasicComponentPaths {
 public:
  static constexpr std::int64_t no_path = INT64_MIN / 4;
  static constexpr std::uint32_t most = 160;  ///< instructions of a component

  BasicComponentPaths(std::uint32_t n, const std::vector<std::vector<PathEdge>>& out)
      : components(components_of(n, out)) {
    rank_.resize(n);
    first_.resize(components.count());
    std::size_t size = 0;
    for (std::uint32_t c = 0; c < components.count(); ++c) {
      const auto members = components[c];
      first_[c] = size;
      if (members.size() > most) {
        too_large = true;
        return;
      }
      size += members.size() * members.size();
      for (std::uint32_t k = 0; k < members.size(); ++k) rank_[members[k]] = k;
    }
    path_.assign(size, no_path);
    for (std::uint32_t c = 0; c < components.count(); ++c) close(c, out);
  }
  /// Precondition: both are of one component.
  std::int64_t operator()(std::uint32_t from, std::uint32_t to) const {
    const std::uint32_t c = components.of[from];
    return path_[first_[c] + std::size_t{rank_[from]} * components[c].size() + rank_[to]];
  }
  Components components;
  bool positive_cycle = false, too_large = false;

 private:
  void close(std::uint32_t c, const std::vector<std::vector<PathEdge>>& out) {
    const auto members = components[c];
    const std::size_t m = members.size();
    std::int64_t* const d = path_.data() + first_[c];
    for (std::size_t k = 0; k < m; ++k) {
      d[k * m + k] = 0;
      for (const PathEdge& e : out[members[k]]) {
        if (components.of[e.other] != c) continue;
        std::int64_t& x = d[k * m + rank_[e.other]];
        x = std::max(x, e.weight);
      }
    }
    for (std::size_t k = 0; k < m; ++k)
      for (std::size_t i = 0; i < m; ++i)
        if (d[i * m + k] != no_path)
          for (std::size_t j = 0; j < m; ++j)
            if (d[k * m + j] != no_path) d[i * m + j] = std::max(d[i * m + j], d[i * m + k] + d[k * m + j]);
    for (std::size_t k = 0; k < m; ++k) positive_cycle |= d[k * m + k] > 0;
  }
  std::vector<std::uint32_t> rank_;
  std::vector<std::size_t> first_;
  std::vector<std::int64_t> path_;
};
using ComponentPaths = BasicComponentPaths<>;

/// What both searches share: the walk over cycles, windows inside components, their undoing, and the schedule from what
/// was found.
template <class = void>
class BasicWindowSearch {
 public:
  BasicWindowSearch(const Graph& g, Placement& at, std::uint32_t ii, const std::vector<std::vector<PathEdge>>& out)
      : g_(g), at_(at), ii_(ii), paths_(g.size(), out), window_(g.size()), started_(paths_.components.count(), 0) {}

 protected:
  struct Saved {
    std::uint32_t inst = 0;
    Window window;
  };
  /// Windows of the component once v stands at t; false when one is empty. Undone by `undo(mark)`.
  bool narrow(std::uint32_t v, std::int64_t t) {
    const std::uint32_t c = paths_.components.of[v];
    ++started_[c];
    for (const std::uint32_t u : paths_.components[c]) {
      const std::int64_t after = paths_(v, u), before = paths_(u, v);
      Window w = window_[u];
      if (after != ComponentPaths::no_path) w.low = std::max(w.low, t + after);
      if (before != ComponentPaths::no_path) w.high = std::min(w.high, t - before);
      if (w.low == window_[u].low && w.high == window_[u].high) continue;
      trail_.push_back({u, window_[u]});
      window_[u] = w;
      if (w.low > w.high) return false;
    }
    return true;
  }
  void undo(std::uint32_t v, std::size_t mark) {
    --started_[paths_.components.of[v]];
    for (; trail_.size() > mark; trail_.pop_back()) window_[trail_.back().inst] = trail_.back().window;
  }
  bool started(std::uint32_t v) const { return started_[paths_.components.of[v]] != 0; }

  /// Runs `search`, which is false when a schedule was found, within a budget. On yes the placement is a schedule.
  template <class Search>
  Found decide(std::uint64_t budget, Search&& search) {
    at_.reset(ii_);
    if (paths_.too_large) return Found::gave_up;
    if (paths_.positive_cycle) return Found::no;
    budget_ = budget;
    if (!search()) {
      finish();
      return Found::yes;
    }
    return budget_ == 0 ? Found::gave_up : Found::no;
  }
  /// Takes left_[k] out and places it at each cycle of the window for which `spend` is true, `search` below each. False
  /// when a schedule was found (and stands); true when not, with all as it was.
  template <class Spend, class Search>
  bool try_cycles(std::size_t k, Window w, Spend&& spend, Search&& search) {
    const std::uint32_t v = left_[k];
    const bool first = std::exchange(first_, false);
    left_[k] = left_.back();
    left_.pop_back();
    bool on = true;
    for (std::int64_t t = w.low; t <= w.high && on && spend(); ++t)
      on = at_.table.each_way(v, t, [&] {
        at_.cycle[v] = t;
        const std::size_t mark = trail_.size();
        if (narrow(v, t) && !search()) return false;
        undo(v, mark);
        at_.cycle[v] = unplaced;
        return budget_ > 0;
      });
    if (!on && at_.cycle[v] != unplaced) return false;
    first_ = first;
    left_.push_back(v);
    std::swap(left_[k], left_.back());
    return true;
  }

  /// The rest of a schedule: what was not searched stands as early as it can, then each component is put off by as many
  /// turns as its predecessors ask for. Precondition: what was not searched takes no resources.
  void finish() {
    const Components& c = paths_.components;
    for (std::uint32_t k = 0; k < c.count(); ++k) {
      for (const std::uint32_t v : c[k]) {
        if (at_.cycle[v] != unplaced) continue;
        if (!started(v) && c[k].size() == 1) continue;  // alone: below
        at_.cycle[v] = window_[v].low == before_all ? 0 : window_[v].low;
        narrow(v, at_.cycle[v]);
      }
      std::int64_t turns = before_all;
      for (const std::uint32_t v : c[k])
        for (const Arc& arc : g_.in[v]) {
          if (c.of[arc.other] == k) continue;
          const std::int64_t least = at_.cycle[arc.other] + arc.weight(ii_);
          if (at_.cycle[v] == unplaced) {
            turns = std::max(turns, least);  // no slot to keep: a cycle, not turns
            continue;
          }
          const std::int64_t late = least - at_.cycle[v];
          turns = std::max(turns, late > 0 ? (late + ii_ - 1) / ii_ : -(-late / ii_));
        }
      if (turns == before_all) turns = 0;
      for (const std::uint32_t v : c[k]) at_.cycle[v] = at_.cycle[v] == unplaced ? turns : at_.cycle[v] + turns * ii_;
    }
  }

  const Graph& g_;
  Placement& at_;
  std::uint32_t ii_;
  ComponentPaths paths_;
  std::vector<Window> window_;
  std::vector<std::uint32_t> started_;  // instructions placed, per component
  std::vector<Saved> trail_;
  std::vector<std::uint32_t> left_;  // instructions that are not placed yet
  std::uint64_t budget_ = 0;         // what may still be looked at; 0 ends the search
  bool first_ = true;                // nothing is placed: the first one's slot is any, for all can be turned
};
using WindowSearch = BasicWindowSearch<>;

template <class = void>
inline std::vector<std::vector<PathEdge>> path_edges(const Graph& g, std::uint32_t ii) {
  std::vector<std::vector<PathEdge>> out(g.size());
  for (const Edge& e : g.problem.edges) out[e.from].push_back({e.to, e.latency - std::int64_t{ii} * e.distance});
  return out;
}

/// Is there a schedule of an II? Branches only on instructions that take something, always on one with fewest cycles
/// left; instructions that are alike and on no recurrence come in the order of their numbers.
template <class = void>
class BasicSlotSearch : WindowSearch {
 public:
  BasicSlotSearch(const Graph& g, Placement& at, std::uint32_t ii, std::uint32_t issue_width, Stats& stats)
      : WindowSearch(g, at, ii, path_edges(g, ii)), stats_(stats) {
    for (std::uint32_t v = 0; v < g.size(); ++v)
      if (g.first_reservation[v] != g.first_reservation[v + 1] || (issue_width != 0 && g.problem.insts[v].issue != 0))
        left_.push_back(v);
    find_twins();
  }

  /// `work`: cycles to look at, at most. On yes the placement is a schedule.
  Found run(std::uint64_t work) {
    return decide(work, [&] { return search(); });
  }

 private:
  /// Per instruction the one before it of those that differ by nothing: it must stand in no later slot.
  void find_twins() {
    const auto& p = g_.problem;
    const auto same = [&](std::uint32_t a, std::uint32_t b) {
      const std::uint32_t x = g_.first_reservation[a], y = g_.first_reservation[b];
      const std::uint32_t count = g_.first_reservation[a + 1] - x;
      if (p.insts[a].issue != p.insts[b].issue || count != g_.first_reservation[b + 1] - y) return false;
      for (std::uint32_t k = 0; k < count; ++k) {
        const Reservation &r = p.reservations[x + k], &s = p.reservations[y + k];
        if (r.unit != s.unit || r.first != s.first || r.cycles != s.cycles) return false;
      }
      return true;
    };
    twin_.assign(g_.size(), none);
    for (std::size_t k = 0; k < left_.size(); ++k)
      for (std::size_t l = k; l-- > 0 && !paths_.too_large;)
        if (alone(left_[k]) && alone(left_[l]) && same(left_[k], left_[l])) {
          twin_[left_[k]] = left_[l];
          break;
        }
  }
  bool alone(std::uint32_t v) const { return paths_.components[paths_.components.of[v]].size() == 1; }

  /// False when a schedule was found (and stands), true when not.
  bool search() {
    if (left_.empty()) return false;
    std::size_t best = left_.size();
    std::uint32_t fewest = 0xffffffffU;
    for (std::size_t k = 0; k < left_.size() && fewest > 0; ++k) {
      const std::uint32_t v = left_[k];
      if (twin_[v] != none && at_.cycle[twin_[v]] == unplaced) continue;
      const std::uint32_t options = first_ ? (alone(v) ? ii_ : 1) : count_options(v, fewest);
      if (options < fewest) {
        fewest = options;
        best = k;
      }
    }
    if (fewest == 0 || budget_ == 0) return true;
    Window w = cycles_of(left_[best]);
    if (first_) w.high = w.low;
    const auto spend = [&] {
      if (budget_ == 0) return false;
      --budget_;
      ++stats_.slots_tried;
      return true;
    };
    return try_cycles(best, w, spend, [&] { return search(); });
  }
  /// Where v may stand: its window, or any one turn.
  Window cycles_of(std::uint32_t v) const {
    if (started(v)) return window_[v];
    return {twin_[v] == none ? 0 : slot_of(at_.cycle[twin_[v]], ii_), ii_ - 1};
  }
  std::uint32_t count_options(std::uint32_t v, std::uint32_t limit) {
    const Window w = cycles_of(v);
    std::uint32_t count = 0;
    for (std::int64_t t = w.low; t <= w.high && count < limit && budget_ > 0; ++t, --budget_)
      count += at_.table.may_place(v, t) ? 1U : 0U;
    return count;
  }

  Stats& stats_;
  std::vector<std::uint32_t> twin_;
};
using SlotSearch = BasicSlotSearch<>;

}  // namespace lathe::modulo::detail
