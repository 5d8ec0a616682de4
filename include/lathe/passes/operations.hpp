// Machine code as operations on words: what rules (peephole.hpp) and demanded bits (demanded_bits.hpp) see of it, and
// the small rewritings that both make. A client says what its instructions compute:
//
//   bool read(Inst, MachineOperation<Value>&) const;          // what its one result is; false: nobody looks into it
//   optional<uint64_t> literal(Inst) const;                   // the literal that it moves to its one result
//   uint32_t type(Value) const;                               // of a register, as its operations number types
//   uint32_t width(uint32_t type) const;                      // bits; 0: none that literals have
//   bool makes(const MachineOperation<Value>&, const Value* result) const;  // is there an instruction for it?
//   optional<Inst> make(const MachineOperation<Value>&, Value result);      // it stands nowhere
//   optional<Inst> make_literal(uint64_t bits, Value result);
//   optional<Inst> make_copy(Value from, Value result);
//   Value like(uint32_t type);                                // a register of the type, for Editing::new_value
//   bool may_stand_for(Value by, Value of) const;             // optional: else where their classes are equal
//
// What computes is looked into where it writes one whole value under no guard and touches no memory. From an operand
// the walk goes on to its definition only where that definition is the only one, is passed on each way, and reads
// values that have one word from there on: so it is right in SSA form and with registers of several definitions. Copies
// are looked through, what a move put there counts as a literal.
// Cost: O(size) to make; O(operands) for each step of a walk.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/chain.hpp>
#include <lathe/passes/rewrite.hpp>
#include <lathe/support/told.hpp>

namespace lathe::passes {

/// An operand of an operation: a literal, or a register.
template <class Value>
struct OperationOperand {
  Value value{};
  bool literal = false;       ///< it is a literal: `bits`; else `value`
  bool fresh = false;         ///< a register that is going to be made, of the operand's type
  std::uint64_t bits = 0;     ///< of the literal, extended by zeros
  std::uint32_t type = none;  ///< the Machine's number of the type
};
/// What an instruction computes, as rules see it.
template <class Value>
struct MachineOperation {
  /// The Machine's numbers; `type` of the result; none: nobody looks into it.
  std::uint32_t operation = none, type = none, flags = 0;
  std::uint64_t attribute = 0;  ///< of operations that have one: which comparison, say
  std::vector<OperationOperand<Value>> operands;
};

namespace detail {
template <class M, class P>
concept ReadsOperations =
    requires(const M& m, const inst_t<P>& i, MachineOperation<value_t<P>>& out, const value_t<P>& v) {
      { m.read(i, out) } -> std::convertible_to<bool>;
      { m.literal(i) } -> std::convertible_to<std::optional<std::uint64_t>>;
      { m.type(v) } -> std::convertible_to<std::uint32_t>;
      { m.width(std::uint32_t{}) } -> std::convertible_to<std::uint32_t>;
    };
template <class M, class P>
concept MakesOperations = requires(M& m, const MachineOperation<value_t<P>>& o, const value_t<P>& v) {
  { m.makes(o, &v) } -> std::convertible_to<bool>;
  { m.make(o, v) } -> std::convertible_to<std::optional<inst_t<P>>>;
  { m.make_literal(std::uint64_t{}, v) } -> std::convertible_to<std::optional<inst_t<P>>>;
  { m.make_copy(v, v) } -> std::convertible_to<std::optional<inst_t<P>>>;
  { m.like(std::uint32_t{}) } -> std::convertible_to<value_t<P>>;
};
}  // namespace detail

/// Who says what the instructions of a P compute.
template <class M, class P>
concept Machine = Editor<P> && detail::ReadsOperations<M, P> && detail::MakesOperations<M, P>;

/// One error for each half that is missing, with the signatures to write.
template <class M, class P>
consteval bool is_machine() {
  static_assert(told(detail::ReadsOperations<M, P>),
                "a Machine wants  bool read(Inst, MachineOperation<Value>&) const; optional<uint64_t> literal(Inst) "
                "const; uint32_t type(Value) const; uint32_t width(uint32_t) const;");
  static_assert(told(detail::MakesOperations<M, P>),
                "a Machine wants  bool makes(const MachineOperation<Value>&, const Value*) const; optional<Inst> "
                "make(const MachineOperation<Value>&, Value), make_literal(uint64_t, Value), make_copy(Value from, "
                "Value result); Value like(uint32_t type);");
  return true;
}

/// A value as it is read somewhere, copies looked through.
template <class Value>
struct SeenValue {
  Value value{};
  bool there = false;         ///< false: there is no such value, and the others mean nothing
  bool is_value = false;      ///< a register has it; a literal may have one besides
  bool literal = false;       ///< it is known to be the word `bits`
  bool settled = false;       ///< it has this word wherever control goes from here
  bool single = false;        ///< nobody else reads it, nor a copy that was looked through
  std::uint64_t bits = 0;     ///< of the literal, extended by zeros
  std::uint32_t type = none;  ///< the Machine's number of the type
  std::uint32_t def = none;   ///< number of the instruction that computes it, where it may be looked into
  std::uint32_t made = none;  ///< of a rule's result: the operation that is going to be made
  explicit operator bool() const { return there; }
  friend bool operator==(const SeenValue& a, const SeenValue& b) {
    if (a.literal || b.literal) return a.literal && b.literal && a.bits == b.bits && a.type == b.type;
    return a.is_value && b.is_value && a.value == b.value;
  }
};

/// The instructions of a function as operations over values, for rules and known bits.
template <Editor P, class M>
class Operations {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

