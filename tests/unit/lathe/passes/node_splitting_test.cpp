// Node splitting: behind it every cycle is a natural loop, and the code does the same; SSA form and convergent code are
// refused; every prefix of the changes is right.
#include <doctest/doctest.h>

#include <lathe/passes/node_splitting.hpp>

#include "adapters/archetype/editor.hpp"
#include "unit/lathe/passes/random_functions.hpp"

namespace {

using namespace lathe;
using toy::BlockId, toy::EditFunction, toy::InstId, toy::ValueId;

// Out of SSA form, in the simplest way: a phi is a register that is written at the end of each block in front, by way of
// another one, so that phis of one block do not see each other.
void leave_ssa(EditFunction& f) {
  std::vector<InstId> phis;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b))
      if (f.effects(i).has(program::Effect::phi)) phis.push_back(i);
  for (const InstId phi : phis) {
    const ValueId result(f.inst(phi).writes[0]), carried = f.make_value(result);
    std::vector<std::pair<BlockId, ValueId>> in;
    f.for_each_incoming(phi, [&](BlockId b, ValueId v) { in.emplace_back(b, v); });
    for (const auto& [b, v] : in) {
      std::optional<InstId> end;
      for (const InstId i : f.instructions(b))
        if (!end && f.effects(i).has(program::Effect::terminator)) end = i;
      f.put(f.make_copy(carried, v), {b, end});
    }
    f.put(f.make_copy(result, carried), {f.parent(phi), phi});
  }
  for (const InstId phi : phis) f.put(phi, {}), f.drop(phi);
}
std::size_t irreducible(const EditFunction& f) {
  const program::Numbering<EditFunction> n(f);
  std::size_t out = 0;
  for (const auto& x : flow::structure_findings(flow::make_cfg(program::FlowOf<EditFunction>(f, n))))
    out += x.fault == flow::StructureFault::irreducible;
  return out;
}

}  // namespace

TEST_CASE("cycles with several entries become natural loops") {
  std::size_t had = 0, left = 0;
  std::uint64_t copies = 0;
  toy::RandomFunctions random(61);
  for (int round = 0; round < 400; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    for (const std::uint64_t fuel : {std::uint64_t{1}, ~std::uint64_t{0}}) {
      EditFunction before(ssa), behind(ssa);
      leave_ssa(before);
      leave_ssa(behind);
      program::Known known(behind);
      program::ControlFlow graph(behind, known);
      program::UseDef uses(behind, known);
      flow::FollowDominators dominators(graph);
      program::Verifying verify(behind, graph, uses, dominators);
      passes::NodeSplittingOptions options;
      options.fuel = fuel;
      options.growth = 10000;
      const auto result = passes::split_nodes(behind, options, NoRemarks{}, graph, uses, dominators, verify);
      for (const auto& f : verify.faults()) MESSAGE(f.text);
      CHECK(verify.faults().empty());
      CHECK(result.stats.cycles <= fuel);
      copies += result.stats.copies;
      had += irreducible(before) != 0;
      if (fuel != 1) left += irreducible(behind);
      passes_test::compare(before, behind);
    }
  }
  CHECK(had > 20);
  CHECK(copies > 20);
  CHECK(left == 0);
}

TEST_CASE("SSA form, convergent code and too much growth are refused") {
  using Op = archetype::Code::Op;
  const auto terminator = program::Effect::terminator;
  const auto build = [&](program::Effects in_cycle, int insts) {
    archetype::Code code;
    std::vector<archetype::Code::Block> b;
    for (int k = 0; k < 4; ++k) {
      b.push_back(code.make_block({}));
      code.put_block(b.back(), true, {});
    }
    const auto put = [&](int at, Op op) { code.put(code.make(op), {b[static_cast<std::size_t>(at)], {}}); };
    const auto n = [&](int k) { return b[static_cast<std::size_t>(k)].number(); };
    put(0, {"branch", terminator, {1}, {}, {n(1), n(2)}, -1});
    for (int side = 1; side < 3; ++side) {
      for (int k = 0; k < insts; ++k) put(side, {"op", in_cycle, {1}, {}, {}, -1});
      put(side, {"branch", terminator, {1}, {}, {n(3 - side), n(3)}, -1});
    }
    put(3, {"ret", terminator, {}, {}, {}, -1});
    passes::NodeSplittingOptions options;
    options.explain = true;
    options.growth = 0;
    return passes::split_nodes(code, options);
  };
  const auto split = build({}, 3), convergent = build(program::Effect::convergent, 3), large = build({}, 101);
  CHECK(split.stats.copies == 1);
  CHECK(convergent.stats.copies == 0);
  CHECK(convergent.kept.at(0).reason == passes::NodeSplittingReason::convergent);
  CHECK(large.kept.at(0).reason == passes::NodeSplittingReason::growth);
}
