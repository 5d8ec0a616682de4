// Linear order of a dependence graph: every item after what it depends on, as near to a wished order as the
// dependences allow.
//
// The list is filled from its end: of the items whose users are all placed, the one with the highest rank goes
// next to the end. An item whose rank is its source position so keeps its place where it can, and an item of
// high rank (a constant, a copy to a register) sinks to just before its first user, or to the end.
//
// Needs:  an acyclic graph on dense ids; `before(i)` in CSR form.
// Gives:  a permutation of 0..size-1, or an empty list when the graph has a cycle. O((n + e) + n log n), no
//         allocation when the scratch has grown. Equal ranks: the larger id goes nearer to the end.
// Source: source-order list scheduling of selection DAGs as LLVM does it (bottom-up); here on plain data.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace lathe::dag {

/// Items 0..size-1. Item i depends on edges[begin[i] .. begin[i+1]); doubled edges are allowed.
struct LinearProblem {
  std::vector<std::uint32_t> begin{0};
  std::vector<std::uint32_t> edges;
  std::vector<std::uint64_t> rank;  ///< one per item: where it would like to be, small first

  std::uint32_t size() const { return static_cast<std::uint32_t>(rank.size()); }
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
};

/// Memory that is kept between calls.
struct LinearScratch {
  std::vector<std::uint32_t> users;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> ready;
};

/// Writes the order to `out`. False (and an empty list) when the dependences have a cycle.
inline bool linearize(const LinearProblem& problem, LinearScratch& scratch, std::vector<std::uint32_t>& out) {
  const std::uint32_t size = problem.size();
  out.resize(size);
  scratch.users.assign(size, 0);
  scratch.ready.clear();
  for (const std::uint32_t item : problem.edges) ++scratch.users[item];
  for (std::uint32_t item = 0; item < size; ++item)
    if (scratch.users[item] == 0) scratch.ready.push_back({problem.rank[item], item});
  std::make_heap(scratch.ready.begin(), scratch.ready.end());
  std::uint32_t at = size;
  while (!scratch.ready.empty()) {
    std::pop_heap(scratch.ready.begin(), scratch.ready.end());
    const std::uint32_t item = scratch.ready.back().second;
    scratch.ready.pop_back();
    out[--at] = item;
    for (const std::uint32_t earlier : problem.before(item)) {
      if (--scratch.users[earlier] != 0) continue;
      scratch.ready.push_back({problem.rank[earlier], earlier});
      std::push_heap(scratch.ready.begin(), scratch.ready.end());
    }
  }
  if (at == 0) return true;
  out.clear();
  return false;
}

}  // namespace lathe::dag
