// An order carried out in place: moves one by one give it, and what is placed stands in order all the while.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <random>
#include <vector>

#include <lathe/sched/nearest_behind.hpp>

TEST_CASE("nearest behind: each moved to the front of its next one makes the order") {
  std::mt19937 random(7);
  for (std::uint32_t n = 0; n < 24; ++n)
    for (int round = 0; round < 20; ++round) {
      std::vector<std::uint32_t> order(n);
      std::iota(order.begin(), order.end(), 0U);
      std::shuffle(order.begin(), order.end(), random);
      const std::vector<std::uint32_t> next = lathe::sched::nearest_behind(order);
      REQUIRE(next.size() == n);
      std::vector<std::uint32_t> placed;
      for (std::uint32_t i = 0; i < n; ++i) {
        const auto at = std::find(placed.begin(), placed.end(), next[i]);
        REQUIRE((at == placed.end()) == (next[i] == n));
        placed.insert(at, i);
        std::vector<std::uint32_t> wanted;
        std::copy_if(order.begin(), order.end(), std::back_inserter(wanted), [&](std::uint32_t e) { return e <= i; });
        REQUIRE(placed == wanted);
      }
    }
}
