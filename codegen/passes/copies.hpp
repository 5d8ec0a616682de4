// Copy propagation: chains of copies, and of phis that are copies, between SSA values, and constants into the
// instructions that take them. After phi elimination: moves that change nothing.
//
// Only proper SSA values take part in propagation, so guards and values with several definitions need no case. It leaves
// all definitions where they are, and lets a value be read only where it was known before: what is proper stays so.
//
// Needs: a code.hpp client. It may have besides, and without them copies are what Effect::copy says:
//
//   using Source = ...;                                  what a copy takes: a value, or a constant of the client's
//   bool is_value(const Source&) const;  Value value_of(const Source&) const;  Source source_of(Value) const;
//   optional<Copy<Value, Source>> copied(Inst) const;    nothing: it is no copy
//                                                        -> Effect::copy, and phis of one value beside their own
//   bool may_stand_for(Value by, Value of) const         -> values of one class
//   bool keeps_bits(Value to, Value from) const          a copy is all bits of `from`, and no others -> values of one class
//   array<uint64_t, 2> constant_key(Copy) const          of a copy of a constant: one key, one outcome -> none is like another
//   void for_each_place(Inst, f)                         f(place) for each read that may become another: value(), put(Value),
//                                                        takes(const Source&), put_constant(const Source&)
//                                                        -> uses, guards, and what phis take; constants nowhere
// and beside the for_each_place that stands here
//   bool takes_constant(Inst, uint32_t k, const Source&) const;  void put_constant(Inst, uint32_t k, const Source&);
//                                                        of the k-th operand, one for each instruction; it may be
//                                                        another instruction behind that
// Cost: linear.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "codegen/passes/ssa_values.hpp"

namespace lathe::codegen::passes {

/// `to` becomes `from`; `whole`: under no guard and all of it.
template <class Value, class Source>
struct Copy {
  Value to{};         ///< the value that is written
  Source from{};      ///< what it becomes: a value, or what else the code can hand on
  bool whole = true;  ///< under no guard, and all of it
};

/// A Source where the client has none: a value.
template <View P>
struct ValueSource {
  value_t<P> value{};  ///< the value
};

namespace detail {

template <View P>
struct SourceOf {
  using type = ValueSource<P>;
};
template <View P>
  requires requires { typename P::Source; }
struct SourceOf<P> {
  using type = typename P::Source;
};

}  // namespace detail
template <View P>
using source_t = typename detail::SourceOf<P>::type;  ///< what may be handed on: a value, or what the code calls one
template <View P>
using copy_t = Copy<value_t<P>, source_t<P>>;  ///< a copy in the code's terms

/// Is it a value, and not a constant or the like?
template <View P>
bool is_value(const P& p, const source_t<P>& s) {
  if constexpr (requires { p.is_value(s); })
    return p.is_value(s);
  else
    return true;
}
/// The value that it is. Precondition: is_value.
template <View P>
value_t<P> value_of(const P& p, const source_t<P>& s) {
  if constexpr (requires { p.value_of(s); })
    return p.value_of(s);
  else
    return s.value;
}

/// Is a copy from the one to the other all of its bits, and no others? Values of one class have that.
template <View P>
bool keeps_bits(const P& p, const value_t<P>& to, const value_t<P>& from) {
  if constexpr (requires { p.keeps_bits(to, from); })
    return p.keeps_bits(to, from);
  else
    return class_of(p, to) == class_of(p, from);
}

/// A value as a source.
template <View P>
source_t<P> source_of(const P& p, const value_t<P>& v) {
  if constexpr (requires { p.source_of(v); })
    return p.source_of(v);
  else
    return source_t<P>{v};
}

namespace detail {

template <View P>
std::optional<copy_t<P>> phi_of_one_value(const P& p, const inst_t<P>& phi) {
  copy_t<P> out;
  p.for_each_operand(phi, [&](const program::Operand<value_t<P>>& o) {
    if (o.is_def()) out.to = o.value;
  });
  std::optional<value_t<P>> one;
  bool several = false;
  for_each_incoming(p, phi, [&](const block_t<P>&, const value_t<P>& v) {
    if (v == out.to) return;
    several |= one && !(*one == v);
    one = v;
  });
  if (!one || several) return {};
  out.from = source_of(p, *one);
  return out;
}

}  // namespace detail

/// What the instruction copies; nothing: it is no copy. A phi of one value is one.
template <View P>
std::optional<copy_t<P>> copied(const P& p, const inst_t<P>& i) {
  if constexpr (requires { p.copied(i); }) {
    return p.copied(i);
  } else {
    if (is_phi(p, i)) return detail::phi_of_one_value(p, i);
    if (!p.effects(i).has(Effect::copy)) return {};
    copy_t<P> out;
    std::uint32_t uses = 0, defs = 0;
    bool lanes = false;
    p.for_each_operand(i, [&](const program::Operand<value_t<P>>& o) {
      lanes |= o.lanes != ~std::uint64_t{0};
      if (o.role == program::Role::guard || o.old)
        out.whole = false;
      else if (o.is_def())
        out.to = o.value, ++defs;
      else
        out.from = {o.value}, ++uses;
    });
    if (uses != 1 || defs != 1 || lanes) return {};
    return out;
  }
}

/// May `by` be read where `of` is? They are of one class.
template <View P>
bool may_stand_for(const P& p, const value_t<P>& by, const value_t<P>& of) {
  if constexpr (requires { p.may_stand_for(by, of); })
    return p.may_stand_for(by, of);
  else
    return class_of(p, by) == class_of(p, of);
}

namespace detail {

template <View P, class Ssa>
class CopyPropagation {
 public:
  CopyPropagation(P& code, const Ssa& ssa) : code_(code), ssa_(ssa), values_(code) {}

