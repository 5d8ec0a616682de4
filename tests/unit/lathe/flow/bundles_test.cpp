// Edge bundles against components found by flooding; spill placement against all placements of small functions; structure
// findings against their definitions with dominance by removal.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include <lathe/flow/spill_placement.hpp>
#include <lathe/flow/structure.hpp>

namespace {

using namespace lathe;
using flow::Block;

flow::Cfg random_cfg(std::mt19937& rng, std::uint32_t n, std::uint32_t edges) {
  std::vector<std::pair<Block, Block>> out;
  for (std::uint32_t e = 0; e < edges; ++e)
    out.emplace_back(static_cast<Block>(rng() % n), static_cast<Block>(rng() % n));
  for (Block b = 1; b < n; ++b) out.emplace_back(static_cast<Block>(rng() % b), b);
  return flow::Cfg(n, out);
}
// Does every way from `from` to `to` pass `through`?
bool passes(const flow::Cfg& cfg, Block from, Block to, Block through) {
  if (from == through || to == through) return true;
  std::vector<bool> seen(cfg.block_count(), false);
  std::vector<Block> stack{from};
  seen[from] = true;
  while (!stack.empty()) {
    const Block b = stack.back();
    stack.pop_back();
    if (b == to) return false;
    for (const Block s : cfg.successors(b))
      if (!seen[s] && s != through) seen[s] = true, stack.push_back(s);
  }
  return true;
}

}  // namespace

TEST_CASE("bundles are the components of ends that edges join") {
  std::mt19937 rng(1);
  for (int round = 0; round < 200; ++round) {
    const auto n = static_cast<std::uint32_t>(1 + rng() % 14);
    const flow::Cfg cfg = random_cfg(rng, n, static_cast<std::uint32_t>(rng() % 10));
    const flow::EdgeBundles bundles(cfg);
    std::vector<std::uint32_t> color(2 * n);  // 2b: where control comes in
    for (std::uint32_t k = 0; k < 2 * n; ++k) color[k] = k;
    for (bool more = true; more;) {
      more = false;
      for (Block b = 0; b < n; ++b)
        for (const Block s : cfg.successors(b))
          if (color[2 * b + 1] != color[2 * s])
            color[2 * b + 1] = color[2 * s] = std::min(color[2 * b + 1], color[2 * s]), more = true;
    }
    for (Block a = 0; a < n; ++a)
      for (Block b = 0; b < n; ++b) {
        CHECK((bundles.entry(a) == bundles.entry(b)) == (color[2 * a] == color[2 * b]));
        CHECK((bundles.exit(a) == bundles.entry(b)) == (color[2 * a + 1] == color[2 * b]));
        CHECK((bundles.exit(a) == bundles.exit(b)) == (color[2 * a + 1] == color[2 * b + 1]));
      }
    CHECK(bundles.count() == std::set(color.begin(), color.end()).size());
    for (std::uint32_t k = 0; k < bundles.count(); ++k)
      for (Block b = 0; b < n; ++b) {
        const auto of = bundles.blocks(k);
        CHECK((std::count(of.begin(), of.end(), b) == 1) == (bundles.entry(b) == k || bundles.exit(b) == k));
      }
  }
}

