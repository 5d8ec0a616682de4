// Demanded bits by hand: extensions of parts of a word, literals, what is written later, rounds, and what nothing changes.
// Random functions: demanded_bits_test.cpp.
#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lathe/passes/demanded_bits.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;

/// Words of 16 bits (type 0), of 8 (1), of 32 (2). `and N`: with a literal; `low` looks at the low byte, `show` at all.
struct Parts {
  using Operation = passes::MachineOperation<ValueId>;
  SmallCode& code;
  std::map<std::uint32_t, std::uint32_t> types = {};
  bool moves = true;
  bool read(InstId i, Operation& out) const {
    static const std::map<std::string, std::uint32_t> numbers{{"zext", 0}, {"sext", 1}, {"trunc", 2}, {"high", 3},
                                                              {"and", 4},  {"pair", 5}, {"odd", 6}};
    const std::string& name = code.payload(i).name;
    const auto at = numbers.find(name.substr(0, name.find(' ')));
    if (at == numbers.end()) return false;
    out.operation = at->second;
    code.for_each_operand(i, [&](const auto& o) {
      if (o.is_def())
        out.type = type(o.value);
      else
        out.operands.push_back({o.value, false, false, 0, type(o.value)});
    });
    if (name.starts_with("and ")) out.operands.push_back({{}, true, false, std::stoull(name.substr(4)), 0});
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
  static std::uint32_t width(std::uint32_t type) { return type == 0 ? 16 : type == 1 ? 8 : 32; }
  static bool makes(const Operation&, const ValueId*) { return false; }
  static std::optional<InstId> make(const Operation&, ValueId) { return {}; }
  std::optional<InstId> make_literal(std::uint64_t bits, ValueId result) {
    if (!moves) return {};
    const SmallCode::Operand def{result, Role::def};
    return code.make({"lit " + std::to_string(bits), {}, {}}, std::span(&def, 1));
  }
  std::optional<InstId> make_copy(ValueId from, ValueId result) { return code.make_copy(result, from); }
  static ValueId like(std::uint32_t) { return ValueId(0); }
  static std::optional<bits::Operation<>> bits(const Operation& o) {
    static constexpr bits::Op ops[] = {bits::Op::zext,    bits::Op::sext,    bits::Op::trunc,
                                       bits::Op::extract, bits::Op::bit_and, bits::Op::concat};
    if (o.operation >= std::size(ops)) return {};
    bits::Operation<> out;
    out.op = ops[o.operation];
    out.width = width(o.type);
    out.number = out.op == bits::Op::extract ? 8 : 0;
    return out;
  }
  std::uint64_t demanded(InstId i, ValueId) const { return code.payload(i).name == "low" ? 0xff : ~std::uint64_t{0}; }
};
static_assert(passes::Machine<Parts, SmallCode>);

struct Case {
  SmallCode c;
  BlockId b = c.block();
  ValueId x = c.parameter();
  Parts machine{c};
  passes::DemandedBitsOptions options;
  passes::DemandedBitsResult<SmallCode> result;
  ValueId op(const std::string& name, ValueId of, std::uint32_t type = 0) {
    const ValueId out = c.op(b, name, {}, {of});
    machine.types[out.value] = type;
    return out;
  }
  void look(const std::string& name, ValueId at) { c.add(b, {name, Effect::side_effect, {}}, {{at, Role::use}}); }
  void run() {
    c.ret(b);
    result = passes::drop_undemanded(c, machine, options);
  }
};

}  // namespace

TEST_CASE("demanded bits: the extension of a word's low part goes where nobody looks at more, or the rest is zero") {
  for (const std::string cut : {"trunc", "trunc of 32", "high", "odd"})
    for (const std::string extend : {"zext", "sext"})
      for (const bool zeros : {false, true})
        for (const std::string looks : {"low", "show"}) {
          CAPTURE(cut);
          CAPTURE(extend);
          CAPTURE(zeros);
          CAPTURE(looks);
          Case k;
          if (cut == "trunc of 32") k.machine.types[k.x.value] = 2;
          const bool masked = zeros && cut != "trunc of 32";
          const ValueId whole = masked ? k.op("and 255", k.x) : k.x;
          k.look(looks, k.op(extend, k.op(cut, whole, 1)));
          if (masked) k.look("show", whole);
          k.run();
          const bool goes = cut == "trunc" && (looks == "low" || (masked && extend == "zext"));
          CHECK(k.result.stats.extensions == (goes ? 1 : 0));
          // The upper byte of what is masked is no part but a constant.
          const std::string between = goes ? "" : masked && cut == "high" ? "lit 0 " : cut + " " + extend + " ";
          CHECK(k.c.names(k.b) == (masked ? "and 255 " : "") + between + looks + (masked ? " show" : "") + " ret");
        }
}

TEST_CASE("demanded bits: literals as operands, the first instruction of a block, and what is known to be zero") {
  Case goes;
  goes.look("low", goes.op("and 255", goes.x));
  goes.run();
  CHECK(goes.c.names(goes.b) == "low ret");
  CHECK(goes.result.stats.operands == 1);
  Case stays;
  stays.look("low", stays.op("and 15", stays.x));
  stays.run();
  CHECK(stays.result.changes == 0);
  CHECK(stays.result.stats.looked_at == 1);
  Case twice;
  const ValueId one = twice.op("and 255", twice.x), two = twice.op("and 255", one);
  twice.look("show", one), twice.look("show", two);
  twice.run();
  CHECK(twice.c.names(twice.b) == "and 255 show show ret");
}

TEST_CASE("demanded bits: a word of two parts is no extension of the first") {
  Case k;
  const ValueId one = k.op("trunc", k.x, 1), other = k.c.parameter();
  k.machine.types[other.value] = 1;
  k.look("low", k.c.op(k.b, "pair", {}, {one, other}));
  k.look("low", k.c.op(k.b, "pair", {}, {other, one}));
  k.run();
  CHECK(k.result.changes == 0);
  CHECK(k.c.names(k.b) == "trunc pair low pair low ret");
}

TEST_CASE("demanded bits: what a register gets later says nothing of what it brings") {
  Case k;
  k.look("show", k.op("and 3", k.x));
  k.c.write(k.b, "lit 3", {}, {}, k.x);
  k.look("show", k.x);
  k.run();
  CHECK(k.result.changes == 0);
}

TEST_CASE("demanded bits: rounds, and what is looked at where nothing changes") {
  for (const std::uint32_t rounds : {1U, 2U}) {
    Case k;
    k.options.rounds = rounds;
    k.look("low", k.op("and 255", k.x));
    k.look("show", k.op("and 15", k.x));
    k.run();
    CHECK(k.result.changes == 1);
    CHECK(k.result.stats.looked_at == (rounds == 1 ? 2 : 3));
  }
  Case nothing;
  const ValueId part = nothing.c.parameter();
  nothing.machine.types[part.value] = 1;
  nothing.op("and 15", nothing.x);  // nobody reads it
  nothing.look("show", nothing.op("zext", part));
  nothing.look("show", nothing.op("zext", nothing.op("odd", nothing.x, 1)));
  nothing.run();
  CHECK(nothing.result.changes == 0);
  CHECK(nothing.result.stats.looked_at == 3);
  for (const bool explain : {false, true}) {
    Case none;  // no instruction moves the constant
    none.machine.moves = false;
    none.options.explain = explain;
    none.look("show", none.op("and 0", none.x));
    none.run();
    CHECK(none.result.changes == 0);
    CHECK(none.result.stats.looked_at == 1);
    CHECK(none.result.kept.size() == (explain ? 1 : 0));
  }
}
