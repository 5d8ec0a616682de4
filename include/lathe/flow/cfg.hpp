// Control flow as flat arrays: blocks 0..n-1, each edge once, in both directions. Block 0 is the entry.
//
// Needs: a type with `block_count()` and `for_each_successor(block, f)`; the same successor may be named twice.
// Gives: successors and predecessors in O(1) each; made in O(blocks + edges).
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/support/csr.hpp>

namespace lathe::flow {

using Block = std::uint32_t;
inline constexpr std::uint32_t no_block = 0xffffffffU;

/// What a control flow graph is made from.
template <class G>
concept ControlFlow = requires(const G& g, Block block, void (*f)(Block)) {
  { g.block_count() } -> std::convertible_to<std::uint32_t>;
  g.for_each_successor(block, f);
};

class Cfg {
 public:
  Cfg() = default;
  /// From edges; duplicates and edges to blocks that are not there are dropped. O(blocks + edges).
  Cfg(std::uint32_t blocks, std::span<const std::pair<Block, Block>> edges) {
    const Csr<Block> raw(blocks, in_range(blocks, edges));
    std::vector<std::pair<Block, Block>> forward, backward;
    forward.reserve(edges.size());
    backward.reserve(edges.size());
    std::vector<Block> seen(blocks, no_block);
    for (Block from = 0; from < blocks; ++from)
      for (const Block to : raw[from]) {
        if (seen[to] == from) continue;
        seen[to] = from;
        forward.emplace_back(from, to);
        backward.emplace_back(to, from);
      }
    successors_ = Csr<Block>(blocks, forward);
    predecessors_ = Csr<Block>(blocks, backward);
  }

  std::uint32_t block_count() const { return successors_.rows(); }
  /// In the order in which the source named them.
  std::span<const Block> successors(Block block) const { return successors_[block]; }
  /// Ascending.
  std::span<const Block> predecessors(Block block) const { return predecessors_[block]; }
  template <class F>
  void for_each_successor(Block block, F&& f) const {
    for (const Block s : successors_[block]) f(s);
  }

 private:
  static std::vector<std::pair<Block, Block>> in_range(std::uint32_t blocks,
                                                       std::span<const std::pair<Block, Block>> edges) {
    std::vector<std::pair<Block, Block>> kept;
    kept.reserve(edges.size());
    for (const auto& edge : edges)
      if (edge.first < blocks && edge.second < blocks) kept.push_back(edge);
    return kept;
  }
  Csr<Block> successors_, predecessors_;
};

/// The graph of any control flow. O(blocks + edges).
template <ControlFlow G>
Cfg make_cfg(const G& g) {
  std::vector<std::pair<Block, Block>> edges;
  const auto blocks = static_cast<std::uint32_t>(g.block_count());
  edges.reserve(2 * std::size_t{blocks});
  for (Block b = 0; b < blocks; ++b) g.for_each_successor(b, [&](Block s) { edges.emplace_back(b, s); });
  return Cfg(blocks, edges);
}

}  // namespace lathe::flow
