// A problem as adjacency, and the three figures of the list scheduler's priority.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/sched/options.hpp>
#include <lathe/sched/problem.hpp>
#include <lathe/support/csr.hpp>

namespace lathe::sched {

namespace detail {
/// Least first, in heaps. Not std::greater: <functional> is dear to compile.
struct Greater {
  template <class T>
  bool operator()(const T& a, const T& b) const {
    return a > b;
  }
};
}  // namespace detail

/// An edge to or from an instruction, with the cycles that it asks for.
struct Arc {
  std::uint32_t inst = 0, latency = 0;  ///< the other instruction, and the cycles between both issues
};
/// What a value counts in one set.
struct Amount {
  std::uint32_t set = 0;       ///< number of the set
  std::int64_t registers = 0;  ///< how many the value takes there
};

/// Needs: check_problem finds nothing. O(size) to make.
template <class = void>
class BasicGraph {
 public:
  /// The problem outlives it.
  explicit BasicGraph(const Problem& p) : p_(p) {
    const std::uint32_t n = p.size();
    std::vector<std::pair<std::uint32_t, Arc>> forward, backward;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> uses, readers, defs;
    forward.reserve(p.edges.size() + p.uses.size());
    backward.reserve(p.edges.size() + p.uses.size());
    const auto arc = [&](std::uint32_t from, std::uint32_t to, std::uint32_t latency) {
      forward.push_back({from, {to, latency}});
      backward.push_back({to, {from, latency}});
    };
    for (const Use& u : p.uses) {
      uses.emplace_back(u.inst, u.value);
      readers.emplace_back(u.value, u.inst);
      if (const std::uint32_t def = p.values[u.value].def; def != none) arc(def, u.inst, p.insts[def].latency);
    }
    for (const Edge& e : p.edges) arc(e.from, e.to, e.latency);
    const auto values = static_cast<std::uint32_t>(p.values.size());
    std::vector<std::pair<std::uint32_t, Amount>> amounts;
    for (std::uint32_t v = 0; v < values; ++v) {
      if (p.values[v].def != none) defs.emplace_back(p.values[v].def, v);
      for (const auto& share : p.classes[p.values[v].cls].shares)
        amounts.push_back({v, {share.set, std::int64_t{share.factor} * p.values[v].weight}});
    }
    std::vector<std::pair<std::uint32_t, HeldSpan>> held;
    held.reserve(p.reservations.size());
    span_of.assign(p.units.size(), 0);
    program::for_each_span(p.reservations, [&](std::uint32_t inst, const HeldSpan& h, bool alone) {
      held.emplace_back(inst, h);
      if (h.first == 0 && alone) return;
      span_of[h.unit] = 1;
      late_holds = true;
    });
    for (const auto& [inst, h] : held)  // all of a unit's, once one of them is such
      if (span_of[h.unit] != 0) span_of[h.unit] = std::max(span_of[h.unit], h.first + h.cycles);
    successors = Csr<Arc>(n, forward);
    predecessors = Csr<Arc>(n, backward);
    uses_of = Csr<std::uint32_t>(n, uses);
    defs_of = Csr<std::uint32_t>(n, defs);
    readers_of = Csr<std::uint32_t>(values, readers);
    amounts_of = Csr<Amount>(values, amounts);
    holds_of = Csr<HeldSpan>(n, held);
    measure();
  }

  Csr<Arc> successors, predecessors;    ///< per instruction; an edge of data for each use, beside those of the problem
  Csr<std::uint32_t> uses_of, defs_of;  ///< values of an instruction
  Csr<std::uint32_t> readers_of;        ///< instructions of a value, ascending
  Csr<Amount> amounts_of;               ///< of a value
  Csr<HeldSpan> holds_of;               ///< of an instruction
  /// Per unit 0 if each instruction takes it once at most, and from its issue on; else the furthest end of a hold.
  std::vector<std::uint32_t> span_of;
  bool late_holds = false;              ///< some unit's is not 0
  std::vector<std::uint64_t> earliest;  ///< longest path from the region's begin to an instruction's issue
  std::vector<std::uint64_t>
      depth;                   ///< longest path from an instruction's issue to the region's end, own latency included
  std::uint64_t critical = 0;  ///< the longest path: no makespan is shorter
  /// Cycles that an instruction can be late without making the region longer, units aside.
  std::uint64_t freedom(std::uint32_t n) const { return critical - depth[n] - earliest[n]; }
  const Problem& problem() const { return p_; }
  /// How many reads end a value's life: its readers, and one where it lives on behind the region. O(1).
  std::uint32_t reads_of(std::uint32_t v) const {
    return static_cast<std::uint32_t>(readers_of[v].size()) + (p_.values[v].live_out ? 1 : 0);
  }
  /// Adds a value's registers to what lives of each set (`sign` 1), or takes them off (-1). O(its sets).
  void count(std::vector<std::int64_t>& live, std::uint32_t v, std::int64_t sign) const {
    for (const Amount& a : amounts_of[v]) live[a.set] += sign * a.registers;
  }

 private:
  void measure() {
    const std::uint32_t n = p_.size();
    earliest.assign(n, 0);
    depth.assign(n, 0);
    for (std::uint32_t i = 0; i < n; ++i)
      for (const Arc& a : successors[i]) earliest[a.inst] = std::max(earliest[a.inst], earliest[i] + a.latency);
    for (std::uint32_t i = n; i-- > 0;) {
      depth[i] = p_.insts[i].latency;
      for (const Arc& a : successors[i]) depth[i] = std::max(depth[i], depth[a.inst] + a.latency);
      critical = std::max(critical, earliest[i] + depth[i]);
    }
  }
  const Problem& p_;
};
using Graph = BasicGraph<>;

/// Rank of each instruction in the three-level priority, 0 first: greater depth (bottom-up: greater distance from the
/// begin), then the target's higher priority, then less freedom, then the source order. O(n log n + n * windows).
template <class = void>
inline std::vector<std::uint32_t> priority_ranks(const Graph& g, const Options& options, bool bottom_up) {
  const Problem& p = g.problem();
  struct Key {
    std::uint64_t depth;
    std::int64_t wish;
    std::uint64_t freedom;
    std::uint32_t inst;
  };
  std::vector<Key> keys(p.size());
  for (std::uint32_t i = 0; i < p.size(); ++i) {
    const std::uint64_t freedom = g.freedom(i);
    std::int64_t wish = 0;
    if (options.use_windows) {
      bool any = false;
      for (const Window& w : p.windows) {
        if (g.earliest[i] < w.start || g.earliest[i] > w.end || (w.width != 0 && freedom > w.width)) continue;
        wish = any ? std::max<std::int64_t>(wish, w.priority) : w.priority;
        any = true;
      }
      wish += p.insts[i].priority;
    }
    keys[i] = {bottom_up ? g.earliest[i] : g.depth[i], wish, options.use_width ? freedom : 0, i};
  }
  std::sort(keys.begin(), keys.end(), [bottom_up](const Key& a, const Key& b) {
    if (a.depth != b.depth) return a.depth > b.depth;
    // What is wished early is late from the other end.
    if (a.wish != b.wish) return bottom_up ? a.wish < b.wish : a.wish > b.wish;
    if (a.freedom != b.freedom) return a.freedom < b.freedom;
    return bottom_up ? a.inst > b.inst : a.inst < b.inst;
  });
  std::vector<std::uint32_t> rank(p.size());
  for (std::uint32_t k = 0; k < keys.size(); ++k) rank[keys[k].inst] = k;
  return rank;
}

}  // namespace lathe::sched
