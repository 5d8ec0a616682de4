// Parallel copies against their meaning, dead code, block placement.
#include <doctest/doctest.h>

#include <numeric>
#include <set>

#include "unit/lathe/opt/toy_ir.hpp"

using namespace lathe;

TEST_CASE("parallel copies have the effect of all at once") {
  std::mt19937 rng(6);
  opt::ParallelCopy sequencer;
  for (int round = 0; round < 5000; ++round) {
    const std::uint32_t n = 1 + rng() % 8;
    std::vector<std::uint32_t> targets(n);
    std::iota(targets.begin(), targets.end(), 0U);
    std::shuffle(targets.begin(), targets.end(), rng);
    targets.resize(rng() % (n + 1));
    std::vector<opt::Move> copies;
    for (const std::uint32_t t : targets) copies.push_back({t, static_cast<std::uint32_t>(rng() % n)});
    std::vector<int> before(n + 16), now;
    std::iota(before.begin(), before.end(), 100);
    now = before;
    std::uint32_t temps = 0;
    std::size_t moves = 0;
    sequencer.sequence(
        copies,
        [&](std::uint32_t to, std::uint32_t from) {
          now[to] = now[from];
          ++moves;
        },
        [&](std::uint32_t) { return n + temps++; });
    auto expected = before;
    std::size_t needed = 0;
    for (const opt::Move& c : copies) {
      expected[c.to] = before[c.from];
      needed += c.to != c.from;
    }
    for (std::uint32_t i = 0; i < n; ++i) REQUIRE(now[i] == expected[i]);
    CHECK(moves == needed + temps);  // no move too many
    CHECK(temps <= needed / 2);
  }
}

namespace {

// value v is defined by instruction v.
struct Straight {
  std::vector<std::vector<std::uint32_t>> uses;
  std::vector<bool> roots;
  std::uint32_t instruction_count() const { return static_cast<std::uint32_t>(uses.size()); }
  std::uint32_t value_count() const { return instruction_count(); }
  bool is_root(std::uint32_t i) const { return roots[i]; }
  template <class F>
  void for_each_def(std::uint32_t i, F&& f) const {
    f(i);
  }
  template <class F>
  void for_each_use(std::uint32_t i, F&& f) const {
    for (const std::uint32_t u : uses[i]) f(u);
  }
};

}  // namespace

TEST_CASE("dead code: cycles that nobody needs go, what a root needs stays") {
  // 0, 1 = f(2), 2 = g(1) is a cycle; 3 = h(0); 4 = root(3)
  const Straight p{{{}, {2}, {1}, {0}, {3}}, {false, false, false, false, true}};
  CHECK(opt::live_instructions(p) == std::vector<bool>{true, false, false, true, true});
}

TEST_CASE("block placement: every reachable block once, entry first, loops contiguous, cold blocks last") {
  std::mt19937 rng(7);
  for (int round = 0; round < 500; ++round) {
    const flow::Cfg cfg = toy::random_cfg(rng, 1 + rng() % 14);
    const flow::Order order = flow::reverse_post_order(cfg);
    const flow::Loops loops = flow::find_loops(cfg, flow::Dominators(cfg), order);
    const auto placed = opt::place_blocks(cfg, loops, order, [](flow::Block) { return false; });
    CHECK(placed[0] == 0);
    CHECK(std::set<flow::Block>(placed.begin(), placed.end()) ==
          std::set<flow::Block>(order.blocks.begin(), order.blocks.end()));
    CHECK(placed.size() == order.blocks.size());
    for (std::uint32_t l = 0; l < loops.loops.size(); ++l) {
      std::vector<std::size_t> at;
      for (std::size_t i = 0; i < placed.size(); ++i)
        if (loops.contains(l, placed[i])) at.push_back(i);
      CHECK(at.back() - at.front() + 1 == at.size());
      CHECK(placed[at.front()] == loops.loops[l].header);
    }
  }
  const std::pair<flow::Block, flow::Block> edges[] = {{0, 1}, {0, 2}, {2, 3}};
  const flow::Cfg cfg(4, edges);
  const flow::Order order = flow::reverse_post_order(cfg);
  const flow::Loops loops = flow::find_loops(cfg, flow::Dominators(cfg), order);
  CHECK(opt::place_blocks(cfg, loops, order, [](flow::Block b) { return b == 1; }) ==
        std::vector<flow::Block>{0, 2, 3, 1});
}
