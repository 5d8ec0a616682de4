// Schedules of random loops: the checker agrees, bounds and exact searches agree with slow twins. Fixed seeds.
// Compiled at -O1
#include <doctest/doctest.h>
#include <lathe/modulo/check.hpp>

#include "fuzz/modulo_body.hpp"
#include "unit/lathe/modulo/twins.hpp"

namespace {

using namespace lathe::modulo;
using namespace modulo_test;

TEST_CASE("RecMII is that of all cycles, with one that proves it") {
  std::uint32_t positive = 0;
  for (std::uint32_t seed = 1; seed <= 3000; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    Problem p;
    p.insts.resize(1 + pick(8));
    for (std::uint32_t k = pick(16); k > 0; --k)
      p.edges.push_back({pick(p.size()), pick(p.size()), static_cast<std::int32_t>(pick(12)) - 3, pick(4),
                         DependenceKind::order, none});
    if (!check_problem(p).empty()) continue;
    CAPTURE(seed);
    const Recurrence r = recurrence(p);
    CHECK(r.rec_mii == slow_rec_mii(p));
    CHECK(proves_rec_mii(p, r.cycle, r.rec_mii));
    positive += r.rec_mii > 1;
  }
  CHECK(positive > 1000);
}

TEST_CASE("RecMII takes the same rounds, however instructions are numbered") {
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    // A ring with chords between iterations: an iteration has one order.
    Problem p;
    p.insts.resize(500);
    const std::uint32_t n = p.size();
    for (std::uint32_t v = 0; v < n; ++v) {
      const auto edge = [&](std::uint32_t to, std::uint32_t distance) {
        p.edges.push_back({v, to, static_cast<std::int32_t>(1 + pick(20)), distance, DependenceKind::order, none});
      };
      edge((v + 1) % n, v + 1 == n ? 1 : 0);
      edge(pick(n), 1 + pick(3));
    }
    std::vector<std::uint32_t> number(n);
    for (std::uint32_t v = 0; v < n; ++v) number[v] = v;
    std::shuffle(number.begin(), number.end(), rng);
    Problem other = p;
    for (Edge& e : other.edges) e.from = number[e.from], e.to = number[e.to];
    REQUIRE(check_problem(other).empty());
    CAPTURE(seed);
    const Recurrence r = recurrence(p), s = recurrence(other);
    CHECK(s.rec_mii == r.rec_mii);
    CHECK(proves_rec_mii(other, s.cycle, s.rec_mii));
    CHECK(s.rounds == r.rounds);
    CHECK(r.rounds < 20);
  }
}

TEST_CASE("random loops: the schedule is right") {
  std::uint64_t at_mii = 0, loops = 0;
  Stats sum;
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    const Problem p = random_loop(pick, {.insts = 2 + pick(40), .recurrences = pick(5), .machine = pick(machines)});
    REQUIRE(check_problem(p).str() == "");
    const Options options = Options::lifted();
    const Result r = schedule(p, options);
    CAPTURE(seed);
    REQUIRE(r.schedule() != nullptr);
    CHECK(check_everything(p, options, r) == "");
    CHECK(*schedule(p, options).schedule() == *r.schedule());
    CHECK(r.stats.live_after <= r.stats.live_before);
    ++loops;
    at_mii += r.schedule()->ii == r.bounds.mii;
    lathe::merge(sum, r.stats);
  }
  CHECK(at_mii * 100 >= loops * 98);
  CHECK(sum.in_order > 100);
  CHECK(sum.by_eviction > 20);
  CHECK(sum.live_after * 100 < sum.live_before * 95);
}

TEST_CASE("small loops: the exact search against all schedules") {
  std::uint32_t known = 0, above = 0, improved = 0;
  for (std::uint32_t seed = 1; seed <= 400; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    Problem p =
        random_loop(pick, {.insts = 2 + pick(3), .recurrences = pick(3), .max_distance = 2, .machine = pick(machines)});
    for (Edge& e : p.edges) e.latency = std::min(e.latency, 3);
    Options options = Options::lifted();
    options.exact = true;
    const Result r = schedule(p, options);
    REQUIRE(r.schedule() != nullptr);
    CAPTURE(seed);
    CHECK(check_everything(p, options, r) == "");
    REQUIRE(r.least_ii);
    const auto ii = static_cast<std::int32_t>(r.schedule()->ii);
    if (ii > 9) continue;
    const std::int32_t horizon = std::max(12, 2 * ii + 2);
    for (std::int32_t below = 1; below < ii; ++below)
      CHECK_FALSE(slow_live(p, static_cast<std::uint32_t>(below), below + 10).has_value());
    above += r.schedule()->ii > r.bounds.mii;
    REQUIRE(r.least_live);
    std::uint64_t live = 0;
    for (const std::uint64_t m : r.max_live) live += m;
    CHECK(slow_live(p, r.schedule()->ii, horizon) == live);
    ++known;
    improved += r.stats.live_before > live;
  }
  CHECK(known > 100);
  CHECK(above > 0);
  CHECK(improved > 20);
}

TEST_CASE("the tracker counts what the checker counts, whatever is moved") {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    std::mt19937 rng(seed);
    const Problem p = seeded_loop(seed, {.insts = 12, .recurrences = 3, .machine = seed % machines});
    const detail::Graph g(p);
    detail::LiveTracker live(g);
    const auto ii = static_cast<std::uint32_t>(1 + rng() % 9);
    live.reset(ii);
    Schedule s{ii, {}, {}};
    std::vector<std::int64_t> cycle(p.size(), detail::unplaced);
    for (std::uint32_t v = 0; v < p.size(); ++v) {
      cycle[v] = static_cast<std::int64_t>(rng() % 40);
      live.update(v, cycle);
    }
    for (int step = 0; step < 50; ++step) {
      const auto v = static_cast<std::uint32_t>(rng() % p.size());
      cycle[v] = detail::unplaced;
      live.update(v, cycle);
      cycle[v] = static_cast<std::int64_t>(rng() % 40);
      live.update(v, cycle);
      s.cycle.assign(cycle.begin(), cycle.end());
      const auto counted = max_live(p, s);
      for (std::uint32_t c = 0; c < counted.size(); ++c) REQUIRE(live.max_live(c) == counted[c]);
    }
  }
}

TEST_CASE("the body of the fuzz target on random bytes") {
  std::mt19937 rng(11);
  for (int k = 0; k < 60; ++k) {
    std::vector<std::uint8_t> bytes(rng() % 120);
    for (auto& b : bytes) b = static_cast<std::uint8_t>(rng());
    CHECK(check_modulo_bytes(bytes) == "");
  }
}

}  // namespace
