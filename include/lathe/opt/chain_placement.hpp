// Order of blocks by chains: what is likely to follow stands behind, loops stay together, and a loop is turned round so
// that it is left at its bottom.
//
// Chains grow from the inside: for each loop, inner ones first, one chain from its header; then one from the entry over
// all blocks. The end of a chain takes its likeliest successor that no other block wants more; where there is none, the
// chain goes on with the block that runs most often among those whose predecessors are all placed. A loop's chain is
// rotated where that saves jumps (jump_cost): the way back and the way out against the way in and what is cut.
// Gives: an order of the reached blocks, the entry first. Deterministic: of equals the first in reverse post-order.
// Cost: O(edges * loop depth + blocks log blocks).
// Source: Pettis, Hansen, "Profile guided code positioning", PLDI 1990; loops and their rotation as in LLVM's
// MachineBlockPlacement.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <lathe/flow/loops.hpp>
#include <lathe/flow/order.hpp>

namespace lathe::opt {

struct ChainOptions {
  bool rotate = true;   ///< loops
  double likely = 0.8;  ///< a successor that is taken so often follows, whoever else wants it
};
struct ChainStats {
  std::uint64_t rotated = 0;  ///< loops
  std::uint64_t jumps = 0;    ///< ends of chains that no successor followed
};

/// What the end of a block costs where `next` stands behind it (no_block: nothing that it goes to): 1 for each branch that
/// is taken and 1 for each jump that is there for the order's sake. A jump that falls through costs nothing.
template <class = void>
double jump_cost(const flow::Cfg& cfg, flow::Block b, flow::Block next, std::span<const double> probability,
                 std::span<const double> frequency) {
  const auto ways = cfg.successors(b);
  double taken = 0, least = 0;
  bool falls = false;
  for (std::uint32_t k = 0; k < ways.size(); ++k) {
    const double w = frequency[b] * probability[cfg.first_edge(b) + k];
    falls = falls || ways[k] == next;
    if (ways[k] != next) taken += w;
    least = k == 0 ? w : std::min(least, w);
  }
  return taken + (falls || ways.size() > 2 ? 0 : least);
}
/// The sum of these for a whole order. O(edges).
template <class = void>
double order_cost(const flow::Cfg& cfg, std::span<const flow::Block> order, std::span<const double> probability,
                  std::span<const double> frequency) {
  double sum = 0;
  for (std::size_t k = 0; k < order.size(); ++k)
    sum += jump_cost(cfg, order[k], k + 1 < order.size() ? order[k + 1] : flow::no_block, probability, frequency);
  return sum;
}

namespace detail {

template <class = void>
class BasicChains {
  using Block = flow::Block;

 public:
  BasicChains(const flow::Cfg& cfg, const flow::Loops& loops, const flow::Order& order,
              std::span<const double> probability, std::span<const double> frequency, const ChainOptions& options,
              ChainStats& stats)
      : cfg_(cfg),
        loops_(loops),
        order_(order),
        probability_(probability),
        frequency_(frequency),
        options_(options),
        stats_(stats),
        chain_(cfg.block_count()),
        members_(cfg.block_count()),
        scope_(cfg.block_count(), flow::no_loop),
        waiting_(cfg.block_count(), 0) {
    for (Block b = 0; b < cfg.block_count(); ++b) chain_[b] = b, members_[b] = {b};
  }

  std::vector<Block> run() {
    const auto count = static_cast<std::uint32_t>(loops_.loops.size());
    std::vector<std::pair<std::uint32_t, Block>> rows;
    for (const Block b : order_.blocks)
      for (std::uint32_t l = loops_.innermost[b]; l != flow::no_loop; l = loops_.loops[l].parent)
        rows.emplace_back(l, b);
    const Csr<Block> bodies(count, rows);
    for (std::uint32_t l = 0; l < count; ++l) {
      build(loops_.loops[l].header, bodies[l], l);
      if (options_.rotate) rotate(l);
    }
    if (order_.blocks.empty()) return {};
    build(0, order_.blocks, count);
    return std::move(members_[chain_[0]]);
  }

 private:
  double weight(Block from, std::uint32_t k) const {
    return frequency_[from] * probability_[cfg_.first_edge(from) + k];
  }
  double weight_between(Block from, Block to) const {
    const auto next = cfg_.successors(from);
    for (std::uint32_t k = 0; k < next.size(); ++k)
      if (next[k] == to) return weight(from, k);
    return 0;
  }

