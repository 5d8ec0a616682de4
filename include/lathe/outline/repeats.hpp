// Repeated substrings as the engines report them, and their enumeration from a suffix array.
//
// A repeat is a substring with at least two occurrences that cannot be made longer without losing one of them (an inner
// node of the suffix tree). With `leaf_descendants` all its occurrences are reported, otherwise only those that are
// followed by a symbol that follows no other of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lathe/outline/suffix_array.hpp>

namespace lathe::outline {

struct RepeatOptions {
  std::uint32_t min_length = 2;  ///< symbols; shorter repeats are not reported
  bool leaf_descendants = true;  ///< all occurrences, not only those with a successor of their own
};

/// One repeat; valid while it is reported.
struct Repeat {
  std::uint32_t length = 0;   ///< symbols
  std::uint32_t shorter = 0;  ///< length of the next repeat that has these occurrences and others; 0: none is reported
  std::span<const std::uint32_t> starts;  ///< at least two, in no order that means anything
};

/// Calls f(length, shorter, first, last) for each run [first, last] of neighbours with a common prefix of min_length or
/// more, `shorter` being that of the run around it or 0. `common` is as in SuffixArray. Inner runs come before outer
/// ones. O(n).
template <class F>
void for_each_run(std::span<const std::uint32_t> common, std::uint32_t min_length, F&& f) {
  struct Open {
    std::uint32_t length, first;
  };
  std::vector<Open> open;
  const auto n = static_cast<std::uint32_t>(common.size());
  for (std::uint32_t i = 1; i <= n; ++i) {
    const std::uint32_t length = i < n && common[i] >= min_length ? common[i] : 0;
    if (length == 0 && open.empty()) continue;
    std::uint32_t first = i - 1;
    while (!open.empty() && open.back().length > length) {
      const Open closed = open.back();
      open.pop_back();
      first = closed.first;
      const std::uint32_t outer = open.empty() ? 0 : open.back().length;
      f(closed.length, outer > length ? outer : length, closed.first, i - 1);
    }
    if (length != 0 && (open.empty() || open.back().length < length)) open.push_back({length, first});
  }
}

/// Calls f(const Repeat&) for each repeat. Precondition: the array was made for min_length or less. O(n) beside f;
/// nothing is copied when all leaf descendants are wanted.
template <class F>
void for_each_repeat(const SuffixArray& array, const RepeatOptions& options, F&& f) {
  const std::span<const std::uint32_t> order = array.order, common = array.common;
  if (options.leaf_descendants) {
    for_each_run(common, options.min_length,
                 [&](std::uint32_t length, std::uint32_t shorter, std::uint32_t first, std::uint32_t last) {
                   f(Repeat{length, shorter, order.subspan(first, last - first + 1)});
                 });
    return;
  }
  // A suffix belongs to the longer of the two runs that it shares with its neighbours. Inner runs take theirs from
  // the stack first, so those that lie above an outer run's mark when it closes are its own.
  struct Open {
    std::uint32_t length, leaves;
  };
  std::vector<Open> open;
  std::vector<std::uint32_t> leaves;
  const auto n = static_cast<std::uint32_t>(common.size());
  for (std::uint32_t i = 1; i <= n; ++i) {
    const std::uint32_t before = common[i - 1] < options.min_length ? 0 : common[i - 1];
    const std::uint32_t length = i < n && common[i] >= options.min_length ? common[i] : 0;
    if (length <= before && before != 0) leaves.push_back(order[i - 1]);
    while (!open.empty() && open.back().length > length) {
      const Open closed = open.back();
      open.pop_back();
      const std::uint32_t outer = open.empty() ? 0 : open.back().length;
      const std::uint32_t shorter = outer > length ? outer : length;
      if (leaves.size() - closed.leaves >= 2)
        f(Repeat{closed.length, shorter, std::span(leaves).subspan(closed.leaves)});
      leaves.resize(closed.leaves);
    }
    if (length != 0 && (open.empty() || open.back().length < length))
      open.push_back({length, static_cast<std::uint32_t>(leaves.size())});
    if (length > before) leaves.push_back(order[i - 1]);
  }
}

}  // namespace lathe::outline
