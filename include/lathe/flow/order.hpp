// Reverse post-order of the blocks that the entry reaches.
//
// Gives: every block before its successors, except along back edges. O(blocks + edges), no recursion.
#pragma once

#include <cstdint>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/stack.hpp>

namespace lathe::flow {

/// Blocks in reverse post-order, and where each stands.
struct Order {
  std::vector<Block> blocks;            ///< reachable blocks, entry first
  std::vector<std::uint32_t> position;  ///< per block: its place in `blocks`, no_block when the entry does not reach it
  bool reachable(Block block) const { return position[block] != no_block; }
};

/// Of any control flow, which need be no Cfg: each block is asked for its successors once. The first successor that was
/// named comes right after its block where it can. O(blocks + edges), without recursion. Precondition: below 2^31 blocks.
template <ControlFlow G>
Order reverse_post_order(const G& graph) {
  Order order;
  const auto n = static_cast<std::uint32_t>(graph.block_count());
  order.position.assign(n, no_block);
  if (n == 0) return order;
  order.blocks.resize(n);
  constexpr std::uint32_t leave = std::uint32_t{1} << 31;
  detail::Stack<std::uint32_t> work;  // blocks to enter, the last one first; and those to leave
  work.push(0);
  std::uint32_t place = n;
  while (!work.empty()) {
    const std::uint32_t top = work.back();
    if ((top & leave) != 0) {
      work.pop();
      order.blocks[--place] = top ^ leave;
      order.position[top ^ leave] = place;
    } else if (order.position[top] != no_block) {
      work.pop();
    } else {
      order.position[top] = 0;
      work.back() |= leave;
      graph.for_each_successor(top, [&](Block s) {
        if (s < n && order.position[s] == no_block) work.push(s);
      });
    }
  }
  if (place != 0) {  // some are not reached
    order.blocks.erase(order.blocks.begin(), order.blocks.begin() + place);
    for (const Block b : order.blocks) order.position[b] -= place;
  }
  return order;
}

}  // namespace lathe::flow
