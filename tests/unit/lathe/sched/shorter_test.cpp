// Compiled at -O1: orders of fewer cycles at the same registers, against MaxLive by its definition, on random regions.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include <lathe/sched/shorter.hpp>

#include "unit/lathe/sched/exact.hpp"
#include "unit/lathe/sched/random_problem.hpp"

using namespace lathe::sched;

namespace {

bool respects(const Problem& p, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> place(p.size(), none);
  for (std::uint32_t k = 0; k < order.size(); ++k) place[order[k]] = k;
  if (order.size() != p.size() || std::count(place.begin(), place.end(), none) != 0) return false;
  for (const Edge& e : p.edges)
    if (place[e.from] >= place[e.to]) return false;
  for (const Use& u : p.uses)
    if (const auto def = p.values[u.value].def; def != none && place[def] >= place[u.inst]) return false;
  return true;
}
MeasuredOrder source_of(const Graph& g) {
  std::vector<std::uint32_t> order(g.problem().size());
  std::iota(order.begin(), order.end(), 0);
  return measured(g, std::move(order));
}
// The bound by its definition: the longest path, edge by edge, and cycles that have slots enough, in the last of which something
// is issued that takes as long as the quickest does.
std::uint64_t longest_or_slots(const Problem& p) {
  std::vector<std::uint64_t> begin(p.size(), 0);
  const auto behind = [&](std::uint32_t from, std::uint32_t to, std::uint64_t latency) {
    const bool later = begin[to] < begin[from] + latency;
    begin[to] = std::max(begin[to], begin[from] + latency);
    return later;
  };
  for (bool again = true; again;) {
    again = false;
    for (const Edge& e : p.edges) again |= behind(e.from, e.to, e.latency);
    for (const Use& u : p.uses)
      if (const auto def = p.values[u.value].def; def != none) again |= behind(def, u.inst, p.insts[def].latency);
  }
  std::uint64_t out = 0, slots = 0, quickest = UINT64_MAX, cycles = 0;
  for (std::uint32_t n = 0; n < p.size(); ++n) {
    out = std::max(out, begin[n] + p.insts[n].latency);
    slots += p.insts[n].issue;
    if (p.insts[n].issue != 0) quickest = std::min<std::uint64_t>(quickest, p.insts[n].latency);
  }
  if (p.issue_width == 0 || slots == 0) return out;
  while (cycles * p.issue_width < slots) ++cycles;
  return std::max(out, cycles - 1 + quickest);
}
// Both schedules, and the shorter one, of equal ones that by priority.
MeasuredOrder shorter_of_two(const Graph& g, const MeasuredOrder& from, std::vector<std::uint64_t> ceiling) {
  for (std::size_t s = 0; s < ceiling.size(); ++s) ceiling[s] = std::min(ceiling[s], from.registers[s]);
  const Options options;
  const auto schedule = [&](std::vector<std::uint32_t> ranks) {
    detail::ExactGuide guide(g, from.order, ceiling);
    return measured(
        g, detail::BasicListScheduler<detail::ExactGuide>(g, options, std::move(ranks), false, &guide).run(nullptr));
  };
  std::vector<std::uint32_t> places(from.order.size());
  for (std::uint32_t k = 0; k < places.size(); ++k) places[from.order[k]] = k;
  MeasuredOrder by_priority = schedule(priority_ranks(g, options, false)), in_step = schedule(places);
  return in_step.cycles < by_priority.cycles ? in_step : by_priority;
}

}  // namespace

TEST_CASE("fewer cycles at no more registers, and the exact guide leaves more room than the other one") {
  std::mt19937_64 random(2);
  const auto pick = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  std::uint64_t regions = 0, shorter = 0, exact = 0, rough = 0, bounds = 0;
  while (regions < 1500) {
    const Problem p = sched_test::random_problem(pick, 2 + pick(30));
    if (!check_problem(p).empty()) continue;
    ++regions;
    const Graph g(p);
    const MeasuredOrder from = source_of(g);
    REQUIRE(from.registers == sched_test::registers_by_points(p, from.order));
    REQUIRE(least_cycles(g) <= from.cycles);
    std::vector<std::uint64_t> ceilings = from.registers;
    const auto rough_order = measured(g, list_order_below(g, {}, from.order, ceilings, false));
    if (pick(2) != 0) ceilings[0] = pick(static_cast<std::uint32_t>(ceilings[0]) + 1);
    const auto found = shorter_order(g, from, ceilings, from.cycles - 1);
    if (ceilings == from.registers) {
      rough += std::min(rough_order.cycles, from.cycles);
      exact += found ? found->cycles : from.cycles;
    }
    REQUIRE(least_cycles(g) == longest_or_slots(p));
    const MeasuredOrder twin = shorter_of_two(g, from, ceilings);
    REQUIRE(found.has_value() == (twin.cycles < from.cycles));
    if (!found) continue;
    ++shorter;
    REQUIRE(found->order == twin.order);
    // Nothing shorter is asked for than what there is.
    bounds += least_cycles(g) == found->cycles;
    REQUIRE(shorter_order(g, from, ceilings, found->cycles).has_value());
    REQUIRE(respects(p, found->order));
    REQUIRE(found->cycles < from.cycles);
    const auto registers = sched_test::registers_by_points(p, found->order);
    REQUIRE(found->registers == registers);
    for (std::size_t s = 0; s < registers.size(); ++s) REQUIRE(registers[s] <= from.registers[s]);
  }
  CHECK(shorter > regions / 4);
  CHECK(bounds > regions / 20);
  CHECK(exact < rough);
}

TEST_CASE("no order has fewer cycles than the bound, and some have as few") {
  std::mt19937_64 random(4);
  const auto pick = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  std::uint64_t reached = 0;
  for (int round = 0; round < 200; ++round) {
    Problem p = sched_test::random_problem(pick, 2 + pick(6));
    if (round % 8 == 0)
      for (Inst& i : p.insts) i.issue = 0;  // no slot at all
    const std::uint64_t least = sched_test::LeastMakespan(p).run(), bound = least_cycles(Graph(p));
    REQUIRE(bound <= least);
    reached += bound == least;
  }
  CHECK(reached > 50);
}

TEST_CASE("a load goes ahead of what stands before it, for all that a peak comes later") {
  // Six instructions, a load and its reader; behind these eight values live at once, as many as there may be.
  Problem p;
  p.sets = {{"r", 0, 0, {}}};
  p.classes = {{"r", {{0, 1}}}};
  const auto add = [&](std::uint32_t latency) { p.insts.push_back({"i", latency, 1, 0}); };
  for (std::uint32_t n = 0; n < 6; ++n) add(1);
  add(20);
  p.values.push_back({0, 1, 6, false});
  add(1);
  p.uses.push_back({7, 0});
  for (std::uint32_t n = 8; n < 16; ++n) add(1), p.values.push_back({0, 1, n, false});
  for (std::uint32_t n = 0; n < 4; ++n) {
    add(1);
    p.uses.push_back({16 + n, 1 + 2 * n});
    p.uses.push_back({16 + n, 2 + 2 * n});
  }
  const Graph g(p);
  const MeasuredOrder from = source_of(g);
  REQUIRE(from.registers[0] == 8);
  const auto found = shorter_order(g, from, from.registers, from.cycles - 1);
  REQUIRE(found);
  CHECK(found->registers[0] <= 8);
  CHECK(found->cycles < 27);  // the load's seventh place, its latency and its reader
  CHECK(measured(g, list_order_below(g, {}, from.order, from.registers, false)).cycles >= 27);
}
