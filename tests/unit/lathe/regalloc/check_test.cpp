// Spoiled plans: the checker refuses them, in every way that it knows; what it lets pass does the same.
#include <doctest/doctest.h>

#include <lathe/regalloc/check.hpp>
#include <lathe/regalloc/text.hpp>

#include <array>
#include <map>
#include <string>

#include "adapters/toy/registers.hpp"
#include "unit/lathe/regalloc/mutants.hpp"
#include "unit/lathe/regalloc/random_problem.hpp"

using namespace regalloc_test;

TEST_CASE("each way to spoil a plan is refused, and what passes runs as before") {
  const auto ways = Spoiler::ways();
  REQUIRE(ways.size() >= 30);
  std::vector<std::uint32_t> refused(ways.size(), 0), passed(ways.size(), 0);
  std::array<std::uint32_t, plan_fault_kinds> kinds{};
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    std::mt19937 engine(seed);
    toy::RegisterFiles files;
    files.size[0] = 3 + engine() % 5;
    files.size[1] = 3 + engine() % 3;
    files.swap = engine() % 2 == 0;
    const toy::SsaFunction f = toy::random_registers(engine, files);
    const toy::RegisterView view(f);
    auto got = allocate_view(view, files);
    REQUIRE(got.good());
    const Problem& p = got.problem();
    const Plan plan = got.plan();
    REQUIRE(check_plan(p, plan).empty());
    const toy::Seen seen = toy::run_values(f, {}, 200);
    Spoiler spoiler(p, engine);
    for (std::size_t w = 0; w < ways.size(); ++w) {
      Plan spoiled = plan;
      if (!(spoiler.*ways[w].apply)(spoiled)) continue;
      const auto faults = check_plan(p, spoiled);
      for (const auto& fault : faults) ++kinds[static_cast<std::size_t>(fault.kind)];
      if (!faults.empty()) {
        ++refused[w];
        continue;
      }
      ++passed[w];
      got.set_plan(spoiled);
      CHECK_MESSAGE(toy::RegisterRun(f, got).run({}, 200) == seen,
                    "seed " << seed << ": " << std::string(ways[w].name));
    }
  }
  for (std::size_t w = 0; w < ways.size(); ++w)
    if (std::string(ways[w].name) != "a parameter is in another register")  // these functions have none
      CHECK_MESSAGE(refused[w] > 10, std::string(ways[w].name)
                                         << ": " << refused[w] << " refused, " << passed[w] << " passed");
  for (int k = 0; k < plan_fault_kinds; ++k) CHECK_MESSAGE(kinds[static_cast<std::size_t>(k)] > 0, "fault " << k);
}

TEST_CASE("spoiled plans of random problems") {
  const auto ways = Spoiler::ways();
  std::vector<std::uint32_t> refused(ways.size(), 0), passed(ways.size(), 0);
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    std::mt19937 engine(seed);
    const Problem p = RandomProblem(engine, random_shape(engine)).run();
    const Plan plan = allocate(p);
    if (plan.refusal != Refusal::none) continue;
    Spoiler spoiler(p, engine);
    for (std::size_t w = 0; w < ways.size(); ++w) {
      Plan spoiled = plan;
      if ((spoiler.*ways[w].apply)(spoiled)) ++(check_plan(p, spoiled).empty() ? passed : refused)[w];
    }
  }
  for (std::size_t w = 0; w < ways.size(); ++w)
    CHECK_MESSAGE(refused[w] > 5, std::string(ways[w].name)
                                      << ": " << refused[w] << " refused, " << passed[w] << " passed");
}
