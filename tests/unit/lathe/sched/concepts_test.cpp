// Types that lack one member are refused with the signature to write; the poorest types are enough.
#include <doctest/doctest.h>

#include <lathe/sched.hpp>
#include <lathe/sched/check.hpp>

#include "adapters/archetype/sched.hpp"
#include "support/near_miss.hpp"

namespace {

NEAR_MISS_CASE("near misses are told by name") {
  near_miss::together([&] {
    near_miss::check_each(
        "tests/unit/lathe/sched/near_miss/regions.cpp",
        {"sched::Region wants  range<Inst> insts();", "sched::Region wants  range<{value, is_def}> operands(Inst);",
         "sched::Region wants  sched::Memory memory(Inst);", "sched::Region wants  uint32_t latency(Inst);",
         "sched::Region wants  range<Value> live_out();",
         "sched::Editor wants  range<Inst> insts(); void reorder(span<const Inst>);"});
    near_miss::check_short("tests/unit/lathe/sched/near_miss/regions.cpp", 1,
                           "sched::Region wants  range<Inst> insts();");
    near_miss::check_short("tests/unit/lathe/sched/near_miss/regions.cpp", 7,
                           "sched::Region wants  range<{value, is_def}> operands(Inst);");
    near_miss::check_short("tests/unit/lathe/sched/near_miss/regions.cpp", 8,
                           "sched::Region wants  range<{unit, first, cycles}> holds(Inst);");
    near_miss::check_short("tests/unit/lathe/sched/near_miss/regions.cpp", 9,
                           "sched::Region wants  range<program::Unit> units();");
  });
}

NEAR_MISS_CASE("what a region lacks is told where it is given to the scheduler, in ten lines") {
  near_miss::together([&] {
    for (const int entry : {1, 2})
      near_miss::check_entry(
          "tests/unit/lathe/sched/near_miss/regions.cpp", entry,
          {"sched::Region wants  range<Inst> insts();", "sched::Region wants  range<{value, is_def}> operands(Inst);",
           "sched::Region wants  sched::Memory memory(Inst);", "sched::Region wants  uint32_t latency(Inst);",
           "sched::Region wants  range<Value> live_out();"});
    near_miss::check_short("tests/unit/lathe/sched/near_miss/regions.cpp", 6,
                           "sched::Editor wants  range<Inst> insts(); void reorder(span<const Inst>);", 3);
  });
}

TEST_CASE("the poorest region is ingested, scheduled and applied") {
  using namespace lathe::sched;
  archetype::SchedRegion region;
  const Problem p = ingest(region);
  CHECK(p.size() == 4);
  CHECK(p.values.size() == 5);  // variable 0 is live-in and live-out, each instruction writes variable 1
  CHECK(p.edges.size() == 3);   // of which each overwrites the one before
  Options options;
  options.fuel = 2;
  const Plan made = plan(region, options);
  CHECK(check_plan(p, made, options).str() == "");
  archetype::SchedEditor editor;
  CHECK_FALSE(apply(editor, made));
  Plan moved = made;
  moved.decision = Decision::fewer;
  CHECK(apply(editor, moved));
  CHECK(editor.placed == 4);
  CHECK(editor.first == moved.order[0]);
}

}  // namespace
