// Natural loops: headers, nesting, depth of each block.
//
// A loop is the set of blocks that reach a back edge's source without passing its header, for the back edges
// u -> h where h dominates u; back edges to one header make one loop. Cycles without such a header
// (irreducible) make no loop; `irreducible` says that there are some.
// Cost: O(edges) nearly: each block is taken into a loop once, inner loops are skipped over as a whole.
#pragma once

#include <cstdint>
#include <vector>

#include <lathe/flow/dominators.hpp>
#include <lathe/flow/order.hpp>

namespace lathe::flow {

/// No loop.
inline constexpr std::uint32_t no_loop = 0xffffffffU;

/// Natural loops and how they nest; inner loops come before outer ones.
struct Loops {
  /// A natural loop.
  struct Loop {
    Block header = no_block;         ///< the block at which it is entered, and to which it goes back
    std::uint32_t parent = no_loop;  ///< the loop around it, into `loops`; no_loop: it is an outermost one
    std::uint32_t depth = 1;         ///< 1 for an outermost loop
  };
  std::vector<Loop> loops;               ///< inner loops before the loops around them
  std::vector<std::uint32_t> innermost;  ///< per block: index into `loops`, or no_loop
  bool irreducible = false;              ///< there are cycles that are entered at several blocks: these are no loops

  /// How many loops are around the block.
  std::uint32_t depth(Block b) const { return innermost[b] == no_loop ? 0 : loops[innermost[b]].depth; }
  /// True when the block is in the loop or in one inside it. O(depth).
  bool contains(std::uint32_t loop, Block b) const {
    for (std::uint32_t l = innermost[b]; l != no_loop; l = loops[l].parent)
      if (l == loop) return true;
    return false;
  }
};

/// Cost: nearly O(edges).
template <class = void>
inline Loops find_loops(const Cfg& cfg, const Dominators& dominators, const Order& order) {
  Loops result;
  result.innermost.assign(cfg.block_count(), no_loop);
  std::vector<std::uint32_t> outer;  // towards the outermost loop found so far; paths are halved
  const auto outermost = [&](std::uint32_t l) {
    while (outer[l] != l) l = outer[l] = outer[outer[l]];
    return l;
  };
  std::vector<Block> work;
  // Headers of inner loops come later in the dominator tree's preorder.
  for (std::size_t i = dominators.blocks().size(); i-- > 0;) {
    const Block header = dominators.blocks()[i];
    for (const Block p : cfg.predecessors(header)) {
      if (order.position[p] < order.position[header]) continue;  // what a block dominates stands behind it
      if (dominators.dominates(header, p))
        work.push_back(p);
      else if (order.reachable(p))
        result.irreducible = true;
    }
    if (work.empty()) continue;
    const auto loop = static_cast<std::uint32_t>(result.loops.size());
    result.loops.push_back({header, no_loop, 1});
    outer.push_back(loop);
    while (!work.empty()) {
      Block b = work.back();
      work.pop_back();
      if (result.innermost[b] == no_loop) {
        result.innermost[b] = loop;
      } else {
        const std::uint32_t inner = outermost(result.innermost[b]);
        if (inner == loop) continue;
        result.loops[inner].parent = outer[inner] = loop;
        b = result.loops[inner].header;
      }
      if (b == header) continue;
      for (const Block p : cfg.predecessors(b))
        if (dominators.reachable(p)) work.push_back(p);
    }
    result.innermost[header] = result.innermost[header] == no_loop ? loop : result.innermost[header];
  }
  for (std::size_t l = result.loops.size(); l-- > 0;)
    if (result.loops[l].parent != no_loop) result.loops[l].depth = result.loops[result.loops[l].parent].depth + 1;
  return result;
}

}  // namespace lathe::flow
