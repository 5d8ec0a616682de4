// Words of 16 bits: a diamond of random operations, some of whose halves are looked at, its client, and its meaning.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <lathe/passes/demanded_bits.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace words_test {

using namespace lathe;
using namespace passes_test;
inline constexpr Effects pure{};
inline constexpr std::uint32_t word_bits = 16;

struct Name {
  const char* text;
  bits::Op op;
  std::uint32_t operands;
};
inline constexpr Name names[] = {{"and", bits::Op::bit_and, 2}, {"or", bits::Op::bit_or, 2},
                                 {"xor", bits::Op::bit_xor, 2}, {"add", bits::Op::add, 2},
                                 {"sub", bits::Op::sub, 2},     {"mul", bits::Op::mul, 2},
                                 {"shl", bits::Op::shl, 2},     {"lshr", bits::Op::lshr, 2},
                                 {"ashr", bits::Op::ashr, 2},   {"sextb", bits::Op::sext_in_reg, 1}};
inline bits::Operation<> operation(std::uint32_t k) {
  bits::Operation<> o;
  o.op = names[k].op;
  o.width = word_bits;
  o.number = o.op == bits::Op::sext_in_reg ? 8 : 0;
  o.over = bits::Overshift::clamp;
  return o;
}
/// The client: literals are instructions `lit N`.
struct Words {
  using Operation = passes::MachineOperation<ValueId>;
  SmallCode& code;
  bool read(InstId i, Operation& out) const {
    for (std::uint32_t k = 0; k < std::size(names); ++k)
      if (code.payload(i).name == names[k].text) out.operation = k;
    if (out.operation == passes::none) return false;
    out.type = 0;
    code.for_each_operand(i, [&](const auto& o) {
      if (!o.is_def()) out.operands.push_back({o.value, false, false, 0, 0});
    });
    return true;
  }
  std::optional<std::uint64_t> literal(InstId i) const {
    if (!code.payload(i).name.starts_with("lit ")) return {};
    return std::stoull(code.payload(i).name.substr(4));
  }
  static std::uint32_t type(ValueId) { return 0; }
  static std::uint32_t width(std::uint32_t) { return word_bits; }
  static bool makes(const Operation&, const ValueId*) { return false; }
  static std::optional<InstId> make(const Operation&, ValueId) { return {}; }
  std::optional<InstId> make_literal(std::uint64_t bits, ValueId result) {
    const SmallCode::Operand def{result, Role::def};
    return code.make({"lit " + std::to_string(bits), pure, {}}, std::span(&def, 1));
  }
  std::optional<InstId> make_copy(ValueId from, ValueId result) { return code.make_copy(result, from); }
  static ValueId like(std::uint32_t) { return ValueId(0); }
  static std::optional<bits::Operation<>> bits(const Operation& o) { return operation(o.operation); }
  std::uint64_t demanded(InstId i, ValueId) const { return code.payload(i).name == "low" ? 0xff : ~std::uint64_t{0}; }
};
/// A diamond with random operations, a phi, and `low` and `show` of some values.
struct Made {
  Made(std::uint32_t seed, bool ssa);
  SmallCode code;
  std::vector<ValueId> arguments;
  std::vector<BlockId> blocks;
};
inline Made::Made(std::uint32_t seed, bool ssa) {
  std::mt19937 engine(seed);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(engine()) % n; };
  SmallCode& c = code;
  for (int k = 0; k < 4; ++k) blocks.push_back(c.block());
  for (int k = 0; k < 3; ++k) arguments.push_back(c.parameter());
  std::vector<ValueId> known = arguments;
  const auto literal = [&](BlockId b) {
    static constexpr std::uint32_t nice[] = {0, 1, 8, 15, 0xff, 0xff00, 0xf, 3, 0x7f, 0xffff};
    return c.op(b, "lit " + std::to_string(nice[below(std::size(nice))]), pure, {});
  };
  const auto some = [&](BlockId b, std::vector<ValueId>& in, int count) {
    while (count-- > 0) {
      const std::uint32_t k = below(std::size(names));
      const ValueId x = in[in.size() - 1 - below(std::min<std::uint32_t>(5, static_cast<std::uint32_t>(in.size())))];
      const ValueId y = below(2) == 0 ? literal(b) : in[below(static_cast<std::uint32_t>(in.size()))];
      const ValueId to = !ssa && below(4) == 0 ? in.back() : c.make_value();
      if (names[k].operands == 2)
        c.write(b, names[k].text, pure, {x, y}, to);
      else
        c.write(b, names[k].text, pure, {x}, to);
      in.push_back(to);
      if (below(6) == 0) c.add(b, {below(2) != 0 ? "low" : "show", Effect::side_effect, {}}, {{to, Role::use}});
    }
  };
  some(blocks[0], known, 5);
  c.branch(blocks[0], known.back(), blocks[1], blocks[2]);
  std::vector<ValueId> left = known, right = known;
  some(blocks[1], left, 4);
  c.jump(blocks[1], blocks[3]);
  some(blocks[2], right, 4);
  c.jump(blocks[2], blocks[3]);
  known.push_back(c.phi(blocks[3], {{blocks[1], left.back()}, {blocks[2], right.back()}}));
  some(blocks[3], known, 6);
  c.add(blocks[3], {"low", Effect::side_effect, {}}, {{known.back(), Role::use}});
  c.ret(blocks[3]);
}
inline std::vector<std::uint64_t> run(const Made& m, const std::vector<std::uint64_t>& arguments) {
  std::map<std::uint32_t, std::uint64_t> value;
  std::vector<std::uint64_t> seen;
  for (std::size_t k = 0; k < arguments.size(); ++k) value[m.arguments[k].value] = arguments[k];
  std::optional<BlockId> block = m.blocks[0], from;
  while (block) {
    std::optional<BlockId> next;
    for (const InstId i : m.code.instructions(*block)) {
      std::vector<std::uint64_t> in;
      std::optional<ValueId> to;
      m.code.for_each_operand(
          i, [&](const auto& o) { o.is_def() ? void(to = o.value) : in.push_back(value[o.value.value]); });
      const std::string& name = m.code.payload(i).name;
      if (name == "phi")
        m.code.for_each_incoming(i, [&](BlockId b, ValueId v) {
          if (b == *from) value[to->value] = value[v.value];
        });
      if (name == "copy") value[to->value] = in[0];
      if (name == "low") seen.push_back(in[0] & 0xff);
      if (name == "show") seen.push_back(in[0]);
      if (name.starts_with("lit ")) value[to->value] = std::stoull(name.substr(4));
      for (std::uint32_t k = 0; k < std::size(names); ++k) {
        if (name != names[k].text) continue;
        std::vector<bits::Sized<>> x;
        for (const std::uint64_t w : in) x.push_back({w, word_bits});
        value[to->value] = *bits::evaluate(operation(k), std::span<const bits::Sized<>>(x));
      }
      const auto targets = m.code.targets(i);
      if (!targets.empty()) next = targets[targets.size() == 2 && in[0] == 0 ? 1 : 0];
    }
    from = block;
    block = next;
  }
  return seen;
}
inline bool same(const Made& a, const Made& b, std::uint32_t seed) {
  std::mt19937 engine(seed);
  for (int k = 0; k < 12; ++k) {
    std::vector<std::uint64_t> arguments;
    for (int j = 0; j < 3; ++j)
      arguments.push_back(static_cast<std::uint64_t>(engine()) & (k % 3 == 0 ? 0x1ff : 0xffff));
    if (run(a, arguments) != run(b, arguments)) return false;
  }
  return true;
}

}  // namespace words_test
