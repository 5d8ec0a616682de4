// Operations on a map as text: to keep a run, to read it again, and to replay it on any map.
//
// One operation per line, keys and values decimal, `#` starts a comment:
//     insert KEY VALUE     a new entry; an existing one keeps its value
//     assign KEY VALUE     the entry has this value
//     erase KEY
//     find KEY
//     erase_if DIVISOR REMAINDER   erases the entries whose value leaves this remainder
//     reserve COUNT
//     copy                 goes on with a copy
//     clear
// Keys are numbers; whoever replays says what key of the map a number stands for.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/support/text.hpp>

namespace lathe::dense {

/// One operation on a map; a line of the text form.
struct Operation {
  /// The members of a map, by name; see the head of the file.
  enum class Kind : std::uint8_t { insert, assign, erase, find, erase_if, reserve, copy, clear };
  Kind kind = Kind::find;
  std::uint64_t key = 0;    ///< of erase_if the divisor (not 0), of reserve the count
  std::uint32_t value = 0;  ///< of erase_if the remainder
  bool operator==(const Operation&) const = default;
};
/// Operations one after the other.
using Trace = std::vector<Operation>;

/// A reserve of more is refused by the reader: a file must not decide how much memory is taken.
inline constexpr std::uint64_t most_reserved = 1U << 24;

namespace detail {
struct OperationForm {
  std::string_view name;
  unsigned numbers;
};
inline constexpr std::array<OperationForm, 8> operation_forms = {{{"insert", 2},
                                                                  {"assign", 2},
                                                                  {"erase", 1},
                                                                  {"find", 1},
                                                                  {"erase_if", 2},
                                                                  {"reserve", 1},
                                                                  {"copy", 0},
                                                                  {"clear", 0}}};
}  // namespace detail

/// O(operations). Reading what print gave gives the same trace.
inline std::string print(const Trace& trace) {
  std::string out;
  for (const Operation& operation : trace) {
    const auto& form = detail::operation_forms[static_cast<std::size_t>(operation.kind)];
    out += form.name;
    if (form.numbers > 0) out += ' ' + std::to_string(static_cast<std::int64_t>(operation.key));
    if (form.numbers > 1) out += ' ' + std::to_string(operation.value);
    out += '\n';
  }
  return out;
}

/// What read_trace gives: when `error` is not empty, the trace ends before the broken line.
struct ReadTrace {
  Trace trace;
  std::string error;  ///< "NAME:LINE:COLUMN: what is wrong, what was expected"
};
/// The operations of a text, or what is wrong with it.
inline ReadTrace read_trace(std::string_view text, std::string name) {
  using Kind = Operation::Kind;
  TextReader reader(text, std::move(name));
  ReadTrace out;
  reader.records([&](std::string_view word) {
    std::size_t kind = 0;
    while (kind < detail::operation_forms.size() && detail::operation_forms[kind].name != word) ++kind;
    if (kind == detail::operation_forms.size()) {
      reader.fail("unknown operation '" + std::string(word) +
                  "', expected insert, assign, erase, find, erase_if, reserve, copy or clear");
      return;
    }
    Operation operation{static_cast<Kind>(kind), 0, 0};
    const unsigned numbers = detail::operation_forms[kind].numbers;
    if (numbers > 0) {
      const auto key = operation.kind == Kind::erase_if  ? reader.number("a divisor", 1, 0xffffffff)
                       : operation.kind == Kind::reserve ? reader.number("a count", 0, most_reserved)
                                                         : reader.number("a key");
      operation.key = static_cast<std::uint64_t>(key.value_or(0));
    }
    if (numbers > 1) operation.value = static_cast<std::uint32_t>(reader.number("a value", 0, 0xffffffff).value_or(0));
    reader.end_line();
    if (!reader.failed()) out.trace.push_back(operation);
  });
  out.error = reader.error();
  return out;
}

/// What one operation showed: insert and erase whether something changed, erase_if how many went, and insert and find
/// the value that stands there.
struct Outcome {
  std::uint64_t changed = 0;  ///< of insert, assign and erase 0 or 1; of erase_if a number of entries; else 0
  bool there = false;         ///< of find, insert and assign: the key is in the map now
  std::uint32_t value = 0;    ///< of find, insert and assign, where it is there
  bool operator==(const Outcome&) const = default;
};

/// Does one operation on a map with the members of DenseMap<K, uint32_t>; `key_of(number)` is the key that a number
/// stands for.
template <class Map, class KeyOf>
Outcome apply(const Operation& operation, Map& map, KeyOf&& key_of) {
  Outcome out;
  switch (operation.kind) {
    case Operation::Kind::insert: {
      const auto [value, made] = map.try_emplace(key_of(operation.key), operation.value);
      out = {made, value != nullptr, value == nullptr ? 0 : *value};
      break;
    }
    case Operation::Kind::assign: {
      // Through try_emplace: the refused key is an outcome here, not a broken precondition.
      const auto [value, made] = map.try_emplace(key_of(operation.key), operation.value);
      if (value != nullptr) *value = operation.value;
      out = {made, value != nullptr, value == nullptr ? 0 : *value};
      break;
    }
    case Operation::Kind::erase:
      out.changed = map.erase(key_of(operation.key));
      break;
    case Operation::Kind::find: {
      const auto* value = map.find(key_of(operation.key));
      out = {0, value != nullptr, value == nullptr ? 0 : *value};
      break;
    }
    case Operation::Kind::erase_if:
      if (operation.key == 0) break;
      out.changed = map.erase_if([&](const auto& entry) { return entry.value % operation.key == operation.value; });
      break;
    case Operation::Kind::reserve:
      map.reserve(static_cast<std::size_t>(operation.key));
      break;
    case Operation::Kind::copy: {
      Map copy(map);
      map.swap(copy);
      break;
    }
    case Operation::Kind::clear:
      map.clear();
  }
  return out;
}

/// Does all of a trace; the outcomes, one per operation. Two maps did the same when their outcomes are equal.
template <class Map, class KeyOf>
std::vector<Outcome> replay(const Trace& trace, Map& map, KeyOf&& key_of) {
  std::vector<Outcome> out;
  out.reserve(trace.size());
  for (const Operation& operation : trace) out.push_back(apply(operation, map, key_of));
  return out;
}

}  // namespace lathe::dense
