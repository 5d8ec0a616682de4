// The checkers reject what is wrong: each kind of fault is provoked by a mutation of a right problem or schedule.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include <lathe/modulo/check.hpp>
#include <lathe/modulo/text.hpp>

#include "unit/lathe/modulo/random_loop.hpp"

namespace {

using namespace lathe::modulo;

Problem right() {
  std::string error;
  const auto p = read_problem(R"(modulo t
issue 2
unit mem copies 1
unit fp copies 2
class r
op load latency 4 use mem
op mul latency 4 use fp for 2
op mul latency 4 use fp for 2
op add latency 2 use fp
op store latency 1 use mem
value 0 class r
value 1 class r
value 2 class r
value 3 class r
data 0 1 latency 4 value 0
data 0 2 latency 4 value 0
data 1 3 latency 4 value 1
data 2 3 latency 4 value 2
data 3 3 latency 2 distance 1 value 3
data 3 4 latency 2 value 3
)",
                              "t", error);
  REQUIRE_MESSAGE(p, error);
  return *p;
}

TEST_CASE("problems: every kind of fault is caught, and refused") {
  const auto provoke = [](ProblemFault kind, auto&& change) {
    Problem p = right();
    REQUIRE(check_problem(p).empty());
    change(p);
    CAPTURE(static_cast<int>(kind));
    CHECK(check_problem(p).has(kind));
    const Result r = schedule(p);
    REQUIRE(r.refusal() != nullptr);
    CHECK(r.refusal()->why == Why::broken_problem);
  };
  using enum ProblemFault;
  provoke(too_long, [](Problem& p) { p.insts.resize(Limits::insts + 1); });
  provoke(too_long, [](Problem& p) { p.values.resize(Limits::values + 1); });
  provoke(bad_id, [](Problem& p) { p.edges[0].to = 5; });
  provoke(bad_id, [](Problem& p) { p.edges[0].from = 0xffffffffU; });
  provoke(bad_id, [](Problem& p) { p.reservations.back().inst = 5; });
  provoke(bad_id, [](Problem& p) { p.reservations[0].unit = 2; });
  provoke(bad_id, [](Problem& p) { p.values[0].def = 5; });
  provoke(bad_id, [](Problem& p) { p.values[0].set = 1; });
  provoke(bad_number, [](Problem& p) { p.edges[0].latency = Limits::latency + 1; });
  provoke(bad_number, [](Problem& p) { p.edges[0].latency = INT32_MIN; });
  provoke(bad_number, [](Problem& p) { p.edges[0].distance = Limits::distance + 1; });
  provoke(bad_number, [](Problem& p) { p.reservations[0].cycles = 0; });
  provoke(bad_number, [](Problem& p) { p.reservations[0].first = 0xffffffffU; });
  provoke(bad_number, [](Problem& p) { p.values[0].weight = 0xffffffffU; });
  provoke(bad_number, [](Problem& p) { p.insts[0].latency = 0xffffffffU; });
  provoke(bad_number, [](Problem& p) { p.units[0].copies = 0xffffffffU; });
  provoke(bad_number, [](Problem& p) { p.issue_width = 0xffffffffU; });
  provoke(unsorted, [](Problem& p) { std::swap(p.reservations[0], p.reservations[1]); });
  provoke(no_copies, [](Problem& p) { p.units[1].copies = 0; });
  provoke(no_copies, [](Problem& p) { p.reservations.insert(p.reservations.begin(), {0, {0, 0, 3}}); });
  provoke(too_wide, [](Problem& p) { p.insts[0].issue = 3; });
  provoke(bad_value, [](Problem& p) { p.edges[0].value = 1; });
  provoke(bad_value, [](Problem& p) { p.edges[0].value = 4; });
  provoke(bad_value, [](Problem& p) { p.edges[0].kind = DependenceKind::order; });
  provoke(zero_cycle, [](Problem& p) { p.edges[4].distance = 0; });
  provoke(zero_cycle, [](Problem& p) { p.edges.push_back({3, 0, -7, 0, DependenceKind::order, none}); });
  Problem p = right();
  p.edges.push_back({3, 0, -8, 0, DependenceKind::order, none});  // a cycle that wants no time
  CHECK(check_problem(p).empty());
}

// One instruction with so many reservations of a unit, one after the other, then each laid over half of the next.
TEST_CASE("problems: many reservations of one instruction, each looked at twice at most") {
  for (const std::uint32_t cycles : {1U, 8U})
    for (const std::uint32_t k : {1000U, 4000U}) {
      Problem p;
      p.units = {{"u", (cycles + 3) / 4}};
      p.insts = {{"a", 1, 1}};
      for (std::uint32_t i = 0; i < k; ++i) p.reservations.push_back({0, {0, 4 * i, cycles}});
      lathe::FaultList<ProblemFault> faults;
      CHECK(detail::check_reservations(p, faults) <= 2 * std::uint64_t{k});
      CHECK(faults.empty());
      CHECK(check_problem(p).empty());
      --p.units[0].copies;
      CHECK(check_problem(p).has(ProblemFault::no_copies));
    }
}

