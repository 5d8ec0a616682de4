// Who reads and who writes each value, following edits: lists of mentions.
//
// Cost: O(operands) per instruction that comes or goes, O(1) per operand that is set, nothing when one only moves.
// The order of a value's mentions depends on the edits, not on addresses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// First, and here: the fewer files between, the shorter is what a wrong View is told.
#include <lathe/program/editing.hpp>

#include <lathe/program/observe.hpp>

namespace lathe::program {

template <class P>
class UseDef : public Nothing {
  using Nothing::Nothing;
};
template <Agreed P>
class UseDef<P> {
 public:
  UseDef(const P& p, Known<P>& known) : known_(known) {
    for (auto&& b : p.blocks())
      for (auto&& i : p.instructions(b)) add(p, i);
  }

  /// f(Inst, uint32_t k): the k-th operand, as for_each_operand names them. What a phi takes is behind its operands.
  template <class F>
  void for_each_use(const value_t<P>& v, F&& f) const {
    for_each(v, [&](const Mention& m) {
      if (!m.def) f(known_.insts[m.inst], m.operand);
    });
  }
  template <class F>
  void for_each_def(const value_t<P>& v, F&& f) const {
    for_each(v, [&](const Mention& m) {
      if (m.def) f(known_.insts[m.inst], m.operand);
    });
  }
  /// Is this what the k-th operand names? O(1).
  bool mentions(const inst_t<P>& i, std::uint32_t k, const value_t<P>& v) const {
    const std::uint32_t inst = known_.insts.find(i), value = known_.values.find(v);
    return value != none && inst < at_.size() && k < at_[inst].size() && at_[inst][k].value == value;
  }
  std::uint32_t uses(const value_t<P>& v) const { return count(v, false); }  ///< O(1)
  std::uint32_t defs(const value_t<P>& v) const { return count(v, true); }   ///< O(1)
  /// The instruction that defines it, where there is one such mention alone. O(1), O(mentions) behind an edit of
  /// others.
  std::optional<inst_t<P>> only_def(const value_t<P>& v) const {
    const std::uint32_t number = known_.values.find(v);
    if (number >= mentions_.size() || defs_[number].count != 1) return {};
    Defs& d = defs_[number];
    if (d.inst == none)
      for (const Mention& m : mentions_[number])
        if (m.def) d.inst = m.inst;
    return known_.insts[d.inst];
  }

  // ---- an observer

  void before(const P& p, const Edit<P>& e) {
    using Kind = typename Edit<P>::Kind;
    if (e.kind == Kind::incoming) unlink_all(known_.insts.find(*e.inst));
    if (e.erases()) remove(*e.inst);
    if (e.kind == Kind::block && e.was_in && !e.is_in)
      for (auto&& i : p.instructions(*e.block)) remove(i);
  }
  void after(const P& p, const Edit<P>& e) {
    using Kind = typename Edit<P>::Kind;
    if (e.inserts() || (e.kind == Kind::incoming && counts(known_.insts.find(*e.inst)))) add(p, *e.inst);
    if (e.kind == Kind::block && !e.was_in && e.is_in)
      for (auto&& i : p.instructions(*e.block)) add(p, i);
    if (e.kind == Kind::operand) {
      const std::uint32_t inst = known_.insts.find(*e.inst);
      if (!counts(inst) || e.index >= at_[inst].size()) return;
      const bool def = mentions_[at_[inst][e.index].value][at_[inst][e.index].place].def;
      unlink(inst, e.index);
      link(inst, e.index, known_.values.add(*e.new_value), def);
    }
  }
  void verify(const P& p, FollowFaults& faults) const {
    Known<P> again(p);
    const UseDef full(p, again);
    for (std::uint32_t v = 0; v < known_.values.size(); ++v) {
      const value_t<P>& value = known_.values[v];
      if (sorted(*this, value) != sorted(full, value, &known_))
        return faults.add(FollowFault::use_def, v, "value " + std::to_string(v) + " has other mentions");
    }
    for (std::uint32_t v = 0; v < again.values.size(); ++v)
      if (full.count(again.values[v], true) + full.count(again.values[v], false) != 0 &&
          known_.values.find(again.values[v]) == none)
        return faults.add(FollowFault::use_def, v, "a value that was never met");
  }

