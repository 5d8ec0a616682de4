// Control flow as flat arrays: blocks 0..n-1, each edge once, in both directions. Block 0 is the entry.
//
// Needs: a type with `block_count()` and `for_each_successor(block, f)`; the same successor may be named twice.
// Gives: successors and predecessors in O(1) each, edges as dense numbers; made in O(blocks + edges).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/flow/concepts.hpp>
#include <lathe/flow/short_array.hpp>
#include <lathe/support/csr.hpp>

namespace lathe::flow {

/// Successors and predecessors of blocks as flat arrays; block 0 is the entry, each edge stands once.
template <class = void>
class BasicCfg {
 public:
  BasicCfg() = default;
  /// From edges, in any order; duplicates and edges to blocks that are not there are dropped. O(blocks + edges).
  BasicCfg(std::uint32_t blocks, std::span<const std::pair<Block, Block>> edges) {
    std::vector<std::uint32_t> begin(blocks + std::size_t{2}, 0);
    for (const auto& [from, to] : edges)
      if (from < blocks) ++begin[from + 2];
    for (Block b = 0; b < blocks; ++b) begin[b + 2] += begin[b + 1];
    std::vector<Block> targets(begin[blocks + 1]);
    for (const auto& [from, to] : edges)
      if (from < blocks) targets[begin[from + 1]++] = to;
    build(blocks, edges.size(), [&](Block b, auto&& edge) {
      for (std::uint32_t i = begin[b]; i < begin[b + 1]; ++i) edge(targets[i]);
    });
  }
  /// From for_each_successor(block, edge), which calls edge(to) for each edge of a block: asked once for each block, in
  /// order. About `edges` of them. Duplicates and edges to blocks that are not there are dropped. O(blocks + edges).
  template <class F>
    requires std::invocable<F&, Block, void (*)(Block)>
  BasicCfg(std::uint32_t blocks, std::size_t edges, F&& for_each_successor) {
    build(blocks, edges, for_each_successor);
  }

  std::uint32_t block_count() const { return blocks_; }
  /// Each pair of blocks once.
  std::uint32_t edge_count() const { return edges_; }
  /// In the order in which the source named them.
  std::span<const Block> successors(Block block) const {
    return {ends() + words_[block], words_[block + 1] - words_[block]};
  }
  /// Ascending.
  std::span<const Block> predecessors(Block block) const {
    const std::uint32_t* const begin = words_.data() + blocks_ + 1 + block;
    return {ends() + edges_ + begin[0], begin[1] - begin[0]};
  }
  /// Edges are numbered 0 .. edge_count()-1: those of a block stand together, in the order of its successors.
  std::uint32_t first_edge(Block block) const { return words_[block]; }
  Block target(std::uint32_t edge) const { return ends()[edge]; }
  /// f(block) for each successor, in the order in which the source named them.
  template <class F>
  void for_each_successor(Block block, F&& f) const {
    for (const Block s : successors(block)) f(s);
  }
  /// f(block) for each predecessor, ascending.
  template <class F>
  void for_each_predecessor(Block block, F&& f) const {
    for (const Block p : predecessors(block)) f(p);
  }

 private:
  static constexpr std::size_t few = 128;  // words: of some 25 blocks
  static constexpr std::size_t most_compared = 9;
  using Words = detail::ShortArray<std::uint32_t, few>;

  // One array, of a small function in the object itself: the allocator would cost more than all else.
  template <class F>
  void build(std::uint32_t blocks, std::size_t edges, F&& for_each_successor) {
    blocks_ = blocks;
    // Predecessors one place to the right at first: while they are filled in, a block's begin becomes the next one's.
    const std::size_t head = heads(blocks);
    if (head + edges > words_.room()) words_.reserve(head + 2 * edges);
    words_.resize(head);
    std::uint32_t* words = words_.data();
    std::fill_n(words + blocks, head - blocks, 0);
    Words seen;  // by which block last, once one has many successors
    std::size_t end = head;
    for (Block from = 0; from < blocks; ++from) {
      const std::size_t first = end;
      if (words_.room() < end + most_compared) words = more(end);
      words[from] = static_cast<std::uint32_t>(first - head);
      for_each_successor(from, [&](Block to) {
        if (to >= blocks) return;
        if (end - first < most_compared) [[likely]] {
          for (std::size_t k = first; k != end; ++k)
            if (words[k] == to) return;
        } else {
          if (is_known(first, end, from, to, seen)) return;
          words = more(end);
        }
        words[end++] = to;
        ++words[blocks + std::size_t{2} + to];
      });
    }
    words_.resize(end);
    edges_ = words[blocks] = static_cast<std::uint32_t>(end - head);
    make_predecessors();
  }
  // Is the edge there? A block's first successors are looked at one by one, those of one with many are marked.
  [[gnu::noinline]] bool is_known(std::size_t first, std::size_t end, Block from, Block to, Words& seen) const {
    if (seen.size() == 0) seen.assign(blocks_, no_block);
    if (end - first == most_compared)
      for (std::size_t k = first; k != end; ++k) seen[words_[k]] = from;
    if (seen[to] == from) return true;
    seen[to] = from;
    return false;
  }
  // Room behind the first `end` words.
  [[gnu::noinline]] std::uint32_t* more(std::size_t end) {
    words_.resize(end);
    if (end + most_compared > words_.room()) words_.reserve(2 * (end + most_compared));
    return words_.data();
  }
  void make_predecessors() {
    const std::uint32_t blocks = blocks_, edges = edges_;
    words_.resize(heads(blocks) + 2 * std::size_t{edges});
    const std::uint32_t* const words = words_.data();
    std::uint32_t* const begin = words_.data() + blocks + 2;
    std::uint32_t sum = 0;
    for (Block b = 0; b < blocks; ++b) {
      const std::uint32_t count = begin[b];
      begin[b] = sum;
      sum += count;
    }
    const Block* const first = words + heads(blocks);
    Block* const out = words_.data() + heads(blocks) + edges;
    const Block* next = first;
    for (Block from = 0; from < blocks; ++from)
      for (const Block* const end = first + words[from + 1]; next != end; ++next) out[begin[*next]++] = from;
  }
  // Where each block's successors begin, and an end; the same of predecessors, and one word that is used while they are made.
  static std::size_t heads(std::uint32_t blocks) { return 2 * std::size_t{blocks} + 3; }
  const Block* ends() const { return words_.data() + heads(blocks_); }

  std::uint32_t blocks_ = 0, edges_ = 0;
  Words words_{heads(0), 0};  // heads, successors, predecessors
};
using Cfg = BasicCfg<>;

/// The graph of any control flow, asked once for each block. O(blocks + edges).
template <ControlFlow G>
Cfg make_cfg(const G& g) {
  const auto blocks = static_cast<std::uint32_t>(g.block_count());
  return Cfg(blocks, 2 * std::size_t{blocks}, [&](Block b, auto&& edge) { g.for_each_successor(b, edge); });
}

}  // namespace lathe::flow
