// Fused forms on random blocks of sums and products: the same numbers come out, no result that is read later is later than it was
// by more than its slack, every prefix is right; what is left alone is told why; registers.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <lathe/passes/fuse_products.hpp>

#include "support/edited_functions.hpp"
#include "support/rounds.hpp"
#include "unit/lathe/passes/toy_sums.hpp"
#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using passes::FuseReason;
using passes_test::SmallCode, passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
using passes_test::Sums, passes_test::fill;
using program::Effect, program::Fact;

std::uint64_t length(const Sums& code) {
  program::Known known(code);
  program::ControlFlow flow(code, known);
  const flow::FollowLoops loops(flow);
  const flow::FollowTrace trace(code, flow, loops);
  return trace.length(*code.blocks().begin());
}

}  // namespace

TEST_CASE("sums of products are fused, come to the same, and nothing takes longer") {
  std::uint64_t fused = 0, sooner = 0, left = 0, readers = 0;
  for (int round = 0; round < lathe::test::rounds(200); ++round) {
    CAPTURE(round);
    Sums before;
    fill(before, static_cast<std::uint32_t>(round));
    for (std::uint64_t fuel = 0;; ++fuel) {
      Sums code;
      fill(code, static_cast<std::uint32_t>(round));
      passes::FuseProductsOptions options;
      options.fuel = fuel;
      options.explain = true;
      passes::Chain<Sums> chain(code);
      program::Verifying verify(code, chain);
      const auto result = passes::fuse_products(chain, code, program::NoRegisters(), options, NoRemarks(), verify);
      REQUIRE(verify.faults().empty());
      CHECK(code.run() == before.run());
      CHECK(length(code) <= length(before));
      if (result.out_of_fuel) continue;
      fused += result.stats.fused, sooner += result.stats.sooner, left += result.stats.depth;
      for (const auto& k : result.kept) readers += k.reason == FuseReason::readers;
      CHECK(passes_test::size(code) + result.stats.fused == passes_test::size(before));
      break;
    }
  }
  CHECK(fused > 60);
  CHECK(sooner > 30);
  CHECK(left > 10);
  CHECK(readers > 50);
}

TEST_CASE("a late addend keeps its sum on the critical path, and has it fused where there is slack") {
  for (const bool slack : {false, true}) {
    Sums code;
    const BlockId b = code.block();
    const ValueId x = code.leaf(b, 0), y = code.leaf(b, 1), late = code.leaf(b, 20);
    const ValueId sum = code.op(b, "sum", Effect::commutes, {code.op(b, "product", Effect::commutes, {x, y}), late});
    code.show(b, {sum});
    if (slack) code.show(b, {code.leaf(b, 40)});
    code.ret(b);
    passes::FuseProductsOptions options;
    options.explain = true;
    const auto result = passes::fuse_products(code, code, program::NoRegisters(), options);
    CHECK(result.stats.fused == (slack ? 1U : 0U));
    if (!slack) {
      REQUIRE(result.kept.size() == 1);
      CHECK(result.kept[0].reason == FuseReason::depth);
    }
  }
}

TEST_CASE("of two products that one is fused whose form is there sooner") {
  Sums code;
  const BlockId b = code.block();
  const ValueId x = code.leaf(b, 0), y = code.leaf(b, 1), late = code.leaf(b, 9);
  const ValueId soon = code.op(b, "product", Effect::commutes, {x, y}),
                other = code.op(b, "product", Effect::commutes, {late, y});
  code.show(b, {code.op(b, "sum", Effect::commutes, {soon, other})});
  code.ret(b);
  CHECK(passes::fuse_products(code, code, program::NoRegisters()).stats.fused == 1);
  CHECK(code.count(b, "product") == 1);
  CHECK(code.names(b) == "leaf0 leaf1 leaf9 product fused show ret");
  CHECK(length(code) == 9 + 4);
}

TEST_CASE("fused forms pass no register limit, by the full analysis") {
  std::uint64_t pressure = 0;
  for (int round = 0; round < lathe::test::rounds(60); ++round)
    for (const std::uint32_t limit : {3U, 4U, 5U}) {
      CAPTURE(round);
      Sums code;
      fill(code, static_cast<std::uint32_t>(round));
      const std::uint64_t was = passes_test::excess(code, limit);
      const auto result = passes::fuse_products(code, code, passes_test::Registers{limit});
      CHECK(passes_test::excess(code, limit) <= was);
      pressure += result.stats.pressure;
    }
  CHECK(pressure > 0);
}

namespace {

// A block whose leaves are there at once; what is made and shown is asked for.
struct OneSum {
  Sums code;
  BlockId b = code.block();
  passes::FuseProductsOptions options;
  OneSum() { options.explain = true; }
  ValueId product(std::uint32_t when = 0) {
    return code.op(b, "product", Effect::none, {code.leaf(b, when), code.leaf(b, when)});
  }
  ValueId sum(ValueId x, ValueId y) { return code.op(b, "sum", Effect::none, {x, y}); }
  passes::FuseProductsResult<Sums> run(std::initializer_list<ValueId> shown) {
    code.show(b, shown);
    code.ret(b);
    return passes::fuse_products(code, code, program::NoRegisters(), options);
  }
  std::size_t count(const std::string& name) const { return code.count(b, name); }
};

}  // namespace

