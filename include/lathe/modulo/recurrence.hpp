// RecMII: the least II at which no recurrence waits for itself, exactly, in integers.
//
// The greatest of ceil(sum of latencies / sum of distances) over the cycles of the graph. Howard's policy iteration
// (Howard 1960; Cochet-Terrasson et al. 1998 for cycle ratios; Dasdan 2004 for its speed), with two changes that make
// it exact: the ratio is kept as its integer ceiling, and one instruction of each cycle that was met stops, with value
// 0. A policy then is a forest and its values are exact; improving it either ends, and the values are potentials which
// prove that the II is enough, or closes a cycle of positive weight, which proves that the II is not and gives the next
// one. Instructions are improved against the order of one iteration, for values go from what waits to what it waits
// for: so a round carries them through an iteration, however the instructions are numbered.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <lathe/modulo/graph.hpp>

namespace lathe::modulo {

/// The bound that cycles of dependences set, with one that proves it.
struct Recurrence {
  std::uint32_t rec_mii = 0;                ///< 0: no cycle wants any time; Limits::ii + 1: more than Limits::ii
  std::vector<std::uint32_t> cycle;         ///< edges in order around a cycle that proves it; empty for 0
  std::vector<std::uint32_t> of_component;  ///< RecMII of each component of the graph
  std::uint64_t rounds = 0;                 ///< policy improvements
};

namespace detail {

template <class = void>
class BasicHoward {
 public:
  explicit BasicHoward(const Graph& g) : g_(g), policy_(g.size(), none), value_(g.size(), 0), mark_(g.size(), 0) {}

  Recurrence run() {
    Recurrence out;
    out.of_component.assign(g_.components.count(), 0);
    std::uint64_t best = 0;
    for (std::uint32_t c = 0; c < g_.components.count(); ++c) {
      if (!g_.components.cyclic[c]) continue;
      members_ = g_.components[c];
      component_ = c;
      ii_ = 0;
      cycle_.clear();
      component(out.rounds);
      ii_ = std::min<std::int64_t>(ii_, Limits::ii + 1);
      out.of_component[c] = static_cast<std::uint32_t>(ii_);
      if (static_cast<std::uint64_t>(ii_) > best) {
        best = static_cast<std::uint64_t>(ii_);
        out.cycle = cycle_;
      }
    }
    out.rec_mii = static_cast<std::uint32_t>(best);
    return out;
  }

 private:
  void component(std::uint64_t& rounds) {
    // Each member first goes along the edge of greatest latency: the cycles of that policy give a good II to start
    // from.
    bool in_order = true;
    for (const std::uint32_t v : members_) {
      policy_[v] = none;
      std::int64_t best = 0;
      std::uint32_t row = 0;
      for (const Arc& arc : g_.out[v]) {
        if (inside(arc)) {
          in_order = in_order && (arc.distance != 0 || arc.other > v);
          if (policy_[v] == none || arc.weight(1) > best) {
            policy_[v] = row;
            best = arc.weight(1);
          }
        }
        ++row;
      }
    }
    if (!in_order) put_in_order();
    do {
      ++rounds;
      break_cycles();
      if (ii_ > Limits::ii) return;  // refused anyway, and products stay inside 64 bits
      evaluate();
    } while (improve());
  }
  /// Members in an order of one iteration: along edges of distance 0, which make no cycle. O(edges of the component).
  void put_in_order() {
    order_.clear();
    for (const std::uint32_t v : members_) mark_[v] = 0;  // 1 + edges followed, once it was met
    for (const std::uint32_t root : members_) {
      if (mark_[root] != 0) continue;
      mark_[root] = 1;
      path_.assign(1, root);
      while (!path_.empty()) {
        const std::uint32_t v = path_.back();
        const auto row = g_.out[v];
        if (mark_[v] > row.size()) {
          order_.push_back(v);
          path_.pop_back();
          continue;
        }
        const Arc& arc = row[mark_[v]++ - 1];
        if (arc.distance != 0 || !inside(arc) || mark_[arc.other] != 0) continue;
        mark_[arc.other] = 1;
        path_.push_back(arc.other);
      }
    }
    std::reverse(order_.begin(), order_.end());
    members_ = order_;
  }
  bool inside(const Arc& arc) const { return g_.components.of[arc.other] == component_; }
  const Arc& arc_of(std::uint32_t v) const { return g_.out[v][policy_[v]]; }

  /// Cycles of the policy: each raises the II to what it needs, then one of its members stops.
  void break_cycles() {
    for (const std::uint32_t v : members_) mark_[v] = 0;
    std::uint32_t walk = 0;
    for (const std::uint32_t start : members_) {
      ++walk;
      std::uint32_t v = start;
      while (policy_[v] != none && mark_[v] == 0) {
        mark_[v] = walk;
        v = arc_of(v).other;
      }
      if (policy_[v] == none || mark_[v] != walk) continue;
      std::int64_t latency = 0, distance = 0;
      std::vector<std::uint32_t> edges;
      std::uint32_t w = v;
      do {
        latency += arc_of(w).latency;
        distance += arc_of(w).distance;
        edges.push_back(arc_of(w).edge);
        w = arc_of(w).other;
      } while (w != v);
      policy_[v] = none;
      if (distance == 0 || latency <= ii_ * distance) continue;
      ii_ = (latency + distance - 1) / distance;
      cycle_.swap(edges);
    }
  }
  /// Values of the forest, from where it stops.
  void evaluate() {
    for (const std::uint32_t v : members_) mark_[v] = 0;
    for (const std::uint32_t start : members_) {
      path_.clear();
      std::uint32_t v = start;
      for (; mark_[v] == 0 && policy_[v] != none; v = arc_of(v).other) path_.push_back(v);
      if (mark_[v] == 0) {
        value_[v] = 0;
        mark_[v] = 1;
      }
      for (; !path_.empty(); path_.pop_back()) {
        const Arc& arc = arc_of(path_.back());
        value_[path_.back()] = arc.weight(ii_) + value_[arc.other];
        mark_[path_.back()] = 1;
      }
    }
  }
  /// New values count at once: a cycle that closes still has positive weight, for a value is at most what its policy
  /// gives, and less where the last change was made. From the last member on, as values go from `to` to `from`.
  bool improve() {
    bool changed = false;
    for (std::size_t m = members_.size(); m-- > 0;) {
      const std::uint32_t v = members_[m];
      std::int64_t best = value_[v];
      std::uint32_t row = 0;
      for (const Arc& arc : g_.out[v]) {
        if (inside(arc) && arc.weight(ii_) + value_[arc.other] > best) {
          best = arc.weight(ii_) + value_[arc.other];
          policy_[v] = row;
          changed = true;
        }
        ++row;
      }
      value_[v] = best;
    }
    return changed;
  }

  const Graph& g_;
  std::span<const std::uint32_t> members_;
  std::uint32_t component_ = 0;
  std::int64_t ii_ = 0;
  std::vector<std::uint32_t> policy_;  // row of the edge that each instruction goes along; none: it stops
  std::vector<std::int64_t> value_;
  std::vector<std::uint32_t> mark_, path_, cycle_, order_;
};
using Howard = BasicHoward<>;

}  // namespace detail

/// RecMII of a problem without faults, with a cycle as certificate. Few rounds of O(edges) in practice.
template <class = void>
inline Recurrence recurrence(const Problem& p) {
  const detail::Graph g(p);
  return detail::Howard(g).run();
}

}  // namespace lathe::modulo
