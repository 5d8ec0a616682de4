// The machine combiner on random functions: what the toy machine does before and behind, followers agree behind every
// edit, every prefix is right, registers do not get worse. By hand: machine_combiner_trees_test.cpp.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>

#include <lathe/passes/machine_combiner.hpp>

#include "unit/lathe/passes/toy_sums.hpp"
#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using passes_test::Timed, passes_test::add_trees;
using Reason = passes::CombinerReason;

}  // namespace

TEST_CASE("sums and products are regrouped, and the machine does the same") {
  toy::RandomFunctions random(71);
  passes::MachineCombinerStats all;
  std::map<Reason, int> kept;
  for (int round = 0; round < 120; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    const std::uint32_t seed = random.below(10000);
    for (const std::uint64_t fuel : {std::uint64_t{1}, std::uint64_t{2}, ~std::uint64_t{0}}) {
      Timed before(ssa), behind(ssa);
      toy::RandomFunctions one(seed), same(seed);
      add_trees(before, one);
      add_trees(behind, same);
      program::Known known(behind);
      program::ControlFlow graph(behind, known);
      program::UseDef uses(behind, known);
      flow::FollowLiveness live(behind, graph);
      program::Verifying verify(behind, graph, uses, live);
      passes::MachineCombinerOptions options;
      options.fuel = fuel;
      options.explain = true;
      const passes_test::Registers registers{round % 2 == 0 ? 0U : 6U};
      const auto result = passes::combine(behind, behind, registers, options, NoRemarks{}, graph, uses, live, verify);
      if (!verify.faults().empty()) FAIL(verify.faults().begin()->text);
      CHECK(result.changes <= fuel);
      CHECK(passes_test::size(before) == passes_test::size(behind));
      if (registers.limit != 0)
        CHECK(passes_test::excess(behind, registers.limit) <= passes_test::excess(before, registers.limit));
      for (const auto& k : result.kept) ++kept[k.reason];
      all.regrouped += result.stats.regrouped;
      all.moved += result.stats.moved;
      all.cycles += result.stats.cycles;
      passes_test::same_to_the_machine(before, behind);
    }
  }
  MESSAGE(all.regrouped << " regrouped, " << all.moved << " moved, " << all.cycles << " cycles");
  CHECK(all.regrouped > 100);
  CHECK(all.moved > 50);
  for (const Reason r : {Reason::depth, Reason::slack, Reason::pressure}) CHECK(kept[r] > 0);
}
