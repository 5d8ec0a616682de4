// The two toy clients: the machine shows the same and leaves the same memory after loads and stores are merged.
#include <doctest/doctest.h>

#include <map>

#include <lathe/group/check.hpp>

#include "adapters/toy/group.hpp"

using namespace toy;
using lathe::group::PlanFault;

namespace {

// Random functions with more memory accesses to neighbouring words than random_machine makes.
Machine memory_machine(std::mt19937& engine) {
  using enum MachineInst::Op;
  Machine m = random_machine(engine, 2, 2);
  const auto random = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  for (MachineFunction& f : m.functions)
    for (MachineBlock& block : f.blocks) {
      const Register base = random(Machine::registers), other = random(Machine::registers);
      const std::size_t count = 3 + random(25);
      for (std::size_t k = 0; k < count; ++k) {
        const Register through = random(5) == 0 ? other : base, r = random(Machine::registers);
        const std::int64_t offset = random(6);
        const auto low = static_cast<std::uint32_t>(&block == &f.blocks[0] ? Machine::registers : 0);
        const auto high = static_cast<std::uint32_t>(block.insts.size() - (block.insts.back().op > show ? 1 : 0));
        const auto at = block.insts.begin() + low + random(high - low + 1);
        block.insts.insert(at, random(2) == 0 ? MachineInst{load, {r}, {through}, offset, 0, 0}
                                              : MachineInst{store, {}, {through, r}, offset, 0, 0});
      }
    }
  return m;
}

struct Ran {
  bool ended = false;
  std::vector<std::int64_t> shown, memory;
  std::uint32_t steps = 0;
  bool same(const Ran& other) const { return ended == other.ended && shown == other.shown && memory == other.memory; }
};
Ran run(const Machine& m, std::uint32_t function, std::uint32_t seed) {
  MachineRun machine(m);
  for (std::size_t k = 0; k < machine.memory.size(); ++k)
    machine.memory[k] = static_cast<std::int64_t>((k + 1) * 2654435761U * (seed + 1) % 1000);
  Ran out;
  std::vector<std::int64_t> results;
  out.steps = 100000;
  out.ended = machine.run(function, {}, results, out.steps);
  out.steps = 100000 - out.steps;
  out.shown = machine.shown;
  out.memory = machine.memory;
  return out;
}

}  // namespace

TEST_CASE("merged loads and stores do what they did apart") {
  std::mt19937 engine(11);
  std::uint64_t saved = 0, refused = 0, loads = 0, stores = 0;
  for (int round = 0; round < 600; ++round) {
    const Machine before = memory_machine(engine);
    Machine after = before;
    const bool with_loads = round % 3 != 1, with_stores = round % 3 != 2;
    std::uint64_t here = 0;
    for (MachineFunction& f : after.functions) {
      MachineGrouper grouper(f, with_loads, with_stores);
      const auto problem = lathe::group::ingest(grouper);
      REQUIRE(lathe::group::check_problem(problem).empty());
      const auto plan = lathe::group::plan_problem(problem, grouper);
      const auto faults = lathe::group::check_plan(problem, plan, grouper);
      REQUIRE_MESSAGE(faults.empty(), faults.str());
      lathe::group::apply(grouper, problem, plan);
      here += plan.stats.saved;
      refused += plan.stats.dependence;
      for (const auto& g : plan.groups) ++(g.kind == 0 ? loads : stores);
    }
    saved += here;
    for (std::uint32_t f = 0; f < before.functions.size(); ++f) {
      const Ran x = run(before, f, static_cast<std::uint32_t>(round)),
                y = run(after, f, static_cast<std::uint32_t>(round));
      REQUIRE(x.ended);
      REQUIRE(x.same(y));
      CHECK(y.steps <= x.steps);
    }
  }
  CHECK(loads > 1000);
  CHECK(stores > 1000);
  CHECK(saved > 2500);
  CHECK(refused > 500);
}

TEST_CASE("a plan that crosses a dependence is seen by the checker whenever the machine sees it") {
  // Groups are moved to any place of their block: wherever the run shows another result, the checker found a fault.
  std::mt19937 engine(12);
  std::uint32_t different = 0;
  for (int round = 0; round < 400; ++round) {
    const Machine before = memory_machine(engine);
    Machine after = before;
    MachineGrouper grouper(after.functions[0]);
    const auto problem = lathe::group::ingest(grouper);
    auto plan = lathe::group::plan_problem(problem, grouper);
    if (plan.groups.empty()) continue;
    auto& group = plan.groups[engine() % plan.groups.size()];
    for (const auto& block : problem.blocks)
      if (group.members[0] >= block.first && group.members[0] < block.first + block.count)
        group.place = block.first + static_cast<std::uint32_t>(engine()) % block.count;
    std::multimap<std::uint32_t, lathe::group::Group> by_place;
    for (const auto& g : plan.groups) by_place.emplace(g.place, g);
    plan.groups.clear();
    for (const auto& [place, g] : by_place) plan.groups.push_back(g);
    const bool right = lathe::group::check_plan(problem, plan, grouper).empty();
    lathe::group::apply(grouper, problem, plan);
    const bool same = run(before, 0, 1).same(run(after, 0, 1));
    CHECK((same || !right));
    different += !same;
  }
  CHECK(different > 20);
}

TEST_CASE("loads of one word become a load of four; one call does all") {
  using enum MachineInst::Op;
  MachineFunction f;
  f.name = "f";
  f.blocks.resize(1);
  f.blocks[0].insts = {{set, {0}, {}, 3, 0, 0},   {load, {1}, {0}, 2, 0, 0}, {add, {5}, {1, 1}, 0, 0, 0},
                       {load, {2}, {0}, 0, 0, 0}, {load, {3}, {0}, 1, 0, 0}, {store, {}, {0, 5}, 3, 0, 0},
                       {load, {4}, {0}, 3, 0, 0}, {ret, {}, {}, 0, 0, 0}};
  MachineGrouper grouper(f);
  lathe::RemarkList remarks;
  const auto plan = lathe::group::run(grouper, {}, remarks);
  CHECK(plan.stats.saved == 2);
  REQUIRE(f.blocks[0].insts.size() == 6);
  CHECK(f.blocks[0].insts[1].writes == std::vector<Register>{2, 3, 1});
  CHECK(f.blocks[0].insts[1].constant == 0);
  REQUIRE(remarks.remarks.size() == 3);
  CHECK(remarks.remarks[0].text == "3 instructions become load0");
}
