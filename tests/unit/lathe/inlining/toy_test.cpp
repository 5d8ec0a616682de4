// The toy machine's calls, inlined by a plan: every run shows the same and leaves the same memory.
#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <vector>

#include <lathe/inlining.hpp>
#include <lathe/inlining/check.hpp>

#include "toy_calls.hpp"

using namespace lathe::inlining;
using namespace inlining_test;

static_assert(CallGraph<ToyCalls>);

namespace {

// Functions that call later ones, with two arguments and a result that count.
Machine calling_machine(std::mt19937& engine, std::uint32_t functions) {
  const auto random = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  Machine m = toy::random_machine(engine, functions, 2);
  m.file = Machine::registers + 2;
  for (std::uint32_t f = 0; f < functions; ++f) {
    MachineFunction& x = m.functions[f];
    if (f != 0) x.parameters = {Machine::registers, Machine::registers + 1};
    for (toy::MachineBlock& b : x.blocks) {
      const auto end = static_cast<std::uint32_t>(b.insts.size()) - 1,
                 set = &b == x.blocks.data() ? Machine::registers : 0;
      if (f != 0)
        b.insts.insert(b.insts.begin() + end,
                       {MachineInst::Op::add, {random(12)}, {random(12), x.parameters[random(2)]}, 0, 0, 0});
      if (f + 1 < functions && random(3) != 0)
        b.insts.insert(
            b.insts.begin() + set + random(end - set + 1),
            {MachineInst::Op::call, {random(12)}, {random(12), random(12)}, 0, f + 1 + random(functions - f - 1), 0});
    }
    x.blocks.back().insts.back().reads = {random(12)};
  }
  return m;
}

struct Outcome {
  bool ended;
  std::vector<std::int64_t> shown, memory, results;
  bool operator==(const Outcome&) const = default;
};
Outcome outcome(const Machine& m) {
  toy::MachineRun run(m);
  Outcome out;
  std::uint32_t steps = 1000000;
  out.ended = run.run(0, {}, out.results, steps);
  out.shown = run.shown;
  out.memory = run.memory;
  return out;
}

}  // namespace

TEST_CASE("toy programs do the same behind a plan, and behind each part of it") {
  std::mt19937 engine(3);
  std::uint64_t inlined = 0, nested = 0;
  for (int round = 0; round < 300; ++round) {
    const Machine before = calling_machine(engine, 2 + static_cast<std::uint32_t>(engine()) % 5);
    const ToyCalls calls{before};
    const auto from = ingest(calls);
    REQUIRE(check_problem(from.problem).empty());
    Options o;
    o.inline_budget = engine() % 400;
    const Outcome wanted = outcome(before);
    REQUIRE(wanted.ended);
    for (const std::uint64_t fuel : {std::uint64_t{UINT64_MAX}, std::uint64_t{engine() % 4}}) {
      o.fuel = fuel;
      const Plan plan = plan_inlining(from.problem, o);
      REQUIRE(check_plan(from.problem, plan, o).str() == "");
      Machine after = before;
      ToyInliner(after, from, plan).run();
      CAPTURE(round);
      REQUIRE(outcome(after) == wanted);
      inlined += plan.decisions.size();
      for (const Decision& d : plan.decisions) nested += plan.instances[d.instance].by != none;
    }
  }
  CHECK(inlined > 500);
  CHECK(nested > 20);
}
