// The list scheduler on an Editor: random functions of the toy machine do the same in no more registers, region by region; and
// a region by hand whose order wins.
#include <doctest/doctest.h>

#include <string>

#include <lathe/passes/reschedule.hpp>
#include <lathe/program/equal.hpp>

#include "unit/lathe/passes/few_registers.hpp"
#include "unit/lathe/passes/small_code.hpp"

using namespace lathe;
using namespace passes_test;
using toy::EditFunction;

TEST_CASE("an order that needs fewer registers is taken where there are too few") {
  for (const std::uint32_t limit : {2U, 4U}) {
    SmallCode f;
    const BlockId b = f.block();
    // Four values made first, and read by two sums behind them; in pairs two are enough.
    const ValueId p = f.op(b, "p", {}, {}), q = f.op(b, "q", {}, {}), r = f.op(b, "r", {}, {}),
                  s = f.op(b, "s", {}, {});
    const ValueId x = f.op(b, "sum", {}, {p, q}), y = f.op(b, "sum", {}, {r, s});
    f.show(b, {x, y});
    f.ret(b);
    RemarkList remarks;
    passes::RescheduleOptions options;
    options.how.mode = sched::Mode::pressure;
    const auto result = passes::reschedule(f, Registers{limit}, options, {}, remarks);
    CHECK((f.names(b) == "p q r s sum sum show ret") == (limit == 4));
    CHECK(result.stats.reordered == (limit == 2));
    CHECK(result.changes == (limit == 2));
    CHECK(remarks.remarks.size() == (limit == 2));
    CHECK(SlowLives<SmallCode>(f, 3).excess == (limit == 4 ? 2 : 0));
  }
}
TEST_CASE("random functions do the same in no more registers, at every fuel") {
  toy::RandomFunctions random(41);
  std::uint64_t before_sum = 0, behind_sum = 0, reordered = 0;
  for (std::uint32_t round = 0; round < 80; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    EditFunction before(ssa), behind(ssa);
    drop_phis(before);
    drop_phis(behind);
    const std::uint32_t limit = 2 + round % 4;
    passes::RescheduleOptions options;
    options.how.mode = sched::Mode::pressure;
    if (round % 4 == 0) options.fuel = round % 3;
    const auto result = passes::reschedule(behind, FewRegisters(behind, limit), options);
    CHECK(result.stats.reordered <= options.fuel);
    const auto was = run_with_slots(before, 200'000), is = run_with_slots(behind, 200'000);
    REQUIRE(was.has_value());
    REQUIRE(is.has_value());
    CHECK(was->shown == is->shown);
    CHECK(was->memory == is->memory);
    CHECK(program::equal::run(before, behind).equal());
    before_sum += slow_excess(before, limit);
    behind_sum += slow_excess(behind, limit);
    reordered += result.stats.reordered;
  }
  CHECK(reordered > 10);
  CHECK(behind_sum < before_sum);
}
