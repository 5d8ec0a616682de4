// The grouper as two passes: neighbouring loads and stores become wider ones, texture fetches come to stand together,
// with the computation of their coordinates. A group that takes the function over a step of registers is not made.
// Needs: no phis. Cost: lathe/group.hpp, lathe/group/pressure.hpp.
#include <lathe/group/check.hpp>
#include <lathe/group/pressure.hpp>
#include "nvptx/passes/machine.hpp"
#include "nvptx/passes/pass_list.hpp"
#include "nvptx/views/group.hpp"

namespace lathe::nvptx {
namespace {

void group_with(const MirGroupOptions& which, Module& module, Function& function, const MachinePassContext& context) {
  MirGrouper grouper(module, function, which);
  const group::Problem problem = group::ingest(grouper);
  if (problem.candidates.size() < 2) return;
  const PassKnobs& knobs = context.options.knobs;
  group::Options options;
  options.fuel = context.fuel;
  options.carry = natural(knobs.group_carry);
  group::JudgeOptions gate;
  static_cast<lathe::program::GateOptions&>(gate) = gate_of(context.options, knobs.group_gate);
  gate.adjacent = !which.textures;  // fetches stay as many as they were
  group::PressureJudge judge(*grouper.views().front(), MirRegisters(module, function, context.registers()), gate);
  group::Judged former{grouper, judge};
  struct {
    group::Plan plan;
    group::Stats stats;
    std::uint64_t changes = 0;
  } result;
  result.plan = group::plan_problem(problem, former, options, context.sink());
  result.stats = result.plan.stats;
  result.changes = result.plan.stats.groups;
  if (context.options.verify_each)
    for (const auto& fault : group::check_plan(problem, result.plan, former, options))
      context.faults.push_back(fault.text);
  group::apply(grouper, problem, result.plan);
  context.count(result);
}

}  // namespace

void group_accesses(Module& module, Function& function, const MachinePassContext& context) {
  MirGroupOptions which;
  which.textures = false;
  group_with(which, module, function, context);
}
void group_textures(Module& module, Function& function, const MachinePassContext& context) {
  MirGroupOptions which;
  which.loads = which.stores = false;
  group_with(which, module, function, context);
}

}  // namespace lathe::nvptx
