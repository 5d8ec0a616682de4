// Dominators of what a root reaches, over edges that stand in arrays. Inner part of dominators.hpp and
// post_dominators.hpp.
//
// Most functions have a few blocks, so what is counted is instructions: five sweeps over arrays, no allocation up to 64
// blocks, and of a block with one predecessor nothing is asked. Up to 64 vertices the two sweeps that find dominators are
// another's (few_dominators.hpp).
// Source: Semi-NCA (Georgiadis, Tarjan, Werneck, "Finding dominators in practice", 2006).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/few_dominators.hpp>
#include <lathe/flow/short_array.hpp>

namespace lathe::flow::detail {

/// Of a block: its immediate dominator, and its places in preorder of the tree. Not filled unless it is said.
struct TreePlace {
  Block parent;
  std::uint32_t in, out;
};

/// A Cfg, from its entry.
struct Forward {
  static constexpr Block shift = 0;  ///< what is added to what the arrays name
  const Cfg& cfg;
  std::uint32_t vertex_count() const { return cfg.block_count(); }
  std::span<const Block> next(Block b) const { return cfg.successors(b); }
  std::span<const Block> previous(Block b) const { return cfg.predecessors(b); }
  /// f(vertex) for those that are not looked at.
  template <class F>
  void for_each_left_out(F&&) const {}
};

/// A depth-first walk from vertex 0, which is the root, and from it the tree; by sets where there are at most `by_sets`
/// vertices. Precondition: by_sets <= 64.
template <class G, std::uint32_t by_sets = 64>
class SemiNca {
 public:
  explicit SemiNca(const G& graph)
      : graph_(graph),
        n_(graph.vertex_count()),
        walk_(words_in(3 * std::size_t{n_})),
        number_(walk_.data()),
        block_(number_ + n_),
        above_(block_ + n_) {}

  /// `at`: a place for each vertex, whatever stands there; `order`: the reached ones in preorder of the tree.
  /// Precondition: there is a vertex.
  void run(TreePlace* at, std::vector<Block>& order) {
    if (n_ <= by_sets) {
      std::array<std::uint32_t, Few::most> post_order, dominator;
      depth_first<true>(post_order.data());
      Few(graph_, number_, block_, above_, count_).run(post_order.data(), dominator.data());
      finish(dominator.data(), post_order.data(), above_, at, order);
      return;
    }
    depth_first<false>(nullptr);
    Words words = words_in(4 * std::size_t{count_});
    std::uint32_t* const dominator = words.data();
    std::uint32_t* const semi = dominator + count_;
    std::uint32_t* const least = semi + count_;
    semidominators(dominator, semi, least, least + count_);
    dominators(dominator, semi);
    finish(dominator, least, semi, at, order);
  }

 private:
  using Few = FewDominators<G>;
  static_assert(by_sets <= Few::most);
  static constexpr std::size_t few = 64;  // vertices that need no allocation
  static constexpr std::uint32_t left_out = no_block - 1;
  using Words = ShortArray<std::uint32_t, 4 * few>;
  static Words words_in(std::size_t size) {
    Words out;
    out.resize(size);
    return out;
  }

  // What is still to be looked at of a vertex on the path from the root.
  struct Rest {
    const Block *at, *end;
  };
  // Vertices are numbered as they are met; the first successor's come first. Numbers as they are left, if somebody wants it.
  template <bool with_post_order>
  void depth_first([[maybe_unused]] std::uint32_t* post_order) {
    ShortArray<Rest, few> rests;
    rests.resize(n_);
    Rest* const rest = rests.data();
    std::uint32_t *const number = number_, *const block = block_, *const above = above_;
    std::fill_n(number, n_, no_block);
    graph_.for_each_left_out([number](Block b) { number[b] = left_out; });
    std::uint32_t count = 1, v = 0;
    number[0] = block[0] = above[0] = 0;
    const Block *at = graph_.next(0).data(), *end = at + graph_.next(0).size();
    for (;;) {
      if (at == end) {
        if constexpr (with_post_order) *post_order++ = v;
        if (v == 0) break;
        v = above[v];
        at = rest[v].at;
        end = rest[v].end;
        continue;
      }
      const Block s = *at++ + G::shift;
      if (number[s] != no_block) continue;
      rest[v] = {at, end};
      number[s] = count;
      block[count] = s;
      above[count] = v;
      v = count++;
      const auto next = graph_.next(s);
      at = next.data();
      end = at + next.size();
    }
    count_ = count;
  }

