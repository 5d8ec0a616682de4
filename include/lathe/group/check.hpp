// Is a plan right? An independent checker: nothing here is shared with the grouper but the data types.
//
// A plan is right when
//  - every group has two members or more, at most what its kind allows, each a candidate of the group's kind, no
//    instruction in two groups or twice in one;
//  - its members are of one block and one key, and each lies behind the one before it, no further than the kind's gap;
//  - `form` takes them all as one instruction;
//  - its place is in the block or at its end, and groups are sorted by place;
//  - what it carries is movable, of its block, ascending, and of no other group; only kinds that carry have any;
//  - in the new order (see plan.hpp) every edge goes forward, and none is within a group;
//  - a candidate is refused exactly if it is in no group, for lack of others only if there are none, and for lack of
//    fuel only if all of it was used;
//  - the counters are what the groups and refusals say.
// O(n log n).
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/group/concepts.hpp>
#include <lathe/group/plan.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::group {

enum class PlanFault : std::uint8_t {
  bad_problem,   ///< the problem is not well formed, or the plan was not made for one of its size
  bad_size,      ///< fewer than two members, or more than the kind allows
  no_candidate,  ///< a member that is no candidate of the group's kind
  twice,         ///< an instruction is a member twice
  mixed,         ///< members of different blocks or keys
  apart,         ///< members out of order, overlapping, or too far from each other
  no_form,       ///< form does not take the members as one
  bad_place,     ///< not in the members' block, or groups not sorted by place
  within,        ///< one member must stay before another
  crosses,       ///< an instruction that must stay before another does not
  bad_refusal,   ///< a member that is refused, another that is not, or a reason that cannot be
  bad_stats,     ///< a counter is wrong
  bad_carry      ///< what is carried may not be moved so
};
inline constexpr int plan_fault_kinds = 13;

namespace detail {

template <class F>
class PlanChecker {
 public:
  PlanChecker(const Problem& p, const Plan& plan, F& former, const Options& options)
      : p_(p), plan_(plan), former_(former), options_(options) {}

  FaultList<PlanFault> run() {
    if (plan_.refusal != Refusal::none || !check_problem(p_).empty() || plan_.refusals.size() != p_.candidates.size()) {
      fault(PlanFault::bad_problem, 0, "no plan, or none for this problem");
      return std::move(faults_);
    }
    for (const Block& block : p_.blocks)
      for (std::uint32_t i = 0; i < block.count; ++i) blocks_.push_back(block);
    for (const Candidate& c : p_.candidates) candidates_.emplace(c.inst, c);
    group_of_.assign(blocks_.size(), -1);
    carried_.assign(blocks_.size(), false);
    for (std::uint32_t g = 0; g < plan_.groups.size(); ++g) check_group(g);
    if (faults_.empty()) check_order();
    check_refusals();
    check_stats();
    return std::move(faults_);
  }

 private:
  void fault(PlanFault kind, std::size_t place, const char* text) {
    faults_.add(kind, static_cast<std::uint32_t>(place), text);
  }

  void check_group(std::uint32_t g) {
    const Group& group = plan_.groups[g];
    std::vector<Candidate> members;
    for (const std::uint32_t m : group.members) {
      const auto at = candidates_.find(m);
      if (at == candidates_.end() || at->second.kind != group.kind)
        return fault(PlanFault::no_candidate, g, "a member is no candidate of the group's kind");
      if (group_of_[m] != -1) fault(PlanFault::twice, g, "an instruction is a member twice");
      group_of_[m] = static_cast<std::int64_t>(g);
      members.push_back(at->second);
    }
    if (members.size() < 2) return fault(PlanFault::bad_size, g, "a group of fewer than two");
    const Kind& kind = p_.kinds[group.kind];
    if (members.size() > kind.most) fault(PlanFault::bad_size, g, "more members than the kind allows");
    const Block block = blocks_[members[0].inst];
    for (std::size_t k = 1; k < members.size(); ++k) {
      if (!(blocks_[members[k].inst] == block) || members[k].key != members[0].key)
        fault(PlanFault::mixed, g, "members of different blocks or keys");
      const std::int64_t between = members[k].order - members[k - 1].order - members[k - 1].size;
      if (between < 0 || between > kind.gap) fault(PlanFault::apart, g, "members overlap, or are too far apart");
    }
    if (former_.form(std::span<const Candidate>(members)) != members.size())
      fault(PlanFault::no_form, g, "the members have no form as one instruction");
    if (group.place < block.first || group.place - block.first > block.count)
      fault(PlanFault::bad_place, g, "a place that is not in the block of the members");
    if (g != 0 && group.place < plan_.groups[g - 1].place)
      fault(PlanFault::bad_place, g, "groups are not in the order of their places");
    check_carried(g, block);
  }
  void check_carried(std::uint32_t g, const Block& block) {
    const Group& group = plan_.groups[g];
    bool fine = group.carried.empty() || (p_.kinds[group.kind].carry && group.carried.size() <= options_.carry);
    for (std::size_t k = 0; k < group.carried.size(); ++k) {
      const std::uint32_t i = group.carried[k];
      if (i >= blocks_.size() || !(blocks_[i] == block) || carried_[i] || (k != 0 && group.carried[k - 1] >= i) ||
          !std::binary_search(p_.movable.begin(), p_.movable.end(), i)) {
        fine = false;
        break;
      }
      carried_[i] = true;
    }
    if (!fine)
      fault(PlanFault::bad_carry, g, "something is carried that is not movable, or twice, or by a kind that must not");
  }

