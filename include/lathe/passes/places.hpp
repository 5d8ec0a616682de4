// Where instructions stand and what is certain of values and memory between two places: what passes that move or reuse
// results ask. Made once for a function; it follows edits of instructions. Of control flow it says what was so when it
// was made (Shape): a pass that changes that makes it anew, or has Chain (chain.hpp) do it.
//
// A place is a block and a position in it that grows with the order of instructions. Positions of instructions that
// come between two others are halfway, or near what went there just before; where there is no room left those of the
// block are given anew, so a Standing is not kept across edits.
// Cost: O(size) to make, O(1) for an edit, O(block) for one in 30 that go to one place (one in 900 that go there one
// behind the other); each question says its own.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <string>
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
  std::uint32_t block = program::none;  ///< number of the block; none: nowhere
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
  std::uint32_t blocks = 64, writes = 256;  ///< blocks walked, and writers of memory looked at, by one question
};

/// What control flow alone says of a function, and its weights; right while no way between blocks changes.
template <View P>
class Shape {
 public:
  /// All of the function as it stands, read here alone. O(blocks log blocks).
  Shape(const P& p, const program::Known<P>& known, const program::ControlFlow<P>& flow)
      : cfg(flow::cfg_of(flow)),
        dominators(cfg),
        order(flow::reverse_post_order(cfg)),
        loops(flow::find_loops(cfg, dominators, order)),
        frequency(frequencies(p, known)) {}

  flow::Cfg cfg;
  flow::Dominators dominators;
  flow::Order order;
  flow::Loops loops;
  std::vector<double> frequency;  ///< per block, by the View's weights where it knows any

 private:
  std::vector<double> frequencies(const P& p, const program::Known<P>& known) const {
    if constexpr (Facts(P::facts).has(Fact::weight)) {
      std::vector<double> out(cfg.block_count(), 0.0);
      double sum = 0;
      for (auto&& b : p.blocks()) sum += out[known.blocks.find(b)] = static_cast<double>(p.weight(b));
      if (sum > 0) return out;
    }
    return flow::frequencies(cfg, loops, order, flow::edge_probabilities(cfg, loops, order)).block;
  }
};

/// Where instructions stand, which values have one word, and what may be written between two places.
template <View P>
class Places {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

 public:
  /// `known`, `flow` and `uses` follow the code; `shape` is of the code as it is. They outlive it.
  Places(const P& p, program::Known<P>& known, const program::ControlFlow<P>& flow, const program::UseDef<P>& uses,
         const Shape<P>& shape)
      : cfg(shape.cfg),
        dominators(shape.dominators),
        order(shape.order),
        loops(shape.loops),
        frequency(shape.frequency),
        p_(p),
        known_(known),
        flow_(flow),
        uses_(uses),
        rows_(flow.block_count()),
        seen_(flow.block_count(), 0) {
    stands_.resize(known.insts.size());
    for (auto&& block : p.blocks()) add(known.blocks.find(block));
  }

  // ---- what the shape says
  const flow::Cfg& cfg;                  ///< of the code as it stood when the shape was made
  const flow::Dominators& dominators;    ///< likewise
  const flow::Order& order;              ///< likewise, of the blocks that the entry reaches
  const flow::Loops& loops;              ///< likewise
  const std::vector<double>& frequency;  ///< by block, by the View's weights where it knows any

  // ---- where

