// Plans of random problems and random programs: the checker and the slow twin agree, what the programs do does not
// change. Fixed seeds.
// Compiled at -O1
#include <doctest/doctest.h>
#include <lathe/sched/check.hpp>

#include "adapters/toy/sched.hpp"
#include "fuzz/sched_body.hpp"
#include "unit/lathe/sched/random_problem.hpp"

namespace {

using namespace lathe::sched;

TEST_CASE("random problems: the plan is right") {
  std::uint64_t moved = 0, by[decisions] = {};
  for (std::uint32_t seed = 1; seed <= 500; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    const Options options = sched_test::random_options(pick);
    const Problem p = sched_test::random_problem(pick, pick(120));
    CAPTURE(seed);
    CHECK(sched_test::check_everything(p, options) == "");
    const Plan plan = plan_problem(p, options);
    moved += plan.stats.moved;
    ++by[static_cast<int>(plan.decision)];
  }
  CHECK(moved > 5000);  // or nothing was tested
  for (const Decision d : {Decision::kept_best, Decision::kept_guard, Decision::excess, Decision::occupancy,
                           Decision::shorter, Decision::fewer, Decision::out_of_fuel})
    CHECK_MESSAGE(by[static_cast<int>(d)] > 0, to_string(d));
}

TEST_CASE("every heuristic gives a legal order") {
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    const Problem p = sched_test::random_problem(pick, 1 + pick(90));
    const Graph g(p);
    const auto weights = value_weights(g, std::vector<std::uint64_t>(p.sets.size(), 5));
    std::vector<std::vector<std::uint32_t>> orders{list_order(g, {}, false), list_order(g, {}, true),
                                                   tree_order(g, weights), sweep_order(g)};
    for (const Strategy s :
         {Strategy::up_nearest, Strategy::up_source, Strategy::up_deep, Strategy::up_sweep, Strategy::down_nearest,
          Strategy::down_sweep, Strategy::down_closest, Strategy::down_source})
      orders.push_back(greedy_order(g, weights, s));
    for (const auto& order : orders) {
      Plan plan;
      plan.order = order;
      plan.cycle.assign(p.size(), 0);
      const auto faults = check_plan(p, plan);
      CHECK_FALSE(faults.has(PlanFault::not_a_permutation));
      CHECK_FALSE(faults.has(PlanFault::broken_order));
      CHECK(registers_of(g, order) == sched_test::registers_by_points(p, order));
    }
  }
}

TEST_CASE("the body of the fuzz target on fixed bytes") {
  std::mt19937 rng(11);
  for (int i = 0; i < 60; ++i) {
    std::vector<std::uint8_t> bytes(rng() % 200);
    for (auto& b : bytes) b = static_cast<std::uint8_t>(rng());
    CHECK(sched_test::check_sched_bytes(bytes) == "");
  }
}

TEST_CASE("random machines do the same after scheduling") {
  std::mt19937 rng(17);
  std::uint64_t moved = 0;
  for (std::uint32_t round = 0; round < 150; ++round) {
    const std::uint32_t blocks = 1 + rng() % 5;
    const toy::Machine before = toy::random_machine(rng, 1 + rng() % 4, blocks);
    toy::Machine after = before;
    Options options;
    options.mode = static_cast<Mode>(round % 3);
    options.guard = false;
    for (toy::MachineFunction& f : after.functions) {
      toy::MachineSchedule function(f);
      for (auto& region : function.regions()) {
        const Problem p = ingest(region);
        const Plan made = plan(region, options);
        REQUIRE(check_plan(p, made, options).str() == "");
        if (apply(region, made)) moved += made.stats.moved;
      }
    }
    for (std::uint32_t f = 0; f < before.functions.size(); ++f) {
      toy::MachineRun x(before), y(after);
      std::vector<std::int64_t> results;
      std::uint32_t steps = 100'000, more = 100'000;
      REQUIRE(x.run(f, {}, results, steps));
      REQUIRE(y.run(f, {}, results, more));
      CHECK(x.shown == y.shown);
      CHECK(x.memory == y.memory);
    }
  }
  CHECK(moved > 1000);
}

}  // namespace