 public:
  using Operation = MachineOperation<Value>;        ///< what an instruction computes
  using Operand = OperationOperand<Value>;          ///< what it computes it from
  using Seen = SeenValue<Value>;                    ///< an operand with copies looked through
  static constexpr std::uint32_t most_copies = 16;  ///< copies of copies that are looked through

  /// Both outlive it. It hears of edits, behind the chain.
  Operations(Chain<P>& chain, M& machine)
      : on(chain.start(true)),  // traces say numbers
        known(on.known()),
        uses(on.uses()),
        places(on.places()),
        live_out(on.live_out()),
        code_(on.code()),
        machine_(machine) {
    static_assert(is_machine<M, P>());
  }

  Chain<P>& on;                    ///< the chain that it is of
  program::Known<P>& known;        ///< numbers of blocks, instructions and values
  const program::UseDef<P>& uses;  ///< who reads and writes what
  const Places<P>& places;         ///< where instructions stand
  const LiveOut<P>& live_out;      ///< what is read behind the function's back

  const P& code() const { return code_; }        ///< the code that it reads
  P& code() { return code_; }                    ///< the same, to be changed
  M& machine() { return machine_; }              ///< who says what instructions compute
  const M& machine() const { return machine_; }  ///< who says what instructions compute

  /// What the instruction computes; null where nobody looks into it. Valid while it stays as it is.
  const Operation* read(std::uint32_t inst) {
    Entry& e = entry(inst);
    if (e.state == Entry::State::unknown) {
      const Inst& i = known.insts[inst];
      e.op.operands.clear();
      e.state = plain(i) && machine_.read(i, e.op) ? Entry::State::there : Entry::State::none;
    }
    return e.state == Entry::State::there ? &e.op : nullptr;
  }
  const Operation* read(const Inst& i) { return read(known.insts.add(i)); }  ///< The same by handle.
  /// The literal that the instruction moves to its one result.
  std::optional<std::uint64_t> literal(const Inst& i) const {
    return plain(i) ? machine_.literal(i) : std::optional<std::uint64_t>();
  }

  /// An operand as it is read at a place.
  Seen see(const Operand& o, Standing at) {
    Seen s;
    s.there = true;
    s.type = o.type;
    s.bits = o.bits;
    s.literal = o.literal;
    if (o.literal) {
      s.settled = s.single = true;
      return s;
    }
    s.value = o.value;
    s.is_value = s.single = true;
    for (std::uint32_t copies = most_copies;; --copies) {
      s.settled = places.settled(s.value, at);
      s.single = s.single && uses.uses(s.value) == 1 && !live_out.has(s.value);
      const std::optional<Inst> def = s.settled ? uses.only_def(s.value) : std::nullopt;
      if (!def) return s;
      const Standing there = places.of(*def);
      const auto copy = copies != 0 ? whole_copy(code_, *def) : std::nullopt;
      if (!copy || !places.settled(copy->from, there)) {
        look_into(*def, there, s);
        return s;
      }
      s.value = copy->from;
      at = there;
    }
  }
  /// The result of an instruction that read() knows, as the root of a pattern.
  Seen root(std::uint32_t inst) {
    Seen s;
    s.there = s.is_value = true;
    s.value = result_of(code_, known.insts[inst]);
    s.type = read(inst)->type;
    s.def = inst;
    return s;
  }

  // ---- rewritings, with an Editing that tells `uses` and this. All say which users have another operand now.

