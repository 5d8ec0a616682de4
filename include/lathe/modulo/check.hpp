// Is a problem well formed, is a schedule right: by their definitions, with nothing of the scheduler.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/modulo/schedule.hpp>
#include <lathe/program/held.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::modulo {

enum class ProblemFault : std::uint8_t {
  too_long,    ///< more instructions, values, edges or reservations than Limits say
  bad_id,      ///< an instruction, unit, set or value that is not there
  bad_number,  ///< a latency, distance, weight, count or cycle out of Limits
  unsorted,    ///< reservations not sorted by instruction
  no_copies,   ///< a unit of no copies is asked for, or an instruction asks for more at once than there are
  too_wide,    ///< an instruction needs more issue slots than a cycle has
  bad_value,   ///< an edge carries a value that its `from` does not compute, or is not a data edge
  zero_cycle   ///< instructions wait for themselves in the same iteration
};

namespace detail {

/// The instructions on a cycle of distance 0 with a latency above 0: Bellman-Ford over those edges, ended early.
template <class = void>
inline bool has_zero_cycle(const Problem& p, std::uint32_t& place) {
  std::vector<std::int64_t> at(p.size(), 0);
  for (std::uint32_t round = 0; round <= p.size(); ++round) {
    bool changed = false;
    for (const Edge& e : p.edges) {
      if (e.distance != 0 || at[e.to] >= at[e.from] + e.latency) continue;
      at[e.to] = at[e.from] + e.latency;
      place = e.to;
      changed = true;
    }
    if (!changed) return false;
  }
  return true;
}

/// Reservations one by one, and what each instruction holds at once. Gives the spans looked at (program/held.hpp): no
/// more than two for each reservation.
template <class = void>
inline std::uint64_t check_reservations(const Problem& p, FaultList<ProblemFault>& faults) {
  using enum ProblemFault;
  const auto many = static_cast<std::uint32_t>(Limits::latency);
  std::vector<Reservation> right;
  for (std::uint32_t r = 0; r < p.reservations.size(); ++r) {
    const Reservation& x = p.reservations[r];
    if (r > 0 && x.inst < p.reservations[r - 1].inst)
      faults.add(unsorted, r, "reservations are not sorted by instruction");
    if (x.inst >= p.insts.size() || x.unit >= p.units.size())
      faults.add(bad_id, r, "a reservation of no instruction or no unit");
    else if (x.cycles == 0 || x.cycles > many || x.first > many)
      faults.add(bad_number, r, "a reservation's cycles");
    else
      right.push_back(x);
  }
  std::sort(right.begin(), right.end(), program::stands_before);
  std::uint64_t looked = 0;
  program::for_each_span(right, [&](std::uint32_t inst, const program::HeldSpan& h, bool) {
    ++looked;
    if (h.copies > p.units[h.unit].copies)
      faults.add(no_copies, inst, "more copies of unit '" + p.units[h.unit].name + "' at once than there are");
  });
  return looked;
}

}  // namespace detail

