// Many rules matched at a value at once: a net of tests that the patterns share, then each rule's own conditions.
//
// Patterns are read in the order "operation, then its operands from the left" and laid over each other: where two
// begin alike they share the nodes of the net. At a value the net is walked with the operations that stand there, so
// what it costs depends on how deep patterns look and how many still fit, not on how many rules there are
// (bench/lathe/rules.cpp has the growth). What it lets through is matched in full: flags, attributes, types, equal
// values, literals and conditions. Source: discrimination nets, McCune, "Experiments with discrimination-tree indexing
// and path indexing for term retrieval", 1992.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <lathe/combine/rules.hpp>
#include <lathe/support/stats.hpp>
#include <lathe/support/told.hpp>

namespace lathe::rules {

/// How a source names its values.
template <class S>
using value_of = typename std::remove_cvref_t<S>::RuleValue;

template <class S>
concept HasRuleValue = requires { typename std::remove_cvref_t<S>::RuleValue; };
template <class S>
concept HasOperation = HasRuleValue<S> && requires(S& s, const value_of<S>& v) {
  { s.operation(v) } -> std::convertible_to<std::uint32_t>;
  { s.operand_count(v) } -> std::convertible_to<std::uint32_t>;
  { s.operand(v, std::uint32_t{}) } -> std::convertible_to<value_of<S>>;
};
template <class S>
concept HasLiteral = HasRuleValue<S> && requires(S& s, const value_of<S>& v) {
  { s.literal(v) } -> std::convertible_to<std::optional<std::uint64_t>>;
};
template <class S>
concept HasType = HasRuleValue<S> && requires(S& s, const value_of<S>& v) {
  { s.type(v) } -> std::convertible_to<std::uint32_t>;
  { s.width(std::uint32_t{}) } -> std::convertible_to<std::uint32_t>;
};
template <class S>
concept HasMarks = HasRuleValue<S> && requires(S& s, const value_of<S>& v) {
  { s.flags(v) } -> std::convertible_to<std::uint32_t>;
  { s.attribute(v) } -> std::convertible_to<std::uint64_t>;
  { s.one_use(v) } -> std::convertible_to<bool>;
};
/// What a rule sees of a program: of each value the node that defines it. Members:
///   RuleValue                     a type: the program's values, cheap to copy, compared with ==
///   operation(v)                  number of the operation that defines v; `none` where rules must not look (a value
///                                 with several definitions, a parameter)
///   operand_count(v), operand(v, i)
///   literal(v)                    the bits of a literal of at most 64, zero-extended; nothing otherwise
///   type(v), width(type)          as numbered by the Vocabulary; bits of a literal of the type
///   flags(v), attribute(v), one_use(v)
/// Optional, found with `requires`: zeros(v, mask), ones(v, mask), sign_bits(v), never_poison(v); a condition that asks
/// what the source cannot tell does not hold.
template <class S>
concept Source = HasOperation<S> && HasLiteral<S> && HasType<S> && HasMarks<S>;

template <class S>
consteval bool explain_source() {
  static_assert(told(HasRuleValue<S>), "rules::Source wants  using RuleValue = ...;   // a value of the program");
  static_assert(told(HasOperation<S>),
                "rules::Source wants  uint32_t operation(RuleValue), operand_count(RuleValue); RuleValue "
                "operand(RuleValue, uint32_t i);");
  static_assert(told(HasLiteral<S>), "rules::Source wants  optional<uint64_t> literal(RuleValue);");
  static_assert(told(HasType<S>), "rules::Source wants  uint32_t type(RuleValue), width(uint32_t type);");
  static_assert(told(HasMarks<S>),
                "rules::Source wants  uint32_t flags(RuleValue); uint64_t attribute(RuleValue); bool "
                "one_use(RuleValue);");
  return true;
}

/// A rule, and in which order its operands marked `~` stand: bit k is the k-th of them, turned.
struct Candidate {
  std::uint32_t rule = 0, turned = 0;  ///< number of the rule; bits of its turned operands
  auto operator<=>(const Candidate&) const = default;
};

/// Counters of a Matcher.
struct MatchStats {
  std::uint64_t asked = 0;    ///< values at which rules were looked for
  std::uint64_t steps = 0;    ///< tests in the net
  std::uint64_t passed = 0;   ///< rules that the net let through
  std::uint64_t matched = 0;  ///< of these, those whose conditions hold
  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t MatchStats::*>;
    return std::array{F{"values asked", &MatchStats::asked}, F{"tests in the net", &MatchStats::steps},
                      F{"rules let through", &MatchStats::passed}, F{"rules matched", &MatchStats::matched}};
  }
};

