// A schedule of the same II with a lower MaxLive: instructions moved within their slack, sets of instructions shifted
// together, instructions that change places; and from where nothing helps, a few moves at random and again.
//
// The measure is registers above the limits, then the sum of MaxLive over the sets, then the sum of squares of what
// is live in each slot. Everything is kept incrementally; a random number is one of a fixed sequence.
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include <lathe/modulo/place.hpp>

namespace lathe::modulo::detail {

template <class = void>
class BasicImprover {
 public:
  /// `limits` per set, 0: none. All cycles stay within `max_span` cycles from the least one of now.
  BasicImprover(const Graph& g, Placement& placement, Stats& stats, LiveLimits limits, std::int64_t max_span)
      : g_(g), at_(placement), stats_(stats), limits_(std::move(limits)), ii_(placement.table.ii()) {
    limits_.resize(g.problem.sets.size(), 0);
    if (max_span < behind_all && g.size() > 0) {
      low_ = *std::min_element(at_.cycle.begin(), at_.cycle.end());
      high_ = low_ + max_span - 1;
    }
  }

  /// Tries at most `budget` moves, fewer when MaxLive comes to a lower bound of it. Precondition: the tracker is up to
  /// date (count_live).
  void run(std::uint64_t budget) {
    end_ = stats_.moves_tried + budget;
    bound_ = lower_bound();
    Score best = score();
    if (g_.problem.values.empty()) return;
    descend(best);
    std::vector<std::int64_t> cycles = at_.cycle;
    std::vector<std::uint32_t> copies = at_.table.copy;
    Score current = best;
    while (!done(best)) {
      for (std::uint32_t k = 2 + random(3); k > 0; --k) kick();
      current = score();
      descend(current);
      if (current <= best) {
        best = current;
        cycles = at_.cycle;
        copies = at_.table.copy;
      } else {
        restore(cycles, copies);
      }
    }
    restore(cycles, copies);
  }

  /// Whole turns towards the middle wherever registers allow it, so that stages at the ends empty.
  void compact() {
    if (g_.size() == 0) return;
    Score now = score();
    for (int round = 0; round < 8; ++round) {
      bool changed = false;
      const auto [lowest, highest] = std::minmax_element(at_.cycle.begin(), at_.cycle.end());
      const std::int64_t low = low_ = *lowest, high = high_ = *highest;  // nothing goes beyond
      for (std::uint32_t v = 0; v < g_.size(); ++v) {
        const bool first = at_.cycle[v] - ii_<low, last = at_.cycle[v] + ii_> high;
        if (first == last) continue;
        now.energy = UINT64_MAX;  // equal will do
        changed |= shift(v, last ? -std::int64_t{ii_} : std::int64_t{ii_}, now);
      }
      if (!changed) return;
    }
  }

  struct Score {
    std::uint64_t excess = 0, sum = 0, energy = 0;
    auto operator<=>(const Score&) const = default;
  };
  Score score() const {
    Score s;
    for (std::uint32_t c = 0; c < at_.live.sets(); ++c) {
      const std::uint64_t m = at_.live.max_live(c);
      if (limits_[c] != 0 && m > limits_[c]) s.excess += m - limits_[c];
      s.sum += m;
    }
    s.energy = at_.live.energy();
    return s;
  }

 private:
  bool out_of_budget() const { return stats_.moves_tried >= end_; }
  bool done(const Score& s) const { return out_of_budget() || (s.excess == 0 && s.sum <= bound_); }
  std::uint32_t random(std::uint32_t below) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::uint32_t>((state_ >> 33) % below);
  }

  /// No schedule of this II has a smaller sum of MaxLive: lifetimes are at least the latencies of their edges.
  std::uint64_t lower_bound() const {
    const Problem& p = g_.problem;
    std::vector<std::int64_t> least(p.values.size(), 1);
    for (const Edge& e : p.edges)
      if (e.value != none)
        least[e.value] =
            std::max<std::int64_t>(least[e.value], e.from == e.to ? std::int64_t{ii_} * e.distance : e.latency);
    std::vector<std::uint64_t> sum(p.sets.size(), 0);
    for (std::size_t v = 0; v < least.size(); ++v)
      sum[p.values[v].set] += static_cast<std::uint64_t>(least[v]) * p.values[v].weight;
    std::uint64_t out = 0;
    for (const std::uint64_t s : sum) out += (s + ii_ - 1) / ii_;
    return out;
  }