/// What the scheduler assumes of a problem made by hand. O(size) and sorting the reservations, and O(insts * edges) at
/// worst for zero_cycle.
template <class = void>
inline FaultList<ProblemFault> check_problem(const Problem& p) {
  using enum ProblemFault;
  FaultList<ProblemFault> faults;
  const auto many = static_cast<std::uint32_t>(Limits::latency);
  if (p.insts.size() > Limits::insts || p.edges.size() > Limits::edges || p.values.size() > Limits::values ||
      p.reservations.size() > Limits::edges || p.units.size() > many || p.sets.size() > many) {
    faults.add(too_long, 0, "more instructions, edges, values, reservations, units or sets than Limits say");
    return faults;
  }
  if (p.issue_width > many) faults.add(bad_number, 0, "an issue width out of range");
  for (std::uint32_t i = 0; i < p.size(); ++i) {
    if (p.insts[i].latency > many || p.insts[i].issue > many)
      faults.add(bad_number, i, "an instruction's number is too large");
    if (p.issue_width != 0 && p.insts[i].issue > p.issue_width)
      faults.add(too_wide, i, "more issue slots than a cycle has");
  }
  for (std::uint32_t u = 0; u < p.units.size(); ++u)
    if (p.units[u].copies > many) faults.add(bad_number, u, "too many copies of a unit");
  detail::check_reservations(p, faults);
  for (std::uint32_t v = 0; v < p.values.size(); ++v) {
    if (p.values[v].def >= p.insts.size() || p.values[v].set >= p.sets.size())
      faults.add(bad_id, v, "a value of no instruction or no set");
    if (p.values[v].weight > many) faults.add(bad_number, v, "a value's weight is too large");
  }
  bool ids = true;
  for (std::uint32_t k = 0; k < p.edges.size(); ++k) {
    const Edge& e = p.edges[k];
    if (e.from >= p.insts.size() || e.to >= p.insts.size()) {
      faults.add(bad_id, k, "an edge of no instruction");
      ids = false;
      continue;
    }
    if (e.latency > Limits::latency || e.latency < -Limits::latency || e.distance > Limits::distance)
      faults.add(bad_number, k, "an edge's latency or distance is out of range");
    if (e.value == none) continue;
    if (e.value >= p.values.size() || p.values[e.value].def != e.from || e.kind != DependenceKind::data)
      faults.add(bad_value, k, "an edge carries a value that its definition does not compute");
  }
  std::uint32_t place = 0;
  if (ids && detail::has_zero_cycle(p, place)) faults.add(zero_cycle, place, "an instruction waits for itself");
  return faults;
}

enum class ScheduleFault : std::uint8_t {
  bad_shape,     ///< no interval, or not one cycle per instruction and one copy per reservation
  bad_cycle,     ///< a cycle below 0, or the least one not below the interval
  too_early,     ///< an edge is not waited for
  no_such_copy,  ///< a copy that the unit does not have
  unit_taken,    ///< two instructions hold one copy in one cycle, or one holds it longer than the interval
  issue_taken    ///< more is issued in a cycle than there are slots
};

/// The definition of problem.hpp. `issue_width` replaces the problem's unless it is 0.
/// Precondition: check_problem finds nothing. O(edges + cycles reserved), and the sort.
template <class = void>
inline FaultList<ScheduleFault> check_schedule(const Problem& p, const Schedule& s, std::uint32_t issue_width = 0) {
  using enum ScheduleFault;
  FaultList<ScheduleFault> faults;
  if (s.ii == 0 || s.cycle.size() != p.size() || s.copy.size() != p.reservations.size()) {
    faults.add(bad_shape, 0, "no interval, or not one cycle per instruction and one copy per reservation");
    return faults;
  }
  const std::int64_t ii = s.ii;
  for (std::uint32_t i = 0; i < p.size(); ++i)
    if (s.cycle[i] < 0) faults.add(bad_cycle, i, "instruction " + std::to_string(i) + " starts before cycle 0");
  if (!s.cycle.empty() && *std::min_element(s.cycle.begin(), s.cycle.end()) >= ii)
    faults.add(bad_cycle, 0, "stage 0 is empty");
  if (!faults.empty()) return faults;
  for (std::uint32_t k = 0; k < p.edges.size(); ++k) {
    const Edge& e = p.edges[k];
    if (std::int64_t{s.cycle[e.to]} + ii * e.distance < std::int64_t{s.cycle[e.from]} + e.latency)
      faults.add(
          too_early, k,
          "instruction " + std::to_string(e.to) + " starts before instruction " + std::to_string(e.from) + " is ready");
  }
  // Every (unit, copy, cycle modulo ii) that is held, and by which reservation.
  struct Held {
    std::uint32_t unit, copy, slot, by;
  };
  std::vector<Held> held;
  for (std::uint32_t r = 0; r < p.reservations.size(); ++r) {
    const Reservation& x = p.reservations[r];
    if (s.copy[r] >= p.units[x.unit].copies) {
      faults.add(no_such_copy, r, "unit '" + p.units[x.unit].name + "' has no copy " + std::to_string(s.copy[r]));
      continue;
    }
    if (x.cycles > s.ii) {
      faults.add(unit_taken, r, "a unit is held longer than the interval");
      continue;
    }
    for (std::uint32_t c = 0; c < x.cycles; ++c)
      held.push_back(
          {x.unit, s.copy[r], static_cast<std::uint32_t>((std::int64_t{s.cycle[x.inst]} + x.first + c) % ii), r});
  }
  std::sort(held.begin(), held.end(), [](const Held& a, const Held& b) {
    return std::tie(a.unit, a.copy, a.slot, a.by) < std::tie(b.unit, b.copy, b.slot, b.by);
  });
  for (std::size_t k = 1; k < held.size(); ++k)
    if (held[k].unit == held[k - 1].unit && held[k].copy == held[k - 1].copy && held[k].slot == held[k - 1].slot)
      faults.add(unit_taken, held[k].by,
                 "unit '" + p.units[held[k].unit].name + "' copy " + std::to_string(held[k].copy) +
                     " is held twice in slot " + std::to_string(held[k].slot));
  if (issue_width == 0) issue_width = p.issue_width;
  if (issue_width == 0) return faults;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> issued;
  issued.reserve(p.size());
  for (std::uint32_t i = 0; i < p.size(); ++i) issued.emplace_back(s.slot(i), i);
  std::sort(issued.begin(), issued.end());
  std::uint64_t sum = 0;
  for (std::size_t k = 0; k < issued.size(); ++k) {
    if (k > 0 && issued[k].first != issued[k - 1].first) sum = 0;
    if (sum <= issue_width && (sum += p.insts[issued[k].second].issue) > issue_width)
      faults.add(issue_taken, issued[k].second,
                 "more is issued in slot " + std::to_string(issued[k].first) + " than can be");
  }
  return faults;
}

