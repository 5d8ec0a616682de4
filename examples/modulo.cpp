// Schedule a loop of your own IR with lathe: ingest, bounds, schedule, check, and the kernel as a table.
#include <cstdio>

#include "adapters/toy/modulo.hpp"

int main() {
  using namespace toy;
  using enum MachineInst::Op;
  // for (;;) { sum = sum + m[i] * m[j];  i = i + one;  j = j + one; }, sum read behind the loop
  enum : Register { i, j, one, sum, x, y, product };
  MachineFunction f;
  f.blocks.push_back({{{load, {x}, {i}, 0, 0, 0},
                       {load, {y}, {j}, 0, 0, 0},
                       {mul, {product}, {x, y}, 0, 0, 0},
                       {add, {sum}, {sum, product}, 0, 0, 0},
                       {add, {i}, {i, one}, 0, 0, 0},
                       {add, {j}, {j, one}, 0, 0, 0},
                       {branch, {}, {i}, 0, 0, 1}}});

  // MachineLoop is the toy's View; nothing of its own but what is read behind the loop.
  MachineLoop loop(f, 0, {sum});
  const lathe::modulo::Problem problem = lathe::modulo::ingest(loop);
  std::printf("%s\n", print(problem).c_str());

  lathe::modulo::Options options;
  options.exact = true;     // a small loop: prove that nothing is better
  options.max_stages = 20;  // a load takes ten times what an iteration may
  const auto result = lathe::modulo::schedule(problem, options, [](const lathe::Remark& remark) {
    std::printf("%s: %s\n", remark.name.c_str(), remark.text.c_str());
  });
  const lathe::modulo::Schedule* const schedule = result.schedule();
  if (schedule == nullptr) return 1;
  std::printf("RecMII %u, ResMII %u, II %u, %u stages, MaxLive %llu%s\n", result.bounds.rec_mii, result.bounds.res_mii,
              schedule->ii, schedule->stages(), static_cast<unsigned long long>(result.max_live[0]),
              result.least_live ? " (least)" : "");
  for (std::uint32_t slot = 0; slot < schedule->ii; ++slot) {
    std::printf("%3u |", slot);
    for (std::uint32_t op = 0; op < problem.size(); ++op)
      if (schedule->slot(op) == slot) std::printf("  %s (stage %u)", problem.ops[op].name.c_str(), schedule->stage(op));
    std::printf("\n");
  }
  const auto faults = lathe::modulo::check_schedule(problem, *schedule);
  std::printf("checker: %zu faults\n%s", faults.size(), faults.str().c_str());

  // A refusal is a value with a reason.
  options.max_mii = 1;
  const auto refused = lathe::modulo::schedule(problem, options);
  std::printf("with a limit of 1: %s\n", to_string(refused.refusal()->why));
  return faults.empty() && result.least_ii ? 0 : 1;
}
