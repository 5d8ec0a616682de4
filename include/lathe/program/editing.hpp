// Changing a program with everybody told: the nine members of an Editor made into edits that can be taken back.
//
// Editing<P, Observers...> does an edit, tells each observer before and after it, in the order in which they were
// given, and inside a transaction remembers how to undo it. Undoing is editing: observers hear of it like of any other
// edit, with `undo` set. The pack is known at compile time: no virtual calls, and with no observers and no open
// transaction an edit is the Editor's member and nothing else.
//
// Cost beside the Editor's members: O(1) and the observers, and where somebody looks at the edit (an observer, or an
// open transaction)
//   set_operand     O(operands of the instruction), unless it is told what the operand is now
//   set_incoming    O(what the phi takes)
//   moving a block or taking it out, in a transaction   O(blocks).
// With nobody looking, too: retarget and split_edge O(ways out of the block) and, where there are phis, O(phis of the
// old target and what they take); redirect that for each way; clone_block O(the block, its ways, the phis behind them).
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/program/editor.hpp>
#include <lathe/support/told.hpp>

namespace lathe::program {

/// One change of what stands in the function. Which fields mean something is told by the kind.
template <View P>
struct Edit {
  /// What was done.
  enum class Kind : std::uint8_t {
    put,                          ///< inst goes from `from` to `to`; nowhere: it is inserted, or erased
    operand,                      ///< the index-th operand of inst: old_value becomes new_value
    successor,                    ///< the index-th way out of block: old_target becomes new_target
    block,                        ///< block, with all that stands in it, `was_in` the layout and `is_in` it now
    incoming,                     ///< the phi inst takes new_incoming for old_incoming
    value,                        ///< there is a new register, new_value, like old_value
  } kind = Kind::put;             ///< the members that it does not speak of are empty
  std::optional<inst_t<P>> inst;  ///< of put, operand, incoming
  spot_t<P> from, to;             ///< of put; nowhere where it is inserted, or erased
  std::optional<block_t<P>> block, old_target, new_target, old_before,
      new_before;                                  ///< `before`: of kind block; the old one in transactions only
  std::optional<value_t<P>> old_value, new_value;  ///< of operand; `new_value` alone of value
  std::uint32_t index = 0;                         ///< of operand and successor: which one, from 0 on
  bool was_in = false, is_in = false;              ///< of block: whether it stood in the layout, and whether it does
  bool undo = false;                               ///< a rollback does it
  std::vector<incoming_t<P>> old_incoming, new_incoming;  ///< of incoming: all that the phi took, and all that it takes

  /// The edit that takes this one back.
  Edit inverse() const {
    Edit e = *this;
    std::swap(e.from, e.to);
    std::swap(e.old_target, e.new_target);
    std::swap(e.old_before, e.new_before);
    std::swap(e.was_in, e.is_in);
    std::swap(e.old_incoming, e.new_incoming);
    if (kind != Kind::value) std::swap(e.old_value, e.new_value);
    return e;
  }
  bool inserts() const { return kind == Kind::put && !from && to; }  ///< a put from nowhere into the code
  bool erases() const { return kind == Kind::put && from && !to; }   ///< a put from the code to nowhere
};

/// Who is told. Both members are mandatory, so that a misspelt one is an error; `before` sees the program as it was.
template <class O, class P>
concept Observer = requires(O& o, const P& p, const Edit<P>& e) {
  o.before(p, e);
  o.after(p, e);
};

template <class V, class... Observers>
class Editing : public Nothing {  // told what is wrong, and nothing besides
#include <lathe/program/editor.def>
#include <lathe/program/facts.def>
#include <lathe/program/view.def>
  using Nothing::Nothing;
};
/// All edits, made of the members of an Editor; observers hear of each before and after it.
template <Agreed P, class... Observers>
  requires Editor<P>
class Editing<P, Observers...> {
  static_assert(
      told((Observer<Observers, P> && ...)),
      "an observer wants  void before(const P&, const Edit<P>&);  and  void after(const P&, const Edit<P>&);");