  // One chain of all blocks of the scope.
  void build(Block start, std::span<const Block> blocks, std::uint32_t scope) {
    for (const Block b : blocks) scope_[b] = scope;
    const std::uint32_t mine = chain_[start];
    for (const Block b : blocks) waiting_[chain_[b]] = 0;
    for (const Block b : blocks)
      for (const Block s : cfg_.successors(b))
        if (scope_[s] == scope && chain_[s] != chain_[b] && chain_[s] != mine) ++waiting_[chain_[s]];
    std::set<Ready> ready;
    for (const Block b : blocks)  // a chain is named by a block of its own
      if (chain_[b] == b && b != mine && waiting_[b] == 0) ready.insert(ready_of(b));
    placed(members_[mine], mine, scope, ready);
    std::size_t cursor = 0;
    while (true) {
      Block next = successor(members_[mine].back(), mine, scope);
      if (next == flow::no_block) {
        ++stats_.jumps;
        if (!ready.empty()) next = ready.begin()->chain;
        while (next == flow::no_block && cursor < blocks.size()) {
          if (chain_[blocks[cursor]] != mine) next = blocks[cursor];
          ++cursor;
        }
        if (next == flow::no_block) break;
      }
      const std::uint32_t taken = chain_[next];
      ready.erase(ready_of(taken));
      const std::vector<Block> added = std::move(members_[taken]);
      for (const Block b : added) chain_[b] = mine;
      members_[mine].insert(members_[mine].end(), added.begin(), added.end());
      placed(added, mine, scope, ready);
    }
  }
  struct Ready {
    double frequency;
    std::uint32_t position;
    std::uint32_t chain;
    bool operator<(const Ready& o) const {
      return frequency != o.frequency ? frequency > o.frequency : position < o.position;
    }
  };
  Ready ready_of(std::uint32_t chain) const {
    const Block head = members_[chain].front();
    return {frequency_[head], order_.position[head], chain};
  }
  void placed(const std::vector<Block>& blocks, std::uint32_t mine, std::uint32_t scope, std::set<Ready>& ready) {
    for (const Block b : blocks)
      for (const Block s : cfg_.successors(b))
        if (scope_[s] == scope && chain_[s] != mine && waiting_[chain_[s]] != 0 && --waiting_[chain_[s]] == 0)
          ready.insert(ready_of(chain_[s]));
  }
  // Who follows the end of a chain, if anybody should.
  Block successor(Block end, std::uint32_t mine, std::uint32_t scope) const {
    Block best = flow::no_block;
    double most = 0;
    const auto next = cfg_.successors(end);
    for (std::uint32_t k = 0; k < next.size(); ++k) {
      const Block s = next[k];
      if (scope_[s] != scope || chain_[s] == mine || members_[chain_[s]].front() != s) continue;
      const double w = weight(end, k);
      if (w <= most || (probability_[cfg_.first_edge(end) + k] < options_.likely && wanted(s, w, mine, scope)))
        continue;
      most = w;
      best = s;
    }
    return best;
  }
  // Does a block that still has nothing behind it go there more often?
  bool wanted(Block s, double w, std::uint32_t mine, std::uint32_t scope) const {
    for (const Block p : cfg_.predecessors(s))
      if (scope_[p] == scope && chain_[p] != mine && chain_[p] != chain_[s] && members_[chain_[p]].back() == p &&
          weight_between(p, s) > w)
        return true;
    return false;
  }

  // The k-th block of a loop's chain becomes the first. Whatever follows the chain is taken for the best that there is.
  void rotate(std::uint32_t loop) {
    const Block header = loops_.loops[loop].header;
    std::vector<Block>& chain = members_[chain_[header]];
    if (header == 0 || chain.size() < 2 || chain.front() != header) return;
    const auto cost = [&](Block b, Block next) { return jump_cost(cfg_, b, next, probability_, frequency_); };
    const auto leaving = [&](Block b) {
      double least = cost(b, flow::no_block);
      for (const Block s : cfg_.successors(b))
        if (!loops_.contains(loop, s)) least = std::min(least, cost(b, s));
      return least;
    };
    double entering = 0;  // what the block in front loses
    for (const Block p : cfg_.predecessors(header))
      if (!loops_.contains(loop, p)) entering = std::max(entering, cost(p, flow::no_block) - cost(p, header));
    const double gained = leaving(chain.back()) - cost(chain.back(), header) - entering;
    double best = 0;
    std::size_t first = 0;
    for (std::size_t k = 1; k < chain.size(); ++k) {
      if (within(loop, chain[k - 1], chain[k])) continue;
      const double gain = gained + cost(chain[k - 1], chain[k]) - leaving(chain[k - 1]);
      if (gain > best + 1e-9) best = gain, first = k;
    }
    if (first == 0) return;
    ++stats_.rotated;
    std::rotate(chain.begin(), chain.begin() + static_cast<std::ptrdiff_t>(first), chain.end());
  }

  // Are both in one loop inside of this one? It is not cut.
  bool within(std::uint32_t loop, Block a, Block b) const {
    for (std::uint32_t l = loops_.innermost[a]; l != loop && l != flow::no_loop; l = loops_.loops[l].parent)
      if (loops_.contains(l, b)) return true;
    return false;
  }

  const flow::Cfg& cfg_;
  const flow::Loops& loops_;
  const flow::Order& order_;
  std::span<const double> probability_, frequency_;
  const ChainOptions& options_;
  ChainStats& stats_;
  std::vector<std::uint32_t> chain_;         // of each block: the chain's name
  std::vector<std::vector<Block>> members_;  // by name
  std::vector<std::uint32_t> scope_;         // the loop that is built
  std::vector<std::uint32_t> waiting_;       // by name: edges from blocks that are not placed yet
};
using Chains = BasicChains<>;

}  // namespace detail

/// `probability`: one per edge by number; `frequency`: one per block (flow/probability.hpp, flow/frequency.hpp), neither
/// negative.
template <class = void>
std::vector<flow::Block> chain_order(const flow::Cfg& cfg, const flow::Loops& loops, const flow::Order& order,
                                     std::span<const double> probability, std::span<const double> frequency,
                                     const ChainOptions& options = {}, ChainStats* stats = nullptr) {
  ChainStats unseen;
  return detail::Chains(cfg, loops, order, probability, frequency, options, stats ? *stats : unseen).run();
}

}  // namespace lathe::opt
