// The scheduler over doubling regions, and over many random regions of stated shapes.
//
//   bench_sched                    time of each mode, growth to 64 Ki instructions
//   bench_sched --regions [N]      N random regions (10,000): share with MaxLive above source order in pressure mode,
//                                  mean gain per shape, and the distance from the optimum of small ones
//
// Regions are those of sched_problems.hpp, half of them from a random legal source order. Times are CPU times.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>

#include <lathe/sched.hpp>
#include <lathe/sched/check.hpp>
#include <lathe/sched/text.hpp>

#include "bench/lathe/sched_problems.hpp"
#include "tests/unit/lathe/sched/exact.hpp"

namespace {

using namespace lathe::sched;

Problem region(bench::Shape shape, std::uint32_t size, bool shuffle, std::uint32_t seed) {
  std::mt19937 rng(seed);
  Problem p = bench::make_region(shape, rng, size);
  return shuffle ? bench::shuffled(p, rng) : p;
}

template <Mode mode, bench::Shape shape>
void grow(benchmark::State& state) {
  const Problem p = region(shape, static_cast<std::uint32_t>(state.range(0)), true, 7);
  Options options;
  options.mode = mode;
  options.guard = false;
  Plan plan;
  for (auto _ : state) {
    plan = plan_problem(p, options);
    benchmark::DoNotOptimize(plan.order.data());
  }
  state.SetComplexityN(p.size());
  state.counters["time/node"] =
      benchmark::Counter(p.size(), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["before"] = static_cast<double>(plan.before.registers[0]);
  state.counters["after"] = static_cast<double>(plan.after.registers[0]);
}

struct Sums {
  std::uint64_t regions = 0, above = 0, reordered = 0, faults = 0;
  double before = 0, after = 0, ratio = 0;
};
void take(Sums& s, const Problem& p, const Options& options) {
  const Plan plan = plan_problem(p, options);
  ++s.regions;
  s.faults += check_plan(p, plan, options).size();
  s.above += plan.after.registers[0] > plan.before.registers[0];
  s.reordered += reordered(plan.decision);
  s.before += static_cast<double>(plan.before.registers[0]);
  s.after += static_cast<double>(plan.after.registers[0]);
  s.ratio += static_cast<double>(plan.after.registers[0]) / static_cast<double>(plan.before.registers[0]);
}
void print(const char* name, const Sums& s) {
  const auto n = static_cast<double>(s.regions);
  std::printf(
      "%-22s %6llu regions, above source order %llu (%.3f %%), reordered %5.1f %%, MaxLive %6.1f -> %6.1f, "
      "mean ratio %.3f, checker faults %llu\n",
      name, static_cast<unsigned long long>(s.regions), static_cast<unsigned long long>(s.above),
      100.0 * static_cast<double>(s.above) / n, 100.0 * static_cast<double>(s.reordered) / n, s.before / n, s.after / n,
      s.ratio / n, static_cast<unsigned long long>(s.faults));
}

// Each heuristic by itself, as other schedulers have one: up-source is the rule of register-reducing bottom-up list
// schedulers, list-top-down that of latency list schedulers.
void single_strategies(std::uint32_t count) {
  std::vector<Sums> sums(strategies);
  for (std::uint32_t i = 0; i < count / 4; ++i) {
    const Problem p = region(static_cast<bench::Shape>(i % 7), 8 + (i * 7919U) % 500U, i / 7 % 2 != 0, i + 1);
    const Graph g(p);
    std::vector<std::uint32_t> source(p.size());
    std::iota(source.begin(), source.end(), 0);
    const auto before = registers_of(g, source);
    const auto weights = value_weights(g, before);
    for (int s = 0; s < strategies; ++s) {
      const auto strategy = static_cast<Strategy>(s);
      std::vector<std::uint32_t> order;
      if (strategy == Strategy::search || strategy == Strategy::list_ceiling) continue;
      if (strategy == Strategy::source)
        order = source;
      else if (strategy == Strategy::sweep)
        order = sweep_order(g);
      else if (strategy == Strategy::tree)
        order = tree_order(g, weights);
      else if (strategy == Strategy::list_top_down || strategy == Strategy::list_bottom_up)
        order = list_order(g, {}, strategy == Strategy::list_bottom_up);
      else
        order = greedy_order(g, weights, strategy);
      const auto after = registers_of(g, order);
      Sums& sum = sums[static_cast<std::size_t>(s)];
      ++sum.regions;
      sum.above += after[0] > before[0];
      sum.before += static_cast<double>(before[0]);
      sum.after += static_cast<double>(after[0]);
      sum.ratio += static_cast<double>(after[0]) / static_cast<double>(before[0]);
    }
  }
  std::printf("each heuristic alone\n");
  for (int s = 1; s < strategies; ++s)
    if (sums[static_cast<std::size_t>(s)].regions != 0)
      print(to_string(static_cast<Strategy>(s)), sums[static_cast<std::size_t>(s)]);
}

int regions(std::uint32_t count) {
  std::uint64_t wrong = 0;
  for (const bool guard : {false, true}) {
    std::printf("pressure mode, %s\n", guard ? "guard on" : "guard off: the lowest order found is taken");
    Sums all;
    for (std::uint32_t shape = 0; shape < bench::shape_names.size(); ++shape)
      for (const bool shuffle : {false, true}) {
        Sums s;
        for (std::uint32_t i = 0; i < (count + 13) / 14; ++i) {
          const std::uint32_t size = 8 + (i * 7919U) % 500U;
          const Problem p = region(static_cast<bench::Shape>(shape), size, shuffle, i + 1);
          Options options;
          options.guard = guard;
          take(s, p, options);
          take(all, p, options);
        }
        print((std::string(bench::shape_names[shape]) + (shuffle ? ", shuffled" : "")).c_str(), s);
      }
    print("all", all);
    wrong += all.above + all.faults;
  }
  single_strategies(count);
  std::uint64_t best = 0, small = 0, over = 0, source_over = 0, shortest = 0, timed = 0;
  double slower = 0;
  for (std::uint32_t i = 0; i < 700; ++i) {
    const auto shape = static_cast<bench::Shape>(i % 7);
    const Problem p = region(shape, 6 + i % 9, true, i + 1);
    if (p.size() > 16) continue;
    Options options;
    options.guard = false;
    const Plan low = plan_problem(p, options);
    const std::uint64_t least = sched_test::least_max_live(p, 0);
    ++small;
    best += low.after.registers[0] == least;
    over += low.after.registers[0] - least;
    source_over += low.before.registers[0] - least;
    if (p.size() > 9) continue;
    options.mode = Mode::latency;
    const Plan fast = plan_problem(p, options);
    const std::uint64_t cycles = sched_test::LeastMakespan(p).run();
    ++timed;
    shortest += fast.after.makespan == cycles;
    slower += static_cast<double>(fast.after.makespan) / static_cast<double>(cycles) - 1;
  }
  std::printf(
      "small regions: MaxLive optimal in %llu of %llu, %llu registers above in all (source order: %llu); "
      "makespan optimal in %llu of %llu, %.2f %% above on average\n",
      static_cast<unsigned long long>(best), static_cast<unsigned long long>(small),
      static_cast<unsigned long long>(over), static_cast<unsigned long long>(source_over),
      static_cast<unsigned long long>(shortest), static_cast<unsigned long long>(timed),
      100.0 * slower / static_cast<double>(timed));
  return wrong == 0 ? 0 : 1;
}

#define LATHE_SCHED_BENCH(mode, shape)               \
  BENCHMARK((grow<Mode::mode, bench::Shape::shape>)) \
      ->Name("growth/" #mode "/" #shape)             \
      ->RangeMultiplier(2)                           \
      ->Range(1 << 10, 1 << 16)                      \
      ->Complexity(benchmark::oNLogN)                \
      ->Unit(benchmark::kMillisecond)
LATHE_SCHED_BENCH(pressure, unrolled);
LATHE_SCHED_BENCH(pressure, window);
LATHE_SCHED_BENCH(pressure, stencil);
LATHE_SCHED_BENCH(pressure, wide);
LATHE_SCHED_BENCH(latency, window);
LATHE_SCHED_BENCH(latency, wide);
LATHE_SCHED_BENCH(balanced, unrolled);
LATHE_SCHED_BENCH(balanced, window);
LATHE_SCHED_BENCH(balanced, wide);

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--regions") == 0)
    return regions(argc > 2 ? static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10)) : 10'000);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
