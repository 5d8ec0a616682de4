// What the instructions of small_code.hpp compute, by their names: `NAME[.ATTRIBUTE][!][ LITERAL]`, a `!` for the flag, the literal as
// the second operand. Words of 16 bits (type 0), of 8 (1), of 32 (2), what has no word (3).
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include <lathe/bits.hpp>
#include <lathe/combine/rules_text.hpp>
#include <lathe/passes/operations.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace passes_test {

struct SmallOperation {
  const char* name;
  lathe::bits::Op op;
  std::uint32_t operands;
};
/// `cmp` is not known to the engine of bits.
inline constexpr SmallOperation small_operations[] = {
    {"and", lathe::bits::Op::bit_and, 2}, {"or", lathe::bits::Op::bit_or, 2},   {"xor", lathe::bits::Op::bit_xor, 2},
    {"add", lathe::bits::Op::add, 2},     {"sub", lathe::bits::Op::sub, 2},     {"mul", lathe::bits::Op::mul, 2},
    {"zext", lathe::bits::Op::zext, 1},   {"trunc", lathe::bits::Op::trunc, 1}, {"cmp", lathe::bits::Op::bit_not, 2}};

inline lathe::rules::Vocabulary small_vocabulary() {
  lathe::rules::Vocabulary words;
  for (std::uint32_t k = 0; k < std::size(small_operations); ++k)
    words.operations.push_back({small_operations[k].name, k, small_operations[k].operands, k < 4 || k == 5, {}, false});
  words.words = {{"lt", 1, "", ""}, {"gt", 2, "", ""}};
  words.flags = {{"exact", 1}};
  words.types.push_back({"word", 0, 16});
  words.types.push_back({"byte", 1, 8});
  return words;
}

template <class Code>
struct SmallMachine {
  using Operation = lathe::passes::MachineOperation<ValueId>;
  Code& code;
  std::map<std::uint32_t, std::uint32_t> types = {};       ///< of values, where not 0
  std::map<std::string, std::uint32_t> result_types = {};  ///< of operations by name, where not that of their result
  std::set<std::string> missing = {};  ///< there is no such instruction; `literal`: none has one as operand

  /// They are not made for a register that is there, nor for one that is going to be.
  std::set<std::string> never_last = {}, never_inner = {};

  bool read(InstId i, Operation& out) const {
    std::string name = code.payload(i).name;
    const std::size_t space = name.find(' ');
    std::optional<std::uint64_t> literal;
    if (space != std::string::npos) literal = std::stoull(name.substr(space)), name.resize(space);
    if (name.ends_with('!')) out.flags = 1, name.pop_back();
    if (const std::size_t dot = name.find('.'); dot != std::string::npos)
      out.attribute = std::stoull(name.substr(dot + 1)), name.resize(dot);
    for (std::uint32_t k = 0; k < std::size(small_operations); ++k)
      if (name == small_operations[k].name) out.operation = k;
    if (out.operation == lathe::passes::none) return false;
    code.for_each_operand(i, [&](const auto& o) {
      if (o.is_def())
        out.type = type(o.value);
      else
        out.operands.push_back({o.value, false, false, 0, type(o.value)});
    });
    if (const auto other = result_types.find(name); other != result_types.end()) out.type = other->second;
    if (literal) out.operands.push_back({{}, true, false, *literal, out.type});
    return true;
  }
  std::optional<std::uint64_t> literal(InstId i) const {
    if (!code.payload(i).name.starts_with("lit ")) return {};
    return std::stoull(code.payload(i).name.substr(4));
  }
  std::uint32_t type(ValueId v) const {
    const auto at = types.find(v.value);
    return at == types.end() ? 0 : at->second;
  }
  static std::uint32_t width(std::uint32_t type) { return std::array<std::uint32_t, 4>{16, 8, 32, 0}[type]; }
  bool makes(const Operation& o, const ValueId* result) const {
    if ((result != nullptr ? never_last : never_inner).count(small_operations[o.operation].name) != 0) return false;
    for (std::size_t k = 0; k < o.operands.size(); ++k)
      if (o.operands[k].literal && (k == 0 || missing.count("literal") != 0)) return false;
    return missing.count(small_operations[o.operation].name) == 0;
  }
  std::optional<InstId> make(const Operation& o, ValueId result) {
    std::string name = small_operations[o.operation].name;
    if (o.attribute != 0) name += "." + std::to_string(o.attribute);
    if (o.flags != 0) name += "!";
    std::vector<typename Code::Operand> operands;
    for (const auto& x : o.operands) {
      if (x.literal)
        name += " " + std::to_string(x.bits);
      else
        operands.push_back({x.value, Role::use});
    }
    operands.push_back({result, Role::def});
    return code.make({name, {}, {}}, operands);
  }
  std::optional<InstId> make_literal(std::uint64_t bits, ValueId result) {
    if (missing.count("lit") != 0) return {};
    const typename Code::Operand def{result, Role::def};
    return code.make({"lit " + std::to_string(bits), {}, {}}, std::span(&def, 1));
  }
  std::optional<InstId> make_copy(ValueId from, ValueId result) { return code.make_copy(result, from); }
  static ValueId like(std::uint32_t) { return ValueId(0); }
  static std::optional<lathe::bits::Operation<>> bits(const Operation& o) {
    if (small_operations[o.operation].name == std::string("cmp")) return {};
    lathe::bits::Operation<> out;
    out.op = small_operations[o.operation].op;
    out.width = width(o.type);
    return out;
  }
  /// `byte`: only its low byte is not zero, as a word of 16 bits. `low` looks at the low byte alone.
  lathe::bits::KnownBits<> known(InstId i) const {
    lathe::bits::KnownBits<> k = lathe::bits::KnownBits<>::unknown(16);
    if (code.payload(i).name == "byte") k.zero = 0xff00;
    return k;
  }
  std::uint64_t demanded(InstId i, ValueId) const { return code.payload(i).name == "low" ? 0xff : ~std::uint64_t{0}; }
};

}  // namespace passes_test
