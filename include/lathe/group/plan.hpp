// The grouper's plan: which candidates become one instruction, and where it stands; plain data, with a text form.
//
//   plan
//   group 0 place 3 members 3 5 7 9     # kind 0, before instruction 3; behind 3 maybe: carried 2 4 6
//   left 12 dependence                  # instruction 12 stays alone: why
//
// The new order of a block: before each instruction, and before the block's end, the groups placed there, in the order
// of the plan, in front of each what it carries; then the instruction itself unless it is a member or carried.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/group/problem.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::group {

struct Options {
  std::uint64_t fuel = UINT64_MAX;  ///< groups to make at most
  std::uint32_t tries = 16;         ///< candidates that a dependence keeps out, to look at for one place in a group
  std::uint32_t carry = 16;         ///< instructions that one group may carry along; 0: none
};

/// Why a candidate is in no group.
enum class Refusal : std::uint8_t {
  none,         ///< it is in one
  alone,        ///< no other candidate of its block has its kind and key
  apart,        ///< none that is free lies where it could be joined
  dependence,   ///< one does, but what lies between must stay before one and behind the other
  shape,        ///< what could be joined has no form
  out_of_fuel,  ///< the fuel was used up
  bad_problem,  ///< the problem is not well formed: no plan was made
  limit,        ///< `accept`: more registers than there are would be needed
  step          ///< `accept`: so many registers that fewer threads reside
};
inline constexpr std::array<std::string_view, 9> refusal_names = {
    "none", "alone", "apart", "dependence", "shape", "out_of_fuel", "bad_problem", "limit", "step"};

/// Instructions that become one, and where it stands.
struct Group {
  std::uint32_t kind = 0;              ///< into Problem::kinds
  std::uint32_t place = 0;             ///< the merged instruction stands before this one, or at its block's end
  std::vector<std::uint32_t> members;  ///< instructions, by ascending order number
  /// Movable ones that come to stand directly in front of it, ascending.
  std::vector<std::uint32_t> carried{};
  bool operator==(const Group&) const = default;
};

struct Stats {
  std::uint64_t instructions = 0;  ///< of the problem
  std::uint64_t candidates = 0;
  std::uint64_t buckets = 0;  ///< different pairs of kind and key
  std::uint64_t groups = 0;
  std::uint64_t merged = 0;   ///< candidates in groups
  std::uint64_t saved = 0;    ///< instructions: merged - groups
  std::uint64_t tests = 0;    ///< candidates held against the dependences of a group
  std::uint64_t carried = 0;  ///< instructions that came along
  std::uint64_t alone = 0, apart = 0, dependence = 0, shape = 0, out_of_fuel = 0, limit = 0,
                step = 0;  ///< candidates refused for this
  bool operator==(const Stats&) const = default;
  static constexpr std::array<std::pair<const char*, std::uint64_t Stats::*>, 15> fields() {
    return {{{"instructions", &Stats::instructions},
             {"candidates", &Stats::candidates},
             {"buckets", &Stats::buckets},
             {"groups", &Stats::groups},
             {"merged", &Stats::merged},
             {"saved", &Stats::saved},
             {"tests", &Stats::tests},
             {"carried", &Stats::carried},
             {"alone", &Stats::alone},
             {"apart", &Stats::apart},
             {"dependence", &Stats::dependence},
             {"shape", &Stats::shape},
             {"out_of_fuel", &Stats::out_of_fuel},
             {"limit", &Stats::limit},
             {"step", &Stats::step}}};
  }
};

/// Groups are sorted by place.
struct Plan {
  Refusal refusal = Refusal::none;  ///< bad_problem, or none
  std::vector<Group> groups;
  std::vector<Refusal> refusals;  ///< one per candidate of the problem; none for members
  Stats stats;
};

/// The kind, a number, the kind's suffix.
template <class = void>
inline std::string group_name(const Problem& problem, const Plan& plan, std::uint32_t group) {
  const Kind& kind = problem.kinds[plan.groups[group].kind];
  return kind.name + std::to_string(group) + kind.suffix;
}

/// All counters but `tests`, from the plan. O(n log n).
template <class = void>
inline void count_groups(const Problem& problem, Plan& plan) {
  Stats& s = plan.stats;
  s.instructions = problem.insts();
  s.candidates = problem.candidates.size();
  std::vector<std::pair<std::uint32_t, std::uint64_t>> buckets;
  buckets.reserve(problem.candidates.size());
  for (const Candidate& c : problem.candidates) buckets.emplace_back(c.kind, c.key);
  std::sort(buckets.begin(), buckets.end());
  s.buckets = static_cast<std::uint64_t>(std::unique(buckets.begin(), buckets.end()) - buckets.begin());
  s.groups = plan.groups.size();
  s.merged = s.carried = 0;
  for (const Group& group : plan.groups) s.merged += group.members.size(), s.carried += group.carried.size();
  s.saved = s.merged - s.groups;
  const auto left = [&](Refusal why) {
    return static_cast<std::uint64_t>(std::count(plan.refusals.begin(), plan.refusals.end(), why));
  };
  s.alone = left(Refusal::alone), s.apart = left(Refusal::apart), s.dependence = left(Refusal::dependence);
  s.shape = left(Refusal::shape), s.out_of_fuel = left(Refusal::out_of_fuel);
  s.limit = left(Refusal::limit), s.step = left(Refusal::step);
}

}  // namespace lathe::group
