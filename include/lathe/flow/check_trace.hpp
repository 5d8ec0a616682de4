// Is a report of trace metrics right? By its definition in trace.hpp and follow_trace.hpp, and by nothing else of them:
// loops by reachability, dependences by looking back over the trace for who wrote last, longest paths by relaxing all
// edges until nothing changes. The reverse post-order is order.hpp's, which has a checker of its own.
// O(blocks^2 * edges + blocks * (instructions of a trace)^2 * operands): for tests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/order.hpp>
#include <lathe/flow/trace.hpp>
#include <lathe/program/numbering.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::flow {

enum class TraceFault : std::uint8_t { size, pick, count, held, depth, height, length, bound };

namespace detail {

template <program::View V, class Latency>
class TraceChecker {
  static constexpr program::Facts facts = V::facts;
  using Item = std::pair<Block, std::uint32_t>;  // an instruction of a trace, by number, and where it stands
  using Edges = std::vector<std::pair<std::size_t, std::size_t>>;

 public:
  TraceChecker(const V& view, const TraceReport& report, const TraceOptions& options, const Latency& latency)
      : v_(view), n_(view), r_(report), options_(options), latency_(latency) {}

  FaultList<TraceFault> run() {
    if (r_.blocks.size() != n_.blocks() || r_.insts.size() != n_.insts()) {
      fault(TraceFault::size, 0, "other blocks or instructions than the function has");
      return std::move(faults_);
    }
    std::vector<std::pair<Block, Block>> edges;
    for (Block b = 0; b < n_.blocks(); ++b)
      v_.for_each_successor(n_.block(b), [&](const auto& s) { edges.emplace_back(b, n_.block_number(s)); });
    cfg_ = Cfg(n_.blocks(), edges);
    order_ = reverse_post_order(cfg_);
    find_loops();
    for (Block b = 0; b < n_.blocks(); ++b) weigh(b);
    for (Block b = 0; b < n_.blocks(); ++b) {
      check_pick(b, true);
      check_pick(b, false);
    }
    if (!faults_.empty()) return std::move(faults_);
    for (Block b = 0; b < n_.blocks(); ++b) check_cycles(b);
    return std::move(faults_);
  }

 private:
  void fault(TraceFault kind, std::uint32_t at, const std::string& text) { faults_.add(kind, at, text); }

  // ---- loops: per block the header of the innermost one, per header its members
  void find_loops() {
    const std::uint32_t n = n_.blocks();
    members_.assign(n, {});
    for (const Block h : order_.blocks) {
      const std::vector<bool> without = reached(0, h);
      std::vector<bool> in(n, false);
      bool any = false;
      // Sources of ways back, and what reaches them without the header.
      for (const Block u : order_.blocks) {
        const auto to = cfg_.successors(u);
        if (std::find(to.begin(), to.end(), h) == to.end() || (without[u] && u != h)) continue;
        any = true;
        for (const Block b : order_.blocks)
          if (b != h && reached(b, h)[u]) in[b] = true;
      }
      in[h] = any;
      if (any) members_[h] = in;
    }
    header_.assign(n, no_block);
    for (const Block b : order_.blocks) {
      std::size_t least = n + 1;
      for (Block h = 0; h < n; ++h)
        if (!members_[h].empty() && members_[h][b]) {
          const auto size = static_cast<std::size_t>(std::count(members_[h].begin(), members_[h].end(), true));
          if (size < least) least = size, header_[b] = h;
        }
    }
  }
  // What `from` reaches where `without` is not there.
  std::vector<bool> reached(Block from, Block without) const {
    std::vector<bool> seen(n_.blocks(), false);
    if (from == without) return seen;
    std::vector<Block> work{from};
    seen[from] = true;
    while (!work.empty()) {
      const Block b = work.back();
      work.pop_back();
      for (const Block s : cfg_.successors(b))
        if (s != without && !seen[s]) seen[s] = true, work.push_back(s);
    }
    return seen;
  }

