// Immediate dominators of at most 64 vertices as sets in one word each. Inner part of semi_nca.hpp.
//
// Most functions have fewer blocks, and what dominates a block is then a word: one sweep in reverse post-order takes what
// all predecessors have in common, and a cycle with one entry needs no more. Semi-NCA turns as the graph has it, which
// cannot be guessed; here only the number of predecessors can be guessed wrong.
// Cost: O(edges) a sweep; one, and one more for each level of cycles with several entries, at most as many as vertices.
// Source: the sets of dominators as data flow (Allen, Cocke, 1972), in words.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include <lathe/flow/concepts.hpp>

namespace lathe::flow::detail {

/// Vertices by their numbers in a depth-first walk from 0. `G`: as SemiNca takes it.
template <class G>
class FewDominators {
 public:
  static constexpr std::uint32_t most = 64;  ///< vertices
  /// By vertex: its number, that of one that is not reached is `count` at least; by number: the vertex, and the number
  /// above it in the walk's tree.
  FewDominators(const G& graph, const std::uint32_t* number, const std::uint32_t* block, const std::uint32_t* above,
                std::uint32_t count)
      : graph_(graph), number_(number), block_(block), above_(above), count_(count) {}

  /// `post_order`: the walk's, of numbers; `dominator` of each number but 0 becomes the nearest one.
  void run(const std::uint32_t* post_order, std::uint32_t* dominator) {
    sets_[0] = 1;
    std::fill_n(sets_.data() + 1, count_, all);
    for (std::uint32_t k = count_ - 1; k-- > 0;) {
      const std::uint32_t v = post_order[k];
      std::uint64_t above = sets_[above_[v]];
      const auto previous = graph_.previous(block_[v]);
      if (previous.size() > 1) {  // of one that is the vertex above; what the root alone leads to has none but it
        std::uint32_t unknown = 0;
        for (const Block p : previous) {
          const std::uint64_t set = of(p);
          above &= set;
          unknown |= set == all ? 1 : 0;
        }
        entered_again_[again_] = {v, k};
        again_ += unknown;
      }
      set(v, above, dominator);
    }
    for (std::uint32_t k = first_wrong(); k != none; k = first_wrong()) sweep(post_order, k, dominator);
  }

 private:
  static constexpr std::uint64_t all = ~std::uint64_t{0};
  static constexpr std::uint32_t none = most;
  struct Place {
    std::uint32_t number, in_post_order;
  };

  std::uint64_t of(Block p) const { return sets_[std::min(number_[p + G::shift], count_)]; }
  void set(std::uint32_t v, std::uint64_t above, std::uint32_t* dominator) {
    sets_[v] = above | std::uint64_t{1} << v;
    // Those that dominate a vertex stand above it in the walk's tree, so the nearest has the greatest number.
    dominator[v] = 63 - static_cast<std::uint32_t>(std::countl_zero(above));
  }
  // Where what an edge that goes back says is less than what was taken of it: the place of the first such vertex.
  std::uint32_t first_wrong() const {
    for (std::uint32_t k = 0; k < again_; ++k) {
      const auto [v, place] = entered_again_[k];
      const std::uint64_t above = sets_[v] & ~(std::uint64_t{1} << v);
      std::uint64_t wrong = 0;
      for (const Block p : graph_.previous(block_[v])) wrong |= above & ~of(p);
      if (wrong != 0) return place;
    }
    return none;
  }
  // What stands before that vertex stays.
  [[gnu::noinline]] void sweep(const std::uint32_t* post_order, std::uint32_t from, std::uint32_t* dominator) {
    for (std::uint32_t k = from + 1; k-- > 0;) {
      const std::uint32_t v = post_order[k];
      std::uint64_t above = sets_[above_[v]];
      const auto previous = graph_.previous(block_[v]);
      if (previous.size() > 1)
        for (const Block p : previous) above &= of(p);
      set(v, above, dominator);
    }
  }

  const G& graph_;
  const std::uint32_t *number_, *block_, *above_;
  std::uint32_t count_, again_ = 0;
  std::array<std::uint64_t, most + 1> sets_;  // by number: itself and what dominates it; the last: what is not reached
  std::array<Place, most> entered_again_;     // what edges go back to
};

}  // namespace lathe::flow::detail
