// The scheduler's problem: one region of straight-line code as flat arrays, its source order being 0, 1, 2, ...
//
// An instruction waits for the definitions of the values that it reads, for as long as the defining instruction's
// latency, and for whatever else edges say. Time: instructions issue in the chosen order, at most `issue_width` slots a
// cycle, and hold one copy of a unit for each reservation, from `first` cycles behind their issue on. Pressure: the
// points of an order are before, between and behind its instructions. A value is live at the points behind its
// definition (from the first point on if it is live-in), up to the point before its last reader (to the last point if
// it is live-out); one that nobody reads is live at one point. At a point each live value counts weight * factor
// registers in the sets of its class.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <lathe/flow/dependences.hpp>
#include <lathe/program/held.hpp>
#include <lathe/program/resources.hpp>
#include <lathe/support/fault.hpp>
#include <lathe/support/none.hpp>

namespace lathe::sched {

using flow::DependenceKind;
using namespace ids;

using program::HeldSpan, program::stands_before;
using program::Unit, program::Hold, program::Reservation, program::Step, program::RegisterSet, program::RegisterClass;
/// An instruction of the region.
struct Inst {
  std::string name;           ///< for people
  std::uint32_t latency = 1;  ///< cycles from its issue to that of who reads its results
  std::uint32_t issue = 1;    ///< issue slots; 0 for what costs nothing
  std::int32_t priority = 0;  ///< the target's wish, added to that of the windows
  bool operator==(const Inst&) const = default;
};
/// A value that takes registers.
struct Value {
  std::uint32_t cls = 0, weight = 1;  ///< into `classes`; registers of the class that it takes count so many times
  std::uint32_t def = none;           ///< instruction; none: live-in
  bool live_out = false;              ///< it is read behind the region
  bool operator==(const Value&) const = default;
};
/// An instruction reads a value.
struct Use {
  std::uint32_t inst = 0, value = 0;  ///< numbers of the instruction and of the value
  auto operator<=>(const Use&) const = default;
};
/// `to` issues at least `latency` cycles after `from`, and behind it in the order. Uses need no edge.
struct Edge {
  std::uint32_t from = 0, to = 0, latency = 0;  ///< numbers of instructions; cycles between both issues
  DependenceKind kind = DependenceKind::order;
  bool operator==(const Edge&) const = default;
};
/// The target's priority table (level 2 of the list scheduler): instructions whose earliest cycle is in [start, end]
/// and whose freedom, latest minus earliest cycle, is at most `width` (0: any) are wished at `priority`. The highest
/// one counts.
struct Window {
  std::uint32_t start = 0, end = 0;  ///< cycles, both included
  std::int32_t priority = 0;         ///< more is earlier
  std::uint32_t width = 0;           ///< of freedom, in cycles; 0: any
  bool operator==(const Window&) const = default;
};

/// A region of straight-line code as flat arrays.
struct Problem {
  std::string name;
  std::uint32_t issue_width = 1;  ///< slots a cycle; 0: no limit
  std::vector<Unit> units;
  std::vector<RegisterSet> sets;
  std::vector<RegisterClass> classes;
  std::vector<Window> windows;
  std::vector<Inst> insts;
  std::vector<Reservation> reservations;  ///< sorted by inst, unit, first and cycles; those of 0 cycles hold nothing
  std::vector<Value> values;
  std::vector<Use> uses;    ///< sorted, each once
  std::vector<Edge> edges;  ///< in any order, forward
  std::uint32_t size() const { return static_cast<std::uint32_t>(insts.size()); }
  bool operator==(const Problem&) const = default;
};

/// What numbers of a problem may be at most, so that no sum overflows.
namespace limits {
/// Most there may be of each, and the longest latency.
inline constexpr std::uint32_t insts = 1U << 24, values = 1U << 26, latency = 1U << 20, registers = 1U << 20;
/// Most of each, by value, unit and problem.
inline constexpr std::uint32_t weight = 1U << 10, copies = 1U << 10, windows = 1U << 10;
/// Of a wish, by its size.
inline constexpr std::int32_t priority = 1 << 20;
}  // namespace limits

enum class ProblemFault {
  too_large,  ///< more instructions, values or windows than the limits
  bad_number,
  bad_set,
  bad_class,
  bad_unit,   ///< a unit of no copies, or a reservation of no unit, out of range or out of order
  no_copies,  ///< an instruction takes more copies of a unit at once than there are
  bad_value,  ///< a value of no class or instruction, or one that stands in its definition's way
  bad_use,    ///< of no value, before its definition, out of order or twice
  bad_edge    ///< not forward
};
inline constexpr int problem_fault_kinds = 9;

namespace detail {

template <class = void>
inline void check_tables(const Problem& p, FaultList<ProblemFault>& faults) {
  using enum ProblemFault;
  for (std::uint32_t u = 0; u < p.units.size(); ++u)
    if (p.units[u].copies == 0 || p.units[u].copies > limits::copies) faults.add(bad_unit, u, "copies of a unit");
  for (std::uint32_t s = 0; s < p.sets.size(); ++s) {
    const RegisterSet& set = p.sets[s];
    if (set.limit > limits::registers || set.floor > limits::registers) faults.add(bad_set, s, "registers of a set");
    for (std::uint32_t i = 0; i < set.steps.size(); ++i) {
      if (set.steps[i].registers > limits::registers || set.steps[i].occupancy > limits::registers)
        faults.add(bad_set, s, "numbers of a step");
      if (i > 0 && (set.steps[i].registers <= set.steps[i - 1].registers ||
                    set.steps[i].occupancy >= set.steps[i - 1].occupancy))
        faults.add(bad_set, s, "steps must rise in registers and fall in occupancy");
    }
  }
  for (std::uint32_t c = 0; c < p.classes.size(); ++c) {
    const auto& shares = p.classes[c].shares;
    for (std::uint32_t i = 0; i < shares.size(); ++i) {
      if (shares[i].set >= p.sets.size() || shares[i].factor > limits::weight)
        faults.add(bad_class, c, "a class that counts in no set, or with too large a factor");
      if (i > 0 && shares[i - 1].set >= shares[i].set)
        faults.add(bad_class, c, "the sets of a class must be sorted, each once");
    }
  }
  for (std::uint32_t w = 0; w < p.windows.size(); ++w)
    if (p.windows[w].priority > limits::priority || p.windows[w].priority < -limits::priority)
      faults.add(bad_number, w, "the priority of a window");
}

}  // namespace detail

/// What the scheduler assumes of a problem made by hand. O(size).
template <class = void>
inline FaultList<ProblemFault> check_problem(const Problem& p) {
  FaultList<ProblemFault> faults;
  using enum ProblemFault;
  if (p.insts.size() > limits::insts || p.values.size() > limits::values || p.windows.size() > limits::windows ||
      p.uses.size() > 0xfffffff0U || p.edges.size() > 0x7ffffff0U)
    faults.add(too_large, 0, "more instructions, values or windows than the scheduler takes");
  detail::check_tables(p, faults);
  for (std::uint32_t n = 0; n < p.insts.size(); ++n) {
    const Inst& inst = p.insts[n];
    if (inst.latency > limits::latency || inst.priority > limits::priority || inst.priority < -limits::priority)
      faults.add(bad_number, n, "latency or priority of an instruction");
    if (inst.issue > limits::latency || (p.issue_width != 0 && inst.issue > p.issue_width))
      faults.add(bad_number, n, "an instruction takes more slots than a cycle has");
  }
  for (std::uint32_t i = 0; i < p.reservations.size(); ++i) {
    const Reservation& r = p.reservations[i];
    if (r.inst >= p.insts.size() || r.unit >= p.units.size() || r.first > limits::latency || r.cycles > limits::latency)
      faults.add(bad_unit, i, "a reservation of no instruction or unit, or too long");
    if (i > 0 && stands_before(r, p.reservations[i - 1]))
      faults.add(bad_unit, i, "reservations must be sorted by instruction, unit, first and cycles");
  }
  if (!faults.has(bad_unit))
    program::for_each_span(p.reservations, [&](std::uint32_t inst, const HeldSpan& h, bool) {
      if (h.copies > p.units[h.unit].copies)
        faults.add(no_copies, inst, "more copies of unit '" + p.units[h.unit].name + "' at once than there are");
    });
  for (std::uint32_t v = 0; v < p.values.size(); ++v) {
    const Value& value = p.values[v];
    if (value.cls >= p.classes.size() || value.weight > limits::weight ||
        (value.def != none && value.def >= p.insts.size()))
      faults.add(bad_value, v, "a value of no class or no instruction");
  }
  for (std::uint32_t i = 0; i < p.uses.size(); ++i) {
    const Use& u = p.uses[i];
    if (u.inst >= p.insts.size() || u.value >= p.values.size())
      faults.add(bad_use, i, "a use by no instruction or of no value");
    else if (p.values[u.value].def != none && p.values[u.value].def >= u.inst)
      faults.add(bad_use, i, "a use before its value's definition");
    if (i > 0 && !(p.uses[i - 1] < u)) faults.add(bad_use, i, "uses must be sorted, each once");
  }
  for (std::uint32_t i = 0; i < p.edges.size(); ++i)
    if (p.edges[i].from >= p.edges[i].to || p.edges[i].to >= p.insts.size() || p.edges[i].latency > limits::latency)
      faults.add(bad_edge, i, "an edge that does not go forward, or too long a latency");
  return faults;
}

// ---- what numbers of registers mean

/// Registers of a set that are too many.
inline std::uint64_t excess_of(const RegisterSet& set, std::uint64_t registers) {
  return set.limit != 0 && registers > set.limit ? registers - set.limit : 0;
}
/// What can be had with so many registers; `none` where the set has no steps.
inline std::uint32_t occupancy_of(const RegisterSet& set, std::uint64_t registers) {
  if (set.steps.empty()) return none;
  const std::uint64_t counted = std::max<std::uint64_t>(registers, set.floor);
  for (const Step& step : set.steps)
    if (counted <= step.registers) return step.occupancy;
  return 0;
}
/// The most registers that mean the same step as so many; the same number where nothing tells.
inline std::uint64_t step_bound(const RegisterSet& set, std::uint64_t registers) {
  const std::uint64_t counted = std::max<std::uint64_t>(registers, set.floor);
  for (const Step& step : set.steps)
    if (counted <= step.registers) return step.registers;
  return registers;
}

}  // namespace lathe::sched