  std::uint32_t number(const Inst& i) const { return known_.insts.find(i); }  ///< The instruction's number in Known.
  // By value: edits give positions anew. Of what was erased: where it stood.
  Standing of(const Inst& i) const { return stands_[number(i)].here; }  ///< Where it stands, or stood.
  Standing of(std::uint32_t inst) const { return stands_[inst].here; }  ///< By number.
  bool reachable(std::uint32_t block) const { return dominators.reachable(block); }
  /// Is `a` passed, or is it `b`, on each way to b? O(1).
  bool dominates(const Standing& a, const Standing& b) const {
    return a.block == b.block ? a.at <= b.at : dominators.dominates(a.block, b.block);
  }
  /// In front of the first terminator of a block, behind all else.
  Standing end_of(std::uint32_t block) const {
    const Row& row = rows_[block];
    if (row.terminator != none) return {block, stands_[row.terminator].here.at - 1};
    return {block, row.last == none ? 1 : stands_[row.last].here.at + 1};
  }
  /// The terminator that end_of stands in front of; nothing: the block's end.
  program::spot_t<P> spot_at_end(std::uint32_t block) const {
    program::spot_t<P> out{known_.blocks[block], {}};
    if (rows_[block].terminator != none) out.before = known_.insts[rows_[block].terminator];
    return out;
  }
  /// As the View says, by number.
  program::Effects effects(std::uint32_t inst) const { return stands_[inst].effects; }
  /// The numbers of a block's instructions, in order.
  std::vector<std::uint32_t> instructions(std::uint32_t block) const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t n = rows_[block].first; n != none; n = stands_[n].next) out.push_back(n);
    return out;
  }
  /// f(number) for each of them, in order; nothing moves meanwhile.
  template <class F>
  void for_each_in(std::uint32_t block, F&& f) const {
    for (std::uint32_t n = rows_[block].first; n != none; n = stands_[n].next) f(n);
  }
  /// Does the block end in front of the place, perhaps?
  bool behind_a_terminator(const Standing& at) const {
    const std::uint32_t t = rows_[at.block].terminator;
    return t != none && stands_[t].here.at < at.at;
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
    if constexpr (requires { p_.may_leave(known_.blocks[block]); }) return p_.may_leave(known_.blocks[block]);
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
  const program::UseDef<P>& uses() const { return uses_; }  ///< who reads and writes each value
  const program::ControlFlow<P>& flow() const { return flow_; }

  // ---- values

  /// Has the value one word from there on, whatever way control takes: nothing defines it, or one definition that is
  /// passed before? O(1) with one definition.
  bool settled(const Value& v, const Standing& at) const {
    return !pinned(p_, v) && settled_numbered(known_.values.find(v), at);
  }
  /// The same by the number of a value that is not pinned.
  bool settled_numbered(std::uint32_t value, const Standing& at) const {
    const auto counts = uses_.counts(value);
    if (counts.defs == 0) return true;
    if (counts.defs != 1) return false;
    const Standing where = of(counts.def);
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
  /// Is each read of the value behind its one definition? O(uses).
  bool reads_behind(const Value& v, const Standing& def) const {
    return reads_behind_numbered(known_.values.find(v), def);
  }
  /// The same by the value's number.
  bool reads_behind_numbered(std::uint32_t value, const Standing& def) const {
    bool fine = true;
    uses_.for_each_use_of(value, [&](std::uint32_t inst, std::uint32_t k) {
      fine = fine && dominates(def, read_at(inst, k, known_.values[value]));
    });
    return fine;
  }
  /// f(Standing): where the value is read; what a phi takes, at the end of the block that it comes from.
  template <class F>
  void for_each_read(const Value& v, F&& f) const {
    uses_.for_each_use_of(known_.values.find(v), [&](std::uint32_t inst, std::uint32_t k) { f(read_at(inst, k, v)); });
  }
  /// Where the k-th mention of an instruction is read.
  Standing read_at(const Inst& i, std::uint32_t k, const Value& v) const { return read_at(number(i), k, v); }
  /// The same by number.
  Standing read_at(std::uint32_t inst, std::uint32_t k, const Value& v) const {
    const Standing here = of(inst);
    if constexpr (Facts(P::facts).has(Fact::incoming)) {
      if (stands_[inst].effects.has(Effect::phi)) {
        const Inst& i = known_.insts[inst];
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

  /// Does anything in the block write memory, or keep its place among accesses?
  bool writes(std::uint32_t block) const { return !rows_[block].writers.empty(); }
  /// What may write memory, or keeps its place among accesses, in a block, in order: numbers of instructions.
  const std::vector<std::uint32_t>& writers(std::uint32_t block) const { return rows_[block].writers; }
  /// May `writer` change what `load` reads? `same_words`: bases of one name have one word at both.
  bool may_write(const Inst& writer, const Inst& load) const {
    if (!p_.effects(load).has(Effect::reads)) return false;
    if (p_.effects(writer).role() == program::MemoryRole::fence) return true;
    if constexpr (Facts(P::facts).has(Fact::relation)) {
      const Standing w = of(writer), l = of(load);
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
  /// Does nothing between two places write what `load` reads? `from` is passed on each way to `to`. O(reach), and the
  /// logarithm of a block's writers for each.
  bool clean(const Inst& load, const Standing& from, const Standing& to, Reach reach = {}) {
    if (!p_.effects(load).has(Effect::reads)) return true;
    const auto within = [&](std::uint32_t block, std::uint64_t begin, std::uint64_t end) {
      const std::vector<std::uint32_t>& writers = rows_[block].writers;
      const auto before = [&](std::uint32_t w) { return stands_[w].here.at <= begin; };
      for (auto w = std::partition_point(writers.begin(), writers.end(), before);
           w != writers.end() && stands_[*w].here.at < end; ++w)
        if (reach.writes-- == 0 || may_write(known_.insts[*w], load)) return false;
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

  // ---- an observer

  void before(const P&, const program::Edit<P>&) {}
  void after(const P& p, const program::Edit<P>& e) {
    using Kind = typename program::Edit<P>::Kind;
    if (e.kind == Kind::put) {
      const std::uint32_t n = known_.insts.add(*e.inst);
      if (e.from) unlink(n);
      if (e.to) link(n, known_.blocks.add(*e.to.block), e.to.before ? known_.insts.find(*e.to.before) : none);
    }
    if (e.kind == Kind::operand || e.kind == Kind::incoming) {  // what an address names may tell what it does
      const std::uint32_t n = known_.insts.find(*e.inst);
      if (n < stands_.size() && stands_[n].in && stands_[n].effects != p.effects(*e.inst)) {
        const Standing was = stands_[n].here;
        const std::uint32_t next = stands_[n].next;
        unlink(n);
        link(n, was.block, next);
      }
    }
    if (e.kind == Kind::block && e.was_in != e.is_in) {
      const std::uint32_t b = known_.blocks.add(*e.block);
      row(b) = {};
      if (e.is_in) add(b);
    }
  }
  void verify(const P& p, program::FollowFaults& faults) const {
    const auto wrong = [&](std::uint32_t b, const char* what) {
      faults.add(program::FollowFault::places, b, "block " + std::to_string(b) + what);
    };
    for (auto&& block : p.blocks()) {
      const std::uint32_t b = known_.blocks.find(block);
      if (b >= rows_.size()) return wrong(b, " is not known");
      std::uint32_t last = none, terminator = none;
      std::vector<std::uint32_t> writers;
      for (auto&& i : p.instructions(block)) {
        const std::uint32_t n = known_.insts.find(i);
        if (n >= stands_.size() || stands_[n].here.block != b || stands_[n].previous != last)
          return wrong(b, " has an instruction that is said to stand elsewhere");
        if (last != none && stands_[n].here.at < stands_[last].here.at + 2) return wrong(b, " has no order");
        const program::Effects e = p.effects(i);
        if (e != stands_[n].effects) return wrong(b, " has an instruction that does something else");
        if (e.has(Effect::terminator) && terminator == none) terminator = n;
        if (is_writer(e)) writers.push_back(n);
        last = n;
      }
      if (rows_[b].last != last) return wrong(b, " has another last instruction");
      if (rows_[b].terminator != terminator) return wrong(b, " has another terminator");
      if (rows_[b].writers != writers) return wrong(b, " has other writers");
    }
  }

 private:
  struct Stand {
    Standing here;
    std::uint32_t previous = none, next = none;
    bool in = false;
    program::Effects effects;
    bool writes() const { return is_writer(effects); }
    bool ends() const { return effects.has(Effect::terminator); }
  };
  struct Row {
    std::uint32_t first = none, last = none;
    std::uint32_t terminator = none;     // the first one
    std::vector<std::uint32_t> writers;  // in order
  };
  static constexpr std::uint64_t step = std::uint64_t{1} << 32;

  static bool is_writer(program::Effects e) {
    const program::MemoryRole role = e.role();
    return role == program::MemoryRole::writes || role == program::MemoryRole::fence;
  }
  Row& row(std::uint32_t b) {
    if (b >= rows_.size()) rows_.resize(b + 1);
    return rows_[b];
  }
  Stand& stand(std::uint32_t n) {
    if (n >= stands_.size()) stands_.resize(n + 1);
    return stands_[n];
  }
  void add(std::uint32_t b) {
    std::uint64_t at = 0;
    Row& to = row(b);
    std::uint32_t n = next_;  // most were met in this order before
    for (auto&& i : p_.instructions(known_.blocks[b])) {
      n = known_.insts.add(i, n + 1);
      stand(n) = {{b, at += step}, to.last, none, true, p_.effects(i)};
      (to.last == none ? to.first : stands_[to.last].next) = n;
      to.last = n;
      if (stands_[n].ends() && to.terminator == none) to.terminator = n;
      if (stands_[n].writes()) to.writers.push_back(n);
    }
    next_ = n;
  }
  void unlink(std::uint32_t n) {
    if (n >= stands_.size() || !stands_[n].in) return;
    Stand& s = stands_[n];
    Row& from = rows_[s.here.block];
    if (from.terminator == n)
      for (from.terminator = s.next; from.terminator != none && !stands_[from.terminator].ends();)
        from.terminator = stands_[from.terminator].next;
    if (s.writes()) {
      const auto before = [&](std::uint32_t w) { return stands_[w].here < s.here; };
      const auto at = std::partition_point(from.writers.begin(), from.writers.end(), before);
      assert(at != from.writers.end() && *at == n);
      from.writers.erase(at);
    }
    (s.previous == none ? from.first : stands_[s.previous].next) = s.next;
    (s.next == none ? from.last : stands_[s.next].previous) = s.previous;
    s.in = false;
  }
  void link(std::uint32_t n, std::uint32_t b, std::uint32_t before) {
    Row& to = row(b);
    Stand& s = stand(n);
    s = {{b, 0}, before == none ? to.last : stands_[before].previous, before, true, p_.effects(known_.insts[n])};
    (s.previous == none ? to.first : stands_[s.previous].next) = n;
    (s.next == none ? to.last : stands_[s.next].previous) = n;
    const std::uint64_t low = s.previous == none ? 0 : stands_[s.previous].here.at;
    const std::uint64_t high = s.next == none ? low + 2 * step : stands_[s.next].here.at;
    // Behind what was put there last more may come: most of the room is left there.
    const bool run = s.previous != none && s.previous == last_linked_ && high - low > 256;
    last_linked_ = n;
    s.here.at = low + (high - low) / (run ? 64 : 2);
    if (high - low < 4) {
      std::uint64_t at = 0;
      for (std::uint32_t k = to.first; k != none; k = stands_[k].next) stands_[k].here.at = at += step;
    }
    if (s.ends() && (to.terminator == none || s.here < stands_[to.terminator].here)) to.terminator = n;
    if (!s.writes()) return;
    const auto behind = [&](std::uint32_t a, std::uint32_t w) { return stands_[a].here < stands_[w].here; };
    to.writers.insert(std::upper_bound(to.writers.begin(), to.writers.end(), n, behind), n);
  }

  const P& p_;
  program::Known<P>& known_;
  const program::ControlFlow<P>& flow_;
  const program::UseDef<P>& uses_;
  std::vector<Stand> stands_;  // per instruction
  std::vector<Row> rows_;      // per block
  std::vector<std::uint32_t> seen_;
  std::uint32_t time_ = 0;
  std::uint32_t next_ = none;  // the last number that add met; none: the first is 0
  std::uint32_t last_linked_ = none;
};

}  // namespace lathe::passes
