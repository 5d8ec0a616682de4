// Any program::View for lathe::sched: its regions are found, and what is live behind each; the user adds registers and,
// to write orders, reorder(). Where the View knows no latencies, each is 1; where it knows no units, nothing holds any.
//
//   struct Own {
//     range<program::RegisterSet> sets() const;                 // or derive from program::NoRegisters
//     program::RegisterClass register_class(Value) const;
//     void reorder(std::span<const Inst>);                      // they stood in one run of a block: now in this order
//   };
//   sched::FunctionOf<MyView, Own> f(view, own);
//   f.apply(sched::plan_regions(f.problems()));
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/flow/regions.hpp>
#include <lathe/program/region.hpp>
#include <lathe/sched/apply.hpp>
#include <lathe/sched/ingest.hpp>
#include <lathe/sched/scheduler.hpp>

namespace lathe::sched {

/// reorder() of an Own whose handles point into an array in which a block's instructions stand.
template <class T>
void reorder_in_place(std::span<const T* const> order) {
  std::vector<T> fresh;
  fresh.reserve(order.size());
  for (const T* inst : order) fresh.push_back(*inst);
  // What a View shows as constant is the user's, who asked for this.
  T* const first = const_cast<T*>(*std::min_element(order.begin(), order.end(), std::less<>()));
  std::move(fresh.begin(), fresh.end(), first);
}

using program::explain_own;

/// A sched::Region, and a sched::Editor where Own has reorder().
template <class V, class Own>
class OfView : public program::RegionBase<V, Own> {
#include <lathe/program/own.def>
  using Base = program::RegionBase<V, Own>;

 public:
  using Base::Base;
  /// The region's instructions are to stand in this order, in place of theirs: hands the Own their handles.
  void reorder(std::span<const std::uint32_t> order)
    requires requires(Own& own, std::span<const program::inst_t<V>> insts) { own.reorder(insts); }
  {
    std::vector<program::inst_t<V>> insts;
    insts.reserve(order.size());
    for (const std::uint32_t n : order) insts.push_back(this->inst(n));
    this->own_.reorder(std::span<const program::inst_t<V>>(insts));
  }
};

/// Regions that are planned together: plan_regions(problems()), then apply.
template <class R>
class RegionList {
 public:
  using Region = R;                               ///< what problems are made of
  std::vector<R>& regions() { return regions_; }  ///< in the order of the code
  /// One for each region, in order. O(size of all, and what ingest costs).
  std::vector<Problem> problems() {
    std::vector<Problem> out;
    out.reserve(regions_.size());
    for (R& region : regions_) out.push_back(ingest(region));
    return out;
  }
  /// Moves the instructions as the plan says; the number of regions that have another order now. Precondition: it is a
  /// plan for problems(), of the function as it was.
  std::size_t apply(const FunctionPlan& plan) {
    std::size_t changed = 0;
    for (std::size_t r = 0; r < regions_.size(); ++r) changed += sched::apply(regions_[r], plan.plans[r]) ? 1 : 0;
    return changed;
  }

 protected:
  std::vector<R> regions_;  ///< by block, and within one in order
};

/// All regions of a function. The View outlives it.
template <class V, class Own>
class FunctionOf : public RegionList<std::conditional_t<program::RegionOwn<V, Own>, OfView<V, Own>, program::Nothing>> {
#include <lathe/program/own.def>

 public:
  /// Finds the regions, and gives each a copy of `own`.
  FunctionOf(const V& view, const Own& own) : found_(view) {
    if constexpr (program::RegionOwn<V, Own>) {
      this->regions_.reserve(found_.places().size());
      for (const auto& place : found_.places()) this->regions_.emplace_back(found_.region(place), own);
    }
  }
  /// Where they are, a flow::Regions<V>::Place each: places()[k] of regions()[k].
  const auto& places() const { return found_.places(); }

 private:
  std::conditional_t<program::RegionOwn<V, Own>, flow::Regions<V>, program::Nothing> found_;
};

}  // namespace lathe::sched
