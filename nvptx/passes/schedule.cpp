// The list scheduler as a pass: the regions of a function planned together, and their instructions moved.
// Needs: no phis. Gives: the same instructions in another order within each region. Cost: lathe/sched.hpp.
#include <algorithm>

#include <lathe/passes/reschedule.hpp>
#include <lathe/sched/check.hpp>
#include "nvptx/passes/machine.hpp"
#include "nvptx/passes/pass_list.hpp"
#include "nvptx/passes/plans.hpp"
#include "nvptx/views/sched.hpp"

namespace lathe::nvptx {

sched::Plan region_plan(const sched::Problem& problem, const sched::Options& options, RemarkList* remarks) {
  return sched::plan_problem(problem, options, MaybeRemarks{remarks});
}
sched::FunctionPlan region_plans(const std::vector<sched::Problem>& problems, const sched::Options& options,
                                 RemarkList* remarks) {
  return sched::plan_regions(problems, options, MaybeRemarks{remarks});
}
FaultList<sched::PlanFault> check_region(const sched::Problem& problem, const sched::Plan& plan,
                                         const sched::Options& options) {
  return sched::check_plan(problem, plan, options);
}

namespace {

struct ScheduleResult {
  lathe::passes::RescheduleStats stats;
  std::uint64_t changes = 0;
};

void schedule_with(Module& module, Function& function, const sched::Options& how, const MachinePassContext& context) {
  MirRegisterOptions registers = context.registers();
  registers.extra = natural(context.options.knobs.schedule_extra);
  MirScheduling scheduling(module, function, registers);
  const std::vector<sched::Problem> problems = scheduling.problems();
  const sched::FunctionPlan plan = region_plans(problems, how, context.remarks);
  const bool verify = context.options.verify_each;
  if (plan.refusal != sched::Refusal::none) {
    if (verify) context.faults.push_back(std::string("no plan: ") + sched::to_string(plan.refusal));
    return;
  }
  ScheduleResult result;
  result.stats.regions = problems.size();
  for (std::size_t r = 0; r < problems.size(); ++r) {
    if (verify)
      for (const auto& fault : check_region(sched::with_floor(problems[r], plan.floor), plan.plans[r], how))
        context.faults.push_back(problems[r].name + ": " + fault.text);
    if (!sched::reordered(plan.plans[r].decision)) continue;
    if (result.stats.reordered == context.fuel) break;
    if (!sched::apply(scheduling.regions()[r], plan.plans[r])) continue;
    ++result.stats.reordered;
    result.stats.moved += plan.plans[r].stats.moved;
  }
  result.changes = result.stats.reordered;
  context.count(result);
}

}  // namespace

void schedule(Module& module, Function& function, const MachinePassContext& context) {
  sched::Options how = mir_sched_defaults();
  how.mode = sched::before_assignment(context.options.sched4reg).mode;
  schedule_with(module, function, how, context);
}

// PTX's registers are names that ptxas assigns anew; what they are is taken as settled here. Steps and limits are kept
// all the same, so that an order that is shorter does not cost what ptxas would have to pay for it.
void schedule_behind(Module& module, Function& function, const MachinePassContext& context) {
  schedule_with(module, function, sched::after_assignment(), context);
}

}  // namespace lathe::nvptx
