// The peephole engine by hand: what rules may ask of values, what no instruction does, literals, and who is visited again. Random
// functions: peephole_test.cpp.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include <lathe/combine/rules_text.hpp>
#include <lathe/passes/peephole.hpp>

#include "unit/lathe/passes/small_machine.hpp"

namespace {

using namespace lathe;
using namespace passes_test;

rules::Compiled compiled(const std::string& text) {
  rules::RuleList list;
  std::string error;
  const bool read = rules::read_rules(text, "small.rules", small_vocabulary(), list, error);
  REQUIRE_MESSAGE(read, error);
  return {std::move(list), small_vocabulary()};
}
struct Case {
  ToldCode c;
  BlockId b = c.block();
  ValueId x = c.parameter(), y = c.parameter(), z = c.parameter();
  SmallMachine<ToldCode> machine{c};
  passes::PeepholeOptions options;
  passes::PeepholeResult<ToldCode> result;
  ValueId op(const std::string& name, std::initializer_list<ValueId> of) { return c.op(b, name, {}, of); }
  ValueId copy(ValueId from) {
    const ValueId to = c.make_value();
    c.put(c.make_copy(to, from), {b, {}});
    return to;
  }
  std::string run(const std::string& text) {
    c.ret(b);
    return again(text);
  }
  std::string again(const std::string& text) {
    result = passes::peephole(c, machine, compiled(text), options);
    return c.names(b);
  }
};

}  // namespace

TEST_CASE("peephole: bits that rules ask for are known, where they may be asked for") {
  const std::string masks =
      "rule mask\nmatch (and x C)\nwhen zeros(x, ~C)\ngive x\nrule set\nmatch (or x C)\nwhen ones(x, C)\ngive x\n"
      "rule sign\nmatch (mul x C)\nwhen C == 7, signbits(x, 9)\ngive x\n";
  struct Row {
    const char *first, *second;
    bool goes;
  };
  for (const Row& row : std::initializer_list<Row>{{"and 15", "and 255", true},
                                                   {"and 255", "and 15", false},
                                                   {"and 255", "and 255", true},
                                                   {"or 15", "or 3", true},
                                                   {"or 3", "or 15", false},
                                                   {"or 15", "or 15", true},
                                                   {"and 127", "mul 7", true},
                                                   {"and 255", "mul 7", false},
                                                   {"byte", "and 255", true},
                                                   {"byte", "and 127", false}})
    for (const bool known : {true, false}) {
      CAPTURE(row.first);
      CAPTURE(row.second);
      CAPTURE(known);
      Case k;
      k.options.known_bits = known;
      k.c.show(k.b, {k.op(row.second, {k.op(row.first, {k.x})})});
      const bool goes = row.goes && known;
      CHECK(k.run(masks) == std::string(row.first) + (goes ? "" : std::string(" ") + row.second) + " show ret");
      CHECK(k.result.stats.values == (goes ? 1 : 0));
    }
  for (const bool known : {true, false}) {  // of literals everything is known
    Case k;
    k.options.known_bits = known;
    k.c.show(k.b, {k.op("and 255", {k.op("lit 15", {})})});
    CHECK(k.run(masks) == "lit 15 show ret");
  }
}

TEST_CASE("peephole: nothing is known of what is written again, has no word, or has another width than its operation") {
  const std::string mask = "rule mask\nmatch (and x C)\nwhen zeros(x, ~C)\ngive x\n";
  Case again;
  const ValueId masked = again.op("and 15", {again.x});
  again.c.write(again.b, "mul", {}, {again.y, again.z}, masked);
  again.c.show(again.b, {again.op("and 255", {masked})});
  CHECK(again.run(mask) == "and 15 mul and 255 show ret");
  Case wide;  // the register has 32 bits, its operation 16: what is above them is not known
  const ValueId word = wide.op("and 15", {wide.x});
  wide.machine.types[word.value] = 2;
  wide.machine.result_types["and"] = 0;
  wide.c.show(wide.b, {wide.op("and 255", {word})});
  CHECK(wide.run(mask) == "and 15 and 255 show ret");
  Case none;
  const ValueId handle = none.op("and 15", {none.x});
  none.machine.types[handle.value] = 3;
  none.c.show(none.b, {none.op("and 255", {handle})});
  CHECK(none.run(mask) == "and 15 and 255 show ret");
}