/// At most so many operands of one rule in either order: each doubles its patterns.
inline constexpr std::uint32_t most_turns = 6;

/// The operands of a term as they stand when those in `turned` change places. `next` counts terms marked `~`.
inline std::vector<std::uint32_t> operands_of(const Term& term, std::uint32_t turned, std::uint32_t& next) {
  std::vector<std::uint32_t> out = term.operands;
  if (term.either && (turned >> next++ & 1) != 0) std::swap(out[0], out[1]);
  return out;
}

/// The net. Built once for a list of rules, read by any number of matchers. O(terms of all rules * log).
class Net {
 public:
  Net() = default;
  /// Of the patterns of all rules, each in every order of its `~` operands, up to most_turns of these.
  explicit Net(const RuleList& rules) : nodes_(1) {
    for (std::uint32_t r = 0; r < rules.size(); ++r) {
      std::uint32_t turns = 0;
      for (const std::uint32_t t : reachable(rules[r], rules[r].match)) turns += rules[r].terms[t].either ? 1U : 0U;
      for (std::uint32_t turned = 0; turned < 1U << std::min(turns, most_turns); ++turned) {
        std::uint32_t next = 0;
        const std::uint32_t at = insert(rules[r], rules[r].match, turned, next, 0);
        nodes_[at].accepts.push_back({r, turned});
      }
    }
    for (Node& n : nodes_) std::sort(n.operations.begin(), n.operations.end());
  }
  std::size_t size() const { return nodes_.size(); }

  /// The rules whose patterns fit `root` as far as operations and literals go, in the order of the list.
  template <class S>
  void find(S& source, const value_of<S>& root, std::vector<Candidate>& out, MatchStats& stats) const {
    out.clear();
    ++stats.asked;
    if (nodes_.empty()) return;
    std::vector<value_of<S>> pending{root};
    walk(source, 0, pending, out, stats);
    std::sort(out.begin(), out.end());
    stats.passed += out.size();
  }

  /// Places of all terms below one, itself first.
  static std::vector<std::uint32_t> reachable(const Rule& rule, std::uint32_t from) {
    std::vector<std::uint32_t> out{from};
    for (std::size_t i = 0; i < out.size(); ++i)
      out.insert(out.end(), rule.terms[out[i]].operands.begin(), rule.terms[out[i]].operands.end());
    return out;
  }

 private:
  struct Node {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> operations;  // operation and count of operands -> node
    std::uint32_t literal = none, any = none;
    std::vector<Candidate> accepts;
  };
  static std::uint64_t key(std::uint32_t operation, std::size_t operands) {
    return static_cast<std::uint64_t>(operation) << 32 | operands;
  }
  std::uint32_t fresh() {
    nodes_.emplace_back();
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  std::uint32_t insert(const Rule& rule, std::uint32_t at, std::uint32_t turned, std::uint32_t& next,
                       std::uint32_t from) {
    const Term& term = rule.terms[at];
    if (term.kind != Term::Kind::operation) {
      const auto slot = term.kind == Term::Kind::value ? &Node::any : &Node::literal;
      if (nodes_[from].*slot == none) {
        const std::uint32_t made = fresh();
        nodes_[from].*slot = made;
      }
      return nodes_[from].*slot;
    }
    const std::uint64_t wanted = key(term.operation, term.operands.size());
    std::uint32_t to = none;
    for (const auto& [k, node] : nodes_[from].operations)
      if (k == wanted) to = node;
    if (to == none) {
      to = fresh();
      nodes_[from].operations.emplace_back(wanted, to);
    }
    for (const std::uint32_t operand : operands_of(term, turned, next)) to = insert(rule, operand, turned, next, to);
    return to;
  }
  template <class S>
  void walk(S& source, std::uint32_t at, std::vector<value_of<S>>& pending, std::vector<Candidate>& out,
            MatchStats& stats) const {
    const Node& node = nodes_[at];
    if (pending.empty()) {
      out.insert(out.end(), node.accepts.begin(), node.accepts.end());
      return;
    }
    ++stats.steps;
    const value_of<S> v = pending.back();
    pending.pop_back();
    if (node.any != none) walk(source, node.any, pending, out, stats);
    if (node.literal != none && source.literal(v)) walk(source, node.literal, pending, out, stats);
    if (!node.operations.empty()) {
      const std::uint32_t operation = source.operation(v);
      if (operation != none) {
        const std::uint32_t count = source.operand_count(v);
        const std::pair<std::uint64_t, std::uint32_t> wanted{key(operation, count), 0};
        const auto found = std::lower_bound(node.operations.begin(), node.operations.end(), wanted);
        if (found != node.operations.end() && found->first == wanted.first) {
          for (std::uint32_t i = count; i-- > 0;) pending.push_back(source.operand(v, i));
          walk(source, found->second, pending, out, stats);
          pending.resize(pending.size() - count);
        }
      }
    }
    pending.push_back(v);
  }

  std::vector<Node> nodes_;
};

/// One rule at one value, in full. `binding` keeps its memory from one call to the next.
template <Source S>
class Match {
 public:
  using Value = value_of<S>;  ///< as the Source names values
  /// All four outlive it; the binding is written by `at`.
  Match(S& source, const Rule& rule, const Vocabulary& words, Binding<Value>& binding)
      : source_(source), rule_(rule), words_(words), b_(binding) {}

