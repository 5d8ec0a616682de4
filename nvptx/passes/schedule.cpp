// The list scheduler as a pass: the regions of a function planned together, and their instructions moved.
// Needs: no phis. Gives: the same instructions in another order within each region. Cost: lathe/sched.hpp.
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

void schedule(Module& module, Function& function, const Features& features, const PassOptions& options,
              Faults& faults) {
  MirScheduling scheduling(module, function, registers_of(features, options));
  const std::vector<sched::Problem> problems = scheduling.problems();
  sched::Options how = mir_sched_defaults();
  how.mode = sched::before_assignment(options.sched4reg).mode;
  const sched::FunctionPlan plan = region_plans(problems, how, nullptr);
  if (plan.refusal != sched::Refusal::none) {
    if (options.verify_each) faults.push_back(std::string("no plan: ") + sched::to_string(plan.refusal));
    return;
  }
  if (options.verify_each)
    for (std::size_t r = 0; r < problems.size(); ++r)
      for (const auto& fault : check_region(sched::with_floor(problems[r], plan.floor), plan.plans[r], how))
        faults.push_back(problems[r].name + ": " + fault.text);
  scheduling.apply(plan);
}

}  // namespace lathe::nvptx
