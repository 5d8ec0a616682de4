// Checks a linear order against its problem, from the definition of right and with no code of linearize.hpp.
//
// Right is: (1) every item is there exactly once; (2) every item stands after what it depends on; (3) at each place,
// counted from the end, no item that could stand there (it stands further ahead, and all its users stand behind) has a
// higher rank than the one that does, nor the same rank and a larger id.
//
// (3) is judged per item: it could have stood anywhere between its place and its first user, so every item there must
// come before it by (rank, id) from the end. The first that does not is found by a stack of falling keys: O(n + e).
//
// A refusal is checked too: a cycle is right when each of its items depends on the next and none stands twice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/select/linearize.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::dag {

enum class LinearFault : std::uint8_t {
  bad_problem,        ///< arrays that do not fit together, or an edge of no item: nothing else is looked at
  no_such_item,       ///< a place holds no item
  twice,              ///< an item stands at two places
  missing,            ///< an item stands nowhere
  before_dependence,  ///< an item stands before what it depends on
  not_nearest,        ///< an item stands further ahead than its rank wants
  no_cycle,           ///< what was given as a cycle is none
};

struct LinearCheckOptions {
  bool nearest = true;  ///< look at ranks
  bool ties = true;     ///< of equal ranks the larger id stands nearer to the end
};

namespace linear_detail {

inline bool sound(const LinearProblem& p, FaultList<LinearFault>& faults) {
  bool right = p.begin.size() == p.rank.size() + 1 && p.begin[0] == 0 && p.begin.back() == p.edges.size();
  for (std::size_t i = 1; right && i < p.begin.size(); ++i) right = p.begin[i - 1] <= p.begin[i];
  for (const std::uint32_t item : p.edges) right = right && item < p.rank.size();
  if (!right) faults.add(LinearFault::bad_problem, 0, "the problem's arrays do not fit together");
  return right;
}

/// (3): `bound[item]` is the place of the item's first user.
inline void check_nearest(const LinearProblem& p, const std::vector<std::uint32_t>& order,
                          const std::vector<std::uint32_t>& bound, bool ties, FaultList<LinearFault>& faults) {
  using Key = std::pair<std::uint64_t, std::uint32_t>;
  std::vector<std::pair<Key, std::uint32_t>> smaller;  // places behind with ever smaller keys, nearest last
  for (auto at = static_cast<std::uint32_t>(order.size()); at-- > 0;) {
    const std::uint32_t item = order[at];
    const Key key{p.rank[item], ties ? item : 0};
    while (!smaller.empty() && smaller.back().first >= key) smaller.pop_back();
    if (!smaller.empty() && smaller.back().second < bound[item])
      faults.add(
          LinearFault::not_nearest, item,
          "item " + std::to_string(item) + " would rather stand at place " + std::to_string(smaller.back().second));
    smaller.push_back({key, at});
  }
}

}  // namespace linear_detail

/// Every fault with the item (or place) that it speaks of; empty when the order is right. O(n + e).
inline FaultList<LinearFault> check(const LinearProblem& problem, const std::vector<std::uint32_t>& order,
                                    const LinearCheckOptions& options = {}) {
  FaultList<LinearFault> faults;
  if (!linear_detail::sound(problem, faults)) return faults;
  const auto size = static_cast<std::uint32_t>(problem.rank.size());
  constexpr std::uint32_t nowhere = 0xffffffffU;
  std::vector<std::uint32_t> place(size, nowhere);
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    if (order[i] >= size)
      faults.add(LinearFault::no_such_item, i, "place " + std::to_string(i) + " holds no item");
    else if (place[order[i]] != nowhere)
      faults.add(LinearFault::twice, order[i], "item " + std::to_string(order[i]) + " stands twice");
    else
      place[order[i]] = i;
  }
  for (std::uint32_t item = 0; item < size; ++item)
    if (place[item] == nowhere) faults.add(LinearFault::missing, item, "item " + std::to_string(item) + " is missing");
  if (!faults.empty()) return faults;
  std::vector<std::uint32_t> first_user(size, size);
  for (std::uint32_t item = 0; item < size; ++item)
    for (std::uint32_t e = problem.begin[item]; e < problem.begin[item + 1]; ++e) {
      const std::uint32_t earlier = problem.edges[e];
      if (place[earlier] >= place[item])
        faults.add(LinearFault::before_dependence, item,
                   "item " + std::to_string(item) + " stands before item " + std::to_string(earlier) +
                       ", on which it depends");
      first_user[earlier] = std::min(first_user[earlier], place[item]);
    }
  if (options.nearest && faults.empty()) linear_detail::check_nearest(problem, order, first_user, options.ties, faults);
  return faults;
}

/// Is this a cycle of the problem? Each item depends on the next, the last on the first. O(n + edges of its items).
inline FaultList<LinearFault> check_cycle(const LinearProblem& problem, std::span<const std::uint32_t> cycle) {
  FaultList<LinearFault> faults;
  if (!linear_detail::sound(problem, faults)) return faults;
  std::vector<bool> seen(problem.rank.size(), false);
  if (cycle.empty()) faults.add(LinearFault::no_cycle, 0, "an empty cycle");
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const std::uint32_t item = cycle[i], next = cycle[(i + 1) % cycle.size()];
    if (item >= seen.size() || seen[item]) {
      faults.add(LinearFault::no_cycle, item, "item " + std::to_string(item) + " is not there, or there twice");
      return faults;
    }
    seen[item] = true;
    const auto first = problem.edges.begin() + problem.begin[item],
               last = problem.edges.begin() + problem.begin[item + 1];
    if (std::find(first, last, next) == last)
      faults.add(LinearFault::no_cycle, item,
                 "item " + std::to_string(item) + " does not depend on item " + std::to_string(next));
  }
  return faults;
}

}  // namespace lathe::dag
