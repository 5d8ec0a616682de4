// The inliner's planner over doubling call graphs: growth order in time, decisions and copies of calls beside it, for four
// kinds of graph.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <lathe/inlining.hpp>

namespace {

using namespace lathe::inlining;

std::uint32_t below(std::mt19937_64& random, std::uint64_t n) { return static_cast<std::uint32_t>(random() % n); }

Site site(std::mt19937_64& random, std::uint32_t caller, std::uint32_t callee) {
  Site s;
  s.caller = caller;
  s.callee = callee;
  s.saved = 25 + 5 * below(random, 6);
  s.folds = below(random, 4) == 0 ? 10 * below(random, 10) : 0;
  s.frequency = once << below(random, 5);
  return s;
}
Problem empty_program(std::mt19937_64& random, std::uint32_t n) {
  Problem p;
  p.functions.resize(n);
  for (Function& f : p.functions) {
    f.size = 20 + below(random, 1U << (4 + below(random, 8)));
    f.local = below(random, 3) != 0;
  }
  return p;
}
// Who has no caller is an entry.
Problem entries(Problem p) {
  std::vector<bool> called(p.functions.size(), false);
  for (const Site& s : p.sites) called[s.callee] = true;
  for (std::size_t f = 0; f < called.size(); ++f) p.functions[f].kept = !called[f];
  return p;
}
// Calls of later functions, few callees with most of them (a power law).
Problem program(std::uint32_t n) {
  std::mt19937_64 random(1);
  Problem p = empty_program(random, n);
  for (std::uint32_t f = 0; f + 1 < n; ++f)
    for (std::uint32_t k = below(random, 6); k > 0; --k)
      p.sites.push_back(site(random, f, n - 1 - below(random, 1 + below(random, 1 + below(random, n - f - 1)))));
  return entries(std::move(p));
}
// Templates: many copies of small trees of calls, each called once.
Problem templates(std::uint32_t n) {
  std::mt19937_64 random(2);
  Problem p = empty_program(random, n);
  for (std::uint32_t f = 0; f < n; ++f) {
    p.functions[f].size = 30 + below(random, 60);
    for (std::uint32_t g = 2 * f + 1; g <= 2 * f + 2 && g < n; ++g) p.sites.push_back(site(random, f, g));
  }
  return entries(std::move(p));
}
// Calls of anything: most functions are in one component.
Problem recursive(std::uint32_t n) {
  std::mt19937_64 random(3);
  Problem p = empty_program(random, n);
  for (std::uint32_t f = 0; f < n; ++f)
    for (std::uint32_t k = below(random, 4); k > 0; --k) p.sites.push_back(site(random, f, below(random, n)));
  return entries(std::move(p));
}
// One function after another, each calling the next: the longest way for what is moved.
Problem chain(std::uint32_t n) {
  std::mt19937_64 random(4);
  Problem p = empty_program(random, n);
  for (std::uint32_t f = 0; f + 1 < n; ++f) p.sites.push_back(site(random, f, f + 1));
  return entries(std::move(p));
}

template <Problem (*Make)(std::uint32_t)>
void inline_plan(benchmark::State& state) {
  const Problem p = Make(static_cast<std::uint32_t>(state.range(0)));
  Plan made;
  for (auto _ : state) benchmark::DoNotOptimize(made = plan_inlining(p));
  state.SetComplexityN(state.range(0));
  state.counters["inlined"] = static_cast<double>(made.stats.inlined);
  state.counters["calls"] = static_cast<double>(made.stats.instances);
  state.counters["growth"] = static_cast<double>(made.stats.units_after) / static_cast<double>(made.stats.units_before);
}

constexpr int least = 1 << 10, most = 1 << 20;
BENCHMARK(inline_plan<program>)->RangeMultiplier(4)->Range(least, most)->Complexity()->Unit(benchmark::kMillisecond);
BENCHMARK(inline_plan<templates>)->RangeMultiplier(4)->Range(least, most)->Complexity()->Unit(benchmark::kMillisecond);
BENCHMARK(inline_plan<recursive>)->RangeMultiplier(4)->Range(least, most)->Complexity()->Unit(benchmark::kMillisecond);
BENCHMARK(inline_plan<chain>)->RangeMultiplier(4)->Range(least, most)->Complexity()->Unit(benchmark::kMillisecond);

}  // namespace
