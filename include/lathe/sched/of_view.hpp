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
#include <lathe/support/none.hpp>

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
  using Through = std::vector<std::pair<program::RegisterClass, std::uint32_t>>;

 public:
  using Base::Base;
  /// A region, what its client says besides, and how many values of a class live throughout it, unmentioned.
  OfView(program::Region<V> region, Own own, Through through)
      : Base(std::move(region), std::move(own)), through_(std::move(through)) {}
  const Through& through() const { return through_; }  ///< how many values of a class live throughout, unmentioned
  /// The region's instructions are to stand in this order, in place of theirs: hands the Own their handles.
  void reorder(std::span<const std::uint32_t> order)
    requires requires(Own& own, std::span<const program::inst_t<V>> insts) { own.reorder(insts); }
  {
    std::vector<program::inst_t<V>> insts;
    insts.reserve(order.size());
    for (const std::uint32_t n : order) insts.push_back(this->inst(n));
    this->own_.reorder(std::span<const program::inst_t<V>>(insts));
  }

 private:
  Through through_;
};

namespace detail {

/// How many values of each class live: what flow::Regions asks of a counter.
template <class V, class Own>
class LiveOfClasses {
 public:
  explicit LiveOfClasses(const Own& own) : own_(&own) {}
  void change(std::uint32_t number, const program::value_t<V>& value, bool lives) {
    const std::uint32_t cls = class_of(number, &value);
    if (cls != none) live_[cls] += lives ? 1U : ~0U;
  }
  void open() { behind_ = live_; }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> close(std::span<const std::uint32_t> mentioned) {
    for (const std::uint32_t v : mentioned)
      if (const std::uint32_t cls = class_of(v, nullptr); cls != none) --behind_[cls];
    std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
    for (std::uint32_t c = 0; c < behind_.size(); ++c)
      if (behind_[c] != 0) out.emplace_back(c, behind_[c]);
    return out;
  }
  const std::vector<program::RegisterClass>& classes() const { return classes_; }

 private:
  // Of what counts nowhere none. A value whose number is known was asked for before.
  std::uint32_t class_of(std::uint32_t number, const program::value_t<V>* value) {
    constexpr std::uint32_t unknown = none - 1;
    if (number >= class_.size()) class_.resize(number + 1, unknown);
    if (class_[number] != unknown || value == nullptr) return class_[number];
    program::RegisterClass cls = own_->register_class(*value);
    if (cls.shares.empty()) return class_[number] = none;
    const auto at = std::find(classes_.begin(), classes_.end(), cls);
    class_[number] = static_cast<std::uint32_t>(at - classes_.begin());
    if (at == classes_.end()) {
      classes_.push_back(std::move(cls));
      live_.push_back(0);
    }
    return class_[number];
  }

  const Own* own_;
  std::vector<std::uint32_t> class_;  // by number
  std::vector<program::RegisterClass> classes_;
  std::vector<std::uint32_t> live_, behind_;
};

}  // namespace detail

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
  /// Finds the regions, and gives each a copy of `own`. O(size), flow::liveness, and classes for each region.
  FunctionOf(const V& view, const Own& own) : FunctionOf(view, own, Counter(own)) {}
  /// Where they are, a flow::Regions<V>::Place each: places()[k] of regions()[k].
  const auto& places() const { return found_.places(); }

 private:
  using Counter = std::conditional_t<program::RegionOwn<V, Own>, detail::LiveOfClasses<V, Own>, program::Nothing>;
  FunctionOf(const V& view, const Own& own, Counter counter) : found_(view, counter) {
    if constexpr (program::RegionOwn<V, Own>) {
      this->regions_.reserve(found_.places().size());
      for (const auto& place : found_.places()) {
        std::vector<std::pair<program::RegisterClass, std::uint32_t>> through;
        for (const auto& [cls, values] : place.through) through.emplace_back(counter.classes()[cls], values);
        this->regions_.emplace_back(found_.region(place), own, std::move(through));
      }
    }
  }
  std::conditional_t<program::RegionOwn<V, Own>, flow::Regions<V>, program::Nothing> found_;
};

}  // namespace lathe::sched
