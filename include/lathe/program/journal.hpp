// The plan of a pass that asks and changes in turn: the edits that it made, each with its reason, as data.
//
// A Journal is an observer of a program::Editing. It numbers what it is told of as the program stood when the journal
// began: blocks, instructions and values in the order of a walk, new ones as they come. So it can be printed, read, cut
// off behind any change, and replayed on a copy of the function: an instruction that was put in is there made as a clone
// of one with the same key, and operands of the same roles, which are then set. Where the copy has none such, or is no
// copy, the replay is refused, with the change that it stopped at.
//
//   Known known(code);  Journal journal(code);  pass(code, options, sink, journal);
//   journal_text(journal.entries());                     // for people, and for read_journal
//   replay(copy, journal.entries(), 7);                  // the first seven changes
//
// A pass that is a client of passes::Changes tells the reasons; other edits stand under change 0. What a rollback takes
// back is taken out of the journal, too.
// Cost: O(operands of what comes in) an edit; to replay O(size of the copy + entries).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/program/editing.hpp>
#include <lathe/program/numbering.hpp>

namespace lathe::program {

/// One line of a journal. Which fields mean something is told by the kind.
struct JournalEntry {
  /// What the line says.
  enum class Kind : std::uint8_t {
    change,               ///< those behind it are made for a reason: pass, reason
    insert,               ///< inst, new, of this key, operands and incoming goes to (block, before)
    erase,                ///< inst
    move,                 ///< inst goes to (block, before)
    operand,              ///< the index-th operand of inst becomes value
    incoming,             ///< the phi inst takes these
    successor,            ///< the index-th way out of block goes to target
    block_in,             ///< block, new where inst is 1, goes in front of `before` (none: the end)
    block_out,            ///< block goes
    value,                ///< value is new, like `like`
  } kind = Kind::change;  ///< which of the members mean something
  /// No number: the member means nothing in this line, or the end of a block as `before`.
  static constexpr std::uint32_t none = ids::none;
  /// Numbers in the order in which the journal met them.
  std::uint32_t inst = none, block = none, before = none, index = 0, value = none, like = none, target = none;
  std::string pass, reason;             ///< of change; `reason` of an insert: its key and the roles of its operands
  std::vector<std::uint32_t> operands;  ///< of insert: values
  std::vector<std::pair<std::uint32_t, std::uint32_t>> incoming;  ///< block, value
  bool operator==(const JournalEntry&) const = default;
};
inline constexpr const char* journal_words[] = {"change",   "insert",    "erase",    "move",      "operand",
                                                "incoming", "successor", "block-in", "block-out", "value"};

namespace detail {

template <class P>
std::string key_text(const P& p, const inst_t<P>& i) {
  if constexpr (std::convertible_to<decltype(p.key(i)), std::string_view>)
    return std::string(std::string_view(p.key(i)));
  else
    return std::to_string(static_cast<std::uint64_t>(p.key(i)));
}
/// What an instruction is made as a clone of: one of the same key whose operands have the same roles.
template <class P>
std::string model_text(const P& p, const inst_t<P>& i) {
  std::string out = key_text(p, i) + ":";
  p.for_each_operand(i, [&](const Operand<value_t<P>>& o) {
    out += o.is_def() ? 'd' : o.role == Role::guard ? 'g' : 'u';
  });
  return out;
}

/// Handles and their numbers in a journal. A handle that is used again for something new gets a new number.
template <class H>
class JournalNumbers {
 public:
  static constexpr std::uint32_t none = ids::none;
  std::uint32_t fresh(const H& h) {
    const std::uint32_t slot = slots_.add(h), number = static_cast<std::uint32_t>(handles_.size());
    if (slot >= numbers_.size()) numbers_.resize(slot + 1, none);
    numbers_[slot] = number;
    handles_.push_back(h);
    return number;
  }
  std::uint32_t find(const H& h) const {
    const std::uint32_t slot = slots_.find(h);
    return slot == none ? none : numbers_[slot];
  }
  /// `nobody`: it was there unmentioned, or made behind the journal's back; no replay can name it.
  std::uint32_t known(const H& h) const { return std::min(find(h), nobody); }
  static constexpr std::uint32_t nobody = 0xfffffffeU;
  std::uint32_t of(const H& h) {
    const std::uint32_t number = find(h);
    return number == none ? fresh(h) : number;
  }
  /// The last new one never was.
  void forget_last() {
    numbers_[slots_.find(handles_.back())] = none;
    handles_.pop_back();
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(handles_.size()); }
  const H& operator[](std::uint32_t n) const { return handles_[n]; }

