// Order of blocks: the entry first, loops contiguous, cold blocks last, a block before its successors where it can
// be, and the first named successor next where that costs nothing.
//
// Reverse post-order, with the blocks of each loop gathered behind its header, inner loops as a unit.
// Cost: O(blocks + edges) beside dominators and loops.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <vector>

#include <lathe/flow/loops.hpp>
#include <lathe/flow/order.hpp>

namespace lathe::opt {

/// The reachable blocks in their new order. `is_cold(block)`: seldom executed (ends in a trap); such blocks go
/// to the end, unless they are the entry.
template <class Cold>
  requires std::predicate<Cold, flow::Block>
std::vector<flow::Block> place_blocks(const flow::Cfg& cfg, const flow::Loops& loops, const flow::Order& order,
                                      Cold&& is_cold) {
  // One list per loop, and the last one for blocks in no loop. An entry is a block, or a loop as ~index.
  const auto outside = static_cast<std::uint32_t>(loops.loops.size());
  std::vector<std::vector<std::uint32_t>> lists(outside + 1);
  const auto list = [&](std::uint32_t loop) -> std::vector<std::uint32_t>& {
    return lists[loop == flow::no_loop ? outside : loop];
  };
  std::vector<flow::Block> cold;
  for (const flow::Block b : order.blocks) {
    const std::uint32_t loop = loops.innermost[b];
    if (b != 0 && is_cold(b) && cfg.successors(b).empty()) {
      cold.push_back(b);
      continue;
    }
    if (loop != flow::no_loop && loops.loops[loop].header == b) list(loops.loops[loop].parent).push_back(~loop);
    list(loop).push_back(b);
  }
  std::vector<flow::Block> result;
  result.reserve(order.blocks.size());
  struct Frame {
    std::uint32_t list, next;
  };
  std::vector<Frame> stack{{outside, 0}};
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.next == lists[top.list].size()) {
      stack.pop_back();
      continue;
    }
    const std::uint32_t entry = lists[top.list][top.next++];
    if (entry >= 0x80000000U)
      stack.push_back({~entry, 0});
    else
      result.push_back(entry);
  }
  result.insert(result.end(), cold.begin(), cold.end());
  return result;
}

}  // namespace lathe::opt
