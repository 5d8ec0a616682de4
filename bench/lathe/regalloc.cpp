// The allocator over growing functions: growth order in time by shape and by pressure; and one problem from a file, for
// bench/lathe/regalloc.py, which holds it against LLVM's allocators.
//
//   bench_regalloc                     growth
//   bench_regalloc --problem FILE N    allocates what the text says N times; one JSON object: least CPU seconds, counts
//   bench_regalloc --count SHAPE N     allocates once (straight, loops, fan, any; N instructions): for callgrind
#include <benchmark/benchmark.h>

#include <lathe/regalloc.hpp>
#include <lathe/regalloc/check.hpp>
#include <lathe/regalloc/text.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <sstream>

#include "bench/lathe/regalloc_problems.hpp"

namespace {

using namespace lathe::regalloc;
using bench::RegallocProblem, bench::RegallocShape;

void allocation(benchmark::State& state, RegallocShape shape, std::uint32_t variables, std::uint32_t registers) {
  const RegallocProblem made(shape, static_cast<std::uint32_t>(state.range(0)), variables, registers);
  std::uint64_t loads = 0;
  for (auto _ : state) loads = allocate(made.problem()).stats.loads;
  state.SetComplexityN(static_cast<std::int64_t>(made.problem().inst_count()));
  state.counters["s/inst"] =
      benchmark::Counter(static_cast<double>(made.problem().inst_count()),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["loads/inst"] = static_cast<double>(loads) / static_cast<double>(made.problem().inst_count());
}
void straight(benchmark::State& state) { allocation(state, RegallocShape::straight, 40, 28); }
void loops(benchmark::State& state) { allocation(state, RegallocShape::loops, 40, 28); }
void irreducible(benchmark::State& state) { allocation(state, RegallocShape::any, 40, 28); }
void fan(benchmark::State& state) { allocation(state, RegallocShape::fan, 40, 28); }
void few_registers(benchmark::State& state) { allocation(state, RegallocShape::loops, 40, 8); }
void no_spills(benchmark::State& state) { allocation(state, RegallocShape::loops, 20, 64); }
void many_live(benchmark::State& state) { allocation(state, RegallocShape::loops, 160, 64); }
BENCHMARK(straight)->RangeMultiplier(4)->Range(1 << 12, 1 << 20)->Complexity()->Unit(benchmark::kMillisecond);
BENCHMARK(loops)->RangeMultiplier(4)->Range(1 << 12, 1 << 20)->Complexity()->Unit(benchmark::kMillisecond);
BENCHMARK(irreducible)->RangeMultiplier(4)->Range(1 << 12, 1 << 20)->Complexity()->Unit(benchmark::kMillisecond);
BENCHMARK(fan)->RangeMultiplier(4)->Range(1 << 12, 1 << 20)->Complexity()->Unit(benchmark::kMillisecond);
BENCHMARK(few_registers)->RangeMultiplier(4)->Range(1 << 12, 1 << 20)->Complexity()->Unit(benchmark::kMillisecond);
BENCHMARK(no_spills)->RangeMultiplier(4)->Range(1 << 12, 1 << 20)->Complexity()->Unit(benchmark::kMillisecond);
BENCHMARK(many_live)->RangeMultiplier(4)->Range(1 << 12, 1 << 18)->Complexity()->Unit(benchmark::kMillisecond);

double now() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

int one_problem(const char* file, int runs) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  std::string error;
  const auto p = read_problem(text.str(), file, error);
  if (!p) {
    std::fprintf(stderr, "%s\n", error.c_str());
    return 1;
  }
  double best = 1e9;
  Plan plan;
  for (int r = 0; r < runs; ++r) {
    const double begin = now();
    plan = allocate(*p);
    best = std::min(best, now() - begin);
  }
  if (plan.refusal != Refusal::none || (p->inst_count() < 20000 && !check_plan(*p, plan).empty())) {
    std::fprintf(stderr, "%s: refused, or wrong\n", file);
    return 1;
  }
  std::uint64_t frame = 0, moves = 0;  // by the weights of their blocks; of a split edge, that of where it leads to
  for (const Edit& e : plan.edits) {
    const lathe::flow::Block b =
        e.at.block < p->block_count() ? e.at.block : plan.splits[e.at.block - p->block_count()].to;
    const bool in_frame = e.kind == Edit::Kind::store || e.kind == Edit::Kind::load;
    (in_frame ? frame : moves) += p->weight[b];
  }
  std::printf("{\"seconds\": %.6f, \"frame\": %llu, \"other\": %llu, \"counts\": %s}\n", best,
              static_cast<unsigned long long>(frame), static_cast<unsigned long long>(moves),
              lathe::to_json(plan.stats).c_str());
  return 0;
}
int once(const char* shape, std::uint32_t insts) {
  const RegallocShape s = std::strcmp(shape, "straight") == 0 ? RegallocShape::straight
                          : std::strcmp(shape, "loops") == 0  ? RegallocShape::loops
                          : std::strcmp(shape, "fan") == 0    ? RegallocShape::fan
                                                              : RegallocShape::any;
  const RegallocProblem made(s, insts, 40, 28);
  const Plan plan = allocate(made.problem());
  std::printf("%u instructions\n%s", made.problem().inst_count(), lathe::to_table(plan.stats).c_str());
  return plan.refusal == Refusal::none ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4 && std::strcmp(argv[1], "--problem") == 0) return one_problem(argv[2], std::atoi(argv[3]));
  if (argc == 4 && std::strcmp(argv[1], "--count") == 0)
    return once(argv[2], static_cast<std::uint32_t>(std::atoi(argv[3])));
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
