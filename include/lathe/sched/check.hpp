// Is a plan right? An independent checker: nothing here is shared with the scheduler but the problem.
//
// A plan is right when
//  - its order has each instruction once, and every edge, and every reader of a value, stands behind what it waits for;
//  - its cycles do not fall along the order, leave each latency, and at no cycle more slots are issued than there are,
//    nor more copies of a unit held;
//  - each instruction issues as early as all that allows, in its place; the makespans are the ends of such cycles;
//  - the registers before and after are, for each set, the most that any point has, where a value is live from its
//    definition to its last reader (problem.hpp); excess and occupancy follow from them;
//  - the decision is true of the figures: what it says was gained was gained, what was kept is the source order, and
//    with the guard nothing is gained by losing excess or occupancy. In pressure mode no set gets worse but for that.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <lathe/sched/options.hpp>
#include <lathe/sched/plan.hpp>
#include <lathe/sched/problem.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::sched {

enum class PlanFault {
  not_a_permutation,
  broken_order,    ///< an instruction stands before what it waits for
  falling_cycle,   ///< issues before the instruction in front of it
  broken_latency,  ///< issues before its operands are there
  too_many_slots,  ///< more in one cycle than the machine issues
  unit_busy,       ///< more copies of a unit held than there are
  late_cycle,      ///< could issue earlier
  wrong_makespan,
  wrong_registers,
  wrong_excess,
  wrong_occupancy,
  wrong_decision,  ///< not true of the figures
  unguarded,       ///< the order changed without the gain that the guard asks for
  worse            ///< costs more than the source order in what the mode is about
};
inline constexpr int plan_fault_kinds = 14;

namespace detail {

class PlanChecker {
 public:
  PlanChecker(const Problem& p, const Plan& plan, const Options& options) : p_(p), plan_(plan), options_(options) {}

  FaultList<PlanFault> run() {
    if (!permutation()) return std::move(faults_);
    order();
    cycles();
    units();
    std::vector<std::uint32_t> source(p_.insts.size());
    for (std::uint32_t n = 0; n < source.size(); ++n) source[n] = n;
    cost(plan_.before, source, "before");
    cost(plan_.after, plan_.order, "after");
    decision();
    return std::move(faults_);
  }
  /// Steps of what is held of units that were looked at.
  std::uint64_t unit_steps() const { return looked_; }

 private:
  using Wide = std::uint64_t;
  void fault(PlanFault kind, std::size_t place, std::string text) {
    faults_.add(kind, static_cast<std::uint32_t>(place), std::move(text));
  }
  static std::string str(Wide n) { return std::to_string(n); }

  bool permutation() {
    place_.assign(p_.insts.size(), none);
    if (plan_.order.size() != p_.insts.size() || plan_.cycle.size() != p_.insts.size()) {
      fault(PlanFault::not_a_permutation, plan_.order.size(),
            "the order or the cycles have another number of instructions");
      return false;
    }
    for (std::uint32_t k = 0; k < plan_.order.size(); ++k) {
      const std::uint32_t n = plan_.order[k];
      if (n >= place_.size() || place_[n] != none) {
        fault(PlanFault::not_a_permutation, k, "no such instruction, or one that was placed before");
        return false;
      }
      place_[n] = k;
    }
    return true;
  }
  // Calls f(from, to, latency) for whatever is waited for.
  template <class F>
  void each_dependence(F&& f) const {
    for (const Edge& e : p_.edges) f(e.from, e.to, e.latency);
    for (const Use& u : p_.uses)
      if (const std::uint32_t def = p_.values[u.value].def; def != none) f(def, u.inst, p_.insts[def].latency);
  }
  void order() {
    each_dependence([&](std::uint32_t from, std::uint32_t to, std::uint32_t) {
      if (place_[from] >= place_[to])
        fault(PlanFault::broken_order, to,
              "stands before instruction " + std::to_string(from) + ", which it waits for");
    });
  }
  void cycles() {
    Wide slots = 0;
    for (std::size_t k = 0; k < plan_.order.size(); ++k) {
      const std::uint32_t n = plan_.order[k];
      const Wide at = plan_.cycle[n], last = k == 0 ? at : plan_.cycle[plan_.order[k - 1]];
      if (at < last) fault(PlanFault::falling_cycle, n, "issues before the instruction in front of it");
      slots = (k > 0 && at == last ? slots : 0) + p_.insts[n].issue;
      if (p_.issue_width != 0 && slots > p_.issue_width)
        fault(PlanFault::too_many_slots, n, "cycle " + str(at) + " issues more than " + str(p_.issue_width));
    }
    each_dependence([&](std::uint32_t from, std::uint32_t to, std::uint32_t latency) {
      // Cycles may be anything: no sum that overflows.
      if (plan_.cycle[to] < plan_.cycle[from] || plan_.cycle[to] - plan_.cycle[from] < latency)
        fault(PlanFault::broken_latency, to,
              "issues less than " + str(latency) + " cycles after instruction " + std::to_string(from));
    });
    std::vector<std::uint32_t> source(p_.insts.size());
    for (std::uint32_t n = 0; n < source.size(); ++n) source[n] = n;
    if (const Wide end = end_of(simulated(source)); plan_.before.makespan != end)
      fault(PlanFault::wrong_makespan, 0, "the source order ends at " + str(end));
    if (plan_.after.makespan != end_of(plan_.cycle))
      fault(PlanFault::wrong_makespan, 0, "the cycles end at " + str(end_of(plan_.cycle)));
    if (!faults_.empty()) return;
    const std::vector<Wide> best = simulated(plan_.order);
    for (std::uint32_t n = 0; n < best.size(); ++n)
      if (plan_.cycle[n] > best[n]) fault(PlanFault::late_cycle, n, "could issue in cycle " + str(best[n]));
  }
  Wide end_of(const std::vector<Wide>& cycle) const {
    Wide end = 0;
    for (std::size_t n = 0; n < cycle.size(); ++n) end = std::max(end, cycle[n] + p_.insts[n].latency);
    return end;
  }
  // How many copies of a unit are held from each cycle on; neighbours differ.
  struct UnitUse {
    std::map<Wide, std::int64_t> held{{0, 0}};

