#include "codegen/machine/meeting.hpp"

#include <algorithm>
#include <utility>

#include <lathe/flow/cycles.hpp>
#include <lathe/flow/post_dominators.hpp>
#include <lathe/program/numbering.hpp>

namespace lathe::codegen::machine {

namespace {

// Blocks have their places in the layout as numbers.
class Search {
 public:
  Search(const flow::Cfg& cfg, const flow::Order& order, std::vector<bool> waiting, std::vector<bool>& apart)
      : cfg_(cfg),
        waiting_(std::move(waiting)),
        tree_(cfg, order),
        cycles_(cfg, flow::Dominators(cfg), order),
        apart_(apart),
        seen_(cfg.block_count(), flow::no_block) {}

  void part(flow::Block b) {
    flow::Block meet = tree_.immediate(b), last = 0;
    bool around = false;  // is `meet` in a cycle that threads walk in unlike turns?
    std::vector<flow::Block> work = ways(b);
    if (work.size() < 2) return;
    for (;;) {
      while (!work.empty()) {
        const flow::Block x = work.back();
        work.pop_back();
        if (x == meet || seen_[x] == b) continue;
        seen_[x] = b;
        apart_[x] = true;
        last = std::max(last, x);
        work.insert(work.end(), cfg_.successors(x).begin(), cfg_.successors(x).end());
        for (std::uint32_t c = cycles_.innermost(x); c != flow::no_cycle; c = cycles_[c].parent) {
          if (cycles_[c].header != x && !cycles_[c].irreducible) continue;
          work.insert(work.end(), cycles_.blocks(c).begin(), cycles_.blocks(c).end());
          around = around || (meet != flow::no_block && cycles_.contains(c, meet));
        }
      }
      // Who comes to `meet` would be run before what is left behind it in the layout: farther on, then.
      if (meet == flow::no_block || (!around && last < meet)) return;
      work.push_back(meet);
      meet = tree_.immediate(meet);
      around = false;  // a block of a cycle that was found before has been seen, and is not in front of itself
    }
  }

 private:
  // Without those whose threads are gone before any other does anything.
  std::vector<flow::Block> ways(flow::Block b) {
    std::vector<flow::Block> out(cfg_.successors(b).begin(), cfg_.successors(b).end());
    std::sort(out.begin(), out.end());
    while (out.size() > 1 && cfg_.successors(out.front()).empty() && !waiting_[out.front()]) {
      apart_[out.front()] = true;
      out.erase(out.begin());
    }
    return out;
  }

  const flow::Cfg& cfg_;
  const std::vector<bool> waiting_;
  flow::PostDominators tree_;
  flow::Cycles cycles_;
  std::vector<bool>& apart_;
  std::vector<flow::Block> seen_;  // from which branch
};

}  // namespace

bool waits(const Function& function, BlockId block) {
  const auto all = function.instructions(block);
  return std::any_of(all.begin(), all.end(), [&](InstId i) { return function.effects(i).has(program::Effect::fixed); });
}

std::vector<bool> apart_blocks(const Function& function, const std::function<bool(BlockId)>& parts) {
  const program::Numbering<Function> n(function);
  std::vector<std::pair<flow::Block, flow::Block>> edges;
  std::uint32_t ids = 0;
  for (std::uint32_t b = 0; b < n.blocks(); ++b) {
    ids = std::max(ids, n.block(b).value + 1);
    function.for_each_successor(n.block(b), [&](BlockId to) { edges.emplace_back(b, n.block_number(to)); });
  }
  const flow::Cfg cfg(n.blocks(), edges);
  const flow::Order order = flow::reverse_post_order(cfg);
  std::vector<bool> apart(n.blocks(), false), out(ids, true), waiting(n.blocks());
  for (std::uint32_t b = 0; b < n.blocks(); ++b) waiting[b] = waits(function, n.block(b));
  Search search(cfg, order, std::move(waiting), apart);
  for (std::uint32_t b = 0; b < n.blocks(); ++b)
    if (order.reachable(b) && cfg.successors(b).size() > 1 && parts(n.block(b))) search.part(b);
  for (std::uint32_t b = 0; b < n.blocks(); ++b) out[n.block(b).value] = apart[b] || !order.reachable(b);
  return out;
}

}  // namespace lathe::codegen::machine
