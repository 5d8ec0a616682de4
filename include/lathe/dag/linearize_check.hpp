// Checks a linear order against its problem, from the definition of right and with no code of linearize.hpp.
//
// Right is: (1) every item is there exactly once; (2) every item stands after what it depends on; (3) nothing
// stands needlessly early: wherever `a` stands right before `b`, and `b` does not depend on `a`, the rank of `a`
// is at most that of `b` unless `b` had to stand where it is because something after it needs it... which is the
// greedy choice: at each place, counted from the end, no item that could stand there has a higher rank.
//
// Cost: O(n * n + e), for tests and `--verify-each` on small blocks.
#pragma once

#include <string>
#include <vector>

#include <lathe/dag/linearize.hpp>

namespace lathe::dag {

/// One line per fault; empty when the order is right.
inline std::vector<std::string> check(const LinearProblem& problem, const std::vector<std::uint32_t>& order) {
  std::vector<std::string> faults;
  const std::uint32_t size = problem.size();
  constexpr std::uint32_t missing = 0xffffffffU;
  std::vector<std::uint32_t> place(size, missing);
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    if (order[i] >= size)
      faults.push_back("place " + std::to_string(i) + " holds no item");
    else if (place[order[i]] != missing)
      faults.push_back("item " + std::to_string(order[i]) + " stands twice");
    else
      place[order[i]] = i;
  }
  for (std::uint32_t item = 0; item < size; ++item)
    if (place[item] == missing) faults.push_back("item " + std::to_string(item) + " is missing");
  if (!faults.empty()) return faults;
  // last_user[i]: the first place of a user of i; i could stand anywhere before it.
  std::vector<std::uint32_t> first_user(size, size);
  for (std::uint32_t item = 0; item < size; ++item)
    for (const std::uint32_t earlier : problem.before(item)) {
      if (place[earlier] >= place[item])
        faults.push_back("item " + std::to_string(item) + " stands before item " + std::to_string(earlier) +
                         ", on which it depends");
      first_user[earlier] = std::min(first_user[earlier], place[item]);
    }
  for (std::uint32_t at = 0; at < size; ++at)
    for (std::uint32_t other = 0; other < size; ++other) {
      const bool could_stand_here = place[other] < at && first_user[other] > at;
      if (could_stand_here && problem.rank[other] > problem.rank[order[at]])
        faults.push_back("item " + std::to_string(other) + " would rather stand at place " + std::to_string(at));
    }
  return faults;
}

}  // namespace lathe::dag