TEST_CASE("spill placement: no worse than half of all wishes, never below the best, what must be on the stack is") {
  std::mt19937 rng(2);
  int best = 0, rounds = 0;
  for (int round = 0; round < 600; ++round) {
    const auto n = static_cast<std::uint32_t>(2 + rng() % 9);
    const flow::Cfg cfg = random_cfg(rng, n, static_cast<std::uint32_t>(rng() % 4));
    const flow::EdgeBundles bundles(cfg);
    if (bundles.count() > 12) continue;
    std::vector<double> frequency(n);
    for (double& f : frequency) f = static_cast<double>(1 + rng() % 50);
    flow::SpillProblem problem;
    double total = 0;
    bool must = false;
    for (Block b = 0; b < n; ++b) {
      if (rng() % 2 == 0) {
        problem.through.push_back(b);
        if (bundles.entry(b) != bundles.exit(b)) total += frequency[b];
        continue;
      }
      const auto wish = [&] {
        const auto w = static_cast<flow::SpillWish>(rng() % 8 == 0 ? 3 : rng() % 3);
        must = must || w == flow::SpillWish::must_stack;
        if (w == flow::SpillWish::in_register || w == flow::SpillWish::on_stack) total += frequency[b];
        return w;
      };
      const flow::SpillWish entry = wish(), exit = wish();
      problem.constraints.push_back({b, entry, exit});
    }
    const flow::SpillPlacement found = flow::place_spills(bundles, problem, frequency);
    REQUIRE(found.converged);
    const double cost = flow::spill_cost(bundles, problem, frequency, found.in_register);
    double least = 1e300;
    for (std::uint32_t mask = 0; mask < 1U << bundles.count(); ++mask) {
      std::vector<bool> all(bundles.count());
      for (std::uint32_t k = 0; k < bundles.count(); ++k) all[k] = (mask >> k & 1U) != 0;
      least = std::min(least, flow::spill_cost(bundles, problem, frequency, all));
    }
    CHECK(cost >= least - 1e-9);
    CHECK(cost < 1e300);
    if (!must) CHECK(cost <= total / 2 + 1e-9);
    best += cost <= least + 1e-9;
    ++rounds;
  }
  MESSAGE(best << " of " << rounds << " are the best");
  CHECK(best * 10 > rounds * 8);
}

TEST_CASE("structure: findings by their definitions, with dominance by removal") {
  std::mt19937 rng(3);
  int found[3] = {0, 0, 0}, clean = 0;
  for (int round = 0; round < 600; ++round) {
    CAPTURE(round);
    const auto n = static_cast<std::uint32_t>(1 + rng() % 8);
    const flow::Cfg cfg = random_cfg(rng, n, static_cast<std::uint32_t>(rng() % 5));
    const auto findings = flow::structure_findings(cfg);
    const auto dominates = [&](Block a, Block b) { return passes(cfg, 0, b, a); };
    // Reducible: without the edges to a dominator nothing goes round.
    std::vector<std::pair<Block, Block>> forward;
    for (Block b = 0; b < n; ++b)
      for (const Block s : cfg.successors(b))
        if (!dominates(s, b)) forward.emplace_back(b, s);
    const flow::Cfg rest(n, forward);
    bool cyclic = false;
    for (Block b = 0; b < n; ++b)
      for (const Block s : rest.successors(b)) cyclic |= !passes(rest, s, b, n);
    const auto has = [&](flow::StructureFault f, Block b) {
      return std::any_of(findings.begin(), findings.end(), [&](const auto& x) { return x.fault == f && x.block == b; });
    };
    CHECK(cyclic == std::any_of(findings.begin(), findings.end(),
                                [](const auto& x) { return x.fault == flow::StructureFault::irreducible; }));
    // Exits of natural loops.
    for (Block h = 0; h < n; ++h) {
      std::set<Block> body, exits;
      for (const Block p : cfg.predecessors(h)) {
        if (!dominates(h, p)) continue;
        body.insert(h);
        for (Block b = 0; b < n; ++b)
          if (b != h && (b == p || !passes(cfg, b, p, h))) body.insert(b);
      }
      for (const Block b : body)
        for (const Block s : cfg.successors(b))
          if (!body.contains(s)) exits.insert(s);
      CHECK(has(flow::StructureFault::loop_exits, h) == (exits.size() > 1));
    }
    for (const auto& f : findings) ++found[static_cast<int>(f.fault)];
    clean += findings.empty();
  }
  CHECK(found[0] > 20);
  CHECK(found[1] > 20);
  CHECK(found[2] > 20);
  CHECK(clean > 20);
}

TEST_CASE("structure: a branch into the arm of another crosses; if, if-else and while do not") {
  using F = std::vector<flow::StructureFinding>;
  const auto of = [](std::uint32_t n, std::vector<std::pair<Block, Block>> edges) {
    return flow::structure_findings(flow::Cfg(n, edges));
  };
  CHECK(of(3, {{0, 1}, {0, 2}, {1, 2}}) == F{});
  CHECK(of(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}) == F{});
  CHECK(of(4, {{0, 1}, {1, 2}, {2, 1}, {1, 3}}) == F{});
  // 0 -> 1 | 2; 1 -> 2 | 3; 2 -> 3: the inner branch's way to 2 meets one that does not come through it.
  CHECK(of(4, {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}}) == F{{flow::StructureFault::crossing, 1, 2}});
}
