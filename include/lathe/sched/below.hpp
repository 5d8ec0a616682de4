// Orders of few cycles that have at most so many registers of one set, asked for one number after the other.
//
// For steps of occupancy, which a function gets where all its regions fit: the orders made for registers are made once and
// weighed again at each number. The lowest of them is what list scheduling leaves where the number allows it. Where none of
// them fits and one comes near, a search that leaves the source order only where it must is asked; what it finds is often better than an order
// made for registers alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/sched/list.hpp>
#include <lathe/sched/reduce.hpp>
#include <lathe/sched/search.hpp>
#include <lathe/sched/shorter.hpp>

namespace lathe::sched {

/// Orders of one region below a number of registers.
template <class = void>
class BasicOrdersBelow {
 public:
  /// The graph outlives it. `options`: look_ahead, search (instructions looked at to get the lowest order lower, beside 4 for
  /// each instruction; 0: none) and the windows' knobs are heard. `tries`: ready instructions that the search from the source
  /// order may look at, for each instruction of the region; 0: no such search.
  explicit BasicOrdersBelow(const Graph& g, const Options& options = {}, std::uint32_t tries = 16)
      : g_(g), options_(options), tries_(tries) {}

  /// What `fits` may do for its answer.
  enum class Effort : std::uint8_t {
    there,  ///< look at the orders that there are
    search  ///< and look for others, where one that there is comes near to the number
  };
  /// Is an order known that has at most `registers` of `set`? With Effort::search what run() finds, without its list schedules.
  /// The first call makes all orders by registers, O((n + e) log n), and the search for a lower one; where no order fits two list
  /// schedules more, once, and the search from the source order. Deterministic.
  /// Precondition: every call, of run() too, names the same set.
  bool fits(std::uint32_t set, std::uint64_t registers, Effort effort = Effort::search) {
    return low_order(set, registers, effort) != nullptr;
  }
  /// The order of fewest cycles found that has at most `registers` of `set`; nothing where none is found. Limits of other sets
  /// hold where the lowest order keeps them. As fits(), and two list schedules.
  std::optional<MeasuredOrder> run(std::uint32_t set, std::uint64_t registers) {
    const MeasuredOrder* const low = low_order(set, registers, Effort::search);
    if (low == nullptr) return {};
    for (MeasuredOrder& o : orders_)
      if (o.registers[set] <= registers) cycles(o);
    const auto ceilings = ceilings_of(*low, set, registers);
    const auto shorter = [&](const MeasuredOrder& o) { return std::tuple(excess(o), o.cycles, total(o)); };
    const MeasuredOrder* there = low;
    for (const MeasuredOrder& o : orders_)
      if (o.registers[set] <= registers && shorter(o) < shorter(*there)) there = &o;
    std::optional<MeasuredOrder> best = *there;
    for (const bool in_step : {false, true}) {
      MeasuredOrder o = measured(g_, list_order_below(g_, options_, low->order, ceilings, in_step));
      if (o.registers[set] <= registers && shorter(o) < shorter(*best)) best = std::move(o);
    }
    return best;
  }
  /// What the source order costs. As issue_cycles, once. Precondition: fits() or run() was called.
  std::uint64_t source_cycles() { return cycles(orders_[0]); }

