// Random loops and schedules: both methods and all options against the checker and against plain iteration.
#include <doctest/doctest.h>

#include <random>

#include "unit/modulo/expand_random.hpp"

using namespace expand_test;

TEST_CASE("modulo expand: random loops run as plain iteration does") {
  std::mt19937 engine(20261120);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  std::uint32_t stages = 0, unroll = 0, refused = 0, far = 0;
  for (int k = 0; k < 1500; ++k) {
    const Problem p = random_loop(pick, 1 + pick(9));
    const Schedule s = random_schedule(pick, p, 1 + pick(5));
    ExpandOptions options = random_expand_options(pick);
    const Expansion e = expand(p, s, options);
    refused += e.refusal == ExpandRefusal::none ? 0 : 1;
    if (e.refusal != ExpandRefusal::none) {
      CHECK_MESSAGE(options.unroll == Unroll::multiple, e.why);
      continue;
    }
    if (e.unroll > 60) continue;
    stages = std::max(stages, e.stages);
    unroll = std::max(unroll, e.unroll);
    for (const Edge& edge : p.edges) far = std::max(far, edge.value == none ? 0 : edge.distance);
    const std::string wrong = check_all(p, s, e);
    CHECK_MESSAGE(wrong.empty(), "case " << k << " method " << std::string(method_names[static_cast<int>(e.method)])
                                         << "\n"
                                         << wrong);
    if (!wrong.empty()) return;
  }
  CHECK(stages > 5);
  CHECK(unroll > 5);
  CHECK(far == 3);
  CHECK(refused < 10);
}
