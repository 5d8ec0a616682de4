// Where can a register's value be had again? By an instruction that makes it of what is there, or by a load from memory
// that holds it: the places at which one of the two gives what the register has.
//
// A source is (register, how): an instruction that defines it alone, of operands that are not written since and of no
// memory that is written (others that make the same of the same are the same source); or an access to memory that was stored from the register, or loaded into it, and not written
// since. At each place those sources stand that hold on all ways there. Registers may have several definitions: what
// counts is what each of them makes known.
//
// A source is firm when its register is written by that instruction alone, and what that reads is written once, above it, or
// never: then it holds wherever its instruction was passed, and nothing more is to be found out (in SSA form all instructions
// that may be done again are such).
//
// Gives: the sources at each mention of a register, and at the end of each block.
// Cost: O(size) for firm ones and O(1) for each question; O(blocks * others / 64) for each round of the data flow, rounds as
// loops are nested; and for each write to memory the sources in memory. `most` bounds the others; those that come later are
// passed over.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/dominators.hpp>
#include <lathe/flow/order.hpp>
#include <lathe/passes/expressions.hpp>
#include <lathe/program/numbering.hpp>
#include <lathe/program/observe.hpp>
#include <lathe/support/bit_set.hpp>

namespace lathe::passes {

/// The client says of which memory a register is a copy: f(Value, program::Access<Value>) for each register that is equal to
/// a place in memory behind the instruction, which does that under no guard. Only memory that nothing changes but
/// instructions of this function that write (Effect::writes) and calls: a thread's own, or what is constant.
template <class Own, class P>
concept HasHeld = requires(const Own& own, const inst_t<P>& i,
                           void (*f)(value_t<P>, const program::Access<value_t<P>>&)) { own.for_each_held(i, f); };

namespace detail {

/// One way to have a value again.
template <View P>
struct Source {
  std::uint32_t value = program::none;  ///< number of the register
  std::uint32_t maker = program::none;  ///< number of the instruction, the first of those alike; none: the access
  program::Access<value_t<P>> access{};
  std::uint32_t base = program::none;  ///< number of the access's base
  bool reads = false;                  ///< memory that something may write
  std::uint32_t bit = program::none;   ///< among those that are not firm
};

template <View P, class Own>
class Again {
 public:
  /// `wanted(value)`: is anybody interested? All of them outlive it.
  template <class Wanted>
  Again(const P& p, const program::Numbering<P>& n, const flow::Cfg& cfg, const flow::Order& order, const Own& own,
        Wanted&& wanted, std::uint32_t most = 4096)
      : p_(p),
        n_(n),
        cfg_(cfg),
        order_(order),
        own_(own),
        most_(most),
        dominators_(cfg),
        of_value_(n.values()),
        named_(n.values()),
        made_by_(n.insts(), none),
        defs_(n.values()) {
    find_defs();
    program::Known<P> known(p);
    Expressions<P> expressions(known);
    for (std::uint32_t b = 0; b < n.blocks(); ++b)
      for (std::uint32_t i = n.first(b); i < n.first(b + 1); ++i) collect(i, wanted, expressions);
    solve();
  }

  const std::vector<Source<P>>& sources() const { return sources_; }
  bool empty() const { return sources_.empty(); }
  /// The best source of the value behind the block's last instruction that ends nothing, or none.
  std::uint32_t at_end(std::uint32_t block, std::uint32_t value) const {
    return best(ends_[block], value, block, n_.first(block + 1));
  }
  /// f(inst, holds) in front of each instruction of a block; holds(value) is the best source there, or none.
  template <class F>
  void walk(std::uint32_t block, F&& f) const {
    if (!order_.reachable(block)) return;
    BitSet now = entries_[block];
    for (std::uint32_t i = n_.first(block); i < n_.first(block + 1); ++i) {
      f(i, [&](std::uint32_t value) { return best(now, value, block, i); });
      pass(i, now, nullptr);
    }
  }

 private:
  // In front of an instruction of a block.
  std::uint32_t best(const BitSet& now, std::uint32_t value, std::uint32_t block, std::uint32_t inst) const {
    for (const std::uint32_t s : of_value_[value])  // makers stand before accesses
      if (sources_[s].bit == none ? passed(defs_[value].block, sources_[s].maker, block, inst)
                                  : now.contains(sources_[s].bit))
        return s;
    return none;
  }
  struct Defs {
    std::uint32_t count = 0, inst = none, block = none;
  };
  void find_defs() {
    for (std::uint32_t b = 0; b < n_.blocks(); ++b)
      for (std::uint32_t i = n_.first(b); i < n_.first(b + 1); ++i)
        p_.for_each_operand(n_.inst(i), [&](const program::Operand<value_t<P>>& o) {
          if (!o.is_def()) return;
          Defs& d = defs_[n_.value_number(o.value)];
          d = {d.count + 1, i, b};
        });
  }
  // Is an instruction passed on each way to in front of the other?
  bool passed(std::uint32_t home, std::uint32_t maker, std::uint32_t block, std::uint32_t inst) const {
    return home == block ? maker < inst : dominators_.dominates(home, block);
  }
  bool firm(const inst_t<P>& inst, std::uint32_t i, std::uint32_t value) const {
    if (defs_[value].count != 1 || !order_.reachable(defs_[value].block)) return false;
    bool fine = true;
    p_.for_each_operand(inst, [&](const program::Operand<value_t<P>>& o) {
      if (o.is_def() || !fine) return;
      const Defs& d = defs_[n_.value_number(o.value)];
      fine = d.count == 0 || (d.count == 1 && passed(d.block, d.inst, defs_[value].block, i));
    });
    return fine;
  }

