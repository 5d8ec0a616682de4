// Structured control flow by flags: behind it nothing is found, no instruction is copied, and the code does the same; every
// prefix of its steps, small shapes by hand, and what is refused.
#include <doctest/doctest.h>

#include <map>

#include <lathe/passes/structurize.hpp>

#include "unit/lathe/passes/random_functions.hpp"
#include "unit/lathe/passes/toy_clients.hpp"

namespace {

using namespace lathe;
using namespace passes_test;

template <class P>
std::map<flow::StructureFault, std::size_t> findings(const P& f) {
  const program::Numbering<P> n(f);
  std::map<flow::StructureFault, std::size_t> out;
  for (const auto& x : flow::structure_findings(flow::make_cfg(program::FlowOf<P>(f, n)))) ++out[x.fault];
  return out;
}
template <class P>
std::map<std::string, std::size_t> instructions(const P& f) {
  std::map<std::string, std::size_t> out;
  for (auto&& b : f.blocks())
    for (auto&& i : f.instructions(b)) ++out[f.key(i)];
  return out;
}
template <class P>
std::uint64_t total(const P& f) {
  std::uint64_t out = 0;
  for (const auto& [key, n] : instructions(f)) out += n;
  return out;
}
passes::StructurizeOptions with(std::uint64_t fuel, std::uint64_t growth = 10000) {
  passes::StructurizeOptions options;
  options.fuel = fuel;
  options.growth = growth;
  return options;
}

struct SmallGuides {
  SmallCode& code;
  ValueId make_flag() const { return code.make_value(); }
  InstId make_set(ValueId flag, bool on) const {
    const SmallCode::Operand def{flag, Role::def};
    return code.make({on ? "on" : "off", Effects(), {}}, {&def, 1});
  }
  InstId make_branch(ValueId flag, BlockId yes) const {  // in front of a jump
    const SmallCode::Operand use{flag, Role::use};
    return code.make({"ask", Effect::terminator, {}}, {&use, 1}, {&yes, 1});
  }
};

}  // namespace

TEST_CASE("structurize: nothing is left, nothing is copied, and the code does the same") {
  std::map<flow::StructureFault, std::size_t> had;
  std::uint64_t cycles = 0, loops = 0, regions = 0;
  for (const std::uint32_t seed : {61U, 62U}) {
    toy::RandomFunctions random(seed);
    for (int round = 0; round < 200; ++round) {
      CAPTURE(round);
      const toy::SsaFunction ssa = random.next();
      for (const std::uint64_t fuel : {std::uint64_t{1}, std::uint64_t{3}, ~std::uint64_t{0}}) {
        EditFunction before(ssa), behind(ssa);
        leave_ssa(before), leave_ssa(behind);
        const auto was = findings(before);
        for (const auto& [fault, n] : was) had[fault] += n;
        program::Known known(behind);
        program::ControlFlow graph(behind, known);
        program::UseDef uses(behind, known);
        flow::FollowDominators dominators(graph);
        program::Verifying verify(behind, graph, uses, dominators);
        ToyGuides guides{behind};
        const auto result =
            passes::structurize(behind, guides, with(fuel), NoRemarks{}, graph, uses, dominators, verify);
        for (const auto& f : verify.faults()) MESSAGE(f.text);
        CHECK(verify.faults().empty());
        CHECK(result.changes <= fuel);
        CHECK(total(behind) == total(before) + result.stats.insts);
        CHECK((result.changes == 0) == was.empty());
        if (fuel == ~std::uint64_t{0}) CHECK(findings(behind).empty());
        const auto now = instructions(behind);
        for (const auto& [key, n] : instructions(before))
          if (key != "jump" && key != "branch" && !key.starts_with("set")) CHECK(now.at(key) == n);
        cycles += result.stats.cycles, loops += result.stats.loops, regions += result.stats.regions;
        same_to_the_machine(before, behind);  // to the checker a flag is a condition like others
      }
    }
  }
  MESSAGE(cycles << " cycles, " << loops << " loops, " << regions << " regions");
  CHECK(had.size() == 3);
  CHECK(cycles > 20);
  CHECK(loops > 20);
  CHECK(regions > 20);
}

TEST_CASE("structurize: two conditions for one place, with convergent code, and phis") {
  enum class What : std::uint8_t { plain, phi, no_fuel };
  for (const What what : {What::plain, What::phi, What::no_fuel}) {
    CAPTURE(static_cast<int>(what));
    SmallCode code;
    const BlockId a = code.block(), b = code.block(), x = code.block(), y = code.block(), end = code.block();
    const ValueId p = code.parameter(), q = code.parameter();
    code.branch(a, p, x, b);
    code.branch(b, q, x, y);
    if (what == What::phi) code.show(x, {code.phi(x, {{a, p}, {b, q}})});
    code.add(x, {"barrier", Effect::convergent, {}}, {});
    code.jump(x, end);
    code.add(y, {"barrier", Effect::convergent, {}}, {});
    code.jump(y, end);
    code.ret(end);
    CHECK(findings(code).size() == 1);
    SmallGuides guides{code};
    passes::StructurizeOptions options = with(what == What::no_fuel ? 0 : 9);
    options.explain = true;
    const auto result = passes::structurize(code, guides, options);
    CHECK(findings(code).empty() == (what == What::plain));
    CHECK(result.stats.regions == (findings(code).empty() ? 1 : 0));
    CHECK(code.count(x, "barrier") + code.count(y, "barrier") == 2);
    if (what == What::phi) CHECK(result.kept.at(0).reason == passes::StructurizeReason::ssa);
    if (what == What::plain) CHECK(code.names(b) == "on branch");
  }
}

