// What the benchmarks of analyses over problems share: growth over control flow of stated shapes, and `--once SHAPE BLOCKS`, which
// analyses once, so that instructions can be counted (bench/lathe/flow_growth.py).
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <lathe/support/stats.hpp>

namespace bench {

/// One analysis, in a function of its own, by whose name a profiler counts.
template <class Analyse, class Problem>
[[gnu::noinline]] auto analysed_here(const Analyse& analyse, const Problem& problem) {
  return analyse(problem);
}

/// A row for the shape at 2^8 to 2^17 blocks. `make` gives the problem of a shape and so many blocks; `counter` says how many steps a
/// run took, which are told for each block as `what`.
template <class Make, class Analyse, class Counter>
void add_growth(const char* shape, const char* what, Make make, Analyse analyse, Counter counter) {
  benchmark::RegisterBenchmark(
      (std::string("growth/") + shape).c_str(),
      [=](benchmark::State& state) {
        const auto p = make(shape, static_cast<std::uint32_t>(state.range(0)));
        std::uint64_t steps = 0;
        for (auto _ : state) steps = counter(analysed_here(analyse, p).stats);
        state.SetComplexityN(p.inst_count());
        state.counters[what] = static_cast<double>(steps) / static_cast<double>(p.block_count());
        state.counters["time/inst"] = benchmark::Counter(
            p.inst_count(), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
      })
      ->RangeMultiplier(8)
      ->Range(1 << 8, 1 << 17)
      ->Complexity()
      ->Unit(benchmark::kMillisecond);
}

/// The program: what was added, or one analysis with its statistics.
template <class Make, class Analyse>
int run_growth(int argc, char** argv, Make make, Analyse analyse) {
  if (argc == 4 && std::strcmp(argv[1], "--once") == 0) {
    const auto p = make(argv[2], static_cast<std::uint32_t>(std::strtoul(argv[3], nullptr, 10)));
    std::fputs(lathe::to_table(analysed_here(analyse, p).stats).c_str(), stdout);
    return 0;
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace bench