 private:
  Handles<H> slots_;
  std::vector<std::uint32_t> numbers_;
  std::vector<H> handles_;
};

template <View P>
struct JournalNames {
  explicit JournalNames(const P& p) {
    if constexpr (Facts(P::facts).has(Fact::parameters))
      p.for_each_parameter([&](const value_t<P>& v) { values.of(v); });
    for (auto&& b : p.blocks()) blocks.of(b);
    for (auto&& b : p.blocks())
      for (auto&& i : p.instructions(b)) {
        insts.of(i);
        p.for_each_operand(i, [&](const Operand<value_t<P>>& o) { values.of(o.value); });
        if constexpr (Facts(P::facts).has(Fact::incoming))
          p.for_each_incoming(i, [&](const block_t<P>&, const value_t<P>& v) { values.of(v); });
      }
  }
  JournalNumbers<block_t<P>> blocks;
  JournalNumbers<inst_t<P>> insts;
  JournalNumbers<value_t<P>> values;
};

}  // namespace detail

/// Records edits. O(size) to make.
template <Agreed P>
class Journal {
 public:
  using Kind = JournalEntry::Kind;  ///< the kinds of lines
  /// Gives all that the program has at present its number: O(size). The program is not kept.
  explicit Journal(const P& p) : names_(p) {}
  /// All lines so far, in the order of the edits.
  const std::vector<JournalEntry>& entries() const { return entries_; }
  /// Changes so far, edits without a reason not counted.
  std::uint64_t changes() const { return changes_; }

  /// The edits that follow are made for this reason: a line of kind `change`, which counts as one change.
  void because(std::string_view pass, std::string_view reason) {
    JournalEntry e;
    e.pass = pass;
    e.reason = reason;
    entries_.push_back(std::move(e));
    ++changes_;
  }

  // ---- an observer
  void before(const P&, const Edit<P>&) {}
  void after(const P& p, const Edit<P>& e) {
    if (e.undo) return take_back();
    using K = typename Edit<P>::Kind;
    JournalEntry out;
    switch (e.kind) {
      case K::put:
        out.kind = e.inserts() ? Kind::insert : e.erases() ? Kind::erase : Kind::move;
        if (e.inserts())
          describe(p, *e.inst, out);
        else
          out.inst = names_.insts.of(*e.inst);
        if (!e.erases()) place(e.to, out);
        if (e.inserts() && p.effects(*e.inst).has(Effect::terminator)) return with_ways(p, *e.to.block, std::move(out));
        break;
      case K::operand:
        out.kind = Kind::operand;
        out.inst = names_.insts.of(*e.inst);
        out.index = e.index;
        out.value = names_.values.known(*e.new_value);
        break;
      case K::incoming:
        out.kind = Kind::incoming;
        out.inst = names_.insts.of(*e.inst);
        for (const auto& [b, v] : e.new_incoming)
          out.incoming.emplace_back(names_.blocks.of(b), names_.values.known(v));
        break;
      case K::successor:
        out.kind = Kind::successor;
        out.block = names_.blocks.of(*e.block);
        out.index = e.index;
        out.target = names_.blocks.of(*e.new_target);
        break;
      case K::block:
        return block(p, e);
      case K::value:
        out.kind = Kind::value;
        out.like = names_.values.known(*e.old_value);
        out.value = names_.values.fresh(*e.new_value);
        break;
    }
    add(std::move(out));
  }

