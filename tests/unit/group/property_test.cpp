// Random problems: every plan is right by the checker, is the slow twin's, and reads as it is printed.
#include <doctest/doctest.h>

#include "unit/group/random_problem.hpp"

#include "fuzz/group_body.hpp"

using namespace group_test;

TEST_CASE("random problems are planned as the definition says") {
  std::mt19937 engine(1);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  std::uint64_t groups = 0, dependence = 0, shape = 0, apart = 0, alone = 0, no_fuel = 0;
  for (int round = 0; round < 3000; ++round) {
    const Problem p = random_problem(pick, 1 + pick(3), 24);
    Options options;
    options.tries = 1 + pick(8);
    if (pick(6) == 0) options.fuel = pick(4);
    const std::string wrong = check_everything(p, options);
    REQUIRE_MESSAGE(wrong.empty(), wrong);
    const Stats s = plan_problem(p, options).stats;
    groups += s.groups, dependence += s.dependence, shape += s.shape, apart += s.apart, alone += s.alone;
    no_fuel += s.out_of_fuel;
  }
  // Every outcome was there.
  CHECK(groups > 3000);
  CHECK(std::min({dependence, shape, apart, alone, no_fuel}) > 300);
}

TEST_CASE("fuel makes the first groups") {
  std::mt19937 engine(8);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  const Problem p = random_problem(pick, 6, 300);
  const std::uint64_t all = plan_problem(p).stats.groups;
  REQUIRE(all > 10);
  for (std::uint64_t fuel = 0; fuel <= all + 1; ++fuel) {
    Options options;
    options.fuel = fuel;
    const Plan plan = plan_problem(p, options);
    CHECK(plan.stats.groups == std::min(fuel, all));
    CHECK(check_plan(p, plan, options).empty());
  }
}

TEST_CASE("many equal order numbers and many blocks stay cheap") {
  Problem p;
  p.kinds.emplace_back();
  p.kinds[0].most = 2;
  const std::uint32_t n = 100000;
  p.blocks = {{0, n}};
  for (std::uint32_t i = 0; i < n; ++i) p.candidates.push_back({i, 0, 7, i % 2, 1, 1});
  CHECK(plan_problem(p).stats.saved == n / 2);
  CHECK(plan_problem(p).stats.tests == 3 * n / 2 - n / 2);
  p.blocks.clear();
  for (std::uint32_t i = 0; i < n; i += 2) p.blocks.push_back({i, 2});
  CHECK(plan_problem(p).stats.saved == n / 2);
  CHECK(check_plan(p, plan_problem(p)).empty());
}

TEST_CASE("the fuzz body on random bytes") {
  std::mt19937 engine(3);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint8_t> bytes(engine() % 600);
    for (auto& b : bytes) b = static_cast<std::uint8_t>(engine());
    const std::string wrong = lathe::test::check_group(bytes);
    REQUIRE_MESSAGE(wrong.empty(), wrong);
  }
}
