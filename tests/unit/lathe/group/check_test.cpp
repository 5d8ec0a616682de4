// Mutants: right plans with one thing changed; every kind of fault is provoked, and nothing else is taken for right.
#include <doctest/doctest.h>

#include <functional>

#include <lathe/group/check.hpp>
#include <lathe/group/text.hpp>

#include "unit/lathe/group/random_problem.hpp"

using namespace group_test;

namespace {

// Two groups of two loads with edges around them, and a single one.
struct Case {
  Problem problem;
  Options options;
  Plan plan;
  Case() {
    std::string error;
    problem = read_problem(
        "group f\nkind load gap 0 least 2 most 2 aligned early\nkind other gap 0 least 2 most 2\nblock 8\nblock 3\n"
        "candidate 0 kind 0 key 1 order 0 size 4 align 8\ncandidate 2 kind 0 key 1 order 4 size 4 align 8\n"
        "candidate 4 kind 0 key 2 order 0 size 4 align 8\ncandidate 6 kind 0 key 2 order 4 size 4 align 8\n"
        "candidate 7 kind 0 key 3 order 4 size 4 align 8\ncandidate 8 kind 0 key 1 order 0 size 4 align 8\n"
        "edge 1 2\nedge 2 3\nedge 0 3\n",
        "p", error);
    REQUIRE(error == "");
    plan = plan_problem(problem, options);
    REQUIRE(check_plan(problem, plan, options).empty());
    REQUIRE(plan.groups.size() == 2);
  }
};

void expect(PlanFault kind, const std::function<void(Case&)>& change) {
  Case c;
  change(c);
  const auto faults = check_plan(c.problem, c.plan, c.options);
  CAPTURE(static_cast<int>(kind));
  CHECK_MESSAGE(faults.has(kind), faults.str());
}

}  // namespace