  /// How many copies there were.
  std::uint32_t run() {
    find_copies();
    if (found_ == 0) return 0;
    for (auto&& b : code_.blocks()) rewrite(b);
    return found_;
  }

 private:
  using Value = value_t<P>;
  using Source = source_t<P>;
  static constexpr bool takes_constants =
      requires(const P& p, inst_t<P> i, const Source& s) { p.takes_constant(i, 0U, s); };

  void find_copies() {
    which_.assign(values_.count(), 0);
    for (auto&& b : code_.blocks())
      for (auto&& i : code_.instructions(b)) {
        const std::optional<copy_t<P>> copy = copied(code_, i);
        if (!copy || !copy->whole || !ssa_.proper(copy->to)) continue;
        if (is_value(code_, copy->from)) {
          const Value from = value_of(code_, copy->from);
          if (!ssa_.proper(from) || from == copy->to || !may_stand_for(code_, from, copy->to)) continue;
        }
        sources_.push_back(copy->from);
        which_[values_.number(copy->to)] = ++found_;
      }
  }

  bool known(std::uint32_t v) const { return which_[v] != 0; }
  const Source& source_of_copy(std::uint32_t v) const { return sources_[which_[v] - 1]; }
  // The value or constant at the end of a chain of copies. Chains cannot be cycles: definitions dominate uses.
  const Source& end_of(std::uint32_t v) const {
    for (std::size_t steps = 0;; ++steps) {
      const Source& end = source_of_copy(v);
      if (steps >= sources_.size() || !is_value(code_, end)) return end;
      const std::uint32_t next = values_.number(value_of(code_, end));
      if (!known(next)) return end;
      v = next;
    }
  }
  // The last value of the chain.
  Value value_for(Value value) const {
    std::uint32_t v = values_.number(value);
    for (std::size_t steps = 0; known(v) && is_value(code_, source_of_copy(v)) && steps < sources_.size(); ++steps) {
      value = value_of(code_, source_of_copy(v));
      v = values_.number(value);
    }
    return value;
  }

  void rewrite(const block_t<P>& b) {
    if constexpr (requires(inst_t<P> i) { code_.for_each_place(i, [](auto&&) {}); }) {
      for (auto&& i : code_.instructions(b)) code_.for_each_place(i, [&](auto&& place) { settle(place); });
    } else {
      std::vector<inst_t<P>> insts;  // constants may make others
      for (auto&& i : code_.instructions(b)) insts.push_back(i);
      for (const inst_t<P>& i : insts) edit(i);
    }
  }
  template <class Place>
  void settle(Place&& place) {
    const std::uint32_t v = values_.number(place.value());
    if (v >= which_.size() || !known(v)) return;
    const Source& end = end_of(v);
    if (!is_value(code_, end) && place.takes(end)) return place.put_constant(end);
    place.put(value_for(place.value()));
  }
  // By an Editor's members.
  void edit(const inst_t<P>& i) {
    std::vector<std::pair<std::uint32_t, Value>> other;
    std::uint32_t k = 0, constant = none, of = none;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      const std::uint32_t at = k++, v = values_.number(o.value);
      if (o.is_def() || o.old || o.implicit || !known(v)) return;
      if constexpr (takes_constants)
        if (constant == none && o.role == program::Role::use && !is_value(code_, end_of(v)) &&
            code_.takes_constant(i, at, end_of(v))) {
          constant = at, of = v;
          return;
        }
      if (const Value to = value_for(o.value); !(to == o.value)) other.emplace_back(at, to);
    });
    for (const auto& [at, to] : other) code_.set_operand(i, at, to);
    rewrite_incoming(i);
    if constexpr (takes_constants)
      if (constant != none) code_.put_constant(i, constant, end_of(of));
  }
  void rewrite_incoming(const inst_t<P>& phi) {
    if constexpr (Facts(P::facts).has(Fact::incoming)) {
      std::vector<program::incoming_t<P>> in;
      bool other = false;
      code_.for_each_incoming(phi, [&](const block_t<P>& from, const Value& v) {
        in.emplace_back(from, value_for(v));
        other |= !(in.back().second == v);
      });
      if (other) code_.set_incoming(phi, in);
    }
  }

