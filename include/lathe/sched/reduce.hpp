// Orders of few registers: greedy ones from either end, and one result after the other.
//
// Greedy: of the ready instructions the one that adds the fewest registers is taken, where the increase is kept up to
// date as values get their last reader (top-down) or their first one from the end (bottom-up): each value is told once.
// Ties go by what the strategy says. All sets that matter count alike in the increase.
// Sources: Goodman, Hsu 1988 (schedule by register need), Sethi, Ullman 1970 (the operand that needs most first);
// bottom-up by least increase is what LLVM's source-order and register-reducing list schedulers do.
#pragma once

#include <algorithm>
#include <cstdint>
#include <queue>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/sched/graph.hpp>
#include <lathe/sched/plan.hpp>

namespace lathe::sched {

/// Registers that a value counts, summed over the sets that matter: those with steps, a limit that the source order
/// comes near to, or neither, in which case nothing else tells.
template <class = void>
inline std::vector<std::int64_t> value_weights(const Graph& g, std::span<const std::uint64_t> source_registers) {
  const Problem& p = g.problem();
  std::vector<bool> matters(p.sets.size());
  bool any = false;
  for (std::size_t s = 0; s < p.sets.size(); ++s) {
    const RegisterSet& set = p.sets[s];
    const bool free = set.steps.empty() && set.limit != 0 && source_registers[s] * 4 <= std::uint64_t{set.limit} * 3;
    matters[s] = !free;
    any |= matters[s];
  }
  std::vector<std::int64_t> out(p.values.size(), 0);
  for (std::uint32_t v = 0; v < p.values.size(); ++v)
    for (const Amount& a : g.amounts_of[v])
      if (!any || matters[a.set]) out[v] += a.registers;
  return out;
}

/// Number of each instruction along its region from one far end to the other, the way that most dependences go:
/// breadth-first over dependences in either direction, from an instruction that is as far from the rest as two such
/// walks find. What many read joins everything and is left out. Finds the order of code whose values are used nearby,
/// whatever order it is in. O(n + e). Source: Cuthill, McKee 1969; the two walks are Gibbs, Poole, Stockmeyer 1976.
template <class = void>
inline std::vector<std::uint32_t> sweep_positions(const Graph& g) {
  constexpr std::size_t many = 8;
  const std::uint32_t n = g.problem().size();
  std::vector<std::uint32_t> mark(n, 0), queue, position(n, 0);
  std::uint32_t walk = 0, placed = 0;
  // Instructions in the order in which they are met, all marked with the walk's number.
  const auto from = [&](std::uint32_t start) {
    ++walk;
    queue.assign(1, start);
    mark[start] = walk;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const auto visit = [&](std::uint32_t next) {
        if (mark[next] == walk) return;
        mark[next] = walk;
        queue.push_back(next);
      };
      const auto after = g.successors[queue[i]];
      if (after.size() <= many)
        for (const Arc& a : after) visit(a.inst);
      for (const Arc& a : g.predecessors[queue[i]])
        if (g.successors[a.inst].size() <= many) visit(a.inst);
    }
  };
  for (std::uint32_t i = 0; i < n; ++i) {
    if (mark[i] != 0) continue;
    from(i);
    from(queue.back());
    from(queue.back());
    for (const std::uint32_t inst : queue) position[inst] = placed++;
    // The way that dependences go.
    std::int64_t forward = 0;
    for (const std::uint32_t inst : queue)
      for (const Arc& a : g.successors[inst]) forward += position[a.inst] > position[inst] ? 1 : -1;
    if (forward < 0)
      for (std::size_t k = 0; k < queue.size(); ++k) position[queue[k]] = placed - 1 - static_cast<std::uint32_t>(k);
  }
  return position;
}

namespace detail {

template <class = void>
class BasicGreedyReducer {
 public:
  /// `positions`: sweep_positions of the graph, where they are known already; empty: they are found where the strategy asks.
  BasicGreedyReducer(const Graph& g, std::span<const std::int64_t> weights, Strategy strategy,
                     std::span<const std::uint32_t> positions = {})
      : g_(g),
        p_(g.problem()),
        weights_(weights),
        strategy_(strategy),
        up_(strategy == Strategy::up_nearest || strategy == Strategy::up_source || strategy == Strategy::up_deep ||
            strategy == Strategy::up_sweep),
        waiting_(p_.size()),
        released_(p_.size(), 0),
        increase_(p_.size(), 0),
        placed_(p_.size(), false),
        position_(positions) {}