TEST_CASE("every kind of fault is found") {
  using F = PlanFault;
  expect(F::bad_problem, [](Case& c) { c.plan.refusals.pop_back(); });
  expect(F::bad_problem, [](Case& c) { c.problem.edges[0] = {3, 1}; });
  expect(F::bad_problem, [](Case& c) { c.plan.refusal = Refusal::bad_problem; });
  expect(F::bad_size, [](Case& c) { c.plan.groups[0].members.pop_back(); });
  expect(F::bad_size, [](Case& c) { c.plan.groups[0].members.clear(); });
  expect(F::bad_size, [](Case& c) {
    c.problem.candidates[4].key = 2, c.problem.candidates[4].order = 8;
    c.plan.groups[1].members.push_back(7);
  });
  expect(F::no_candidate, [](Case& c) { c.plan.groups[0].members[0] = 1; });
  expect(F::no_candidate, [](Case& c) { c.plan.groups[0].members[0] = 4000000000U; });
  expect(F::no_candidate, [](Case& c) { c.plan.groups[0].kind = 1; });
  expect(F::no_candidate, [](Case& c) { c.plan.groups[0].kind = 77; });
  expect(F::twice, [](Case& c) { c.plan.groups[1].members = c.plan.groups[0].members; });
  expect(F::twice, [](Case& c) { c.plan.groups[0].members = {0, 0}; });
  expect(F::mixed, [](Case& c) { c.plan.groups[0].members[1] = 6; });
  expect(F::mixed, [](Case& c) { c.plan.groups[0].members = {8, 2}; });
  expect(F::apart, [](Case& c) { std::swap(c.plan.groups[0].members[0], c.plan.groups[0].members[1]); });
  expect(F::apart, [](Case& c) { c.problem.candidates[1].order = 8; });
  expect(F::no_form, [](Case& c) { c.problem.candidates[0].align = 4; });
  expect(F::bad_place, [](Case& c) { c.plan.groups[1].place = 9; });
  expect(F::bad_place, [](Case& c) { c.plan.groups[0].place = 6; });  // behind the next group
  expect(F::bad_place, [](Case& c) { c.plan.groups[1].place = 4000000000U; });
  expect(F::within, [](Case& c) { c.problem.edges.push_back({0, 2}); });
  expect(F::crosses, [](Case& c) { c.plan.groups[0].place = 0; });
  expect(F::crosses, [](Case& c) { c.plan.groups[0].place = 4; });
  expect(F::crosses, [](Case& c) {
    c.problem.edges.push_back({2, 4}), c.problem.edges.push_back({0, 6}), c.plan.groups[0].place = 5,
                                                                          std::swap(c.plan.groups[0], c.plan.groups[1]);
  });
  expect(F::bad_refusal, [](Case& c) { c.plan.refusals[4] = Refusal::none; });
  expect(F::bad_refusal, [](Case& c) { c.plan.refusals[0] = Refusal::shape; });
  expect(F::bad_refusal, [](Case& c) { c.plan.refusals[4] = Refusal::out_of_fuel; });
  expect(F::bad_refusal, [](Case& c) {
    c.problem.candidates[5].inst = 5;
    c.plan.groups.pop_back();
    c.problem.candidates.erase(c.problem.candidates.begin() + 5);
    c.plan.refusals.pop_back();
    c.plan.refusals[2] = c.plan.refusals[3] = Refusal::alone;
  });
  expect(F::bad_refusal, [](Case& c) { c.options.fuel = 1; });
  const auto carry = [](Case& c, std::vector<std::uint32_t> what, std::vector<std::uint32_t> movable) {
    c.problem.kinds[0].carry = true;
    c.problem.movable = std::move(movable);
    c.plan.groups[0].carried = std::move(what);
    count_groups(c.problem, c.plan);
  };
  {
    Case c;
    carry(c, {1}, {1, 5});
    CHECK_MESSAGE(check_plan(c.problem, c.plan, c.options).empty(), check_plan(c.problem, c.plan, c.options).str());
  }
  expect(F::bad_carry, [&](Case& c) { carry(c, {1}, {5}); });
  expect(F::bad_carry, [&](Case& c) { carry(c, {1, 1}, {1}); });
  expect(F::bad_carry, [&](Case& c) { carry(c, {10}, {1, 10}); });  // of another block
  expect(F::bad_carry, [&](Case& c) { carry(c, {4000000000U}, {1}); });
  expect(F::bad_carry, [&](Case& c) { carry(c, {1}, {1}), c.problem.kinds[0].carry = false; });
  expect(F::bad_carry, [&](Case& c) { carry(c, {1}, {1}), c.options.carry = 0; });
  expect(F::bad_carry, [&](Case& c) { carry(c, {1}, {1}), c.plan.groups[1].carried = {1}; });
  expect(F::crosses, [&](Case& c) { carry(c, {3}, {3}); });  // it waits for a member
  for (const auto& [name, member] : Stats::fields()) {
    if (member == &Stats::tests) continue;  // work, which a plan does not tell
    CAPTURE(name);
    expect(F::bad_stats, [member = member](Case& c) { ++(c.plan.stats.*member); });
  }
}

TEST_CASE("random changes of random plans: the checker finds fault, or the changed plan is right by the twin's test") {
  std::mt19937 engine(5);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  std::uint32_t moved = 0, found = 0;
  for (int round = 0; round < 2000; ++round) {
    const Problem p = random_problem(pick, 1, 20);
    Plan plan = plan_problem(p);
    if (plan.groups.size() != 1) continue;
    // One group alone: every place is right or wrong by writing the code down.
    Group& group = plan.groups[0];
    group.place = pick(p.insts() + 1);
    std::vector<std::uint32_t> code;  // where each instruction stands
    std::vector<std::uint32_t> at(p.insts());
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i <= p.insts(); ++i) {
      if (i == group.place) {
        for (const std::uint32_t m : group.members) at[m] = next;
        ++next;
      }
      if (i < p.insts() && std::find(group.members.begin(), group.members.end(), i) == group.members.end())
        at[i] = next++;
    }
    bool right = true;
    for (const Edge& e : p.edges) right = right && at[e.from] < at[e.to];
    CHECK(check_plan(p, plan).empty() == right);
    ++moved;
    found += !right;
  }
  CHECK(moved > 200);
  CHECK(found > 50);
}