  // ---- picks
  void weigh(Block b) {
    std::uint64_t count = 0;
    std::size_t units = 0;
    if constexpr (facts.has(program::Fact::units))
      for ([[maybe_unused]] auto&& u : v_.units()) ++units;
    std::vector<std::uint64_t> held(units + 1, 0);
    for (std::uint32_t i = n_.first(b); i < n_.first(b + 1); ++i) {
      if (free(i)) continue;
      std::uint32_t slots = 1;
      if constexpr (facts.has(program::Fact::issue)) slots = v_.issue(n_.inst(i));
      count += slots == 0 ? 0 : 1;
      held[units] += slots;
      if constexpr (facts.has(program::Fact::units))
        v_.for_each_hold(n_.inst(i), [&](const program::Hold& h) {
          if (h.unit < units) held[h.unit] += h.cycles;
        });
    }
    counts_.push_back(count);
    held_.push_back(held);
  }
  bool free(std::uint32_t i) const {
    const program::Effects e = v_.effects(n_.inst(i));
    return e.has(program::Effect::phi) || e.has(program::Effect::marker);
  }
  std::uint64_t latency(std::uint32_t i) const { return free(i) ? 0 : latency_(n_.inst(i)); }
  Block next(Block b, bool up) const { return up ? r_.blocks[b].previous : r_.blocks[b].next; }
  bool candidate(Block from, Block to) const {
    if (options_.strategy == TraceStrategy::local || !order_.reachable(from) || !order_.reachable(to)) return false;
    return order_.position[from] < order_.position[to];
  }
  std::uint64_t weight(Block b) const {
    if constexpr (facts.has(program::Fact::weight))
      if (options_.strategy == TraceStrategy::frequency) return v_.weight(n_.block(b));
    return 0;
  }
  // Instructions of a block and of all that it leads to.
  std::uint64_t from_on(Block b, bool up) const {
    std::uint64_t sum = 0, steps = 0;
    for (; b < n_.blocks() && steps <= n_.blocks(); b = next(b, up), ++steps) sum += counts_[b];
    return steps <= n_.blocks() ? sum : ~std::uint64_t{0};
  }
  void check_pick(Block b, bool up) {
    std::vector<Block> all;
    if (up) {
      for (const Block p : order_.blocks)
        for (const Block s : cfg_.successors(p))
          if (s == b && candidate(p, b) && header_[b] != b) all.push_back(p);
    } else {
      for (const Block s : cfg_.successors(b))
        if (candidate(b, s) && (header_[b] == no_block || members_[header_[b]][s])) all.push_back(s);
    }
    Block best = no_block;
    for (const Block c : all)
      if (best == no_block || weight(c) > weight(best) ||
          (weight(c) == weight(best) && from_on(c, up) < from_on(best, up)))
        best = c;
    const std::string where = "block " + std::to_string(b);
    if (next(b, up) != best) return fault(TraceFault::pick, b, where + " picks another block");
    const std::uint64_t beyond = best == no_block ? 0 : from_on(best, up);
    if (beyond != (up ? r_.blocks[b].above : r_.blocks[b].below))
      return fault(TraceFault::count, b, where + " counts other instructions on its trace");
    std::vector<std::uint64_t> held(held_[b].size(), 0);
    for (Block c = best; c != no_block; c = next(c, up))
      for (std::size_t u = 0; u < held.size(); ++u) held[u] += held_[c][u];
    if (held != (up ? r_.blocks[b].held_above : r_.blocks[b].held_below))
      fault(TraceFault::held, b, where + " has units held for other cycles on its trace");
  }

