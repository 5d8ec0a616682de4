// Units that are taken later than at the issue, or more than once: what plans and their checker go over, counted.
#include <doctest/doctest.h>

#include <string>

#include <lathe/sched/check.hpp>
#include <lathe/sched/scheduler.hpp>

namespace {

using namespace lathe::sched;

// Half of n instructions take the one unit late, the other half nothing; `wants` more want it for long, from their
// issue on: those find it taken by all the others, whenever they ask.
Problem late_halves(std::uint32_t n, std::uint32_t wants, auto&& first) {
  Problem p;
  p.units = {{"u", 1}};
  for (std::uint32_t i = 0; i < n; ++i) {
    const bool late = i < n / 2;
    p.insts.push_back({"x", late ? 3U : 2U, 1, 0});
    if (late) p.reservations.push_back({i, {0, first(i), 1}});
  }
  for (std::uint32_t i = n; i < n + wants; ++i) {
    p.insts.push_back({"b", 1, 1, 0});
    p.reservations.push_back({i, {0, 0, n}});
  }
  REQUIRE(check_problem(p).empty());
  return p;
}
// Every second instruction takes the unit late: what is held has gaps of one cycle. Then come those that want two.
Problem gaps(std::uint32_t n, std::uint32_t wants) {
  Problem p;
  p.units = {{"u", 1}};
  for (std::uint32_t i = 0; i < n + wants; ++i) {
    p.insts.push_back({"x", 1, 1, 0});
    if (i >= n)
      p.reservations.push_back({i, {0, 0, 2}});
    else if (i % 2 == 0)
      p.reservations.push_back({i, {0, n, 1}});
  }
  REQUIRE(check_problem(p).empty());
  return p;
}
// By three units, each of which another instruction takes late, in turn.
Problem in_turn(std::uint32_t n, std::uint32_t wants) {
  Problem p;
  p.units = {{"u", 1}, {"v", 2}, {"w", 1}};
  for (std::uint32_t i = 0; i < n; ++i) {
    p.insts.push_back({"x", 2, 1, 0});
    p.reservations.push_back({i, {i % 3, n + i % 5 * 2, 1 + i % 2}});
  }
  for (std::uint32_t i = n; i < n + wants; ++i) {
    p.insts.push_back({"b", 1, 1, 0});
    for (const std::uint32_t u : {0U, 1U, 2U}) p.reservations.push_back({i, {u, 0, n / 2}});
  }
  REQUIRE(check_problem(p).empty());
  return p;
}
// What is held has gaps of one cycle, and the last wants it as long as all of that together.
Problem long_behind_gaps(std::uint32_t n) {
  Problem p = gaps(n, 1);
  p.reservations.back().cycles = n;
  return p;
}

struct Shape {
  const char* name;
  Problem (*make)(std::uint32_t n);
};
constexpr Shape shapes[] = {
    {"late by the same", [](std::uint32_t n) { return late_halves(n, 1, [=](std::uint32_t) { return n; }); }},
    {"later and later", [](std::uint32_t n) { return late_halves(n, 1, [=](std::uint32_t i) { return n + i; }); }},
    {"sooner and sooner",
     [](std::uint32_t n) { return late_halves(n, 1, [=](std::uint32_t i) { return 2 * n - i; }); }},
    {"many want it", [](std::uint32_t n) { return late_halves(n, n / 8, [=](std::uint32_t) { return n; }); }},
    {"gaps of one cycle", [](std::uint32_t n) { return gaps(n, 1); }},
    {"gaps that many pass", [](std::uint32_t n) { return gaps(n, n / 8); }},
    {"gaps, and one that wants all", long_behind_gaps},
    {"three units in turn", [](std::uint32_t n) { return in_turn(n, 3); }},
};

Options of(Mode mode) {
  Options o;
  o.mode = mode;
  o.search = 0;
  return o;
}

TEST_CASE("four times the instructions, four times the steps of units") {
  for (const Shape& shape : shapes)
    for (const Mode mode : {Mode::latency, Mode::balanced}) {
      const auto steps = [&](std::uint32_t n) { return plan_problem(shape.make(n), of(mode)).stats.unit_steps; };
      CAPTURE(std::string(shape.name));
      CAPTURE(static_cast<int>(mode));
      const std::uint64_t small = steps(500), large = steps(2000);
      CHECK(small > 0);
      CHECK_MESSAGE(large < 5 * small, large << " steps after " << small);
    }
}

TEST_CASE("and the checker looks at four times the steps") {
  for (const Shape& shape : shapes) {
    const auto steps = [&](std::uint32_t n) {
      const Problem p = shape.make(n);
      const Options options = of(Mode::latency);
      const Plan plan = plan_problem(p, options);
      detail::PlanChecker checker(p, plan, options);
      CHECK(checker.run().str() == "");
      return checker.unit_steps();
    };
    CAPTURE(std::string(shape.name));
    const std::uint64_t small = steps(500), large = steps(2000);
    CHECK(small > 0);
    CHECK_MESSAGE(large < 5 * small, large << " steps after " << small);
  }
}

// Whoever asks behind a thousand holds in a row goes over two steps: what is held, and what is free.
TEST_CASE("holds that follow each other are one step") {
  detail::HeldCopies unit;
  const HeldSpan one{0, 0, 1, 1}, five{0, 0, 5, 1};
  for (std::uint32_t k = 0; k < 1000; ++k) unit.hold(one, k % 2 == 0 ? k / 2 : 999 - k / 2);  // from both ends
  const std::uint64_t before = unit.passed();
  CHECK(unit.earliest(five, 1, 0) == 1000);
  CHECK(unit.passed() - before == 2);
  CHECK(unit.earliest(five, 2, 0) == 0);
  unit.hold(one, 0);
  CHECK(unit.earliest(one, 2, 0) == 1);
  CHECK(unit.earliest(five, 2, 0) == 1);
}

}  // namespace
