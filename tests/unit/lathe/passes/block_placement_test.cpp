// Block placement: the order is one of the same blocks, never scored worse, and the code does the same; chains on graphs
// whose best order is known; loops stay together and are turned round.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include <lathe/passes/block_placement.hpp>

#include "adapters/archetype/editor.hpp"
#include "unit/lathe/passes/random_functions.hpp"

namespace {

using namespace lathe;
using toy::BlockId, toy::EditFunction;

std::vector<flow::Block> chains_of(const flow::Cfg& cfg, std::vector<double> weights = {}, bool rotate = true) {
  const flow::Order order = flow::reverse_post_order(cfg);
  const flow::Loops loops = flow::find_loops(cfg, flow::Dominators(cfg), order);
  const auto probability = flow::edge_probabilities(cfg, loops, order, weights);
  const auto frequency = flow::frequencies(cfg, loops, order, probability).block;
  return opt::chain_order(cfg, loops, order, probability, frequency, {rotate, 0.8});
}
flow::Cfg cfg_of(std::uint32_t blocks, std::vector<std::pair<flow::Block, flow::Block>> edges) {
  return flow::Cfg(blocks, edges);
}

}  // namespace

TEST_CASE("chains: the likely way follows, and the unlikely one stands behind") {
  // 0 -> 1 (9 of 10) or 2; both -> 3.
  const auto order = chains_of(cfg_of(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}), {9, 1, 1, 1});
  CHECK(order == std::vector<flow::Block>{0, 1, 3, 2});
  const auto other = chains_of(cfg_of(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}), {1, 9, 1, 1});
  CHECK(other == std::vector<flow::Block>{0, 2, 3, 1});
}

TEST_CASE("chains: a loop that tests at the top is turned round, one that tests at its bottom stays") {
  // 0 -> 1; 1 -> 2 | 3; 2 -> 1.
  const auto top = cfg_of(4, {{0, 1}, {1, 2}, {1, 3}, {2, 1}});
  CHECK(chains_of(top, {}, false) == std::vector<flow::Block>{0, 1, 2, 3});
  CHECK(chains_of(top, {1, 31, 1, 1}) == std::vector<flow::Block>{0, 2, 1, 3});
  // 0 -> 1; 1 -> 2; 2 -> 1 | 3.
  CHECK(chains_of(cfg_of(4, {{0, 1}, {1, 2}, {2, 1}, {2, 3}})) == std::vector<flow::Block>{0, 1, 2, 3});
}

TEST_CASE("chains are orders of the reached blocks, and loops stand together") {
  toy::RandomFunctions random(3);
  for (int round = 0; round < 400; ++round) {
    CAPTURE(round);
    const std::uint32_t n = 2 + random.below(20);
    std::vector<std::pair<flow::Block, flow::Block>> edges;
    for (std::uint32_t e = 0; e < 2 * n; ++e) edges.emplace_back(random.below(n), random.below(n));
    const flow::Cfg cfg = cfg_of(n, edges);
    const flow::Order rpo = flow::reverse_post_order(cfg);
    const flow::Loops loops = flow::find_loops(cfg, flow::Dominators(cfg), rpo);
    const auto order = chains_of(cfg);
    std::vector<flow::Block> sorted = order, reached = rpo.blocks;
    std::sort(sorted.begin(), sorted.end());
    std::sort(reached.begin(), reached.end());
    REQUIRE(sorted == reached);
    CHECK(order[0] == 0);
    for (std::uint32_t l = 0; l < loops.loops.size(); ++l) {
      std::size_t first = order.size(), last = 0, count = 0;
      for (std::size_t k = 0; k < order.size(); ++k)
        if (loops.contains(l, order[k])) first = std::min(first, k), last = k, ++count;
      CHECK(last - first + 1 == count);
    }
  }
}

TEST_CASE("placement: the same blocks, no worse, and the code does the same") {
  std::uint64_t moved = 0, kept = 0;
  passes_test::on_random_functions(
      31,
      [&](EditFunction&, toy::RandomFunctions& random) {
        return [&, seed = random.below(3)](EditFunction& code) {
          passes::BlockPlacementOptions options;
          options.chains = seed != 0;
          options.ext_tsp = seed != 1;
          const auto result = passes::place_blocks(code, options);
          CHECK(result.behind <= result.before);
          const program::Numbering<EditFunction> again(code);
          CHECK(passes::plan_placement(code, again, options).before == doctest::Approx(result.behind));
          moved += result.stats.moved;
          kept += result.stats.kept;
        };
      },
      [](const EditFunction& before, const EditFunction& f) {
        CHECK(*before.blocks().begin() == *f.blocks().begin());
      });
  CHECK(moved > 100);
  CHECK(kept > 10);
}

TEST_CASE("an Editor that knows nothing besides gets an order") {
  archetype::Code code;
  const auto terminator = program::Effect::terminator;
  std::vector<archetype::Code::Block> b;
  for (int k = 0; k < 4; ++k) {
    b.push_back(code.make_block({}));
    code.put_block(b.back(), true, {});
  }
  const auto n = [&](int k) { return b[static_cast<std::size_t>(k)].number(); };
  const auto put = [&](int at, std::vector<int> next) {
    code.put(code.make({"op", terminator, {}, {}, next, -1}), {b[static_cast<std::size_t>(at)], {}});
  };
  put(0, {n(2)});
  put(1, {});
  put(2, {n(3)});
  put(3, {n(2), n(1)});
  passes::BlockPlacementOptions options;
  options.fuel = 0;
  CHECK(passes::place_blocks(code, options).out_of_fuel);
  CHECK(code.blocks().front() == b[0]);
  const auto result = passes::place_blocks(code);
  CHECK(result.stats.moved == 3);
  std::vector<int> order;
  for (const auto& block : code.blocks()) order.push_back(block.number());
  CHECK(order == std::vector{n(0), n(2), n(3), n(1)});
}