  // ---- what sources there are

  template <class Wanted>
  void collect(std::uint32_t i, Wanted& wanted, Expressions<P>& expressions) {
    const inst_t<P>& inst = n_.inst(i);
    if (const std::uint32_t v = made_alone(inst); v != none && wanted(v)) {
      const bool keeps = firm(inst, i, v);
      if (!keeps && bits_ >= most_) return;
      const auto same = [](const value_t<P>& value) { return value; };
      const std::uint32_t expression = expressions.number(p_, inst, same, true);
      if (expression < of_expression_.size()) {
        made_by_[i] = of_expression_[expression];
        return;
      }
      of_expression_.push_back(static_cast<std::uint32_t>(sources_.size()));
      made_by_[i] = of_expression_.back();
      Source<P> s;
      s.value = v;
      s.maker = i;
      if (!keeps) s.bit = bits_++;
      add(s);
      if (keeps) return for_each_place(inst, wanted);
      p_.for_each_operand(inst, [&](const program::Operand<value_t<P>>& o) {
        if (!o.is_def()) named_[n_.value_number(o.value)].push_back(last());
      });
    }
    for_each_place(inst, wanted);
  }
  template <class Wanted>
  void for_each_place(const inst_t<P>& inst, Wanted& wanted) {
    for_each_held(inst, [&](const value_t<P>& value, const program::Access<value_t<P>>& access) {
      const std::uint32_t v = n_.value_number(value);
      if (v == none || !wanted(v) || bits_ >= most_) return;
      const std::uint32_t base = access.has_base ? n_.value_number(access.base) : none;
      const auto key = std::make_tuple(v, base, access.symbol, access.offset, access.bytes, access.space);
      if (access.bytes == 0 || (access.has_base && base == v) || !known_.try_emplace(key, sources_.size()).second)
        return;
      Source<P> s;
      s.value = v;
      s.access = access;
      s.base = base;
      s.reads = true;
      s.bit = bits_++;
      add(s);
      if (base != none) named_[base].push_back(last());
      in_memory_.push_back(last());
    });
  }
  std::uint32_t last() const { return static_cast<std::uint32_t>(sources_.size() - 1); }
  void add(const Source<P>& s) {
    sources_.push_back(s);
    auto& list = of_value_[s.value];
    const auto at = s.maker == none ? list.end() : std::find_if(list.begin(), list.end(), [&](std::uint32_t k) {
      return sources_[k].maker == none;
    });
    list.insert(at, last());
  }
  // The one result of an instruction that may be done again wherever it was done before; none of others.
  std::uint32_t made_alone(const inst_t<P>& inst) const {
    const program::Effects e = p_.effects(inst);
    if (!e.reusable() || e.has(Effect::reads | Effect::marker | Effect::terminator)) return none;
    if constexpr (requires { bool(own_.may_make_again(inst)); })
      if (!own_.may_make_again(inst)) return none;
    std::uint32_t result = none;
    bool fine = true;
    p_.for_each_operand(inst, [&](const program::Operand<value_t<P>>& o) {
      fine &= o.lanes == ~std::uint64_t{0} && !o.old && !o.implicit && !o.more && o.role != Role::guard && o.tied < 0 &&
              !pinned(p_, o.value);
      if (!o.is_def()) return;
      fine &= result == none;
      result = n_.value_number(o.value);
    });
    if (!fine || result == none) return none;
    p_.for_each_operand(
        inst, [&](const program::Operand<value_t<P>>& o) { fine &= o.is_def() || n_.value_number(o.value) != result; });
    return fine ? result : none;
  }
  template <class F>
  void for_each_held(const inst_t<P>& inst, F&& f) const {
    if constexpr (HasHeld<Own, P>) own_.for_each_held(inst, f);
  }

  // ---- what an instruction does to them

