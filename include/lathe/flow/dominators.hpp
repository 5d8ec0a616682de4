// Dominator tree of the blocks that the entry reaches, with constant-time queries.
//
// Gives: immediate dominators, the tree in preorder, dominates(a, b). O(edges log blocks), no recursion.
// Source: Semi-NCA (Georgiadis, Tarjan, Werneck, "Finding dominators in practice", 2006).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/semi_nca.hpp>
#include <lathe/flow/short_array.hpp>

namespace lathe::flow {

/// The dominator tree of what the entry reaches, with answers in O(1).
template <class = void>
class BasicDominators {
 public:
  /// Of the blocks that block 0 reaches; the graph is read here alone. O(edges log blocks).
  explicit BasicDominators(const Cfg& cfg) : BasicDominators(detail::Forward{cfg}) {}
  /// Of another graph in arrays, as detail::Forward shows one.
  template <class G>
    requires requires { G::shift; }
  explicit BasicDominators(const G& graph) {
    at_.resize(graph.vertex_count());
    if (at_.size() != 0) detail::SemiNca<G>(graph).run(at_.data(), tree_order_);
  }

  bool reachable(Block b) const { return at_[b].in != no_block; }
  /// no_block for the entry and for blocks that it does not reach.
  Block immediate(Block b) const { return at_[b].parent; }
  /// Reflexive. False when either block is not reachable.
  bool dominates(Block a, Block b) const {
    const detail::TreePlace &x = at_[a], &y = at_[b];
    return x.in != no_block && y.in != no_block && x.in <= y.in && y.out <= x.out;
  }
  /// Place of the block in a preorder walk of the tree; no_block when not reachable.
  std::uint32_t preorder(Block b) const { return at_[b].in; }
  /// Number of reachable blocks that come before or inside the subtree of b in preorder: the subtree of b has
  /// the places preorder(b) .. subtree_end(b) - 1.
  std::uint32_t subtree_end(Block b) const { return at_[b].out; }
  /// Reachable blocks in preorder of the tree.
  const std::vector<Block>& blocks() const { return tree_order_; }

 private:
  static constexpr std::size_t few = 24;           // blocks that need no allocation
  detail::ShortArray<detail::TreePlace, few> at_;  // per block
  std::vector<Block> tree_order_;
};
using Dominators = BasicDominators<>;

}  // namespace lathe::flow
