// The list scheduler: problem, plan, and the adapters' concepts. Checker sched/check.hpp, text forms sched/text.hpp.
#pragma once

#include <lathe/sched/ingest.hpp>  // the fewer files between, the shorter what is told of a mistake

#include <lathe/sched/apply.hpp>
#include <lathe/sched/concepts.hpp>
#include <lathe/sched/options.hpp>
#include <lathe/sched/plan.hpp>
#include <lathe/sched/problem.hpp>
#include <lathe/sched/scheduler.hpp>

namespace lathe::sched {

/// Schedules a region. The plan's order counts its insts().
template <class R, class Sink = NoRemarks>
  requires(!std::same_as<std::remove_cvref_t<R>, Problem>)
Plan plan(R& region, const Options& options = {}, Sink&& sink = {}) {
#include <lathe/sched/region.def>
  if constexpr (Region<R>) return plan_problem(ingest(region), options, sink);
  return {};
}

}  // namespace lathe::sched
