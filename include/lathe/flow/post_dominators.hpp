// Post-dominators: which blocks every way out of a block must pass.
//
// The exits are the reachable blocks without successors and, since endless code has none, one block of each set of
// blocks that control enters and never leaves: the last one in reverse post-order, as a rule the latch of the endless
// loop. a post-dominates b when every path from b to an exit passes a; the paths of endless code end at its exit, too.
//
// Gives: immediate post-dominators, post_dominates(a, b) in O(1), the exits. Several exits have a root above them that
// is no block.
// Cost: O(edges log blocks), no recursion.
// Source: the dominators of the reversed graph (dominators.hpp); strongly connected components by Tarjan 1972.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/flow/dominators.hpp>
#include <lathe/flow/order.hpp>

namespace lathe::flow {

namespace detail {

/// Strongly connected sets of blocks that no edge leaves, among blocks that reach no exit.
template <class = void>
class BasicEndlessSets {
 public:
  BasicEndlessSets(const Cfg& cfg, const Order& order, std::vector<bool>& reaches_exit)
      : cfg_(cfg), order_(order), known_(reaches_exit), number_(cfg.block_count(), no_block) {}

  /// One block of each, in order of discovery.
  std::vector<Block> run() {
    for (const Block b : order_.blocks)
      if (!known_[b] && number_[b] == no_block) search(b);
    return std::move(exits_);
  }

 private:
  struct Frame {
    Block block;
    std::uint32_t next, low;
    bool leaves;  // an edge goes from here, or from what hangs below, into a set that is complete
  };
  // What reaches no exit has only successors that reach none.
  void search(Block start) {
    enter(start);
    while (!frames_.empty()) {
      Frame& top = frames_.back();
      const auto successors = cfg_.successors(top.block);
      if (top.next < successors.size()) {
        const Block s = successors[top.next++];
        if (number_[s] == no_block)
          enter(s);
        else if (number_[s] == done)
          top.leaves = true;
        else
          top.low = std::min(top.low, number_[s]);
        continue;
      }
      const Frame left = top;
      frames_.pop_back();
      const bool complete = left.low == number_[left.block];
      if (complete) close(left);
      if (frames_.empty()) continue;
      frames_.back().low = std::min(frames_.back().low, complete ? no_block : left.low);
      frames_.back().leaves |= complete || left.leaves;
    }
  }
  void enter(Block b) {
    number_[b] = next_++;
    frames_.push_back({b, 0, number_[b], false});
    open_.push_back(b);
  }
  void close(const Frame& root) {
    Block last = root.block;
    for (Block b = no_block; b != root.block;) {
      b = open_.back();
      open_.pop_back();
      number_[b] = done;
      if (order_.position[b] > order_.position[last]) last = b;
    }
    if (!root.leaves) exits_.push_back(last);
  }

  static constexpr std::uint32_t done = no_block - 1;
  const Cfg& cfg_;
  const Order& order_;
  const std::vector<bool>& known_;
  std::vector<std::uint32_t> number_;
  std::vector<Frame> frames_;
  std::vector<Block> open_, exits_;
  std::uint32_t next_ = 0;
};
using EndlessSets = BasicEndlessSets<>;

/// What the entry reaches of a Cfg, turned round: block b as b + 1 below a root, 0, whose successors are the exits. It has
/// no arrays of its own. The root stands in no list of predecessors: no other exit is reached from an exit, of endless code
/// there is one in each part that nothing leaves, so that the root is the parent of each in a depth-first tree.
struct Reversed {
  static constexpr Block shift = 1;
  const Cfg& cfg;
  const Order& order;
  const std::vector<Block>& exits;
  std::uint32_t vertex_count() const { return cfg.block_count() + 1; }
  std::span<const Block> next(Block v) const { return v == 0 ? std::span(exits) : cfg.predecessors(v - 1); }
  std::span<const Block> previous(Block v) const { return cfg.successors(v - 1); }
  template <class F>
  void for_each_left_out(F&& f) const {
    if (order.blocks.size() == cfg.block_count()) return;
    for (Block b = 0; b < cfg.block_count(); ++b)
      if (!order.reachable(b)) f(b + 1);
  }
};

}  // namespace detail

/// The exits of what the entry reaches: blocks without successors in ascending order, then those of endless code.
/// O(blocks + edges).
template <class = void>
inline std::vector<Block> find_exits(const Cfg& cfg, const Order& order) {
  std::vector<Block> exits, work;
  std::vector<bool> seen(cfg.block_count(), false);
  for (Block b = 0; b < cfg.block_count(); ++b)
    if (order.reachable(b) && cfg.successors(b).empty()) {
      exits.push_back(b);
      work.push_back(b);
      seen[b] = true;
    }
  std::size_t reach = work.size();
  while (!work.empty()) {
    const Block b = work.back();
    work.pop_back();
    for (const Block p : cfg.predecessors(b))
      if (!seen[p] && order.reachable(p)) {
        seen[p] = true;
        ++reach;
        work.push_back(p);
      }
  }
  if (reach == order.blocks.size()) return exits;
  const std::vector<Block> endless = detail::EndlessSets(cfg, order, seen).run();
  exits.insert(exits.end(), endless.begin(), endless.end());
  return exits;
}

/// The post-dominator tree, with an exit for each set of blocks that is never left.
template <class = void>
class BasicPostDominators {
 public:
  /// Of the blocks that the entry reaches. Cost: that of Dominators, over the edges turned round.
  BasicPostDominators(const Cfg& cfg, const Order& order)
      : exits_(ends(cfg, order)), tree_(detail::Reversed{cfg, order, exits_}) {
    if (tree_.blocks().size() == order.blocks.size() + 1) return;
    // Something reaches no exit.
    exits_ = find_exits(cfg, order);
    tree_ = Dominators(detail::Reversed{cfg, order, exits_});
  }

  /// no_block for exits, where only the root is above, and for blocks that the entry does not reach.
  Block immediate(Block b) const {
    const Block above = tree_.immediate(b + 1);
    return above == no_block || above == 0 ? no_block : above - 1;
  }
  /// Reflexive. False when the entry does not reach one of the two.
  bool post_dominates(Block a, Block b) const { return tree_.dominates(a + 1, b + 1); }
  bool reachable(Block b) const { return tree_.reachable(b + 1); }
  /// Blocks without a way out, and for each endless cycle one block that stands for the end.
  const std::vector<Block>& exits() const { return exits_; }
  /// The reversed graph of the Cfg that this was made of: block b as b + 1, and the root as 0. Made here. O(edges).
  Cfg reversed(const Cfg& cfg) const {
    return Cfg(cfg.block_count() + 1, cfg.edge_count() + exits_.size(), [&](Block from, auto&& edge) {
      if (from == 0) {
        for (const Block b : exits_) edge(b + 1);
      } else if (reachable(from - 1)) {
        for (const Block p : cfg.predecessors(from - 1))
          if (reachable(p)) edge(p + 1);
      }
    });
  }
  const Dominators& tree() const { return tree_; }  ///< of the reversed graph, by its numbers

 private:
  static std::vector<Block> ends(const Cfg& cfg, const Order& order) {
    std::vector<Block> out;
    out.reserve(4);  // the allocator gives no less
    for (Block b = 0; b < cfg.block_count(); ++b)
      if (cfg.successors(b).empty() && order.reachable(b)) out.push_back(b);
    return out;
  }

  std::vector<Block> exits_;
  Dominators tree_;
};
using PostDominators = BasicPostDominators<>;

}  // namespace lathe::flow