  P& code_;
  const Ssa& ssa_;
  Values<P> values_;
  std::vector<std::uint32_t> which_;  // per value: 1 + which of the copies it is; 0: it is none
  std::vector<Source> sources_;       // of the copies
  std::uint32_t found_ = 0;
};

}  // namespace detail

/// Precondition: `ssa` (SsaValues) is of the code as it is. The number of copies that were found; they stay, for dead code
/// to take. O(operands + chains).
template <View P, class Ssa>
std::uint32_t propagate_copies(P& code, const Ssa& ssa) {
  return detail::CopyPropagation<P, Ssa>(code, ssa).run();
}

namespace detail {

/// What is known of values within one block: those that have one number are equal, bit by bit. A value that was not written
/// in the block has itself as number.
template <View P>
class EqualValues {
 public:
  explicit EqualValues(const P& code) : code_(code), values_(code), states_(values_.count()) {}

  /// Forgets all: another block begins.
  void begin() { start_ = ++clock_, constants_.clear(), moved_ = false; }
  /// Is it a move of what is there already?
  bool redundant(const copy_t<P>& move) {
    const std::optional<std::uint64_t> what = number(move);
    return what && of(values_.number(move.to)) == *what;
  }
  /// Follows what an instruction writes that stays; `move`: what it copies.
  void follow(const inst_t<P>& i, const std::optional<copy_t<P>>& move) {
    // Before the first move nothing is equal to anything.
    if (!moved_ && !move) return;
    moved_ = true;
    const std::optional<std::uint32_t> what = move && move->whole ? number(*move) : std::nullopt;
    passes::for_each_value(code_, i, [&](const value_t<P>& v, bool def) {
      if (def) states_[values_.number(v)] = {++clock_, what ? *what : own(clock_)};
    });
  }

 private:
  struct State {
    std::uint64_t written = 0, number = 0;
  };
  /// Numbers of values as they came into the block are below value_count, those of writes and constants above.
  std::uint64_t own(std::uint64_t at) const { return values_.count() + at; }
  std::uint64_t of(std::uint32_t v) const { return states_[v].written > start_ ? states_[v].number : v; }
  /// What the move writes; nothing: something else than the bits of its source, or unknown.
  std::optional<std::uint64_t> number(const copy_t<P>& move) {
    if (is_value(code_, move.from)) {
      const value_t<P> from = value_of(code_, move.from);
      if (!keeps_bits(code_, move.to, from)) return {};
      return of(values_.number(from));
    }
    if constexpr (requires { code_.constant_key(move); }) {
      const auto [at, is_new] = constants_.try_emplace(code_.constant_key(move), 0);
      if (is_new) at->second = own(++clock_);
      return at->second;
    }
    return {};
  }

  const P& code_;
  Values<P> values_;
  std::vector<State> states_;
  std::map<std::array<std::uint64_t, 2>, std::uint64_t> constants_;
  std::uint64_t clock_ = 0, start_ = 0;
  bool moved_ = false;
};

}  // namespace detail

/// Drops moves within a block that change nothing: v = v, and those of what is in the register already, by moves from one
/// register to the next and back, or of the same constant. The number of moves that went. O(operands + values), and
/// O(log) for each constant.
template <View P>
std::uint32_t drop_redundant_moves(P& code) {
  detail::EqualValues<P> equal(code);
  std::uint32_t gone = 0;
  const Layout<P> layout(code);
  for (std::uint32_t b = 0; b < layout.count(); ++b) {
    equal.begin();
    remove_if(code, layout[b], [&](const inst_t<P>& i) {
      const std::optional<copy_t<P>> move = copied(code, i);
      if (move && equal.redundant(*move)) {
        ++gone;
        return true;
      }
      equal.follow(i, move);
      return false;
    });
  }
  return gone;
}

}  // namespace lathe::codegen::passes