TEST_CASE("peephole: machine code has no poison; attributes and flags of what is looked at") {
  Case k;
  k.c.show(k.b, {k.op("add 0", {k.x})});
  CHECK(k.run("rule nothing\nmatch (add x 0)\nwhen never_poison(x)\ngive x\n") == "show ret");
  const std::string words =
      "rule turned\nmatch (cmp.lt x y)\ngive (cmp.gt y x)\nrule exactly\nmatch (mul.exact x y)\ngive (mul y x)\n"
      "rule within\nmatch (xor (cmp.gt x y) z)\ngive (xor.exact z x)\n";
  Case of;
  of.c.show(of.b, {of.op("cmp.1", {of.x, of.y}), of.op("cmp.3", {of.x, of.y}), of.op("mul!", {of.x, of.y}),
                   of.op("mul", {of.x, of.y}), of.op("xor", {of.x, of.y}),
                   of.op("xor", {of.op("cmp.3", {of.x, of.y}), of.z})});
  CHECK(of.run(words) == "cmp.2 cmp.3 mul mul xor cmp.3 xor show ret");
  CHECK(of.result.stats.rewrites == 2);
  CHECK(of.result.fired == std::vector<std::uint64_t>{1, 1, 0});
  Case within;
  within.c.show(within.b, {within.op("xor", {within.op("cmp.1", {within.x, within.y}), within.z})});
  CHECK(within.run(words) == "xor! show ret");
}

TEST_CASE("peephole: where there is no instruction for what a rule gives, nothing changes, and it is said") {
  for (const std::string gone : {"sub", "mul", "lit", ""})
    for (const bool explain : {false, true}) {
      CAPTURE(gone);
      Case k;
      k.machine.missing.insert(gone);
      k.options.explain = explain;
      const ValueId one = k.op("add", {k.x, k.y}), two = k.op("or", {k.x, k.x}), three = k.op("cmp", {k.x, k.x});
      k.c.show(k.b, {one, two, three});
      const std::string is = k.run(
          "rule makes\nmatch (add x y)\ngive (sub (mul x 3) y)\nrule literal\nmatch (cmp x x)\ngive 0\nrule "
          "same\nmatch (or x x)\ngive x\n");
      const bool makes = gone == "" || gone == "lit";
      CHECK(is == (makes ? std::string("mul 3 sub ") : std::string("add ")) +
                      (gone == "lit" ? "cmp show ret" : "lit 0 show ret"));
      CHECK(k.result.stats.refused == (gone == "" ? 0 : 1));
      CHECK(k.result.kept.size() == (explain && gone != "" ? 1 : 0));
      CHECK(k.result.stats.created == (makes ? 2 : 0) + (gone == "lit" ? 0 : 1));
      CHECK(k.result.stats.literals == (gone == "lit" ? 0 : 1));
      CHECK(k.result.stats.values == 1);
      CHECK(k.result.stats.erased == k.result.stats.rewrites);
    }
}

TEST_CASE("peephole: a literal is an operand where an instruction takes it there, else a register gets it") {
  const std::string rules = "rule makes\nmatch (add x y)\ngive (sub (mul x 3) (or 5 y))\n";
  for (const bool takes : {true, false}) {
    Case k;
    if (!takes) k.machine.missing.insert("literal");
    k.c.show(k.b, {k.op("add", {k.x, k.y})});
    CHECK(k.run(rules) == (takes ? "mul 3 lit 5 or sub show ret" : "lit 3 mul lit 5 or sub show ret"));
  }
  Case none;  // no instruction at all
  none.machine.missing = {"literal", "or"};
  none.c.show(none.b, {none.op("add", {none.x, none.y})});
  CHECK(none.run(rules) == "add show ret");
}

TEST_CASE("peephole: who reads what changed is visited again, so many levels up") {
  // The last rule makes b another operation; then patterns that begin 1, 2 and 3 readers above it fit.
  const std::string rules =
      "rule late\nmatch (xor s=(sub x y) y)\nwhen one_use(s)\ngive (cmp x y)\n"
      "rule one\nmatch (and (cmp x y) z)\ngive (mul x z)\n"
      "rule two\nmatch (or (add (cmp x y) z) w)\ngive (mul y w)\n"
      "rule three\nmatch (or (add (sub (cmp x y) z) w) w)\ngive (mul z w)\n"
      "rule none\nmatch (mul x 0)\ngive 0\n";
  for (const std::uint8_t reach : {0, 1, 2, 3}) {
    CAPTURE(int{reach});
    Case k;
    k.options.reach = reach;
    const ValueId a = k.op("sub", {k.x, k.y});
    const ValueId b = k.op("xor", {a, k.y});
    const ValueId one = k.op("and", {b, k.z});
    const ValueId two = k.op("or", {k.op("add", {b, k.z}), k.z});
    const ValueId three = k.op("or", {k.op("add", {k.op("sub", {b, k.x}), k.y}), k.y});
    k.c.show(k.b, {one, two, three, k.op("mul 0", {a})});
    k.run(rules);
    CHECK(k.result.fired[0] == 1);
    CHECK(k.result.fired[1] == 1);
    CHECK(k.result.fired[2] == (reach >= 1 ? 1 : 0));
    CHECK(k.result.fired[3] == (reach >= 2 ? 1 : 0));
    k.options.reach = 2;
    CHECK(k.again(rules) == "mul mul mul lit 0 show ret");
  }
}

