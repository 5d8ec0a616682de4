// From a loop to what may be written in its place: ingest, schedule, expand, check. One call, and the reason why not.
//
//   const auto plan = modulo::pipeline(loop, options);          // loop: modulo::Loop, of a View by modulo/of_view.hpp
//   if (plan.why.empty()) modulo::apply_expansion(plan.expansion, editor);
#pragma once

#include <optional>
#include <string>
#include <utility>

#include <lathe/expand.hpp>
#include <lathe/expand/check.hpp>
#include <lathe/modulo/check.hpp>
#include <lathe/modulo/ingest.hpp>
#include <lathe/modulo/scheduler.hpp>

namespace lathe::modulo {

struct PipelineOptions {
  IngestOptions ingest;
  Options schedule;
  ExpandOptions expand;
  bool check = false;  ///< run the checkers; what has faults is refused
};

/// Why a loop stays as it is, or what it became.
struct PipelineOutcome {
  std::string why;                               ///< in words; empty: it may be written
  std::optional<Why> schedule;                   ///< there is no schedule that overlaps
  ExpandRefusal expand = ExpandRefusal::none;    ///< there is one, and no expansion
  std::string faults;                            ///< of the checkers, a line each
  std::uint32_t ii = 0, stages = 0, unroll = 0;  ///< of the expansion
  Method method = Method::mve;                   ///< likewise; annotate: refused, for there is nothing to write
};
template <class Value>
struct PipelinePlan : PipelineOutcome {
  Ingested<Value> in;
  Expansion expansion;
};

namespace detail {

template <class L>
auto pipeline(L& loop, const PipelineOptions& options) {
  PipelinePlan<handle_t<L>> out;
  out.in = ingest_with_values(loop, options.ingest);
  const Result result = schedule(out.in.problem, options.schedule);
  if (const NoSchedule* const no = result.refusal())
    out.schedule = no->why;
  else if (result.schedule()->stages() < 2)
    out.schedule = Why::single_stage;
  if (out.schedule) {
    out.why = to_string(*out.schedule);
    return out;
  }
  const Schedule& found = *result.schedule();
  Expansion& e = out.expansion;
  e = expand(out.in.problem, found, options.expand);
  out.expand = e.refusal;
  out.ii = e.ii;
  out.stages = e.stages;
  out.unroll = e.unroll;
  out.method = e.method;
  if (e.refusal != ExpandRefusal::none) {
    out.why = e.why;
  } else if (e.method == Method::annotate) {
    out.why = "annotated only";
  } else if (options.check) {
    out.faults = check_schedule(out.in.problem, found, options.schedule.force_issue_width).str() +
                 check_expansion(out.in.problem, found, e).str();
    if (!out.faults.empty()) out.why = "the checkers find faults";
  }
  return out;
}

}  // namespace detail

/// A PipelinePlan. O(size) beside the scheduler and its expansion; the checkers run a few iterations.
template <class L>
auto pipeline(L& loop, const PipelineOptions& options = {}) {
#include <lathe/modulo/loop.def>
  if constexpr (Loop<L>) return detail::pipeline(loop, options);
}

}  // namespace lathe::modulo
