// Plans of random problems and random programs: the checker agrees, the engines agree, what the programs do does not
// change. Fixed seeds.
#include <doctest/doctest.h>
#include <lathe/outline/check.hpp>

#include "adapters/toy/outline.hpp"
#include "fuzz/outline_body.hpp"
#include "unit/lathe/outline/random_problem.hpp"

namespace {

using namespace lathe::outline;
using outline_test::check_everything;

TEST_CASE("random problems: the plan is right") {
  std::uint64_t functions = 0, rounds = 0;
  for (std::uint32_t seed = 1; seed <= 400; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    const Problem p = outline_test::random_problem(pick, 20 + pick(300));
    const Options options = outline_test::random_options(pick);
    CAPTURE(seed);
    CHECK(check_everything(p, options) == "");
    TableCosts costs{p.costs};
    const Plan plan = plan_problem(p, costs, options);
    functions += plan.stats.functions;
    rounds += plan.stats.rounds;
  }
  CHECK(functions > 1000);  // or nothing was tested
  CHECK(rounds > 300);
}

TEST_CASE("best is at least as good as each order alone, and breaks ties both ways") {
  std::uint32_t better = 0;  // than each order with ties broken one way
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    const Problem p = outline_test::random_problem(pick, 300);
    const std::uint64_t best = plan_problem(p, {}).stats.bytes_saved;
    std::uint64_t alone = 0;
    for (const Choice c : {Choice::lazy_benefit, Choice::lazy_ratio, Choice::lazy_density, Choice::sorted_ratio})
      alone = std::max(alone, plan_problem(p, {.choice = c}).stats.bytes_saved);
    CHECK(alone <= best);
    better += alone < best;
  }
  CHECK(better > 0);
}

// The planner's step from round to round against the definition that the user's IR follows.
TEST_CASE("rewriting a problem is what ingest sees after the edit") {
  std::mt19937 rng(5);
  std::uint32_t edited = 0;
  for (std::uint32_t round = 0; round < 60; ++round) {
    toy::Machine machine = toy::random_machine(rng, 4, 4);
    toy::MachineProgram first(machine);
    const auto in = ingest(first);
    const Problem& before = in.problem;
    const Plan plan = lathe::outline::plan(first, in);
    if (plan.rounds.empty()) continue;
    const Rewritten step = rewrite(before, plan.rounds[0]);
    toy::MachineEditor editor(machine);
    apply(editor, in, plan.rounds[0]);
    toy::MachineProgram program(machine);
    const Problem after = ingest(program).problem;
    // The machine has a return at the end of each new function that the problem does not count.
    const auto made = static_cast<std::uint32_t>(plan.rounds[0].functions.size());
    CHECK(after.insts.size() == step.problem.insts.size() + made);
    REQUIRE(after.blocks.size() == step.problem.blocks.size());
    for (std::uint32_t b = 0; b < before.blocks.size(); ++b) {
      const auto &x = step.problem.blocks[b], &y = after.blocks[b];
      REQUIRE(x.count == y.count);
      for (std::uint32_t i = 0; i < x.count; ++i)
        CHECK(step.problem.insts[x.first + i].count == after.insts[y.first + i].count);
    }
    ++edited;
  }
  CHECK(edited > 40);
}

TEST_CASE("random machines do the same after outlining, over several rounds") {
  std::mt19937 rng(17);
  std::uint64_t functions = 0, calls = 0;
  for (std::uint32_t round = 0; round < 150; ++round) {
    const std::uint32_t blocks = 1 + rng() % 5;
    const toy::Machine before = toy::random_machine(rng, 1 + rng() % 6, blocks);
    toy::Machine after = before;
    auto options = [&] {
      Options o;
      o.engine = static_cast<Engine>(round % 2);
      o.choice = static_cast<Choice>(round % 5);
      o.min_length = 1 + round % 3;
      return o;
    }();
    for (std::uint32_t again = 0; again < 3; ++again) {
      toy::MachineProgram program(after);
      const auto in = ingest(program);
      CostsOf costs(program, in);
      options.first_round = again;
      const Plan plan = lathe::outline::plan(program, in, options);
      REQUIRE(check_plan(in.problem, plan, costs, options).str() == "");
      if (plan.rounds.empty()) break;
      functions += plan.stats.functions;
      toy::MachineEditor editor(after);
      apply(editor, in, plan.rounds[0]);
    }
    for (std::uint32_t f = 0; f < before.functions.size(); ++f) {
      toy::MachineRun x(before), y(after);
      std::vector<std::int64_t> results;
      std::uint32_t steps = 10000, more = 20000;
      REQUIRE(x.run(f, {}, results, steps));
      REQUIRE(y.run(f, {}, results, more));
      CHECK(x.shown == y.shown);
      CHECK(x.memory == y.memory);
      calls += y.calls - 1;
    }
  }
  CHECK(functions > 150);
  CHECK(calls > 300);
}

// Blocks in which nothing was worth it and nothing changed are not looked at again: does that lose anything?
TEST_CASE("a rerun over what changed finds what a rerun over all finds") {
  std::uint32_t rounds = 0;
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    const Problem p = outline_test::random_problem(pick, 300);
    TableCosts costs{p.costs};
    const Plan both = plan_problem(p, costs, {.reruns = 1});
    if (both.rounds.empty()) continue;
    const Plan second = plan_problem(rewrite(p, both.rounds[0]).problem, costs);
    const std::uint64_t whole = plan_problem(p, costs).stats.bytes_saved + second.stats.bytes_saved;
    CHECK(both.stats.bytes_saved == whole);
    rounds += both.rounds.size() > 1;
  }
  CHECK(rounds > 5);
}

TEST_CASE("fuzz body on fixed bytes") {
  std::mt19937 rng(23);
  for (std::uint32_t round = 0; round < 200; ++round) {
    std::vector<std::uint8_t> bytes(rng() % 600);
    for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(rng());
    CHECK(outline_test::check_outline_bytes(bytes) == "");
  }
}

}  // namespace
