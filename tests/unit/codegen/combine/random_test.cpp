// Random DAGs at all three levels: each rewrite keeps its value, poison included, on random and on chosen inputs; what
// was legal stays so.
#include <doctest/doctest.h>

#include <random>

#include "fuzz/combiner_body.hpp"
#include "support/rounds.hpp"

TEST_CASE("random DAGs keep their values step by step") {
  // Most rounds with the defaults, the others with nothing known, one level, few values.
  static constexpr lathe::nvptx::KnownBitsLimits limits[] = {{}, {}, {}, {}, {}, {0, 1024}, {6, 0}, {6, 5}, {64, 1024}};
  static constexpr lathe::nvptx::DemandedBitsLimits demanded[] = {{}, {}, {}, {1, 24}, {6, 3}, {64, 200}, {0, 0}};
  for (const unsigned seed : {20U, 21U, 22U, 23U}) {
    std::mt19937 random(seed);
    for (unsigned round = 0; round < lathe::test::rounds(2500U); ++round) {
      std::vector<std::uint8_t> bytes(60 + random() % 300);
      for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
      const std::string wrong = lathe::nvptx::test::check_combiner(bytes, 6, limits[round % std::size(limits)],
                                                                   demanded[round % std::size(demanded)]);
      if (wrong.empty()) continue;
      CAPTURE(seed);
      CAPTURE(round);
      FAIL(wrong);
    }
  }
}