TEST_CASE("structurize: growth is bounded, and what does not fit is told") {
  SmallCode code;  // a chain of blocks, each of which may go to any that is behind it
  std::vector<BlockId> blocks;
  for (int k = 0; k < 40; ++k) blocks.push_back(code.block());
  const ValueId p = code.parameter();
  for (std::size_t k = 0; k + 1 < blocks.size(); ++k)
    code.branch(blocks[k], p, blocks[k + 1], blocks[std::min(blocks.size() - 1, k + 2 + k * 7 % 11)]);
  code.ret(blocks.back());
  const auto many = [&](std::uint64_t growth) {
    SmallGuides guides{code};
    passes::StructurizeOptions options = with(~std::uint64_t{0}, growth);
    options.explain = true;
    const std::uint64_t before = total(code);
    const auto result = passes::structurize(code, guides, options);
    const std::uint64_t behind = total(code);
    CHECK(behind == before + result.stats.insts);
    CHECK(behind <= before + std::max<std::uint64_t>(100, before * growth / 100));
    CHECK(result.kept.empty() == findings(code).empty());
    for (const auto& k : result.kept) CHECK(k.reason == passes::StructurizeReason::growth);
    return findings(code).empty();
  };
  CHECK(!many(0));
  CHECK(many(5000));
}

// Instructions by hand: two for each place but the last, and for each way to one a flag for it and those in front of it.
TEST_CASE("structurize: a cycle is what comes back, its exits are none of it; flags are as few as say the way") {
  SmallCode code;
  const BlockId entry = code.block(), top = code.block(), c = code.block(), d = code.block(), a = code.block(),
                b = code.block(), x = code.block(), end = code.block(), lost = code.block();
  const ValueId p = code.parameter();
  code.jump(entry, top);
  code.branch(top, p, c, d);
  code.branch(c, p, a, b);
  code.jump(d, x);
  code.branch(a, p, b, x);
  code.branch(b, p, a, end);
  code.branch(x, p, top, end);  // a loop around it
  code.ret(end);
  code.jump(lost, a);  // nothing leads there
  SmallGuides guides{code};
  const auto result = passes::structurize(code, guides, with(1));
  CHECK(result.stats.cycles == 1);
  CHECK(result.stats.insts == 2 + (1 + 1 + 1) + 1 + 1);  // c's second way has a block between, with a jump

  SmallCode loop;
  const BlockId h = loop.block(), second = loop.block(), third = loop.block(), l1 = loop.block(), l2 = loop.block(),
                l3 = loop.block();
  const ValueId q = loop.parameter();
  loop.branch(h, q, l1, second);
  loop.branch(second, q, l2, third);
  loop.branch(third, q, l3, h);
  for (const BlockId out : {l1, l2, l3}) loop.show(out, {q}), loop.ret(out);
  SmallGuides of_loop{loop};
  const auto exits = passes::structurize(loop, of_loop, with(1));
  CHECK(exits.stats.loops == 1);
  CHECK(exits.stats.insts == 2 * 2 + 1 + 2 + 2);
  CHECK(findings(loop).empty());
}

TEST_CASE("structurize: what is behind a loop that is left as it is gets its turn") {
  SmallCode code;
  const BlockId h = code.block(), x = code.block(), y = code.block(), next = code.block(), h2 = code.block(),
                body = code.block(), end = code.block(), other = code.block();
  const ValueId p = code.parameter();
  code.add(h, {"switch", Effect::terminator, {}}, {{p, Role::use}}, {x, y, h});
  code.jump(x, next);
  code.jump(y, next);
  code.jump(next, h2);
  code.branch(h2, p, other, body);
  code.branch(body, p, end, h2);
  code.ret(end);
  code.ret(other);
  SmallGuides guides{code};
  passes::StructurizeOptions options = with(~std::uint64_t{0});
  options.explain = true;
  const auto result = passes::structurize(code, guides, options);
  CHECK(result.kept.size() == 1);
  CHECK(result.kept.at(0).reason == passes::StructurizeReason::ways);
  CHECK(result.stats.refused == 1);
  CHECK(result.stats.loops == 1);
}

TEST_CASE("structurize: code may grow by as much as is said, and not by one more") {
  for (const bool fits : {true, false}) {
    SmallCode code;  // a loop of thirteen exits
    std::vector<BlockId> blocks;
    for (int k = 0; k < 13; ++k) blocks.push_back(code.block());
    const ValueId p = code.parameter();
    for (std::size_t k = 0; k < blocks.size(); ++k) {
      const BlockId out = code.block();
      if (k == 0)
        for (int pads = fits ? 88 : 87; pads > 0; --pads) code.show(out, {p});
      code.ret(out);
      code.branch(blocks[k], p, out, blocks[(k + 1) % blocks.size()]);
    }
    const std::uint64_t grows = 2 * 12 + 13 * 14 / 2 - 1;
    REQUIRE(total(code) == grows - (fits ? 0 : 1));
    SmallGuides guides{code};
    const auto result = passes::structurize(code, guides, with(~std::uint64_t{0}, 100));
    CHECK(result.stats.loops == (fits ? 1 : 0));
    CHECK(result.stats.insts == (fits ? grows : 0));
  }
}
