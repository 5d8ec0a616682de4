// Cost of an edit of the pressure tracker against the size of the function and of its blocks, and against computing
// the pressure afresh.
//
//   bench_pressure            edits in blocks of 100 instructions of functions of 1 k to 1 M; the full analysis; what
//                             looking at one block again costs; blocks of up to 1 M instructions
//   bench_pressure --edits N [SEED]    N random edits, after each of which every number is compared with the scan; exit
//                                      1 when one differs. A quarter is rolled back, and every word compared.
//
// `edit` is one move, erasure (and insertion) or rename, all four in turn; `order`: `pass` takes places as a pass does,
// some edits in a block and on to the next; `random` jumps about the function, so that memory is cold where it is
// large.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

#include <lathe/pressure/check.hpp>
#include <lathe/pressure/edit.hpp>

#include "bench/lathe/pressure_edits.hpp"
#include "bench/lathe/pressure_problems.hpp"
#include "tests/unit/lathe/pressure/random_problem.hpp"

namespace {

using namespace lathe::pressure;

const Problem& function(std::int64_t insts, std::int64_t block_size) {
  static std::map<std::pair<std::int64_t, std::int64_t>, Problem> made;
  Problem& p = made[{insts, block_size}];
  if (p.insts.empty())
    p = bench::code_like_function(static_cast<std::uint32_t>(insts), static_cast<std::uint32_t>(block_size));
  return p;
}

template <bool random>
void edit(benchmark::State& state) {
  bench::Editor editor(function(state.range(0), state.range(1)), random);
  for (int k = 0; k < 1000; ++k) editor.step();
  const Stats before = editor.tracker().stats();
  for (auto _ : state) editor.step();
  const double updates = 2.0 * static_cast<double>(state.iterations());
  const Stats& after = editor.tracker().stats();
  state.counters["time/update"] =
      benchmark::Counter(updates, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["refreshed/update"] = static_cast<double>(after.refreshed - before.refreshed) / updates;
  state.counters["live-in changes/update"] = static_cast<double>(after.block_changes - before.block_changes) / updates;
}

// One live range through the whole of a single block grows and shrinks again.
void stretch(benchmark::State& state) {
  const Problem& p = function(state.range(0), state.range(0));
  Tracker t(p);
  const std::uint32_t def = 0, end = t.last(0);
  const std::uint32_t reg = t.operands(def)[2].reg;
  const auto update = [&] {
    t.begin();
    t.insert({0, end}, "op", {{reg, true, false, 1}});
    benchmark::DoNotOptimize(t.maximum(0));
    t.rollback();
  };
  update();  // arrays grow once
  for (auto _ : state) update();
  state.SetComplexityN(state.range(0));
}

void full_analysis(benchmark::State& state) {
  const Problem& p = function(state.range(0), state.range(1));
  for (auto _ : state) benchmark::DoNotOptimize(analyse(p).maxima.data());
  state.SetComplexityN(state.range(0));
}
// What a tracker does that keeps liveness at the ends of blocks and looks at the edited block again, as LLVM's does
// for a region: no change of liveness in other blocks is followed.
void block_again(benchmark::State& state) {
  const Problem& p = function(state.range(0), state.range(1));
  const auto live = liveness_of(p, cfg_of(p));
  lathe::pressure::detail::BlockScan scan(p);
  std::vector<std::uint32_t> out((static_cast<std::size_t>(state.range(1)) + 1) * p.sets.size());
  std::uint32_t b = 0;
  for (auto _ : state) {
    scan.run(b, live.live_out[b], out.data());
    std::uint32_t peak = 0;
    for (const std::uint32_t x : out) peak = std::max(peak, x);
    benchmark::DoNotOptimize(peak);
    b = (b + 1) % static_cast<std::uint32_t>(p.blocks.size());
  }
}
void build(benchmark::State& state) {
  const Problem& p = function(state.range(0), state.range(1));
  for (auto _ : state) benchmark::DoNotOptimize(Tracker(p).maximum(0));
  state.SetComplexityN(state.range(0));
}

// ---- a million random edits against the scan
int check_edits(std::uint64_t wanted, std::uint32_t seed) {
  std::mt19937 rng(seed);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
  std::uint64_t done = 0, refused = 0, rolled_back = 0;
  Stats all;
  while (done < wanted) {
    const std::uint32_t size = 10 + pick(90);
    Tracker t(pressure_test::random_problem(pick, 1 + pick(12), size), {.print_verify = true});
    for (std::uint32_t k = 0; k < 1000 && done < wanted; ++k, ++done) {
      const bool speculate = pick(4) == 0;
      const auto before = speculate ? t.words() : std::vector<std::uint64_t>();
      if (speculate) t.begin();
      refused += t.apply(pressure_test::random_edit(pick, t, size)) != Refusal::none;
      if (!t.verify()) {
        std::printf("edit %llu: %s", static_cast<unsigned long long>(done), t.error().c_str());
        return 1;
      }
      if (!speculate) continue;
      t.rollback();
      ++rolled_back;
      if (t.words() == before) continue;
      std::printf("edit %llu: the rollback is not exact\n", static_cast<unsigned long long>(done));
      return 1;
    }
    if (const auto faults = check_report(t.snapshot(), t.report()); !faults.empty()) {
      std::printf("%s", faults.str().c_str());
      return 1;
    }
    lathe::merge(all, t.stats());
  }
  std::printf("%s%12llu  of them refused\n%12llu edits, each equal to the scan; %llu rolled back bit for bit\n",
              lathe::to_table(all).c_str(), static_cast<unsigned long long>(refused),
              static_cast<unsigned long long>(done), static_cast<unsigned long long>(rolled_back));
  return 0;
}

void sizes(benchmark::internal::Benchmark* b) {
  for (const std::int64_t n : {1'000, 10'000, 100'000, 1'000'000}) b->Args({n, 100});
  b->Args({10'000, 20});  // as blocks of programs are
}
void block_sizes(benchmark::internal::Benchmark* b) {
  for (std::int64_t n = 1'000; n <= 1'000'000; n *= 10) b->Args({n, n});
}

}  // namespace

BENCHMARK(edit<false>)->Name("edit/order:pass")->Apply(sizes);
BENCHMARK(edit<true>)->Name("edit/order:random")->Apply(sizes);
BENCHMARK(edit<false>)->Name("edit/one_block")->Apply(block_sizes);
BENCHMARK(full_analysis)->Args({10'000, 100})->Args({10'000, 10'000});
BENCHMARK(block_again)->Args({10'000, 20})->Args({10'000, 100})->Args({10'000, 1'000})->Args({10'000, 10'000});
BENCHMARK(stretch)->Name("growth/stretch")->RangeMultiplier(2)->Range(1 << 10, 1 << 20)->Complexity(benchmark::oLogN);
BENCHMARK(full_analysis)
    ->Name("growth/full_analysis")
    ->ArgsProduct({benchmark::CreateRange(1 << 12, 1 << 20, 2), {100}})
    ->Complexity(benchmark::oN)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(build)
    ->Name("growth/build")
    ->ArgsProduct({benchmark::CreateRange(1 << 12, 1 << 20, 4), {100}})
    ->Complexity(benchmark::oN)
    ->Unit(benchmark::kMillisecond);

int main(int argc, char** argv) {
  if (argc > 2 && std::strcmp(argv[1], "--edits") == 0)
    return check_edits(std::strtoull(argv[2], nullptr, 10),
                       argc > 3 ? static_cast<std::uint32_t>(std::strtoul(argv[3], nullptr, 10)) : 1);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
