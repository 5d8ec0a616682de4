// How likely control takes each edge: from weights where they are known, otherwise from the shape of the graph.
//
// Without weights, of two ways out of a block the one that stays in the innermost loop is taken 31 times of 32, since
// loops turn more than once; one that leads nowhere but to cold blocks once in 2^20 times; ways of one kind share
// alike.
//
// Cost: O(blocks + edges), and O(depth) per edge that leaves a loop.
// Source: Ball, Larus, "Branch prediction for free", PLDI 1993 (the loop and the call heuristics); the weights are
// those of LLVM's BranchProbabilityInfo (124 to 4).
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include <lathe/flow/loops.hpp>
#include <lathe/flow/order.hpp>

namespace lathe::flow {

struct ProbabilityOptions {
  double stay = 124, leave = 4;   ///< weights of edges that stay in a loop, and of those that leave it
  double cold = 1.0 / (1 << 20);  ///< what the weight of a way to cold blocks is multiplied with
};

/// Probabilities of edges by number, those of a block with successors sum to 1. `weights`: one per edge by number, not
/// negative; empty: none known. Where the weights of a block sum to 0, or to no finite number, the shape decides.
/// `is_cold(block)`: seldom executed; a block all of whose successors are cold is cold, too, back edges aside.
template <class Cold>
  requires std::predicate<Cold&, Block>
std::vector<double> edge_probabilities(const Cfg& cfg, const Loops& loops, const Order& order,
                                       std::span<const double> weights, Cold&& is_cold,
                                       const ProbabilityOptions& options = {}) {
  std::vector<bool> cold(cfg.block_count(), false);
  for (std::size_t i = order.blocks.size(); i-- > 0;) {
    const Block b = order.blocks[i];
    bool all = !cfg.successors(b).empty();
    for (const Block s : cfg.successors(b)) all = all && cold[s];  // what a back edge leads to is not known yet
    cold[b] = all || is_cold(b);
  }
  std::vector<double> out(cfg.edge_count(), 0.0);
  for (Block b = 0; b < cfg.block_count(); ++b) {
    const std::uint32_t first = cfg.first_edge(b);
    const auto successors = cfg.successors(b);
    double sum = 0;
    for (std::uint32_t k = 0; k < successors.size(); ++k)
      if (!weights.empty()) sum += out[first + k] = weights[first + k];
    if (!(sum > 0 && sum < 1e300)) {
      sum = 0;
      const std::uint32_t loop = loops.innermost[b];
      for (std::uint32_t k = 0; k < successors.size(); ++k) {
        const bool stays = loop != no_loop && loops.contains(loop, successors[k]);
        out[first + k] =
            (loop == no_loop || stays ? options.stay : options.leave) * (cold[successors[k]] ? options.cold : 1.0);
        sum += out[first + k];
      }
    }
    for (std::uint32_t k = 0; k < successors.size(); ++k) out[first + k] /= sum;
  }
  return out;
}
/// The probability of each edge; where no weights are known, by the shape of the code.
template <class = void>
inline std::vector<double> edge_probabilities(const Cfg& cfg, const Loops& loops, const Order& order,
                                              std::span<const double> weights = {}) {
  return edge_probabilities(cfg, loops, order, weights, [](Block) { return false; });
}

}  // namespace lathe::flow
