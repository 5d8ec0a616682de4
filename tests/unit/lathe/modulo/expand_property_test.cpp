// Random loops and schedules: both methods and all options against the checker and against plain iteration.
// Compiled at -O1
#include <doctest/doctest.h>

#include <random>

#include "fuzz/modulo_expand_body.hpp"
#include "unit/lathe/modulo/expand_random.hpp"
#include "unit/lathe/modulo/random_loop.hpp"

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

TEST_CASE("modulo expand: what the scheduler makes") {
  std::uint32_t expanded = 0, overlapped = 0;
  for (std::uint32_t seed = 0; seed < 120; ++seed) {
    const modulo_test::Shape shape{
        .insts = 4 + seed % 14, .recurrences = seed % 3, .machine = seed % modulo_test::machines};
    const Problem p = modulo_test::seeded_loop(seed, shape);
    Options wish = Options::lifted();
    wish.improvement = 200;
    wish.live_search = 0;
    const Result r = schedule(p, wish);
    if (r.schedule() == nullptr) continue;
    for (const Method method : {Method::mve, Method::peel}) {
      const Expansion e = expand(p, *r.schedule(), {.method = method});
      if (e.refusal == ExpandRefusal::against_order) continue;
      REQUIRE_MESSAGE(e.refusal == ExpandRefusal::none, e.why);
      CHECK(check_all(p, *r.schedule(), e) == "");
      ++expanded;
      overlapped += e.stages > 1;
    }
  }
  CHECK(expanded > 180);
  CHECK(overlapped > 150);
}

TEST_CASE("modulo expand: cases of the fuzz target") {
  std::mt19937 engine(4);
  for (int k = 0; k < 300; ++k) {
    std::vector<std::uint8_t> bytes(engine() % 300);
    for (auto& b : bytes) b = static_cast<std::uint8_t>(engine());
    CHECK(check_expand_bytes(bytes) == "");
  }
}
