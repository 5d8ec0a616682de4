// The checker sees each kind of fault: right plans, changed in one way.
#include <doctest/doctest.h>

#include <functional>
#include <set>

#include <lathe/sched/check.hpp>
#include <lathe/sched/text.hpp>

#include "unit/lathe/sched/random_problem.hpp"

namespace {

using namespace lathe::sched;
using sched_test::random_problem;

// a and b are loaded, added, and c is loaded and stored: two orders that differ in registers.
Problem small() {
  std::string error;
  const auto p = read_problem(
      "sched small\nissue 1\nunit lsu 1\nset gpr limit 2 steps 2:8 3:4\nclass b32 gpr:1\n"
      "value b32\nvalue b32\nvalue b32 out\nvalue b32\n"
      "node ld latency 4 unit lsu:2 def 0\nnode ld latency 4 unit lsu:2 def 1\nnode ld latency 4 unit lsu:2 def 3\n"
      "node add latency 1 use 0 1 def 2\nnode st latency 1 use 3\nedge 2 4 latency 5 memory\n",
      "small", error);
  REQUIRE_MESSAGE(p, error);
  return *p;
}

TEST_CASE("a right plan has no faults, and removes the excess") {
  const Problem p = small();
  const Plan plan = plan_problem(p);
  CHECK(check_plan(p, plan).str() == "");
  CHECK(plan.decision == Decision::excess);
  CHECK(plan.before.registers == std::vector<std::uint64_t>{3});
  CHECK(plan.after.registers == std::vector<std::uint64_t>{2});
  CHECK(plan.after.occupancy == 8);
}

TEST_CASE("each kind of fault is seen") {
  const Problem p = small();
  const Plan right = plan_problem(p);
  REQUIRE(check_plan(p, right).empty());
  struct Mutant {
    PlanFault kind;
    std::function<void(Plan&)> change;
    Options options;
  };
  const auto keep = [&](Plan& m) {
    std::uint32_t n = 0;
    for (std::uint32_t& o : m.order) o = n++;
    m.cycle = issue_cycles(Graph(p), m.order);
    m.after = m.before;
  };
  Options latency;
  latency.mode = Mode::latency;
  const std::vector<Mutant> mutants = {
      {PlanFault::not_a_permutation, [](Plan& m) { m.order[1] = m.order[0]; }, {}},
      {PlanFault::not_a_permutation, [](Plan& m) { m.order.pop_back(); }, {}},
      {PlanFault::not_a_permutation, [](Plan& m) { m.order[0] = 77; }, {}},
      {PlanFault::broken_order, [](Plan& m) { std::swap(m.order.front(), m.order.back()); }, {}},
      {PlanFault::falling_cycle,
       [](Plan& m) {
         m.cycle[m.order[1]] = m.cycle[m.order[0]];
         m.cycle[m.order[0]] += 1;
       },
       {}},
      {PlanFault::broken_latency, [](Plan& m) { m.cycle[3] = m.cycle[0] + 1; }, {}},
      {PlanFault::too_many_slots, [](Plan& m) { m.cycle[m.order[1]] = m.cycle[m.order[0]]; }, {}},
      {PlanFault::unit_busy, [](Plan& m) { m.cycle[1] = m.cycle[0] + 1; }, {}},
      {PlanFault::late_cycle,
       [](Plan& m) {
         m.cycle[m.order.back()] += 3;
         m.after.makespan += 3;
       },
       {}},
      {PlanFault::wrong_makespan, [](Plan& m) { ++m.after.makespan; }, {}},
      {PlanFault::wrong_makespan, [](Plan& m) { --m.before.makespan; }, {}},
      {PlanFault::wrong_registers, [](Plan& m) { ++m.before.registers[0]; }, {}},
      {PlanFault::wrong_registers, [](Plan& m) { --m.after.registers[0]; }, {}},
      {PlanFault::wrong_registers, [](Plan& m) { m.after.registers.clear(); }, {}},
      {PlanFault::wrong_excess, [](Plan& m) { ++m.after.excess; }, {}},
      {PlanFault::wrong_occupancy, [](Plan& m) { m.before.occupancy = 8; }, {}},
      {PlanFault::wrong_decision, [](Plan& m) { m.decision = Decision::kept_best; }, {}},
      {PlanFault::wrong_decision, [](Plan& m) { m.decision = Decision::fewer; }, {}},
      {PlanFault::wrong_decision, [](Plan& m) { m.decision = Decision::out_of_fuel; }, {}},
      {PlanFault::wrong_decision, [](Plan& m) { m.decision = Decision::shorter; }, {}},
      {PlanFault::wrong_decision,
       [&](Plan& m) {
         keep(m);
         m.decision = Decision::occupancy;
       },
       {}},
  };
  std::set<PlanFault> seen;
  for (std::size_t i = 0; i < mutants.size(); ++i) {
    Plan m = right;
    mutants[i].change(m);
    const auto faults = check_plan(p, m, mutants[i].options);
    CAPTURE(i);
    CAPTURE(faults.str());
    CHECK(faults.has(mutants[i].kind));
    seen.insert(mutants[i].kind);
  }
  // The two that need other problems: an order that changes nothing by the guard, and one that is worse.
  Problem free = p;
  free.sets[0].limit = 0;
  free.sets[0].steps.clear();
  Options bold;
  bold.guard = false;
  const Plan fewer = plan_problem(free, bold);
  REQUIRE(fewer.decision == Decision::fewer);
  CHECK(check_plan(free, fewer, bold).empty());
  CHECK(check_plan(free, fewer).has(PlanFault::unguarded));
  seen.insert(PlanFault::unguarded);
  REQUIRE(right.after.makespan > right.before.makespan);  // so that it is worse where cycles count
  latency.guard = false;
  CHECK(check_plan(p, right, latency).has(PlanFault::worse));
  seen.insert(PlanFault::worse);
  CHECK(seen.size() == plan_fault_kinds);
}

// a takes the unit in the cycles [2, 5) from its issue on, b in [0, 1): b fits in front of a's hold, or behind it.
TEST_CASE("a hold that begins later: seen where it is, and not before") {
  std::string error;
  const auto p = read_problem(
      "sched late\nissue 1\nunit u 1\nnode a latency 1 unit u:3 at 2\nnode b latency 1 unit u:1\n"
      "node c latency 1 unit u:1\nedge 0 1\nedge 1 2\n",
      "late", error);
  REQUIRE_MESSAGE(p, error);
  Options options;
  options.mode = Mode::latency;
  const Plan right = plan_problem(*p, options);
  CHECK(check_plan(*p, right, options).str() == "");
  CHECK(right.cycle == std::vector<std::uint64_t>{0, 1, 5});
  const auto changed = [&](std::uint64_t b, std::uint64_t c) {
    Plan m = right;
    m.cycle = {0, b, c};
    m.after.makespan = c + 1;
    return check_plan(*p, m, options);
  };
  CHECK(changed(1, 5).empty());
  CHECK(changed(1, 4).has(PlanFault::unit_busy));  // a holds it until then
  CHECK(changed(2, 5).has(PlanFault::unit_busy));
  CHECK(changed(5, 6).has(PlanFault::late_cycle));  // b needs not wait for what a takes later
  CHECK_FALSE(changed(5, 6).has(PlanFault::unit_busy));
}

TEST_CASE("each kind of fault of a problem is seen, and refused") {
  const std::vector<std::pair<ProblemFault, std::function<void(Problem&)>>> broken = {
      {ProblemFault::too_large, [](Problem& p) { p.windows.resize(limits::windows + 1); }},
      {ProblemFault::bad_number, [](Problem& p) { p.insts[0].latency = limits::latency + 1; }},
      {ProblemFault::bad_number, [](Problem& p) { p.insts[0].issue = 2; }},
      {ProblemFault::bad_number, [](Problem& p) { p.insts[0].priority = INT32_MIN; }},
      {ProblemFault::bad_set, [](Problem& p) { p.sets[0].limit = UINT32_MAX; }},
      {ProblemFault::bad_set, [](Problem& p) { std::swap(p.sets[0].steps[0], p.sets[0].steps[1]); }},
      {ProblemFault::bad_class, [](Problem& p) { p.classes[0].shares[0].set = 1; }},
      {ProblemFault::bad_class, [](Problem& p) { p.classes[0].shares.push_back(p.classes[0].shares[0]); }},
      {ProblemFault::bad_unit, [](Problem& p) { p.units[0].copies = 0; }},
      {ProblemFault::bad_unit, [](Problem& p) { std::swap(p.reservations[0], p.reservations[1]); }},
      {ProblemFault::bad_unit, [](Problem& p) { p.reservations[0].unit = 9; }},
      {ProblemFault::bad_unit, [](Problem& p) { p.reservations[0].first = limits::latency + 1; }},
      {ProblemFault::no_copies, [](Problem& p) { p.reservations[1] = {0, {0, 1, 2}}; }},
      {ProblemFault::bad_value, [](Problem& p) { p.values[0].cls = 1; }},
      {ProblemFault::bad_value, [](Problem& p) { p.values[0].def = 5; }},
      {ProblemFault::bad_use, [](Problem& p) { p.uses[0].value = 4; }},
      {ProblemFault::bad_use, [](Problem& p) { p.values[0].def = 3; }},
      {ProblemFault::bad_use, [](Problem& p) { std::swap(p.uses[0], p.uses[1]); }},
      {ProblemFault::bad_edge, [](Problem& p) { std::swap(p.edges[0].from, p.edges[0].to); }},
      {ProblemFault::bad_edge, [](Problem& p) { p.edges[0].to = 5; }}};
  std::set<ProblemFault> seen;
  for (std::size_t i = 0; i < broken.size(); ++i) {
    Problem p = small();
    broken[i].second(p);
    CAPTURE(i);
    CHECK(check_problem(p).has(broken[i].first));
    const Refusal refusal = plan_problem(p).refusal;
    CHECK(refusal == (broken[i].first == ProblemFault::too_large ? Refusal::too_large : Refusal::broken_problem));
    seen.insert(broken[i].first);
  }
  CHECK(seen.size() == problem_fault_kinds);
}

}  // namespace
