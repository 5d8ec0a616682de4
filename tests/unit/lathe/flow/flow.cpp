// Orders, dominators, loops and liveness against their definitions on random graphs.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include <lathe/flow/check.hpp>

#include "unit/lathe/flow/random_graph.hpp"

using namespace lathe;
using flow::Block;

namespace {

// Blocks that the entry reaches without passing `without`.
std::vector<bool> reach(const flow::Cfg& cfg, Block without) {
  std::vector<bool> seen(cfg.block_count(), false);
  std::vector<Block> work;
  if (without != 0) {
    seen[0] = true;
    work.push_back(0);
  }
  while (!work.empty()) {
    const Block b = work.back();
    work.pop_back();
    for (const Block s : cfg.successors(b))
      if (s != without && !seen[s]) {
        seen[s] = true;
        work.push_back(s);
      }
  }
  return seen;
}

// Control flow as somebody else may have it.
struct Named {
  const std::vector<std::vector<Block>>& next;
  std::uint32_t block_count() const { return static_cast<std::uint32_t>(next.size()); }
  void for_each_successor(Block b, auto&& f) const {
    for (const Block to : next[b]) f(to);
  }
};

}  // namespace

TEST_CASE("edges have numbers: those of a block in a row") {
  std::mt19937 rng(9);
  const flow::Cfg cfg = toy::random_cfg(rng, 30);
  std::uint32_t next = 0;
  for (Block b = 0; b < 30; ++b) {
    CHECK(cfg.first_edge(b) == next);
    for (const Block s : cfg.successors(b)) CHECK(cfg.target(next++) == s);
  }
  CHECK(cfg.edge_count() == next);
}

TEST_CASE("edges: duplicates and strangers are dropped, order of successors stays") {
  const std::pair<Block, Block> edges[] = {{0, 2}, {0, 1}, {0, 2}, {1, 2}, {7, 1}, {1, 9}};
  const flow::Cfg cfg(3, edges);
  CHECK(std::vector<Block>(cfg.successors(0).begin(), cfg.successors(0).end()) == std::vector<Block>{2, 1});
  CHECK(std::vector<Block>(cfg.predecessors(2).begin(), cfg.predecessors(2).end()) == std::vector<Block>{0, 1});
  CHECK(cfg.successors(2).empty());
}

TEST_CASE("edges: blocks with few and many successors, named several times, from edges and from blocks") {
  std::mt19937 rng(4);
  for (std::uint32_t round = 0; round < 200; ++round) {
    const std::uint32_t blocks = 1 + static_cast<std::uint32_t>(rng()) % 40;
    std::vector<std::vector<Block>> named(blocks), wanted(blocks);
    std::vector<std::set<Block>> before(blocks);
    std::vector<std::pair<Block, Block>> edges;
    for (Block b = 0; b < blocks; ++b) {
      const std::uint32_t count = static_cast<std::uint32_t>(rng()) % 30;
      for (std::uint32_t i = 0; i < count; ++i) named[b].push_back(static_cast<Block>(rng()) % (blocks + 1));
      for (const Block to : named[b]) {
        edges.emplace_back(b, to);
        if (to < blocks && before[to].insert(b).second) wanted[b].push_back(to);
      }
    }
    for (const flow::Cfg& cfg : {flow::make_cfg(Named{named}), flow::Cfg(blocks, edges)})
      for (Block b = 0; b < blocks; ++b) {
        const auto successors = cfg.successors(b), predecessors = cfg.predecessors(b);
        CHECK(std::vector<Block>(successors.begin(), successors.end()) == wanted[b]);
        CHECK(std::vector<Block>(predecessors.begin(), predecessors.end()) ==
              std::vector<Block>(before[b].begin(), before[b].end()));
      }
    // An order of what is no Cfg.
    const flow::Cfg cfg(blocks, edges);
    const flow::Order order = flow::reverse_post_order(cfg);
    CHECK(flow::reverse_post_order(Named{wanted}).blocks == order.blocks);
    CHECK(flow::reverse_post_order(Named{wanted}).position == order.position);
    CHECK(flow::reverse_post_order(Named{named}).blocks.size() == order.blocks.size());
  }
}

TEST_CASE("no blocks, one block") {
  const flow::Cfg none(0, {});
  CHECK(flow::reverse_post_order(none).blocks.empty());
  CHECK(flow::Dominators(none).blocks().empty());
  const std::pair<Block, Block> loop[] = {{0, 0}};
  const flow::Cfg one(1, loop);
  const flow::Dominators dominators(one);
  const flow::Loops loops = flow::find_loops(one, dominators, flow::reverse_post_order(one));
  CHECK(loops.depth(0) == 1);
  CHECK(dominators.dominates(0, 0));
}

TEST_CASE("reverse post-order: each reachable block once, before its successors but for back edges") {
  std::mt19937 rng(1);
  for (int round = 0; round < 300; ++round) {
    const flow::Cfg cfg = toy::random_cfg(rng, 1 + rng() % 20);
    const flow::Order order = flow::reverse_post_order(cfg);
    const auto seen = reach(cfg, flow::no_block);
    CHECK(order.blocks.size() == static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true)));
    CHECK(order.blocks[0] == 0);
    const flow::Dominators dominators(cfg);
    for (const Block b : order.blocks)
      for (Block d = dominators.immediate(b); d != flow::no_block; d = dominators.immediate(d))
        CHECK(order.position[d] < order.position[b]);
  }
}

