// Reverse post-order of the blocks that the entry reaches.
//
// Gives: every block before its successors, except along back edges. O(blocks + edges), no recursion.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <lathe/flow/cfg.hpp>

namespace lathe::flow {

/// Blocks in reverse post-order, and where each stands.
struct Order {
  std::vector<Block> blocks;            ///< reachable blocks, entry first
  std::vector<std::uint32_t> position;  ///< per block: its place in `blocks`, no_block when the entry does not reach it
  bool reachable(Block block) const { return position[block] != no_block; }
};

/// O(blocks + edges), without recursion.
template <class = void>
inline Order reverse_post_order(const Cfg& cfg) {
  Order order;
  const std::uint32_t n = cfg.block_count();
  order.position.assign(n, no_block);
  if (n == 0) return order;
  struct Frame {
    Block block;
    std::uint32_t first, next;  // edges: of the block's, those before `next` are still to be gone
  };
  const auto frame = [&](Block b) {
    const std::uint32_t first = cfg.first_edge(b);
    return Frame{b, first, first + static_cast<std::uint32_t>(cfg.successors(b).size())};
  };
  order.blocks.reserve(n);
  std::vector<Frame> stack{frame(0)};
  std::vector<bool> seen(n, false);
  seen[0] = true;
  while (!stack.empty()) {
    Frame& top = stack.back();
    // Last successor first, so that the first one comes right after its predecessor where it can.
    if (top.next != top.first) {
      const Block s = cfg.target(--top.next);
      if (!seen[s]) {
        seen[s] = true;
        stack.push_back(frame(s));
      }
    } else {
      order.blocks.push_back(top.block);
      stack.pop_back();
    }
  }
  std::reverse(order.blocks.begin(), order.blocks.end());
  for (std::uint32_t i = 0; i < order.blocks.size(); ++i) order.position[order.blocks[i]] = i;
  return order;
}

}  // namespace lathe::flow
