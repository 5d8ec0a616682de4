// Blocks that the entry does not reach, and what phis take from blocks that do not come before them any more.
//
// Needs: a code.hpp client. Gives: every block is reached, phis take from predecessors alone. The order of the others
// stays, so a block that ran into the one behind it still does.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <lathe/flow/order.hpp>

#include "codegen/passes/code.hpp"

namespace lathe::codegen::passes {

namespace detail {

template <View P>
void trim_phis(P& code, const Layout<P>& layout, const flow::Cfg& cfg, const flow::Order& order) {
  std::vector<inst_t<P>> phis;
  for (std::uint32_t b = 0; b < layout.count(); ++b) {
    phis.clear();
    for (auto&& i : code.instructions(layout[b])) {
      if (!is_phi(code, i)) break;
      phis.push_back(i);
    }
    const auto predecessors = cfg.predecessors(b);
    for (const inst_t<P>& phi : phis)
      keep_incoming(code, phi, [&](const block_t<P>& from) {
        const std::uint32_t n = layout.number(from);
        return n != none && std::binary_search(predecessors.begin(), predecessors.end(), n) && order.reachable(n);
      });
  }
}

}  // namespace detail

/// Drops the blocks that the entry does not reach, and what phis take from blocks that are not predecessors; with
/// `edges_gone` there may be some of that though all blocks are reached. The number of blocks that went.
/// O(blocks + edges), O(instructions) when some go.
template <View P>
std::uint32_t drop_unreachable(P& code, bool edges_gone = false) {
  const Layout<P> layout(code);
  if (layout.count() == 0) return 0;
  const flow::Cfg cfg = make_cfg(code, layout);
  const flow::Order order = flow::reverse_post_order(cfg);
  const auto dropped = static_cast<std::uint32_t>(layout.count() - order.blocks.size());
  if (dropped != 0 || edges_gone) detail::trim_phis(code, layout, cfg, order);
  if (dropped == 0) return 0;
  std::vector<block_t<P>> kept;
  for (std::uint32_t b = 0; b < layout.count(); ++b)
    if (order.reachable(b)) kept.push_back(layout[b]);
  arrange(code, kept);
  return dropped;
}

}  // namespace lathe::codegen::passes
