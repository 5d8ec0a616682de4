// The swing order: recurrences first, the tightest before others; inside a set, neighbours of what is ordered already,
// so that an instruction almost never has both its predecessors and its successors before it.
//
// Llosa, Gonzalez, Ayguade, Valero: "Swing modulo scheduling: a lifetime-sensitive approach", PACT 1996.
#pragma once

#include <cstdint>
#include <queue>
#include <tuple>
#include <vector>

#include <lathe/modulo/recurrence.hpp>

namespace lathe::modulo::detail {

/// Node sets: strongly connected components by falling RecMII, each with the instructions on paths between it and the
/// sets before it; last all others. Returns the set of each instruction and the number of sets.
/// O(sets * (insts + edges)), sets being components that are cycles.
template <class = void>
class BasicNodeSets {
 public:
  BasicNodeSets(const Graph& g, const Recurrence& recurrence) : set_of(g.size(), none), g_(g) {
    const Components& c = g.components;
    std::vector<std::uint32_t> cyclic;
    for (std::uint32_t k = 0; k < c.count(); ++k)
      if (c.cyclic[k]) cyclic.push_back(k);
    std::sort(cyclic.begin(), cyclic.end(), [&](std::uint32_t a, std::uint32_t b) {
      const std::uint32_t x = recurrence.of_component[a], y = recurrence.of_component[b];
      return x != y ? x > y : a < b;
    });
    // Many recurrences: paths between them would be walked for each.
    const bool paths = cyclic.size() <= 64;
    for (const std::uint32_t k : cyclic) {
      if (set_of[c[k].front()] != none) continue;
      if (paths && count > 0) between(k);
      for (const std::uint32_t v : c[k])
        if (set_of[v] == none) set_of[v] = count;
      ++count;
    }
    bool rest = false;
    for (std::uint32_t& s : set_of)
      if (s == none) {
        s = count;
        rest = true;
      }
    if (rest) ++count;
  }
  std::vector<std::uint32_t> set_of;
  std::uint32_t count = 0;

 private:
  /// Instructions that lie on a path from the sets before to component k, or from it to them.
  void between(std::uint32_t k) {
    const std::vector<std::uint32_t> old = set_of;
    for (const bool forward : {true, false}) {
      const auto from_old = reach(old, k, true, forward), from_k = reach(old, k, false, !forward);
      for (std::uint32_t v = 0; v < g_.size(); ++v)
        if (set_of[v] == none && from_old[v] && from_k[v]) set_of[v] = count;
    }
  }
  std::vector<bool> reach(const std::vector<std::uint32_t>& old, std::uint32_t k, bool begin_old, bool forward) const {
    std::vector<bool> seen(g_.size(), false);
    std::vector<std::uint32_t> work;
    for (std::uint32_t v = 0; v < g_.size(); ++v)
      if (begin_old ? old[v] != none : g_.components.of[v] == k) {
        seen[v] = true;
        work.push_back(v);
      }
    while (!work.empty()) {
      const std::uint32_t v = work.back();
      work.pop_back();
      for (const Arc& arc : forward ? g_.out[v] : g_.in[v])
        if (!seen[arc.other]) {
          seen[arc.other] = true;
          work.push_back(arc.other);
        }
    }
    return seen;
  }
  const Graph& g_;
};
using NodeSets = BasicNodeSets<>;

/// Depth and height are longest paths at the II from anywhere and to anywhere.
/// O((insts + edges) log insts).
template <class = void>
class BasicSwingOrder {
 public:
  BasicSwingOrder(const Graph& g, const NodeSets& sets, const std::vector<std::int64_t>& depth,
                  const std::vector<std::int64_t>& height)
      : g_(g), sets_(sets), depth_(depth), height_(height), ordered_(g.size(), false) {}

  std::vector<std::uint32_t> run() {
    std::vector<std::vector<std::uint32_t>> members(sets_.count);
    for (std::uint32_t v = 0; v < g_.size(); ++v) members[sets_.set_of[v]].push_back(v);
    for (set_ = 0; set_ < sets_.count; ++set_) {
      left_ = members[set_].size();
      // The set may hang on what is ordered already, or on nothing; or fall apart into several pieces.
      std::size_t seed = 0;
      std::sort(members[set_].begin(), members[set_].end(), [&](std::uint32_t a, std::uint32_t b) {
        return depth_[a] != depth_[b] ? depth_[a] > depth_[b] : a < b;
      });
      bool up = true;
      collect(members[set_]);
      while (left_ > 0) {
        if (!predecessors_.empty()) {
          up = true;
        } else if (!successors_.empty()) {
          up = false;
        } else {
          while (ordered_[members[set_][seed]]) ++seed;
          predecessors_.push(entry(members[set_][seed], true));
          up = true;
        }
        drain(up);
      }
      predecessors_ = {};
      successors_ = {};
    }
    return std::move(order_);
  }

