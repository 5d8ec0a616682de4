// An order for an allocator that spills: within the limits of registers, or, where none is found, the one that costs the
// fewest stores and loads.
//
// Made for allocators that spill where registers are short, not in the whole region: what is below the limits is worth
// nothing, and every instruction that need not move stays. So the source order is followed first, and left only where
// it does not fit; what is near to it is tried before what is far, and the first order that fits ends it. Where none
// does, the orders found are compared by what they would spill (spills.hpp), and the source order stays unless another
// one spills less.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <lathe/sched/evaluate.hpp>
#include <lathe/sched/reduce.hpp>
#include <lathe/sched/search.hpp>
#include <lathe/sched/spills.hpp>

namespace lathe::sched {

struct FitOptions {
  /// Ready instructions that each search may look at, for each instruction of the region; 0: no search.
  std::uint32_t search = 16;
  /// Orders that are tried beside the searches: the first of up_source, down_source, up_nearest, down_nearest, tree,
  /// up_deep, down_closest.
  std::uint32_t tries = 7;
};

/// An order and what it costs, or why there is none.
struct FitPlan {
  Refusal refusal = Refusal::none;
  Strategy strategy = Strategy::source;         ///< source: the order stays as it is
  std::vector<std::uint32_t> order;             ///< order[k]: the instruction of place k; empty where it stays
  std::uint64_t excess_before = 0, excess = 0;  ///< registers beyond the limits, over all sets: MaxLive less limit
  Spills before, after;          ///< estimates; `after` is 0 where the order fits, both where nothing else was tried
  std::uint32_t candidates = 0;  ///< orders weighed, the source's included
  bool reordered() const { return !order.empty(); }  ///< is it another order than the source's?
};

namespace detail {

template <class = void>
class BasicFitter {
 public:
  BasicFitter(const Problem& p, const FitOptions& options) : p_(p), options_(options), g_(p), estimate_(g_) {}

  FitPlan run() {
    std::vector<std::uint32_t> source(p_.size());
    std::iota(source.begin(), source.end(), 0);
    before_ = registers_of(g_, source);
    plan_.excess_before = plan_.excess = excess(before_);
    plan_.candidates = 1;
    if (plan_.excess == 0) return std::move(plan_);
    least_ = least_registers(g_);
    if (!may_gain()) return std::move(plan_);
    plan_.before = plan_.after = estimate_.run(source);
    if (search(source)) return std::move(plan_);
    const auto weights = value_weights(g_, before_);
    std::vector<std::uint32_t> best;
    std::uint32_t tries = 0;
    for (const Strategy s : {Strategy::up_source, Strategy::down_source, Strategy::up_nearest, Strategy::down_nearest,
                             Strategy::tree, Strategy::up_deep, Strategy::down_closest}) {
      if (tries++ == options_.tries) break;
      if (look(s, s == Strategy::tree ? tree_order(g_, weights) : greedy_order(g_, weights, s)))
        return std::move(plan_);
    }
    if (plan_.reordered()) search(std::vector<std::uint32_t>(plan_.order));
    return std::move(plan_);
  }

 private:
  std::uint64_t excess(const std::vector<std::uint64_t>& registers) const {
    std::uint64_t sum = 0;
    for (std::size_t s = 0; s < registers.size(); ++s) sum += excess_of(p_.sets[s], registers[s]);
    return sum;
  }
  // Where what lives throughout and what one instruction names is all that is too much, no order has fewer.
  bool may_gain() const {
    for (std::size_t s = 0; s < before_.size(); ++s)
      if (excess_of(p_.sets[s], before_[s]) != 0 && static_cast<std::int64_t>(before_[s]) > least_[s]) return true;
    return false;
  }
  // True: it fits, so that nothing better is to be had.
  bool look(Strategy strategy, std::vector<std::uint32_t> order) {
    ++plan_.candidates;
    const std::uint64_t beyond = excess(registers_of(g_, order));
    const Spills spills = beyond == 0 ? Spills{} : estimate_.run(order);
    if (beyond != 0 &&
        (spills.sum() > plan_.after.sum() || (spills.sum() == plan_.after.sum() && beyond >= plan_.excess)))
      return false;
    plan_.strategy = strategy;
    plan_.order = std::move(order);
    plan_.excess = beyond;
    plan_.after = spills;
    return beyond == 0;
  }
  bool search(const std::vector<std::uint32_t>& guide) {
    if (options_.search == 0) return false;
    std::vector<std::int64_t> limits(p_.sets.size());
    for (std::size_t s = 0; s < limits.size(); ++s) {
      const std::int64_t limit = p_.sets[s].limit == 0 ? INT64_MAX / 2 : std::int64_t{p_.sets[s].limit};
      limits[s] = std::max(limit, least_[s]);
    }
    std::uint64_t budget = std::uint64_t{options_.search} * p_.size();
    OrderSearch searcher(g_);
    if (searcher.run(limits, guide, budget) != SearchEnd::found) return false;
    return look(Strategy::search, searcher.order());
  }

  const Problem& p_;
  const FitOptions& options_;
  Graph g_;
  SpillEstimate estimate_;
  std::vector<std::uint64_t> before_;
  std::vector<std::int64_t> least_;
  FitPlan plan_;
};
using Fitter = BasicFitter<>;

}  // namespace detail

/// An order of the region within its limits, or with fewer spills than the source order's. O((n + e) log n), the
/// searches of FitOptions, and of each order weighed the estimate's cost. Deterministic.
/// Precondition: check_problem finds nothing. Who makes problems by program, and tests that, need not look each time.
template <class = void>
FitPlan fit_valid_problem(const Problem& problem, const FitOptions& options = {}) {
  return detail::Fitter(problem, options).run();
}

/// The same of any problem: one with a fault is refused. O(size) more.
template <class = void>
FitPlan fit_problem(const Problem& problem, const FitOptions& options = {}) {
  FitPlan plan;
  const auto faults = check_problem(problem);
  if (!faults.empty()) {
    plan.refusal = faults.has(ProblemFault::too_large) ? Refusal::too_large : Refusal::broken_problem;
    return plan;
  }
  return fit_valid_problem(problem, options);
}

}  // namespace lathe::sched
