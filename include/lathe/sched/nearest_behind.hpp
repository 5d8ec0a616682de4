// An order carried out in place, one move for each element that has to go: where each goes among those in front of it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lathe::sched {

/// `order` has each number below its size once. Of each i the j < i that comes next behind it in the order, of those below i; as many as
/// there are where none does. Who moves 0, 1, 2 ... each to the front of its j, or leaves it where it stands, has the order in the end,
/// and the elements that are placed stand in their order all the while. O(n).
inline std::vector<std::uint32_t> nearest_behind(std::span<const std::uint32_t> order) {
  const auto n = static_cast<std::uint32_t>(order.size());
  std::vector<std::uint32_t> next(n, n), before(n, n), out(n, n);  // neighbours in the order, of those that are left
  for (std::uint32_t k = 0; k + 1 < n; ++k) {
    next[order[k]] = order[k + 1];
    before[order[k + 1]] = order[k];
  }
  for (std::uint32_t i = n; i-- > 0;) {
    out[i] = next[i];
    if (next[i] != n) before[next[i]] = before[i];
    if (before[i] != n) next[before[i]] = next[i];
  }
  return out;
}

}  // namespace lathe::sched
