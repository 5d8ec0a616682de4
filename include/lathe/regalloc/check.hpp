// Is a plan of register allocation right? A checker that starts from the definition and shares nothing with the
// allocator but the data types.
//
// The function is run in thought, forwards, with what each register and each slot holds: a set of values, since a value
// and what a phi makes of it are in one place. Where ways meet only what all agree on is known, to the greatest fixed
// point. Then
//  - each use finds its value in the register that the plan gives it, and that register is one that it may have;
//  - each result is in a register that it may have, no two in one; one that is early, in none that is read; a use and
//    the result that it is tied to are in one;
//  - what an instruction clobbers holds nothing behind it but its results; a value that is defined anew (in a loop) is
//    nowhere else from then on;
//  - an edit takes what is there: `value` is in the place that it moves from, places are there, of the class and large
//    enough; only what may be made or stored is; edits stand at places where code can stand, in order;
//  - each phi's result is where the plan says when its block begins.
//
// Cost: O(rounds * (operands + edits + edges * places * values in one)).
// Source: the checker of regalloc2 (the lattice by place); the definition above is ours.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/regalloc/plan.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::regalloc {

enum class PlanFault : std::uint8_t {
  refused,        ///< there is no plan
  bad_size,       ///< not a register for each operand and parameter, or a place for each phi
  bad_register,   ///< a register that is not there, or not of the value's class
  not_fixed,      ///< an operand that wants one register has another
  not_in_set,     ///< an operand that wants one of a set has another
  tied_apart,     ///< a use and the result that it is tied to are not in one register
  early_shared,   ///< an early result is in a register that is read
  result_shared,  ///< two results of one instruction are in one register
  lost,           ///< a use finds something else in its register
  bad_slot,       ///< a slot that is not there, or too small or not aligned enough
  bad_edit,       ///< an edit that the class or the value does not allow
  edit_lost,      ///< an edit finds something else where it takes from
  bad_position,   ///< an edit where no code can stand, or out of order
  bad_split,      ///< a split of an edge that is not there, or of one twice
  phi_lost        ///< the result of a phi is not where the plan says
};
inline constexpr int plan_fault_kinds = 15;

namespace detail {

template <class = void>
class BasicPlanChecker {
 public:
  BasicPlanChecker(const Problem& p, const Plan& plan)
      : p_(p), plan_(plan), registers_(static_cast<std::uint32_t>(p.registers.size())) {}

  FaultList<PlanFault> run() {
    check_sizes();
    if (!faults_.empty()) return std::move(faults_);
    check_registers();
    check_edits();
    if (!faults_.empty()) return std::move(faults_);
    collect();
    flow();
    return std::move(faults_);
  }

 private:
  using Values = std::vector<std::uint32_t>;  // ascending
  using State = std::vector<Values>;          // per register, then per slot
  void fault(PlanFault kind, std::uint32_t place, const char* text) { faults_.add(kind, place, text); }

  void check_sizes() {
    if (plan_.refusal != Refusal::none) return fault(PlanFault::refused, 0, "there is no plan");
    if (plan_.registers.size() != p_.operands.size() || plan_.parameters.size() != p_.parameters.size() ||
        plan_.phis.size() != p_.phis.size())
      fault(PlanFault::bad_size, 0, "not a register for each operand, or not a place for each phi");
  }
  bool is_of(std::uint32_t reg, std::uint32_t value) const {
    const auto& list = p_.classes[p_.values[value].cls].registers;
    return std::find(list.begin(), list.end(), reg) != list.end();
  }

  void find_reached() {
    reached_.assign(p_.block_count(), false);
    std::vector<Block> queue{0};
    reached_[0] = true;
    while (!queue.empty()) {
      const Block b = queue.back();
      queue.pop_back();
      for (const Block s : p_.cfg.successors(b))
        if (!reached_[s]) {
          reached_[s] = true;
          queue.push_back(s);
        }
    }
  }
  void check_operand(const Operand& o, std::uint32_t reg, std::uint32_t inst) {
    if (!is_of(reg, o.value)) return fault(PlanFault::bad_register, inst, "an operand in a register of another class");
    if (o.want == Want::fixed && reg != o.which)
      fault(PlanFault::not_fixed, inst, "an operand is not in the register that it wants");
    if (o.want == Want::subset &&
        std::find(p_.sets[o.which].begin(), p_.sets[o.which].end(), reg) == p_.sets[o.which].end())
      fault(PlanFault::not_in_set, inst, "an operand is in none of the registers that it wants");
  }
  void check_results(std::span<const Operand> all, std::span<const std::uint32_t> regs, std::uint32_t inst) {
    for (std::size_t k = 0; k < all.size(); ++k) {
      check_operand(all[k], regs[k], inst);
      if (all[k].tied != none && regs[k] != regs[all[k].tied])
        fault(PlanFault::tied_apart, inst, "a use is not in the register of the result that it is tied to");
      for (std::size_t j = 0; all[k].is_def && j < all.size(); ++j) {
        if (j == k || regs[j] != regs[k]) continue;
        if (all[j].is_def)
          fault(PlanFault::result_shared, inst, "two results in one register");
        else if (all[k].early)
          fault(PlanFault::early_shared, inst, "a result that is written early is in a register that is read");
      }
    }
  }
  void check_registers() {
    find_reached();
    check_results(p_.parameters, plan_.parameters, none);
    for (Block b = 0; b < p_.block_count(); ++b)
      for (std::uint32_t i = p_.first[b]; reached_[b] && i < p_.first[b + 1]; ++i)
        check_results(p_.operands[i], std::span(plan_.registers).subspan(p_.place[i], p_.operands[i].size()), i);
  }

