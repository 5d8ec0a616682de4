// An order of fewer cycles that needs no more registers than the one there is: what may be had behind another scheduler, or
// behind an order made for registers.
//
// List scheduling follows the order that there is, with a guide that counts exactly what lives at each point
// (exact_guide.hpp). Where an order has fewer registers at some points than at its worst one, that is what there is to use.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <lathe/sched/evaluate.hpp>
#include <lathe/sched/exact_guide.hpp>
#include <lathe/sched/list.hpp>

namespace lathe::sched {

/// An order and what it costs.
struct MeasuredOrder {
  std::vector<std::uint32_t> order;      ///< order[k]: the instruction of place k
  std::vector<std::uint64_t> registers;  ///< MaxLive of each set
  std::uint64_t cycles = 0;              ///< first cycle in which all results are there
};

/// First cycle in which all results are there. O(size), and steps of units as issue_cycles. Precondition: the order respects
/// the dependences.
template <class = void>
std::uint64_t cycles_of(const Graph& g, std::span<const std::uint32_t> order) {
  const auto issued = issue_cycles(g, order);
  std::uint64_t cycles = 0;
  for (std::uint32_t n = 0; n < issued.size(); ++n) cycles = std::max(cycles, issued[n] + g.problem().insts[n].latency);
  return cycles;
}

/// What an order costs. O(size), and steps of units as issue_cycles. Precondition: it respects the dependences.
template <class = void>
MeasuredOrder measured(const Graph& g, std::vector<std::uint32_t> order) {
  MeasuredOrder out{std::move(order), {}, 0};
  out.registers = registers_of(g, out.order);
  out.cycles = cycles_of(g, out.order);
  return out;
}

/// No order has fewer cycles: the longest path; and the slots of all instructions, the last of which is some instruction's, whose
/// result may be there at once. O(n).
template <class = void>
std::uint64_t least_cycles(const Graph& g) {
  const Problem& p = g.problem();
  std::uint64_t slots = 0, latency = g.critical;
  for (const Inst& i : p.insts) {
    slots += i.issue;
    if (i.issue != 0) latency = std::min<std::uint64_t>(latency, i.latency);
  }
  if (p.issue_width == 0 || slots == 0) return g.critical;
  return std::max(g.critical, (slots - 1) / p.issue_width + latency);
}

/// An order that takes `most` cycles at most, and no set of which has more registers than in `from`; nothing where none is
/// found. Points at which `from` has fewer than `ceilings` (one for each set) are filled up to these only. The shorter one of
/// two list schedules: ahead of `from` go the instructions of the highest priority, or, where that is shorter, the next ones of `from`.
/// O((n + e) log n + n * look_ahead * (log n + values of an instruction * sets * log n)). Deterministic.
template <class = void>
std::optional<MeasuredOrder> shorter_order(const Graph& g, const MeasuredOrder& from,
                                           std::span<const std::uint64_t> ceilings, std::uint64_t most,
                                           const Options& options = {}) {
  std::optional<MeasuredOrder> best;
  if (least_cycles(g) > most) return best;
  std::vector<std::uint64_t> ceiling = from.registers;
  for (std::size_t s = 0; s < ceiling.size(); ++s) ceiling[s] = std::min(ceiling[s], ceilings[s]);
  for (const bool in_step : {false, true}) {
    std::vector<std::uint32_t> ranks(from.order.size());
    for (std::uint32_t k = 0; k < ranks.size(); ++k) ranks[from.order[k]] = k;
    if (!in_step) ranks = priority_ranks(g, options, false);
    detail::ExactGuide guide(g, from.order, ceiling);
    detail::BasicListScheduler<detail::ExactGuide> scheduler(g, options, std::move(ranks), false, &guide);
    MeasuredOrder found = measured(g, scheduler.run(nullptr));
    if (found.cycles <= most && (!best || found.cycles < best->cycles)) best = std::move(found);
  }
  return best;
}

}  // namespace lathe::sched
