// See plan.hpp.
#include "nvptx/thinlto/plan.hpp"

#include <lathe/support/maybe_remarks.hpp>
#include <lathe/thinlto.hpp>
#include <lathe/thinlto/check.hpp>

namespace lathe::nvptx {

thinlto::Plan plan_imports(const thinlto::Problem& problem, const thinlto::Options& options, RemarkList* remarks) {
  return thinlto::plan_problem(problem, options, MaybeRemarks{remarks});
}

std::size_t check_imports(const thinlto::Problem& problem, const thinlto::Plan& plan, const thinlto::Options& options,
                          std::string& faults) {
  const auto found = thinlto::check_plan(problem, plan, options);
  faults = found.str();
  return found.size();
}

}  // namespace lathe::nvptx
