// Coalescing on functions whose registers have lanes.
#include <lathe/passes/coalesce.hpp>

#include "suites/passes/suite.hpp"
#include "unit/lathe/passes/lane_functions.hpp"

namespace suite {
namespace {

using passes_test::AllLanes, passes_test::LaneCode;

// What one instruction computes is another thing.
void spoil(LaneCode& f) {
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b))
      if (f.payload(i).name == "show") {
        f.payload(i).name = "shown";
        return;
      }
}
Verdict coalesce_lanes(std::uint32_t n) {
  LaneCode before, behind;
  passes_test::RandomLanes(before, n), passes_test::RandomLanes(behind, n);
  Random knobs(n ^ 0x5bd1e995U);
  passes::CoalesceOptions options;
  options.fuel = fuel_of(knobs);
  options.values = knobs.below(4) != 0;
  options.rematerialise = knobs.below(4) != 0;
  Verdict out;
  out.changed = passes::coalesce(behind, options).changes != 0;
  if (spoils()) spoil(behind);
  for (std::uint64_t input = 1; input < 4 && out.fault.empty(); ++input)
    if (passes_test::run_lanes(before, input, 1ULL << 40) != passes_test::run_lanes(behind, input, 1ULL << 50))
      out.fault = "shows something else\n" + before.text() + "became\n" + behind.text();
  const auto answer = program::equal::run(AllLanes{before}, AllLanes{behind});
  out.compared = answer.equal() || answer.differs();  // else no path of it ends: the run alone has judged it
  if (out.fault.empty() && answer.differs())
    out.fault = "is not equal by the checker\n" + before.text() + "became\n" + behind.text();
  return out;
}
const Add lanes("coalesce_lanes", coalesce_lanes);

}  // namespace
}  // namespace suite