 private:
  struct Mention {
    std::uint32_t inst, operand;
    bool def;
    auto operator<=>(const Mention&) const = default;
  };
  struct Defs {
    std::uint32_t count = 0, inst = none;  // one of them; none: not known
  };
  struct At {
    std::uint32_t value = none, place = 0;  // of the mention in the value's list
  };
  template <class F>
  void for_each(const value_t<P>& v, F&& f) const {
    const std::uint32_t number = known_.values.find(v);
    if (number >= mentions_.size()) return;
    for (const Mention& m : mentions_[number]) f(m);
  }
  std::uint32_t count(const value_t<P>& v, bool def) const {
    const std::uint32_t number = known_.values.find(v);
    if (number >= mentions_.size()) return 0;
    return def ? defs_[number].count : static_cast<std::uint32_t>(mentions_[number].size()) - defs_[number].count;
  }
  static std::vector<Mention> sorted(const UseDef& of, const value_t<P>& v, const Known<P>* as = nullptr) {
    std::vector<Mention> out;
    of.for_each(v, [&](Mention m) {
      if (as != nullptr) m.inst = as->insts.find(of.known_.insts[m.inst]);
      out.push_back(m);
    });
    std::sort(out.begin(), out.end());
    return out;
  }
  void add(const P& p, const inst_t<P>& i) {
    const std::uint32_t inst = known_.insts.add(i);
    if (inst >= at_.size()) {
      at_.resize(inst + 1);
      counted_.resize(inst + 1, false);
    }
    counted_[inst] = true;
    const auto mention = [&](const value_t<P>& v, bool def) {
      at_[inst].emplace_back();
      link(inst, static_cast<std::uint32_t>(at_[inst].size() - 1), known_.values.add(v), def);
    };
    p.for_each_operand(i, [&](const Operand<value_t<P>>& o) { mention(o.value, o.is_def()); });
    if constexpr (Facts(P::facts).has(Fact::incoming))
      p.for_each_incoming(i, [&](const block_t<P>&, const value_t<P>& v) { mention(v, false); });
  }
  void remove(const inst_t<P>& i) {
    const std::uint32_t inst = known_.insts.find(i);
    unlink_all(inst);
    if (counts(inst)) counted_[inst] = false;
  }
  bool counts(std::uint32_t inst) const { return inst < counted_.size() && counted_[inst]; }
  void unlink_all(std::uint32_t inst) {
    if (!counts(inst)) return;
    for (std::uint32_t k = 0; k < at_[inst].size(); ++k) unlink(inst, k);
    at_[inst].clear();
  }
  void link(std::uint32_t inst, std::uint32_t k, std::uint32_t value, bool def) {
    if (value >= mentions_.size()) {
      mentions_.resize(value + 1);
      defs_.resize(value + 1);
    }
    if (def) defs_[value] = {defs_[value].count + 1, inst};
    at_[inst][k] = {value, static_cast<std::uint32_t>(mentions_[value].size())};
    mentions_[value].push_back({inst, k, def});
  }
  void unlink(std::uint32_t inst, std::uint32_t k) {
    const At at = at_[inst][k];
    std::vector<Mention>& all = mentions_[at.value];
    if (all[at.place].def) defs_[at.value] = {defs_[at.value].count - 1, none};
    const Mention last = all.back();
    all[at.place] = last;
    at_[last.inst][last.operand].place = at.place;
    all.pop_back();
  }

  Known<P>& known_;
  std::vector<std::vector<Mention>> mentions_;  // per value
  mutable std::vector<Defs> defs_;              // per value
  std::vector<std::vector<At>> at_;             // per instruction: its mentions
  std::vector<bool> counted_;                   // per instruction: it stands in the layout
};
template <class P>
UseDef(const P&, Known<P>&) -> UseDef<P>;

/// Every use of a value becomes one of another, by edits of `editing`, which tells `uses`. Definitions stay. An
/// instruction that takes the value n times is looked at once, and a phi of these set once: O(uses + operands of their
/// instructions), and what the edits cost the Editor and the observers, one for each operand. How many uses there were.
template <class P, class... Observers>
std::uint32_t replace_uses(Editing<P, Observers...>& editing, const UseDef<P>& uses, const value_t<P>& from,
                           const value_t<P>& to) {
  std::vector<std::pair<inst_t<P>, std::uint32_t>> found;  // the list changes with every edit
  uses.for_each_use(from, [&](const inst_t<P>& i, std::uint32_t k) { found.push_back({i, k}); });
  if (from == to) return static_cast<std::uint32_t>(found.size());
  std::vector<std::uint32_t> places;
  for (const auto& [inst, k] : found) {
    if (!uses.mentions(inst, k, from)) continue;  // went with another of its instruction's
    std::uint32_t operands = 0;
    places.clear();
    editing.program().for_each_operand(inst, [&](const Operand<value_t<P>>& o) {
      if (!o.is_def() && o.value == from) places.push_back(operands);
      ++operands;
    });
    for (const std::uint32_t place : places) editing.set_operand(inst, place, from, to);
    if constexpr (Facts(P::facts).has(Fact::incoming)) {
      std::vector<incoming_t<P>> in;
      bool takes = false;
      editing.program().for_each_incoming(inst, [&](const block_t<P>& b, const value_t<P>& v) {
        takes |= v == from;
        in.push_back({b, v == from ? to : v});
      });
      if (takes) editing.set_incoming(inst, in);
    }
  }
  return static_cast<std::uint32_t>(found.size());
}

}  // namespace lathe::program