  Window slack(std::uint32_t v) const {
    Window w{low_, high_};
    for (const Arc& arc : g_.in[v])
      if (arc.other != v) w.low = std::max(w.low, at_.cycle[arc.other] + arc.weight(ii_));
    for (const Arc& arc : g_.out[v])
      if (arc.other != v) w.high = std::min(w.high, at_.cycle[arc.other] - arc.weight(ii_));
    return w;
  }
  /// v elsewhere, if units allow it.
  bool move(std::uint32_t v, std::int64_t to) {
    const std::int64_t from = at_.cycle[v];
    if ((to - from) % ii_ != 0) {
      saved_.assign(at_.table.copy.begin() + g_.first_reservation[v],
                    at_.table.copy.begin() + g_.first_reservation[v + 1]);
      at_.table.remove(v, from);
      if (!at_.table.place(v, to)) {
        std::copy(saved_.begin(), saved_.end(), at_.table.copy.begin() + g_.first_reservation[v]);
        at_.table.put_back(v, from);
        return false;
      }
    }
    at_.cycle[v] = to;
    at_.live.update(v, at_.cycle);
    return true;
  }
  void restore(const std::vector<std::int64_t>& cycles, const std::vector<std::uint32_t>& copies) {
    changed_.clear();
    for (std::uint32_t v = 0; v < g_.size(); ++v) {
      bool same = at_.cycle[v] == cycles[v];
      for (std::uint32_t r = g_.first_reservation[v]; r < g_.first_reservation[v + 1]; ++r)
        same &= at_.table.copy[r] == copies[r];
      if (same) continue;
      changed_.push_back(v);
      at_.table.remove(v, at_.cycle[v]);
    }
    at_.table.copy = copies;
    for (const std::uint32_t v : changed_) {
      at_.cycle[v] = cycles[v];
      at_.table.put_back(v, cycles[v]);
    }
    for (const std::uint32_t v : changed_) at_.live.update(v, at_.cycle);
  }

