// Control flow as flat arrays: blocks 0..n-1, each edge once, in both directions. Block 0 is the entry.
//
// Needs: a type with `block_count()` and `for_each_successor(block, f)`; the same successor may be named twice.
// Gives: successors and predecessors in O(1) each, edges as dense numbers; made in O(blocks + edges).
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/flow/concepts.hpp>
#include <lathe/support/csr.hpp>

namespace lathe::flow {

/// Successors and predecessors of blocks as flat arrays; block 0 is the entry, each edge stands once.
template <class = void>
class BasicCfg {
 public:
  BasicCfg() = default;
  /// From edges; duplicates and edges to blocks that are not there are dropped. O(blocks + edges).
  BasicCfg(std::uint32_t blocks, std::span<const std::pair<Block, Block>> edges)
      : successor_begin_(blocks + 1, 0), predecessor_begin_(blocks + 1, 0) {
    for (const auto& [from, to] : edges)
      if (from < blocks && to < blocks) ++successor_begin_[from + 1];
    for (Block b = 0; b < blocks; ++b) successor_begin_[b + 1] += successor_begin_[b];
    successors_.resize(successor_begin_[blocks]);
    std::vector<std::uint32_t> next(successor_begin_.begin(), successor_begin_.end() - 1);
    for (const auto& [from, to] : edges)
      if (from < blocks && to < blocks) successors_[next[from]++] = to;
    drop_duplicates(blocks, next);
    make_predecessors(blocks);
  }

  std::uint32_t block_count() const { return static_cast<std::uint32_t>(successor_begin_.size() - 1); }
  /// Each pair of blocks once.
  std::uint32_t edge_count() const { return static_cast<std::uint32_t>(successors_.size()); }
  /// In the order in which the source named them.
  std::span<const Block> successors(Block block) const {
    return {successors_.data() + successor_begin_[block], successor_begin_[block + 1] - successor_begin_[block]};
  }
  /// Ascending.
  std::span<const Block> predecessors(Block block) const {
    return {predecessors_.data() + predecessor_begin_[block],
            predecessor_begin_[block + 1] - predecessor_begin_[block]};
  }
  /// Edges are numbered 0 .. edge_count()-1: those of a block stand together, in the order of its successors.
  std::uint32_t first_edge(Block block) const { return successor_begin_[block]; }
  Block target(std::uint32_t edge) const { return successors_[edge]; }
  /// f(block) for each successor, in the order in which the source named them.
  template <class F>
  void for_each_successor(Block block, F&& f) const {
    for (const Block s : successors(block)) f(s);
  }

 private:
  void drop_duplicates(std::uint32_t blocks, std::vector<std::uint32_t>& seen) {
    seen.assign(blocks, no_block);
    std::uint32_t kept = 0, at = 0;
    for (Block from = 0; from < blocks; ++from) {
      const std::uint32_t end = successor_begin_[from + 1];
      successor_begin_[from] = kept;
      for (; at < end; ++at) {
        const Block to = successors_[at];
        if (seen[to] == from) continue;
        seen[to] = from;
        successors_[kept++] = to;
        ++predecessor_begin_[to + 1];
      }
    }
    successor_begin_[blocks] = kept;
    successors_.resize(kept);
  }
  void make_predecessors(std::uint32_t blocks) {
    for (Block b = 0; b < blocks; ++b) predecessor_begin_[b + 1] += predecessor_begin_[b];
    predecessors_.resize(successors_.size());
    std::vector<std::uint32_t> next(predecessor_begin_.begin(), predecessor_begin_.end() - 1);
    for (Block from = 0; from < blocks; ++from)
      for (const Block to : successors(from)) predecessors_[next[to]++] = from;
  }

  std::vector<std::uint32_t> successor_begin_{0}, predecessor_begin_{0};
  std::vector<Block> successors_, predecessors_;
};
using Cfg = BasicCfg<>;

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