  bool meet(const program::Access<value_t<P>>& a, const program::Access<value_t<P>>& b) const {
    if (a.space != 0 && b.space != 0 && a.space != b.space) return false;
    const auto apart = [&] {
      return a.bytes != 0 && b.bytes != 0 &&
             (a.offset + std::int64_t{a.bytes} <= b.offset || b.offset + std::int64_t{b.bytes} <= a.offset);
    };
    if (a.has_base != b.has_base) return true;
    // The base is the same register, and it was not written since the source became one.
    if (a.has_base) return !(a.base == b.base && apart());
    if (a.symbol == 0 || b.symbol == 0) return true;
    if (a.symbol != b.symbol) return !(a.inside && b.inside);
    return !apart();
  }
  // `gone`, where it is given, takes what is lost.
  void pass(std::uint32_t i, BitSet& now, BitSet* gone) const {
    const inst_t<P>& inst = n_.inst(i);
    const auto lose = [&](std::uint32_t s) {
      const std::uint32_t bit = sources_[s].bit;
      if (bit == none) return;
      now.erase(bit);
      if (gone != nullptr) gone->insert(bit);
    };
    const program::Effects e = p_.effects(inst);
    if (e.has(Effect::writes | Effect::call | Effect::fixed) && !e.has(Effect::marker)) {
      bool any = e.has(Effect::call | Effect::fixed);
      std::uint32_t accesses = 0;
      if constexpr (Facts(P::facts).has(Fact::access)) {
        if (!any)
          p_.for_each_access(inst, [&](const program::Access<value_t<P>>& a) {
            ++accesses;
            for (const std::uint32_t s : in_memory_)
              if (meet(sources_[s].access, a)) lose(s);
          });
      }
      any |= accesses == 0;
      if (any)
        for (const std::uint32_t s : in_memory_) lose(s);
    }
    p_.for_each_operand(inst, [&](const program::Operand<value_t<P>>& o) {
      if (!o.is_def()) return;
      const std::uint32_t v = n_.value_number(o.value);
      for (const std::uint32_t s : of_value_[v]) lose(s);
      for (const std::uint32_t s : named_[v]) lose(s);
    });
    gain(i, now, gone);
  }
  void gain(std::uint32_t i, BitSet& now, BitSet* gone) const {
    const inst_t<P>& inst = n_.inst(i);
    const auto have = [&](std::uint32_t s) {
      const std::uint32_t bit = sources_[s].bit;
      if (bit == none) return;
      now.insert(bit);
      if (gone != nullptr) gone->erase(bit);
    };
    if (made_by_[i] != none) have(made_by_[i]);
    for_each_held(inst, [&](const value_t<P>& value, const program::Access<value_t<P>>& access) {
      const std::uint32_t v = n_.value_number(value);
      const std::uint32_t base = access.has_base ? n_.value_number(access.base) : none;
      const auto it = known_.find(std::make_tuple(v, base, access.symbol, access.offset, access.bytes, access.space));
      if (it != known_.end()) have(static_cast<std::uint32_t>(it->second));
    });
  }

  // ---- data flow: what holds on all ways

  void solve() {
    const std::uint32_t blocks = n_.blocks();
    std::vector<BitSet> gain_of(blocks, BitSet(bits_)), loss_of(blocks, BitSet(bits_));
    entries_.assign(blocks, BitSet(bits_));
    ends_.assign(blocks, BitSet(bits_));
    if (bits_ == 0) return;
    for (const flow::Block b : order_.blocks)
      for (std::uint32_t i = n_.first(b); i < n_.first(b + 1); ++i) pass(i, gain_of[b], &loss_of[b]);
    BitSet all(bits_);
    for (std::uint32_t s = 0; s < bits_; ++s) all.insert(s);
    for (const flow::Block b : order_.blocks) ends_[b] = all;
    for (bool changed = true; changed;) {
      changed = false;
      for (const flow::Block b : order_.blocks) {
        BitSet in = b == order_.blocks.front() ? BitSet(bits_) : all;
        for (const flow::Block from : cfg_.predecessors(b))
          if (order_.reachable(from)) in.keep_only(ends_[from]);
        entries_[b] = in;
        in.erase_all(loss_of[b]);
        in.insert_all(gain_of[b]);
        changed |= ends_[b].keep_only(in);
      }
    }
  }

  const P& p_;
  const program::Numbering<P>& n_;
  const flow::Cfg& cfg_;
  const flow::Order& order_;
  const Own& own_;
  std::uint32_t most_, bits_ = 0;
  flow::Dominators dominators_;
  std::vector<Source<P>> sources_;
  std::vector<std::vector<std::uint32_t>> of_value_, named_;  // per value: sources of it; that speak of it
  std::vector<std::uint32_t> in_memory_;
  std::vector<std::uint32_t> made_by_, of_expression_;  // per instruction, and per expression: the source
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::int64_t, std::uint32_t, std::uint32_t>,
           std::size_t>
      known_;
  std::vector<Defs> defs_;              // per value; of several the last
  std::vector<BitSet> entries_, ends_;  // per block
};

}  // namespace detail
}  // namespace lathe::passes
