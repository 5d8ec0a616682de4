// Rules as data: a pattern of operations, conditions on its literals and values, and what stands for it.
//
// Knows no target and no graph: operations, flags, types and words come from a client's Vocabulary, by name and number;
// what a value is comes from a Source (rules_match.hpp). rules_text.hpp reads rules from a text, rules_match.hpp
// matches many of them at once, rules_measure.hpp proves that they come to an end, rules_set.hpp hands them to the
// combiner.
//
// Expressions are computed in words of 64 bits, in which literals are extended by zeros; where a literal is made, the
// word is cut to its type. A rule means: wherever the pattern is found and the conditions hold, the result may stand
// for it. tests/suites/rules.py proves that of a file's rules.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/support/none.hpp>

namespace lathe::rules {
using namespace lathe::ids;

/// How the type of an operation hangs together with those of its operands, where a rule does not say it.
enum class Typing : std::uint8_t {
  same,      ///< one type for all
  compares,  ///< operands of one type, which is the one a rule names; the result is a condition
  selects,   ///< a condition first, the others as the result
  converts,  ///< operands of another type: the variable `n`, if the rule has one
};
/// An operation that rules may name.
struct Operation {
  std::string name;
  std::uint32_t number = 0;    ///< what Source and Builder call it
  std::uint32_t operands = 0;  ///< how many values it takes; literals among them count
  bool commutes = false;       ///< in its first two operands
  Typing typing = Typing::same;
  bool attributed = false;  ///< means nothing without its attribute: a rule must say it
};
/// A word that may stand behind an operation's name and becomes its attribute: `.slt`. With what a `$c.inverse` and a
/// `$c.swapped` of it are, where there is one.
struct Word {
  std::string name;
  std::uint64_t attribute = 0;  ///< what Source and Builder call it
  /// Words for the comparison negated, and with its operands exchanged; empty: there is none.
  std::string inverse, swapped;
};
/// A type that rules may name.
struct TypeName {
  std::string name;
  std::uint32_t type = 0;   ///< what Source and Builder call it
  std::uint32_t width = 0;  ///< bits of a literal of it; 0: no literal has it
};
/// What a client's programs are made of. Names are words of letters, digits and `_`.
struct Vocabulary {
  std::vector<Operation> operations;
  std::vector<Word> words;
  std::vector<std::pair<std::string, std::uint32_t>> flags;  ///< name and bit
  std::vector<TypeName> types;                               ///< that terms may be given
  std::uint32_t condition = none;                            ///< the type of a comparison's result
  /// The bits of a number like 0.5 in a type; nothing where the type has none. May be null.
  std::optional<std::uint64_t> (*real)(double, std::uint32_t type) = nullptr;

  /// By name; null: there is none.
  const Operation* operation(std::string_view name) const { return find(operations, name); }
  /// By the client's number; null: there is none. O(operations).
  const Operation* operation(std::uint32_t number) const {
    const auto at =
        std::find_if(operations.begin(), operations.end(), [&](const Operation& o) { return o.number == number; });
    return at != operations.end() ? &*at : nullptr;
  }
  const Word* word(std::string_view name) const { return find(words, name); }      ///< by name; null: there is none
  const TypeName* type(std::string_view name) const { return find(types, name); }  ///< by name; null: there is none
  /// Bits of a literal of the type; 0 for others, and for types that are not named. O(types).
  std::uint32_t width(std::uint32_t type) const {
    for (const TypeName& t : types)
      if (t.type == type) return t.width;
    return 0;
  }