/// MaxLive per set by its definition: at each slot the instances of each value that live there, added up.
/// Preconditions: check_problem and check_schedule find nothing. O(values * ii + edges).
template <class = void>
inline std::vector<std::uint64_t> max_live(const Problem& p, const Schedule& s) {
  const std::int64_t ii = s.ii;
  std::vector<std::int64_t> end(p.values.size());
  for (std::size_t v = 0; v < end.size(); ++v) end[v] = std::int64_t{s.cycle[p.values[v].def]} + 1;
  for (const Edge& e : p.edges)
    if (e.value != none) end[e.value] = std::max(end[e.value], s.cycle[e.to] + ii * e.distance);
  std::vector<std::uint64_t> out, live;
  for (std::uint32_t set = 0; set < p.sets.size(); ++set) {
    live.assign(s.ii, 0);
    for (std::size_t v = 0; v < end.size(); ++v) {
      const Value& value = p.values[v];
      if (value.set != set) continue;
      const std::int64_t begin = s.cycle[value.def];
      for (std::int64_t slot = 0; slot < ii; ++slot) {
        // The cycles slot + k * ii in [begin, end), k >= 0.
        const auto below = [&](std::int64_t cycle) { return cycle <= slot ? 0 : (cycle - slot + ii - 1) / ii; };
        live[static_cast<std::size_t>(slot)] += static_cast<std::uint64_t>(below(end[v]) - below(begin)) * value.weight;
      }
    }
    out.push_back(*std::max_element(live.begin(), live.end()));
  }
  return out;
}

/// Does a recurrence prove that II cannot be below `rec_mii`? `cycle` lists edges around it. Right for 0 and no edges.
template <class = void>
inline bool proves_rec_mii(const Problem& p, const std::vector<std::uint32_t>& cycle, std::uint32_t rec_mii) {
  if (cycle.empty()) return rec_mii == 0;
  std::int64_t latency = 0, distance = 0;
  for (std::size_t k = 0; k < cycle.size(); ++k) {
    const std::uint32_t next = cycle[(k + 1) % cycle.size()];
    if (cycle[k] >= p.edges.size() || next >= p.edges.size() || p.edges[cycle[k]].to != p.edges[next].from)
      return false;
    latency += p.edges[cycle[k]].latency;
    distance += p.edges[cycle[k]].distance;
  }
  return distance > 0 && latency > distance * (std::int64_t{rec_mii} - 1) &&
         latency <= distance * std::int64_t{rec_mii};
}

}  // namespace lathe::modulo
