// The scheduler: from a problem to a plan.
//
// Several orders are made, weighed by what they really cost, and the best by the mode is compared with the source
// order, which is one of them. With the guard the source order stays unless the new one removes excess, raises the
// occupancy or, where the mode asks for it, is shorter. A function's occupancy is that of its worst region:
// plan_regions weighs the regions of a function together and leaves alone those that are low enough already.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <lathe/sched/evaluate.hpp>
#include <lathe/sched/list.hpp>
#include <lathe/sched/reduce.hpp>
#include <lathe/sched/search.hpp>
#include <lathe/support/maybe_remarks.hpp>

namespace lathe::sched {

namespace detail {

/// Negative: a is better.
inline int compare(std::uint64_t a, std::uint64_t b) { return a < b ? -1 : a > b ? 1 : 0; }
template <class = void>
inline std::uint64_t sum(const std::vector<std::uint64_t>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
}
/// By excess, then occupancy.
template <class = void>
inline int compare_steps(const Cost& a, const Cost& b) {
  if (a.excess != b.excess) return compare(a.excess, b.excess);
  return compare(b.occupancy, a.occupancy);
}

/// Fewer registers beyond the limits, or a lower step by so many registers.
template <class = void>
inline bool gains(const Cost& before, const Cost& after, std::uint32_t least) {
  if (after.excess != before.excess) return after.excess < before.excess;
  std::uint64_t saved = 0;
  for (std::size_t s = 0; s < before.registers.size(); ++s)
    if (after.registers[s] < before.registers[s]) saved = std::max(saved, before.registers[s] - after.registers[s]);
  return compare_steps(after, before) < 0 && saved >= least;
}

template <class = void>
class BasicScheduler {
 public:
  BasicScheduler(const Problem& p, const Options& options) : p_(p), options_(options), g_(p) {}

  Plan run() {
    plan_.stats.regions = 1;
    plan_.stats.insts = p_.size();
    plan_.stats.values = p_.values.size();
    plan_.stats.edges = p_.edges.size();
    std::vector<std::uint32_t> source(p_.size());
    std::iota(source.begin(), source.end(), 0);
    add(Strategy::source, std::move(source));
    plan_.before = candidates_[0].cost;
    if (options_.mode == Mode::latency || (options_.mode == Mode::balanced && options_.unbounded)) by_latency();
    if (options_.mode != Mode::latency) by_registers();
    if (options_.mode == Mode::balanced) by_both();
    decide();
    spend_fuel();
    finish();
    return std::move(plan_);
  }

 private:
  struct Candidate {
    Strategy strategy;
    std::vector<std::uint32_t> order;
    Cost cost;
  };

  void add(Strategy strategy, std::vector<std::uint32_t> order) {
    ++plan_.stats.candidates;
    Cost cost = weigh(p_, registers_of(g_, order));
    cost.makespan = makespan(issue_cycles(g_, order, &plan_.stats));
    candidates_.push_back({strategy, std::move(order), std::move(cost)});
  }
  std::uint64_t makespan(const std::vector<std::uint64_t>& cycle) const {
    std::uint64_t end = 0;
    for (std::uint32_t n = 0; n < p_.size(); ++n) end = std::max(end, cycle[n] + p_.insts[n].latency);
    return end;
  }

  void by_latency() {
    if (options_.direction != Direction::bottom_up)
      add(Strategy::list_top_down, list_order(g_, options_, false, &plan_.stats));
    if (options_.direction != Direction::top_down)
      add(Strategy::list_bottom_up, list_order(g_, options_, true, &plan_.stats));
  }
  void by_registers() {
    for_each_order_by_registers(g_, value_weights(g_, plan_.before.registers),
                                [&](Strategy s, std::vector<std::uint32_t> order) { add(s, std::move(order)); });
    const Candidate& low = fewest();
    LowerOrder lower = lower_order(g_, low.order, low.cost.registers, options_.search);
    plan_.stats.search_steps = lower.steps;
    plan_.stats.search_gains += lower.gains;
    if (lower.order) add(Strategy::search, std::move(*lower.order));
  }
  // By latency, under the registers that the best step allows. The source order is a guide as well where it is no
  // worse.
  void by_both() {
    const Candidate low = fewest();
    std::vector<std::uint64_t> ceiling(p_.sets.size());
    for (std::size_t s = 0; s < ceiling.size(); ++s) {
      const RegisterSet& set = p_.sets[s];
      const std::uint64_t least = low.cost.registers[s];
      if (!set.steps.empty())
        ceiling[s] = step_bound(set, least);
      else
        ceiling[s] = set.limit != 0 ? set.limit : plan_.before.registers[s];
      if (set.limit != 0) ceiling[s] = std::min<std::uint64_t>(ceiling[s], set.limit);
      ceiling[s] = std::max(ceiling[s], least);
    }
    const bool both = low.strategy != Strategy::source && compare_steps(plan_.before, low.cost) == 0;
    const std::vector<std::uint32_t> source = candidates_[0].order;
    for (const bool in_step : {false, true}) {
      add(Strategy::list_ceiling, list_order_below(g_, options_, low.order, ceiling, in_step, &plan_.stats));
      if (both) add(Strategy::list_ceiling, list_order_below(g_, options_, source, ceiling, in_step, &plan_.stats));
    }
  }
  const Candidate& fewest() const {
    const Candidate* best = &candidates_[0];
    for (const Candidate& c : candidates_)
      if (better(c.cost, best->cost, Mode::pressure)) best = &c;
    return *best;
  }