  std::vector<std::uint32_t> run() {
    up_ ? start_up() : start_down();
    for (std::uint32_t k = 0; k < p_.size(); ++k) {
      const std::uint32_t n = up_ ? p_.size() - 1 - k : k;
      waiting_[n] = static_cast<std::uint32_t>((up_ ? g_.successors : g_.predecessors)[n].size());
    }
    if (strategy_ == Strategy::down_closest) {
      missing_.assign(p_.size(), 1U << 20);
      for (std::uint32_t n = 0; n < p_.size(); ++n) closer(n);
    }
    if ((strategy_ == Strategy::up_sweep || strategy_ == Strategy::down_sweep) && position_.empty()) {
      found_ = sweep_positions(g_);
      position_ = found_;
    }
    started_ = true;
    for (std::uint32_t n = 0; n < p_.size(); ++n)
      if (waiting_[n] == 0) push(n);
    while (!ready_.empty()) {
      const auto [increase, tie, inst] = ready_.top();
      ready_.pop();
      if (placed_[inst] || increase != increase_[inst]) continue;
      place(inst);
    }
    if (up_) std::reverse(order_.begin(), order_.end());
    return std::move(order_);
  }

 private:
  using Entry = std::tuple<std::int64_t, std::int64_t, std::uint32_t>;

  void push(std::uint32_t n) { ready_.push({increase_[n], tie(n), n}); }
  std::int64_t tie(std::uint32_t n) const {
    switch (strategy_) {
      case Strategy::up_nearest:
      case Strategy::down_nearest:
        return -released_[n];
      case Strategy::down_closest:
        return (std::int64_t{missing_[n]} << 32) - released_[n];
      case Strategy::up_deep:
        return -static_cast<std::int64_t>(g_.earliest[n]);
      case Strategy::up_sweep:
      case Strategy::down_sweep:
        return position_[n];
      case Strategy::up_source:
        return -static_cast<std::int64_t>(n);
      default:
        return n;
    }
  }
  void start_down() {
    left_.resize(p_.values.size());
    for (std::uint32_t v = 0; v < p_.values.size(); ++v) {
      left_[v] = g_.reads_of(v);
      if (p_.values[v].def != none && left_[v] != 0) increase_[p_.values[v].def] += weights_[v];
      if (left_[v] == 1 && !p_.values[v].live_out) increase_[g_.readers_of[v][0]] -= weights_[v];
    }
  }
  void start_up() {
    left_.assign(p_.values.size(), 0);  // 1: live
    for (std::uint32_t v = 0; v < p_.values.size(); ++v) {
      left_[v] = p_.values[v].live_out ? 1 : 0;
      if (p_.values[v].def != none && (p_.values[v].live_out || !g_.readers_of[v].empty()))
        increase_[p_.values[v].def] -= weights_[v];
      if (left_[v] == 0)
        for (const std::uint32_t r : g_.readers_of[v]) increase_[r] += weights_[v];
    }
  }
  // An instruction's figure has changed.
  void lower(std::uint32_t n, std::int64_t by) {
    if (placed_[n] || by == 0) return;
    increase_[n] -= by;
    if (waiting_[n] == 0) push(n);
  }
  void place(std::uint32_t n) {
    placed_[n] = true;
    order_.push_back(n);
    ++clock_;
    for (const std::uint32_t v : g_.uses_of[n]) {
      if (up_) {
        if (left_[v]++ != 0) continue;
        for (const std::uint32_t r : g_.readers_of[v]) lower(r, weights_[v]);
      } else if (--left_[v] == 1 && !p_.values[v].live_out) {
        for (const std::uint32_t r : g_.readers_of[v]) lower(r, weights_[v]);
      }
    }
    for (const Arc& a : (up_ ? g_.predecessors : g_.successors)[n]) {
      released_[a.inst] = clock_;
      if (--waiting_[a.inst] == 0) push(a.inst);
      if (strategy_ == Strategy::down_closest) closer(a.inst);
    }
  }
  // What the reader waits for besides is missed by those that it waits for. Long lists are left alone: their
  // instructions are far from done, and the work must stay linear.
  void closer(std::uint32_t reader) {
    const auto before = g_.predecessors[reader];
    if (waiting_[reader] == 0 || before.size() > 8) return;
    for (const Arc& a : before)
      if (!placed_[a.inst] && missing_[a.inst] > waiting_[reader]) {
        missing_[a.inst] = waiting_[reader];
        if (waiting_[a.inst] == 0 && started_) push(a.inst);
      }
  }

