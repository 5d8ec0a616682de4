// Cost of kernel expansion: growth over the size of the body and over the number of stages, for both methods.
//
//   bench_modulo_expand            times, and what the expansion is: instances, names, unrolling, growth in per cent
//
// Bodies are chains that meet now and then; an instruction reads one or two values, one in eight from anywhere before,
// the others from some instructions back; a few read their own of the iteration before. Schedules: every instruction as
// early as its inputs let it, at a stated interval, so that the number of stages stays what it is while the body grows.
#include <benchmark/benchmark.h>

#include <map>
#include <random>
#include <utility>

#include <lathe/expand.hpp>

namespace {

using namespace lathe::modulo;

struct Loop {
  Problem problem;
  Schedule schedule;
};

/// `width` instructions a cycle: the body is size / width cycles long, a stage is size / width / stages of them.
const Loop& loop(std::int64_t size, std::int64_t stages) {
  static std::map<std::pair<std::int64_t, std::int64_t>, Loop> made;
  Loop& l = made[{size, stages}];
  if (!l.problem.insts.empty()) return l;
  std::mt19937 engine(1);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  const auto n = static_cast<std::uint32_t>(size);
  Problem& p = l.problem;
  p.sets = {{"r", 0}};
  for (std::uint32_t inst = 0; inst < n; ++inst) {
    p.insts.push_back({"", 1, 1});
    p.values.push_back({inst, 0, 1, inst + 1 == n});
    l.schedule.cycle.push_back(static_cast<std::int32_t>(inst / 4));
    for (std::uint32_t reads = 1 + pick(2); reads > 0 && inst > 8; --reads) {
      const std::uint32_t from = inst - 5 - pick(inst < 40 || pick(8) == 0 ? inst - 4 : 36);
      p.edges.push_back({from, inst, 1, 0, DependenceKind::data, from});
    }
    if (pick(20) == 0) p.edges.push_back({inst, inst, 1, 1, DependenceKind::data, inst});
  }
  l.schedule.ii =
      std::max<std::uint32_t>(1, (n / 4 + static_cast<std::uint32_t>(stages) - 1) / static_cast<std::uint32_t>(stages));
  return l;
}

void measure(benchmark::State& state, const Loop& l, const ExpandOptions& options, std::int64_t n) {
  Expansion e;
  for (auto _ : state) {
    e = expand(l.problem, l.schedule, options);
    benchmark::DoNotOptimize(e.instances.data());
  }
  if (e.refusal != ExpandRefusal::none) state.SkipWithError(e.why.c_str());
  state.SetComplexityN(n);
  state.counters["stages"] = static_cast<double>(e.stats.stages);
  state.counters["unroll"] = static_cast<double>(e.stats.unroll);
  state.counters["instances"] = static_cast<double>(e.stats.instances);
  state.counters["copies"] = static_cast<double>(e.stats.copies);
  state.counters["names"] = static_cast<double>(e.stats.names);
  state.counters["growth%"] = static_cast<double>(e.stats.growth);
  state.counters["time/instance"] =
      benchmark::Counter(static_cast<double>(e.stats.instances),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
template <Method method>
void operations(benchmark::State& state) {
  measure(state, loop(state.range(0), 4), {.method = method, .max_instances = 1U << 28U}, state.range(0));
}
template <Method method>
void stages(benchmark::State& state) {
  measure(state, loop(4096, state.range(0)), {.method = method, .max_instances = 1U << 28U}, state.range(0));
}

}  // namespace

BENCHMARK(operations<Method::mve>)->Name("operations/mve")->RangeMultiplier(2)->Range(1 << 10, 1 << 17)->Complexity();
BENCHMARK(operations<Method::peel>)->Name("operations/peel")->RangeMultiplier(2)->Range(1 << 10, 1 << 17)->Complexity();
BENCHMARK(operations<Method::annotate>)
    ->Name("operations/annotate")
    ->RangeMultiplier(2)
    ->Range(1 << 10, 1 << 17)
    ->Complexity();
BENCHMARK(stages<Method::mve>)->Name("stages/mve")->RangeMultiplier(2)->Range(1, 128)->Complexity();
BENCHMARK(stages<Method::peel>)->Name("stages/peel")->RangeMultiplier(2)->Range(1, 128)->Complexity();
