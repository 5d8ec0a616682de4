// Is there an order that fits in so many registers? A search that follows a known order and leaves it where that one
// does not fit.
//
// Two facts keep it small. A ready instruction that adds no register to any set, and fits, may be placed at once: in
// any order that ends well it can be moved to here, and no point between has more than before, since the values that it
// is the last reader of now stay so. And how far an order can be continued depends on the set of placed instructions
// alone, so a set is tried once; sets are told apart by a 64-bit hash, and a collision can only make the search miss an
// order. Source: the decision version of register-minimal scheduling as in Kessler 1998, with a budget.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include <lathe/sched/evaluate.hpp>
#include <lathe/sched/graph.hpp>

namespace lathe::sched {

/// How a search ended.
enum class SearchEnd : std::uint8_t { found, proved_none, out_of_budget };

/// Bounded search for an order with fewer registers, from the source order and from the end.
template <class = void>
class BasicOrderSearch {
 public:
  /// The graph outlives it.
  explicit BasicOrderSearch(const Graph& g) : g_(g), p_(g.problem()), waiting_(p_.size()), where_(p_.size()) {
    sets_ = static_cast<std::uint32_t>(p_.sets.size());
  }

  /// `limits`: registers of each set at most. `guide`: a legal order. `budget`: ready instructions that may be looked
  /// at; what was used is taken off. The order found is in `order()`.
  SearchEnd run(std::span<const std::int64_t> limits, std::span<const std::uint32_t> guide, std::uint64_t& budget) {
    limits_ = limits;
    budget_ = budget;
    start(guide);
    const SearchEnd end = search();
    budget = budget_;
    return end;
  }
  /// What the last run found; it is no whole order where it found none.
  const std::vector<std::uint32_t>& order() const { return order_; }

 private:
  struct Frame {
    std::uint32_t first = 0, next = 0;  // choices in pool_, the best one last
  };

  void start(std::span<const std::uint32_t> guide) {
    const std::uint32_t n = p_.size();
    place_in_guide_.resize(n);
    for (std::uint32_t k = 0; k < n; ++k) place_in_guide_[guide[k]] = k;
    ready_.clear();
    order_.clear();
    pool_.clear();
    frames_.clear();
    moved_.clear();
    seen_.clear();
    hash_ = 0;
    live_.assign(sets_, 0);
    left_.resize(p_.values.size());
    for (std::uint32_t v = 0; v < p_.values.size(); ++v) {
      left_[v] = g_.reads_of(v);
      if (p_.values[v].def == none && left_[v] != 0) count(v, 1);
    }
    for (std::uint32_t i = 0; i < n; ++i) {
      waiting_[i] = static_cast<std::uint32_t>(g_.predecessors[i].size());
      if (waiting_[i] == 0) add_ready(i);
    }
  }
  void add_ready(std::uint32_t n) {
    where_[n] = static_cast<std::uint32_t>(ready_.size());
    ready_.push_back(n);
  }
  void count(std::uint32_t v, std::int64_t sign) { g_.count(live_, v, sign); }

  SearchEnd search() {
    const std::uint32_t n = p_.size();
    while (order_.size() < n) {
      if (budget_ < ready_.size()) return SearchEnd::out_of_budget;
      budget_ -= ready_.size();
      const auto first = static_cast<std::uint32_t>(pool_.size());
      choices();
      frames_.push_back({first, static_cast<std::uint32_t>(pool_.size())});
      while (!frames_.empty() && !next_choice()) {
        pool_.resize(frames_.back().first);
        frames_.pop_back();
        if (!frames_.empty()) undo();
      }
      if (frames_.empty()) return SearchEnd::proved_none;
    }
    return SearchEnd::found;
  }
  bool next_choice() {
    Frame& frame = frames_.back();
    while (frame.next > frame.first) {
      const std::uint32_t n = pool_[--frame.next];
      const bool forced = frame.next == frame.first && pool_.size() == frame.first + 1;
      if (!forced && !seen_.insert(hash_ ^ mixed(n)).second) continue;
      place(n);
      return true;
    }
    return false;
  }
  // An instruction that costs nothing, alone; or all that fit, the guide's first one last.
  void choices() {
    const auto first = static_cast<std::ptrdiff_t>(pool_.size());
    for (const std::uint32_t n : ready_) {
      const auto [fits, is_free] = look(n);
      if (!fits) continue;
      if (is_free) {
        pool_.resize(static_cast<std::size_t>(first));
        pool_.push_back(n);
        return;
      }
      pool_.push_back(n);
    }
    std::sort(pool_.begin() + first, pool_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return place_in_guide_[a] > place_in_guide_[b]; });
  }
  std::pair<bool, bool> look(std::uint32_t n) {
    change_.assign(sets_, 0);
    for (const std::uint32_t v : g_.uses_of[n])
      if (left_[v] == 1)
        for (const Amount& a : g_.amounts_of[v]) change_[a.set] -= a.registers;
    for (const std::uint32_t v : g_.defs_of[n])
      for (const Amount& a : g_.amounts_of[v]) change_[a.set] += a.registers;
    bool fits = true, is_free = true;
    for (std::uint32_t s = 0; s < sets_; ++s) fits &= live_[s] + change_[s] <= limits_[s];
    for (const std::uint32_t v : g_.defs_of[n])
      if (left_[v] == 0)
        for (const Amount& a : g_.amounts_of[v]) change_[a.set] -= a.registers;
    for (std::uint32_t s = 0; s < sets_; ++s) is_free &= change_[s] <= 0;
    return {fits, is_free};
  }