  bool at(const Value& root, std::uint32_t turned) {
    b_.clear(rule_);
    turned_ = turned;
    next_ = 0;
    const Term& top = rule_.terms[rule_.match];
    if (!bind_type({TypeUse::Kind::variable, 0}, named_type(top, root))) return false;
    if (!term(rule_.match, root)) return false;
    return std::all_of(rule_.conditions.begin(), rule_.conditions.end(), [&](const Condition& c) { return holds(c); });
  }

 private:
  // The type that `:T` behind the term speaks of: of a comparison that of its operands.
  std::uint32_t named_type(const Term& t, const Value& v) {
    const Operation* const o = t.kind == Term::Kind::operation ? words_.operation(t.operation) : nullptr;
    const bool of_operands = o != nullptr && o->typing == Typing::compares && source_.operation(v) == t.operation &&
                             source_.operand_count(v) != 0;
    return source_.type(of_operands ? source_.operand(v, 0) : v);
  }
  bool bind_type(const TypeUse& use, std::uint32_t type) {
    if (use.kind == TypeUse::Kind::open) return true;
    if (use.kind == TypeUse::Kind::fixed) return use.index == type;
    if (b_.types[use.index] != none) return b_.types[use.index] == type;
    const auto& allowed = rule_.types[use.index].types;
    if (!allowed.empty() && std::find(allowed.begin(), allowed.end(), type) == allowed.end()) return false;
    b_.types[use.index] = type;
    b_.widths[use.index] = source_.width(type);
    return true;
  }
  bool term(std::uint32_t at, const Value& v) {
    const Term& t = rule_.terms[at];
    if (!bind_type(t.type, named_type(t, v))) return false;
    if (t.kind == Term::Kind::operation) return operation(t, v);
    if (t.kind == Term::Kind::value) return bind(t.slot, v);
    const std::optional<std::uint64_t> bits = source_.literal(v);
    if (!bits) return false;
    const std::uint64_t ones = low_ones(source_.width(source_.type(v)));
    if (t.kind == Term::Kind::number) return *bits == (t.number & ones);
    if (t.kind == Term::Kind::computed)
      return *bits == (evaluate(rule_, static_cast<std::uint32_t>(t.number), b_) & ones);
    if (b_.bound[t.slot]) return b_.literals[t.slot] == *bits;
    b_.literals[t.slot] = *bits;
    return bind(t.slot, v);
  }
  bool operation(const Term& t, const Value& v) {
    if (source_.operation(v) != t.operation || source_.operand_count(v) != t.operands.size()) return false;
    if ((source_.flags(v) & t.flags) != t.flags || (t.attribute && source_.attribute(v) != *t.attribute)) return false;
    if (t.slot != none && !bind(t.slot, v)) return false;
    const std::vector<std::uint32_t> operands = operands_of(t, turned_, next_);
    for (std::uint32_t i = 0; i < operands.size(); ++i)
      if (!term(operands[i], source_.operand(v, i))) return false;
    return true;
  }
  bool bind(std::uint32_t slot, const Value& v) {
    if (b_.bound[slot]) return b_.values[slot] == v;
    b_.bound[slot] = true;
    b_.values[slot] = v;
    return true;
  }
  bool holds(const Condition& c) {
    using Kind = Condition::Kind;
    if (c.kind == Kind::expression) return evaluate(rule_, c.expression, b_) != 0;
    const Value& v = b_.values[c.slot];
    const std::uint64_t more = c.expression != none ? evaluate(rule_, c.expression, b_) : 0;
    const std::uint32_t width = source_.width(source_.type(v));
    const std::uint64_t mask = more & low_ones(width);
    switch (c.kind) {
      case Kind::one_use:
        return source_.one_use(v);
      case Kind::not_literal:
        return !source_.literal(v);
      case Kind::never_poison:
        if constexpr (requires { source_.never_poison(v); }) return source_.never_poison(v);
        return false;
      case Kind::non_negative:
        if constexpr (requires { source_.zeros(v, mask); }) return width != 0 && source_.zeros(v, 1ULL << (width - 1));
        return false;
      case Kind::zeros:
        if constexpr (requires { source_.zeros(v, mask); }) return width != 0 && source_.zeros(v, mask);
        return false;
      case Kind::ones:
        if constexpr (requires { source_.ones(v, mask); }) return width != 0 && source_.ones(v, mask);
        return false;
      case Kind::sign_bits:
        if constexpr (requires { source_.sign_bits(v); }) return source_.sign_bits(v) >= more;
        return false;
      case Kind::expression:
        break;
    }
    return false;
  }

