// A plan written into the user's IR by the callbacks merge and clean_up; and all of it in one call.
#pragma once

#include <utility>
#include <vector>

#include <lathe/group/grouper.hpp>
#include <lathe/group/ingest.hpp>

namespace lathe::group {

/// Precondition: `problem` was ingested from `grouper` as it is now, and check_plan finds nothing. Calls merge for each
/// group in the order of the plan: inserted directly before `before`, groups of one place come to stand in that order.
/// Then clean_up, once, also when there is no group. Handles must stay valid until then, for a member may be the place
/// of another group: so members are taken out in clean_up, not in merge.
template <Grouper G>
void apply(G& grouper, const Problem& problem, const Plan& plan) {
  static_assert(explain_grouper<G>());
  using UserBlock = block_of_t<G>;
  using Inst = inst_of_t<G>;
  std::vector<UserBlock> blocks;
  for (const auto& block : grouper.blocks()) blocks.push_back(block);
  std::vector<std::uint32_t> block_of(problem.insts());
  for (std::uint32_t b = 0; b < problem.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < problem.blocks[b].count; ++i) block_of[problem.blocks[b].first + i] = b;
  std::uint32_t at = 0xffffffffU;  // the block whose instructions are in `insts`
  std::vector<Inst> insts;
  for (std::uint32_t g = 0; g < plan.groups.size(); ++g) {
    const Group& group = plan.groups[g];
    const std::uint32_t b = block_of[group.members[0]], first = problem.blocks[b].first;
    if (b != at) {
      insts.clear();
      for (const auto& inst : grouper.insts(blocks[b])) insts.push_back(inst);
      at = b;
    }
    std::vector<Inst> members, carried;
    for (const std::uint32_t m : group.members) members.push_back(insts[m - first]);
    for (const std::uint32_t m : group.carried) carried.push_back(insts[m - first]);
    Merging<UserBlock, Inst> merging{blocks[b],    members,    carried,
                                     std::nullopt, group.kind, group_name(problem, plan, g)};
    if (group.place - first < problem.blocks[b].count) merging.before.emplace(insts[group.place - first]);
    grouper.merge(merging);
  }
  grouper.clean_up();
}

/// Ingests, plans, merges and cleans up. The answer is the plan that was applied.
template <class P, class Sink = NoRemarks>
Plan run(P& grouper, const Options& options = {}, Sink&& sink = {}) {
#include <lathe/group/candidate_source.def>
#include <lathe/group/grouper.def>
  Plan plan;
  if constexpr (Grouper<P>) {
    const Problem problem = ingest(grouper);
    plan = plan_problem(problem, grouper, options, sink);
    if (plan.refusal == Refusal::none) apply(grouper, problem, plan);
  }
  return plan;
}

}  // namespace lathe::group
