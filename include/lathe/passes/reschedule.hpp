// The list scheduler as a pass on any Editor: the regions of a function are planned together (sched/of_view.hpp) and their
// instructions moved, where that leaves fewer registers above the limits or raises the occupancy.
//
// The client's `Own` says of registers what register_target.hpp asks for: sets() with limits and steps, register_class(v).
// A region is a change: fuel counts regions, and each of them alone leaves code that does the same.
// Cost: that of sched::plan_regions, and O(instructions of the regions that have another order).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/changes.hpp>
#include <lathe/passes/rewrite.hpp>
#include <lathe/program/numbering.hpp>
#include <lathe/sched/of_view.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct RescheduleOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  sched::Options how;  ///< the guard stays on: an order has to win something
};
struct RescheduleStats {
  std::uint64_t regions = 0, reordered = 0, moved = 0;
  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t RescheduleStats::*>;
    return std::array{F{"regions", &RescheduleStats::regions},
                      F{"regions in another order", &RescheduleStats::reordered},
                      F{"instructions not where they were", &RescheduleStats::moved}};
  }
};
enum class RescheduleReason : std::uint8_t { no_better };
/// What the pass did.
template <View P>
struct RescheduleResult : PassResult<P, RescheduleStats, RescheduleReason> {
  sched::Refusal refusal = sched::Refusal::none;  ///< the scheduler's, of a problem that it does not take
};

/// What plans; a client that has the scheduler compiled already gives its own.
struct PlanRegions {
  sched::FunctionPlan operator()(const std::vector<sched::Problem>& problems, const sched::Options& options) const {
    return sched::plan_regions(problems, options);
  }
};

namespace detail {

/// Instructions of one run of a block, moved into another order.
template <class P, class E>
void reorder(E& editing, std::span<const inst_t<P>> order) {
  const P& p = std::as_const(editing).program();
  program::Handles<inst_t<P>> run;
  for (const inst_t<P>& i : order) run.add(i);
  program::spot_t<P> end = p.where(order.back());
  while (end.before && run.find(*end.before) != program::none) end = p.where(*end.before);
  for (const inst_t<P>& i : order) editing.move(i, end);
}

/// Registers of the client, and orders through the Editing.
template <class P, class Own, class E>
struct Orders {
  const Own* own;
  E* editing;
  decltype(auto) sets() const { return own->sets(); }
  decltype(auto) register_class(const value_t<P>& v) const { return own->register_class(v); }
  void reorder(std::span<const inst_t<P>> order) { detail::reorder<P>(*editing, order); }
};

}  // namespace detail

/// See the head of the file.
template <Editor P, class Own, class Plan = PlanRegions, class Sink = NoRemarks, class... Observers>
RescheduleResult<P> reschedule(P& code, const Own& own, const RescheduleOptions& options = {}, Plan&& plan = {},
                               Sink&& sink = {}, Observers&... observers) {
  using Editing = program::Editing<P, Observers...>;
  RescheduleResult<P> result;
  Editing editing(code, observers...);
  Changes<std::remove_reference_t<Sink>, Observers...> changes("reschedule", options.fuel, sink, observers...);
  sched::FunctionOf<P, detail::Orders<P, Own, Editing>> function(code, {&own, &editing});
  const sched::FunctionPlan all = plan(function.problems(), options.how);
  result.refusal = all.refusal;
  if (all.refusal != sched::Refusal::none) return result;
  result.stats.regions = all.plans.size();
  for (std::size_t r = 0; r < all.plans.size(); ++r) {
    if (!sched::reordered(all.plans[r].decision)) continue;
    if (!changes.next("RegionReordered")) break;
    if (!sched::apply(function.regions()[r], all.plans[r])) continue;
    ++result.stats.reordered;
    result.stats.moved += all.plans[r].stats.moved;
    changes.remark(Remark::Kind::passed, "RegionReordered", code, function.regions()[r].inst(0), [&] {
      return std::to_string(all.plans[r].stats.moved) + " instructions moved: " + to_string(all.plans[r].decision);
    });
  }
  changes.close(result);
  return result;
}

}  // namespace lathe::passes