    std::map<Wide, std::int64_t>::iterator from(Wide cycle) {
      const auto after = held.upper_bound(cycle), here = std::prev(after);
      return here->first == cycle ? here : held.emplace_hint(after, cycle, here->second);
    }
    void join(Wide cycle) {
      const auto here = held.find(cycle);
      if (here != held.begin() && std::prev(here)->second == here->second) held.erase(here);
    }
    void add(const HeldSpan& h, Wide issue) {
      const Wide begin = issue + h.first, end = begin + h.cycles;
      const auto last = from(end);
      for (auto here = from(begin); here != last; ++here) here->second += h.copies;
      join(begin);
      join(end);
    }
    void forget(Wide now) {
      while (held.size() > 1 && std::next(held.begin())->first <= now) held.erase(held.begin());
    }
  };
  // Issues one instruction after the other, trying later cycles until nothing is in the way.
  std::vector<Wide> simulated(const std::vector<std::uint32_t>& order) {
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> into(p_.insts.size());
    each_dependence([&](std::uint32_t from, std::uint32_t to, std::uint32_t l) { into[to].emplace_back(from, l); });
    std::vector<std::vector<HeldSpan>> wanted(p_.insts.size());
    program::for_each_span(p_.reservations,
                           [&](std::uint32_t inst, const HeldSpan& h, bool) { wanted[inst].push_back(h); });
    std::vector<UnitUse> use(p_.units.size());
    std::vector<Wide> cycle(p_.insts.size(), 0);
    Wide now = 0, slots = 0;
    for (const std::uint32_t n : order) {
      Wide at = now;
      for (const auto& [from, latency] : into[n]) at = std::max(at, cycle[from] + latency);
      if (at == now && p_.issue_width > 0 && slots + p_.insts[n].issue > p_.issue_width) ++at;
      for (const HeldSpan& h : wanted[n]) use[h.unit].forget(now);
      for (Wide before = at; (at = past_what_is_in_the_way(wanted[n], use, before)) != before;) before = at;
      for (const HeldSpan& h : wanted[n]) use[h.unit].add(h, at);
      slots = (at == now ? slots : 0) + p_.insts[n].issue;
      now = cycle[n] = at;
    }
    return cycle;
  }
  // `at`, if all units are free then; otherwise a later cycle, before which the first step found in the way still is.
  Wide past_what_is_in_the_way(const std::vector<HeldSpan>& wanted, const std::vector<UnitUse>& use, Wide at) {
    for (const HeldSpan& h : wanted) {
      const auto& held = use[h.unit].held;
      const Wide begin = at + h.first, end = begin + h.cycles;
      for (auto here = std::prev(held.upper_bound(begin)); here != held.end() && here->first < end; ++here, ++looked_)
        if (here->second + h.copies > p_.units[h.unit].copies) return std::next(here)->first - h.first;
    }
    return at;
  }
  bool is_source() const {
    for (std::uint32_t k = 0; k < plan_.order.size(); ++k)
      if (plan_.order[k] != k) return false;
    return true;
  }
  void units() {
    std::vector<std::vector<std::pair<Wide, int>>> changes(p_.units.size());
    for (const Reservation& r : p_.reservations) {
      if (r.cycles == 0) continue;
      changes[r.unit].emplace_back(plan_.cycle[r.inst] + r.first, 1);
      changes[r.unit].emplace_back(plan_.cycle[r.inst] + r.first + r.cycles, -1);
    }
    for (std::size_t u = 0; u < changes.size(); ++u) {
      std::sort(changes[u].begin(), changes[u].end());  // what ends in a cycle is free in it: -1 is first
      std::int64_t held = 0;
      for (const auto& [cycle, change] : changes[u]) {
        held += change;
        if (held > p_.units[u].copies) {
          fault(PlanFault::unit_busy, u, "cycle " + str(cycle) + " holds more of unit " + p_.units[u].name);
          break;
        }
      }
    }
  }

