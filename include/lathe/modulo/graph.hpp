// The dependence graph of a problem, flat: edges out of and into each instruction, strongly connected components.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <lathe/modulo/problem.hpp>

namespace lathe::modulo::detail {

/// An edge as one end sees it.
struct Arc {
  std::uint32_t other = 0;  ///< the instruction at the far end
  std::int32_t latency = 0;
  std::uint32_t distance = 0;
  std::uint32_t edge = 0;  ///< number in the problem
  std::int64_t weight(std::int64_t ii) const { return latency - ii * distance; }
};

template <class = void>
class BasicArcs {
 public:
  template <class From, class To>
  BasicArcs(const Problem& p, From&& from, To&& to) : begin_(p.size() + 1, 0), arcs_(p.edges.size()) {
    for (const Edge& e : p.edges) ++begin_[from(e) + 1];
    for (std::uint32_t i = 0; i < p.size(); ++i) begin_[i + 1] += begin_[i];
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t k = 0; k < p.edges.size(); ++k) {
      const Edge& e = p.edges[k];
      arcs_[next[from(e)]++] = {to(e), e.latency, e.distance, k};
    }
  }
  std::span<const Arc> operator[](std::uint32_t inst) const {
    return {arcs_.data() + begin_[inst], begin_[inst + 1] - begin_[inst]};
  }

 private:
  std::vector<std::uint32_t> begin_;
  std::vector<Arc> arcs_;
};
using Arcs = BasicArcs<>;

/// Components are numbered so that edges go from lower to higher numbers, or stay.
struct Components {
  std::vector<std::uint32_t> of;     ///< per instruction
  std::vector<std::uint32_t> begin;  ///< per component, into members; one more at the end
  std::vector<std::uint32_t> members;
  std::vector<bool> cyclic;  ///< more than one member, or an edge to itself
  std::uint32_t count() const { return static_cast<std::uint32_t>(cyclic.size()); }
  std::span<const std::uint32_t> operator[](std::uint32_t c) const {
    return {members.data() + begin[c], begin[c + 1] - begin[c]};
  }
};

/// Tarjan's algorithm without recursion over any rows with `other`. O(insts + edges).
template <class Rows>
Components components_of(std::uint32_t n, const Rows& rows) {
  constexpr std::uint32_t unseen = 0xffffffffU;
  Components out;
  out.of.assign(n, unseen);
  std::vector<std::uint32_t> low(n, unseen), number(n, unseen), stack, path, next(n, 0);
  std::uint32_t count = 0, components = 0;
  for (std::uint32_t root = 0; root < n; ++root) {
    if (number[root] != unseen) continue;
    path.push_back(root);
    while (!path.empty()) {
      const std::uint32_t v = path.back();
      if (number[v] == unseen) {
        number[v] = low[v] = count++;
        stack.push_back(v);
      }
      const auto& row = rows[v];
      bool deeper = false;
      while (next[v] < row.size()) {
        const std::uint32_t to = row[next[v]++].other;
        if (number[to] == unseen) {
          path.push_back(to);
          deeper = true;
          break;
        }
        if (out.of[to] == unseen) low[v] = std::min(low[v], number[to]);
      }
      if (deeper) continue;
      path.pop_back();
      if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[v]);
      if (low[v] != number[v]) continue;
      for (std::uint32_t w = unseen; w != v;) {
        w = stack.back();
        stack.pop_back();
        out.of[w] = components;
      }
      ++components;
    }
  }
  // Tarjan finds sinks first: turn the numbers round.
  for (std::uint32_t& c : out.of) c = components - 1 - c;
  out.begin.assign(components + 1, 0);
  for (const std::uint32_t c : out.of) ++out.begin[c + 1];
  for (std::uint32_t c = 0; c < components; ++c) out.begin[c + 1] += out.begin[c];
  out.members.resize(n);
  std::vector<std::uint32_t> at(out.begin.begin(), out.begin.end() - 1);
  for (std::uint32_t v = 0; v < n; ++v) out.members[at[out.of[v]]++] = v;
  out.cyclic.assign(components, false);
  for (std::uint32_t v = 0; v < n; ++v)
    for (const auto& arc : rows[v])
      if (out.of[arc.other] == out.of[v]) out.cyclic[out.of[v]] = true;
  return out;
}

/// What every step of the scheduler looks at.
template <class = void>
struct BasicGraph {
  explicit BasicGraph(const Problem& p)
      : problem(p),
        out(
            p, [](const Edge& e) { return e.from; }, [](const Edge& e) { return e.to; }),
        in(
            p, [](const Edge& e) { return e.to; }, [](const Edge& e) { return e.from; }),
        components(components_of(p.size(), out)),
        first_reservation(p.size() + 1, 0) {
    for (const Reservation& r : p.reservations) ++first_reservation[r.inst + 1];
    for (std::uint32_t i = 0; i < p.size(); ++i) first_reservation[i + 1] += first_reservation[i];
    topological.reserve(p.size());
    for (std::uint32_t c = 0; c < components.count(); ++c)
      for (const std::uint32_t v : components[c]) topological.push_back(v);
  }
  std::uint32_t size() const { return problem.size(); }

  const Problem& problem;
  Arcs out, in;
  Components components;
  std::vector<std::uint32_t> topological;  ///< instructions by component, then by number
  std::vector<std::uint32_t> first_reservation;
};
using Graph = BasicGraph<>;

/// Longest paths from anywhere (or, backwards, to anywhere) at an II: the earliest start of each instruction, at least
/// 0. False when a recurrence does not fit into the II. O(edges) without recurrences, O(insts * edges) within them at
/// worst.
template <class = void>
inline bool longest_paths(const Graph& g, std::int64_t ii, bool backwards, std::vector<std::int64_t>& at) {
  at.assign(g.size(), 0);
  const Components& c = g.components;
  for (std::uint32_t k = 0; k < c.count(); ++k) {
    const std::uint32_t component = backwards ? c.count() - 1 - k : k;
    const auto members = c[component];
    const Arcs& rows = backwards ? g.in : g.out;
    // Inside first, until nothing changes; then on to others.
    for (std::size_t round = 0; c.cyclic[component]; ++round) {
      if (round > members.size()) return false;
      bool changed = false;
      for (std::size_t m = 0; m < members.size(); ++m) {
        const std::uint32_t v = members[backwards ? members.size() - 1 - m : m];
        for (const Arc& arc : rows[v]) {
          if (c.of[arc.other] != component || at[arc.other] >= at[v] + arc.weight(ii)) continue;
          at[arc.other] = at[v] + arc.weight(ii);
          changed = true;
        }
      }
      if (!changed) break;
    }
    for (const std::uint32_t v : members)
      for (const Arc& arc : rows[v])
        if (c.of[arc.other] != component) at[arc.other] = std::max(at[arc.other], at[v] + arc.weight(ii));
  }
  return true;
}

}  // namespace lathe::modulo::detail
