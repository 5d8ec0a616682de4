// The exact search for a MaxLive; see exact.hpp.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/modulo/exact.hpp>

namespace lathe::modulo::detail {

/// Least lifetime of each value by the latencies of its edges, and what follows for the sum of MaxLive over sets.
struct LiveBound {
  LiveBound(const Graph& g, std::uint32_t ii)
      : least(g.problem.values.size(), 1), cycles(g.problem.sets.size()), per_set(cycles) {
    const Problem& p = g.problem;
    for (const Edge& e : p.edges)
      if (e.value != none)
        least[e.value] =
            std::max<std::int64_t>(least[e.value], e.from == e.to ? std::int64_t{ii} * e.distance : e.latency);
    for (std::size_t v = 0; v < least.size(); ++v)
      cycles[p.values[v].set] += static_cast<std::uint64_t>(least[v]) * p.values[v].weight;
    for (std::size_t c = 0; c < cycles.size(); ++c) sum += per_set[c] = (cycles[c] + ii - 1) / ii;
  }
  std::vector<std::int64_t> least;     // per value, cycles
  std::vector<std::uint64_t> cycles;   // per set, least lifetimes times weights
  std::vector<std::uint64_t> per_set;  // registers
  std::uint64_t sum = 0;
};

/// Is there a schedule of an II whose MaxLive, summed over the sets, is at most a target? A value that lived longer
/// than the target allows would exceed it alone: that bounds windows along values both ways.
template <class = void>
class BasicLiveSearch : WindowSearch {
 public:
  BasicLiveSearch(const Graph& g, Placement& at, std::uint32_t ii, std::uint64_t target, const LiveBound& bound,
                  Stats& stats)
      : WindowSearch(g, at, ii, edges_for(g, ii, target, bound)), target_(target), stats_(stats) {
    const Problem& p = g.problem;
    std::vector<bool> wanted(g.size(), false);
    for (const Value& v : p.values) wanted[v.def] = true;
    std::vector<std::pair<std::uint32_t, Reader>> readers;
    for (const Edge& e : p.edges)
      if (e.value != none) {
        wanted[e.to] = true;
        readers.push_back({e.value, {e.to, std::int64_t{ii} * e.distance}});
      }
    readers_ = Csr<Reader>(static_cast<std::uint32_t>(p.values.size()), readers);
    for (std::uint32_t v = 0; v < g.size(); ++v)
      if (wanted[v] || g.first_reservation[v] != g.first_reservation[v + 1] || p.insts[v].issue != 0)
        left_.push_back(v);
    if (paths_.too_large || paths_.positive_cycle) return;
    least_ = bound.least;
    for (std::uint32_t v = 0; v < p.values.size(); ++v)
      for (const Reader& r : readers_[v])
        if (const std::int64_t path = paths_(p.values[v].def, r.inst); path != ComponentPaths::no_path)
          least_[v] = std::max(least_[v], path + r.turns);
  }

  Found run(std::uint64_t nodes) {
    return decide(nodes, [&] { return search(); });
  }

 private:
  struct Reader {
    std::uint32_t inst = 0;
    std::int64_t turns = 0;
  };
  static std::vector<std::vector<PathEdge>> edges_for(const Graph& g, std::uint32_t ii, std::uint64_t target,
                                                      const LiveBound& bound) {
    auto out = path_edges(g, ii);
    for (const Edge& e : g.problem.edges) {
      if (e.value == none) continue;
      const Value& v = g.problem.values[e.value];
      if (v.weight == 0) continue;
      // The set has at most target - what the other sets need, in each slot: so much for one value alone, and
      // for all together, so that none may exceed its least lifetime by more than what is left.
      const std::uint64_t others = bound.sum - bound.per_set[v.set];
      const std::uint64_t registers = target > others ? target - others : 0;
      const std::uint64_t room = registers * ii, needed = bound.cycles[v.set];
      const auto least = static_cast<std::uint64_t>(bound.least[e.value]);
      const std::uint64_t most =
          std::min(registers / v.weight * ii, room < needed ? 0 : least + (room - needed) / v.weight);
      out[e.to].push_back({e.from, std::int64_t{ii} * e.distance - static_cast<std::int64_t>(most)});
    }
    return out;
  }

  bool search() {
    if (budget_ == 0) return true;
    --budget_;
    ++stats_.exact_nodes;
    if (!within_target()) return true;
    if (left_.empty()) return false;
    const std::size_t best = choose();
    const std::uint32_t v = left_[best];
    const Window w = started(v) ? window_[v] : Window{0, first_ ? 0 : std::int64_t{ii_} - 1};
    const auto spend = [&] {
      return budget_ != 0 && (++tries_ % 16 != 0 || --budget_ != 0);
    };  // wide windows cost, too
    return try_cycles(best, w, spend, [&] { return search(); });
  }
  /// The narrowest window; where no component is begun, the instruction with most neighbours of the largest component.
  std::size_t choose() const {
    std::size_t best = 0;
    std::int64_t width = INT64_MAX;
    for (std::size_t k = 0; k < left_.size(); ++k) {
      const std::uint32_t v = left_[k];
      const auto members = static_cast<std::int64_t>(paths_.components[paths_.components.of[v]].size());
      const std::int64_t w = started(v) ? window_[v].high - window_[v].low
                                        : (std::int64_t{1} << 40) - (members << 20) -
                                              static_cast<std::int64_t>(g_.in[v].size() + g_.out[v].size());
      if (w < width) {
        width = w;
        best = k;
      }
    }
    return best;
  }
  /// A lower bound of the sum of MaxLive, from lifetimes that are certain, against the target.
  bool within_target() {
    const Problem& p = g_.problem;
    slots_.assign(p.sets.size() * ii_, 0);
    base_.assign(p.sets.size(), 0);
    sum_.assign(p.sets.size(), 0);
    for (std::uint32_t v = 0; v < p.values.size(); ++v) {
      const Value& value = p.values[v];
      std::int64_t length = least_[v], begin = 0, sure = 0;
      if (started(value.def)) {
        begin = window_[value.def].high;
        std::int64_t end = at_.cycle[value.def] != unplaced ? begin + 1 : begin;
        for (const Reader& r : readers_[v]) end = std::max(end, window_[r.inst].low + r.turns);
        sure = end - begin;
        length = std::max(length, sure);
      }
      const std::uint64_t weight = value.weight;
      sum_[value.set] += static_cast<std::uint64_t>(length) * weight;
      base_[value.set] += static_cast<std::uint64_t>(length / ii_) * weight;
      if (sure / ii_ != length / ii_) continue;
      const std::uint32_t from = slot_of(begin, ii_), count = static_cast<std::uint32_t>(sure % ii_);
      std::uint64_t* const slots = slots_.data() + std::size_t{value.set} * ii_;
      for (std::uint32_t k = 0; k < count; ++k) slots[(from + k) % ii_] += weight;
    }
    std::uint64_t total = 0;
    for (std::uint32_t c = 0; c < p.sets.size(); ++c) {
      const auto begin = slots_.begin() + static_cast<std::ptrdiff_t>(std::size_t{c} * ii_);
      total += std::max((sum_[c] + ii_ - 1) / ii_, base_[c] + *std::max_element(begin, begin + ii_));
    }
    return total <= target_;
  }

  std::uint64_t target_ = 0, tries_ = 0;
  Stats& stats_;
  Csr<Reader> readers_;
  std::vector<std::int64_t> least_;  // per value
  std::vector<std::uint64_t> slots_, base_, sum_;
};
using LiveSearch = BasicLiveSearch<>;

}  // namespace lathe::modulo::detail