// By what is held in each cycle, counted.
TEST_CASE("problems: more copies at once than there are, by the definition") {
  std::mt19937 rng(5);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng() % below); };
  std::uint32_t seen[2] = {};
  for (int round = 0; round < 300; ++round) {
    Problem p;
    p.units = {{"u", 1 + pick(3)}, {"v", pick(3)}};
    p.insts = {{"a", 1, 1}, {"b", 1, 1}};
    std::uint32_t held[2][2][16] = {};
    bool fits = true;
    for (std::uint32_t i = 0; i < p.size(); ++i)
      for (std::uint32_t r = pick(4); r > 0; --r) {
        const std::uint32_t unit = pick(2), first = pick(6), cycles = 1 + pick(4);
        p.reservations.push_back({i, {unit, first, cycles}});
        for (std::uint32_t c = first; c < first + cycles; ++c) fits &= ++held[i][unit][c] <= p.units[unit].copies;
      }
    CHECK(check_problem(p).has(ProblemFault::no_copies) == !fits);
    ++seen[fits ? 1 : 0];
  }
  CHECK(std::min(seen[0], seen[1]) > 50);
}

TEST_CASE("schedules: every kind of fault is caught") {
  const Problem p = right();
  const Result r = schedule(p, Options::lifted());
  REQUIRE(r.schedule() != nullptr);
  const Schedule s = *r.schedule();
  REQUIRE(check_schedule(p, s).empty());
  CHECK(s.ii == 3);
  const auto provoke = [&](ScheduleFault kind, auto&& change) {
    Schedule t = s;
    change(t);
    CAPTURE(static_cast<int>(kind));
    CHECK(check_schedule(p, t).has(kind));
  };
  using enum ScheduleFault;
  provoke(bad_shape, [](Schedule& t) { t.ii = 0; });
  provoke(bad_shape, [](Schedule& t) { t.cycle.pop_back(); });
  provoke(bad_shape, [](Schedule& t) { t.copy.push_back(0); });
  provoke(bad_cycle, [](Schedule& t) { t.cycle[0] = -1; });
  provoke(bad_cycle, [](Schedule& t) {
    for (auto& c : t.cycle) c += 3;
  });
  provoke(too_early, [](Schedule& t) { t.cycle[1] = t.cycle[0] + 3; });
  provoke(too_early, [](Schedule& t) { t.cycle[3] -= 3; });
  provoke(no_such_copy, [](Schedule& t) { t.copy[0] = 1; });
  provoke(unit_taken, [](Schedule& t) {
    t.copy[1] = t.copy[2];
    t.cycle[1] = t.cycle[2];
  });
  provoke(unit_taken, [](Schedule& t) { t.cycle[4] = t.cycle[0] + 12; });
  provoke(unit_taken, [](Schedule& t) { t.ii = 1; });
  provoke(issue_taken, [](Schedule& t) {
    t.cycle[4] += (t.cycle[0] - t.cycle[4]) % 3;
    t.ii = 2;
  });
  // A narrower machine than the problem's.
  CHECK(check_schedule(p, s, 1).has(issue_taken));
  CHECK_FALSE(check_schedule(p, s, 5).has(issue_taken));
}

TEST_CASE("MaxLive by hand") {
  std::string error;
  const Problem p = *read_problem(R"(modulo
class r
class s
op a latency 1
op b latency 1
op c latency 1
value 0 class r
value 1 class s weight 2
value 2 class r
data 0 2 latency 1 value 0
data 1 2 latency 1 distance 1 value 1
)",
                                  "t", error);
  // a lives 5 cycles, at 0 .. 4: twice in slots 0 and 1 and 2 times half ... of II 2: 3, 2; c one cycle, in slot 1.
  Schedule s{2, {0, 1, 5}, {}};
  // b lives from 1 to 5 + 2: 6 cycles, three instances of two registers each.
  CHECK(max_live(p, s) == std::vector<std::uint64_t>{3, 6});
  s.cycle = {0, 0, 1};
  // a lives 1 cycle (slot 0), c 1 cycle (slot 1), b 3 cycles: 2 in slot 0, 1 in slot 1.
  CHECK(max_live(p, s) == std::vector<std::uint64_t>{1, 4});
}

TEST_CASE("certificates of RecMII that prove nothing are refused") {
  const Problem p = right();
  CHECK(proves_rec_mii(p, {4}, 2));
  CHECK_FALSE(proves_rec_mii(p, {4}, 1));
  CHECK_FALSE(proves_rec_mii(p, {4}, 3));
  CHECK_FALSE(proves_rec_mii(p, {0}, 2));
  CHECK_FALSE(proves_rec_mii(p, {0, 2}, 8));
  CHECK_FALSE(proves_rec_mii(p, {17}, 2));
  CHECK_FALSE(proves_rec_mii(p, {}, 2));
}

}  // namespace
