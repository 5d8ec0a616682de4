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
#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using passes::FuseReason;
using passes_test::SmallCode, passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
using program::Effect, program::Fact;

struct Sums : SmallCode {
  static constexpr program::Facts facts = SmallCode::facts | Fact::latency;
  std::map<std::string, std::uint32_t> cycles{{"sum", 2}, {"product", 3}, {"fused", 4}};
  std::uint32_t latency(InstId i) const {
    const auto at = cycles.find(payload(i).name);
    return at == cycles.end() ? 0 : at->second;
  }
  ValueId leaf(BlockId b, std::uint32_t when) {
    const std::string name = "leaf" + std::to_string(when);
    cycles[name] = when;
    return op(b, name, Effect::none, {});
  }
  std::optional<std::uint32_t> fuses(InstId sum, InstId product, ValueId) const {
    if (payload(sum).name != "sum" || payload(product).name != "product") return {};
    return cycles.at("fused");
  }
  InstId make_fused(InstId sum, InstId product, ValueId between) {
    std::vector<Operand> operands;
    for_each_operand(product, [&](const Operand& o) {
      if (!o.is_def()) operands.push_back(o);
    });
    for_each_operand(sum, [&](const Operand& o) {
      if (!(o.value == between)) operands.push_back(o);
    });
    return make({"fused", Effect::none, {}}, operands);
  }
  // What each show says, where leaves are numbers by their order.
  std::vector<std::uint64_t> run() const {
    std::map<std::uint32_t, std::uint64_t> word;
    std::vector<std::uint64_t> out;
    std::uint64_t leaves = 0;
    for (const BlockId b : blocks())
      for (const InstId i : instructions(b)) {
        std::vector<std::uint64_t> in;
        std::uint32_t to = 0;
        for_each_operand(i, [&](const Operand& o) {
          if (o.is_def())
            to = o.value.value;
          else
            in.push_back(word[o.value.value]);
        });
        const std::string& name = payload(i).name;
        if (name == "sum") word[to] = in[0] + in[1];
        if (name == "product") word[to] = in[0] * in[1];
        if (name == "fused") word[to] = in[0] * in[1] + in[2];
        if (name.starts_with("leaf")) word[to] = ++leaves * 0x9e3779b97f4a7c15;
        if (name == "show") out.push_back(in[0]);
      }
    return out;
  }
};
void fill(Sums& code, std::uint32_t seed) {
  toy::RandomFunctions random(seed);
  code.cycles["fused"] = 2 + random.below(5);
  const BlockId b = code.block();
  std::vector<ValueId> all;
  for (int k = 0; k < 5; ++k) all.push_back(code.leaf(b, random.below(12)));
  const auto any = [&] {
    const auto n = static_cast<std::uint32_t>(all.size());
    return all[random.below(3) == 0 ? random.below(n) : n - 1 - random.below(std::min(n, 4U))];
  };
  for (std::uint32_t k = 4 + random.below(12); k > 0; --k) {
    const ValueId x = any(), y = any();
    all.push_back(code.op(b, random.below(2) == 0 ? "sum" : "product", Effect::commutes, {x, y}));
  }
  code.show(b, {all.back()});
  code.show(b, {any()});
  code.ret(b);
}
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
