// Block placement: a new order of the blocks, by chains or by the extended travelling-salesman score, and conditions turned
// round where the block behind is the one that they branch to.
//
// How often edges are taken comes from the View's weights of blocks where it has any, otherwise from the shape of the
// graph (flow/probability.hpp). Of the orders that which costs least is taken: branches that are taken, and jumps that are
// executed for the order's sake alone (opt::order_cost); nothing is done where none is better than today's. Instructions
// are neither copied nor moved between blocks, so convergent ones stay where they are.
//
// Needs: an Editor; a View's code does not depend on its layout, so what the order is good for is the client's: who
// writes the code leaves out jumps to the block behind. Optional hooks of the client:
//   bool is_cold(Block) const              seldom executed
//   Inst make_inverted(Inst branch)        a copy that stands nowhere and branches where the branch does not; asked for
//                                          the first branch of a block that ends with it and a jump
// Cost: that of the orders; O(blocks moved * what a move costs the Editor).
// Source: opt/chain_placement.hpp, opt/ext_tsp.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/flow/frequency.hpp>
#include <lathe/flow/of_view.hpp>
#include <lathe/flow/probability.hpp>
#include <lathe/opt/chain_placement.hpp>
#include <lathe/opt/ext_tsp.hpp>
#include <lathe/passes/blocks.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct BlockPlacementOptions {
  std::uint64_t fuel = ~std::uint64_t{0};  ///< the order is one change, and each branch that is turned round
  bool chains = true, ext_tsp = true;      ///< the better one is taken
  opt::ChainOptions chain;                 ///< of the one order
  opt::ExtTspOptions tsp;                  ///< of the other
  bool explain = false;                    ///< fill BlockPlacementResult::kept
};
enum class BlockPlacementReason : std::uint8_t {
  cheapest,  ///< the order: none costs less
  form  ///< a branch to the block behind: it ends with more than a branch and a jump, or the client turns none round
};
inline constexpr const char* block_placement_reason_names[] = {"no order costs less", "not to be turned round"};
struct BlockPlacementStats {
  std::uint64_t blocks = 0, moved = 0, rotated = 0, inverted = 0, kept = 0;
  static constexpr auto fields() {
    using S = BlockPlacementStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"blocks", &S::blocks}, F{"blocks moved", &S::moved}, F{"loops rotated", &S::rotated},
                      F{"branches turned round", &S::inverted}, F{"orders kept as they were", &S::kept}};
  }
};
/// What the pass did, and the cost of both orders. Kept are branches that jump to the block behind.
template <View P>
struct BlockPlacementResult : PassResult<P, BlockPlacementStats, BlockPlacementReason> {
  double before = 0, behind = 0;                ///< opt::order_cost
  std::optional<BlockPlacementReason> refused;  ///< why the order is what it was; nothing: it is another
};

/// The order as a plan, in the numbers of `numbering`: for who has an order of its own to compare. Reached blocks alone.
struct PlacementPlan {
  std::vector<flow::Block> order;  ///< numbers of blocks, the entry first
  double before = 0, behind = 0;   ///< opt::order_cost of the order that is there, and of this one
  opt::ChainStats chain;           ///< how chains were made
};
namespace detail {

/// Per edge, what the View knows of branches: 0 for all edges of a block where it does not know of one.
template <View P>
std::vector<double> chances(const P& p, const program::Numbering<P>& numbering, const flow::Cfg& cfg) {
  std::vector<double> out;
  if constexpr (Facts(P::facts).has(Fact::branches) && requires(const inst_t<P>& i) { double(p.likely(i)); }) {
    out.assign(cfg.edge_count(), 0.0);
    for (flow::Block b = 0; b < cfg.block_count(); ++b) {
      double left = 1;
      bool known = true;
      std::vector<double> mine(cfg.successors(b).size(), 0.0);
      p.for_each_branch(numbering.block(b), [&](const auto& way) {
        const double chance = way.conditional ? p.likely(way.at) : 1.0;
        known = known && chance >= 0;
        for (std::size_t k = 0; k < mine.size() && !way.leaves; ++k)
          if (numbering.block(cfg.successors(b)[k]) == way.target) {
            mine[k] += left * chance;
            break;
          }
        left *= 1 - chance;
      });
      if (known) std::copy(mine.begin(), mine.end(), out.begin() + cfg.first_edge(b));
    }
  }
  return out;
}

}  // namespace detail