TEST_CASE("peephole: levels come to an end in a loop, and each visit is counted") {
  // p = p + x, where p is a parameter: it is its own reader.
  Case k;
  const ValueId p = k.c.parameter();
  const ValueId dead = k.op("sub", {k.x, k.y});
  const ValueId one = k.op("xor", {dead, k.y});
  k.c.write(k.b, "add", {}, {p, one}, p);
  k.c.show(k.b, {p, k.op("mul 0", {dead})});
  k.run("rule late\nmatch (xor s=(sub x y) y)\nwhen one_use(s)\ngive (cmp x y)\nrule none\nmatch (mul x 0)\ngive 0\n");
  CHECK(k.result.stats.rewrites == 2);
  CHECK(!k.result.visit_limit);
  // Six of the start, `show` as what reads the literal; the literal; who alone reads `sub` now, which becomes `cmp`; that; p with two
  // levels, then with one and with none; `show` with one and with none.
  CHECK(k.result.stats.instructions == 6);
  CHECK(k.result.stats.visits == 6 + 1 + 1 + 1 + 3 + 2);
}

TEST_CASE("peephole: one reader less is seen by the reader that is left, and through copies") {
  const std::string rules =
      "rule late\nmatch (xor s=(sub x y) y)\nwhen one_use(s)\ngive (cmp x y)\nrule none\nmatch (mul x 0)\ngive 0\n";
  for (const std::uint32_t readers : {1U, 2U, 3U})
    for (const std::uint32_t copies : {0U, 1U, 3U}) {
      CAPTURE(readers);
      CAPTURE(copies);
      Case k;
      const ValueId a = k.op("sub", {k.x, k.y});
      ValueId last = a;
      for (std::uint32_t n = 0; n < copies; ++n) last = k.copy(last);
      k.c.show(k.b, {k.op("xor", {last, k.y})});
      for (std::uint32_t n = 1; n < readers; ++n) k.c.show(k.b, {a});
      k.c.show(k.b, {k.op("mul 0", {a})});
      k.run(rules);
      CHECK(k.result.fired[0] == (readers == 1 ? 1 : 0));
      CHECK(k.result.fired[1] == 1);
      CHECK(k.result.stats.rewrites == k.result.stats.erased - (readers == 1 ? copies + 1 : 0));
      k.again(rules);
      CHECK(k.result.stats.rewrites == 0);
    }
}

TEST_CASE("peephole: what changes behind copies is seen in front of them") {
  const std::string rules =
      "rule late\nmatch (xor s=(sub x y) y)\nwhen one_use(s)\ngive (cmp x y)\n"
      "rule one\nmatch (and (cmp x y) z)\ngive (mul x z)\n"
      "rule none\nmatch (mul x 0)\ngive 0\n";
  for (const std::uint32_t copies : {0U, 1U, 16U}) {
    CAPTURE(copies);
    Case k;
    const ValueId a = k.op("sub", {k.x, k.y});
    ValueId last = k.op("xor", {a, k.y});
    for (std::uint32_t n = 0; n < copies; ++n) last = k.copy(last);
    k.c.show(k.b, {k.op("and", {last, k.z}), k.op("mul 0", {a})});
    CHECK(k.run(rules) == "mul lit 0 show ret");
    CHECK(k.result.stats.rewrites == 3);
  }
}

TEST_CASE("peephole: long chains of copies are looked through to a bound") {
  Case k;
  const ValueId a = k.op("sub", {k.x, k.y});
  ValueId last = k.op("xor", {a, k.y});
  for (int n = 0; n < 20000; ++n) last = k.copy(last);
  k.c.show(k.b, {k.op("and", {last, k.z}), k.op("mul 0", {a})});
  k.run(
      "rule late\nmatch (xor s=(sub x y) y)\nwhen one_use(s)\ngive (cmp x y)\n"
      "rule one\nmatch (and (cmp x y) z)\ngive (mul x z)\nrule none\nmatch (mul x 0)\ngive 0\n");
  CHECK(k.result.fired == std::vector<std::uint64_t>{1, 0, 1});
}