  /// The result of `inst` is x wherever it is read; where its reads cannot name x, a copy stays. Nothing where there is
  /// no copy. Precondition: x has that word in front of `inst`. `may()`: may it be done?
  template <class E, class May, class Touched>
  bool replace_by_value(E& editing, const Inst& inst, const Seen& x, May&& may, Touched&& touched) {
    const Value result = result_of(code_, inst);
    if (result == x.value) return may() && (editing.erase(inst), true);
    const bool renames = x.settled && stands_for(x.value, result) && renamable(code_, uses, live_out, result) &&
                         places.reads_behind(result, places.of(inst));
    if (renames) {
      if (!may()) return false;
      tell_users(result, touched);
      replace_reads<E, P>(editing, uses, result, x.value);
      editing.erase(inst);
      return true;
    }
    const std::optional<Inst> copy = machine_.make_copy(x.value, result);
    return copy && instead(editing, inst, *copy, may, touched);
  }
  /// A move of the literal in the place of `inst`, as instead() puts it. False: there is no such move, or no fuel.
  template <class E, class May, class Touched>
  bool replace_by_literal(E& editing, const Inst& inst, std::uint64_t bits, May&& may, Touched&& touched) {
    const std::optional<Inst> move = machine_.make_literal(bits, result_of(code_, inst));
    return move && instead(editing, inst, *move, may, touched);
  }
  /// `made`, which stands nowhere, in the place of `inst`; it writes the same.
  template <class E, class May, class Touched>
  bool instead(E& editing, const Inst& inst, const Inst& made, May&& may, Touched&& touched) {
    if (!may()) {
      code_.drop(made);
      return false;
    }
    tell_users(result_of(code_, inst), touched);
    insert_in_front(editing, made, inst);
    editing.erase(inst);
    return true;
  }
  /// The number of what was made last; the caller may reset it.
  std::uint32_t newest = none;
  /// `made`, which stands nowhere, goes in front of `before`; it is the newest.
  template <class E>
  void insert_in_front(E& editing, const Inst& made, const Inst& before) {
    editing.insert_before(made, before);
    newest = known.insts.find(made);
    entry(newest).state = Entry::State::unknown;  // the number may have been another's
  }
  /// What nobody reads goes, and what it alone has read. gone(number of the instruction), fewer(value that lost a use).
  template <class E, class Gone, class Fewer>
  void drop_dead(E& editing, const std::vector<Value>& values, Gone&& gone, Fewer&& fewer) {
    std::vector<Value> work = values;
    while (!work.empty()) {
      const Value v = work.back();
      work.pop_back();
      const std::optional<Inst> def = uses.only_def(v);
      if (uses.uses(v) != 0 || !def || live_out.has(v) || pinned(code_, v) || !code_.effects(*def).removable() ||
          !unread_but(*def)) {
        fewer(v);
        continue;
      }
      code_.for_each_operand(*def, [&](const program::Operand<Value>& o) {
        if (!o.is_def() && nameable(code_, o.value)) work.push_back(o.value);
      });
      if constexpr (Facts(P::facts).has(Fact::incoming))
        code_.for_each_incoming(*def, [&](const block_t<P>&, const Value& taken) {
          if (nameable(code_, taken)) work.push_back(taken);
        });
      gone(known.insts.find(*def));
      editing.erase(*def);
    }
  }

  // ---- an observer

  void before(const P&, const program::Edit<P>& e) { forget(e); }
  void after(const P&, const program::Edit<P>& e) { forget(e); }

 private:
  struct Entry {
    enum class State : std::uint8_t { unknown, none, there } state = State::unknown;
    Operation op;
  };

  Entry& entry(std::uint32_t inst) {
    if (inst >= entries_.size()) entries_.resize(inst + 1);
    return entries_[inst];
  }
  void forget(const program::Edit<P>& e) {
    if (!e.inst) return;
    const std::uint32_t n = known.insts.find(*e.inst);
    if (n < entries_.size()) entries_[n].state = Entry::State::unknown;
  }
  /// One whole result, under no guard, of registers alone.
  bool plain(const Inst& i) const {
    const program::Effects e = code_.effects(i);
    if (!e.reusable() || e.touches_memory() || e.has(Effect::marker)) return false;
    std::uint32_t results = 0;
    bool fine = true, early = false;
    std::optional<Value> result;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (o.is_def()) result = o.value, early = o.early, ++results;
      fine &= o.role != Role::guard && !o.old && !o.implicit && !o.more && o.offset == 0 &&
              o.lanes == ~std::uint64_t{0} && !(o.is_def() && pinned(code_, o.value));
    });
    if (early)  // what it reads of its own result is not what was there
      code_.for_each_operand(i, [&](const program::Operand<Value>& o) { fine &= o.is_def() || !(o.value == *result); });
    return fine && results == 1;
  }
  void look_into(const Inst& def, const Standing& there, Seen& s) {
    if (const auto bits = literal(def)) {
      const std::uint32_t width = machine_.width(s.type);
      if (width == 0) return;
      s.literal = true;
      s.bits = *bits & (width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1);
      return;
    }
    const std::uint32_t n = known.insts.find(def);
    const Operation* const o = read(n);
    if (o == nullptr || o->type != s.type) return;
    const bool fine = std::all_of(o->operands.begin(), o->operands.end(),
                                  [&](const Operand& x) { return x.literal || places.settled(x.value, there); });
    if (fine) s.def = n;
  }
  bool stands_for(const Value& by, const Value& of) const {
    if (pinned(code_, by) || !nameable(code_, by)) return false;
    if constexpr (requires { machine_.may_stand_for(by, of); })
      return machine_.may_stand_for(by, of);
    else
      return class_of(code_, by) == class_of(code_, of);
  }
  template <class Touched>
  void tell_users(const Value& v, Touched&& touched) {
    uses.for_each_use(v, [&](const Inst& i, std::uint32_t) { touched(known.insts.find(i)); });
  }
  /// Are all that it writes read by nobody?
  bool unread_but(const Inst& i) const {
    bool fine = true;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (o.is_def())
        fine &= !o.implicit && uses.uses(o.value) == 0 && uses.defs(o.value) == 1 && !live_out.has(o.value) &&
                !pinned(code_, o.value);
    });
    return fine;
  }

  P& code_;
  M& machine_;
  std::deque<Entry> entries_;  // by instruction
};

}  // namespace lathe::passes
