// Dominator tree of the blocks that the entry reaches, with constant-time queries.
//
// Gives: immediate dominators, the tree in preorder, dominates(a, b). O(edges log blocks), no recursion.
// Source: Semi-NCA (Georgiadis, Tarjan, Werneck, "Finding dominators in practice", 2006).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <lathe/flow/cfg.hpp>

namespace lathe::flow {

class Dominators {
 public:
  explicit Dominators(const Cfg& cfg)
      : parent_(cfg.block_count(), no_block), in_(cfg.block_count(), no_block), out_(cfg.block_count(), 0) {
    if (cfg.block_count() != 0) {
      semi_nca(cfg);
      number(cfg.block_count());
    }
  }

  bool reachable(Block b) const { return in_[b] != no_block; }
  /// no_block for the entry and for blocks that it does not reach.
  Block immediate(Block b) const { return parent_[b]; }
  /// Reflexive. False when either block is not reachable.
  bool dominates(Block a, Block b) const {
    return in_[a] != no_block && in_[b] != no_block && in_[a] <= in_[b] && out_[b] <= out_[a];
  }
  /// Place of the block in a preorder walk of the tree; no_block when not reachable.
  std::uint32_t preorder(Block b) const { return in_[b]; }
  /// Number of reachable blocks that come before or inside the subtree of b in preorder: the subtree of b has
  /// the places preorder(b) .. subtree_end(b) - 1.
  std::uint32_t subtree_end(Block b) const { return out_[b]; }
  /// Reachable blocks in preorder of the tree.
  const std::vector<Block>& blocks() const { return tree_order_; }

 private:
  // Semidominators over a depth-first tree with path compression, then nearest common ancestors in preorder.
  void semi_nca(const Cfg& cfg) {
    const std::uint32_t n = cfg.block_count();
    std::vector<std::uint32_t> number(n, no_block);  // block -> depth-first number
    std::vector<Block> order;                        // depth-first number -> block
    std::vector<std::uint32_t> parent;               // all below by depth-first number
    depth_first(cfg, number, order, parent);
    const auto count = static_cast<std::uint32_t>(order.size());
    std::vector<std::uint32_t> semi(count), label(count), ancestor(count, no_block), idom(parent), path;
    for (std::uint32_t v = 0; v < count; ++v) semi[v] = label[v] = v;
    // The number with the smallest semidominator on the linked path above v.
    const auto eval = [&](std::uint32_t v) {
      if (ancestor[v] == no_block) return v;
      path.clear();
      std::uint32_t top = v;
      for (; ancestor[ancestor[top]] != no_block; top = ancestor[top]) path.push_back(top);
      while (!path.empty()) {
        const std::uint32_t u = path.back();
        path.pop_back();
        const std::uint32_t above = ancestor[u];
        if (semi[label[above]] < semi[label[u]]) label[u] = label[above];
        ancestor[u] = ancestor[top];
      }
      return label[v];
    };
    for (std::uint32_t v = count; v-- > 1;) {
      for (const Block p : cfg.predecessors(order[v]))
        if (number[p] != no_block) semi[v] = std::min(semi[v], semi[number[p] <= v ? number[p] : eval(number[p])]);
      ancestor[v] = parent[v];
      label[v] = v;
    }
    for (std::uint32_t v = 1; v < count; ++v) {
      while (idom[v] > semi[v]) idom[v] = idom[idom[v]];
      parent_[order[v]] = order[idom[v]];
    }
    tree_order_ = std::move(order);
  }

  static void depth_first(const Cfg& cfg, std::vector<std::uint32_t>& number, std::vector<Block>& order,
                          std::vector<std::uint32_t>& parent) {
    struct Frame {
      Block block;
      std::uint32_t parent;
    };
    std::vector<Frame> stack{{0, 0}};
    while (!stack.empty()) {
      const Frame f = stack.back();
      stack.pop_back();
      if (number[f.block] != no_block) continue;
      number[f.block] = static_cast<std::uint32_t>(order.size());
      order.push_back(f.block);
      parent.push_back(f.parent);
      const auto successors = cfg.successors(f.block);
      for (std::size_t i = successors.size(); i-- > 0;)
        if (number[successors[i]] == no_block) stack.push_back({successors[i], number[f.block]});
    }
  }

  // Preorder intervals of the dominator tree; tree_order_ holds the depth-first order on entry.
  void number(std::uint32_t n) {
    std::vector<std::pair<Block, Block>> edges;
    edges.reserve(tree_order_.size());
    for (const Block b : tree_order_)
      if (parent_[b] != no_block) edges.emplace_back(parent_[b], b);
    const Csr<Block> children(n, edges);
    std::vector<Block> result, stack{0};
    result.reserve(tree_order_.size());
    while (!stack.empty()) {
      const Block b = stack.back();
      stack.pop_back();
      in_[b] = static_cast<std::uint32_t>(result.size());
      result.push_back(b);
      for (std::size_t i = children[b].size(); i-- > 0;) stack.push_back(children[b][i]);
    }
    // A subtree ends where the last of its children's subtrees ends.
    for (std::size_t i = result.size(); i-- > 0;) {
      const Block b = result[i];
      out_[b] = std::max(out_[b], in_[b] + 1);
      if (parent_[b] != no_block) out_[parent_[b]] = std::max(out_[parent_[b]], out_[b]);
    }
    tree_order_ = std::move(result);
  }

  std::vector<Block> parent_;
  std::vector<std::uint32_t> in_, out_;
  std::vector<Block> tree_order_;
};

}  // namespace lathe::flow