 private:
  template <class T>
  static const T* find(const std::vector<T>& list, std::string_view name) {
    const auto at = std::find_if(list.begin(), list.end(), [&](const T& t) { return t.name == name; });
    return at != list.end() ? &*at : nullptr;
  }
};

/// A node of an expression; operands are places in the rule's list of them.
struct Expression {
  // clang-format off
  /// What is computed, from operands or from `number`; on 64-bit words, cut to their width where they become literals.
  enum class Kind : std::uint8_t {
    number, literal, width,
    add, sub, mul, bit_and, bit_or, bit_xor, bit_not, negate, shift_left, shift_right, divide, modulo, shift_signed,
    equal, not_equal, less, at_most, greater, at_least, less_signed, at_most_signed, both, either, negated,
    low, sign, extend, power, logarithm, trailing, least, most, choose, inverse,
  };
  // clang-format on
  Kind kind = Kind::number;
  std::uint64_t number = 0;                        ///< the number; the slot of a literal, the variable of a width
  std::uint32_t operands[3] = {none, none, none};  ///< places among the rule's expressions; none: it takes fewer
};

/// What a term says of its type: nothing, a variable of the rule, or a type.
struct TypeUse {
  /// What is said of the type.
  enum class Kind : std::uint8_t { open, variable, fixed } kind = Kind::open;  ///< which of the three
  std::uint32_t index = 0;  ///< of variable: which of the rule; of fixed: the client's number of the type
  bool operator==(const TypeUse&) const = default;
};
/// A node of a pattern or of a result: an operation with operands, a value, a literal, something computed.
struct Term {
  /// What stands there.
  enum class Kind : std::uint8_t {
    operation,
    value,
    literal,
    number,
    computed
  } kind = Kind::value;                    ///< which of the five
  TypeUse type;                            ///< of its result, or of the literal
  std::uint32_t operation = 0;             ///< of an operation: its number in the vocabulary
  std::uint32_t flags = 0;                 ///< in a match: at least these; in a result: these
  std::optional<std::uint64_t> attribute;  ///< of an operation; nothing: any in a match, none in a result
  bool either = false;                     ///< the first two operands in either order
  std::uint32_t slot = none;               ///< of a value or literal; of an operation: the name that it is bound to
  std::uint64_t number = 0;                ///< the number; of `computed` the expression
  std::vector<std::uint32_t> operands;     ///< of an operation: places among the rule's terms
};
/// What has to hold beside the shape for a rule to apply.
struct Condition {
  /// What is asked.
  enum class Kind : std::uint8_t {
    expression,    ///< `expression` is not zero
    one_use,       ///< nobody else uses the value
    not_literal,   ///< the value is no literal
    never_poison,  ///< the value is known to be defined
    non_negative,  ///< the value's sign is known to be zero
    zeros,         ///< these bits of the value are known to be zeros
    ones,
    sign_bits,                ///< the value's upper bits, at least so many, are known to be equal
  } kind = Kind::expression;  ///< what has to hold
  std::uint32_t slot = none;  ///< the value that is asked about; none for `expression`
  /// Of expression: what must not be zero; of sign_bits: how many; a place among the rule's expressions.
  std::uint32_t expression = none;
};

/// A type that a rule leaves open; the same wherever the rule names it.
struct TypeVariable {
  std::string name;
  std::vector<std::uint32_t> types;  ///< which it may be; empty: any
};
/// A name in a rule that stands for a value or a literal.
struct Slot {
  std::string name;
  bool literal = false;  ///< it stands for a literal; else for any value
};
/// One rule: what it matches, its conditions, what it puts there.
struct Rule {
  std::string name;
  std::uint32_t line = 0;  ///< of the text it came from
  std::vector<Term> terms;
  std::vector<Expression> expressions;
  std::vector<Condition> conditions;
  std::vector<TypeVariable> types;  ///< the first is `t`: the type of the match
  std::vector<Slot> slots;
  std::uint32_t match = none, give = none;  ///< places in `terms`
};
/// Rules in the order in which they are tried.
using RuleList = std::vector<Rule>;

/// Ones in the low n bits of a word.
constexpr std::uint64_t low_ones(std::uint64_t n) { return n >= 64 ? ~0ULL : (1ULL << n) - 1; }

/// What literals and type variables stand for while a rule is matched.
template <class Value>
struct Binding {
  std::vector<Value> values;            ///< by slot
  std::vector<std::uint64_t> literals;  ///< by slot
  std::vector<bool> bound;              ///< by slot: whether it stands for something yet
  std::vector<std::uint32_t> types;     ///< by variable; none: not yet
  std::vector<std::uint32_t> widths;    ///< by variable
  void clear(const Rule& rule) {
    values.assign(rule.slots.size(), Value{});
    literals.assign(rule.slots.size(), 0);
    bound.assign(rule.slots.size(), false);
    types.assign(rule.types.size(), none);
    widths.assign(rule.types.size(), 0);
  }
};

/// The word that an expression is worth. All literals of it must be bound. O(size of the expression).
template <class Value>
std::uint64_t evaluate(const Rule& rule, std::uint32_t at, const Binding<Value>& b) {
  using Kind = Expression::Kind;
  const Expression& e = rule.expressions[at];
  const auto x = [&](unsigned i) { return evaluate(rule, e.operands[i], b); };
  const auto as_signed = [](std::uint64_t v) { return static_cast<std::int64_t>(v); };
  const auto left = [](std::uint64_t v, std::uint64_t by) { return by < 64 ? v << by : 0; };
  const auto right = [](std::uint64_t v, std::uint64_t by) { return by < 64 ? v >> by : 0; };
  // clang-format off
  switch (e.kind) {
    case Kind::number: return e.number;
    case Kind::literal: return b.literals[e.number];
    case Kind::width: return b.widths[e.number];
    case Kind::add: return x(0) + x(1);
    case Kind::sub: return x(0) - x(1);
    case Kind::mul: return x(0) * x(1);
    case Kind::bit_and: return x(0) & x(1);
    case Kind::bit_or: return x(0) | x(1);
    case Kind::bit_xor: return x(0) ^ x(1);
    case Kind::bit_not: return ~x(0);
    case Kind::negate: return 0 - x(0);
    case Kind::shift_left: return left(x(0), x(1));
    case Kind::shift_right: return right(x(0), x(1));
    case Kind::divide: return x(1) == 0 ? 0 : x(0) / x(1);
    case Kind::modulo: return x(1) == 0 ? 0 : x(0) % x(1);
    case Kind::shift_signed: return static_cast<std::uint64_t>(as_signed(x(0)) >> std::min<std::uint64_t>(x(1), 63));
    case Kind::equal: return x(0) == x(1);
    case Kind::not_equal: return x(0) != x(1);
    case Kind::less: return x(0) < x(1);
    case Kind::at_most: return x(0) <= x(1);
    case Kind::greater: return x(0) > x(1);
    case Kind::at_least: return x(0) >= x(1);
    case Kind::less_signed: return as_signed(x(0)) < as_signed(x(1));
    case Kind::at_most_signed: return as_signed(x(0)) <= as_signed(x(1));
    case Kind::both: return x(0) != 0 && x(1) != 0;
    case Kind::either: return x(0) != 0 || x(1) != 0;
    case Kind::negated: return x(0) == 0;
    case Kind::low: return low_ones(x(0));
    case Kind::sign: return left(1, x(0) - 1);
    case Kind::power: return std::has_single_bit(x(0));
    case Kind::logarithm: return x(0) == 0 ? 0 : static_cast<std::uint64_t>(std::bit_width(x(0)) - 1);
    case Kind::trailing: return static_cast<std::uint64_t>(std::countr_zero(x(0)));
    case Kind::least: return std::min(x(0), x(1));
    case Kind::most: return std::max(x(0), x(1));
    case Kind::choose: return x(0) != 0 ? x(1) : x(2);
    case Kind::extend: {
      const std::uint64_t n = x(1);
      return n == 0 || n >= 64 ? x(0) : static_cast<std::uint64_t>(as_signed(x(0) << (64 - n)) >> (64 - n));
    }
    case Kind::inverse: {  // of an odd number; each step doubles the bits that are right
      const std::uint64_t odd = x(0);
      std::uint64_t out = odd;
      for (int i = 0; i < 5; ++i) out *= 2 - odd * out;
      return out;
    }
  }
  // clang-format on
  return 0;
}

}  // namespace lathe::rules
