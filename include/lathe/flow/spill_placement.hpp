// Spill placement: where, at the ends of blocks, one value is in a register and where it is on the stack.
//
// A Hopfield network: a node for each edge bundle that is asked for, which says register (1), stack (-1) or nothing yet
// (0). A block that wants the value in a register at one of its ends, or on the stack, pulls at that end's bundle with
// its frequency; a block that the value passes through, without use, joins the bundles of its two ends: if one is in a
// register and the other is not, there is a load or a store in it. Nodes change until none wants to, or `sweeps` times
// all of them. No step makes the cost of what is placed larger, so it ends in a local optimum, not always in the best.
//
// Gives: per bundle, is the value in a register; whether that is so for all bundles that a pull or a link touches.
// Cost: O(bundles + pulls + links) for each sweep; seldom more than a few.
// Source: J. Olesen, "Greedy register allocation in LLVM 3.0", 2011 (LLVM's SpillPlacement); Hopfield, "Neural networks
// and physical systems with emergent collective computational abilities", PNAS 1982.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include <lathe/flow/bundles.hpp>

namespace lathe::flow {

/// What a block wants at one of its ends.
enum class SpillWish : std::uint8_t {
  none,  ///< the value is not live there, or the block does not mind
  in_register,
  on_stack,
  must_stack  ///< no register is free there
};
/// What a block that uses the value wants at its ends.
struct SpillConstraint {
  Block block = 0;
  /// What is wished of the value at the block's begin, and at its end.
  SpillWish entry = SpillWish::none, exit = SpillWish::none;
};
/// One value: where it is used, and where it passes.
struct SpillProblem {
  std::vector<SpillConstraint> constraints;  ///< of blocks that use the value; each once
  std::vector<Block> through;                ///< blocks that it passes unused, where a register is free; each once
};
struct SpillPlacementOptions {
  std::uint32_t sweeps = 10;  ///< over the nodes, at most
  double threshold = 0;       ///< a pull that is not stronger leaves a node undecided
};
/// Where the value is in a register and where on the stack.
struct SpillPlacement {
  std::vector<bool> in_register;  ///< by bundle; false: stack, or nobody asked
  bool perfect = true;            ///< all bundles that were asked about are in a register
  bool converged = true;          ///< false: the rounds were used up, and it may not be the best
  std::uint64_t steps = 0;        ///< nodes looked at
};

/// Loads and stores, weighted by `frequency`, where the bundles are as told: for each end whose wish is not met, and for
/// each block passed through whose ends differ. A bundle that must not be in a register and is costs 1e300. O(problem).
template <class = void>
double spill_cost(const EdgeBundles& bundles, const SpillProblem& problem, std::span<const double> frequency,
                  const std::vector<bool>& in_register) {
  double sum = 0;
  const auto end = [&](std::uint32_t bundle, SpillWish wish, double f) {
    const bool is = in_register[bundle];
    if (wish == SpillWish::must_stack && is) sum += 1e300;
    if ((wish == SpillWish::in_register && !is) || (wish == SpillWish::on_stack && is)) sum += f;
  };
  for (const SpillConstraint& c : problem.constraints) {
    end(bundles.entry(c.block), c.entry, frequency[c.block]);
    end(bundles.exit(c.block), c.exit, frequency[c.block]);
  }
  for (const Block b : problem.through)
    if (in_register[bundles.entry(b)] != in_register[bundles.exit(b)]) sum += frequency[b];
  return sum;
}

namespace detail {

template <class = void>
class BasicSpillNetwork {
  struct Node {
    double to_register = 0, to_stack = 0;
    bool must = false, asked = false, queued = false;
    int value = 0;
    std::vector<std::pair<std::uint32_t, double>> links;
  };

 public:
  BasicSpillNetwork(const EdgeBundles& bundles, const SpillProblem& problem, std::span<const double> frequency,
                    const SpillPlacementOptions& options)
      : options_(options), nodes_(bundles.count()) {
    for (const SpillConstraint& c : problem.constraints) {
      pull(bundles.entry(c.block), c.entry, frequency[c.block]);
      pull(bundles.exit(c.block), c.exit, frequency[c.block]);
    }
    for (const Block b : problem.through) {
      const std::uint32_t x = bundles.entry(b), y = bundles.exit(b);
      if (x == y) continue;
      nodes_[x].links.emplace_back(y, frequency[b]);
      nodes_[y].links.emplace_back(x, frequency[b]);
      nodes_[x].asked = nodes_[y].asked = true;
    }
  }
  SpillPlacement run() {
    SpillPlacement out;
    std::uint64_t asked = 0;
    for (std::uint32_t n = 0; n < nodes_.size(); ++n)
      if (nodes_[n].asked) ++asked, enqueue(n);
    const std::uint64_t most = asked * options_.sweeps;
    while (!work_.empty() && out.steps < most) {
      const std::uint32_t n = work_.front();
      work_.pop_front();
      nodes_[n].queued = false;
      ++out.steps;
      if (!decide(nodes_[n])) continue;
      for (const auto& [to, weight] : nodes_[n].links) enqueue(to);
    }
    out.converged = work_.empty();
    for (const Node& n : nodes_) {
      out.in_register.push_back(n.value > 0 && !n.must);
      out.perfect = out.perfect && (!n.asked || out.in_register.back());
    }
    return out;
  }

 private:
  void pull(std::uint32_t bundle, SpillWish wish, double frequency) {
    Node& n = nodes_[bundle];
    n.asked = n.asked || wish != SpillWish::none;
    if (wish == SpillWish::in_register) n.to_register += frequency;
    if (wish == SpillWish::on_stack) n.to_stack += frequency;
    if (wish == SpillWish::must_stack) n.must = true;
  }
  void enqueue(std::uint32_t n) {
    if (std::exchange(nodes_[n].queued, true)) return;
    work_.push_back(n);
  }
  // The side that pulls more; true where that changed.
  bool decide(Node& n) const {
    double sum = n.to_register - n.to_stack;
    for (const auto& [to, weight] : n.links) sum += weight * nodes_[to].value;
    const int was = n.value;
    n.value = n.must ? -1 : sum > options_.threshold ? 1 : sum < -options_.threshold ? -1 : 0;
    return n.value != was;
  }

  const SpillPlacementOptions& options_;
  std::vector<Node> nodes_;
  std::deque<std::uint32_t> work_;
};
using SpillNetwork = BasicSpillNetwork<>;

}  // namespace detail

/// `frequency`: one per block, not negative.
template <class = void>
SpillPlacement place_spills(const EdgeBundles& bundles, const SpillProblem& problem, std::span<const double> frequency,
                            const SpillPlacementOptions& options = {}) {
  return detail::SpillNetwork(bundles, problem, frequency, options).run();
}

}  // namespace lathe::flow