  // Nothing gets worse by registers, unless something better than registers is had for it.
  bool acceptable(const Cost& c) const {
    if (compare_steps(c, plan_.before) < 0) return true;
    for (std::size_t s = 0; s < p_.sets.size(); ++s)
      if (c.registers[s] > plan_.before.registers[s]) return false;
    return true;
  }
  bool better(const Cost& a, const Cost& b, Mode mode) const {
    const int steps = compare_steps(a, b), time = compare(a.makespan, b.makespan);
    if (mode == Mode::pressure && acceptable(a) != acceptable(b)) return acceptable(a);
    const int registers = compare(sum(a.registers), sum(b.registers));
    for (const int c : {mode == Mode::latency ? time : steps, mode == Mode::pressure ? registers : time,
                        mode == Mode::pressure ? time : registers, steps})
      if (c != 0) return c < 0;
    return false;
  }

  void decide() {
    std::size_t wish = 0, best = 0;
    for (std::size_t c = 1; c < candidates_.size(); ++c) {
      if (better(candidates_[c].cost, candidates_[wish].cost, options_.mode)) wish = c;
      if ((!options_.guard || worth_it(candidates_[c].cost)) &&
          better(candidates_[c].cost, candidates_[best].cost, options_.mode))
        best = c;
    }
    if (best != 0)
      plan_.decision = reason(candidates_[best].cost);
    else
      plan_.decision = wish == 0 ? Decision::kept_best : Decision::kept_guard;
    plan_.stats.kept_guard = plan_.decision == Decision::kept_guard;
    plan_.strategy = candidates_[best].strategy;
    plan_.order = candidates_[best].order;
    plan_.after = candidates_[best].cost;
  }
  // What the guard lets pass.
  bool worth_it(const Cost& c) const {
    const int steps = compare_steps(c, plan_.before);
    return gains(plan_.before, c, options_.least_gain) ||
           (steps <= 0 && options_.shorter && options_.mode != Mode::pressure && c.makespan < plan_.before.makespan);
  }
  Decision reason(const Cost& c) const {
    const Cost& b = plan_.before;
    if (compare_steps(c, b) < 0) return c.excess < b.excess ? Decision::excess : Decision::occupancy;
    return options_.mode != Mode::pressure && c.makespan < b.makespan ? Decision::shorter : Decision::fewer;
  }

  void spend_fuel() {
    if (options_.fuel >= p_.size() || !reordered(plan_.decision)) return;
    std::vector<bool> placed(p_.size(), false);
    plan_.order.resize(options_.fuel);
    for (const std::uint32_t n : plan_.order) placed[n] = true;
    for (std::uint32_t n = 0; n < p_.size(); ++n)
      if (!placed[n]) plan_.order.push_back(n);
    plan_.decision = Decision::out_of_fuel;
    plan_.stats.out_of_fuel = 1;
    plan_.after = weigh(p_, registers_of(g_, plan_.order));
    plan_.after.makespan = makespan(issue_cycles(g_, plan_.order, &plan_.stats));
  }
  void finish() {
    plan_.cycle = issue_cycles(g_, plan_.order, &plan_.stats);
    Stats& s = plan_.stats;
    s.reordered = reordered(plan_.decision);
    for (std::uint32_t k = 0; k < plan_.order.size(); ++k) s.moved += plan_.order[k] != k;
    s.registers_before = sum(plan_.before.registers);
    s.registers_after = sum(plan_.after.registers);
    s.makespan_before = plan_.before.makespan;
    s.makespan_after = plan_.after.makespan;
    s.excess_before = plan_.before.excess;
    s.excess_after = plan_.after.excess;
  }

