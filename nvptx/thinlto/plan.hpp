// The import planner and its checker, compiled once for all of the program.
#pragma once

#include <lathe/support/remark.hpp>
#include <lathe/thinlto/plan.hpp>

namespace lathe::nvptx {

/// thinlto::plan_problem; `remarks` may be null.
thinlto::Plan plan_imports(const thinlto::Problem& problem, const thinlto::Options& options, RemarkList* remarks);
/// thinlto::check_plan: how many faults, and a line for each.
std::size_t check_imports(const thinlto::Problem& problem, const thinlto::Plan& plan, const thinlto::Options& options,
                          std::string& faults);

}  // namespace lathe::nvptx
