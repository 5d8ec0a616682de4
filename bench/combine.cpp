// How the combiner's work grows with the graph: time and visits per node over doubling sizes up to 64 k nodes, on the
// shapes that have made combiners quadratic. bench/combine.py prints the slopes.
#include <benchmark/benchmark.h>

#include "bench/combine_shapes.hpp"

namespace {

template <void (*make)(shapes::Graph&, std::int64_t)>
void combine(benchmark::State& state) {
  // One graph, filled anew for each run, as a compiler does from block to block: its memory is there already.
  shapes::Graph g;
  lathe::dag::CombineScratch scratch;
  lathe::dag::CombineResult done;
  const auto fill = [&] {
    g.clear();
    make(g, state.range(0));
  };
  fill();
  shapes::Rules rules(g);
  done = lathe::dag::combine(rules, {}, scratch);
  for (auto _ : state) {
    state.PauseTiming();
    fill();
    state.ResumeTiming();
    done = lathe::dag::combine(rules, {}, scratch);
  }
  if (done.outcome != lathe::dag::CombineOutcome::fixpoint) state.SkipWithError(to_string(done.outcome));
  const auto nodes = static_cast<double>(done.nodes);
  state.SetComplexityN(static_cast<std::int64_t>(done.nodes));
  state.counters["nodes"] = nodes;
  state.counters["visits/node"] = static_cast<double>(done.visits) / nodes;
  state.counters["rewrites/node"] = static_cast<double>(done.rewrites) / nodes;
  state.counters["time/node"] =
      benchmark::Counter(nodes, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace

#define SHAPE(shape) \
  BENCHMARK(combine<shapes::shape>)->Name(#shape)->RangeMultiplier(2)->Range(1 << 10, 1 << 16)->Complexity()
SHAPE(chain);
SHAPE(tree);
SHAPE(store_chain);
SHAPE(overwriting_stores);
SHAPE(token_fan);
SHAPE(token_line);
SHAPE(hub);
