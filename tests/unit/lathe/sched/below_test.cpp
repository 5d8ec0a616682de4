// Compiled at -O1: orders below one number of registers after the other, held against MaxLive by its definition and against
// all orders of small regions.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include <lathe/sched/below.hpp>

#include "unit/lathe/sched/random_problem.hpp"

using namespace lathe::sched;

namespace {

// MaxLive of a set by its definition: at each point what is there and read later, or lives behind the region. What is written
// takes a register once, read or not.
std::uint64_t live_most(const Problem& p, const std::vector<std::uint32_t>& order, std::uint32_t set) {
  std::vector<std::int64_t> place(p.size());
  for (std::uint32_t k = 0; k < order.size(); ++k) place[order[k]] = k;
  const auto end = static_cast<std::int64_t>(order.size());
  // Twice as many points: what an instruction reads may give its register to what it writes.
  std::vector<std::uint64_t> at(2 * order.size() + 2, 0);
  for (std::uint32_t v = 0; v < p.values.size(); ++v) {
    std::uint64_t registers = 0;
    for (const auto& share : p.classes[p.values[v].cls].shares)
      if (share.set == set) registers += std::uint64_t{share.factor} * p.values[v].weight;
    const std::int64_t first = p.values[v].def == none ? 0 : 2 * place[p.values[v].def] + 2;
    std::int64_t last = p.values[v].live_out ? 2 * end + 1 : first;
    for (const Use& u : p.uses)
      if (u.value == v) last = std::max(last, 2 * place[u.inst] + 1);
    for (std::int64_t k = first; k <= last; ++k) at[static_cast<std::size_t>(k)] += registers;
  }
  return *std::max_element(at.begin(), at.end());
}

// Precondition of the small ones: up to eight instructions.
std::uint64_t least_of_all(const Problem& p, std::uint32_t set) {
  std::vector<std::uint32_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::uint64_t least = UINT64_MAX;
  do {
    std::vector<std::uint32_t> place(p.size());
    for (std::uint32_t k = 0; k < order.size(); ++k) place[order[k]] = k;
    bool legal = true;
    for (const Edge& e : p.edges) legal &= place[e.from] < place[e.to];
    for (const Use& u : p.uses)
      if (p.values[u.value].def != none) legal &= place[p.values[u.value].def] < place[u.inst];
    if (legal) least = std::min(least, live_most(p, order, set));
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

}  // namespace

TEST_CASE("below: legal, within the number, cycles that fall while it rises") {
  std::mt19937_64 random(3);
  const auto pick = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  std::uint64_t found = 0, lower = 0, shorter = 0;
  for (int round = 0; round < 300; ++round) {
    const Problem p = sched_test::random_problem(pick, 4 + pick(40));
    if (!check_problem(p).empty()) continue;
    const Graph g(p);
    std::vector<std::uint32_t> source(p.size());
    std::iota(source.begin(), source.end(), 0);
    const MeasuredOrder before = measured(g, source);
    OrdersBelow orders(g), again(g), fitting(g);
    std::optional<MeasuredOrder> last;
    for (std::uint64_t registers = before.registers[0] + 1; registers-- > 0;) {
      const auto order = orders.run(0, registers);
      CHECK(order.has_value() == again.run(0, registers).has_value());
      // What is there is found without more effort, and asking changes nothing.
      const bool there = fitting.fits(0, registers, OrdersBelow::Effort::there);
      CHECK(fitting.fits(0, registers) == order.has_value());
      CHECK((order.has_value() || !there));
      CHECK(fitting.fits(0, registers, OrdersBelow::Effort::there) == order.has_value());
      if (!order) break;
      ++found;
      lower += order->registers[0] < before.registers[0];
      shorter += order->cycles < before.cycles;
      CHECK(live_most(p, order->order, 0) == order->registers[0]);
      CHECK(order->registers[0] <= registers);
      CHECK(measured(g, order->order).cycles == order->cycles);
      for (const Edge& e : p.edges)
        CHECK(std::find(order->order.begin(), order->order.end(), e.from) <
              std::find(order->order.begin(), order->order.end(), e.to));
    }
    // The number that the source order has is always to be had, and no worse than it.
    const auto same = OrdersBelow(g).run(0, before.registers[0]);
    REQUIRE(same);
    std::uint64_t excess_before = 0, excess_now = 0;
    for (std::size_t s = 0; s < p.sets.size(); ++s) {
      excess_before += excess_of(p.sets[s], before.registers[s]);
      excess_now += excess_of(p.sets[s], same->registers[s]);
    }
    CHECK(excess_now <= excess_before);
    if (excess_now == excess_before) CHECK(same->cycles <= before.cycles);
  }
  CHECK(found > 500);
  CHECK(lower > 200);
  CHECK(shorter > 100);
}

TEST_CASE("below: of small regions, never less than there is, and nearly always that") {
  std::mt19937_64 random(4);
  const auto pick = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  int regions = 0, had = 0;
  for (int round = 0; round < 60; ++round) {
    const Problem p = sched_test::random_problem(pick, 3 + pick(4));
    if (!check_problem(p).empty()) continue;
    const Graph g(p);
    const std::uint64_t least = least_of_all(p, 0);
    OrdersBelow orders(g);
    if (least != 0) CHECK(!orders.run(0, least - 1));
    ++regions;
    had += orders.run(0, least).has_value();
  }
  CHECK(regions > 40);
  CHECK(had == regions);
}

TEST_CASE("below: what only the search from the source order finds, and nothing without it") {
  std::mt19937_64 random(5);
  const auto pick = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  int only_search = 0, more_effort = 0;
  for (int round = 0; round < 400; ++round) {
    const Problem p = sched_test::random_problem(pick, 20 + pick(30));
    if (!check_problem(p).empty()) continue;
    const Graph g(p);
    Options none_else;
    none_else.search = 0;
    OrdersBelow with(g, none_else), without(g, none_else, 0), looked(g, none_else);
    for (std::uint64_t registers = 40; registers-- > 0;) {
      const bool there = without.run(0, registers).has_value(), searched = with.run(0, registers).has_value();
      CHECK((searched || !there));
      if (searched && !there) ++only_search;
      more_effort += searched && !looked.fits(0, registers, OrdersBelow::Effort::there);
      if (!searched) break;
    }
  }
  CHECK(only_search > 5);
  CHECK(more_effort > 5);
}
