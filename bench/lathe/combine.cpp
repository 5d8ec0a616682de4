// How the combiner's work grows with the graph: time and visits per node over doubling sizes up to 64 k nodes, on the
// shapes that have made combiners quadratic. bench/lathe/combine.py prints the slopes.
#include <benchmark/benchmark.h>

#include <vector>

#include "bench/lathe/combine_shapes.hpp"

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

// The same, but with as many graphs in memory as make up the largest size, each combined once a run: every size meets
// the caches as the largest does, and what is left of the growth is the algorithm's.
template <void (*make)(shapes::Graph&, std::int64_t)>
void equal_memory(benchmark::State& state) {
  std::vector<shapes::Graph> graphs(static_cast<std::size_t>((1 << 16) / state.range(0)));
  lathe::dag::CombineScratch scratch;
  lathe::dag::CombineResult done;
  for (auto _ : state) {
    state.PauseTiming();
    for (shapes::Graph& g : graphs) {
      g.clear();
      make(g, state.range(0));
    }
    state.ResumeTiming();
    for (shapes::Graph& g : graphs) {
      shapes::Rules rules(g);
      done = lathe::dag::combine(rules, {}, scratch);
    }
  }
  if (done.outcome != lathe::dag::CombineOutcome::fixpoint) state.SkipWithError(to_string(done.outcome));
  state.counters["nodes"] = static_cast<double>(done.nodes);
  state.counters["graphs"] = static_cast<double>(graphs.size());
  state.counters["visits/node"] = static_cast<double>(done.visits) / static_cast<double>(done.nodes);
}

}  // namespace

#define SHAPE(shape)                                                                                          \
  BENCHMARK(combine<shapes::shape>)->Name(#shape)->RangeMultiplier(2)->Range(1 << 10, 1 << 20)->Complexity(); \
  BENCHMARK(equal_memory<shapes::shape>)->Name(#shape " in equal memory")->RangeMultiplier(2)->Range(1 << 10, 1 << 16)
SHAPE(chain);
SHAPE(tree);
SHAPE(store_chain);
SHAPE(byte_copies);
SHAPE(shared_sums);
SHAPE(wide_join);
SHAPE(overwriting_stores);
SHAPE(token_fan);
SHAPE(token_line);
SHAPE(hub);
