// Compiled alone: all that follows edits stands on it.
// Analyses that follow edits: equal to themselves made anew after every edit of random functions.
#include <doctest/doctest.h>

#include <random>
#include <string>

#include "fuzz/program_edits_body.hpp"
#include "support/rounds.hpp"

namespace {

using namespace program_test;

auto picker(std::mt19937& rng) {
  return [&rng](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
}

TEST_CASE("all observers follow random edits, and rollbacks are exact") {
  Looked looked;
  for (unsigned seed = 0; seed < lathe::test::rounds(100U); ++seed) {
    std::mt19937 rng(seed);
    const std::string wrong = check_edits(picker(rng), 1 + seed % 20, 60, &looked);
    CAPTURE(seed);
    REQUIRE_MESSAGE(wrong.empty(), wrong);
  }
  CHECK(looked.edits > lathe::test::rounds(4000U));
  CHECK(looked.undone > lathe::test::rounds(50U));
  CHECK(looked.trackers < looked.edits * 3 / 4);  // the others were followed
}
}  // namespace
