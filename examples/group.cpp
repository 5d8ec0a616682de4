// Merge adjacent loads and stores of your own IR with lathe: plan, check, apply, and run both to see that nothing
// changed. Compile: g++ -std=c++20 -I include -I . examples/group.cpp
#include <cstdio>

#include "adapters/toy/group.hpp"

int main() {
  using namespace toy;
  using enum MachineInst::Op;
  // b[2], b[3] = b[0] + b[1], b[0] - b[1]; between the stores stands a load that must see the first one.
  Machine machine;
  MachineFunction f;
  f.name = "f";
  f.blocks.push_back({{{set, {0}, {}, 4, 0, 0},
                       {load, {1}, {0}, 0, 0, 0},
                       {load, {2}, {0}, 1, 0, 0},
                       {add, {3}, {1, 2}, 0, 0, 0},
                       {sub, {4}, {1, 2}, 0, 0, 0},
                       {store, {}, {0, 3}, 2, 0, 0},
                       {store, {}, {0, 4}, 3, 0, 0},
                       {load, {5}, {0}, 2, 0, 0},
                       {show, {}, {5}, 0, 0, 0},
                       {ret, {}, {}, 0, 0, 0}}});
  machine.functions.push_back(f);
  Machine merged = machine;

  // MachineGrouper is the toy's View, and three members of its own: identify, form and merge.
  MachineGrouper grouper(merged.functions[0]);
  const lathe::group::Problem problem = lathe::group::ingest(grouper);
  const lathe::group::Plan plan = lathe::group::plan_problem(problem, grouper, {}, [](const lathe::Remark& remark) {
    std::printf("%s: %s\n", remark.name.c_str(), remark.text.c_str());
  });
  const auto faults = lathe::group::check_plan(problem, plan, grouper);
  std::fputs(faults.str().c_str(), stdout);
  std::fputs(lathe::group::print(problem, plan).c_str(), stdout);
  lathe::group::apply(grouper, problem, plan);

  MachineRun before(machine), after(merged);
  std::vector<std::int64_t> results;
  std::uint32_t steps_before = 100, steps_after = 100;
  const bool ran = before.run(0, {}, results, steps_before) && after.run(0, {}, results, steps_after);
  std::printf("%u steps before, %u after\n", 100 - steps_before, 100 - steps_after);
  return ran && faults.empty() && before.shown == after.shown && before.memory == after.memory &&
                 steps_after > steps_before
             ? 0
             : 1;
}