  bool fits(std::uint32_t slot, std::uint32_t value) const {
    const Class& c = p_.classes[p_.values[value].cls];
    return slot < plan_.slots.size() && plan_.slots[slot].bytes >= c.slot_bytes &&
           plan_.slots[slot].align >= c.slot_align && plan_.slots[slot].align % std::max(c.slot_align, 1U) == 0;
  }
  void check_edit(const Edit& e, std::uint32_t place) {
    if (e.value >= p_.values.size()) return fault(PlanFault::bad_edit, place, "a value that is not there");
    const bool to = e.kind == Edit::Kind::store ? fits(e.to, e.value) : is_of(e.to, e.value);
    const bool from =
        e.kind == Edit::Kind::make || (e.kind == Edit::Kind::load ? fits(e.from, e.value) : is_of(e.from, e.value));
    if (!to || !from)
      fault(e.kind == Edit::Kind::store || e.kind == Edit::Kind::load ? PlanFault::bad_slot : PlanFault::bad_register,
            place, "an edit of a place that is not there, of another class or too small");
    const bool allowed = e.kind == Edit::Kind::swap    ? p_.classes[p_.values[e.value].cls].swap
                         : e.kind == Edit::Kind::make  ? p_.values[e.value].remat != none
                         : e.kind == Edit::Kind::store ? p_.can_store(e.value)
                                                       : true;
    if (!allowed) fault(PlanFault::bad_edit, place, "an edit that the class or the value does not allow");
  }
  void check_edits() {
    for (std::size_t k = 0; k < plan_.splits.size(); ++k) {
      const Plan::Edge& s = plan_.splits[k];
      bool good = s.from < p_.block_count() && s.to < p_.block_count();
      if (good) {
        const auto next = p_.cfg.successors(s.from);
        good = std::find(next.begin(), next.end(), s.to) != next.end() &&
               std::find(plan_.splits.begin(), plan_.splits.begin() + static_cast<std::ptrdiff_t>(k), s) ==
                   plan_.splits.begin() + static_cast<std::ptrdiff_t>(k);
      }
      if (!good) fault(PlanFault::bad_split, static_cast<std::uint32_t>(k), "a split of what is no edge, or twice");
    }
    for (std::uint32_t k = 0; k < plan_.edits.size(); ++k) {
      const Edit& e = plan_.edits[k];
      check_edit(e, k);
      const Block b = e.at.block;
      const bool split = b >= p_.block_count();
      if (split ? b - p_.block_count() >= plan_.splits.size() || e.at.inst != 0
                : !reached_[b] || e.at.inst < p_.first[b] || e.at.inst > p_.exit(b))
        fault(PlanFault::bad_position, k, "an edit where no code can stand");
      if (k != 0 && e.at < plan_.edits[k - 1].at) fault(PlanFault::bad_position, k, "edits are not in order");
    }
  }

  // ---- the function run in thought

  void collect() {
    const std::uint32_t blocks = p_.block_count();
    edit_first_.assign(blocks + plan_.splits.size() + 1, 0);
    for (const Edit& e : plan_.edits) ++edit_first_[e.at.block + 1];
    for (std::size_t b = 1; b < edit_first_.size(); ++b) edit_first_[b] += edit_first_[b - 1];
    for (std::size_t k = 0; k < plan_.splits.size(); ++k)
      split_[{plan_.splits[k].from, plan_.splits[k].to}] = blocks + k;
    phis_.resize(blocks);
    for (std::uint32_t k = 0; k < p_.phis.size(); ++k) phis_[p_.phis[k].block].push_back(k);
  }
  static bool has(const Values& values, std::uint32_t v) { return std::binary_search(values.begin(), values.end(), v); }
  static void insert(Values& values, std::uint32_t v) {
    const auto it = std::lower_bound(values.begin(), values.end(), v);
    if (it == values.end() || *it != v) values.insert(it, v);
  }
  static void erase(Values& values, std::uint32_t v) {
    const auto it = std::lower_bound(values.begin(), values.end(), v);
    if (it != values.end() && *it == v) values.erase(it);
  }

