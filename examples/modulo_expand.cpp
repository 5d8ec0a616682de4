// Overlap the iterations of a loop of your own IR with lathe: schedule it, expand the schedule, check the expansion,
// write it back, and run both to see that nothing changed.
#include <cstdio>

#include <lathe/expand/check.hpp>
#include <lathe/expand/text.hpp>
#include <lathe/modulo/scheduler.hpp>

#include "adapters/toy/modulo_expand.hpp"

int main() {
  using namespace toy;
  using enum MachineInst::Op;
  namespace modulo = lathe::modulo;
  // sum(n): memory[k] = k * k first; then r2 += memory[r0] * r0 for r0 = 0, 1, ... n-1.
  const Register at = 0, square = 1, sum = 2, one = 3, count = 4, zero = 5;
  Machine machine;
  MachineFunction f{"sum", {count}, std::vector<MachineBlock>(3), false};
  auto& start = f.blocks[0].insts;
  start = {{set, {one}, {}, 1, 0, 0}, {set, {zero}, {}, 0, 0, 0}, {set, {at}, {}, 0, 0, 0}, {set, {sum}, {}, 0, 0, 0}};
  for (std::int64_t k = 0; k < Machine::words; ++k) {
    start.push_back({set, {square}, {}, k * k, 0, 0});
    start.push_back({store, {}, {zero, square}, k, 0, 0});
  }
  start.push_back({branch, {}, {count}, 0, 1, 2});
  f.blocks[1].insts = {{load, {square}, {at}, 0, 0, 0},       {mul, {square}, {square, at}, 0, 0, 0},
                       {add, {sum}, {sum, square}, 0, 0, 0},  {add, {at}, {at, one}, 0, 0, 0},
                       {sub, {count}, {count, one}, 0, 0, 0}, {branch, {}, {count}, 0, 1, 2}};
  f.blocks[2].insts = {{show, {}, {sum}, 0, 0, 0}, {ret, {}, {}, 0, 0, 0}};
  machine.functions.push_back(f);

  const auto loop = find_counted_loop(machine, 0);
  if (!loop) return 1;
  PipelineLoop body = ingest_loop(machine, *loop);
  body.problem.issue_width = 2;
  const modulo::Result found = modulo::schedule(body.problem);
  if (found.schedule() == nullptr) return 1;
  std::printf("an iteration every %u cycles, %u at once\n", found.schedule()->ii, found.schedule()->stages());

  bool good = true;
  for (const modulo::Method method : {modulo::Method::mve, modulo::Method::peel}) {
    const modulo::Expansion e = modulo::expand(
        body.problem, *found.schedule(), {.method = method},
        [](const lathe::Remark& remark) { std::printf("%s: %s\n", remark.name.c_str(), remark.text.c_str()); });
    const auto faults = modulo::check_expansion(body.problem, *found.schedule(), e);
    std::printf("%schecker: %zu faults\n", method == modulo::Method::mve ? print(e).c_str() : "", faults.size());
    good &= e.refusal == modulo::ExpandRefusal::none && faults.empty();

    Machine overlapped = machine;
    LoopEditor editor(overlapped, *loop, body, e);
    modulo::apply_expansion(e, editor);
    for (std::int64_t trips = 0; trips <= 14; ++trips) {
      std::vector<std::int64_t> results;
      std::uint32_t steps = 10000, more = 10000;
      MachineRun before(machine), after(overlapped);
      good &= before.run(0, {trips}, results, steps) && after.run(0, {trips}, results, more);
      good &= before.shown == after.shown;
      if (trips == 14) std::printf("sum of 14 cubes: %lld\n", static_cast<long long>(after.shown[0]));
    }
  }
  return good ? 0 : 1;
}
