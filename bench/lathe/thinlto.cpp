// The import planner on programs of up to a million functions and ten million calls, and LLVM 22's function import on
// the same index.
//
//   bench_thinlto                        CPU time and bytes a function, growth to a million functions, ten million
//   bench_thinlto --benchmark_filter=peer   both at 100,000 functions, dead values and attributes left out
//
// Bytes are those that operator new handed out at most, the problem (the index) included; "plan bytes" are those of the
// plan alone. LLVM's bytes count in the same way, its index included.
#include <benchmark/benchmark.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/ModuleSummaryIndex.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/IPO/FunctionImport.h>
#include <malloc.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <new>

#include <lathe/thinlto.hpp>

#include "bench/lathe/thinlto_index.hpp"
#include "bench/lathe/thinlto_problems.hpp"
#include "bench/lathe/thinlto_shapes.hpp"

namespace {
std::size_t bytes_now = 0, bytes_most = 0;
void count(void* p) {
  bytes_now += malloc_usable_size(p);
  bytes_most = std::max(bytes_most, bytes_now);
}
}  // namespace

void* operator new(std::size_t size) {
  void* const p = std::malloc(size);
  if (p == nullptr) std::abort();
  count(p);
  return p;
}
void operator delete(void* p) noexcept {
  if (p != nullptr) bytes_now -= malloc_usable_size(p);
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept { operator delete(p); }
void* operator new(std::size_t size, std::align_val_t align) {
  const auto a = static_cast<std::size_t>(align);
  void* const p = std::aligned_alloc(a, (size + a - 1) / a * a);
  if (p == nullptr) std::abort();
  count(p);
  return p;
}
void operator delete(void* p, std::align_val_t) noexcept { operator delete(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { operator delete(p); }

namespace {

using lathe::thinlto::Options;
using lathe::thinlto::Plan;
using lathe::thinlto::Problem;

using Shape = Problem (*)(std::uint32_t functions, std::uint32_t calls, std::uint32_t seed);

/// What thinlto_growth.py counts.
[[gnu::noinline]] Plan planned_here(const Problem& p, const Options& options) { return plan_problem(p, options); }

void plan(benchmark::State& state, Shape shape, const Options& options) {
  const auto functions = static_cast<std::uint32_t>(state.range(0));
  const std::size_t before = bytes_now;
  const Problem p = shape(functions, 10, 1);
  double most = 0, kept = 0;
  lathe::thinlto::Stats stats;
  for (auto _ : state) {
    const std::size_t made = bytes_now;
    bytes_most = bytes_now;
    const Plan answer = planned_here(p, options);
    most = static_cast<double>(bytes_most - before);
    kept = static_cast<double>(bytes_now - made);
    stats = answer.stats;
  }
  const double n = functions;
  state.SetComplexityN(functions);
  state.counters["bytes/function"] = most / n;
  state.counters["plan bytes/function"] = kept / n;
  state.counters["calls"] = static_cast<double>(stats.calls);
  state.counters["imports/function"] = static_cast<double>(stats.functions) / n;
  state.counters["variables/function"] = static_cast<double>(stats.variables) / n;
  state.counters["visits/function"] = static_cast<double>(stats.visits) / n;
}
template <Shape shape>
void best(benchmark::State& state) {
  plan(state, shape, {});
}
void with_refusals(benchmark::State& state) { plan(state, bench::program_like, {.print_import_failures = true}); }

// ---- LLVM
constexpr std::uint32_t peer_functions = 100'000;

template <Shape shape>
void peer_llvm(benchmark::State& state) {
  const std::size_t before = bytes_now;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::ModuleSummaryIndex> index;
  {
    const std::string text = bench::index_text(shape(peer_functions, 10, 1));
    index = llvm::parseSummaryIndexAssemblyString(text, error);
  }
  if (!index) return state.SkipWithError(error.getMessage().str().c_str());
  index->setWithGlobalValueDeadStripping();
  index->setWithAttributePropagation();
  std::size_t imports = 0;
  double most = 0;
  for (auto _ : state) {
    bytes_most = bytes_now;
    llvm::DenseMap<llvm::StringRef, llvm::GVSummaryMapTy> defined;
    index->collectDefinedGVSummariesPerModule(defined);
    llvm::FunctionImporter::ImportListsTy lists(defined.size());
    llvm::DenseMap<llvm::StringRef, llvm::FunctionImporter::ExportSetTy> exports;
    llvm::ComputeCrossModuleImport(
        *index, defined, [](llvm::GlobalValue::GUID, const llvm::GlobalValueSummary*) { return true; }, lists, exports);
    most = static_cast<double>(bytes_most - before);
    imports = 0;
    for (const auto& [module, list] : lists)
      imports += static_cast<std::size_t>(std::distance(list.begin(), list.end()));
  }
  state.counters["bytes/function"] = most / peer_functions;
  state.counters["imports"] = static_cast<double>(imports);
  state.counters["functions"] = peer_functions;
}
template <Shape shape, lathe::thinlto::Rule rule>
void peer_lathe(benchmark::State& state) {
  const std::size_t before = bytes_now;
  Problem p = shape(peer_functions, 10, 1);
  p.liveness_known = p.attributes_known = true;
  for (auto& s : p.summaries) s.flags |= lathe::thinlto::flag::live;
  double most = 0;
  std::size_t imports = 0, visits = 0;
  for (auto _ : state) {
    bytes_most = bytes_now;
    const Plan answer = plan_problem(p, {.rule = rule});
    most = static_cast<double>(bytes_most - before);
    imports = answer.stats.functions + answer.stats.variables;
    visits = answer.stats.visits;
  }
  state.counters["bytes/function"] = most / peer_functions;
  state.counters["imports"] = static_cast<double>(imports);
  state.counters["visits"] = static_cast<double>(visits);
}

}  // namespace

BENCHMARK(best<bench::program_like>)
    ->Name("growth/best")
    ->RangeMultiplier(2)
    ->Range(1'000'000 / 16, 1'000'000)
    ->Complexity(benchmark::oN)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(best<bench::templates_like>)
    ->Name("growth/templates")
    ->RangeMultiplier(2)
    ->Range(1'000'000 / 16, 1'000'000)
    ->Complexity(benchmark::oN)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(best<bench::program_like>)->Name("ten million")->Arg(10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(with_refusals)->Name("with a record of each refusal")->Arg(1'000'000)->Unit(benchmark::kMillisecond);

// LLVM's import, ours, and ours by LLVM's rule on one shape; bench/lathe/thinlto_peers.py compares them.
#define PEERS(shape, name)                                                                       \
  BENCHMARK(peer_llvm<bench::shape>)->Name("peer/" name "/llvm")->Unit(benchmark::kMillisecond); \
  BENCHMARK(peer_lathe<bench::shape, lathe::thinlto::Rule::best>)                                \
      ->Name("peer/" name "/best")                                                               \
      ->Unit(benchmark::kMillisecond);                                                           \
  BENCHMARK(peer_lathe<bench::shape, lathe::thinlto::Rule::first_found>)                         \
      ->Name("peer/" name "/first_found")                                                        \
      ->Unit(benchmark::kMillisecond)
PEERS(program_like, "program");
PEERS(templates_like, "templates");
PEERS(hubs_like, "hubs");
PEERS(chains_like, "chains");
PEERS(copies_like, "copies");
PEERS(singles_like, "singles");
PEERS(large_like, "large");
PEERS(anything_like, "anything");
PEERS(trees_like, "trees");
PEERS(tables_like, "tables");
