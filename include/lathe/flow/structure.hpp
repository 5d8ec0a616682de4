// Is control flow structured? What in it is not, as typed findings.
//
// Structured is a graph in which every cycle is a natural loop (one header, which dominates it), every loop is left to one
// place, and every branch outside of that has one block where all of its ways meet again, which nobody enters from
// elsewhere before: the region between the two has a single entry and a single exit.
//   irreducible   a cycle with more than one entry; block: one of the entries, other: a block that goes back to it
//   loop_exits    a loop that is left to more than one block; block: its header, other: the second target
//   crossing      a branch whose ways meet in a block that is entered, too, by ways that do not come through the branch;
//                 block: the branch, other: a block of its region with such an entry
// Cost: O(edges * loop depth) for cycles and loops; O(blocks of its region) for each branch.
// Source: single-entry single-exit regions as in Johnson, Pearson, Pingali, "The program structure tree", PLDI 1994.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <lathe/flow/loops.hpp>
#include <lathe/flow/order.hpp>
#include <lathe/flow/post_dominators.hpp>

namespace lathe::flow {

/// What is not structured.
enum class StructureFault : std::uint8_t { irreducible, loop_exits, crossing };
inline constexpr const char* structure_fault_names[] = {"cycle with several entries", "loop with several exits",
                                                        "branch whose region is entered elsewhere"};
/// Something in the control flow that is not structured.
struct StructureFinding {
  StructureFault fault;
  Block block, other;  ///< where it is; no_block as `other`: no second block is concerned
  bool operator==(const StructureFinding&) const = default;
};

/// Nothing: it is structured. By block; blocks that the entry does not reach are not looked at.
template <class = void>
std::vector<StructureFinding> structure_findings(const Cfg& cfg) {
  std::vector<StructureFinding> out;
  const Order order = reverse_post_order(cfg);
  const Dominators dominators(cfg);
  const Loops loops = find_loops(cfg, dominators, order);
  const auto retreating = [&](Block from, Block to) { return order.position[to] <= order.position[from]; };
  for (const Block b : order.blocks)
    for (const Block s : cfg.successors(b))
      if (retreating(b, s) && !dominators.dominates(s, b)) out.push_back({StructureFault::irreducible, s, b});
  std::vector<Block> exits(loops.loops.size(), no_block);
  std::vector<bool> several(loops.loops.size(), false);
  for (const Block b : order.blocks)
    for (std::uint32_t l = loops.innermost[b]; l != no_loop; l = loops.loops[l].parent)
      for (const Block s : cfg.successors(b)) {
        if (loops.contains(l, s) || s == exits[l] || several[l]) continue;
        if (exits[l] == no_block)
          exits[l] = s;
        else
          out.push_back({StructureFault::loop_exits, loops.loops[l].header, s}), several[l] = true;
      }
  const PostDominators post(cfg, order);
  std::vector<Block> seen(cfg.block_count(), no_block), stack;
  for (const Block b : order.blocks) {
    if (cfg.successors(b).size() < 2) continue;
    const Block meet = post.immediate(b);
    seen[b] = b;
    for (const Block s : cfg.successors(b))
      if (s != meet && seen[s] != b) seen[s] = b, stack.push_back(s);
    bool told = false;
    while (!stack.empty()) {
      const Block in = stack.back();
      stack.pop_back();
      // Its own ways back to a header around it leave the region as a loop does.
      if (!told && !dominators.dominates(b, in) && !dominators.dominates(in, b))
        out.push_back({StructureFault::crossing, b, in}), told = true;
      if (!dominators.dominates(b, in)) continue;
      for (const Block s : cfg.successors(in))
        if (s != meet && seen[s] != b) seen[s] = b, stack.push_back(s);
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& x, const auto& y) { return x.block < y.block; });
  return out;
}

}  // namespace lathe::flow