 private:
  void add(JournalEntry e) {
    entries_.push_back(std::move(e));
    sizes_.push_back(1);
  }
  // A rollback undoes the last edit first; reasons that lead to nothing go with it.
  void take_back() {
    if (sizes_.empty()) return;
    for (std::uint32_t n = sizes_.back(); n > 0; --n) {
      while (entries_.back().kind == Kind::change) drop_reason();
      const JournalEntry& e = entries_.back();
      if (e.kind == Kind::insert) names_.insts.forget_last();
      if (e.kind == Kind::value) names_.values.forget_last();
      if (e.kind == Kind::block_in && e.inst == 1) names_.blocks.forget_last();
      entries_.pop_back();
    }
    sizes_.pop_back();
  }
  void drop_reason() {
    entries_.pop_back();
    --changes_;
  }
  void place(const spot_t<P>& at, JournalEntry& out) {
    out.block = names_.blocks.of(*at.block);
    if (at.before) out.before = names_.insts.of(*at.before);
  }
  void describe(const P& p, const inst_t<P>& i, JournalEntry& out) {
    out.inst = names_.insts.fresh(i);
    out.reason = detail::model_text(p, i);
    p.for_each_operand(i, [&](const Operand<value_t<P>>& o) { out.operands.push_back(names_.values.known(o.value)); });
    if constexpr (Facts(P::facts).has(Fact::incoming))
      p.for_each_incoming(i, [&](const block_t<P>& b, const value_t<P>& v) {
        out.incoming.emplace_back(names_.blocks.of(b), names_.values.known(v));
      });
  }
  // A block that comes in: itself, what stands in it, then where it goes.
  void block(const P& p, const Edit<P>& e) {
    JournalEntry out;
    const bool known = names_.blocks.find(*e.block) != JournalEntry::none;
    out.kind = e.is_in ? Kind::block_in : Kind::block_out;
    out.block = names_.blocks.of(*e.block);
    out.inst = known ? JournalEntry::none : 1;
    if (e.is_in && e.new_before) out.before = names_.blocks.of(*e.new_before);
    const std::uint32_t number = out.block;
    if (known) return add(std::move(out));
    entries_.push_back(std::move(out));
    std::uint32_t count = 1;
    for (auto&& i : p.instructions(*e.block)) {
      JournalEntry inst;
      inst.kind = Kind::insert;
      describe(p, i, inst);
      inst.block = number;
      entries_.push_back(std::move(inst));
      ++count;
    }
    sizes_.push_back(count + ways(p, *e.block));
  }
  void with_ways(const P& p, const block_t<P>& b, JournalEntry inserted) {
    entries_.push_back(std::move(inserted));
    sizes_.push_back(1 + ways(p, b));
  }
  // A clone goes where its model does: where all ways out of the block go now.
  std::uint32_t ways(const P& p, const block_t<P>& b) {
    std::uint32_t k = 0;
    p.for_each_successor(b, [&](const block_t<P>& to) {
      JournalEntry way;
      way.kind = Kind::successor;
      way.block = names_.blocks.of(b);
      way.index = k++;
      way.target = names_.blocks.of(to);
      entries_.push_back(std::move(way));
    });
    return k;
  }

  detail::JournalNames<P> names_;
  std::vector<JournalEntry> entries_;
  std::vector<std::uint32_t> sizes_;  // entries of each edit
  std::uint64_t changes_ = 0;
};
template <class P>
Journal(const P&) -> Journal<P>;

/// How a replay ended.
struct Replayed {
  /// How a replay may end; in words: replay_stop_names.
  enum class Stop : std::uint8_t { done, no_model, no_such } stop = Stop::done;  ///< how it ended
  std::size_t entry = 0;                                                         ///< the one that could not be done
  std::uint64_t changes = 0;
  bool complete() const { return stop == Stop::done; }  ///< every line was done
};
inline constexpr const char* replay_stop_names[] = {"done",
                                                    "the function has no instruction with that key to make another of",
                                                    "the function is no copy: no such handle"};

namespace detail {

template <Editor P>
class Replay {
  using Kind = JournalEntry::Kind;
  static constexpr std::uint32_t none = JournalEntry::none;
  struct Model {
    std::string key;
    inst_t<P> inst;
  };

 public:
  Replay(P& copy, const std::vector<JournalEntry>& entries) : p_(copy), names_(copy), entries_(entries) {
    for (auto&& b : copy.blocks())
      for (auto&& i : copy.instructions(b)) model(i);
    std::stable_sort(models_.begin(), models_.end(), [](const Model& a, const Model& b) { return a.key < b.key; });
  }
  Replayed run(std::uint64_t changes) {
    for (std::size_t k = 0; k < entries_.size(); ++k) {
      const JournalEntry& e = entries_[k];
      if (e.kind == Kind::change && out_.changes == changes) break;
      out_.changes += e.kind == Kind::change;
      out_.entry = k;
      if (!one(e)) return out_;
    }
    for (const inst_t<P>& i : erased_) p_.drop(i);
    return out_;
  }

