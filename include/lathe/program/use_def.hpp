// Who reads and who writes each value, following edits: lists of mentions.
//
// Cost: O(operands) per instruction that comes or goes, O(1) per operand that is set, nothing when one only moves.
// The order of a value's mentions is that in which they came.
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
/// Who mentions each value, as an observer.
template <Agreed P>
class UseDef<P> {
 public:
  /// Reads all mentions: O(size). `p` is read here alone; `known` outlives it, and hears of edits before it does.
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
  /// f(Inst, uint32_t k) for each operand that writes the value.
  template <class F>
  void for_each_def(const value_t<P>& v, F&& f) const {
    for_each(v, [&](const Mention& m) {
      if (m.def) f(known_.insts[m.inst], m.operand);
    });
  }
  /// Is this what the k-th operand names? O(1).
  bool mentions(const inst_t<P>& i, std::uint32_t k, const value_t<P>& v) const {
    const std::uint32_t inst = known_.insts.find(i), value = known_.values.find(v);
    return value != none && inst < of_.size() && k < of_[inst].count && all_[of_[inst].first + k].value == value;
  }
  std::uint32_t uses(const value_t<P>& v) const { return count(v, false); }  ///< O(1)
  std::uint32_t defs(const value_t<P>& v) const { return count(v, true); }   ///< O(1)
  /// The instruction that defines it, where there is one such mention alone. O(1), O(mentions) behind an edit of
  /// others.
  std::optional<inst_t<P>> only_def(const value_t<P>& v) const {
    const std::uint32_t number = known_.values.find(v);
    if (number >= lists_.size() || lists_[number].defs != 1) return {};
    return known_.insts[only_def_of(number)];
  }

  /// Room that mentions take, those of instructions that have gone included: at least as many as there are.
  std::size_t mention_room() const { return all_.size(); }

  // ---- by numbers of Known

  /// How often a value is written and read.
  struct Counts {
    std::uint32_t uses = 0, defs = 0;  ///< how many operands read it, and how many write it
    std::uint32_t def = none;          ///< the instruction, where it is the only one
  };
  /// O(1), O(mentions) behind an edit of others.
  Counts counts(std::uint32_t value) const {
    if (value >= lists_.size()) return {};
    const List& list = lists_[value];
    return {list.uses, list.defs, list.defs == 1 ? only_def_of(value) : none};
  }
  /// f(uint32_t inst, uint32_t k), as for_each_use.
  template <class F>
  void for_each_use_of(std::uint32_t value, F&& f) const {
    if (value >= lists_.size()) return;
    for (std::uint32_t m = lists_[value].first; m != none; m = all_[m].next)
      if (!all_[m].def) f(all_[m].inst, all_[m].operand);
  }

