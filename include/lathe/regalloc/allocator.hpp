// A register for every value of a function, and code that spills where there are too few.
//
// Three steps over SSA form (spill.hpp, homes.hpp, color.hpp), each once over the code: who is in a register where;
// where the others are; which register. It succeeds whenever the operands of each instruction, with the values that
// must not leave, fit the registers: all else can be in the frame, and all can change places in front of each
// instruction. One exception has a name of its own: registers in a circle, none free, no swap, and nothing among them
// that may be stored (no_scratch).
//
// Needs: a problem without faults (check_problem).
// Gives: a Plan, or a typed refusal. Equal problems give equal plans.
// Cost:  O(operands + edges * (registers + live values)), O(registers) for each eviction and each instruction with
//        particular operands, n log n in what is spilled; exponential only in the operands of one instruction that want
//        one of a set (Options::search).
// Source: Braun, Hack, CC 2009; Hack, Grund, Goos, CC 2006; the headers of the steps say what from which.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include <lathe/regalloc/color.hpp>
#include <lathe/support/remark.hpp>

namespace lathe::regalloc {

namespace detail {

template <class = void>
inline void count(const Problem& p, const Options& options, const Homes& homes, const Residence& where, Plan& plan) {
  Stats& s = plan.stats;
  s.insts = p.insts.size();
  s.values = p.values.size();
  s.evicted = where.evicted;
  s.decisions = homes.decisions;
  for (const Home h : homes.home) s.spilled += h != Home::none ? 1 : 0;
  for (const Edit& e : plan.edits) {
    const bool split = e.at.block >= p.block_count();
    const auto* edge = split ? &plan.splits[e.at.block - p.block_count()] : nullptr;
    const std::uint64_t w = split ? homes.weight(edge->from, edge->to) : p.weight[e.at.block];
    switch (e.kind) {
      case Edit::Kind::move:
        ++s.moves;
        s.cost += w;
        break;
      case Edit::Kind::swap:
        ++s.swaps;
        s.cost += w;
        break;
      case Edit::Kind::store:
        ++s.stores;
        s.cost += w * options.store_cost;
        break;
      case Edit::Kind::load:
        ++s.loads;
        s.cost += w * options.load_cost;
        break;
      case Edit::Kind::make:
        ++s.made;
        s.cost += w * p.values[e.value].remat;
    }
  }
  BitSet named;
  for (const auto* list : {&plan.registers, &plan.parameters})
    for (const std::uint32_t r : *list)
      if (r != none) named.insert(r);
  for (const Edit& e : plan.edits)
    if (e.kind != Edit::Kind::store) named.insert(e.to);
  s.registers = named.count();
  s.split = plan.splits.size();
  s.slots = plan.slots.size();
  std::uint64_t at = 0;
  for (const Slot& slot : plan.slots) {
    const std::uint64_t align = std::max(slot.align, 1U);
    at = (at + align - 1) / align * align + slot.bytes;
  }
  s.frame_bytes = at;
}

template <class Sink>
void remark_spills(const Problem& p, const Homes& homes, const Plan& plan, Sink& sink) {
  std::vector<std::uint32_t> loads(p.values.size(), 0), stores(p.values.size(), 0);
  for (const Edit& e : plan.edits) {
    if (e.kind == Edit::Kind::load || e.kind == Edit::Kind::make) ++loads[e.value];
    if (e.kind == Edit::Kind::store) ++stores[e.value];
  }
  for (std::uint32_t v = 0; v < homes.home.size(); ++v) {
    if (homes.home[v] == Home::none) continue;
    const bool made = homes.home[v] == Home::made;
    sink(Remark{Remark::Kind::passed,
                "regalloc",
                made ? "Rematerialised" : "Spilled",
                p.name,
                made ? "made again where it is wanted" : "in the frame where it is in no register",
                {{"Value", std::to_string(v)},
                 {"Class", p.classes[p.values[v].cls].name},
                 {"Stores", std::to_string(stores[v])},
                 {made ? "Made" : "Loads", std::to_string(loads[v])}}});
  }
}

template <class Sink>
void remark_refusal(const Problem& p, const Plan& plan, Sink& sink) {
  sink(Remark{Remark::Kind::missed,
              "regalloc",
              "Refused",
              p.name,
              std::string(refusal_names[static_cast<std::size_t>(plan.refusal)]),
              {{"At", std::to_string(plan.refused_at)},
               {"Class", plan.refused_class == none ? "" : p.classes[plan.refused_class].name}}});
}

}  // namespace detail

/// The plan for a problem; with a refusal there is nothing in it but where.
template <class Sink = NoRemarks>
Plan allocate(const Problem& p, const Options& options = {}, Sink&& sink = {}) {
  Plan plan;
  const auto refuse = [&](Refusal why) {
    plan.refusal = why;
    if constexpr (wants_remarks<Sink>) detail::remark_refusal(p, plan, sink);
  };
  if (!check_problem(p).empty()) {
    plan.refusal = Refusal::bad_problem;
    if constexpr (wants_remarks<Sink>)
      sink(Remark{Remark::Kind::missed, "regalloc", "Refused", p.name, "the problem is broken", {}});
    return plan;
  }
  const detail::Ground ground(p.cfg);
  const detail::NextUse uses(p, ground);
  const detail::Residence where = detail::BasicSpiller<>(p, options, ground, uses).run();
  if (where.refusal != Refusal::none) {
    plan.refused_at = where.refused_at;
    plan.refused_class = where.refused_class;
    refuse(where.refusal);
    return plan;
  }
  detail::Homes homes(p, options, ground, where);
  detail::BasicColorer<>(p, options, ground, where, homes, plan).run();
  if (plan.refusal != Refusal::none) {
    Plan empty;
    empty.refused_at = plan.refused_at;
    empty.refused_to = plan.refused_to;
    empty.refused_class = plan.refused_class;
    const Refusal why = plan.refusal;
    plan = std::move(empty);
    refuse(why);
    return plan;
  }
  detail::count(p, options, homes, where, plan);
  if constexpr (wants_remarks<Sink>) detail::remark_spills(p, homes, plan, sink);
  return plan;
}

}  // namespace lathe::regalloc
