// What an order costs: its cycles on the machine that issues in order, and its registers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <lathe/sched/graph.hpp>
#include <lathe/sched/plan.hpp>
#include <lathe/sched/unit_times.hpp>

namespace lathe::sched {

/// The earliest cycle of each instruction when they issue in this order. O(size + reservations * log copies); for each
/// hold of a unit that is taken later than at the issue, or more than once, also the steps of what is held of that unit
/// (unit_times.hpp) from where it could begin to where it ends. Those are counted in `stats`, unless it is null.
/// Precondition: `order` respects the dependences.
template <class = void>
inline std::vector<std::uint64_t> issue_cycles(const Graph& g, std::span<const std::uint32_t> order,
                                               Stats* stats = nullptr) {
  const Problem& p = g.problem();
  std::vector<std::uint64_t> cycle(p.size(), 0);
  detail::UnitTimes units(g);
  std::uint64_t now = 0, slots = 0;
  for (const std::uint32_t n : order) {
    std::uint64_t at = units.earliest(n, std::max(now, cycle[n]));  // what its predecessors left there
    if (at > now) slots = 0;
    if (p.issue_width != 0 && slots + p.insts[n].issue > p.issue_width) {
      at = units.earliest(n, at + 1);
      slots = 0;
    }
    now = at;
    slots += p.insts[n].issue;
    cycle[n] = at;
    units.issue(n, at);
    for (const Arc& a : g.successors[n]) cycle[a.inst] = std::max(cycle[a.inst], at + a.latency);
  }
  if (stats != nullptr) stats->unit_steps += units.passed();
  return cycle;
}

/// MaxLive of each set, by one walk. O(size).
template <class = void>
inline std::vector<std::uint64_t> registers_of(const Graph& g, std::span<const std::uint32_t> order) {
  const Problem& p = g.problem();
  std::vector<std::int64_t> live(p.sets.size(), 0), most(p.sets.size(), 0);
  std::vector<std::uint32_t> left(p.values.size());
  const auto add = [&](std::uint32_t v, std::int64_t sign) {
    for (const Amount& a : g.amounts_of[v]) {
      live[a.set] += sign * a.registers;
      most[a.set] = std::max(most[a.set], live[a.set]);
    }
  };
  for (std::uint32_t v = 0; v < p.values.size(); ++v) {
    left[v] = g.reads_of(v);
    if (p.values[v].def == none) add(v, 1);
  }
  for (std::uint32_t v = 0; v < p.values.size(); ++v)
    if (p.values[v].def == none && left[v] == 0) add(v, -1);  // live at the first point only
  for (const std::uint32_t n : order) {
    for (const std::uint32_t v : g.uses_of[n])
      if (--left[v] == 0) add(v, -1);
    for (const std::uint32_t v : g.defs_of[n]) add(v, 1);
    for (const std::uint32_t v : g.defs_of[n])
      if (left[v] == 0) add(v, -1);
  }
  return {most.begin(), most.end()};
}

/// Excess and occupancy of these registers.
template <class = void>
inline Cost weigh(const Problem& p, std::vector<std::uint64_t> registers) {
  Cost cost;
  for (std::size_t s = 0; s < p.sets.size(); ++s) {
    cost.excess += excess_of(p.sets[s], registers[s]);
    cost.occupancy = std::min(cost.occupancy, occupancy_of(p.sets[s], registers[s]));
  }
  cost.registers = std::move(registers);
  return cost;
}

}  // namespace lathe::sched