  void edit(std::uint32_t k, State& s, bool report) {
    const Edit& e = plan_.edits[k];
    const auto slot = [&](std::uint32_t n) { return registers_ + n; };
    const std::uint32_t from = e.kind == Edit::Kind::load ? slot(e.from) : e.from;
    const std::uint32_t to = e.kind == Edit::Kind::store ? slot(e.to) : e.to;
    if (e.kind == Edit::Kind::make) {
      s[to] = {e.value};
      return;
    }
    if (report && !has(s[from], e.value))
      fault(PlanFault::edit_lost, k, "an edit finds something else where it takes from");
    if (e.kind == Edit::Kind::swap)
      std::swap(s[to], s[from]);
    else
      s[to] = Values(s[from]);
  }
  void define(std::span<const Operand> all, std::span<const std::uint32_t> regs, State& s) const {
    for (const Operand& o : all)
      if (o.is_def)
        for (Values& values : s) erase(values, o.value);
    for (std::size_t k = 0; k < all.size(); ++k)
      if (all[k].is_def) s[regs[k]] = {all[k].value};
  }
  void execute(Block b, State& s, bool report) {
    if (report)
      for (const std::uint32_t k : phis_[b]) {
        const Plan::PhiPlace& place = plan_.phis[k];
        if (place.reg != none && place.reg < registers_ && !has(s[place.reg], p_.phis[k].result))
          fault(PlanFault::phi_lost, k, "a phi's result is not in the register that the plan says");
        if (place.slot != none &&
            (place.slot >= plan_.slots.size() || !has(s[registers_ + place.slot], p_.phis[k].result)))
          fault(PlanFault::phi_lost, k, "a phi's result is not in the slot that the plan says");
        if (place.reg != none && (place.reg >= registers_ || !is_of(place.reg, p_.phis[k].result)))
          fault(PlanFault::bad_register, k, "a phi in a register of another class");
      }
    std::uint32_t at = edit_first_[b];
    for (std::uint32_t i = p_.first[b]; i <= p_.first[b + 1]; ++i) {
      for (; at < edit_first_[b + 1] && plan_.edits[at].at.inst == i; ++at) edit(at, s, report);
      if (i == p_.first[b + 1]) break;
      const auto all = p_.operands[i];
      const auto regs = std::span(plan_.registers).subspan(p_.place[i], all.size());
      for (std::size_t k = 0; report && k < all.size(); ++k)
        if (!all[k].is_def && !has(s[regs[k]], all[k].value))
          fault(PlanFault::lost, i, "a use finds something else in its register");
      if (p_.insts[i].clobbers != none)
        for (const std::uint32_t r : p_.sets[p_.insts[i].clobbers]) s[r].clear();
      define(all, regs, s);
    }
  }
  State across(Block from, Block to, State s, bool report) {
    if (const auto it = split_.find({from, to}); it != split_.end())
      for (std::uint32_t e = edit_first_[it->second]; e < edit_first_[it->second + 1]; ++e) edit(e, s, report);
    // What the phis of the last turn were is gone, unless a phi takes it.
    State out = s;
    for (const std::uint32_t k : phis_[to])
      for (Values& values : out) erase(values, p_.phis[k].result);
    for (const std::uint32_t k : phis_[to])
      for (const Problem::Argument& a : p_.incoming(p_.phis[k]))
        if (a.from == from)
          for (std::size_t l = 0; l < s.size(); ++l)
            if (has(s[l], a.value)) insert(out[l], p_.phis[k].result);
    return out;
  }
  static bool intersect(State& to, const State& with) {
    bool changed = false;
    for (std::size_t l = 0; l < to.size(); ++l)
      changed |= std::erase_if(to[l], [&](std::uint32_t v) { return !has(with[l], v); }) != 0;
    return changed;
  }
  void flow() {
    std::vector<State> in(p_.block_count());
    std::vector<bool> known(p_.block_count(), false), queued(p_.block_count(), false);
    in[0].resize(registers_ + plan_.slots.size());
    define(p_.parameters, plan_.parameters, in[0]);
    known[0] = true;
    std::vector<Block> queue{0};
    while (!queue.empty()) {
      std::vector<Block> round;
      std::sort(queue.begin(), queue.end());
      for (const Block b : queue) queued[b] = false;
      for (const Block b : queue) {
        State s = in[b];
        execute(b, s, false);
        for (const Block to : p_.cfg.successors(b)) {
          State over = across(b, to, s, false);
          bool changed = !known[to];
          if (known[to])
            changed = intersect(in[to], over);
          else
            in[to] = std::move(over);
          known[to] = true;
          if (!changed || queued[to]) continue;
          queued[to] = true;
          round.push_back(to);
        }
      }
      queue = std::move(round);
    }
    for (Block b = 0; b < p_.block_count(); ++b) {
      if (!known[b]) continue;
      State s = in[b];
      execute(b, s, true);
      for (const Block to : p_.cfg.successors(b)) across(b, to, s, true);
    }
  }

  const Problem& p_;
  const Plan& plan_;
  std::uint32_t registers_;
  FaultList<PlanFault> faults_;
  std::vector<bool> reached_;
  std::vector<std::uint32_t> edit_first_;
  std::vector<std::vector<std::uint32_t>> phis_;
  std::map<std::pair<Block, Block>, std::size_t> split_;  // edges that have a block of their own
};

}  // namespace detail

/// All faults of a plan for a problem without faults (check_problem).
template <class = void>
inline FaultList<PlanFault> check_plan(const Problem& p, const Plan& plan) {
  return detail::BasicPlanChecker<>(p, plan).run();
}

}  // namespace lathe::regalloc
