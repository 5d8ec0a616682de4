// Linear order of a dependence graph: every item after what it depends on, as near to a wished order as the
// dependences allow.
//
// The list is filled from its end: of the items whose users are all placed, the one with the highest rank goes
// next to the end. An item whose rank is its source position so keeps its place where it can, and an item of
// high rank (a constant, a copy to a register) sinks to just before its first user, or to the end.
//
// Needs:  a LinearProblem: dependences in CSR form, a rank per item. linearize_text.hpp makes one from any type with
//         three members (LinearInput), and from text.
// Gives:  a permutation of 0..size-1, or a refusal: a cycle with its items, or what is wrong with the problem. Equal
//         ranks: the larger id goes nearer to the end.
// Cost:   O(e + n log n), no allocation when the scratch has grown.
// Source: source-order list scheduling of selection DAGs as LLVM does it (bottom-up); here on plain data.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/support/stats.hpp>

namespace lathe::dag {

/// Items 0..size-1. Item i depends on edges[begin[i] .. begin[i+1]); doubled edges are allowed.
struct LinearProblem {
  std::vector<std::uint32_t> begin{0};
  std::vector<std::uint32_t> edges;
  std::vector<std::uint64_t> rank;  ///< one per item: where it would like to be, small first

  std::uint32_t size() const { return static_cast<std::uint32_t>(rank.size()); }
  /// What the item waits for, as it was pushed.
  std::span<const std::uint32_t> before(std::uint32_t item) const {
    return {edges.data() + begin[item], begin[item + 1] - begin[item]};
  }
  /// Adds the next item; its dependences are those pushed to `edges` since the last call.
  void close(std::uint64_t item_rank) {
    begin.push_back(static_cast<std::uint32_t>(edges.size()));
    rank.push_back(item_rank);
  }
  /// Forgets all items, keeps the memory.
  void clear() {
    begin.assign(1, 0);
    edges.clear();
    rank.clear();
  }
  bool operator==(const LinearProblem&) const = default;
};

/// Why there is no order.
enum class LinearWhy : std::uint8_t {
  none,
  bad_shape,  ///< `begin` is not one more than there are ranks, rising from 0 to the number of edges
  bad_item,   ///< an edge names an item that is not there; `item` has it
  cyclic,     ///< items wait for each other; `cycle` has them
};
constexpr std::string_view to_string(LinearWhy why) {
  constexpr std::string_view names[] = {"ordered", "the problem's arrays do not fit together",
                                        "a dependence names an item that is not there",
                                        "the items depend on each other in a circle"};
  return names[static_cast<std::size_t>(why)];
}

struct LinearStats {
  std::uint64_t items = 0;
  std::uint64_t edges = 0;
  std::uint64_t most_ready = 0;   ///< items that could have been placed at once, at most
  std::uint64_t out_of_wish = 0;  ///< places whose item has a higher rank than the next one: dependences won

  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t LinearStats::*>;
    return std::array{F{"items", &LinearStats::items}, F{"edges", &LinearStats::edges},
                      F{"most_ready", &LinearStats::most_ready}, F{"out_of_wish", &LinearStats::out_of_wish}};
  }
};

/// What came of it. True when there is an order.
struct LinearResult {
  LinearWhy why = LinearWhy::none;
  std::uint32_t item = 0;            ///< bad_item: the item whose dependence is wrong
  std::vector<std::uint32_t> cycle;  ///< cyclic: each depends on the next, the last on the first; none twice
  LinearStats stats;
  explicit operator bool() const { return why == LinearWhy::none; }
};

/// Memory that is kept between calls.
struct LinearScratch {
  std::vector<std::uint32_t> users;  ///< by item: how many of those that wait for it have no place yet
  /// A heap of rank and item: those whose users all have their places.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> ready;
};

namespace linear_detail {

inline bool fits(const LinearProblem& problem) {
  if (problem.begin.size() != problem.rank.size() + 1 || problem.begin.front() != 0) return false;
  return std::is_sorted(problem.begin.begin(), problem.begin.end()) && problem.begin.back() == problem.edges.size();
}

/// One cycle among the items that still have users (`users` not 0): from any of them to a user, to its user, and so on,
/// until one comes again. O(n + e).
inline std::vector<std::uint32_t> cycle_of(const LinearProblem& problem, const std::vector<std::uint32_t>& users) {
  constexpr std::uint32_t unset = 0xffffffffU;
  std::vector<std::uint32_t> user(problem.size(), unset), step(problem.size(), unset), path;
  std::uint32_t at = unset;
  for (std::uint32_t item = problem.size(); item-- > 0;) {
    if (users[item] == 0) continue;
    at = item;
    for (const std::uint32_t earlier : problem.before(item))
      if (users[earlier] != 0) user[earlier] = item;
  }
  for (; step[at] == unset; at = user[at]) {
    step[at] = static_cast<std::uint32_t>(path.size());
    path.push_back(at);
  }
  path.erase(path.begin(), path.begin() + step[at]);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace linear_detail

/// Writes the order to `out`; an empty list with a refusal.
inline LinearResult linearize(const LinearProblem& problem, LinearScratch& scratch, std::vector<std::uint32_t>& out) {
  const std::uint32_t size = problem.size();
  LinearResult result;
  result.stats.items = size;
  result.stats.edges = problem.edges.size();
  out.clear();
  if (!linear_detail::fits(problem)) {
    result.why = LinearWhy::bad_shape;
    return result;
  }
  scratch.users.assign(size, 0);
  scratch.ready.clear();
  for (std::size_t edge = 0; edge < problem.edges.size(); ++edge) {
    if (problem.edges[edge] < size) {
      ++scratch.users[problem.edges[edge]];
      continue;
    }
    const auto next = std::upper_bound(problem.begin.begin(), problem.begin.end(), edge);
    result.why = LinearWhy::bad_item;
    result.item = static_cast<std::uint32_t>(next - problem.begin.begin()) - 1;
    return result;
  }
  out.resize(size);
  for (std::uint32_t item = 0; item < size; ++item)
    if (scratch.users[item] == 0) scratch.ready.push_back({problem.rank[item], item});
  std::make_heap(scratch.ready.begin(), scratch.ready.end());
  std::uint32_t at = size;
  while (!scratch.ready.empty()) {
    result.stats.most_ready = std::max<std::uint64_t>(result.stats.most_ready, scratch.ready.size());
    std::pop_heap(scratch.ready.begin(), scratch.ready.end());
    const std::uint32_t item = scratch.ready.back().second;
    scratch.ready.pop_back();
    out[--at] = item;
    if (at + 1 < size) result.stats.out_of_wish += problem.rank[item] > problem.rank[out[at + 1]];
    for (const std::uint32_t earlier : problem.before(item)) {
      if (--scratch.users[earlier] != 0) continue;
      scratch.ready.push_back({problem.rank[earlier], earlier});
      std::push_heap(scratch.ready.begin(), scratch.ready.end());
    }
  }
  if (at == 0) return result;
  out.clear();
  result.why = LinearWhy::cyclic;
  result.cycle = linear_detail::cycle_of(problem, scratch.users);
  return result;
}

}  // namespace lathe::dag