TEST_CASE("peephole: an instruction is asked for with the register that it writes, where that is there") {
  const std::string rules = "rule makes\nmatch (add x y)\ngive (sub (mul x 3) (or 5 y))\n";
  for (const std::string last : {"sub", "mul", "or", ""})
    for (const std::string inner : {"sub", "mul", "or", ""}) {
      Case k;
      k.machine.never_last.insert(last);
      k.machine.never_inner.insert(inner);
      k.c.show(k.b, {k.op("add", {k.x, k.y})});
      const bool made = last != "sub" && inner != "mul" && inner != "or";
      CHECK(k.run(rules) == (made ? "mul 3 lit 5 or sub show ret" : "add show ret"));
    }
}

TEST_CASE("peephole: each change has its fuel: an operation, a value, a literal") {
  const std::string rules =
      "rule makes\nmatch (add x y)\ngive (sub (mul x 3) y)\nrule same\nmatch (or x x)\ngive x\nrule zero\nmatch (cmp x "
      "x)\ngive 0\n";
  const char* const left[] = {"add or cmp show ret", "mul 3 sub or cmp show ret", "mul 3 sub cmp show ret",
                              "mul 3 sub lit 0 show ret"};
  for (std::uint64_t fuel = 0; fuel < 5; ++fuel) {
    Case k;
    k.options.fuel = fuel;
    const ValueId one = k.op("add", {k.x, k.y}), two = k.op("or", {k.x, k.x}), three = k.op("cmp", {k.x, k.x});
    k.c.show(k.b, {one, two, three});
    CHECK(k.run(rules) == left[std::min<std::uint64_t>(fuel, 3)]);
    CHECK(k.result.out_of_fuel == (fuel < 3));
    CHECK(k.result.changes == std::min<std::uint64_t>(fuel, 3));
    CHECK(k.result.stats.rewrites == k.result.changes);
  }
}

TEST_CASE("peephole: what a rule makes is visited, each of it") {
  Case k;
  k.c.show(k.b, {k.op("add", {k.x, k.y})});
  CHECK(
      k.run("rule makes\nmatch (add x y)\ngive (sub (mul x 3) (mul y 5))\nrule three\nmatch (mul x 3)\ngive (or x 3)\n"
            "rule five\nmatch (mul x 5)\ngive (xor x 5)\n") == "or 3 xor 5 sub show ret");
  CHECK(k.result.stats.created == 5);
}

TEST_CASE("peephole: rules that do not end are stopped") {
  Case k;
  k.c.show(k.b, {k.op("add", {k.x, k.y})});
  k.run("rule turn\nmatch (add x y)\ngive (add y x)\n");
  CHECK(k.result.visit_limit);
  CHECK(k.result.stats.visits == 32 * (3 + 32));
  CHECK(k.result.stats.rewrites > 32 * 32);
}

TEST_CASE("peephole: steps that name no rule or no instruction are told, and none behind them is done") {
  const std::string text = "rule turn\nmatch (add x 0)\ngive x\nrule none\nmatch (sub x x)\ngive 0\n";
  const rules::Compiled list = compiled(text);
  using Fault = passes::PeepholeFault;
  struct Row {
    std::uint32_t rule, node;
    std::optional<Fault> fault;
  };
  for (const Row& row : std::initializer_list<Row>{{0, 0, {}},
                                                   {1, 0, Fault::does_not_fire},
                                                   {2, 0, Fault::unknown_step},
                                                   {0, 3, Fault::unknown_step},
                                                   {0, 2, Fault::unknown_step},
                                                   {0, 1, Fault::unknown_step}}) {
    CAPTURE(row.rule);
    CAPTURE(row.node);
    const auto make = [](Case& k) {
      k.c.show(k.b, {k.op("add 0", {k.x})});
      k.c.ret(k.b);
    };
    Case k, again;
    make(k), make(again);
    k.options.trace = true;
    k.again(text);
    REQUIRE(k.result.trace.steps.size() == 1);
    k.result.trace.steps[0].rule = row.rule;
    k.result.trace.steps[0].node = row.node;
    const auto faults = passes::replay_peephole(again.c, again.machine, list, k.result.trace);
    CHECK(faults.empty() == !row.fault);
    if (row.fault && !faults.empty()) CHECK(faults.has(*row.fault));
    CHECK(again.c.names(again.b) == (row.fault ? "add 0 show ret" : "show ret"));
  }
}