 public:
  using Block = block_t<P>;            ///< as the View names blocks
  using Inst = inst_t<P>;              ///< as the View names instructions
  using Value = value_t<P>;            ///< as the View names values
  using Spot = spot_t<P>;              ///< a place in the code, in the program's handles
  using Change = Edit<P>;              ///< what observers are told
  using Kind = typename Change::Kind;  ///< the kinds of change

  /// The program and the observers outlive it. Precondition: the observers know the program as it is.
  explicit Editing(P& program, Observers&... observers) : p_(program), observers_(observers...) {}
  /// The program itself; what is changed through it, and not through this object, no observer hears of.
  const P& program() const { return p_; }
  P& program() { return p_; }  ///< the same, to be changed: see above

  // ---- instructions. Preconditions: spots and blocks stand in the layout, and so does the instruction that is erased,
  // moved, or gets another operand or other incoming values. One that stands nowhere, or in a block that stands
  // nowhere, is changed by the Editor's own members: nobody hears of it, and no rollback takes it back. (Lathe's
  // observers pass over such an edit.)

  /// An instruction that stands nowhere (the program made it, or `clone`) goes to a spot. One that was erased never
  /// comes back: where it is wanted again, insert a clone.
  void insert(const Inst& made, const Spot& at) {
    perform([&] { return put_edit(made, {}, at); }, [&] { p_.put(made, at); });
  }
  /// `made` goes directly in front of `before`, into its block. Precondition: `made` stands nowhere.
  void insert_before(const Inst& made, const Inst& before) { insert(made, Spot{p_.where(before).block, before}); }
  /// `made` goes to the end of the block. Precondition: it stands nowhere.
  void append(const Inst& made, const Block& block) { insert(made, Spot{block, {}}); }
  /// It is gone for good, but for a rollback.
  void erase(const Inst& inst) {
    perform([&] { return put_edit(inst, p_.where(inst), {}); }, [&] { p_.put(inst, Spot{}); });
    if (frames_.empty()) p_.drop(inst);
  }
  /// To another place, in this block or another. In front of itself: nothing happens. O(1) beside the observers.
  void move(const Inst& inst, const Spot& to) {
    if (to.before && *to.before == inst) return;
    perform([&] { return put_edit(inst, p_.where(inst), to); }, [&] { p_.put(inst, to); });
  }
  /// The k-th operand, as for_each_operand names them; no other mention of the value changes. Precondition: there are
  /// more than k.
  void set_operand(const Inst& inst, std::uint32_t k, const Value& to) {
    perform(
        [&] {
          std::optional<Value> from;
          std::uint32_t at = 0;
          p_.for_each_operand(inst, [&](const Operand<Value>& o) {
            if (at++ == k) from = o.value;
          });
          assert(from && "the instruction has that operand");
          return operand_edit(inst, k, from, to);
        },
        [&] { p_.set_operand(inst, k, to); });
  }
  /// The same, without a look at the operands. Precondition: the k-th is `from`.
  void set_operand(const Inst& inst, std::uint32_t k, const Value& from, const Value& to) {
    perform([&] { return operand_edit(inst, k, from, to); }, [&] { p_.set_operand(inst, k, to); });
  }
  /// The k-th operand, which is a use of `from`, names lanes of another value, by the Editor's own member (see
  /// passes/lane_units.hpp). Precondition: no transaction is open.
  void set_lanes(const Inst& inst, std::uint32_t k, const Value& from, const Value& to, std::uint64_t lanes)
    requires requires(P& p) { p.set_lanes(inst, k, to, lanes, lanes); }
  {
    perform([&] { return operand_edit(inst, k, from, to); }, [&] { p_.set_lanes(inst, k, to, lanes, 0); });
  }
  /// f(program) changes an instruction, which stands nowhere meanwhile: it goes, and comes back to its place as itself.
  /// Precondition: no transaction is open.
  template <class F>
  void change(const Inst& inst, F&& f) {
    const Spot at = p_.where(inst);
    perform([&] { return put_edit(inst, at, {}); }, [&] { p_.put(inst, Spot{}); });
    f(p_);
    perform([&] { return put_edit(inst, {}, at); }, [&] { p_.put(inst, at); });
  }
  /// A register that nothing mentions yet. A rollback leaves it, unmentioned.
  Value new_value(const Value& like) {
    const Value made = p_.make_value(like);
    perform(
        [&] {
          Change e = change(Kind::value);
          e.old_value = like;
          e.new_value = made;
          return e;
        },
        [] {});
    return made;
  }
  /// All that a phi takes.
  void set_incoming(const Inst& phi, std::span<const incoming_t<P>> to)
    requires(Facts(P::facts).has(Fact::incoming))
  {
    perform(
        [&] {
          Change e = change(Kind::incoming);
          e.inst = phi;
          e.old_incoming = incoming(phi);
          e.new_incoming.assign(to.begin(), to.end());
          return e;
        },
        [&] { p_.set_incoming(phi, to); });
  }