  // Point k is before the instruction of place k. Each value is an interval of points; ends are summed up along the
  // points.
  std::vector<Wide> most_registers(const std::vector<std::uint32_t>& order) const {
    const std::size_t n = order.size();
    std::vector<std::uint32_t> place(n), last(p_.values.size(), 0);
    for (std::uint32_t k = 0; k < n; ++k) place[order[k]] = k;
    for (const Use& u : p_.uses) last[u.value] = std::max(last[u.value], place[u.inst]);
    std::vector<Wide> out;
    for (std::uint32_t s = 0; s < p_.sets.size(); ++s) {
      std::vector<std::int64_t> change(n + 2, 0);
      for (std::size_t v = 0; v < p_.values.size(); ++v) {
        const Value& value = p_.values[v];
        std::int64_t registers = 0;
        for (const auto& share : p_.classes[value.cls].shares)
          if (share.set == s) registers += std::int64_t{share.factor} * value.weight;
        const std::size_t begin = value.def == none ? 0 : place[value.def] + std::size_t{1};
        const std::size_t end = value.live_out ? n : std::max<std::size_t>(begin, last[v]);
        change[begin] += registers;
        change[end + 1] -= registers;
      }
      std::int64_t live = 0, most = 0;
      for (const std::int64_t c : change) most = std::max(most, live += c);
      out.push_back(static_cast<Wide>(most));
    }
    return out;
  }
  void cost(const Cost& c, const std::vector<std::uint32_t>& order, const std::string& when) {
    const std::vector<Wide> registers = most_registers(order);
    if (c.registers != registers) {
      std::string text = "registers " + when + " are";
      for (const Wide r : registers) text.append(" ").append(str(r));
      fault(PlanFault::wrong_registers, 0, text);
    }
    Wide excess = 0;
    std::uint32_t occupancy = none;
    for (std::size_t s = 0; s < p_.sets.size(); ++s) {
      const RegisterSet& set = p_.sets[s];
      if (set.limit > 0 && registers[s] > set.limit) excess += registers[s] - set.limit;
      if (set.steps.empty()) continue;
      std::uint32_t here = 0;
      for (std::size_t k = set.steps.size(); k-- > 0;)
        if (std::max<Wide>(registers[s], set.floor) <= set.steps[k].registers) here = set.steps[k].occupancy;
      occupancy = std::min(occupancy, here);
    }
    if (c.excess != excess) fault(PlanFault::wrong_excess, 0, "excess " + when + " is " + str(excess));
    if (c.occupancy != occupancy) fault(PlanFault::wrong_occupancy, 0, "occupancy " + when + " is " + str(occupancy));
  }

  void decision() {
    const Cost &a = plan_.after, &b = plan_.before;
    const bool less_excess = a.excess < b.excess;
    const bool more_excess = b.excess < a.excess;
    const bool step = !less_excess && !more_excess && a.occupancy > b.occupancy;
    bool enough = false;
    for (std::size_t s = 0; s < a.registers.size() && s < b.registers.size(); ++s)
      enough |= a.registers[s] <= b.registers[s] && b.registers[s] - a.registers[s] >= options_.least_gain;
    const bool lost = more_excess || (!less_excess && a.occupancy < b.occupancy);
    using enum Decision;
    bool fine = true;
    switch (plan_.decision) {
      case kept_best:
      case kept_guard:
      case kept_function:
        fine = is_source();
        break;
      case excess:
        fine = less_excess;
        break;
      case occupancy:
        fine = step;
        break;
      case shorter:
        fine = a.makespan < b.makespan && options_.mode != Mode::pressure;
        break;
      case fewer:
        fine = !less_excess && !step;
        break;
      case out_of_fuel:
        fine = options_.fuel < p_.insts.size();
        break;
    }
    if (!fine) fault(PlanFault::wrong_decision, 0, std::string("'") + to_string(plan_.decision) + "' is not true");
    if (plan_.decision == out_of_fuel || is_source()) return;
    const bool sooner = options_.shorter && options_.mode != Mode::pressure && a.makespan < b.makespan;
    if (options_.guard && !less_excess && !(step && enough) && (lost || !sooner))
      fault(PlanFault::unguarded, 0, "another order without the gain that the guard asks for");
    bool worse = options_.mode == Mode::latency ? a.makespan > b.makespan : lost;
    if (options_.mode == Mode::pressure && !less_excess && !step)
      for (std::size_t s = 0; s < p_.sets.size() && s < a.registers.size() && s < b.registers.size(); ++s)
        worse |= a.registers[s] > b.registers[s];
    if (worse) fault(PlanFault::worse, 0, "worse than the source order");
  }

  const Problem& p_;
  const Plan& plan_;
  const Options& options_;
  std::vector<std::uint32_t> place_;
  Wide looked_ = 0;
  FaultList<PlanFault> faults_;
};

}  // namespace detail

/// Every fault. Precondition: check_problem(p) finds nothing. O(size * sets), and sorting; for each
/// instruction the steps of what is held of its units that are under its holds, as often as one is in its way.
inline FaultList<PlanFault> check_plan(const Problem& p, const Plan& plan, const Options& options = {}) {
  return detail::PlanChecker(p, plan, options).run();
}

}  // namespace lathe::sched
