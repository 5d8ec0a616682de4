// Trace metrics by what the words mean, slowly: every trace is walked once for the depths, with the cycle in which each
// value is ready, and once more for each instruction, to see when the last one that waits for it issues.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/flow/dominators.hpp>
#include <lathe/flow/trace.hpp>
#include <lathe/program/numbering.hpp>

namespace trace_test {

using namespace lathe::flow;
namespace program = lathe::program;

/// V knows latencies, units, issue and weights.
template <class V>
class Twin {
 public:
  Twin(const V& view, TraceOptions options) : v_(view), n_(view), options_(options) {
    std::vector<std::pair<Block, Block>> edges;
    for (Block b = 0; b < n_.blocks(); ++b)
      v_.for_each_successor(n_.block(b), [&](const auto& s) { edges.emplace_back(b, n_.block_number(s)); });
    cfg_ = Cfg(n_.blocks(), edges);
    order_ = reverse_post_order(cfg_);
    loops_ = find_loops(cfg_, Dominators(cfg_), order_);
  }
  TraceReport report() {
    TraceReport out;
    out.insts.resize(n_.insts());
    for (Block b = 0; b < n_.blocks(); ++b) out.blocks.push_back(of_block(b, out));
    return out;
  }

 private:
  using Trace = std::vector<Block>;

  std::optional<Block> pick(Block b, bool up) {
    if (const auto at = picks_.find({b, up}); at != picks_.end()) return at->second;
    std::optional<Block> best;
    for (const Block c : candidates(b, up))
      if (!best || weight(c) > weight(*best) ||
          (weight(c) == weight(*best) && count(way(c, up)) < count(way(*best, up))))
        best = c;
    return picks_[{b, up}] = best;
  }
  std::vector<Block> candidates(Block b, bool up) const {
    std::vector<Block> out;
    if (options_.strategy == TraceStrategy::local || !order_.reachable(b)) return out;
    const std::uint32_t loop = loops_.innermost[b];
    if (up) {
      if (loop != no_loop && loops_.loops[loop].header == b) return out;
      for (const Block p : cfg_.predecessors(b))
        if (order_.reachable(p) && order_.position[p] < order_.position[b]) out.push_back(p);
      std::sort(out.begin(), out.end(), [&](Block x, Block y) { return order_.position[x] < order_.position[y]; });
      return out;
    }
    for (const Block s : cfg_.successors(b))
      if (order_.position[s] > order_.position[b] && (loop == no_loop || loops_.contains(loop, s))) out.push_back(s);
    return out;
  }
  Trace way(Block b, bool up) {
    Trace out{b};
    while (const auto next = pick(out.back(), up)) out.push_back(*next);
    return out;
  }
  std::uint64_t weight(Block b) const {
    return options_.strategy == TraceStrategy::frequency ? v_.weight(n_.block(b)) : 0;
  }
  bool free(std::uint32_t i) const {
    return v_.effects(n_.inst(i)).has(program::Effect::phi | program::Effect::marker);
  }
  std::uint64_t count(const Trace& trace) const {
    std::uint64_t n = 0;
    for (const Block b : trace)
      for (std::uint32_t i = n_.first(b); i < n_.first(b + 1); ++i) n += !free(i) && v_.issue(n_.inst(i)) != 0;
    return n;
  }
  std::vector<std::uint64_t> held(const Trace& trace) const {
    std::vector<std::uint64_t> out(v_.units().size() + 1, 0);
    for (const Block b : trace)
      for (std::uint32_t i = n_.first(b); i < n_.first(b + 1); ++i) {
        if (free(i)) continue;
        out.back() += v_.issue(n_.inst(i));
        v_.for_each_hold(n_.inst(i), [&](const program::Hold& h) { out[h.unit] += h.cycles; });
      }
    return out;
  }
  std::uint64_t latency(std::uint32_t i) const { return free(i) ? 0 : v_.latency(n_.inst(i)); }

  // f(instruction, cycle in which it issues): of all, or (one) of those that wait for that one, which issues in 0.
  template <class F>
  void walk(const Trace& trace, std::optional<std::uint32_t> one, F&& f) const {
    using Value = program::value_t<V>;
    std::map<std::uint32_t, std::optional<std::uint64_t>> ready;
    const auto of = [&](const Value& v) { return ready[n_.value_number(v)]; };
    std::optional<Block> from;
    for (const Block b : trace) {
      std::map<std::uint32_t, std::optional<std::uint64_t>> before = ready;
      for (std::uint32_t i = n_.first(b); i < n_.first(b + 1); ++i) {
        std::optional<std::uint64_t> issue;
        if (!one || i == *one) issue = 0;
        const auto wait = [&](std::optional<std::uint64_t> when) {
          if (when) issue = std::max(issue.value_or(0), *when);
        };
        v_.for_each_operand(n_.inst(i), [&](const auto& o) {
          if (!o.is_def()) wait(of(o.value));
        });
        v_.for_each_incoming(n_.inst(i), [&](const auto& block, const Value& v) {
          if (from && n_.block(*from) == block) wait(before[n_.value_number(v)]);
        });
        if (issue) f(i, *issue);
        v_.for_each_operand(n_.inst(i), [&](const auto& o) {
          if (o.is_def()) ready[n_.value_number(o.value)] = issue ? std::optional(*issue + latency(i)) : std::nullopt;
        });
      }
      from = b;
    }
  }
  TraceReport::OfBlock of_block(Block b, TraceReport& out) {
    TraceReport::OfBlock of;
    of.previous = pick(b, true).value_or(no_block);
    of.next = pick(b, false).value_or(no_block);
    Trace above = way(b, true);
    const Trace down = way(b, false), below(down.begin() + 1, down.end());
    std::reverse(above.begin(), above.end());
    walk(above, {}, [&](std::uint32_t i, std::uint64_t cycle) {
      if (n_.block_of(i) == b) out.insts[i].depth = cycle;
    });
    for (std::uint32_t i = n_.first(b); i < n_.first(b + 1); ++i)
      walk(down, i, [&](std::uint32_t j, std::uint64_t cycle) {
        out.insts[i].height = std::max(out.insts[i].height, cycle + (options_.results ? latency(j) : 0));
      });
    Trace whole = above;
    whole.insert(whole.end(), below.begin(), below.end());
    walk(whole, {}, [&](std::uint32_t i, std::uint64_t cycle) {
      of.length = std::max(of.length, cycle + (options_.results ? latency(i) : 0));
    });
    above.pop_back();
    of.above = count(above);
    of.below = count(below);
    of.held_above = held(above);
    of.held_below = held(below);
    const std::vector<std::uint64_t> all = held(whole);
    of.bound = (all.back() + v_.issue_width() - 1) / v_.issue_width();
    for (std::size_t u = 0; u + 1 < all.size(); ++u)
      of.bound = std::max(of.bound, (all[u] + v_.units()[u].copies - 1) / v_.units()[u].copies);
    return of;
  }

  const V& v_;
  program::Numbering<V> n_;
  TraceOptions options_;
  Cfg cfg_;
  Order order_;
  Loops loops_;
  std::map<std::pair<Block, bool>, std::optional<Block>> picks_;
};

}  // namespace trace_test
