// Dominator tree of the blocks that the entry reaches, with constant-time queries.
//
// Gives: immediate dominators, the tree in preorder, dominates(a, b). O(edges log blocks), no recursion.
// Source: Semi-NCA (Georgiadis, Tarjan, Werneck, "Finding dominators in practice", 2006).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/short_array.hpp>
#include <lathe/flow/stack.hpp>

namespace lathe::flow {

/// The dominator tree of what the entry reaches, with answers in O(1).
template <class = void>
class BasicDominators {
 public:
  /// Of the blocks that block 0 reaches; the graph is read here alone. O(edges log blocks).
  explicit BasicDominators(const Cfg& cfg) : BasicDominators(cfg, cfg.block_count()) {}
  /// The same of any graph of so many blocks that has for_each_successor(block, f) and for_each_predecessor(block, f),
  /// each edge once in both.
  template <class G>
  BasicDominators(const G& graph, std::uint32_t blocks) : at_(blocks, {}) {
    if (blocks != 0) semi_nca(graph);
  }

  bool reachable(Block b) const { return at_[b].in != no_block; }
  /// no_block for the entry and for blocks that it does not reach.
  Block immediate(Block b) const { return at_[b].parent; }
  /// Reflexive. False when either block is not reachable.
  bool dominates(Block a, Block b) const {
    const At &x = at_[a], &y = at_[b];
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
  // Of a block: its dominator, and its places in preorder. `in` is the depth-first number until those are known.
  struct At {
    Block parent = no_block;
    std::uint32_t in = no_block, out = 0;
  };
  /// What is known of a block, by depth-first number.
  struct Vertex {
    Block block;
    std::uint32_t parent;  // in the depth-first tree; above it on the linked path, once that was shortened
    std::uint32_t semi, label, dominator, size;
  };

  // Semidominators over a depth-first tree with path compression, then nearest common ancestors in preorder.
  template <class G>
  void semi_nca(const G& graph) {
    detail::Stack<std::uint32_t> path;
    detail::Stack<Vertex> vertices;
    depth_first(graph, vertices);
    const auto count = static_cast<std::uint32_t>(vertices.size());
    // Linked are the vertices behind `last`. The one with the smallest semidominator on the linked path above v.
    const auto evaluate = [&](std::uint32_t v, std::uint32_t last) {
      if (vertices[v].parent <= last) return vertices[v].label;
      std::uint32_t top = v;
      for (; vertices[top].parent > last; top = vertices[top].parent) path.push(top);
      const std::uint32_t end = vertices[top].parent;
      std::uint32_t best = vertices[top].label;
      while (!path.empty()) {
        Vertex& u = vertices[path.back()];
        path.pop();
        if (vertices[best].semi < vertices[u.label].semi) u.label = best;
        best = u.label;
        u.parent = end;
      }
      return best;
    };
    for (std::uint32_t v = count; v-- > 1;) {
      std::uint32_t semi = v;
      graph.for_each_predecessor(vertices[v].block, [&](Block p) {
        const std::uint32_t u = at_[p].in;
        if (u != no_block) semi = std::min(semi, u <= v ? u : vertices[evaluate(u, v)].semi);
      });
      vertices[v].semi = semi;
    }
    for (std::uint32_t v = 1; v < count; ++v) {
      std::uint32_t d = vertices[v].dominator;
      while (d > vertices[v].semi) d = vertices[d].dominator;
      vertices[v].dominator = d;
      at_[vertices[v].block].parent = vertices[d].block;
    }
    number_tree(vertices);
  }

  template <class G>
  void depth_first(const G& graph, detail::Stack<Vertex>& vertices) {
    struct Pending {
      Block block;
      std::uint32_t parent;
    };
    detail::Stack<Pending> stack;
    stack.push({0, 0});
    while (!stack.empty()) {
      const auto [block, parent] = stack.back();
      stack.pop();
      if (at_[block].in != no_block) continue;
      const auto v = static_cast<std::uint32_t>(vertices.size());
      at_[block].in = v;
      vertices.push({block, parent, v, v, parent, 1});
      // The first successor on top, so that the tree goes along the order in which they were named.
      const std::size_t first = stack.size();
      graph.for_each_successor(block, [&](Block s) {
        if (at_[s].in == no_block) stack.push({s, v});
      });
      std::reverse(stack.begin() + first, stack.end());
    }
  }

  // Preorder intervals of the dominator tree, children by depth-first number; dominators have smaller numbers.
  void number_tree(detail::Stack<Vertex>& vertices) {
    const auto count = static_cast<std::uint32_t>(vertices.size());
    for (std::uint32_t v = count; v-- > 1;) vertices[vertices[v].dominator].size += vertices[v].size;
    tree_order_.resize(count);
    for (std::uint32_t v = 0; v < count; ++v) {
      Vertex& at = vertices[v];
      // `semi` is the place of the next child from here on.
      std::uint32_t place = 0;
      if (v != 0) {
        place = vertices[at.dominator].semi;
        vertices[at.dominator].semi += at.size;
      }
      at.semi = place + 1;
      at_[at.block].in = place;
      at_[at.block].out = place + at.size;
      tree_order_[place] = at.block;
    }
  }

  static constexpr std::size_t few = 24;  // blocks that need no allocation
  detail::ShortArray<At, few> at_;        // per block
  std::vector<Block> tree_order_;
};
using Dominators = BasicDominators<>;

}  // namespace lathe::flow
