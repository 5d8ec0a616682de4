// Where instructions stand and what is certain of values and memory between two places: what passes that move or reuse
// results ask. Made once for a function; control flow does not change while it is used.
//
// A place is a block and a position in it that grows with the order of instructions. What a pass moves to another place
// it tells (`moved`, `gone`); definitions of values and writes to memory stay where they were, so a pass that moves those
// makes the object anew.
// Cost: O(size) to make; each question says its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/flow/follow.hpp>
#include <lathe/flow/frequency.hpp>
#include <lathe/flow/probability.hpp>
#include <lathe/passes/rewrite.hpp>
#include <lathe/program/control_flow.hpp>
#include <lathe/program/use_def.hpp>

namespace lathe::passes {

/// Block, and position in it.
struct Standing {
  std::uint32_t block = program::none;
  std::uint64_t at = 0;
  auto operator<=>(const Standing&) const = default;
};

/// May two accesses meet, where registers that have one name have one word?
template <class Value>
bool may_meet(const program::Access<Value>& a, const program::Access<Value>& b, bool same_words) {
  if (a.space != b.space && a.space != 0 && b.space != 0) return false;
  if (a.symbol != b.symbol && a.symbol != 0 && b.symbol != 0) return !(a.inside && b.inside);
  if (a.has_base != b.has_base || a.symbol != b.symbol || a.bytes == 0 || b.bytes == 0) return true;
  if (a.has_base && (!same_words || !(a.base == b.base))) return true;
  if (!a.has_base && a.symbol == 0) return true;
  constexpr std::int64_t far = std::int64_t{1} << 60;
  if (a.offset > far || a.offset < -far || b.offset > far || b.offset < -far) return true;
  return a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

/// How far a question about memory or values looks before it says "perhaps not".
struct Reach {
  std::uint32_t blocks = 64, writes = 256;
};

template <View P>
class Places {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

 public:
  /// `known`, `flow` and `uses` follow the code and outlive it.
  Places(const P& p, program::Known<P>& known, const program::ControlFlow<P>& flow, const program::UseDef<P>& uses)
      : p_(p),
        known_(known),
        flow_(flow),
        uses_(uses),
        cfg(flow::cfg_of(flow)),
        dominators(cfg),
        order(flow::reverse_post_order(cfg)),
        loops(flow::find_loops(cfg, dominators, order)),
        writes_(flow.block_count()),
        ends_(flow.block_count()),
        seen_(flow.block_count(), 0) {
    for (auto&& block : p.blocks()) add(known.blocks.find(block));
    frequency = frequencies();
  }

  // ---- where

  std::uint32_t number(const Inst& i) const { return known_.insts.find(i); }
  // By value: moved() makes the list longer.
  Standing of(const Inst& i) const { return stands_[number(i)]; }
  Standing of(std::uint32_t inst) const { return stands_[inst]; }
  bool reachable(std::uint32_t block) const { return dominators.reachable(block); }
  /// Is `a` passed, or is it `b`, on each way to b? O(1).
  bool dominates(const Standing& a, const Standing& b) const {
    return a.block == b.block ? a.at <= b.at : dominators.dominates(a.block, b.block);
  }
  /// In front of the first terminator of a block; what is said to go there comes behind what went there before.
  Standing end_of(std::uint32_t block) { return {block, (ends_[block].first << 32) | ++ends_[block].second}; }
  /// The terminator that end_of stands in front of; nothing: the block's end.
  program::spot_t<P> spot_at_end(std::uint32_t block) const {
    program::spot_t<P> out{known_.blocks[block], {}};
    for (auto&& i : p_.instructions(known_.blocks[block]))
      if (p_.effects(i).has(Effect::terminator)) {
        out.before = i;
        break;
      }
    return out;
  }
  void moved(const Inst& i, const Standing& to) {
    const std::uint32_t n = known_.insts.add(i);
    if (n >= stands_.size()) stands_.resize(n + 1);
    stands_[n] = to;
  }
  /// Nearest block that dominates both; none: they are far apart in the tree, or not reached. O(levels).
  std::uint32_t common(std::uint32_t a, std::uint32_t b, std::uint32_t levels = 256) const {
    while (levels-- != 0 && a != flow::no_block) {
      if (dominators.dominates(a, b)) return a;
      a = dominators.immediate(a);
    }
    return program::none;
  }
  /// May control leave the function in the block, and not only at its successors?
  bool may_leave(std::uint32_t block) const {
    if (flow_.successors(block).empty()) return true;
    bool leaves = false;
    std::uint32_t ends = 0;
    if constexpr (Facts(P::facts).has(Fact::branches)) {
      p_.for_each_branch(known_.blocks[block], [&](const auto& way) { leaves |= way.leaves; });
      return leaves;
    }
    for (auto&& i : p_.instructions(known_.blocks[block])) ends += p_.effects(i).has(Effect::terminator);
    return ends > 1;
  }
  const program::Known<P>& known() const { return known_; }
  const program::UseDef<P>& uses() const { return uses_; }
  const program::ControlFlow<P>& flow() const { return flow_; }

  // ---- values

  /// Has the value one word from there on, whatever way control takes: nothing defines it, or one definition that is
  /// passed before? O(1) with one definition.
  bool settled(const Value& v, const Standing& at) const {
    if (pinned(p_, v)) return false;
    const std::uint32_t defs = uses_.defs(v);
    if (defs == 0) return true;
    if (defs != 1) return false;
    const Standing& where = of(*uses_.only_def(v));
    return dominates(where, at) && where != at;
  }
  /// Are all that it reads settled where it stands (or would stand)?
  bool reads_settled(const Inst& i, const Standing& at) const {
    bool fine = true;
    p_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (!o.is_def() && fine) fine = settled(o.value, at);
    });
    return fine;
  }
  /// The same but for `old`, which is no operand of the operation.
  bool reads_settled_but_old(const Inst& i) const {
    bool fine = true;
    p_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (!o.is_def() && !o.old && fine) fine = settled(o.value, of(i));
    });
    return fine;
  }
  /// Is each read of the value behind its one definition? O(uses).
  bool reads_behind(const Value& v, const Standing& def) const {
    bool fine = true;
    uses_.for_each_use(v, [&](const Inst& i, std::uint32_t k) {
      if (!fine) return;
      fine = dominates(def, read_at(i, k, v));
    });
    return fine;
  }
  /// Where the k-th mention of an instruction is read: what a phi takes, at the end of the block that it comes from.
  Standing read_at(const Inst& i, std::uint32_t k, const Value& v) const {
    const Standing& here = of(i);
    if constexpr (Facts(P::facts).has(Fact::incoming)) {
      if (p_.effects(i).has(Effect::phi)) {
        std::uint32_t at = 0;
        p_.for_each_operand(i, [&](const auto&) { ++at; });
        Standing out = here;
        p_.for_each_incoming(i, [&](const block_t<P>& from, const Value& taken) {
          if (at++ == k && taken == v) out = {known_.blocks.find(from), ~std::uint64_t{0}};
        });
        return out;
      }
    }
    return here;
  }

  // ---- memory

  bool writes(std::uint32_t block) const { return !writes_[block].empty(); }
  /// What may write memory, or keeps its place among accesses, in a block, in order: numbers of instructions.
  const std::vector<std::uint32_t>& writers(std::uint32_t block) const { return writes_[block]; }
  /// May `writer` change what `load` reads? `same_words`: bases of one name have one word at both.
  bool may_write(const Inst& writer, const Inst& load) const {
    if (!p_.effects(load).has(Effect::reads)) return false;
    if (p_.effects(writer).role() == program::MemoryRole::fence) return true;
    if constexpr (Facts(P::facts).has(Fact::relation)) {
      const Standing &w = of(writer), &l = of(load);
      if (w.block == l.block && w < l && !p_.relation(writer, load).same) return false;
    }
    if constexpr (Facts(P::facts).has(Fact::access)) {
      bool any = false, named = false, meets = false;
      p_.for_each_access(writer, [&](const program::Access<Value>& w) {
        any = true;
        p_.for_each_access(load, [&](const program::Access<Value>& l) {
          named = true;
          meets |= may_meet(w, l, !w.has_base || uses_.defs(w.base) <= 1);
        });
      });
      return !any || !named || meets;
    }
    return true;
  }
  /// Does nothing between two places write what `load` reads? `from` is passed on each way to `to`. O(reach).
  bool clean(const Inst& load, const Standing& from, const Standing& to, Reach reach = {}) {
    if (!p_.effects(load).has(Effect::reads)) return true;
    const auto within = [&](std::uint32_t block, std::uint64_t begin, std::uint64_t end) {
      for (const std::uint32_t w : writes_[block]) {
        if (stands_[w].at <= begin) continue;
        if (stands_[w].at >= end) break;
        if (reach.writes-- == 0 || may_write(known_.insts[w], load)) return false;
      }
      return true;
    };
    constexpr std::uint64_t last = ~std::uint64_t{0};
    if (from.block == to.block) return within(to.block, from.at, to.at);
    if (!within(to.block, 0, to.at) || !within(from.block, from.at, last)) return false;
    ++time_;
    std::vector<std::uint32_t> work{to.block};
    while (!work.empty()) {
      const std::uint32_t b = work.back();
      work.pop_back();
      for (const std::uint32_t q : flow_.predecessors(b)) {
        if (q == from.block || !reachable(q) || std::exchange(seen_[q], time_) == time_) continue;
        if (reach.blocks-- == 0 || !within(q, 0, last)) return false;
        work.push_back(q);
      }
    }
    return true;
  }
  /// Can the load not fault wherever it stands: does it read inside of named objects alone?
  bool cannot_fault(const Inst& i) const {
    const program::Effects e = p_.effects(i);
    if (e.speculatable()) return true;
    if (!e.reusable() || e.has(Effect::traps)) return false;
    bool any = false, inside = true;
    if constexpr (Facts(P::facts).has(Fact::access))
      p_.for_each_access(i, [&](const program::Access<Value>& a) {
        any = true;
        inside &= !a.has_base && a.symbol != 0 && a.inside && a.bytes != 0;
      });
    return any && inside;
  }

 private:
  const P& p_;
  program::Known<P>& known_;
  const program::ControlFlow<P>& flow_;
  const program::UseDef<P>& uses_;

 public:
  flow::Cfg cfg;
  flow::Dominators dominators;
  flow::Order order;
  flow::Loops loops;
  std::vector<double> frequency;  ///< per block, by the View's weights where it knows any

 private:
  void add(std::uint32_t b) {
    std::uint64_t at = 0;
    std::uint64_t end = 0;
    for (auto&& i : p_.instructions(known_.blocks[b])) {
      const std::uint32_t n = known_.insts.add(i);
      if (n >= stands_.size()) stands_.resize(n + 1);
      stands_[n] = {b, (++at << 32) | 0xffffffffU};
      const program::Effects e = p_.effects(i);
      if (end == 0 && e.has(Effect::terminator)) end = at;
      const program::MemoryRole role = e.role();
      if (role == program::MemoryRole::writes || role == program::MemoryRole::fence) writes_[b].push_back(n);
    }
    ends_[b] = {end == 0 ? at + 1 : end, 0};
  }
  std::vector<double> frequencies() const {
    if constexpr (Facts(P::facts).has(Fact::weight)) {
      std::vector<double> out(flow_.block_count(), 0.0);
      double sum = 0;
      for (auto&& b : p_.blocks()) sum += out[known_.blocks.find(b)] = static_cast<double>(p_.weight(b));
      if (sum > 0) return out;
    }
    return flow::frequencies(cfg, loops, order, flow::edge_probabilities(cfg, loops, order)).block;
  }

  std::vector<Standing> stands_;                               // per instruction
  std::vector<std::vector<std::uint32_t>> writes_;             // per block
  std::vector<std::pair<std::uint64_t, std::uint32_t>> ends_;  // per block: where its ends begin, how many went there
  std::vector<std::uint32_t> seen_;
  std::uint32_t time_ = 0;
};

}  // namespace lathe::passes
