// Reverse post-order of the blocks that the entry reaches.
//
// Gives: every block before its successors, except along back edges. O(blocks + edges), no recursion.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/short_array.hpp>
#include <lathe/flow/stack.hpp>

namespace lathe::flow {

/// Blocks in reverse post-order, and where each stands.
struct Order {
  std::vector<Block> blocks;            ///< reachable blocks, entry first
  std::vector<std::uint32_t> position;  ///< per block: its place in `blocks`, no_block when the entry does not reach it
  bool reachable(Block block) const { return position[block] != no_block; }
};

namespace detail {

/// Has it its edges in an array already?
template <class G>
concept FlatFlow = requires(const G& g, Block b) {
  { g.successors(b) } -> std::convertible_to<std::span<const Block>>;
};

/// Edges of any control flow by their begin, of a small one without an allocation. Blocks are asked in order and not as
/// a walk meets them: what is far away in memory is waited for together.
class Edges {
 public:
  template <class G>
  Edges(const G& graph, std::uint32_t blocks) {
    begin_.resize(blocks + std::size_t{1});
    std::size_t end = 0, room = to_.room();
    Block* to = to_.data();
    for (Block b = 0; b < blocks; ++b) {
      begin_[b] = static_cast<std::uint32_t>(end);
      graph.for_each_successor(b, [&](Block s) {
        if (s >= blocks) return;
        if (end == room) {
          to_.resize(end);
          to_.reserve(2 * room);
          to = to_.data();
          room = to_.room();
        }
        to[end++] = s;
      });
    }
    begin_[blocks] = static_cast<std::uint32_t>(end);
  }
  std::span<const Block> successors(Block b) const { return {to_.data() + begin_[b], begin_[b + 1] - begin_[b]}; }

 private:
  static constexpr std::size_t few = 128;
  ShortArray<std::uint32_t, few> begin_;
  ShortArray<Block, few> to_;
};

/// Precondition: no successor that is no block.
template <class G>
Order post_order_reversed(const G& graph, std::uint32_t n) {
  Order order{std::vector<Block>(n), std::vector<std::uint32_t>(n, no_block)};
  if (n == 0) return order;
  struct
      Frame {  // of a block on the path from the entry: its successors that are not looked at yet, the last one first
    const Block *begin, *end;
    Block block;
  };
  Stack<Frame> path;
  Block* const blocks = order.blocks.data();
  std::uint32_t* const position = order.position.data();
  std::uint32_t place = n;
  const auto enter = [&](Block b) {
    position[b] = 0;
    const std::span<const Block> next = graph.successors(b);
    return Frame{next.data(), next.data() + next.size(), b};
  };
  for (Frame at = enter(0);;) {
    if (at.begin != at.end) {
      const Block s = *--at.end;
      if (position[s] != no_block) continue;
      path.push(at);
      at = enter(s);
    } else {
      blocks[--place] = at.block;
      position[at.block] = place;
      if (path.empty()) break;
      at = path.back();
      path.pop();
    }
  }
  if (place != 0) {  // some are not reached
    order.blocks.erase(order.blocks.begin(), order.blocks.begin() + place);
    for (const Block b : order.blocks) order.position[b] -= place;
  }
  return order;
}

}  // namespace detail

/// Of any control flow, which need be no Cfg: each block is asked for its successors once. The first successor that was
/// named comes right after its block where it can. O(blocks + edges), without recursion. Precondition: below 2^31 blocks.
template <ControlFlow G>
Order reverse_post_order(const G& graph) {
  const auto blocks = static_cast<std::uint32_t>(graph.block_count());
  if (blocks == 1) return {{0}, {0}};  // a third of the functions of C++
  if constexpr (detail::FlatFlow<G>)
    return detail::post_order_reversed(graph, blocks);
  else
    return detail::post_order_reversed(detail::Edges(graph, blocks), blocks);
}

}  // namespace lathe::flow