  // ---- blocks and edges

  /// An empty block, or one with a jump; in front of a block that is not the entry, or at the end.
  Block new_block(const std::optional<Block>& to = {}, const std::optional<Block>& before = {}) {
    const Block made = p_.make_block(to);
    put_block(made, false, {}, true, before);
    return made;
  }
  /// With all that stands in it. Precondition: nothing but itself goes there; phis take nothing from it.
  void erase_block(const Block& block) {
    put_block(block, true, behind(block), false, {});
    if (frames_.empty()) drop_contents(block);
  }
  /// Layout only. Precondition: neither of the two is the entry.
  void move_block(const Block& block, const std::optional<Block>& before) {
    if (!before || !(*before == block)) put_block(block, true, behind(block), true, before);
  }
  /// The k-th way out of a block, as for_each_successor names them, goes to `to`. Phis of the old target forget the
  /// block when no other way leads there; those of the new one are the caller's (set_incoming).
  void retarget(const Block& block, std::uint32_t k, const Block& to) {
    const Block old = successor(block, k);
    set_successor(block, k, old, to);
    if constexpr (phis) forget_ways(block, old);
  }
  /// All ways from a block to another go to a third.
  void redirect(const Block& block, const Block& from, const Block& to) {
    std::vector<std::uint32_t> found;
    std::uint32_t k = 0;
    p_.for_each_successor(block, [&](const Block& s) {
      if (s == from) found.push_back(k);
      ++k;
    });
    for (const std::uint32_t way : found) retarget(block, way, to);
  }
  /// A block on the k-th way out of a block, where the layout is told; phis take from it what they took from the block.
  Block split_edge(const Block& block, std::uint32_t k, const std::optional<Block>& before = {}) {
    const Block to = successor(block, k);
    const Block made = new_block(to, before);
    set_successor(block, k, to, made);
    if constexpr (phis) {
      const std::uint32_t left = ways(block, to);
      for_each_phi(to, [&](const Inst& phi) {
        std::vector<incoming_t<P>> in = incoming(phi);
        std::uint32_t mentions = 0;
        std::size_t last = 0;
        for (std::size_t i = 0; i < in.size(); ++i)
          if (in[i].first == block) ++mentions, last = i;
        if (mentions > left)
          in[last].first = made;
        else if (mentions != 0)
          in.push_back({made, in[last].second});
        set_incoming(phi, in);
      });
    }
    return made;
  }
  /// A copy of a block, which nothing goes to yet and which goes where the block goes. Its phis take nothing; phis
  /// behind it take from it what they take from the block, so a value in SSA form that both define is the caller's to
  /// repair.
  Block clone_block(const Block& block, const std::optional<Block>& before = {}) {
    const Block made = p_.make_block({});
    for (const Inst& inst : listed(block)) {
      const Inst copy = p_.clone(inst);
      p_.put(copy, Spot{made, {}});
      if constexpr (phis)
        if (p_.effects(copy).has(Effect::phi)) p_.set_incoming(copy, {});
    }
    put_block(made, false, {}, true, before);
    if constexpr (phis) {
      std::vector<Block> seen;
      p_.for_each_successor(made, [&](const Block& s) {
        for (const Block& b : seen)
          if (b == s) return;
        seen.push_back(s);
      });
      for (const Block& s : seen)
        for_each_phi(s, [&](const Inst& phi) {
          std::vector<incoming_t<P>> in = incoming(phi), more;
          for (const incoming_t<P>& x : in)
            if (x.first == block) more.push_back({made, x.second});
          in.insert(in.end(), more.begin(), more.end());
          if (!more.empty()) set_incoming(phi, in);
        });
    }
    return made;
  }

