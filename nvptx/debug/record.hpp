// Where variables are, and what the sections say of a function: numbers of the plan (nvptx/debug/plan.hpp), no
// metadata.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lathe::nvptx::debug {

/// Where a variable of the source is: from a `$value` on, or all the time.
struct DebugValue {
  enum class Kind : std::uint8_t {
    none,      ///< nowhere any more
    reg,       ///< in the register that the `$value` names
    constant,  ///< it is `number`
    frame,     ///< `number` bytes into the depot
    param,     ///< in parameter `number`
    label,     ///< no value: a label of the source stands here, `variable` is its number in the plan
  } kind = Kind::none;
  std::uint32_t variable = 0;    ///< number in the plan
  std::uint32_t expression = 0;  ///< number in the plan
  std::int64_t number = 0;
};

/// What a function is given while it is built, beside its instructions.
///
/// A variable's change is a `$raw` of Function::blocks: its operand is the value's number, a register may follow. That
/// register is no use: nothing is kept for it, passes only rename it (nvptx/passes).
struct FunctionNotes {
  std::vector<DebugValue> values;     ///< what the `$raw`s name
  std::vector<DebugValue> objects;    ///< variables that have one place all the time
  std::vector<std::uint32_t> scopes;  ///< of the plan, by Function::locations; 0 = none
  std::uint32_t scope = 0;            ///< of the function itself, 0 = none: nothing is to be said of it
  std::uint32_t start = 0;            ///< the location of its first line
};

/// A DWARF location: bytes, or the address of a symbol with bytes before and after it.
struct DebugPlace {
  std::vector<std::uint8_t> before, after;
  std::string symbol;              ///< 8 bytes between the two, empty: none
  std::uint8_t address_class = 0;  ///< of PTX: 2 register, 6 local, 7 parameter; 0 none
  bool operator==(const DebugPlace&) const = default;
};

/// What the sections say of a function: labels are numbers, see debug::label.
struct DebugRecord {
  static constexpr std::uint32_t begin = 0, end = 1;  ///< labels of the function's first and last byte
  struct Range {
    std::uint32_t from = 0, to = 0;  ///< labels
  };
  struct Scope {
    std::uint32_t scope = 0;
    std::vector<Range> ranges;
  };
  struct Stay {
    Range range;
    DebugPlace place;
  };
  struct Label {
    std::uint32_t label = 0;  ///< number in the plan
    std::uint32_t at = 0;     ///< label in the text
  };
  struct Variable {
    std::uint32_t variable = 0;
    std::vector<Stay> stays;  ///< in the order of the text; one from begin to end: it is there all the time
  };
  bool present = false;
  std::uint32_t scope = 0;          ///< the function's own
  std::vector<Scope> scopes;        ///< by number
  std::vector<Variable> variables;  ///< by number
  std::vector<Label> labels;        ///< in the order of the text
};

}  // namespace lathe::nvptx::debug
