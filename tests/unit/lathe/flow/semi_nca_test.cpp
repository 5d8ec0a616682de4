// The dominator tree beside its definition, on random graphs: one block dominates another if that cannot be reached without it.
// With a root that the arrays do not name (`shift`), vertices that are left out, and more vertices than need no allocation.
#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include <lathe/flow/semi_nca.hpp>

#include "unit/lathe/flow/random_graph.hpp"

using namespace lathe::flow;

namespace {

constexpr std::uint32_t untouched = 77;

// Vertex 0 stands above some of the blocks, block b is vertex b + 1; what is left out is on no edge's way.
struct BelowRoot {
  static constexpr Block shift = 1;
  const Cfg& cfg;
  std::vector<Block> heads;
  std::vector<bool> out;  // per block
  std::vector<std::vector<Block>> before{};
  static constexpr Block root[] = {static_cast<Block>(-1)};
  void finish() {
    before.resize(cfg.block_count());
    for (Block b = 0; b < cfg.block_count(); ++b) {
      const auto all = cfg.predecessors(b);
      before[b].assign(all.begin(), all.end());
    }
    for (const Block h : heads) before[h].push_back(root[0]);
  }
  std::uint32_t vertex_count() const { return cfg.block_count() + 1; }
  std::span<const Block> next(Block v) const { return v == 0 ? std::span<const Block>(heads) : cfg.successors(v - 1); }
  std::span<const Block> previous(Block v) const { return before[v - 1]; }
  template <class F>
  void for_each_left_out(F&& f) const {
    for (Block b = 0; b < out.size(); ++b)
      if (out[b]) f(b + 1);
  }
};
bool is_left_out(const detail::Forward&, Block) { return false; }
bool is_left_out(const BelowRoot& g, Block v) { return v != 0 && g.out[v - 1]; }

// What the root reaches without passing `not_through`.
template <class G>
std::vector<bool> reached(const G& g, Block not_through) {
  std::vector<bool> out(g.vertex_count(), false);
  std::vector<Block> todo;
  const auto enter = [&](Block v) {
    if (v == not_through || out[v] || is_left_out(g, v)) return;
    out[v] = true;
    todo.push_back(v);
  };
  enter(0);
  while (!todo.empty()) {
    const Block v = todo.back();
    todo.pop_back();
    for (const Block s : g.next(v)) enter(s + G::shift);
  }
  return out;
}

// `at` has what `run` gave; looks at every pair.
template <class G>
void check_tree(const G& g, std::uint64_t& pairs) {
  const std::uint32_t n = g.vertex_count();
  std::vector<detail::TreePlace> at(n + 1, {untouched, untouched, untouched}), other = at;
  std::vector<Block> order, other_order;
  detail::SemiNca<G>(g).run(at.data(), order);
  detail::SemiNca<G, 0>(g).run(other.data(), other_order);  // without sets of 64
  REQUIRE(other_order == order);
  for (Block v = 0; v <= n; ++v) {
    REQUIRE(other[v].parent == at[v].parent);
    REQUIRE(other[v].in == at[v].in);
    REQUIRE(other[v].out == at[v].out);
  }
  const auto all = reached(g, no_block);
  std::vector<std::uint32_t> above(n, 0);  // how many dominate it, itself among them
  std::uint32_t there = 0;
  for (Block v = 0; v < n; ++v) there += all[v];
  REQUIRE(order.size() == there);
  for (Block a = 0; a < n; ++a) {
    if (is_left_out(g, a)) continue;
    if (!all[a]) {
      REQUIRE(at[a].parent == no_block);
      REQUIRE(at[a].in == no_block);
      REQUIRE(at[a].out == 0);
      continue;
    }
    const auto others = reached(g, a);
    for (Block b = 0; b < n; ++b) {
      if (!all[b] || is_left_out(g, b)) continue;
      REQUIRE((at[a].in <= at[b].in && at[b].out <= at[a].out) == !others[b]);
      above[b] += !others[b];
      ++pairs;
    }
  }
  for (std::uint32_t k = 0; k < there; ++k) {
    const Block v = order[k];
    REQUIRE(at[v].in == k);
    REQUIRE((v == 0) == (at[v].parent == no_block));
    if (v == 0) continue;
    const Block up = at[v].parent;
    REQUIRE(above[up] + 1 == above[v]);
    REQUIRE(at[up].in < k);
    REQUIRE(at[v].out <= at[up].out);
  }
  REQUIRE(at[n].in == untouched);  // what stands behind the last vertex
}

}  // namespace

TEST_CASE("the tree of what an entry reaches is that of the definition") {
  std::mt19937 rng(5);
  std::uint64_t pairs = 0;
  for (int round = 0; round < 300; ++round) {
    const Cfg cfg = toy::random_cfg(rng, 1 + rng() % 24);
    check_tree(detail::Forward{cfg}, pairs);
  }
  for (const std::uint32_t blocks : {62, 63, 64, 65, 150})  // about a word of them, and some that need an allocation
    check_tree(detail::Forward{toy::random_cfg(rng, blocks)}, pairs);
  CHECK(pairs > 10'000);
}

TEST_CASE("the tree below a root that is no block, some blocks left out") {
  std::mt19937 rng(6);
  std::uint64_t pairs = 0;
  for (int round = 0; round < 300; ++round) {
    const Cfg cfg = toy::random_cfg(rng, 1 + rng() % 24);
    BelowRoot g{cfg, {}, std::vector<bool>(cfg.block_count(), false)};
    for (Block b = 0; b < cfg.block_count(); ++b) {
      if (rng() % 5 == 0) g.heads.push_back(b);
      g.out[b] = rng() % 6 == 0;
    }
    g.finish();
    check_tree(g, pairs);
  }
  CHECK(pairs > 5'000);
}

// Each level is entered at its two ends, so that a sweep in reverse post-order is wrong in each.
TEST_CASE("cycles with several entries within each other, up to 64 blocks") {
  std::uint64_t pairs = 0;
  for (const std::uint32_t blocks : {4U, 20U, 64U}) {
    std::vector<std::pair<Block, Block>> edges;
    for (Block b = 0; b + 2 < blocks; ++b) {
      edges.emplace_back(b, b + 1);
      edges.emplace_back(b, b + 2);
      edges.emplace_back(b + 2, b + 1);
      if (b % 3 == 0) edges.emplace_back(blocks - 1, b + 1);
    }
    check_tree(detail::Forward{Cfg(blocks, edges)}, pairs);
  }
  CHECK(pairs == 4 * 4 + 20 * 20 + 64 * 64);
}

TEST_CASE("children come in the order of the depth-first walk, the first successor's first") {
  const Cfg cfg(6, std::vector<std::pair<Block, Block>>{{0, 3}, {0, 1}, {3, 5}, {3, 2}, {1, 4}, {5, 1}});
  std::vector<detail::TreePlace> at(6);
  std::vector<Block> order;
  const detail::Forward g{cfg};
  detail::SemiNca<detail::Forward>(g).run(at.data(), order);
  // The walk meets 3, 5, 1, 4, 2; the root alone dominates 1, which two ways lead to.
  CHECK(order == std::vector<Block>{0, 3, 5, 2, 1, 4});
}
