// Schedule a block of your own IR with lathe: ingest, plan, check, apply, and run both to see that nothing changed.
#include <cstdio>

#include "adapters/toy/sched.hpp"

int main() {
  using namespace toy;
  using enum MachineInst::Op;
  // Four addresses and four loads first, then what is made of them: ten registers at once.
  Machine machine;
  MachineFunction f;
  f.name = "f";
  f.blocks.resize(1);
  auto& insts = f.blocks[0].insts;
  for (Register r = 0; r < 4; ++r) insts.push_back({set, {r}, {}, 3 * r + 1, 0, 0});
  for (Register r = 0; r < 4; ++r) insts.push_back({load, {4 + r}, {r}, 2, 0, 0});
  for (Register r = 0; r < 4; ++r) insts.push_back({mul, {r}, {4 + r, r}, 0, 0, 0});
  for (Register r = 0; r < 4; ++r) insts.push_back({show, {}, {r}, 0, 0, 0});
  insts.push_back({ret, {}, {}, 0, 0, 0});
  machine.functions.push_back(f);

  // MachineSchedule is the toy's View, and three members of its own: sets, register_class and reorder.
  Machine scheduled = machine;
  MachineSchedule function(scheduled.functions[0]);
  auto& region = function.regions()[0];
  lathe::sched::Problem problem = lathe::sched::ingest(region);
  problem.sets[0].limit = 12;                         // registers
  problem.sets[0].steps = {{4, 8}, {6, 5}, {12, 2}};  // up to 4 of them leave room for 8 threads, ...
  lathe::sched::Options options;
  options.mode = lathe::sched::Mode::balanced;
  const lathe::sched::Plan plan = lathe::sched::plan_problem(problem, options, [](const lathe::Remark& remark) {
    std::printf("%s: %s\n", remark.name.c_str(), remark.text.c_str());
  });
  const auto faults = lathe::sched::check_plan(problem, plan, options);
  std::printf("%schecker: %zu faults\n%s", print(plan).c_str(), faults.size(), faults.str().c_str());
  lathe::sched::apply(region, plan);

  std::vector<std::int64_t> results;
  std::uint32_t steps = 1000, more = 1000;
  MachineRun before(machine), after(scheduled);
  const bool ran = before.run(0, {}, results, steps) && after.run(0, {}, results, more);
  std::printf("shows %zu numbers, the same after scheduling: %s\n", before.shown.size(),
              before.shown == after.shown ? "yes" : "no");
  return ran && before.shown == after.shown && faults.empty() && plan.after.occupancy > plan.before.occupancy ? 0 : 1;
}