TEST_CASE("what is fused under a limit is what the tracker is told, one after the other") {
  for (const std::uint32_t limit : {2U, 3U, 4U})
    for (const bool result_first : {false, true}) {  // where instructions name what they write
      Sums code;
      code.cycles["fused"] = 4;
      const BlockId b = code.block();
      const auto op = [&](const char* name, ValueId p, ValueId q) {
        if (!result_first) return code.op(b, name, Effect::none, {p, q});
        const ValueId out = code.make_value();
        code.add(b, {name, Effect::none, {}},
                 {{out, program::Role::def}, {p, program::Role::use}, {q, program::Role::use}});
        return out;
      };
      const ValueId x = code.leaf(b, 0), y = code.leaf(b, 0), z = code.leaf(b, 0);
      const ValueId one = op("sum", op("product", x, y), z);
      const ValueId u = code.leaf(b, 0), v = code.leaf(b, 0);
      const ValueId two = op("sum", op("product", one, u), v);
      code.show(b, {two});
      code.ret(b);
      const std::uint64_t was = passes_test::excess(code, limit);
      const auto result = passes::fuse_products(code, code, passes_test::Registers{limit});
      CHECK(result.stats.fused == 2);  // three are live at once with and without
      CHECK(result.stats.pressure == 0);
      CHECK(passes_test::excess(code, limit) == was);
    }
}

TEST_CASE("of two products that would be fused as soon the first one is, and as soon as before is not sooner") {
  OneSum s;
  s.code.cycles["fused"] = 2;
  const ValueId one = s.product(), two = s.product();
  const auto result = s.run({s.sum(one, two)});
  CHECK(result.stats.fused == 1);
  CHECK(result.stats.sooner == 0);  // 3 + 2, and the other product's 3 + 2
  CHECK(result.stats.pairs == 2);
  CHECK(result.kept.empty());
  CHECK(s.count("product") == 1);
  for (const InstId i : s.code.instructions(s.b))
    s.code.for_each_operand(i, [&](const SmallCode::Operand& o) { CHECK(!(o.value == one)); });
}

TEST_CASE("what is later by no more than its slack is fused") {
  for (const std::uint32_t other : {6U, 7U, 8U}) {  // how long something else takes
    OneSum s;
    const ValueId end = s.sum(s.product(), s.product());  // 3 + 2; fused 3 + 4
    const ValueId late = s.code.leaf(s.b, other);
    const auto result = s.run({end, late});
    CHECK(result.stats.fused == (other >= 7 ? 1 : 0));
    CHECK(result.stats.depth == (other >= 7 ? 0 : 1));
    CHECK(result.kept.size() == (other >= 7 ? 0 : 1));
  }
}

TEST_CASE("addends that nothing in the block makes: parameters, and phis, which take no time") {
  for (const bool phi : {false, true}) {
    Sums code;
    code.cycles["phi"] = 9;
    code.cycles["fused"] = 5;
    const BlockId entry = code.block(), b = code.block();
    const ValueId p = code.parameter();
    code.jump(entry, b);
    const ValueId x = phi ? code.phi(b, {{entry, p}}) : p;
    const ValueId product = code.op(b, "product", Effect::none, {p, p});
    code.show(b, {code.op(b, "sum", Effect::none, {product, x})});
    code.ret(b);
    const auto result = passes::fuse_products(code, code, program::NoRegisters());
    CHECK(result.stats.fused == 1);
    CHECK(result.stats.sooner == 0);
    CHECK(result.kept.empty());
  }
}

TEST_CASE("no fuel, no explanations, products of other blocks and of other readers") {
  OneSum s;
  s.options.fuel = 0;
  s.code.cycles["fused"] = 1;
  const ValueId first = s.sum(s.product(), s.product()), second = s.sum(s.product(), s.product());
  const auto result = s.run({first, second});
  CHECK(result.out_of_fuel);
  CHECK(result.stats.pressure == 0);
  CHECK(result.kept.empty());
  CHECK(result.stats.pairs == 2);  // nobody looks further
  for (const bool explain : {false, true}) {
    OneSum t;
    t.options.explain = explain;
    const ValueId p = t.product();
    const ValueId end = t.sum(p, t.code.leaf(t.b, 0));
    const auto kept = t.run({end, p});
    CHECK(kept.stats.fused == 0);
    REQUIRE(kept.kept.size() == (explain ? 1 : 0));
    if (explain) CHECK(kept.kept[0].reason == FuseReason::readers);
  }
  Sums code;
  const BlockId entry = code.block(), b = code.block();
  const ValueId p = code.parameter(), product = code.op(entry, "product", Effect::none, {p, p});
  code.jump(entry, b);
  code.show(b, {code.op(b, "sum", Effect::none, {product, p})});
  code.ret(b);
  CHECK(passes::fuse_products(code, code, program::NoRegisters()).stats.fused == 0);
}