  /// f(uint32_t value, bool def) for each mention of an instruction, in order; what a phi takes is behind its operands.
  template <class F>
  void for_each_mention_of(std::uint32_t inst, F&& f) const {
    if (!stands(inst)) return;
    for (std::uint32_t k = 0; k < of_[inst].count; ++k)
      f(all_[of_[inst].first + k].value, all_[of_[inst].first + k].def);
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
    if (e.inserts() || (e.kind == Kind::incoming && stands(known_.insts.find(*e.inst)))) add(p, *e.inst);
    if (e.kind == Kind::block && !e.was_in && e.is_in)
      for (auto&& i : p.instructions(*e.block)) add(p, i);
    if (e.kind == Kind::operand) {
      const std::uint32_t inst = known_.insts.find(*e.inst);
      if (!stands(inst) || e.index >= of_[inst].count) return;
      const std::uint32_t m = of_[inst].first + e.index;
      unlink(m);
      link(m, known_.values.add(*e.new_value));
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
  // Those of an instruction stand side by side, those of a value are linked in the order in which they came.
  struct Node : Mention {
    std::uint32_t value = none, previous = none, next = none;
  };
  struct List {
    std::uint32_t first = none, last = none, uses = 0, defs = 0;
    std::uint32_t def = none;  // an instruction that defines it; none: not known
  };
  struct Of {
    std::uint32_t first = 0, count = 0, room = 0;
    bool counted = false;  // it stands in the layout
  };
  template <class F>
  void for_each(const value_t<P>& v, F&& f) const {
    const std::uint32_t number = known_.values.find(v);
    if (number >= lists_.size()) return;
    for (std::uint32_t m = lists_[number].first; m != none; m = all_[m].next) f(static_cast<const Mention&>(all_[m]));
  }
  std::uint32_t only_def_of(std::uint32_t value) const {
    List& list = lists_[value];
    for (std::uint32_t m = list.first; list.def == none; m = all_[m].next)
      if (all_[m].def) list.def = all_[m].inst;
    return list.def;
  }
  std::uint32_t count(const value_t<P>& v, bool def) const {
    const std::uint32_t number = known_.values.find(v);
    if (number >= lists_.size()) return 0;
    return def ? lists_[number].defs : lists_[number].uses;
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
    if (inst == of_.size())
      of_.emplace_back();
    else if (inst > of_.size())
      of_.resize(inst + 1);
    new_.clear();
    const auto mention = [&](const value_t<P>& v, bool def) {
      Node node;
      node.inst = inst;
      node.operand = static_cast<std::uint32_t>(new_.size());
      node.def = def;
      node.value = known_.values.add(v);
      new_.push_back(node);
    };
    p.for_each_operand(i, [&](const Operand<value_t<P>>& o) { mention(o.value, o.is_def()); });
    if constexpr (Facts(P::facts).has(Fact::incoming))
      p.for_each_incoming(i, [&](const block_t<P>&, const value_t<P>& v) { mention(v, false); });
    Of& of = of_[inst];
    of.count = static_cast<std::uint32_t>(new_.size());
    of.counted = true;
    if (of.count > of.room) {  // what grows one by one is not to leave its square behind
      of.first = static_cast<std::uint32_t>(all_.size());
      of.room = of.room == 0 ? of.count : std::max(of.count, 2 * of.room);
      all_.insert(all_.end(), new_.begin(), new_.end());
      if (of.room > of.count) all_.resize(all_.size() + of.room - of.count);
    } else {
      std::copy(new_.begin(), new_.end(), all_.begin() + of.first);
    }
    for (std::uint32_t k = 0; k < of.count; ++k) link(of.first + k, new_[k].value);
  }
  void remove(const inst_t<P>& i) {
    const std::uint32_t inst = known_.insts.find(i);
    unlink_all(inst);
    if (stands(inst)) of_[inst].counted = false;
  }
  bool stands(std::uint32_t inst) const { return inst < of_.size() && of_[inst].counted; }
  void unlink_all(std::uint32_t inst) {
    if (!stands(inst)) return;
    for (std::uint32_t k = 0; k < of_[inst].count; ++k) unlink(of_[inst].first + k);
    of_[inst].count = 0;
  }
  void link(std::uint32_t m, std::uint32_t value) {
    if (value == lists_.size())
      lists_.emplace_back();
    else if (value > lists_.size())
      lists_.resize(value + 1);
    List& list = lists_[value];
    Node& node = all_[m];
    node.value = value;
    node.previous = list.last;
    node.next = none;
    (list.last == none ? list.first : all_[list.last].next) = m;
    list.last = m;
    if (!node.def) return void(++list.uses);
    ++list.defs;
    list.def = node.inst;
  }
  void unlink(std::uint32_t m) {
    const Node& node = all_[m];
    List& list = lists_[node.value];
    (node.previous == none ? list.first : all_[node.previous].next) = node.next;
    (node.next == none ? list.last : all_[node.next].previous) = node.previous;
    if (!node.def) return void(--list.uses);
    --list.defs;
    list.def = none;
  }

  Known<P>& known_;
  mutable std::vector<List> lists_;  // per value
  std::vector<Of> of_;               // per instruction
  std::vector<Node> all_, new_;
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