  /// Until no move of any kind helps, or the budget is spent.
  void descend(Score& now) {
    for (bool changed = true; changed && !done(now);) {
      changed = false;
      for (std::uint32_t v = 0; v < g_.size() && !out_of_budget(); ++v)
        if (at_.live.concerns(v)) changed |= best_move(v, now);
      if (changed) continue;
      for (std::uint32_t v = 0; v < g_.size() && !out_of_budget(); ++v)
        for (const std::int64_t by : {std::int64_t{1}, std::int64_t{-1}, std::int64_t{ii_}, -std::int64_t{ii_}})
          changed |= shift(v, by, now);
      if (changed) continue;
      for (std::uint32_t v = 0; v < g_.size() && !out_of_budget(); ++v)
        if (at_.live.concerns(v)) changed |= exchange(v, now);
    }
  }
  bool best_move(std::uint32_t v, Score& now) {
    const Window w = slack(v);
    const std::int64_t home = at_.cycle[v];
    std::int64_t best = home;
    const std::int64_t reach = ii_;
    for (std::int64_t t = std::max(w.low, home - reach); t <= std::min(w.high, home + reach); ++t) {
      if (t == home || out_of_budget()) continue;
      ++stats_.moves_tried;
      if (!move(v, t)) continue;
      const Score s = score();
      if (s < now) {
        now = s;
        best = t;
      }
    }
    if (at_.cycle[v] != best && !move(v, best)) now = score();  // copies of a unit fell otherwise
    if (at_.cycle[v] == home) return false;
    ++stats_.moves_taken;
    return true;
  }
  /// v and all that must go with it.
  bool shift(std::uint32_t v, std::int64_t by, Score& now) {
    ++stats_.moves_tried;
    group_.assign(1, v);
    in_group_.resize(g_.size(), false);
    in_group_[v] = true;
    bool fits = true;
    for (std::size_t k = 0; k < group_.size() && fits; ++k) {
      const std::uint32_t u = group_[k];
      const std::int64_t to = at_.cycle[u] + by;
      fits = to >= low_ && to <= high_ && group_.size() * 2 <= g_.size() + 2;
      for (const Arc& arc : by > 0 ? g_.out[u] : g_.in[u]) {
        const std::int64_t room =
            by > 0 ? at_.cycle[arc.other] - arc.weight(ii_) - to : to - arc.weight(ii_) - at_.cycle[arc.other];
        if (room >= 0 || in_group_[arc.other]) continue;
        in_group_[arc.other] = true;
        group_.push_back(arc.other);
      }
    }
    for (const std::uint32_t u : group_) in_group_[u] = false;
    if (!fits || (group_.size() == 1 && (by == 1 || by == -1))) return false;
    std::size_t placed = group_.size();
    if (by % ii_ != 0) {
      copies_ = at_.table.copy;
      for (const std::uint32_t u : group_) at_.table.remove(u, at_.cycle[u]);
      for (placed = 0; placed < group_.size(); ++placed)
        if (!at_.table.place(group_[placed], at_.cycle[group_[placed]] + by)) break;
    }
    if (placed == group_.size()) {
      for (const std::uint32_t u : group_) at_.cycle[u] += by;
      for (const std::uint32_t u : group_) at_.live.update(u, at_.cycle);
      const Score s = score();
      if (s < now) {
        now = s;
        ++stats_.moves_taken;
        return true;
      }
      for (const std::uint32_t u : group_) at_.cycle[u] -= by;
      for (const std::uint32_t u : group_) at_.live.update(u, at_.cycle);
    }
    if (by % ii_ == 0) return false;
    for (std::size_t k = 0; k < placed; ++k) at_.table.remove(group_[k], at_.cycle[group_[k]] + by);
    at_.table.copy = copies_;
    for (const std::uint32_t u : group_) at_.table.put_back(u, at_.cycle[u]);
    return false;
  }
  /// v takes the place of one other instruction, which finds another.
  bool exchange(std::uint32_t v, Score& now) {
    const Window w = slack(v);
    const std::int64_t home = at_.cycle[v];
    for (std::int64_t t = std::max(w.low, home - ii_); t <= std::min(w.high, home + ii_) && !out_of_budget(); ++t) {
      if ((t - home) % ii_ == 0) continue;
      at_.table.in_the_way(v, t, way_, [](std::uint32_t) { return 1U; });
      if (way_.size() != 1 || way_[0] == v) continue;
      const std::uint32_t u = way_[0];
      const std::int64_t old = at_.cycle[u];
      const std::vector<std::uint32_t> copies = at_.table.copy;
      at_.table.remove(v, home);
      at_.table.remove(u, old);
      const bool stands = at_.table.place(v, t);
      bool found = false;
      if (stands) {
        at_.cycle[v] = t;
        const Window there = slack(u);
        for (std::int64_t s = std::max(there.low, old - ii_); s <= std::min(there.high, old + ii_) && !found; ++s) {
          if (s == old) continue;
          ++stats_.moves_tried;
          if (!at_.table.place(u, s)) continue;
          at_.cycle[u] = s;
          at_.live.update(v, at_.cycle);
          at_.live.update(u, at_.cycle);
          if (const Score better = score(); better < now) {
            now = better;
            found = true;
          } else {
            at_.table.remove(u, s);
          }
        }
      }
      if (found) {
        ++stats_.moves_taken;
        return true;
      }
      if (stands) at_.table.remove(v, t);
      at_.table.copy = copies;
      at_.cycle[v] = home;
      at_.cycle[u] = old;
      at_.table.put_back(v, home);
      at_.table.put_back(u, old);
      at_.live.update(v, at_.cycle);
      at_.live.update(u, at_.cycle);
    }
    return false;
  }
  /// One instruction to any cycle that it may have.
  void kick() {
    for (int attempt = 0; attempt < 8; ++attempt) {
      const std::uint32_t v = random(g_.size());
      const Window w = slack(v);
      const std::int64_t low = std::max(w.low, at_.cycle[v] - ii_), high = std::min(w.high, at_.cycle[v] + ii_);
      if (high <= low) continue;
      ++stats_.moves_tried;
      const std::int64_t t = low + random(static_cast<std::uint32_t>(high - low + 1));
      if (t != at_.cycle[v] && move(v, t)) return;
    }
    ++stats_.moves_tried;  // so that a problem in which nothing moves ends
  }

  const Graph& g_;
  Placement& at_;
  Stats& stats_;
  LiveLimits limits_;
  std::uint32_t ii_;
  std::int64_t low_ = before_all, high_ = behind_all;
  std::uint64_t end_ = 0, bound_ = 0, state_ = 1;
  std::vector<std::uint32_t> saved_, changed_, group_, way_, copies_;
  std::vector<bool> in_group_;
};
using Improver = BasicImprover<>;

}  // namespace lathe::modulo::detail