/// The cheaper of both orders, nothing changed.
template <View P>
PlacementPlan plan_placement(const P& p, const program::Numbering<P>& numbering,
                             const BlockPlacementOptions& options = {}) {
  PlacementPlan out;
  const flow::Cfg cfg = flow::make_cfg(program::FlowOf<P>(p, numbering));
  const flow::Order order = flow::reverse_post_order(cfg);
  const flow::Loops loops = flow::find_loops(cfg, flow::Dominators(cfg), order);
  std::vector<double> weights;  // of edges: where blocks have weights, a way is as likely as its target is frequent
  if constexpr (Facts(P::facts).has(Fact::weight))
    for (flow::Block b = 0; b < cfg.block_count(); ++b)
      for (const flow::Block s : cfg.successors(b))
        weights.push_back(static_cast<double>(p.weight(numbering.block(s))));
  if (weights.empty()) weights = detail::chances(p, numbering, cfg);
  const auto cold = [&](flow::Block b) {
    if constexpr (requires { p.is_cold(numbering.block(b)); })
      return static_cast<bool>(p.is_cold(numbering.block(b)));
    else
      return false;
  };
  const std::vector<double> probability = flow::edge_probabilities(cfg, loops, order, weights, cold);
  const std::vector<double> frequency = flow::frequencies(cfg, loops, order, probability).block;
  std::vector<double> counts(cfg.edge_count());
  std::vector<std::uint32_t> sizes(cfg.block_count(), 0);
  for (flow::Block b = 0; b < cfg.block_count(); ++b) {
    const std::uint32_t first = cfg.first_edge(b);
    for (std::uint32_t k = 0; k < cfg.successors(b).size(); ++k)
      counts[first + k] = frequency[b] * probability[first + k];
    for (auto&& i : p.instructions(numbering.block(b))) {
      if constexpr (Facts(P::facts).has(Fact::bytes))
        sizes[b] += p.bytes(i);
      else
        sizes[b] += p.effects(i).has(Effect::marker) ? 0U : 4U;
    }
  }
  for (flow::Block b = 0; b < cfg.block_count(); ++b)
    if (order.reachable(b)) out.order.push_back(b);
  out.before = out.behind = opt::order_cost(cfg, out.order, probability, frequency);
  const auto take = [&](std::vector<flow::Block> other) {
    const double cost = opt::order_cost(cfg, other, probability, frequency);
    if (cost < out.behind * (1 - 1e-9)) out.order = std::move(other), out.behind = cost;
  };
  if (options.chains) take(opt::chain_order(cfg, loops, order, probability, frequency, options.chain, &out.chain));
  if (options.ext_tsp) take(opt::ext_tsp(cfg, out.order, counts, sizes, options.tsp).blocks);
  return out;
}

namespace detail {

template <Editor P, class E, class C>
void invert_branches(P& code, E& editing, C& changes, bool explain, BlockPlacementResult<P>& out) {
  constexpr bool inverts = requires(const inst_t<P>& i) { code.make_inverted(i); };
  if (!inverts && !explain) return;
  std::vector<block_t<P>> blocks;
  for (auto&& b : code.blocks()) blocks.push_back(b);
  for (std::size_t k = 0; k + 1 < blocks.size(); ++k) {
    const BlockEnd<P> end = block_end(std::as_const(code), blocks[k], {});
    if (end.kind != BlockEnd<P>::Kind::two_way || end.terminators.empty()) continue;
    if (!(end.ways[0] == blocks[k + 1]) || end.ways[1] == blocks[k + 1]) continue;
    if (!inverts || !end.plain || end.terminators.size() != 2) {
      if (explain) out.kept.push_back({BlockPlacementReason::form, end.terminators[0]});
      continue;
    }
    if constexpr (inverts) {
      if (!changes.next("Invert")) return;
      editing.insert_before(code.make_inverted(end.terminators[0]), end.terminators[0]);
      editing.erase(end.terminators[0]);
      std::vector<std::pair<inst_t<P>, std::vector<program::incoming_t<P>>>> phis;  // on the way they forget the block
      for (const block_t<P>& way : end.ways)
        for (const inst_t<P>& phi : phis_of(std::as_const(code), way))
          phis.emplace_back(phi, incoming_of(std::as_const(code), phi));
      editing.retarget(blocks[k], 1, end.ways[0]);
      editing.retarget(blocks[k], 0, end.ways[1]);
      if constexpr (Facts(P::facts).has(Fact::incoming))
        for (const auto& [phi, in] : phis) editing.set_incoming(phi, in);
      ++out.stats.inverted;
    }
  }
}

}  // namespace detail

/// Blocks that the entry does not reach go behind all others.
template <Editor P, class Sink = NoRemarks, class... Observers>
BlockPlacementResult<P> place_blocks(P& code, const BlockPlacementOptions& options = {}, Sink&& sink = {},
                                     Observers&... observers) {
  BlockPlacementResult<P> out;
  if (code.blocks().begin() == code.blocks().end()) return out;
  program::Editing editing(code, observers...);
  Changes<std::remove_reference_t<Sink>, Observers...> changes("chain-placement", options.fuel, sink, observers...);
  const program::Numbering<P> numbering(code);
  const PlacementPlan plan = plan_placement(std::as_const(code), numbering, options);
  out.stats.blocks = plan.order.size();
  out.before = plan.before;
  out.behind = plan.behind;
  if (!(plan.behind < plan.before)) {
    ++out.stats.kept;
    out.refused = BlockPlacementReason::cheapest;
  } else if (changes.next("Order")) {
    changes.remark(Remark::Kind::passed, "Order", code,
                   [&] { return "cost " + std::to_string(plan.before) + " becomes " + std::to_string(plan.behind); });
    out.stats.rotated = plan.chain.rotated;
    std::vector<block_t<P>> was;  // back to front, where a block is not in its place
    for (auto&& b : code.blocks()) was.push_back(b);
    std::vector<bool> reached(was.size(), false);
    for (const flow::Block b : plan.order) reached[b] = true;
    std::vector<block_t<P>> wanted;
    wanted.reserve(plan.order.size());
    for (const flow::Block b : plan.order) wanted.push_back(numbering.block(b));
    for (flow::Block b = 0; b < was.size(); ++b)
      if (!reached[b]) wanted.push_back(numbering.block(b));
    for (std::size_t k = 0; k < wanted.size(); ++k) out.stats.moved += !(wanted[k] == was[k]);
    for (std::size_t k = 1; k < wanted.size(); ++k) editing.move_block(wanted[k], std::nullopt);
  }
  detail::invert_branches<P>(code, editing, changes, options.explain, out);
  changes.close(out);
  return out;
}

}  // namespace lathe::passes