  const Problem& p_;
  const Options& options_;
  Graph g_;
  std::vector<Candidate> candidates_;
  Plan plan_;
};
using Scheduler = BasicScheduler<>;

template <class Sink>
void remark(const Problem& p, const Plan& plan, Sink& sink, std::uint32_t region = Remark::no_subject) {
  if constexpr (wants_remarks<Sink>) {
    if (!listens(sink)) return;
    const bool moved = reordered(plan.decision);
    Remark r{moved ? Remark::Kind::passed : Remark::Kind::missed,
             "sched",
             moved ? "Reordered" : "KeptSourceOrder",
             p.name,
             {},
             {},
             {},
             region};
    r.text = std::string(to_string(plan.decision)) + " by " + to_string(plan.strategy) + ": cycles " +
             std::to_string(plan.before.makespan) + " -> " + std::to_string(plan.after.makespan);
    r.arguments = {{"Decision", to_string(plan.decision)},
                   {"Insts", std::to_string(p.size())},
                   {"CyclesBefore", std::to_string(plan.before.makespan)},
                   {"CyclesAfter", std::to_string(plan.after.makespan)}};
    for (std::size_t s = 0; s < p.sets.size(); ++s) {
      const std::string change =
          std::to_string(plan.before.registers[s]) + " -> " + std::to_string(plan.after.registers[s]);
      r.text += ", " + p.sets[s].name + " " + change;
      r.arguments.emplace_back("Registers." + p.sets[s].name, change);
    }
    if (plan.before.occupancy != none)
      r.arguments.emplace_back("Occupancy",
                               std::to_string(plan.before.occupancy) + " -> " + std::to_string(plan.after.occupancy));
    sink(r);
  }
}

template <class = void>
inline Refusal refuse(const Problem& p, const Options& options) {
  if (options.look_ahead == 0) return Refusal::bad_options;
  const auto faults = check_problem(p);
  if (faults.empty()) return Refusal::none;
  return faults.has(ProblemFault::too_large) ? Refusal::too_large : Refusal::broken_problem;
}

}  // namespace detail

/// Schedules a region. O((n + e) log n) with the logarithms of heaps and sorts, and Options::search + 4 n steps of
/// search; where units are taken later than at the issue, or more than once, also what list_order and issue_cycles say
/// of them. Deterministic.
template <class Sink = NoRemarks>
Plan plan_problem(const Problem& problem, const Options& options = {}, Sink&& sink = {}) {
  Plan plan;
  plan.refusal = detail::refuse(problem, options);
  if (plan.refusal != Refusal::none) return plan;
  plan = detail::Scheduler(problem, options).run();
  detail::remark(problem, plan, sink);
  return plan;
}

/// The regions of a function, each with its plan.
struct FunctionPlan {
  Refusal refusal = Refusal::none;   ///< of one of the regions
  std::vector<std::uint32_t> floor;  ///< of each set: what no region can do without; plans are made with it
  std::vector<Plan> plans;
  Stats stats;
};
/// A region as plan_regions plans it, for the checker.
template <class = void>
inline Problem with_floor(Problem p, const std::vector<std::uint32_t>& floor) {
  for (std::size_t s = 0; s < p.sets.size() && s < floor.size(); ++s)
    p.sets[s].floor = std::max(p.sets[s].floor, floor[s]);
  return p;
}

/// Schedules the regions of one function, whose occupancy is that of the worst: first each is made as low as it can be,
/// the highest of which nobody needs to be below; then each is planned by the options with this floor. A region that
/// need not be lower keeps its order. Precondition: all regions have the same sets. Cost of two plans for each region.
template <class Sink = NoRemarks>
FunctionPlan plan_regions(const std::vector<Problem>& regions, const Options& options = {}, Sink&& sink = {}) {
  FunctionPlan out;
  for (const Problem& p : regions)
    if (const Refusal r = detail::refuse(p, options); r != Refusal::none) out.refusal = r;
  for (const Problem& p : regions)
    if (p.sets != regions[0].sets) out.refusal = Refusal::different_sets;
  if (out.refusal != Refusal::none) return out;
  if (!regions.empty()) out.floor.assign(regions[0].sets.size(), 0);
  Options lowest = options;
  lowest.mode = Mode::pressure;
  lowest.guard = false;
  lowest.fuel = UINT64_MAX;
  std::vector<bool> lower(regions.size(), false);  // if the region were the function
  if (options.guard)
    for (std::size_t r = 0; r < regions.size(); ++r) {
      const Plan low = detail::Scheduler(regions[r], lowest).run();
      lower[r] = detail::gains(low.before, low.after, options.least_gain);
      for (std::size_t s = 0; s < out.floor.size(); ++s)
        out.floor[s] =
            std::max(out.floor[s],
                     static_cast<std::uint32_t>(std::min<std::uint64_t>(low.after.registers[s], limits::registers)));
    }
  Options here = options;
  for (std::size_t r = 0; r < regions.size(); ++r) {
    Plan plan = detail::Scheduler(with_floor(regions[r], out.floor), here).run();
    if (!reordered(plan.decision) && lower[r]) {
      plan.decision = Decision::kept_function;
      plan.stats.kept_guard = 0;
      plan.stats.kept_function = 1;
    }
    if (reordered(plan.decision)) here.fuel -= std::min<std::uint64_t>(here.fuel, regions[r].size());
    merge(out.stats, plan.stats);
    detail::remark(regions[r], plan, sink, static_cast<std::uint32_t>(r));
    out.plans.push_back(std::move(plan));
  }
  return out;
}

}  // namespace lathe::sched