  // ---- transactions; they nest

  void begin() { frames_.push_back(log_.size()); }
  /// Keeps what was done since the innermost begin; an outer transaction can still take it back. False: none is open.
  bool commit() {
    if (frames_.empty()) return false;
    frames_.pop_back();
    if (!frames_.empty()) return true;
    for (const Change& e : log_) {
      if (e.erases() && !p_.where(*e.inst)) p_.drop(*e.inst);
      if (e.kind == Kind::block && !e.is_in && !stands(*e.block)) drop_contents(*e.block);
    }
    log_.clear();
    return true;
  }
  /// Takes back what was done since the innermost begin, last edit first. False: none is open.
  bool rollback() {
    if (frames_.empty()) return false;
    const std::size_t mark = frames_.back();
    frames_.pop_back();
    std::vector<Change> undone(std::make_move_iterator(log_.begin() + static_cast<std::ptrdiff_t>(mark)),
                               std::make_move_iterator(log_.end()));
    log_.resize(mark);
    for (std::size_t k = undone.size(); k-- > 0;) {
      Change e = undone[k].inverse();
      e.undo = true;
      tell_before(e);
      run(e);
      tell_after(e);
    }
    for (const Change& e : undone) {
      if (e.inserts()) p_.drop(*e.inst);
      if (e.kind == Kind::block && !e.was_in) drop_contents(*e.block);
    }
    return true;
  }
  /// How many transactions are open, one within the other; 0: none.
  std::uint32_t depth() const { return static_cast<std::uint32_t>(frames_.size()); }

 private:
  static constexpr bool phis = Facts(P::facts).has(Fact::incoming);
  static constexpr bool observed = sizeof...(Observers) > 0;