 private:
  bool stop(Replayed::Stop why) {
    out_.stop = why;
    return false;
  }
  void model(const inst_t<P>& i) { models_.push_back({model_text(p_, i), i}); }
  bool has(std::uint32_t b, std::uint32_t i, std::uint32_t v) const {
    return (b == none || b < names_.blocks.size()) && (i == none || i < names_.insts.size()) &&
           (v == none || v < names_.values.size());
  }
  bool one(const JournalEntry& e) {
    const bool makes = e.kind == Kind::insert || e.kind == Kind::value;
    if (e.kind != Kind::change &&
        !has(e.kind == Kind::block_in ? none : e.block, makes || e.kind == Kind::block_in ? none : e.inst,
             e.kind == Kind::value ? e.like : e.value))
      return stop(Replayed::Stop::no_such);
    switch (e.kind) {
      case Kind::change:
        return true;
      case Kind::insert:
        return insert(e);
      case Kind::erase:
        p_.put(names_.insts[e.inst], {});
        erased_.push_back(names_.insts[e.inst]);
        return true;
      case Kind::move:
        if (!has(none, e.before, none)) return stop(Replayed::Stop::no_such);
        p_.put(names_.insts[e.inst], spot(e));
        return true;
      case Kind::operand:
        p_.set_operand(names_.insts[e.inst], e.index, names_.values[e.value]);
        return true;
      case Kind::incoming:
        return set_incoming(names_.insts[e.inst], e);
      case Kind::successor:
        if (!has(e.target, none, none)) return stop(Replayed::Stop::no_such);
        p_.set_successor(names_.blocks[e.block], e.index, names_.blocks[e.target]);
        return true;
      case Kind::block_in:
        return block_in(e);
      case Kind::block_out:
        p_.put_block(names_.blocks[e.block], false, {});
        return true;
      case Kind::value:
        names_.values.fresh(p_.make_value(names_.values[e.like]));
        return true;
    }
    return true;
  }
  spot_t<P> spot(const JournalEntry& e) const {
    spot_t<P> out;
    out.block = names_.blocks[e.block];
    if (e.before != none) out.before = names_.insts[e.before];
    return out;
  }
  bool insert(const JournalEntry& e) {
    if (!has(none, e.before, none)) return stop(Replayed::Stop::no_such);
    const auto at = std::lower_bound(models_.begin(), models_.end(), e.reason,
                                     [](const Model& m, const std::string& key) { return m.key < key; });
    if (at == models_.end() || at->key != e.reason) return stop(Replayed::Stop::no_model);
    const inst_t<P> made = p_.clone(at->inst);
    for (std::uint32_t k = 0; k < e.operands.size(); ++k) {
      if (!has(none, none, e.operands[k])) return stop(Replayed::Stop::no_such);
      const value_t<P> to = names_.values[e.operands[k]];
      std::uint32_t n = 0;
      bool same = true;  // some operands cannot be set, and need not
      p_.for_each_operand(made, [&](const auto& o) { same &= n++ != k || o.value == to; });
      if (!same) p_.set_operand(made, k, to);
    }
    names_.insts.fresh(made);
    if constexpr (Facts(P::facts).has(Fact::incoming))
      if (p_.effects(made).has(Effect::phi) && !set_incoming(made, e)) return false;
    p_.put(made, spot(e));
    return true;
  }
  bool set_incoming(const inst_t<P>& phi, const JournalEntry& e) {
    if constexpr (Facts(P::facts).has(Fact::incoming)) {
      std::vector<incoming_t<P>> in;
      for (const auto& [b, v] : e.incoming) {
        if (!has(b, none, v)) return stop(Replayed::Stop::no_such);
        in.emplace_back(names_.blocks[b], names_.values[v]);
      }
      p_.set_incoming(phi, in);
    }
    return true;
  }
  bool block_in(const JournalEntry& e) {
    if ((e.inst == 1 ? e.block != names_.blocks.size() : e.block >= names_.blocks.size()) || !has(e.before, none, none))
      return stop(Replayed::Stop::no_such);
    if (e.inst == 1) names_.blocks.fresh(p_.make_block({}));
    std::optional<block_t<P>> before;
    if (e.before != none) before = names_.blocks[e.before];
    p_.put_block(names_.blocks[e.block], true, before);
    return true;
  }

  P& p_;
  JournalNames<P> names_;
  const std::vector<JournalEntry>& entries_;
  std::vector<Model> models_;  // by key
  std::vector<inst_t<P>> erased_;
  Replayed out_;
};

}  // namespace detail

/// Does the first `changes` changes of a journal, and all edits in front of them, to a copy of the function that it is of.
/// A stop leaves the copy in between.
template <Editor P>
Replayed replay(P& copy, const std::vector<JournalEntry>& entries, std::uint64_t changes = ~std::uint64_t{0}) {
  return detail::Replay<P>(copy, entries).run(changes);
}

}  // namespace lathe::program
