// How the work of the legalizers, the selector and the linear order grows with the graph: time and visits per node over
// doubling sizes up to 64 k nodes, on chains, trees and fans. The slopes, by time or by instructions:
//   python3 bench/lathe/combine.py --bench build/bench/bench_legalize [--instructions]
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include <lathe/select.hpp>
#include <lathe/select/linearize.hpp>

#include "adapters/toy/wide.hpp"

namespace {

using namespace toy::wide;
namespace dag = lathe::dag;

// ---- shapes, of about n nodes each, over values of `bits` bits

constexpr Op mixed[] = {Op::sub, Op::add, Op::bit_or, Op::bit_and};

/// Each value is made of the last one and a leaf.
void chain(Graph& g, std::uint32_t n, int bits) {
  const Value start = entry(g);
  Value x = argument(g, bits, 0);
  for (std::uint32_t i = 0; i < n / 2; ++i) x = g.get(mixed[i % 4], bits, {x, argument(g, bits, i)});
  g.pin(store(g, start, x, 0).node);
}
/// A balanced tree.
void tree(Graph& g, std::uint32_t n, int bits) {
  const Value start = entry(g);
  std::vector<Value> level;
  for (std::uint32_t i = 0; i < n / 2; ++i) level.push_back(argument(g, bits, i));
  while (level.size() > 1) {
    std::vector<Value> next;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2)
      next.push_back(g.get(mixed[i / 2 % 4], bits, {level[i], level[i + 1]}));
    if (level.size() % 2 != 0) next.push_back(level.back());
    level.swap(next);
  }
  g.pin(store(g, start, level[0], 0).node);
}
/// One value with n / 4 users, each stored, and all stores waited for at once.
void fan(Graph& g, std::uint32_t n, int bits) {
  const Value start = entry(g), hub = g.get(Op::sub, bits, {argument(g, bits, 0), argument(g, bits, 1)});
  std::vector<Value> chains;
  for (std::uint32_t i = 0; i < n / 4; ++i)
    chains.push_back(store(g, start, g.get(Op::bit_xor, bits, {hub, argument(g, bits, i + 2)}), 8 * i));
  g.pin(g.get(Op::join, 0, chains).node);
}
using Shape = void (*)(Graph&, std::uint32_t, int);

/// Runs `work` on a graph that is made anew each time, in memory that is there already, as from block to block.
template <class Work>
void measure(benchmark::State& state, Shape make, int bits, Work&& work) {
  Graph g;
  std::uint64_t visits = 0, nodes = 0;
  for (bool first = true; auto _ : state) {
    state.PauseTiming();
    g.clear();
    make(g, static_cast<std::uint32_t>(state.range(0)), bits);
    nodes = g.live();
    state.ResumeTiming();
    visits = work(g);
    if (first && visits == 0) state.SkipWithError("refused");
    first = false;
  }
  const auto count = static_cast<double>(nodes);
  state.SetComplexityN(static_cast<std::int64_t>(nodes));
  state.counters["nodes"] = count;
  state.counters["visits/node"] = static_cast<double>(visits) / count;
  state.counters["time/node"] =
      benchmark::Counter(count, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// 64 bits become four registers of 16.
template <Shape make>
void types(benchmark::State& state) {
  Types client;
  measure(state, make, 64, [&](Graph& g) -> std::uint64_t {
    dag::LegalizeStats stats;
    return dag::legalize_types(g, client, {}, &stats) ? 0 : stats.visited;
  });
}
template <Shape make>
void operations(benchmark::State& state) {
  Operations client;
  measure(state, make, 16, [&](Graph& g) -> std::uint64_t {
    dag::OperationStats stats;
    return dag::legalize_operations(g, client, {}, &stats) ? 0 : stats.visited;
  });
}

/// A machine that takes a sum's operand in when it is a difference of one use, and leaves of any.
struct Target {
  const Graph& g;
  std::uint64_t emitted = 0;
  bool cover(NodeId node, dag::Demand& demand) {
    for (std::uint32_t i = 0; i < g.operand_count(node); ++i) {
      const Value v = g.operand(node, i);
      if (g.op(v) == Op::argument) continue;
      if (g.op(node) == Op::add && g.op(v) == Op::sub && g.one_use(v)) {
        for (std::uint32_t k = 0; k < g.operand_count(v.node); ++k) demand(g.operand(v, k));
      } else {
        demand(v);
      }
    }
    return true;
  }
  bool emit(NodeId) { return ++emitted != 0; }
};
template <Shape make>
void select(benchmark::State& state) {
  dag::Selector<Graph> selector;
  measure(state, make, 16, [&](Graph& g) -> std::uint64_t {
    Target target{g};
    const Value roots[] = {{g.size() - 1, 0}};
    return selector.run(g, roots, target) ? target.emitted : 0;
  });
}

/// Items in a row, in a tree of reads, and n items that one waits for; wished in a scrambled order.
enum class Row { chain, tree, fan };
template <Row row>
void order(benchmark::State& state) {
  const auto n = static_cast<std::uint32_t>(state.range(0));
  dag::LinearProblem problem;
  for (std::uint32_t i = 0; i < n; ++i) {
    if (row == Row::chain && i > 0) problem.edges.push_back(i - 1);
    if (row == Row::tree && i >= n / 2)
      for (const std::uint32_t k : {0U, 1U})
        if (const std::uint32_t leaf = 2 * (i - n / 2) + k; leaf < i) problem.edges.push_back(leaf);
    if (row == Row::fan && i == n - 1)
      for (std::uint32_t k = 0; k < i; ++k) problem.edges.push_back(k);
    problem.close(i * 2654435761U % n);
  }
  dag::LinearScratch scratch;
  std::vector<std::uint32_t> out;
  for (auto _ : state) {
    if (!linearize(problem, scratch, out)) state.SkipWithError("refused");
    benchmark::DoNotOptimize(out.data());
  }
  state.SetComplexityN(n);
  state.counters["nodes"] = n;
  state.counters["visits/node"] = 1;
  state.counters["time/node"] =
      benchmark::Counter(n, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace

#define SIZES RangeMultiplier(4)->Range(1 << 10, 1 << 16)->Complexity()
#define SHAPES(what)                                   \
  BENCHMARK(what<chain>)->Name(#what "_chain")->SIZES; \
  BENCHMARK(what<tree>)->Name(#what "_tree")->SIZES;   \
  BENCHMARK(what<fan>)->Name(#what "_fan")->SIZES
SHAPES(types);
SHAPES(operations);
SHAPES(select);
BENCHMARK(order<Row::chain>)->Name("order_chain")->SIZES;
BENCHMARK(order<Row::tree>)->Name("order_tree")->SIZES;
BENCHMARK(order<Row::fan>)->Name("order_fan")->SIZES;