  S& source_;
  const Rule& rule_;
  const Vocabulary& words_;
  Binding<Value>& b_;
  std::uint32_t turned_ = 0, next_ = 0;
};

/// Makes the result of a matched rule. `Builder` has, for RuleValue V,
///   V make(uint32_t operation, uint32_t type, span<const V> operands, optional<uint64_t> attribute, uint32_t flags)
///   V literal(uint64_t bits, uint32_t type)
/// both may give an empty value, where the program cannot have it: then there is no result. O(terms of the result).
template <class Builder, class Value>
class Build {
 public:
  /// All four outlive it; what the binding holds is what Match found.
  Build(Builder& to, const Rule& rule, const Vocabulary& words, const Binding<Value>& binding)
      : to_(to), rule_(rule), words_(words), b_(binding) {}
  /// What stands for the root, of that type; an empty value where the Builder cannot make it.
  Value result(std::uint32_t type) { return term(rule_.give, type, true); }

 private:
  std::uint32_t resolve(const TypeUse& use, std::uint32_t otherwise) const {
    if (use.kind == TypeUse::Kind::open) return otherwise;
    return use.kind == TypeUse::Kind::fixed ? use.index : b_.types[use.index];
  }
  Value term(std::uint32_t at, std::uint32_t wanted, bool root) {
    const Term& t = rule_.terms[at];
    if (t.kind == Term::Kind::value) return b_.values[t.slot];
    const std::uint32_t type = resolve(t.type, wanted);
    if (t.kind != Term::Kind::operation) {
      const std::uint64_t bits = t.kind == Term::Kind::literal ? b_.literals[t.slot]
                                 : t.kind == Term::Kind::computed
                                     ? evaluate(rule_, static_cast<std::uint32_t>(t.number), b_)
                                     : t.number;
      return to_.literal(bits & low_ones(words_.width(type)), type);
    }
    const Operation* const o = words_.operation(t.operation);
    const Typing typing = o != nullptr ? o->typing : Typing::same;
    std::uint32_t inner = type, made = type;
    if (typing == Typing::compares) {
      inner = resolve(t.type, b_.types[0]);
      made = root ? wanted : words_.condition;
    } else if (typing == Typing::converts) {
      inner = b_.types[0];
      for (std::uint32_t i = 0; i < rule_.types.size(); ++i)
        if (rule_.types[i].name == "n" && b_.types[i] != none) inner = b_.types[i];
    }
    std::vector<Value> operands;
    for (std::uint32_t i = 0; i < t.operands.size(); ++i) {
      const bool condition = typing == Typing::selects && i == 0;
      operands.push_back(term(t.operands[i], condition ? words_.condition : inner, false));
      if (!operands.back()) return {};
    }
    return to_.make(t.operation, made, std::span<const Value>(operands), t.attribute, t.flags);
  }

  Builder& to_;
  const Rule& rule_;
  const Vocabulary& words_;
  const Binding<Value>& b_;
};

}  // namespace lathe::rules
