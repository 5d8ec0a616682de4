// The toy machine with real registers: random functions do the same with a plan as without, run as the plan says and,
// on a Store, as regalloc::apply has written them. LATHE_REGALLOC_FUNCTIONS=100000 in the environment makes it so many.
#include <doctest/doctest.h>

#include <lathe/regalloc/check.hpp>
#include <lathe/regalloc/text.hpp>

#include <cstdlib>
#include <random>

#include "adapters/toy/stored_registers.hpp"

using namespace lathe;

TEST_CASE("programs do the same on real registers") {
  const char* const wanted = std::getenv("LATHE_REGALLOC_FUNCTIONS");
  const std::uint32_t functions =
      wanted == nullptr ? 1000 : static_cast<std::uint32_t>(std::strtoul(wanted, nullptr, 10));
  regalloc::Stats total;
  for (std::uint32_t seed = 0; seed < functions; ++seed) {
    std::mt19937 engine(seed);
    toy::RegisterFiles files;
    files.size[0] = 3 + engine() % 6;
    files.size[1] = 3 + engine() % 4;
    files.swap = engine() % 2 == 0;
    const toy::SsaFunction f = toy::random_registers(engine, files);
    const toy::RegisterView view(f);
    const auto got = regalloc::allocate_view(view, files);
    REQUIRE_MESSAGE(got.good(), "seed " << seed);
    REQUIRE_MESSAGE(regalloc::check_plan(got.problem(), got.plan()).empty(), "seed " << seed);
    const toy::Seen seen = toy::run_values(f, {}, 300);
    REQUIRE_MESSAGE(toy::RegisterRun(f, got).run({}, 300) == seen, "seed " << seed);
    merge(total, got.plan().stats);

    toy::FrameFunction code(f);
    const std::uint32_t base = code.value_count();
    const auto again = regalloc::allocate_view(code, toy::FrameFiles{&code, files});
    REQUIRE(regalloc::print(again.problem(), again.plan()) == regalloc::print(got.problem(), got.plan()));
    toy::FrameMaker make{code, base};
    regalloc::apply(code, again, make);
    REQUIRE_MESSAGE(toy::run_frame(code, files, base, {}, 300) == seen, "seed " << seed);
  }
  CHECK(std::min({total.stores, total.loads, total.made, total.moves, total.swaps, total.split}) > functions / 10);
}