  static Change change(Kind kind) {
    Change e;
    e.kind = kind;
    return e;
  }
  static Change put_edit(const Inst& inst, const Spot& from, const Spot& to) {
    Change e;
    e.inst = inst;
    e.from = from;
    e.to = to;
    return e;
  }
  static Change operand_edit(const Inst& inst, std::uint32_t k, const std::optional<Value>& from, const Value& to) {
    Change e = change(Kind::operand);
    e.inst = inst;
    e.index = k;
    e.old_value = from;
    e.new_value = to;
    return e;
  }
  // The edit as data is made only where somebody looks at it.
  template <class Say, class Do>
  void perform(Say&& say, Do&& act) {
    if constexpr (!observed)
      if (frames_.empty()) return act();
    Change e = say();
    tell_before(e);
    act();
    tell_after(e);
    if (!frames_.empty()) log_.push_back(std::move(e));
  }
  void tell_before(const Change& e) {
    std::apply([&](Observers&... o) { (o.before(std::as_const(p_), e), ...); }, observers_);
  }
  void tell_after(const Change& e) {
    std::apply([&](Observers&... o) { (o.after(std::as_const(p_), e), ...); }, observers_);
  }
  void run(const Change& e) {
    switch (e.kind) {
      case Kind::put:
        return p_.put(*e.inst, e.to);
      case Kind::operand:
        return p_.set_operand(*e.inst, e.index, *e.new_value);
      case Kind::successor:
        return p_.set_successor(*e.block, e.index, *e.new_target);
      case Kind::block:
        return p_.put_block(*e.block, e.is_in, e.new_before);
      case Kind::incoming:
        if constexpr (phis) p_.set_incoming(*e.inst, e.new_incoming);
        return;
      case Kind::value:
        return;
    }
  }
  void put_block(const Block& block, bool was_in, const std::optional<Block>& old_before, bool is_in,
                 const std::optional<Block>& before) {
    perform(
        [&] {
          Change e = change(Kind::block);
          e.block = block;
          e.was_in = was_in;
          e.old_before = old_before;
          e.is_in = is_in;
          e.new_before = before;
          return e;
        },
        [&] { p_.put_block(block, is_in, before); });
  }
  void set_successor(const Block& block, std::uint32_t k, const Block& old, const Block& to) {
    perform(
        [&] {
          Change e = change(Kind::successor);
          e.block = block;
          e.index = k;
          e.old_target = old;
          e.new_target = to;
          return e;
        },
        [&] { p_.set_successor(block, k, to); });
  }
  // Phis of `to` take no more from the block than there are ways from it, be it named once for all or once for each.
  void forget_ways(const Block& block, const Block& to) {
    const std::uint32_t left = ways(block, to);
    for_each_phi(to, [&](const Inst& phi) {
      std::vector<incoming_t<P>> in = incoming(phi);
      auto mentions = std::count_if(in.begin(), in.end(), [&](const incoming_t<P>& x) { return x.first == block; });
      if (mentions <= left) return;
      for (std::size_t i = in.size(); i-- > 0 && mentions > left;)
        if (in[i].first == block) in.erase(in.begin() + static_cast<std::ptrdiff_t>(i)), --mentions;
      set_incoming(phi, in);
    });
  }
  Block successor(const Block& block, std::uint32_t k) const {
    std::optional<Block> found;
    std::uint32_t at = 0;
    p_.for_each_successor(block, [&](const Block& s) {
      if (at++ == k) found = s;
    });
    return *found;
  }
  std::uint32_t ways(const Block& from, const Block& to) const {
    std::uint32_t n = 0;
    p_.for_each_successor(from, [&](const Block& s) { n += s == to; });
    return n;
  }
  // What an undo has to know; nobody else asks.
  std::optional<Block> behind(const Block& block) const {
    if (frames_.empty()) return {};
    bool next = false;
    for (auto&& b : p_.blocks()) {
      if (next) return Block(b);
      next = b == block;
    }
    return {};
  }
  bool stands(const Block& block) const {
    for (auto&& b : p_.blocks())
      if (b == block) return true;
    return false;
  }
  std::vector<Inst> listed(const Block& block) const {
    std::vector<Inst> out;
    for (auto&& i : p_.instructions(block)) out.push_back(i);
    return out;
  }
  void drop_contents(const Block& block) {
    for (const Inst& inst : listed(block)) {
      p_.put(inst, Spot{});
      p_.drop(inst);
    }
  }
  std::vector<incoming_t<P>> incoming(const Inst& phi) const {
    std::vector<incoming_t<P>> out;
    if constexpr (phis) p_.for_each_incoming(phi, [&](const Block& b, const Value& v) { out.push_back({b, v}); });
    return out;
  }
  template <class F>
  void for_each_phi(const Block& block, F&& f) {
    std::vector<Inst> all;  // `f` edits them
    for (auto&& inst : p_.instructions(block)) {
      if (!p_.effects(inst).has(Effect::phi)) break;
      all.push_back(inst);
    }
    for (const Inst& inst : all) f(inst);
  }

  P& p_;
  std::tuple<Observers&...> observers_;
  std::vector<Change> log_;
  std::vector<std::size_t> frames_;
};
template <class P, class... Observers>
Editing(P&, Observers&...) -> Editing<P, Observers...>;

}  // namespace lathe::program
