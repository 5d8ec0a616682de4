// What the scheduler decides: priorities, ceilings, steps, the guard, functions, fuel, remarks, and the optimum of
// small regions.
#include <doctest/doctest.h>

#include <numeric>

#include <lathe/sched/check.hpp>
#include <lathe/sched/text.hpp>

#include "unit/lathe/sched/exact.hpp"
#include "unit/lathe/sched/random_problem.hpp"

namespace {

using namespace lathe::sched;
using sched_test::random_problem;

Problem read(const std::string& text) {
  std::string error;
  const auto p = read_problem(text, "text", error);
  REQUIRE_MESSAGE(p, error);
  return *p;
}
std::vector<std::uint32_t> top_down(const Problem& p, const Options& o = {}) { return list_order(Graph(p), o, false); }
using Order = std::vector<std::uint32_t>;

TEST_CASE("level 1: the deeper instruction first") {
  const Problem p = read(
      "sched a\nissue 1\nclass c\nvalue c\nvalue c\nnode short latency 1 def 0\nnode long latency 9 def 1\n"
      "node x latency 1 use 0\nnode y latency 1 use 1\n");
  CHECK(top_down(p) == Order{1, 0, 2, 3});
  CHECK(list_order(Graph(p), {}, true) == Order{1, 0, 2, 3});
}

TEST_CASE("level 2: the target's wish, from an instruction and from a window") {
  Problem p = read("sched a\nissue 1\nnode a latency 1\nnode b latency 1 priority 3\nnode c latency 1\n");
  CHECK(top_down(p) == Order{1, 0, 2});
  Options off;
  off.use_windows = false;
  CHECK(top_down(p, off) == Order{0, 1, 2});
  // b and d are as deep as each other; d's earliest cycle is 2, in the window.
  p = read(
      "sched a\nissue 0\nnode a latency 1\nnode b latency 1\nnode c latency 1\nnode d latency 1\nedge 0 2 latency 2\n"
      "edge 0 3 latency 2\nwindow 2 2 priority 5\n");
  p.insts[2].priority = -1;
  CHECK(top_down(p) == Order{0, 1, 3, 2});
  p.windows[0].width = 1;
  p.windows[0].start = 0;
  // Only instructions without freedom now: all but b, whose freedom is 2.
  CHECK(top_down(p) == Order{0, 1, 3, 2});
}

TEST_CASE("level 3: less freedom first") {
  // Equal depth, the first one's earliest cycle is 0 and so it has more freedom than the second one, behind `a`.
  const Problem p =
      read("sched a\nissue 1\nnode a latency 1\nnode free latency 1\nnode tight latency 1\nedge 0 2 latency 0\n");
  CHECK(Graph(p).freedom(1) == Graph(p).freedom(2));
  const Problem q = read(
      "sched a\nissue 1\nnode start latency 3\nnode free latency 1\nnode tight latency 1\nnode end latency 1\n"
      "edge 0 2 latency 3\nedge 1 3 latency 3\nedge 2 3 latency 3\n");
  Graph g(q);
  CHECK(g.freedom(1) == 3);
  CHECK(g.freedom(2) == 0);
  const auto ranks = priority_ranks(g, {}, false);
  CHECK(ranks[2] < ranks[1]);
  Options off;
  off.use_width = false;
  CHECK(priority_ranks(g, off, false)[1] < priority_ranks(g, off, false)[2]);
}

TEST_CASE("time: latencies, slots, units") {
  const Problem p = read(
      "sched a\nissue 2\nunit u 1\nclass c\nvalue c\nnode a latency 5 unit u:3 def 0\nnode b latency 1 unit u:2\n"
      "node c latency 1\nnode d latency 2 use 0\n");
  const Order source{0, 1, 2, 3};
  CHECK(issue_cycles(Graph(p), source) == std::vector<std::uint64_t>{0, 3, 3, 5});
  CHECK(plan_problem(p).before.makespan == 7);
}

// Eight loads, then eight adds of each with a value that is there: 9 registers in source order, 2 are enough.
Problem loads_first(std::uint32_t limit, const std::string& steps) {
  std::string text =
      "sched loads\nissue 1\nset gpr limit " + std::to_string(limit) + steps + "\nclass c gpr:1\nvalue c in\n";
  for (int i = 0; i < 8; ++i) text += "value c\n";
  for (int i = 1; i <= 8; ++i) text += "node ld latency 10 def " + std::to_string(i) + "\n";
  for (int i = 1; i <= 8; ++i) text += "node st latency 1 use 0 " + std::to_string(i) + "\n";
  return read(text);
}

TEST_CASE("the guard: registers alone are no reason") {
  const Plan kept = plan_problem(loads_first(0, ""));
  CHECK(kept.decision == Decision::kept_guard);
  CHECK(kept.stats.kept_guard == 1);
  CHECK(kept.order[1] == 1);
  const Plan same_step = plan_problem(loads_first(0, " steps 16:64 32:48"));
  CHECK(same_step.decision == Decision::kept_guard);
  const Plan step = plan_problem(loads_first(0, " steps 8:64 32:48"));
  CHECK(step.decision == Decision::occupancy);
  CHECK(step.after.registers[0] == 2);
  CHECK(step.after.occupancy == 64);
  Options wary;
  wary.least_gain = 7;
  CHECK(plan_problem(loads_first(0, " steps 8:64 32:48"), wary).decision == Decision::occupancy);
  wary.least_gain = 8;
  const Plan too_few = plan_problem(loads_first(0, " steps 8:64 32:48"), wary);
  CHECK(too_few.decision == Decision::kept_guard);
  CHECK(check_plan(loads_first(0, " steps 8:64 32:48"), step, wary).has(PlanFault::unguarded));
  const Plan floor = plan_problem(loads_first(0, " floor 9 steps 8:64 32:48"));
  CHECK(floor.decision == Decision::kept_guard);  // the rest of the function needs 9 anyway
  const Plan excess = plan_problem(loads_first(5, ""));
  CHECK(excess.decision == Decision::excess);
  Options bold;
  bold.guard = false;
  CHECK(plan_problem(loads_first(0, ""), bold).decision == Decision::fewer);
}

TEST_CASE("balanced: as fast as the registers of the step allow") {
  Options o;
  o.mode = Mode::balanced;
  const Problem p = loads_first(0, " steps 5:64 32:48");
  const Plan plan = plan_problem(p, o);
  CHECK(check_plan(p, plan, o).str() == "");
  CHECK(plan.decision == Decision::occupancy);
  CHECK(plan.after.registers[0] == 5);
  // Pairs of a load and its store: slow as they stand.
  std::string pairs = "sched pairs\nissue 1\nclass c\n";
  for (int i = 0; i < 4; ++i) pairs += "value c\n";
  for (int i = 0; i < 4; ++i)
    pairs += "node ld latency 9 def " + std::to_string(i) + "\nnode st use " + std::to_string(i) + "\n";
  Options fast;
  fast.mode = Mode::latency;
  CHECK(plan_problem(read(pairs), fast).decision == Decision::shorter);
  CHECK(plan_problem(read(pairs), fast).after.makespan == 13);
  fast.shorter = false;
  CHECK(plan_problem(read(pairs), fast).decision == Decision::kept_guard);
  Options low;
  CHECK(plan.after.makespan * 2 < plan_problem(p, low).after.makespan);
}

TEST_CASE("a ceiling holds wherever the guide stays below it") {
  std::mt19937 rng(3);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
  std::uint32_t faster = 0;
  for (int i = 0; i < 300; ++i) {
    const Problem p = random_problem(pick, 5 + pick(120));
    const Graph g(p);
    Order source(p.size());
    std::iota(source.begin(), source.end(), 0);
    const auto weights = value_weights(g, registers_of(g, source));
    const Order guide = greedy_order(g, weights, Strategy::up_nearest);
    auto ceiling = registers_of(g, guide);
    for (auto& c : ceiling) c += pick(6);
    for (const bool in_step : {false, true}) {
      const Order order = list_order_below(g, {}, guide, ceiling, in_step);
      REQUIRE(order.size() == p.size());
      const auto registers = registers_of(g, order);
      for (std::size_t s = 0; s < ceiling.size(); ++s) CHECK(registers[s] <= ceiling[s]);
      const auto guided = issue_cycles(g, guide), made = issue_cycles(g, order);
      faster += *std::max_element(made.begin(), made.end()) < *std::max_element(guided.begin(), guided.end());
    }
  }
  CHECK(faster > 150);
}

TEST_CASE("a function: regions that need not be lower are left alone") {
  const std::string steps = " steps 4:64 8:48 32:32";
  Problem high = loads_first(0, steps), stuck = loads_first(0, steps);
  FunctionPlan f = plan_regions({high, high});
  CHECK(f.floor == std::vector<std::uint32_t>{2});
  CHECK(f.plans[0].decision == Decision::occupancy);
  CHECK(f.plans[1].decision == Decision::occupancy);
  for (std::uint32_t v = 1; v <= 8; ++v) stuck.values[v].live_out = true;  // 9 registers whatever the order
  f = plan_regions({high, stuck});
  CHECK(f.floor == std::vector<std::uint32_t>{9});
  CHECK(f.plans[0].decision == Decision::kept_function);
  CHECK(f.plans[1].decision == Decision::kept_best);
  CHECK(f.stats.kept_function == 1);
  CHECK(check_plan(with_floor(high, f.floor), f.plans[0]).empty());
  stuck.sets[0].limit = 7;
  CHECK(plan_regions({high, stuck}).refusal == Refusal::different_sets);
  CHECK(plan_regions({}).refusal == Refusal::none);
}

TEST_CASE("fuel: the first instructions move, the rest stays") {
  const Problem p = loads_first(5, "");
  const Plan whole = plan_problem(p);
  Options o;
  for (o.fuel = 0; o.fuel < p.size(); ++o.fuel) {
    const Plan part = plan_problem(p, o);
    CHECK(check_plan(p, part, o).str() == "");
    CHECK(part.decision == Decision::out_of_fuel);
    CHECK(
        std::equal(part.order.begin(), part.order.begin() + static_cast<std::ptrdiff_t>(o.fuel), whole.order.begin()));
  }
  CHECK(plan_problem(p, o).order == whole.order);
}

TEST_CASE("remarks and refusals") {
  lathe::RemarkList list;
  plan_problem(loads_first(5, ""), {}, list);
  plan_problem(loads_first(0, ""), {}, list);
  REQUIRE(list.remarks.size() == 2);
  CHECK(list.remarks[0].name == "Reordered");
  CHECK(list.remarks[0].text.find("gpr 9 -> 2") != std::string::npos);
  CHECK(list.remarks[0].arguments.at(1) == std::pair<std::string, std::string>("Insts", "16"));
  CHECK(lathe::to_table(plan_problem(loads_first(5, "")).stats).find("16  instructions\n") != std::string::npos);
  CHECK(list.remarks[1].name == "KeptSourceOrder");
  CHECK(list.remarks[1].kind == lathe::Remark::Kind::missed);
  Options o;
  o.look_ahead = 0;
  CHECK(plan_problem(Problem{}, o).refusal == Refusal::bad_options);
  CHECK(plan_problem(Problem{}).order.empty());
}

TEST_CASE("phases: usedessa and nvptx-sched4reg") {
  CHECK_FALSE(phases(1).before_assignment);
  CHECK(phases(1).after_assignment);
  CHECK(phases(2).before_assignment);
  CHECK(before_assignment(true).mode == Mode::pressure);
  CHECK(before_assignment(false).mode == Mode::balanced);
  CHECK(after_assignment().mode == Mode::latency);
}

TEST_CASE("small regions: how far from the optimum") {
  std::uint64_t all = 0, low = 0, over = 0, source_over = 0, timed = 0, shortest = 0;
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    Problem p = random_problem(pick, 6 + pick(7));
    p.sets[0] = {"gpr", 0, 0, {}};
    p.sets[1] = {"pred", 1000, 0, {}};  // more than there are: does not count
    Options o;
    o.guard = false;
    const Plan plan = plan_problem(p, o);
    const std::uint64_t least = sched_test::least_max_live(p, 0);
    REQUIRE(plan.after.registers[0] >= least);
    ++all;
    low += plan.after.registers[0] == least;
    over += plan.after.registers[0] - least;
    source_over += plan.before.registers[0] - least;
    if (p.size() > 8) continue;
    o.mode = Mode::latency;
    const std::uint64_t cycles = sched_test::LeastMakespan(p).run();
    const Plan fast = plan_problem(p, o);
    REQUIRE(fast.after.makespan >= cycles);
    ++timed;
    shortest += fast.after.makespan == cycles;
  }
  MESSAGE("MaxLive optimal in ", low, " of ", all, ", ", over, " above in all, source order ", source_over,
          "; makespan optimal in ", shortest, " of ", timed);
  CHECK(low * 100 >= all * 95);
  CHECK(over * 20 <= source_over);
  CHECK(shortest * 100 >= timed * 90);
}

TEST_CASE("the search proves what trying all orders finds") {
  std::uint32_t none_lower = 0;
  for (std::uint32_t seed = 1; seed <= 120; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    const Problem p = random_problem(pick, 4 + pick(8));
    const Graph g(p);
    Order source(p.size());
    std::iota(source.begin(), source.end(), 0);
    const auto least = static_cast<std::int64_t>(sched_test::least_max_live(p, 0));
    CHECK(least >= least_registers(g)[0]);
    OrderSearch search(g);
    std::uint64_t budget = 1'000'000;
    const std::vector<std::int64_t> enough{least, 1000}, few{least - 1, 1000};
    CHECK(search.run(enough, source, budget) == SearchEnd::found);
    CHECK(registers_of(g, search.order())[0] <= static_cast<std::uint64_t>(least));
    if (least > least_registers(g)[0]) {
      CHECK(search.run(few, source, budget) == SearchEnd::proved_none);
      ++none_lower;
    }
  }
  CHECK(none_lower > 20);
}

}  // namespace
