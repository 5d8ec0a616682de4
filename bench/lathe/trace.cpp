// Trace metrics over doubling functions: all of a function at once, and one block asked after each of many edits.
//
//   bench_trace                growth to 2^16 blocks; time/block, and for edits the blocks that were found again for each
//   bench_trace --once N       all of N blocks, then 1000 edits with a question each, once: to count instructions
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include <lathe/flow/follow_trace.hpp>
#include <lathe/program/store.hpp>

#include "bench/lathe/flow_graphs.hpp"

namespace {

using namespace lathe;
using program::BlockId, program::InstId, program::Role, program::ValueId;

struct Op {
  std::uint32_t op = 0;  // below 3 a jump, branch, return
  program::Effects effects() const {
    return op < 3 ? program::Effects(program::Effect::terminator) : program::Effects();
  }
  std::uint32_t key() const { return op; }
  static Op jump() { return {}; }
};
class Code : public program::Store<Op> {
 public:
  static constexpr program::Facts facts = Store::facts | program::Fact::latency | program::Fact::units;
  std::uint32_t latency(InstId i) const { return payload(i).op; }
  std::vector<program::Unit> units() const { return {{"a", 2}, {"b", 1}}; }
  template <class F>
  void for_each_hold(InstId i, F&& f) const {
    if (payload(i).op > 2) f(program::Hold{payload(i).op % 2, 0, 1});
  }
};

// Six instructions a block, which read two of the last 40 values each; the graph is one of structured loops and branches.
struct Function {
  Code code;
  std::vector<BlockId> blocks;
  std::vector<InstId> computing;
  explicit Function(std::uint32_t n) {
    const flow::Cfg cfg = bench::make_graph(bench::Shape::structured, n, 7);
    std::mt19937 rng(5);
    std::vector<ValueId> values;
    for (int k = 0; k < 40; ++k) values.push_back(code.make_value());
    for (std::uint32_t b = 0; b < cfg.block_count(); ++b) code.put_block(blocks.emplace_back(code.make_block()), true);
    const auto recent = [&] { return values[values.size() - 1 - rng() % 40]; };
    for (std::uint32_t b = 0; b < cfg.block_count(); ++b) {
      for (int k = 0; k < 6; ++k) {
        const ValueId made = code.make_value();
        const program::Operand<ValueId> operands[] = {{recent(), Role::use}, {recent(), Role::use}, {made, Role::def}};
        values.push_back(made);
        computing.push_back(code.make({3 + static_cast<std::uint32_t>(rng() % 4)}, operands));
        code.put(computing.back(), {blocks[b], {}});
      }
      std::vector<BlockId> to;
      for (const flow::Block s : cfg.successors(b)) to.push_back(blocks[s]);
      const program::Operand<ValueId> use{recent(), Role::use};
      code.put(code.make({to.empty() ? 2U : 1U}, std::span(&use, 1), to), {blocks[b], {}});
    }
  }
};
struct Traced {
  explicit Traced(Function& f) : known(f.code), graph(f.code, known), loops(graph), trace(f.code, graph, loops) {}
  program::Known<Code> known;
  program::ControlFlow<Code> graph;
  flow::FollowLoops<Code> loops;
  flow::FollowTrace<Code> trace;
};

[[gnu::noinline]] std::uint64_t ask_all(const Function& f, const Traced& t) {
  std::uint64_t sum = 0;
  for (const BlockId b : f.blocks) sum += t.trace.length(b);
  return sum;
}
// One operand of an instruction, or a copy of one in front of it and out again; then the slack of what stands there. As
// a pass that goes through the function does, block by block.
template <class Editing>
std::uint64_t edit_and_ask(Function& f, Traced& t, Editing& e, std::size_t k) {
  const InstId at = f.computing[k * 7 % f.computing.size()];
  if (k % 2 == 0) {
    e.set_operand(at, 0, ValueId(static_cast<std::uint32_t>(k % 40)));
    return t.trace.slack(at);
  }
  const InstId copy = f.code.clone(at);
  e.insert_before(copy, at);
  const std::uint64_t slack = t.trace.slack(at);
  e.erase(copy);
  return slack;
}

void all_growth(benchmark::State& state) {
  Function f(static_cast<std::uint32_t>(state.range(0)));
  for (auto _ : state) {
    const Traced t(f);
    benchmark::DoNotOptimize(ask_all(f, t));
  }
  state.SetComplexityN(static_cast<std::int64_t>(f.blocks.size()));
  state.counters["time/block"] =
      benchmark::Counter(static_cast<double>(f.blocks.size()),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
void edit_growth(benchmark::State& state) {
  Function f(static_cast<std::uint32_t>(state.range(0)));
  Traced t(f);
  ask_all(f, t);
  program::Editing e(f.code, t.graph, t.loops, t.trace);
  const flow::TraceStatistics before = t.trace.statistics();
  std::size_t k = 0;
  for (auto _ : state) benchmark::DoNotOptimize(edit_and_ask(f, t, e, k++));
  const flow::TraceStatistics& now = t.trace.statistics();
  const auto per_edit = [&](std::uint64_t n) { return static_cast<double>(n) / static_cast<double>(k); };
  state.counters["picked"] = per_edit(now.picked - before.picked);
  state.counters["depths"] = per_edit(now.depths - before.depths);
  state.counters["heights"] = per_edit(now.heights - before.heights);
  state.SetComplexityN(static_cast<std::int64_t>(f.blocks.size()));
}
BENCHMARK(all_growth)
    ->RangeMultiplier(4)
    ->Range(1 << 8, 1 << 16)
    ->Complexity(benchmark::oN)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(edit_growth)->RangeMultiplier(4)->Range(1 << 8, 1 << 16)->Complexity()->Unit(benchmark::kMicrosecond);

int once(std::uint32_t n) {
  Function f(n);
  Traced t(f);
  const std::uint64_t sum = ask_all(f, t);
  const flow::TraceStatistics all = t.trace.statistics();
  program::Editing e(f.code, t.graph, t.loops, t.trace);
  for (std::size_t k = 0; k < 1000; ++k) edit_and_ask(f, t, e, k);
  const flow::TraceStatistics& now = t.trace.statistics();
  const auto number = [](std::uint64_t x) { return static_cast<unsigned long long>(x); };
  std::printf("%zu blocks, lengths %llu; of 1000 edits: %llu read, %llu picked, %llu depths, %llu heights\n",
              f.blocks.size(), number(sum), number(now.read - all.read), number(now.picked - all.picked),
              number(now.depths - all.depths), number(now.heights - all.heights));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2 && std::strcmp(argv[1], "--once") == 0)
    return once(static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10)));
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
