// If-conversion on random functions: what the toy machine does before and behind, SSA form kept, followers agree behind
// every edit, every prefix of the changes is right; what it costs decides.
#include <doctest/doctest.h>

#include <array>
#include <map>
#include <span>

#include <lathe/flow/follow_liveness.hpp>
#include <lathe/passes/if_conversion.hpp>

#include "support/rounds.hpp"
#include "unit/lathe/passes/toy_shapes.hpp"

namespace {

using namespace lathe;
using passes_test::add_sides;
using toy::BlockId, toy::EditFunction, toy::InstId, toy::MachineInst, toy::ValueId;

}  // namespace

TEST_CASE("ifs are converted, SSA form stays, and the machine does the same") {
  toy::RandomFunctions random(51);
  passes::IfConversionStats all;
  std::map<passes::IfConversionReason, int> kept;
  for (int round = 0; round < lathe::test::rounds(250); ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    const std::uint32_t seed = random.below(10000);
    for (const std::uint64_t fuel : {std::uint64_t{1}, std::uint64_t{2}, ~std::uint64_t{0}}) {
      EditFunction before(ssa), behind(ssa);
      toy::RandomFunctions one(seed), same(seed);
      add_sides(before, one);
      add_sides(behind, same);
      program::Known known(behind);
      program::ControlFlow graph(behind, known);
      program::UseDef uses(behind, known);
      flow::FollowDominators dominators(graph);
      flow::FollowLiveness live(behind, graph);
      program::Verifying verify(behind, graph, uses, dominators, live);
      passes::IfConversionOptions options;
      options.fuel = fuel;
      options.explain = true;
      options.always = round % 2 == 0;
      const auto result = passes::convert_ifs(behind, options, NoRemarks{}, graph, uses, dominators, live, verify);
      for (const auto& f : verify.faults()) MESSAGE(f.text);
      CHECK(verify.faults().empty());
      CHECK(result.stats.triangles + result.stats.diamonds <= fuel);
      for (const auto& k : result.kept) ++kept[k.reason];
      all.triangles += result.stats.triangles;
      all.diamonds += result.stats.diamonds;
      all.selects += result.stats.selects;
      all.guarded += result.stats.guarded;
      all.speculated += result.stats.speculated;
      passes_test::same_to_the_machine(before, behind);  // what a phi takes now may be what ended a loop
    }
  }
  MESSAGE(all.triangles << " triangles, " << all.diamonds << " diamonds, " << all.selects << " selects, " << all.guarded
                        << " guarded");
  using lathe::test::rounds;
  CHECK(all.triangles > rounds(50U));
  CHECK(all.diamonds > rounds(20U));
  CHECK(all.selects > rounds(20U));
  CHECK(all.guarded > rounds(20U));
  CHECK(kept[passes::IfConversionReason::shape] > 0);
  if (!lathe::test::sanitized) CHECK(kept[passes::IfConversionReason::effects] > 0);  // one in some hundred
}