 private:
  // Greatest first: depth going up (height going down), then the least mobile, then the lowest number.
  using Entry = std::tuple<std::int64_t, std::int64_t, std::uint32_t>;
  Entry entry(std::uint32_t v, bool up) const {
    return {up ? depth_[v] : height_[v], depth_[v] + height_[v], 0xffffffffU - v};
  }
  /// Members next to ordered instructions of other sets.
  void collect(const std::vector<std::uint32_t>& members) {
    for (const std::uint32_t v : members) {
      for (const Arc& arc : g_.out[v])
        if (ordered_[arc.other]) {
          predecessors_.push(entry(v, true));
          break;
        }
      for (const Arc& arc : g_.in[v])
        if (ordered_[arc.other]) {
          successors_.push(entry(v, false));
          break;
        }
    }
  }
  /// All that can be reached one way; what is met the other way waits.
  void drain(bool up) {
    auto& queue = up ? predecessors_ : successors_;
    while (!queue.empty()) {
      const std::uint32_t v = 0xffffffffU - std::get<2>(queue.top());
      queue.pop();
      if (ordered_[v]) continue;
      ordered_[v] = true;
      order_.push_back(v);
      --left_;
      for (const Arc& arc : g_.in[v])
        if (mine(arc.other)) predecessors_.push(entry(arc.other, true));
      for (const Arc& arc : g_.out[v])
        if (mine(arc.other)) successors_.push(entry(arc.other, false));
    }
  }
  bool mine(std::uint32_t v) const { return !ordered_[v] && sets_.set_of[v] == set_; }

  const Graph& g_;
  const NodeSets& sets_;
  const std::vector<std::int64_t>&depth_, &height_;
  std::vector<bool> ordered_;
  std::vector<std::uint32_t> order_;
  std::priority_queue<Entry> predecessors_, successors_;  // of what is ordered, within the set
  std::uint32_t set_ = 0;
  std::size_t left_ = 0;
};
using SwingOrder = BasicSwingOrder<>;

/// The tightest recurrence's component by falling urgency: first what has no freedom against the cycle that makes
/// RecMII, along that cycle, then what has little; all others as `order` has them. For loops whose recurrences leave
/// units few holes. O(insts * edges) within the component at worst, and the sort.
template <class = void>
inline std::vector<std::uint32_t> critical_order(const Graph& g, const std::vector<std::uint32_t>& cycle,
                                                 std::int64_t ii, const std::vector<std::uint32_t>& order) {
  if (cycle.empty()) return order;
  const std::uint32_t anchor = g.problem.edges[cycle[0]].from, component = g.components.of[anchor];
  const auto members = g.components[component];
  constexpr std::int64_t far = INT64_MIN / 4;
  std::vector<std::int64_t> path[2];
  for (const bool backwards : {false, true}) {
    auto& at = path[backwards ? 1 : 0];
    at.assign(g.size(), far);
    at[anchor] = 0;
    bool changed = true;
    for (std::size_t round = 0; changed && round <= members.size(); ++round) {
      changed = false;
      for (std::size_t m = 0; m < members.size(); ++m) {
        const std::uint32_t v = members[backwards ? members.size() - 1 - m : m];
        if (at[v] == far) continue;
        for (const Arc& arc : backwards ? g.in[v] : g.out[v]) {
          if (g.components.of[arc.other] != component || at[arc.other] >= at[v] + arc.weight(ii)) continue;
          at[arc.other] = at[v] + arc.weight(ii);
          changed = true;
        }
      }
    }
  }
  std::vector<std::uint32_t> out(members.begin(), members.end());
  const auto key = [&](std::uint32_t v) { return std::tuple(-(path[0][v] + path[1][v]), path[0][v], v); };
  std::sort(out.begin(), out.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  for (const std::uint32_t v : order)
    if (g.components.of[v] != component) out.push_back(v);
  return out;
}

}  // namespace lathe::modulo::detail
