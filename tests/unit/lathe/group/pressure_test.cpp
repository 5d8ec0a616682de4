// Groups judged by a tracker: code of the toy machine needs no more registers behind them than a step allows, and does
// the same; without the judge it would often need more.
#include <doctest/doctest.h>

#include <random>

#include <lathe/group/check.hpp>
#include <lathe/group/pressure.hpp>
#include <lathe/pressure/analysis.hpp>

#include "adapters/toy/group.hpp"

using namespace toy;
using lathe::group::Refusal;

namespace {

struct Registers {
  std::vector<lathe::program::RegisterSet> all;
  const std::vector<lathe::program::RegisterSet>& sets() const { return all; }
  lathe::program::RegisterClass register_class(Register) const { return {"r", {{0, 1}}}; }
};

std::uint32_t most(const MachineFunction& f) {
  const MachineView view(f);
  lathe::pressure::OfView code(view, Registers{{{"r", 0, 0, {}}}});
  return lathe::pressure::analyse(lathe::pressure::ingest(code).problem).maxima[0].pressure;
}

// Loads and stores of neighbouring words with sums between, so that what a group moves lives longer or shorter.
Machine memory_machine(std::mt19937& engine) {
  using enum MachineInst::Op;
  Machine m = random_machine(engine, 1, 1);
  const auto random = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  for (MachineFunction& f : m.functions)
    for (MachineBlock& block : f.blocks) {
      const Register base = random(Machine::registers);
      for (std::size_t k = 0, count = 4 + random(20); k < count; ++k) {
        const auto r = static_cast<Register>(random(Machine::registers));
        const std::int64_t offset = random(6);
        const auto low = static_cast<std::uint32_t>(&block == &f.blocks[0] ? Machine::registers : 0);
        const auto high = static_cast<std::uint32_t>(block.insts.size() - (block.insts.back().op > show ? 1 : 0));
        const auto at = block.insts.begin() + low + random(high - low + 1);
        block.insts.insert(at, random(2) == 0 ? MachineInst{load, {r}, {base}, offset, 0, 0}
                                              : MachineInst{store, {}, {base, r}, offset, 0, 0});
      }
    }
  return m;
}

}  // namespace

TEST_CASE("groups keep below the step that the code is at") {
  std::mt19937 engine(23);
  std::uint64_t groups = 0, refused = 0, worse_without = 0;
  for (int round = 0; round < 400; ++round) {
    CAPTURE(round);
    const Machine m = memory_machine(engine);
    const std::uint32_t before = most(m.functions[0]);
    const auto plan_with = [&](bool aware, bool limit, MachineFunction& f) {
      MachineGrouper grouper(f);
      const lathe::group::Problem problem = lathe::group::ingest(grouper);
      Registers registers{{{"r", limit ? before : 0, 0, {}}}};
      if (!limit) registers.all[0].steps = {{before, 2}, {1000, 1}};
      lathe::group::JudgeOptions options;
      options.aware = aware;
      lathe::group::PressureJudge judge(*grouper.views().front(), registers, options);
      lathe::group::Judged former{grouper, judge};
      const lathe::group::Plan plan = lathe::group::plan_problem(problem, former);
      CHECK(lathe::group::check_plan(problem, plan, former).empty());
      const std::uint32_t told = judge.tracker() != nullptr ? judge.tracker()->maximum(0) : 0;
      lathe::group::apply(grouper, problem, plan);
      if (aware && judge.tracker() != nullptr) CHECK(most(f) <= told);
      return plan;
    };
    MachineFunction free = m.functions[0], judged = m.functions[0], limited = m.functions[0];
    plan_with(false, false, free);
    const lathe::group::Plan plan = plan_with(true, false, judged);
    const lathe::group::Plan other = plan_with(true, true, limited);
    CHECK(most(judged) <= before);
    CHECK(most(limited) <= before);
    CHECK(plan.groups == other.groups);  // a step or a limit at the same place
    CHECK(plan.stats.step == other.stats.limit);
    worse_without += most(free) > before;
    groups += plan.stats.groups;
    refused += plan.stats.step;
  }
  MESSAGE(groups, " groups, ", refused, " refused, ", worse_without, " of 400 above the step without");
  CHECK(groups > 300);
  CHECK(refused > 20);
  CHECK(worse_without > 10);
}

TEST_CASE("groups whose values must be neighbours count as what that may cost") {
  using enum MachineInst::Op;
  // Four loads into registers that nothing else wants, and four stores.
  MachineFunction f;
  f.name = "f";
  f.blocks.resize(1);
  auto& code = f.blocks[0].insts;
  code.push_back({set, {0}, {}, 1, 0, 0});
  for (Register r = 1; r < 5; ++r) code.push_back({load, {r}, {0}, static_cast<std::int64_t>(r), 0, 0});
  for (Register r = 1; r < 5; ++r) code.push_back({store, {}, {0, r}, static_cast<std::int64_t>(10 + r), 0, 0});
  code.push_back({ret, {}, {0}, 0, 0, 0});
  const std::uint32_t before = most(f);
  const auto groups = [&](bool adjacent, std::uint32_t room, std::uint32_t most_lost = 16) {
    MachineFunction copy = f;
    MachineGrouper grouper(copy);
    const lathe::group::Problem problem = lathe::group::ingest(grouper);
    Registers registers{{{"r", 0, 0, {{before + room, 2}, {1000, 1}}}}};
    lathe::group::JudgeOptions options;
    options.adjacent = adjacent;
    options.most_lost = most_lost;
    lathe::group::PressureJudge judge(*grouper.views().front(), registers, options);
    lathe::group::Judged former{grouper, judge};
    return lathe::group::plan_problem(problem, former).stats;
  };
  CHECK(groups(false, 0).saved == 6);
  CHECK(groups(true, 6).saved == 6);  // four registers of each beside one another lose three
  CHECK(groups(true, 5).saved == 5);
  CHECK(groups(true, 0).saved == 0);
  CHECK(groups(true, 0).step == 8);
  CHECK(groups(true, 3).saved == 3);
  CHECK(groups(true, 3, 3).saved == 6);
}
