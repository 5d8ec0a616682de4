// Plan imports between modules of your own IR with lathe: plan, check, apply, and run a module that needs no other now.
#include <cstdio>

#include "adapters/toy/thinlto.hpp"

namespace {

using namespace toy;
using enum MachineInst::Op;

// name(a) { b = callee(a); show b; return b * a }, or without a callee: a + a.
MachineFunction function(Machine& machine, const char* name, const char* callee) {
  MachineFunction f;
  f.name = name;
  f.parameters = {0};
  MachineBlock block;
  if (callee != nullptr) {
    block.insts.push_back({call, {1}, {0}, 0, find_or_declare(machine, callee), 0});
    block.insts.push_back({show, {}, {1}, 0, 0, 0});
    block.insts.push_back({mul, {2}, {1, 0}, 0, 0, 0});
  } else {
    block.insts.push_back({add, {2}, {0, 0}, 0, 0, 0});
  }
  block.insts.push_back({ret, {}, {2}, 0, 0, 0});
  f.blocks.push_back(block);
  return f;
}

}  // namespace

int main() {
  std::vector<MachineModule> modules(3);
  const char* const names[] = {"main.toy", "middle.toy", "leaf.toy"};
  const char* const functions[] = {"start", "middle", "leaf"};
  for (std::size_t m = 0; m < 3; ++m) {
    modules[m].name = names[m];
    const MachineFunction made = function(modules[m].machine, functions[m], m < 2 ? functions[m + 1] : nullptr);
    modules[m].machine.functions[find_or_declare(modules[m].machine, functions[m])] = made;
  }
  modules[2].machine.functions.push_back(function(modules[2].machine, "unused", nullptr));

  // MachineSummaries has the six members that thinlto::Summaries asks for, and names, flags and roots.
  MachineSummaries summaries(modules, {"start"});
  const lathe::thinlto::Problem problem = lathe::thinlto::ingest(summaries);
  const lathe::thinlto::Options options{.print_import_failures = true};
  const lathe::thinlto::Plan plan = lathe::thinlto::plan_problem(
      problem, options, [](const lathe::Remark& r) { std::printf("%s: %s\n", r.place.c_str(), r.text.c_str()); });
  std::printf("%s", print(problem, plan).c_str());
  const auto faults = lathe::thinlto::check_plan(problem, plan, options);
  std::printf("checker: %zu faults\n%s", faults.size(), faults.str().c_str());

  // The plan is data: this IR's way to import is to copy the body.
  Machine alone = modules[0].machine;
  for (const lathe::thinlto::Import& import : plan.modules[0].imports) {
    const lathe::thinlto::Summary& s = problem.summaries[import.summary];
    import_function(alone, modules[s.module].machine, problem.label(s.value));
  }
  MachineRun run(alone);
  std::vector<std::int64_t> results;
  std::uint32_t steps = 100;
  const bool ran = run.run(find_or_declare(alone, "start"), {3}, results, steps);
  std::printf("start(3) in main.toy alone: %lld\n", ran ? static_cast<long long>(results[0]) : -1LL);
  // leaf(3) = 6, middle(3) = 6 * 3, start(3) = 18 * 3.
  return faults.empty() && ran && results[0] == 54 && plan.modules[0].imports.size() == 2 ? 0 : 1;
}
