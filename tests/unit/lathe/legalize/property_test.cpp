// Random graphs of the wide toy DAG through both legalizers: every step and the outcome judged by the checkers, values
// by the interpreter; and the fuzz body on random bytes.
// Compiled at -O1
#include <doctest/doctest.h>

#include <random>

#include "fuzz/legalize_body.hpp"
#include "unit/lathe/legalize/random_wide.hpp"

TEST_CASE("random graphs") {
  std::mt19937 rng(11);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng() % below); };
  for (std::uint32_t round = 0; round < 500; ++round) {
    legalize_test::Graph g;
    const bool limited = round % 5 == 0, unsupported = round % 7 == 0;
    legalize_test::random_graph(g, pick, 5 + pick(60), unsupported);
    const std::string wrong =
        legalize_test::legalize_and_check(g, limited ? pick(40) : ~0ULL, limited || unsupported, round);
    CAPTURE(round);
    REQUIRE_MESSAGE(wrong.empty(), wrong);
  }
}

TEST_CASE("the fuzz body on random bytes and on trace text") {
  std::mt19937 rng(12);
  for (std::uint32_t round = 0; round < 200; ++round) {
    std::vector<std::uint8_t> bytes(rng() % 200);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(rng());
    CAPTURE(round);
    REQUIRE(legalize_test::check_legalize_bytes(bytes) == "");
  }
  for (const std::string text :
       {"rewrite split at 1 made 5 6 becomes 5:0 6:0", "keep custom at 3", "rewrite x at 0 becomes 0:0",
        "rewrite x at 1 becomes 2:0\nrewrite x at 2 becomes 1:0 1:0"}) {
    CAPTURE(text);
    REQUIRE(legalize_test::check_legalize_bytes({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}) ==
            "");
  }
}
