// How the combiner's work grows with the graph: time per node and visits per node over doubling sizes, on shapes
// that have made combiners quadratic (one hub with many users, long chains, wide fans of stores).
#include <benchmark/benchmark.h>

#include "adapters/toy/dag.hpp"

namespace {

using namespace toy;

// ((((x + 1) + 1) + 1) ...): folds to one sum.
void chain(Graph& g, std::int64_t n) {
  Value sum = get(g, Op::argument, {}, 0);
  for (std::int64_t i = 0; i < n; ++i) sum = get(g, Op::add, {sum, constant(g, 1)});
  g.pin(get(g, Op::result, {sum}).node);
}
// n products of one hub, each with its own constant; the hub itself folds late and touches them all.
void hub(Graph& g, std::int64_t n) {
  const Value x = get(g, Op::add, {get(g, Op::neg, {get(g, Op::neg, {get(g, Op::argument, {}, 0)})}), constant(g, 0)});
  for (std::int64_t i = 0; i < n; ++i)
    g.pin(get(g, Op::result, {get(g, Op::mul, {x, constant(g, 2 * static_cast<std::uint32_t>(i) + 3)})}).node);
}
// A balanced tree in which little can be done: the price of looking.
void quiet(Graph& g, std::int64_t n) {
  std::vector<Value> level;
  for (std::int64_t i = 0; i < n / 2; ++i) level.push_back(get(g, Op::argument, {}, static_cast<std::uint32_t>(i)));
  while (level.size() > 1) {
    std::vector<Value> next;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2) next.push_back(get(g, Op::add, {level[i], level[i + 1]}));
    level = next;
  }
  g.pin(get(g, Op::result, {level[0]}).node);
}
// n addresses hub + i * 8 rewritten from products, all alive.
void addresses(Graph& g, std::int64_t n) {
  const Value base = get(g, Op::argument, {}, 0), index = get(g, Op::argument, {}, 1);
  for (std::int64_t i = 0; i < n; ++i) {
    const Value scaled =
        get(g, Op::mul, {get(g, Op::add, {index, constant(g, static_cast<std::uint32_t>(i))}), constant(g, 8)});
    g.pin(get(g, Op::result, {get(g, Op::add, {base, scaled})}).node);
  }
}

template <void (*make)(Graph&, std::int64_t)>
void combine(benchmark::State& state) {
  Graph master;
  make(master, state.range(0));
  lathe::dag::CombineScratch scratch;
  std::uint64_t visits = 0, rewrites = 0;
  for (auto _ : state) {
    state.PauseTiming();
    Graph g = master;
    Rules rules(g);
    state.ResumeTiming();
    const auto done = lathe::dag::combine(rules, {}, scratch);
    visits = done.visits;
    rewrites = done.rewrites;
  }
  state.SetComplexityN(master.live());
  state.counters["visits/node"] = static_cast<double>(visits) / master.live();
  state.counters["rewrites"] = static_cast<double>(rewrites);
  state.counters["time/node"] = benchmark::Counter(
      static_cast<double>(master.live()), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace

BENCHMARK(combine<chain>)->RangeMultiplier(2)->Range(1 << 8, 1 << 14)->Complexity();
BENCHMARK(combine<hub>)->RangeMultiplier(2)->Range(1 << 8, 1 << 14)->Complexity();
BENCHMARK(combine<quiet>)->RangeMultiplier(2)->Range(1 << 8, 1 << 14)->Complexity();
BENCHMARK(combine<addresses>)->RangeMultiplier(2)->Range(1 << 8, 1 << 14)->Complexity();