  const Graph& g_;
  const Problem& p_;
  std::span<const std::int64_t> weights_;
  const Strategy strategy_;
  const bool up_;
  bool started_ = false;
  std::vector<std::uint32_t> waiting_, left_, missing_, found_, order_;
  std::vector<std::int64_t> released_, increase_;
  std::vector<bool> placed_;
  std::span<const std::uint32_t> position_;  // along the region, where the strategy asks; found_, or somebody else's
  std::priority_queue<Entry, std::vector<Entry>, Greater> ready_;
  std::int64_t clock_ = 0;
};
using GreedyReducer = BasicGreedyReducer<>;

}  // namespace detail

/// A legal order that adds as few registers as possible at each instruction. O((n + e + uses) log n).
/// `positions`: sweep_positions of the graph, if the caller has them.
/// Precondition: `strategy` is one of the up_ and down_ ones.
template <class = void>
inline std::vector<std::uint32_t> greedy_order(const Graph& g, std::span<const std::int64_t> weights, Strategy strategy,
                                               std::span<const std::uint32_t> positions = {}) {
  return detail::GreedyReducer(g, weights, strategy, positions).run();
}

/// A legal order by place along the region. O((n + e) log n).
template <class = void>
inline std::vector<std::uint32_t> sweep_order(const Graph& g, std::span<const std::uint32_t> positions = {}) {
  const std::vector<std::int64_t> nothing(g.problem().values.size(), 0);
  return detail::GreedyReducer(g, nothing, Strategy::down_sweep, positions).run();
}

/// A legal order that computes what each instruction without readers needs, one such instruction after the other in
/// source order, the operand first whose tree needs most registers. Optimal for trees of values of one weight.
/// O((n + e) log n).
template <class = void>
inline std::vector<std::uint32_t> tree_order(const Graph& g, std::span<const std::int64_t> weights) {
  const Problem& p = g.problem();
  const std::uint32_t n = p.size();
  // Registers that computing an instruction takes when nothing is shared.
  std::vector<std::int64_t> need(n, 0), result(n, 0);
  std::vector<std::uint32_t> operands, first(n + 1, 0);
  for (std::uint32_t i = 0; i < n; ++i) {
    for (const std::uint32_t v : g.defs_of[i]) result[i] += weights[v];
    for (const Arc& a : g.predecessors[i]) operands.push_back(a.inst);
    const auto begin = operands.begin() + first[i];
    std::sort(begin, operands.end(), [&](std::uint32_t a, std::uint32_t b) {
      const std::int64_t x = need[a] - result[a], y = need[b] - result[b];
      return x != y ? x > y : a < b;
    });
    operands.erase(std::unique(begin, operands.end()), operands.end());
    first[i + 1] = static_cast<std::uint32_t>(operands.size());
    std::int64_t held = 0;
    for (std::uint32_t k = first[i]; k < first[i + 1]; ++k) {
      need[i] = std::max(need[i], held + need[operands[k]]);
      held += result[operands[k]];
    }
    need[i] = std::max({need[i], held, result[i]});
  }
  std::vector<std::uint32_t> out, stack;
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  std::vector<bool> placed(n, false);
  for (std::uint32_t root = 0; root < n; ++root) {
    bool read = false;
    for (const std::uint32_t v : g.defs_of[root]) read |= !g.readers_of[v].empty();
    if (read || placed[root]) continue;
    stack.push_back(root);
    while (!stack.empty()) {
      const std::uint32_t at = stack.back();
      if (placed[at]) {
        stack.pop_back();
      } else if (next[at] < first[at + 1]) {
        const std::uint32_t o = operands[next[at]++];
        if (!placed[o]) stack.push_back(o);
      } else {
        placed[at] = true;
        out.push_back(at);
        stack.pop_back();
      }
    }
  }
  return out;
}

/// All orders by registers there are, as `use(strategy, order)`. O((n + e) log n).
template <class Use>
void for_each_order_by_registers(const Graph& g, std::span<const std::int64_t> weights, Use&& use) {
  const std::vector<std::uint32_t> positions = sweep_positions(g);  // three of them ask
  for (const Strategy s : {Strategy::up_nearest, Strategy::up_source, Strategy::up_deep, Strategy::up_sweep,
                           Strategy::down_nearest, Strategy::down_sweep, Strategy::down_closest, Strategy::down_source})
    use(s, greedy_order(g, weights, s, positions));
  use(Strategy::tree, tree_order(g, weights));
  use(Strategy::sweep, sweep_order(g, positions));
}

}  // namespace lathe::sched