 private:
  // Where every order that there is has a tenth more registers than wanted (or five), no other was found: the two schedules and the
  // search found one seven times of 118, the lowest having 1.01 to 1.07 times as many (bench/adapters/amd, four targets).
  static constexpr std::uint64_t near_part = 10, near_least = 4;
  const MeasuredOrder* low_order(std::uint32_t set, std::uint64_t registers, Effort effort) {
    if (orders_.empty()) make(set, registers);
    MeasuredOrder* low = lowest(set, registers);
    if (low != nullptr || effort == Effort::there) return low;
    std::uint64_t least = orders_[0].registers[set];
    for (const MeasuredOrder& o : orders_) least = std::min(least, o.registers[set]);
    if (least > registers + std::max(registers / near_part, near_least)) return nullptr;
    if (by_latency(set)) low = lowest(set, registers);
    return low == nullptr && search(set, registers) ? &orders_.back() : low;
  }
  // Of those that fit.
  MeasuredOrder* lowest(std::uint32_t set, std::uint64_t registers) {
    MeasuredOrder* low = nullptr;
    for (MeasuredOrder& o : orders_)
      if (o.registers[set] <= registers && (low == nullptr || lower(o, *low))) low = &o;
    return low;
  }
  bool lower(MeasuredOrder& a, MeasuredOrder& b) {
    const auto x = std::tuple(excess(a), total(a)), y = std::tuple(excess(b), total(b));
    return x != y ? x < y : cycles(a) < cycles(b);
  }
  // Most orders are left for their registers, so that nobody has to know.
  std::uint64_t cycles(MeasuredOrder& o) {
    if (o.cycles == 0) o.cycles = cycles_of(g_, o.order);
    return o.cycles;
  }
  // Other sets: up to their limits, or what they have in the source order.
  std::vector<std::uint64_t> ceilings_of(const MeasuredOrder& low, std::uint32_t set, std::uint64_t registers) const {
    std::vector<std::uint64_t> ceilings(low.registers);
    for (std::uint32_t s = 0; s < ceilings.size(); ++s) {
      const std::uint64_t limit = g_.problem().sets[s].limit;
      ceilings[s] = std::max(ceilings[s], s == set ? registers : limit != 0 ? limit : orders_[0].registers[s]);
    }
    return ceilings;
  }
  void add(std::vector<std::uint32_t> order) {
    orders_.push_back({std::move(order), {}, 0});
    orders_.back().registers = registers_of(g_, orders_.back().order);
  }
  void make(std::uint32_t set, std::uint64_t registers) {
    std::vector<std::uint32_t> source(g_.problem().size());
    std::iota(source.begin(), source.end(), 0);
    add(std::move(source));
    for_each_order_by_registers(g_, value_weights(g_, orders_[0].registers),
                                [&](Strategy, std::vector<std::uint32_t> order) { add(std::move(order)); });
    std::size_t low = 0;
    const auto above = [&](std::size_t k) { return orders_[k].registers[set] > registers; };
    for (std::size_t k = 1; k < orders_.size(); ++k)
      if (above(k) != above(low) ? above(low) : lower(orders_[k], orders_[low])) low = k;
    const MeasuredOrder& from = orders_[low];
    if (auto found = lower_order(g_, from.order, from.registers, options_.search).order) add(std::move(*found));
  }
  // Orders by latency, near to the source's and without a ceiling of the set: at times they are low, too. False: there already.
  bool by_latency(std::uint32_t set) {
    if (std::exchange(by_latency_, true)) return false;
    const auto ceilings = ceilings_of(orders_[0], set, limits::registers);
    for (const bool in_step : {false, true}) add(list_order_below(g_, options_, orders_[0].order, ceilings, in_step));
    return true;
  }
  bool search(std::uint32_t set, std::uint64_t registers) {
    if (tries_ == 0 || std::cmp_less(registers, least_registers(g_)[set])) return false;
    std::vector<std::int64_t> limits(g_.problem().sets.size(), INT64_MAX / 2);
    limits[set] = static_cast<std::int64_t>(registers);
    std::uint64_t budget = std::uint64_t{tries_} * g_.problem().size();
    OrderSearch searcher(g_);
    if (searcher.run(limits, orders_[0].order, budget) != SearchEnd::found) return false;
    add(searcher.order());
    return true;
  }
  std::uint64_t excess(const MeasuredOrder& o) const {
    std::uint64_t sum = 0;
    for (std::size_t s = 0; s < o.registers.size(); ++s) sum += excess_of(g_.problem().sets[s], o.registers[s]);
    return sum;
  }
  static std::uint64_t total(const MeasuredOrder& o) {
    return std::accumulate(o.registers.begin(), o.registers.end(), std::uint64_t{0});
  }

  const Graph& g_;
  Options options_;
  std::uint32_t tries_;
  bool by_latency_ = false;            // are those there?
  std::vector<MeasuredOrder> orders_;  // the source's first; empty: not made yet. Cycles 0: not known yet
};
using OrdersBelow = BasicOrdersBelow<>;

}  // namespace lathe::sched