  // ---- cycles
  std::vector<Item> items(const std::vector<Block>& blocks) const {
    std::vector<Item> out;
    for (const Block b : blocks)
      for (std::uint32_t i = n_.first(b); i < n_.first(b + 1); ++i) out.emplace_back(b, i);
    return out;
  }
  bool writes(std::uint32_t i, const program::value_t<V>& v) const {
    bool any = false;
    v_.for_each_operand(n_.inst(i), [&](const auto& o) { any = any || (o.is_def() && o.value == v); });
    return any;
  }
  Edges dependences(const std::vector<Item>& all) const {
    Edges out;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const auto look = [&](std::size_t from, const program::value_t<V>& v) {
        for (std::size_t j = from; j-- > 0;)
          if (writes(all[j].second, v)) return out.emplace_back(j, k), void();
      };
      v_.for_each_operand(n_.inst(all[k].second), [&](const auto& o) {
        if (!o.is_def()) look(k, o.value);
      });
      if constexpr (facts.has(program::Fact::incoming)) {
        std::size_t begin = k;
        while (begin > 0 && all[begin - 1].first == all[k].first) --begin;
        v_.for_each_incoming(n_.inst(all[k].second), [&](const auto& from, const auto& v) {
          const Block at = n_.block_number(from);
          if (at == no_block) return;
          if (before(all[k].first) == at) look(begin, v);
        });
      }
    }
    return out;
  }
  Block before(Block b) const {
    const auto at = std::find(trace_.begin(), trace_.end(), b);
    return at == trace_.begin() || at == trace_.end() ? no_block : *(at - 1);
  }
  // Cycles to each item, or from each to the end.
  std::vector<std::uint64_t> longest(const std::vector<Item>& all, bool down) const {
    std::vector<std::uint64_t> out(all.size(), 0);
    for (std::size_t k = 0; k < all.size(); ++k) out[k] = down && options_.results ? latency(all[k].second) : 0;
    const Edges edges = dependences(all);
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [from, to] : edges) {
        const std::uint64_t cost = latency(all[from].second);
        std::uint64_t& mine = down ? out[from] : out[to];
        const std::uint64_t now = cost + (down ? out[to] : out[from]);
        if (now > mine) mine = now, changed = true;
      }
    }
    return out;
  }
  void check_cycles(Block b) {
    std::vector<Block> up{b}, down{b}, whole;
    for (Block c = next(b, true); c != no_block; c = next(c, true)) up.insert(up.begin(), c);
    for (Block c = next(b, false); c != no_block; c = next(c, false)) down.push_back(c);
    whole = up;
    whole.insert(whole.end(), down.begin() + 1, down.end());
    const std::uint32_t size = n_.first(b + 1) - n_.first(b);
    trace_ = up;
    const auto depths = longest(items(up), false);
    trace_ = down;
    const auto heights = longest(items(down), true);
    trace_ = whole;
    std::uint64_t length = 0;
    for (const std::uint64_t h : longest(items(whole), true)) length = std::max(length, h);
    for (std::uint32_t k = 0; k < size; ++k) {
      const std::uint32_t i = n_.first(b) + k;
      if (r_.insts[i].depth != depths[depths.size() - size + k])
        fault(TraceFault::depth, i, "instruction " + std::to_string(i) + " has another depth");
      if (r_.insts[i].height != heights[k])
        fault(TraceFault::height, i, "instruction " + std::to_string(i) + " has another height");
    }
    if (r_.blocks[b].length != length)
      fault(TraceFault::length, b, "the trace through block " + std::to_string(b) + " has another length");
    check_bound(b, whole);
  }
  void check_bound(Block b, const std::vector<Block>& whole) {
    std::vector<std::uint64_t> sum(held_[b].size(), 0), wide;
    for (const Block c : whole)
      for (std::size_t u = 0; u < sum.size(); ++u) sum[u] += held_[c][u];
    if constexpr (facts.has(program::Fact::units))
      for (auto&& u : v_.units()) wide.push_back(u.copies == 0 ? 1 : u.copies);
    wide.push_back(0);
    if constexpr (facts.has(program::Fact::issue)) wide.back() = v_.issue_width();
    std::uint64_t least = 0;  // the fewest cycles in which all of it has room
    for (std::size_t u = 0; u < sum.size(); ++u)
      while (wide[u] != 0 && least * wide[u] < sum[u]) ++least;
    if (least != r_.blocks[b].bound)
      fault(TraceFault::bound, b, "units hold the trace through block " + std::to_string(b) + " for other cycles");
  }

  const V& v_;
  program::Numbering<V> n_;
  const TraceReport& r_;
  const TraceOptions& options_;
  const Latency& latency_;
  Cfg cfg_;
  Order order_;
  std::vector<Block> header_, trace_;
  std::vector<std::vector<bool>> members_;
  std::vector<std::uint64_t> counts_;
  std::vector<std::vector<std::uint64_t>> held_;
  FaultList<TraceFault> faults_;
};

}  // namespace detail

/// Everything that is wrong with a report; wrong picks are told alone. `latency(Inst)`: of what is no phi or marker.
template <program::View V, class Latency>
FaultList<TraceFault> check_trace(const V& view, const TraceReport& report, const TraceOptions& options,
                                  const Latency& latency) {
  return detail::TraceChecker<V, Latency>(view, report, options, latency).run();
}

}  // namespace lathe::flow
