// The grouper as two passes: neighbouring loads and stores become wider ones, texture fetches come to stand together.
// Needs: no phis. Cost: lathe/group.hpp.
#include <lathe/group/check.hpp>
#include "nvptx/passes/pass_list.hpp"
#include "nvptx/views/group.hpp"

namespace lathe::nvptx {
namespace {

void group_with(MirGroupOptions which, Module& module, Function& function, bool check, Faults& faults) {
  MirGrouper grouper(module, function, which);
  const group::Problem problem = group::ingest(grouper);
  const group::Plan plan = group::plan_problem(problem, grouper);
  if (check)
    for (const auto& fault : group::check_plan(problem, plan, grouper)) faults.push_back(fault.text);
  group::apply(grouper, problem, plan);
}

}  // namespace

void group_accesses(Module& module, Function& function, const Features&, const PassOptions& options, Faults& faults) {
  MirGroupOptions which;
  which.textures = false;
  group_with(which, module, function, options.verify_each, faults);
}
void group_textures(Module& module, Function& function, const Features&, const PassOptions& options, Faults& faults) {
  MirGroupOptions which;
  which.loads = which.stores = false;
  group_with(which, module, function, options.verify_each, faults);
}

}  // namespace lathe::nvptx
