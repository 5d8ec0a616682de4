// The checker finds each way to spoil a plan, and broken problems are refused.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <lathe/inlining.hpp>
#include <lathe/inlining/check.hpp>

#include "random_problem.hpp"

using namespace inlining_test;

TEST_CASE("broken problems: each fault is told, and refused") {
  const auto fault = [](auto&& spoil) {
    Problem p;
    p.functions.resize(3);
    p.sites = {{0, 1}, {1, 2}};
    spoil(p);
    const auto faults = check_problem(p);
    REQUIRE(faults.size() == 1);
    CHECK(plan_inlining(p).refusal == Refusal::broken_problem);
    return faults.begin()->kind;
  };
  CHECK(fault([](Problem& p) { p.sites[1].callee = 3; }) == ProblemFault::no_such_function);
  CHECK(fault([](Problem& p) { p.sites[1].caller = 3; }) == ProblemFault::no_such_function);
  CHECK(fault([](Problem& p) { p.functions[0].defined = false; }) == ProblemFault::not_defined);
  CHECK(fault([](Problem& p) { std::swap(p.sites[0], p.sites[1]); }) == ProblemFault::not_sorted);
  CHECK(fault([](Problem& p) { p.functions[0].size = Limits::units + 1; }) == ProblemFault::too_large);
  CHECK(fault([](Problem& p) { p.functions[0].registers = Limits::registers + 1; }) == ProblemFault::too_large);
  CHECK(fault([](Problem& p) { p.functions[0].register_limit = Limits::registers + 1; }) == ProblemFault::too_large);
  for (std::uint32_t Site::* number : {&Site::saved, &Site::folds, &Site::promotes, &Site::frequency})
    CHECK(fault([&](Problem& p) { p.sites[0].*number = Limits::units + 1; }) == ProblemFault::too_large);
  CHECK(fault([](Problem& p) { p.sites[0].live = Limits::registers + 1; }) == ProblemFault::too_large);
}

TEST_CASE("each way to spoil a plan is found") {
  Random r(5);
  std::vector<int> tried(16, 0);
  for (int round = 0; round < 600; ++round) {
    const Problem p = random_problem(r, 6, 12);
    const Options o = random_options(r);
    const Plan plan = plan_inlining(p, o);
    REQUIRE(check_plan(p, plan, o).empty());
    int way = 0;
    const auto spoilt = [&](PlanFault kind, bool possible, auto&& spoil) {
      ++way;
      if (!possible) return;
      Plan worse = plan;
      spoil(worse);
      const auto faults = check_plan(p, worse, o);
      CAPTURE(round);
      CAPTURE(way);
      CHECK(!faults.empty());
      tried[static_cast<std::size_t>(way)] += faults.has(kind);
    };
    const bool some = !plan.decisions.empty(), kept = !plan.kept.empty() && plan.kept[0].reason != Reason::unreachable;
    spoilt(PlanFault::order, true, [](Plan& x) { x.order.pop_back(); });
    spoilt(PlanFault::order, plan.order.size() > 1, [](Plan& x) { x.order[0] = x.order[1]; });
    spoilt(PlanFault::price, some, [](Plan& x) { ++x.decisions[0].cost; });
    spoilt(PlanFault::price, some, [](Plan& x) { ++x.decisions[0].benefit; });
    spoilt(PlanFault::price, some, [](Plan& x) { x.decisions[0].last_call ^= true; });
    spoilt(PlanFault::instance, some, [](Plan& x) { ++x.decisions[0].copies; });
    spoilt(PlanFault::instance, some && plan.decisions[0].copies > 0,
           [](Plan& x) { x.instances[x.decisions[0].first_copy].copy_of = none; });
    spoilt(PlanFault::price, kept, [](Plan& x) { ++x.kept[0].cost; });
    spoilt(PlanFault::price, kept, [](Plan& x) { ++x.kept[0].budget_left; });
    spoilt(PlanFault::incomplete, !plan.kept.empty() && plan.stats.out_of_fuel == 0,
           [](Plan& x) { x.kept.pop_back(); });
    spoilt(PlanFault::reason, kept, [](Plan& x) { x.kept[0].reason = Reason::none; });
    spoilt(PlanFault::result, true, [](Plan& x) { ++x.size[0]; });
    spoilt(PlanFault::result, true, [](Plan& x) { ++x.registers[0]; });
    spoilt(PlanFault::result, true, [](Plan& x) { x.vanished[0] = !x.vanished[0]; });
  }
  for (std::size_t way = 1; way <= 14; ++way) {
    CAPTURE(way);
    CHECK(tried[way] > 20);
  }
}

TEST_CASE("plans of other rules are found out") {
  Random r(9);
  int looser = 0, other = 0;
  for (int round = 0; round < 1600; ++round) {
    const Problem p = random_problem(r, 6, 12);
    const Options o = random_options(r);
    Options loose = o;
    loose.inline_budget += 50;
    const Plan plan = plan_inlining(p, loose);
    if (plan.decisions != plan_inlining(p, o).decisions) {
      ++looser;
      CHECK(!check_plan(p, plan, o).empty());
    }
    loose = o;
    loose.threshold += 40;
    const Plan larger = plan_inlining(p, loose);
    if (larger.decisions != plan_inlining(p, o).decisions) {
      ++other;
      CHECK(!check_plan(p, larger, o).empty());
    }
  }
  CHECK(looser > 20);
  CHECK(other > 20);
}