  // The code as it will be: where in it does each old instruction stand?
  void check_order() {
    std::vector<std::uint64_t> where(blocks_.size());
    std::uint64_t next = 0;
    std::size_t g = 0;
    const auto put_groups = [&](std::uint32_t place) {
      for (; g < plan_.groups.size() && plan_.groups[g].place == place; ++g) {
        for (const std::uint32_t m : plan_.groups[g].carried) where[m] = next++;
        for (const std::uint32_t m : plan_.groups[g].members) where[m] = next;
        ++next;
      }
    };
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
      put_groups(i);
      if (group_of_[i] == -1 && !carried_[i]) where[i] = next++;
    }
    put_groups(static_cast<std::uint32_t>(blocks_.size()));
    for (std::uint32_t e = 0; e < p_.edges.size(); ++e) {
      const Edge& edge = p_.edges[e];
      if (group_of_[edge.from] != -1 && group_of_[edge.from] == group_of_[edge.to])
        fault(PlanFault::within, e, "a member must stay before another of its group");
      else if (where[edge.from] >= where[edge.to])
        fault(PlanFault::crosses, e, "an instruction does not stay before one that needs it there");
    }
  }

  void check_refusals() {
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, std::uint32_t> alike;  // block, kind, key
    for (const Candidate& c : p_.candidates) ++alike[{blocks_[c.inst].first, c.kind, c.key}];
    for (std::size_t c = 0; c < p_.candidates.size(); ++c) {
      const Candidate& at = p_.candidates[c];
      const Refusal why = plan_.refusals[c];
      if ((why == Refusal::none) != (group_of_[at.inst] != -1))
        fault(PlanFault::bad_refusal, c, "refused and a member, or neither");
      else if (why == Refusal::alone && alike[{blocks_[at.inst].first, at.kind, at.key}] != 1)
        fault(PlanFault::bad_refusal, c, "it is not the only one of its kind and key");
      else if (why == Refusal::out_of_fuel && plan_.groups.size() < options_.fuel)
        fault(PlanFault::bad_refusal, c, "fuel was left");
      else if ((why == Refusal::limit || why == Refusal::step) && !HasAccept<F>)
        fault(PlanFault::bad_refusal, c, "nobody asks what groups cost");
      else if (why == Refusal::bad_problem)
        fault(PlanFault::bad_refusal, c, "the problem is well formed");
    }
    if (plan_.groups.size() > options_.fuel) fault(PlanFault::bad_refusal, 0, "more groups than fuel");
  }

  void check_stats() {
    std::map<Refusal, std::uint64_t> refused;
    for (const Refusal r : plan_.refusals) ++refused[r];
    std::map<std::pair<std::uint32_t, std::uint64_t>, int> buckets;
    for (const Candidate& c : p_.candidates) buckets[{c.kind, c.key}] = 1;
    std::uint64_t merged = 0, carried = 0;
    for (const Group& group : plan_.groups) merged += group.members.size(), carried += group.carried.size();
    const Stats& s = plan_.stats;
    if (s.instructions != blocks_.size() || s.candidates != p_.candidates.size() || s.buckets != buckets.size() ||
        s.groups != plan_.groups.size() || s.merged != merged || s.saved != merged - s.groups ||
        s.alone != refused[Refusal::alone] || s.apart != refused[Refusal::apart] ||
        s.dependence != refused[Refusal::dependence] || s.shape != refused[Refusal::shape] ||
        s.out_of_fuel != refused[Refusal::out_of_fuel] || s.carried != carried || s.limit != refused[Refusal::limit] ||
        s.step != refused[Refusal::step])
      fault(PlanFault::bad_stats, 0, "the counters are not those of the plan");
  }

  const Problem& p_;
  const Plan& plan_;
  F& former_;
  const Options& options_;
  FaultList<PlanFault> faults_;
  std::vector<Block> blocks_;                      // per instruction
  std::map<std::uint32_t, Candidate> candidates_;  // by instruction
  std::vector<std::int64_t> group_of_;             // per instruction; -1: none
  std::vector<bool> carried_;                      // likewise
};

}  // namespace detail

/// All faults of a plan; `former` is what it was made with.
template <Former F>
FaultList<PlanFault> check_plan(const Problem& problem, const Plan& plan, F& former, const Options& options = {}) {
  return detail::PlanChecker<F>(problem, plan, former, options).run();
}
/// The same with the rule of the kinds, TableForm.
inline FaultList<PlanFault> check_plan(const Problem& problem, const Plan& plan, const Options& options = {}) {
  TableForm former(problem.kinds);
  return check_plan(problem, plan, former, options);
}

}  // namespace lathe::group
