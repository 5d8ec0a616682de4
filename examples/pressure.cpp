// Track the register pressure of your own IR with lathe: ask what a move would change, whether it is possible, do it on
// both sides, and take a speculation back.
#include <cstdio>

#include "adapters/toy/pressure.hpp"

#include <lathe/pressure.hpp>

int main() {
  using namespace toy;
  using enum MachineInst::Op;
  // Four constants are set at once although they are needed in pairs: four registers at the worst, two would do.
  Machine machine;
  MachineFunction f;
  f.name = "pairs";
  f.blocks.push_back({{{set, {0}, {}, 1, 0, 0},
                       {set, {1}, {}, 2, 0, 0},
                       {set, {2}, {}, 3, 0, 0},
                       {set, {3}, {}, 4, 0, 0},
                       {add, {4}, {0, 1}, 0, 0, 0},
                       {show, {}, {4}, 0, 0, 0},
                       {mul, {5}, {2, 3}, 0, 0, 0},
                       {show, {}, {5}, 0, 0, 0},
                       {ret, {}, {}, 0, 0, 0}}});
  machine.functions.push_back(f);
  Machine before = machine;
  MachineFunction& function = machine.functions[0];

  // MachineView is what every family takes; of registers pressure wants to know besides what they weigh.
  const MachineView view(function);
  const lathe::pressure::OneSet registers{3};
  lathe::pressure::OfView adapter(view, registers);
  const lathe::pressure::Problem problem = lathe::pressure::ingest(adapter).problem;
  const lathe::pressure::Report report = analyse(problem);
  std::printf("%s", print(problem, report).c_str());
  lathe::pressure::remark_excess(problem, report, [](const lathe::Remark& r) { std::printf("%s\n", r.text.c_str()); });

  lathe::pressure::Tracker tracker(problem, {.verify_update_mcse = true});
  // Instructions 2 and 3, down to where they are needed, if that is possible and not worse.
  for (const std::uint32_t inst : {3U, 2U}) {
    const lathe::pressure::Place place{0, 6};
    const auto motion = feasible(tracker, inst, place);
    std::printf("move %u: %s\n", inst, motion.possible() ? "possible" : to_string(motion.obstacle));
    const auto [refusal, delta] = tracker.what_if(lathe::pressure::Edit::move(inst, place));
    std::printf("%s", print(problem, delta).c_str());
    if (!motion.possible() || refusal != lathe::pressure::Refusal::none || delta.worsens()) continue;
    const std::uint32_t from = tracker.position(inst);
    tracker.move(inst, place);
    move_inst(function, 0, from, 0, tracker.position(inst));
  }
  // Speculation: without the first show nobody needs the sum; but it must stay, so all is taken back.
  const auto words = tracker.words();
  tracker.begin();
  tracker.erase(5);
  tracker.rollback();
  const bool exact = tracker.words() == words;

  std::printf("at most %u registers now, %zu faults\n", tracker.maximum(0),
              check_report(tracker.snapshot(), tracker.report()).size());
  MachineRun x(before), y(machine);
  std::vector<std::int64_t> results;
  std::uint32_t steps = 100, more = 100;
  const bool same = x.run(0, {}, results, steps) && y.run(0, {}, results, more) && x.shown == y.shown;
  return exact && same && report.maxima[0].pressure == 4 && tracker.maximum(0) == 2 && tracker.error().empty() ? 0 : 1;
}
