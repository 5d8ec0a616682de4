// Dead code, phi elimination and block placement over doubling programs; the block order beside LLVM 22's ext-TSP.
//
//   bench_opt                 growth
//   bench_opt --against N     medians of N paired runs (5): time of ext_tsp and of LLVM's computeExtTspLayout, and the
//   scores
//                             of both orders by one definition
//
// Times are CPU times.
#include <benchmark/benchmark.h>
#include <llvm/Transforms/Utils/CodeLayout.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>
#include <string>

#include <lathe/opt.hpp>

#include "bench/lathe/flow_graphs.hpp"
#include "tests/unit/lathe/opt/toy_ir.hpp"

namespace {

using namespace lathe;
using namespace lathe::opt;

struct Placement {
  flow::Cfg cfg;
  std::vector<flow::Block> start;
  std::vector<double> counts;
  std::vector<std::uint32_t> sizes;
};
// Counts as a profile has them: frequencies of blocks times probabilities, in whole executions.
Placement make_placement(bench::Shape shape, std::uint32_t blocks) {
  Placement p;
  p.cfg = bench::make_graph(shape, blocks, 5);
  std::mt19937 rng(9);
  const flow::Order order = flow::reverse_post_order(p.cfg);
  const flow::Loops loops = flow::find_loops(p.cfg, flow::Dominators(p.cfg), order);
  std::vector<double> weights(p.cfg.edge_count());
  for (double& w : weights) w = rng() % 100 + 1;
  const auto probability = flow::edge_probabilities(p.cfg, loops, order, weights);
  const auto frequency = flow::frequencies(p.cfg, loops, order, probability, {.most_trips = 50, .sweeps = 50});
  for (flow::Block b = 0; b < p.cfg.block_count(); ++b)
    for (std::uint32_t k = 0; k < p.cfg.successors(b).size(); ++k)
      p.counts.push_back(std::floor(std::min(1e9, 1000 * frequency.block[b] * probability[p.cfg.first_edge(b) + k])));
  for (flow::Block b = 0; b < p.cfg.block_count(); ++b) p.sizes.push_back(4 + rng() % 60);
  p.start = place_blocks(p.cfg, loops, order, [](flow::Block) { return false; });
  return p;
}

// A value per instruction that reads two of the 40 before it; every 50th is a root.
struct Straight {
  std::uint32_t size;
  std::uint32_t instruction_count() const { return size; }
  std::uint32_t value_count() const { return size; }
  bool is_root(std::uint32_t i) const { return i % 50 == 49; }
  template <class F>
  void for_each_def(std::uint32_t i, F&& f) const {
    f(i);
  }
  template <class F>
  void for_each_use(std::uint32_t i, F&& f) const {
    for (const std::uint32_t k : {1 + i * 7 % 40, 1 + i * 13 % 40})
      if (k <= i) f(i - k);
  }
};

void dead_code(benchmark::State& state) {
  const Straight program{static_cast<std::uint32_t>(state.range(0))};
  for (auto _ : state) benchmark::DoNotOptimize(live_instructions(program).size());
  state.SetComplexityN(state.range(0));
}
void phi_elimination(benchmark::State& state) {
  std::mt19937 rng(3);
  const toy::Program program = toy::random_program(rng, static_cast<std::uint32_t>(state.range(0)));
  const PhiProblem problem = toy::problem_of(program);
  const flow::Dominators dominators(program.cfg);
  for (auto _ : state) benchmark::DoNotOptimize(eliminate_phis(program.cfg, dominators, problem).steps.data());
  state.SetComplexityN(static_cast<std::int64_t>(problem.arguments.size() + problem.uses.size()));
}
void placement(benchmark::State& state) {
  const Placement p = make_placement(bench::Shape::structured, static_cast<std::uint32_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(ext_tsp(p.cfg, p.start, p.counts, p.sizes).blocks.data());
  state.SetComplexityN(state.range(0));
}
BENCHMARK(dead_code)->RangeMultiplier(4)->Range(1 << 12, 1 << 20)->Complexity(benchmark::oN);
BENCHMARK(phi_elimination)->RangeMultiplier(2)->Range(64, 1024)->Complexity()->Unit(benchmark::kMillisecond);
BENCHMARK(placement)->RangeMultiplier(4)->Range(256, 16384)->Complexity()->Unit(benchmark::kMillisecond);

double now() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}
double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

int against(unsigned runs) {
  for (const auto shape : {bench::Shape::structured, bench::Shape::random, bench::Shape::switches})
    for (const std::uint32_t blocks : {30U, 300U, 3000U}) {
      const Placement p = make_placement(shape, blocks);
      std::vector<std::uint64_t> sizes(p.sizes.begin(), p.sizes.end()), executed(blocks, 0);
      std::vector<llvm::codelayout::EdgeCount> edges;
      for (flow::Block b = 0; b < blocks; ++b)
        for (std::uint32_t k = 0; k < p.cfg.successors(b).size(); ++k) {
          const auto count = static_cast<std::uint64_t>(p.counts[p.cfg.first_edge(b) + k]);
          edges.push_back({b, p.cfg.successors(b)[k], count});
          executed[b] += count;
          if (p.cfg.successors(p.cfg.successors(b)[k]).empty()) executed[p.cfg.successors(b)[k]] += count;
        }
      std::vector<double> ours, theirs;
      std::vector<flow::Block> layout;
      ExtTspOrder found;
      for (unsigned r = 0; r < runs; ++r) {
        const double begin = now();
        found = ext_tsp(p.cfg, p.start, p.counts, p.sizes);
        const double middle = now();
        const auto order = llvm::codelayout::computeExtTspLayout(sizes, executed, edges);
        theirs.push_back(now() - middle);
        ours.push_back(middle - begin);
        layout.assign(order.begin(), order.end());
      }
      const double score = ext_tsp_score(p.cfg, layout, p.counts, p.sizes);
      std::printf(
          "ext-tsp %-10s %5u blocks  ours %9.3f ms  LLVM %9.3f ms  %6.2f times; score before %.0f, ours %.0f, LLVM "
          "%.0f, ours/LLVM %.4f\n",
          bench::shape_names[static_cast<std::size_t>(shape)], blocks, median(ours) * 1e3, median(theirs) * 1e3,
          median(theirs) / median(ours), found.before, found.score, score, found.score / score);
      std::fflush(stdout);
    }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--against") == 0)
    return against(argc > 2 ? static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10)) : 5);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
