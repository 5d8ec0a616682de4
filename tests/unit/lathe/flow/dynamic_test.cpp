// Dominators under insertion and deletion of edges, against the tree of the whole graph.
#include <doctest/doctest.h>

#include <random>
#include <set>
#include <utility>
#include <vector>

#include <lathe/flow/dynamic_dominators.hpp>

namespace {

using namespace lathe::flow;
using Edges = std::set<std::pair<Block, Block>>;

Dominators whole(std::uint32_t vertices, const Edges& edges) {
  return Dominators(Cfg(vertices, std::vector<std::pair<Block, Block>>(edges.begin(), edges.end())));
}

bool same(const DynamicDominators& d, const Dominators& full, std::mt19937& rng) {
  std::uint32_t reached = 0;
  bool fits = d.levels_fit();
  for (Block b = 0; b < d.vertex_count(); ++b) {
    fits &= d.reachable(b) == full.reachable(b) && d.immediate(b) == full.immediate(b);
    reached += full.reachable(b);
    for (int k = 0; k < 3; ++k) {  // seldom enough that some questions walk and some are answered by numbers
      const auto a = static_cast<Block>(rng() % d.vertex_count());
      fits &= d.dominates(a, b) == full.dominates(a, b);
    }
  }
  return fits && reached == d.reached();
}

TEST_CASE("a dominator tree follows edges that come and go") {
  std::uint32_t unreached = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 rng(seed);
    const std::uint32_t vertices = 1 + seed % 17;
    DynamicDominators d;
    d.grow(vertices);
    Edges edges;
    for (int k = 0; k < 60; ++k) {
      const std::pair<Block, Block> e{static_cast<Block>(rng() % vertices), static_cast<Block>(rng() % vertices)};
      if (edges.erase(e) != 0)
        d.erase_edge(e.first, e.second);
      else if (edges.insert(e).second)
        d.insert_edge(e.first, e.second);
      CAPTURE(seed);
      CAPTURE(k);
      REQUIRE(same(d, whole(vertices, edges), rng));
      unreached += d.reached() < vertices;
    }
    const std::vector<std::pair<Block, Block>> all(edges.begin(), edges.end());
    CHECK(same(DynamicDominators(vertices, all), whole(vertices, edges), rng));
  }
  CHECK(unreached > 1000);
}

// A ladder of diamonds: what happens in one of them is nobody else's business.
TEST_CASE("a deletion makes anew what can change and no more") {
  std::vector<std::pair<Block, Block>> edges;
  const Block diamonds = 300;
  for (Block k = 0; k < diamonds; ++k)
    for (const auto& [from, to] : {std::pair<Block, Block>{0, 1}, {0, 2}, {1, 3}, {2, 3}})
      edges.emplace_back(3 * k + from, 3 * k + to);
  DynamicDominators d(3 * diamonds + 1, edges);
  const std::uint64_t before = d.rebuilt();
  const Block last = 3 * (diamonds - 1);
  d.erase_edge(last + 1, last + 3);
  CHECK(d.immediate(last + 3) == last + 2);
  CHECK(d.rebuilt() - before <= 4);
  d.insert_edge(last + 1, last + 3);
  CHECK(d.immediate(last + 3) == last);
  d.insert_edge(last + 3, last);  // back to a dominator
  d.erase_edge(last + 3, last);
  CHECK(d.rebuilt() - before <= 4);
}

}  // namespace
