// What an order costs an allocator that has too few registers: stores and loads by furthest next use, by one walk.
//
// Values are kept in registers; where a set has more than its limit, of those that the instruction does not name the one
// that is read furthest away leaves. A value of the region is stored when it first leaves, one that is live-in once as well
// (whoever made it stores it); each one that left is loaded where it is read, or behind the region. What is live
// throughout and never read leaves first, each of its registers for one store and one load around the region.
// Source: Belady 1966; with stores the figure is no minimum, but orders are compared by it, and all are treated alike.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <lathe/sched/graph.hpp>

namespace lathe::sched {

/// Stores and loads that an order would cost.
struct Spills {
  std::uint64_t stores = 0, loads = 0;                  ///< instructions
  std::uint64_t sum() const { return stores + loads; }  ///< of both
  bool operator==(const Spills&) const = default;
};

/// Estimates orders of one region.
template <class = void>
class BasicSpillEstimate {
 public:
  /// The graph outlives it.
  explicit BasicSpillEstimate(const Graph& g) : g_(g), p_(g.problem()), state_(p_.values.size()) {}

  /// Of this order. O(size), and for each value that leaves what is in registers then.
  /// Precondition: `order` respects the dependences.
  Spills run(std::span<const std::uint32_t> order) {
    start(order);
    std::size_t use = 0;
    for (std::uint32_t k = 0; k < order.size(); ++k) {
      const std::uint32_t n = order[k];
      now_ = k;
      const std::size_t first = use;
      for (const std::uint32_t v : g_.uses_of[n]) {
        state_[v].needed = k + 1;
        if (!state_[v].here) ++out_.loads, enter(v);
        state_[v].next = next_[use++];
      }
      make_room();
      use = first;
      for (const std::uint32_t v : g_.uses_of[n])
        if (next_[use++] == never) leave(v);
      for (const std::uint32_t v : g_.defs_of[n]) {
        state_[v].needed = k + 1;
        enter(v);
      }
      make_room();
      for (const std::uint32_t v : g_.defs_of[n])
        if (state_[v].next == never) leave(v);
    }
    for (const std::uint32_t v : behind_)
      if (!state_[v].here) ++out_.loads;
    return out_;
  }

 private:
  static constexpr std::uint32_t never = 0xffffffffU;
  struct State {
    std::uint32_t next = never;  ///< place of the next reader; behind the region, or throughout it, further than any
    std::uint32_t needed = 0;    ///< 1 + the place that names it now
    std::uint32_t at = 0;        ///< in here_
    std::uint32_t weight = 0;    ///< registers of it that are still there
    bool here = false, stored = false;
  };

  void start(std::span<const std::uint32_t> order) {
    const auto size = static_cast<std::uint32_t>(order.size());
    out_ = {};
    behind_.clear();
    here_.clear();
    live_.assign(p_.sets.size(), 0);
    for (std::uint32_t v = 0; v < state_.size(); ++v) {
      state_[v] = {p_.values[v].live_out ? size : never, 0, 0, p_.values[v].weight, false, false};
      if (!p_.values[v].live_out) continue;
      if (p_.values[v].def == none && g_.readers_of[v].empty())
        state_[v].next = size + 1;
      else
        behind_.push_back(v);
    }
    next_.resize(p_.uses.size());
    std::size_t use = next_.size();
    for (std::uint32_t k = size; k-- > 0;) {
      const auto uses = g_.uses_of[order[k]];
      for (std::size_t i = uses.size(); i-- > 0;) {
        next_[--use] = state_[uses[i]].next;
        state_[uses[i]].next = k;
      }
    }
    for (std::uint32_t v = 0; v < state_.size(); ++v)
      if (p_.values[v].def == none && state_[v].next != never) enter(v);
    now_ = never - 1;
    make_room();
  }
  void enter(std::uint32_t v) {
    if (state_[v].here) return;
    state_[v].here = true;
    state_[v].at = static_cast<std::uint32_t>(here_.size());
    here_.push_back(v);
    for (const Amount& a : g_.amounts_of[v]) live_[a.set] += a.registers;
  }
  void leave(std::uint32_t v) {
    if (!state_[v].here) return;
    state_[v].here = false;
    here_[state_[v].at] = here_.back();
    state_[here_.back()].at = state_[v].at;
    here_.pop_back();
    for (const Amount& a : g_.amounts_of[v]) live_[a.set] -= each(v, a) * state_[v].weight;
  }
  std::int64_t each(std::uint32_t v, const Amount& a) const {
    return p_.values[v].weight == 0 ? 0 : a.registers / p_.values[v].weight;
  }
  void make_room() {
    for (std::uint32_t s = 0; s < live_.size(); ++s)
      while (p_.sets[s].limit != 0 && live_[s] > p_.sets[s].limit && evict(s)) {
      }
  }
  bool evict(std::uint32_t set) {
    std::uint32_t found = never;
    std::int64_t registers = 0;
    for (const std::uint32_t v : here_) {
      if (state_[v].needed == now_ + 1 || (found != never && !further(v, found))) continue;
      for (const Amount& a : g_.amounts_of[v])
        if (a.set == set && a.registers > 0) found = v, registers = a.registers;
    }
    if (found == never) return false;
    State& s = state_[found];
    if (s.next > p_.size() && s.weight > 1) {  // many registers in one value: as many as it takes
      --s.weight;
      for (const Amount& a : g_.amounts_of[found]) live_[a.set] -= each(found, a);
      ++out_.stores, ++out_.loads;
      return true;
    }
    out_.stores += !s.stored;
    if (s.next > p_.size()) ++out_.loads;
    s.stored = true;
    leave(found);
    return registers > 0;
  }
  // Of two that are read equally far away the one that is in memory already, then the one that was made first.
  bool further(std::uint32_t a, std::uint32_t b) const {
    if (state_[a].next != state_[b].next) return state_[a].next > state_[b].next;
    if (state_[a].stored != state_[b].stored) return state_[a].stored;
    return a < b;
  }

  const Graph& g_;
  const Problem& p_;
  std::vector<State> state_;
  std::vector<std::uint32_t> next_;  // of each use in the order: the place of the value's next reader
  std::vector<std::uint32_t> here_, behind_;
  std::vector<std::int64_t> live_;
  Spills out_;
  std::uint32_t now_ = 0;
};
using SpillEstimate = BasicSpillEstimate<>;

}  // namespace lathe::sched
