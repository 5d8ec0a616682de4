// Outline repeated code of your own IR with lathe: plan, check, apply, and run both to see that nothing changed.
#include <cstdio>

#include "adapters/toy/outline.hpp"

int main() {
  using namespace toy;
  using enum MachineInst::Op;
  // Three functions that each compute (a * b - a) * (a * b - a) + a of their own registers, and show it.
  Machine machine;
  for (Register r = 0; r < 3; ++r) {
    MachineFunction f;
    f.name = "f" + std::to_string(r);
    const Register a = r, b = r + 1, c = r + 2, d = r + 3;
    f.blocks.push_back({{{set, {a}, {}, 7 + r, 0, 0},
                         {set, {b}, {}, 5, 0, 0},
                         {mul, {c}, {a, b}, 0, 0, 0},
                         {sub, {d}, {c, a}, 0, 0, 0},
                         {mul, {d}, {d, d}, 0, 0, 0},
                         {add, {c}, {d, a}, 0, 0, 0},
                         {show, {}, {c}, 0, 0, 0},
                         {ret, {}, {}, 0, 0, 0}}});
    machine.functions.push_back(f);
  }

  // MachineProgram is MachineView, which every family takes, with the three members of MachineCosts.
  MachineProgram program(machine);
  const auto in = lathe::outline::ingest(program);
  const lathe::outline::Plan plan = lathe::outline::plan(program, in, {}, [](const lathe::Remark& remark) {
    std::printf("%s: %s\n", remark.name.c_str(), remark.text.c_str());
  });
  std::printf("%s", print(plan).c_str());
  lathe::outline::CostsOf costs(program, in);
  const auto faults = lathe::outline::check_plan(in.problem, plan, costs);
  std::printf("checker: %zu faults\n%s", faults.size(), faults.str().c_str());

  Machine outlined = machine;
  for (const lathe::outline::Round& round : plan.rounds) {
    MachineEditor editor(outlined);
    lathe::outline::apply(editor, in, round);
  }
  bool same = true;
  for (std::uint32_t f = 0; f < 3; ++f) {
    std::vector<std::int64_t> results;
    std::uint32_t steps = 1000, more = 1000;
    MachineRun before(machine), after(outlined);
    same &= before.run(f, {}, results, steps) && after.run(f, {}, results, more) && before.shown == after.shown;
    std::printf("f%u shows %lld, then %lld\n", f, static_cast<long long>(before.shown[0]),
                static_cast<long long>(after.shown[0]));
  }
  return faults.empty() && same && plan.stats.functions == 1 ? 0 : 1;
}