  // By path compression: `above` of a vertex that is linked is moved up along the linked path, and `least` is the
  // smallest semidominator from the vertex up to there. Linked are those behind `last`. `dominator` gets the parent in the
  // depth-first tree.
  void semidominators(std::uint32_t* dominator, std::uint32_t* semi, std::uint32_t* least, std::uint32_t* path) {
    const std::uint32_t count = count_, *const number = number_, *const block = block_;
    std::uint32_t* const above = above_;
    const auto evaluate = [&](std::uint32_t v, std::uint32_t last) {
      if (above[v] <= last) return least[v];
      std::size_t length = 0;
      std::uint32_t top = v;
      for (; above[top] > last; top = above[top]) path[length++] = top;
      const std::uint32_t end = above[top];
      std::uint32_t best = least[top];
      while (length != 0) {
        const std::uint32_t u = path[--length];
        best = least[u] = std::min(best, least[u]);
        above[u] = end;
      }
      return best;
    };
    for (std::uint32_t v = count; v-- > 1;) {
      std::uint32_t best = dominator[v] = above[v];
      const auto previous = graph_.previous(block[v]);
      // Of one predecessor that is the parent in the tree; what the root alone leads to has none but it.
      if (previous.size() > 1)
        for (const Block p : previous) {
          const std::uint32_t u = number[p + G::shift];
          if (u < best)
            best = u;
          else if (u > v && u < count)
            best = std::min(best, evaluate(u, v));
        }
      semi[v] = least[v] = best;
    }
  }
  // The nearest ancestor in the tree so far that is no descendant of the semidominator.
  void dominators(std::uint32_t* dominator, const std::uint32_t* semi) const {
    const std::uint32_t count = count_;
    for (std::uint32_t v = 1; v < count; ++v) {
      std::uint32_t d = dominator[v];
      while (d > semi[v]) d = dominator[d];
      dominator[v] = d;
    }
  }
  // `size`, `next`: memory for a word of each vertex, whatever stands there.
  void finish(const std::uint32_t* dominator, std::uint32_t* size, std::uint32_t* next, TreePlace* at,
              std::vector<Block>& order) const {
    order.resize(count_);
    number_tree(dominator, size, next, at, order.data());
    if (count_ == n_) return;
    for (Block b = 0; b < n_; ++b)
      if (number_[b] >= count_) at[b] = {no_block, no_block, 0};
  }
  // Preorder intervals of the tree, children by depth-first number; dominators have smaller numbers. `size` and `next`,
  // the place of the next child, are filled here.
  void number_tree(const std::uint32_t* dominator, std::uint32_t* size, std::uint32_t* next, TreePlace* at,
                   Block* order) const {
    const std::uint32_t count = count_, *const block = block_;
    std::fill_n(size, count, 1);
    for (std::uint32_t v = count; v-- > 1;) size[dominator[v]] += size[v];
    next[0] = 1;
    at[0] = {no_block, 0, count};
    order[0] = 0;
    for (std::uint32_t v = 1; v < count; ++v) {
      const std::uint32_t d = dominator[v], place = next[d], end = place + size[v];
      next[d] = end;
      next[v] = place + 1;
      at[block[v]] = {block[d], place, end};
      order[place] = block[v];
    }
  }

  const G& graph_;
  std::uint32_t n_, count_ = 0;
  Words walk_;
  std::uint32_t *number_, *block_, *above_;  // by vertex; by number: the vertex, and the number above it
};

}  // namespace lathe::flow::detail
