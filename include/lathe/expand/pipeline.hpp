// From a loop to what may be written in its place: ingest, schedule, expand, check, and whether it is worth it. One
// call, and the reason why not.
//
//   const auto plan = modulo::pipeline(loop, options);          // loop: modulo::Loop, of a View by modulo/of_view.hpp
//   if (plan.why.empty()) modulo::apply_expansion(plan.expansion, editor);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <lathe/expand.hpp>
#include <lathe/expand/check.hpp>
#include <lathe/expand/profit.hpp>
#include <lathe/modulo/check.hpp>
#include <lathe/modulo/ingest.hpp>
#include <lathe/modulo/scheduler.hpp>
#include <lathe/support/maybe_remarks.hpp>

namespace lathe::modulo {

struct PipelineOptions {
  IngestOptions ingest;     ///< of the loop's problem
  Options schedule;         ///< of its schedule
  ExpandOptions expand;     ///< of its code
  bool check = false;       ///< run the checkers; what has faults is refused
  ProfitOptions profit{};   ///< off: whatever can be pipelined is
  std::uint64_t trips = 0;  ///< of the loop; 0: nobody knows
};

/// Why a loop stays as it is, or what it became.
struct PipelineOutcome {
  std::string why;                               ///< in words; empty: it may be written
  std::optional<Why> schedule;                   ///< there is no schedule that overlaps
  ExpandRefusal expand = ExpandRefusal::none;    ///< there is one, and no expansion
  Profit profit;                                 ///< what the gate saw, where it is on and there is an expansion
  std::string faults;                            ///< of the checkers, a line each
  std::uint32_t ii = 0, stages = 0, unroll = 0;  ///< of the expansion
  Method method = Method::mve;                   ///< likewise; annotate: refused, for there is nothing to write
};
/// A loop that is to be pipelined: its problem, and the code that it becomes.
template <class Value>
struct PipelinePlan : PipelineOutcome {
  Ingested<Value> in;  ///< the loop, and handles of its instructions and values by their numbers
  Expansion expansion;
};

namespace detail {

/// "12 -> 14 of gpr": what the verdict on a loop is made from.
inline std::string figures_of(const Profit& p) {
  const auto number = [](auto n) { return std::to_string(n); };
  if (p.why == Unprofitable::limit || p.why == Unprofitable::step)
    return number(p.registers) + " -> " + number(p.registers_behind) + " of " + p.set;
  if (p.why == Unprofitable::few_insts)
    return number(p.plain_issue) + " issue slots in " + number(p.plain_interval) + " cycles";
  return number(p.plain / 100) + " -> " + number(p.pipelined / 100) + " cycles, " + number(p.threads) + " threads";
}
template <class Sink>
void tell_unprofitable(const Problem& p, const Profit& profit, Sink& sink) {
  if constexpr (wants_remarks<Sink>) {
    if (!listens(sink)) return;
    static constexpr const char* names[] = {"", "RegisterLimit", "OccupancyStep", "TooFewInstructions", "NoGain"};
    sink(Remark{Remark::Kind::missed,
                "modulo",
                names[static_cast<int>(profit.why)],
                p.name,
                std::string("Not profitable to pipeline: ") + to_string(profit.why) + ", " + figures_of(profit),
                {{"Interval", std::to_string(profit.plain_interval)},
                 {"II", std::to_string(profit.interval)},
                 {"Threads", std::to_string(profit.threads)},
                 {"Registers", std::to_string(profit.registers)},
                 {"RegistersBehind", std::to_string(profit.registers_behind)}}});
  }
}

/// What Method::annotate is for: of each instruction, in order, its stage and its cycle.
template <class Sink>
void tell_annotated(const Problem& p, const Expansion& e, Sink& sink) {
  if constexpr (wants_remarks<Sink>) {
    if (!listens(sink)) return;
    std::string places;
    for (const Instance& i : e.instances)
      places += (places.empty() ? "" : ", ") + std::to_string(i.inst) + " in stage " + std::to_string(i.cycle / e.ii) +
                " at " + std::to_string(i.cycle);
    sink(Remark{Remark::Kind::analysis,
                "modulo",
                "Annotated",
                p.name,
                "scheduled and left as it is: " + places,
                {{"II", std::to_string(e.ii)}, {"Stages", std::to_string(e.stages)}}});
  }
}

template <class L, class Sink>
auto pipeline(L& loop, const PipelineOptions& options, Sink& sink) {
  PipelinePlan<handle_t<L>> out;
  out.in = ingest_with_values(loop, options.ingest);
  const Result result = schedule(out.in.problem, options.schedule);
  if (const NoSchedule* const no = result.refusal())
    out.schedule = no->why;
  else if (result.schedule()->stages() < 2)
    out.schedule = Why::single_stage;
  if (out.schedule) {
    out.why = to_string(*out.schedule);
    if constexpr (wants_remarks<Sink>)
      if (result.refusal() != nullptr && listens(sink)) tell(out.in.problem, options.schedule, result, sink);
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
    tell_annotated(out.in.problem, e, sink);
  } else if (options.check) {
    out.faults = check_schedule(out.in.problem, found, options.schedule.force_issue_width).str() +
                 check_expansion(out.in.problem, found, e).str();
    if (!out.faults.empty()) out.why = "the checkers find faults";
  }
  if (!out.why.empty()) return out;
  if (options.profit.aware) {
    out.profit = profit_of(out.in.problem, e, options.profit, options.trips, options.schedule.force_issue_width);
    if (out.profit.why != Unprofitable::none) {
      out.why = to_string(out.profit.why);
      tell_unprofitable(out.in.problem, out.profit, sink);
      return out;
    }
  }
  if constexpr (wants_remarks<Sink>)
    if (listens(sink)) tell(out.in.problem, options.schedule, result, sink);
  return out;
}

}  // namespace detail

/// A PipelinePlan. O(size) beside the scheduler and its expansion; the checkers run a few iterations. Remarks: the
/// scheduler's, but that a loop is pipelined only where it may be written, and why one is not worth it.
template <class L, class Sink = NoRemarks>
auto pipeline(L& loop, const PipelineOptions& options = {}, Sink&& sink = {}) {
#include <lathe/modulo/loop.def>
  if constexpr (Loop<L>) return detail::pipeline(loop, options, sink);
}

}  // namespace lathe::modulo