TEST_CASE("dominators by definition: without a, the entry does not reach b") {
  std::mt19937 rng(2);
  for (int round = 0; round < 400; ++round) {
    const flow::Cfg cfg = toy::random_cfg(rng, 1 + rng() % 16);
    const flow::Dominators dominators(cfg);
    const auto all = reach(cfg, flow::no_block);
    for (Block a = 0; a < cfg.block_count(); ++a) {
      const auto without = reach(cfg, a);
      CHECK(dominators.reachable(a) == all[a]);
      for (Block b = 0; b < cfg.block_count(); ++b)
        CHECK(dominators.dominates(a, b) == (all[a] && all[b] && (a == b || !without[b])));
    }
  }
}

TEST_CASE("loops by definition: blocks that reach a latch without passing the header") {
  std::mt19937 rng(3);
  for (int round = 0; round < 400; ++round) {
    const flow::Cfg cfg = toy::random_cfg(rng, 1 + rng() % 14);
    const flow::Dominators dominators(cfg);
    const flow::Order order = flow::reverse_post_order(cfg);
    const flow::Loops loops = flow::find_loops(cfg, dominators, order);
    std::vector<std::set<Block>> bodies;
    std::set<Block> headers;
    for (Block h = 0; h < cfg.block_count(); ++h) {
      std::set<Block> body;
      std::vector<Block> work;
      for (const Block p : cfg.predecessors(h))
        if (dominators.dominates(h, p)) work.push_back(p);
      if (work.empty()) continue;
      headers.insert(h);
      body.insert(h);
      while (!work.empty()) {
        const Block b = work.back();
        work.pop_back();
        if (!body.insert(b).second) continue;
        for (const Block p : cfg.predecessors(b))
          if (order.reachable(p)) work.push_back(p);
      }
      bodies.push_back(body);
    }
    CHECK(loops.loops.size() == headers.size());
    for (Block b = 0; b < cfg.block_count(); ++b) {
      const auto depth = std::count_if(bodies.begin(), bodies.end(), [&](auto& s) { return s.count(b) != 0; });
      CHECK(loops.depth(b) == static_cast<std::uint32_t>(depth));
    }
  }
}

TEST_CASE("liveness against iteration to a fixed point") {
  std::mt19937 rng(4);
  for (int round = 0; round < 300; ++round) {
    const flow::Cfg cfg = toy::random_cfg(rng, 1 + rng() % 12);
    const std::uint32_t n = cfg.block_count();
    flow::LivenessProblem p;
    p.variables = 1 + rng() % 6;
    std::vector<std::set<std::uint32_t>> use(n), def(n), edge(n), in(n), out(n);
    for (int i = 0; i < 12; ++i) {
      const std::uint32_t v = rng() % p.variables, b = rng() % n;
      switch (rng() % 3) {
        case 0:
          p.uses.emplace_back(v, b), use[b].insert(v);
          break;
        case 1:
          p.defs.emplace_back(v, b), def[b].insert(v);
          break;
        default:
          p.edge_uses.emplace_back(v, b), edge[b].insert(v);
          break;
      }
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (Block b = 0; b < n; ++b) {
        auto o = edge[b];
        for (const Block s : cfg.successors(b)) o.insert(in[s].begin(), in[s].end());
        auto i = use[b];
        for (const auto v : o)
          if (def[b].count(v) == 0) i.insert(v);
        changed |= o != out[b] || i != in[b];
        out[b] = o;
        in[b] = i;
      }
    }
    const flow::Liveness live = flow::liveness(cfg, p);
    for (Block b = 0; b < n; ++b) {
      CHECK(std::vector<std::uint32_t>(in[b].begin(), in[b].end()) ==
            std::vector<std::uint32_t>(live.live_in[b].begin(), live.live_in[b].end()));
      CHECK(std::vector<std::uint32_t>(out[b].begin(), out[b].end()) ==
            std::vector<std::uint32_t>(live.live_out[b].begin(), live.live_out[b].end()));
    }
  }
}

TEST_CASE("a long chain of blocks does not overflow the stack and takes linear time") {
  std::vector<std::pair<Block, Block>> edges;
  const Block n = 200000;
  for (Block b = 0; b + 1 < n; ++b) edges.emplace_back(b, b + 1), edges.emplace_back(b + 1, b / 2);
  const flow::Cfg cfg(n, edges);
  const flow::Order order = flow::reverse_post_order(cfg);
  const flow::Dominators dominators(cfg);
  const flow::Loops loops = flow::find_loops(cfg, dominators, order);
  CHECK(order.blocks.size() == n);
  CHECK(dominators.dominates(1, n - 1));
  CHECK(flow::check_dominators(cfg, dominators).empty());
  CHECK(flow::check_order(cfg, order).empty());
  CHECK(!loops.loops.empty());
}
