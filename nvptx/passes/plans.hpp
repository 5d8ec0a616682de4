// What the optional passes compile of the algorithms, for the rest of the program too: each family is instantiated
// once, in schedule.cpp and pipeline_loops.cpp.
#pragma once

#include <vector>

#include <lathe/expand/check.hpp>
#include <lathe/modulo.hpp>
#include <lathe/modulo/check.hpp>
#include <lathe/sched.hpp>
#include <lathe/sched/check.hpp>
#include <lathe/support/maybe_remarks.hpp>

#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx {

struct MirPipelined;
struct MirPipelineOptions;

/// sched::plan_problem and plan_regions; `remarks` may be null.
sched::Plan region_plan(const sched::Problem& problem, const sched::Options& options, RemarkList* remarks);
sched::FunctionPlan region_plans(const std::vector<sched::Problem>& problems, const sched::Options& options,
                                 RemarkList* remarks);
FaultList<sched::PlanFault> check_region(const sched::Problem& problem, const sched::Plan& plan,
                                         const sched::Options& options);

/// modulo::schedule, expand and their checkers; `remarks` may be null.
modulo::Result schedule_loop(const modulo::Problem& problem, const modulo::Options& options, RemarkList* remarks);
modulo::Expansion expand_loop(const modulo::Problem& problem, const modulo::Schedule& schedule,
                              const modulo::ExpandOptions& options);
FaultList<modulo::ScheduleFault> check_loop(const modulo::Problem& problem, const modulo::Schedule& schedule,
                                            std::uint32_t issue_width);
FaultList<modulo::ExpandFault> check_expanded_loop(const modulo::Problem& problem, const modulo::Schedule& schedule,
                                                   const modulo::Expansion& expansion);
/// Pipelines the loops of all functions, see nvptx/views/modulo_expand.hpp.
std::vector<MirPipelined> pipeline_module(mir::Module& module, const MirPipelineOptions& options);

}  // namespace lathe::nvptx
