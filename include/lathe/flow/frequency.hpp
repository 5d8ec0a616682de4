// How often each block runs for one run of the entry, from the probabilities of edges.
//
// The frequencies are the solution of  x(entry) = 1 + in(entry),  x(b) = in(b),  in(b) = sum over p -> b of
// x(p) * probability(p -> b). Where all cycles are natural loops the solution is exact: inner loops first, the chance
// c to come back to a header gives its frequency 1 / (1 - c) per entry. Where some are not, Gauss-Seidel sweeps in
// reverse post-order go on from there until nothing changes by more than `tolerance`, or `sweeps` are done.
// A loop that is left too seldom counts as `most_trips` turns; such headers are named.
// Cost: O(edges * loop depth), and O(edges) per sweep.
// Source: Wu, Larus, "Static branch frequency and program profile analysis", MICRO 1994.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/flow/loops.hpp>
#include <lathe/flow/order.hpp>

namespace lathe::flow {

struct FrequencyOptions {
  double most_trips = 4096;     ///< turns of a loop per entry, at most; at least 1
  std::uint32_t sweeps = 2000;  ///< irreducible graphs only
  double tolerance = 1e-10;     ///< irreducible graphs only: relative change of a block in one sweep
};

/// How often each block runs for each run of the entry.
struct Frequencies {
  std::vector<double> block;  ///< 0 for blocks that the entry does not reach
  std::vector<Block> capped;  ///< headers whose loops count as most_trips turns, ascending
  std::uint32_t sweeps = 0;   ///< 0: the graph is reducible, the solution exact up to rounding
  bool converged = true;      ///< false: the sweeps were not enough
};

namespace detail {

template <class = void>
class BasicFrequencySolver {
 public:
  BasicFrequencySolver(const Cfg& cfg, const Loops& loops, const Order& order, std::span<const double> probability,
                       const FrequencyOptions& options)
      : cfg_(cfg), loops_(loops), order_(order), probability_(probability), options_(options) {}

  Frequencies run() {
    const std::uint32_t blocks = cfg_.block_count();
    result_.block.assign(blocks, 0.0);
    if (order_.blocks.empty()) return std::move(result_);
    // Blocks of each loop in reverse post-order, those of inner loops included; all blocks last.
    const auto loops = static_cast<std::uint32_t>(loops_.loops.size());
    std::vector<std::pair<std::uint32_t, Block>> rows;
    for (const Block b : order_.blocks)
      for (std::uint32_t l = loops_.innermost[b]; l != no_loop; l = loops_.loops[l].parent) rows.emplace_back(l, b);
    const Csr<Block> bodies(loops, rows);
    scale_.assign(blocks, 1.0);
    stamp_.assign(blocks, no_loop);
    for (std::uint32_t l = 0; l < loops; ++l) {
      const Block header = loops_.loops[l].header;
      const double back = propagate(bodies[l], l, header);
      const double scale = back < 1.0 ? 1.0 / (1.0 - back) : options_.most_trips;
      scale_[header] = std::min(scale, options_.most_trips);
      if (scale >= options_.most_trips) result_.capped.push_back(header);
    }
    std::sort(result_.capped.begin(), result_.capped.end());
    propagate(order_.blocks, loops, 0);
    if (loops_.irreducible) sweep();
    return std::move(result_);
  }

 private:
  // One unit into the header, pushed through the blocks given; what comes back to it.
  double propagate(std::span<const Block> blocks, std::uint32_t stamp, Block header) {
    auto& x = result_.block;
    for (const Block b : blocks) {
      stamp_[b] = stamp;
      x[b] = 0.0;
    }
    x[header] = 1.0;
    const bool whole = stamp == loops_.loops.size();
    double back = 0;
    for (const Block b : blocks) {
      if (b != header || whole) x[b] *= scale_[b];
      const std::uint32_t first = cfg_.first_edge(b),
                          end = first + static_cast<std::uint32_t>(cfg_.successors(b).size());
      for (std::uint32_t e = first; e < end; ++e) {
        const Block to = cfg_.target(e);
        if (to == header)
          back += x[b] * probability_[e];
        else if (stamp_[to] == stamp && order_.position[to] > order_.position[b])
          x[to] += x[b] * probability_[e];
      }
    }
    return back;
  }
  // Every equation in turn, with its newest values.
  void sweep() {
    std::vector<std::pair<Block, std::pair<Block, double>>> rows;
    for (const Block b : order_.blocks)
      for (std::uint32_t k = 0; k < cfg_.successors(b).size(); ++k)
        rows.push_back({cfg_.successors(b)[k], {b, probability_[cfg_.first_edge(b) + k]}});
    const Csr<std::pair<Block, double>> in(cfg_.block_count(), rows);
    auto& x = result_.block;
    std::vector<bool> capped(cfg_.block_count(), false);
    for (const Block b : result_.capped) capped[b] = true;
    result_.converged = false;
    while (!result_.converged && result_.sweeps < options_.sweeps) {
      ++result_.sweeps;
      double most = 0;
      for (const Block b : order_.blocks) {
        double sum = b == 0 ? 1.0 : 0.0, self = 0;
        for (const auto& [p, probability] : in[b]) {
          if (p == b)
            self = probability;
          else if (!capped[b] || !loops_.contains(loops_.innermost[b], p))
            sum += x[p] * probability;
        }
        const double now = sum * (capped[b] ? options_.most_trips : std::min(1.0 / (1.0 - self), options_.most_trips));
        most = std::max(most, (now < x[b] ? x[b] - now : now - x[b]) / std::max(now, 1e-300));
        x[b] = now;
      }
      result_.converged = most <= options_.tolerance;
    }
  }

  const Cfg& cfg_;
  const Loops& loops_;
  const Order& order_;
  std::span<const double> probability_;
  const FrequencyOptions& options_;
  Frequencies result_;
  std::vector<double> scale_;
  std::vector<std::uint32_t> stamp_;
};
using FrequencySolver = BasicFrequencySolver<>;

}  // namespace detail

/// `probability`: one per edge by number (edge_probabilities); those of a block sum to 1 or less, none is negative.
template <class = void>
inline Frequencies frequencies(const Cfg& cfg, const Loops& loops, const Order& order,
                               std::span<const double> probability, const FrequencyOptions& options = {}) {
  return detail::FrequencySolver(cfg, loops, order, probability, options).run();
}

}  // namespace lathe::flow
