// Random DAGs at all three levels: each rewrite keeps its value, poison included, on random inputs.
#include <doctest/doctest.h>

#include <cstdlib>
#include <random>

#include "fuzz/combiner_body.hpp"
#include "support/dag_interp.cpp"

TEST_CASE("random DAGs keep their values step by step") {
  std::mt19937 random(20);
  for (unsigned round = 0; round < 400; ++round) {
    std::vector<std::uint8_t> bytes(60 + random() % 300);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    const std::string wrong = lathe::nvptx::test::check_combiner(bytes);
    CAPTURE(round);
    REQUIRE_MESSAGE(wrong.empty(), wrong);
  }
}