  void place(std::uint32_t n) {
    moved_.push_back(where_[n]);
    const std::uint32_t last = ready_.back();
    ready_[where_[n]] = last;
    where_[last] = where_[n];
    ready_.pop_back();
    order_.push_back(n);
    hash_ ^= mixed(n);
    for (const std::uint32_t v : g_.uses_of[n])
      if (--left_[v] == 0) count(v, -1);
    for (const std::uint32_t v : g_.defs_of[n])
      if (left_[v] != 0) count(v, 1);
    for (const Arc& a : g_.successors[n])
      if (--waiting_[a.inst] == 0) add_ready(a.inst);
  }
  void undo() {
    const std::uint32_t n = order_.back();
    order_.pop_back();
    hash_ ^= mixed(n);
    const auto arcs = g_.successors[n];
    for (std::size_t k = arcs.size(); k-- > 0;)
      if (waiting_[arcs[k].inst]++ == 0) ready_.pop_back();
    for (const std::uint32_t v : g_.defs_of[n])
      if (left_[v] != 0) count(v, -1);
    for (const std::uint32_t v : g_.uses_of[n])
      if (left_[v]++ == 0) count(v, 1);
    const std::uint32_t at = moved_.back();
    moved_.pop_back();
    ready_.push_back(n);
    std::swap(ready_[at], ready_.back());
    where_[ready_.back()] = static_cast<std::uint32_t>(ready_.size() - 1);
    where_[n] = at;
  }
  static std::uint64_t mixed(std::uint32_t n) {
    std::uint64_t x = (n + 1) * 0x9E3779B97F4A7C15ULL;  // splitmix64's finish
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
  }

  const Graph& g_;
  const Problem& p_;
  std::uint32_t sets_ = 0;
  std::span<const std::int64_t> limits_;
  std::uint64_t budget_ = 0, hash_ = 0;
  std::vector<std::uint32_t> waiting_, where_, place_in_guide_, left_, ready_, order_, pool_, moved_;
  std::vector<std::int64_t> live_, change_;
  std::vector<Frame> frames_;
  std::unordered_set<std::uint64_t> seen_;  // asked only
};
using OrderSearch = BasicOrderSearch<>;

/// No order needs fewer registers of a set: what is live at the ends, and what an instruction reads or writes at once.
/// O(size).
template <class = void>
inline std::vector<std::int64_t> least_registers(const Graph& g) {
  const Problem& p = g.problem();
  const auto sets = p.sets.size();
  std::vector<std::int64_t> least(sets, 0), sum(sets, 0);
  const auto take = [&] {
    for (std::size_t s = 0; s < sets; ++s) least[s] = std::max(least[s], std::exchange(sum[s], 0));
  };
  const auto add = [&](std::uint32_t v) {
    for (const Amount& a : g.amounts_of[v]) sum[a.set] += a.registers;
  };
  for (std::uint32_t v = 0; v < p.values.size(); ++v)
    if (p.values[v].def == none) add(v);
  take();
  for (std::uint32_t v = 0; v < p.values.size(); ++v)
    if (p.values[v].live_out) add(v);
  take();
  for (std::uint32_t n = 0; n < p.size(); ++n) {
    for (const std::uint32_t v : g.uses_of[n]) add(v);
    take();
    for (const std::uint32_t v : g.defs_of[n]) add(v);
    take();
  }
  return least;
}

/// What lower_order found.
struct LowerOrder {
  std::optional<std::vector<std::uint32_t>> order;  ///< nothing: no order with fewer registers
  std::uint64_t steps = 0;                          ///< instructions looked at
  std::uint32_t gains = 0;                          ///< searches that found an order
};

/// Gets each set lower, one after the other, as long as no other one gets higher and the budget lasts: `search` and 4 for each
/// instruction, ready ones looked at. `from`: a legal order, with these registers. O(budget * values of an instruction).
template <class = void>
LowerOrder lower_order(const Graph& g, std::vector<std::uint32_t> from, const std::vector<std::uint64_t>& registers,
                       std::uint64_t search) {
  LowerOrder out;
  const Problem& p = g.problem();
  if (search == 0 || p.size() == 0) return out;
  std::uint64_t budget = search + 4 * std::uint64_t{p.size()};
  const std::uint64_t all = budget;
  const auto least = least_registers(g);
  std::vector<std::int64_t> limits(registers.begin(), registers.end());
  OrderSearch searcher(g);
  for (std::uint32_t s = 0; s < p.sets.size(); ++s) {
    // Twice as far each time that it works, back when it does not: MaxLive may be in the hundreds.
    for (std::int64_t stride = 1; limits[s] > least[s] && budget > 0;) {
      const std::int64_t before = limits[s];
      limits[s] = std::max(least[s], before - stride);
      // A bold step that fails must leave something for a small one.
      std::uint64_t part = stride == 1 ? budget : budget / 2;
      const std::uint64_t kept = budget - part;
      const SearchEnd end = searcher.run(limits, from, part);
      budget = kept + part;
      if (end == SearchEnd::found) {
        from = searcher.order();
        const auto now = registers_of(g, from);
        limits.assign(now.begin(), now.end());
        ++out.gains;
        stride *= 2;
      } else {
        limits[s] = before;
        if (stride == 1) break;
        stride = 1;
      }
    }
  }
  out.steps = all - budget;
  if (out.gains != 0) out.order = std::move(from);
  return out;
}

}  // namespace lathe::sched
