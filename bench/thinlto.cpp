// The import planner on programs of up to a million functions and ten million calls, and LLVM 22's function import on
// the same index.
//
//   bench_thinlto                        CPU time and bytes a function, growth to a million functions
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

#include "bench/thinlto_problems.hpp"

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

void plan(benchmark::State& state, const Options& options) {
  const auto functions = static_cast<std::uint32_t>(state.range(0));
  const std::size_t before = bytes_now;
  const Problem p = bench::program_like(functions, 10);
  double most = 0, kept = 0;
  lathe::thinlto::Stats stats;
  for (auto _ : state) {
    const std::size_t made = bytes_now;
    bytes_most = bytes_now;
    const Plan answer = plan_problem(p, options);
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
void best(benchmark::State& state) { plan(state, {}); }
void with_refusals(benchmark::State& state) { plan(state, {.print_import_failures = true}); }

// ---- LLVM
std::string index_text(const Problem& p) {
  using namespace lathe::thinlto;
  std::string out;
  const auto modules = static_cast<std::uint32_t>(p.modules.size());
  for (std::uint32_t m = 0; m < modules; ++m)
    out += "^" + std::to_string(m) + " = module: (path: \"" + p.modules[m].name + "\", hash: (0, 0, 0, 0, 0))\n";
  for (std::uint32_t s = 0; s < p.summaries.size(); ++s) {
    const Summary& x = p.summaries[s];
    out +=
        "^" + std::to_string(modules + x.value) + " = gv: (guid: " + std::to_string(p.values[x.value].guid) +
        ", summaries: (" + kind_names[static_cast<std::size_t>(x.kind)] + ": (module: ^" + std::to_string(x.module) +
        ", flags: (linkage: " + linkage_names[static_cast<std::size_t>(x.linkage)] +
        ", visibility: default, notEligibleToImport: 0, live: 1, dsoLocal: 0, canAutoHide: 0, importType: definition)";
    if (x.kind == Kind::variable)
      out += std::string(", varFlags: (readonly: ") + (x.has(flag::read_only) ? "1" : "0") +
             ", writeonly: 0, constant: " + (x.has(flag::constant) ? "1" : "0") + ")";
    else
      out += ", insts: " + std::to_string(x.instructions) +
             ", funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: " +
             (x.has(flag::no_inline) ? "1" : "0") +
             ", alwaysInline: 0, noUnwind: 0, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0)";
    const auto calls = p.calls_of(s);
    for (std::size_t i = 0; i < calls.size(); ++i)
      out += std::string(i == 0 ? ", calls: (" : ", ") + "(callee: ^" + std::to_string(modules + calls[i]) +
             ", hotness: " + hotness_names[static_cast<std::size_t>(p.call_infos_of(s)[i].hotness())] + ")";
    if (!calls.empty()) out += ")";
    for (std::size_t i = 0; i < p.refs_of(s).size(); ++i)
      out += std::string(i == 0 ? ", refs: (" : ", ") + "^" + std::to_string(modules + p.refs_of(s)[i]);
    if (!p.refs_of(s).empty()) out += ")";
    out += ")))\n";
  }
  std::vector<bool> defined(p.values.size());
  for (const Summary& x : p.summaries) defined[x.value] = true;
  for (std::uint32_t v = 0; v < p.values.size(); ++v)
    if (!defined[v])
      out += "^" + std::to_string(modules + v) + " = gv: (guid: " + std::to_string(p.values[v].guid) + ")\n";
  return out;
}

constexpr std::uint32_t peer_functions = 100'000;

void peer_llvm(benchmark::State& state) {
  const Problem p = bench::program_like(peer_functions, 10);
  const std::size_t before = bytes_now;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::ModuleSummaryIndex> index;
  {
    const std::string text = index_text(p);
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
}
template <lathe::thinlto::Rule rule>
void peer_lathe(benchmark::State& state) {
  const std::size_t before = bytes_now;
  Problem p = bench::program_like(peer_functions, 10);
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

BENCHMARK(best)
    ->Name("growth/best")
    ->RangeMultiplier(2)
    ->Range(1'000'000 / 16, 1'000'000)
    ->Complexity(benchmark::oN)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(with_refusals)->Name("with a record of each refusal")->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(peer_llvm)->Name("peer/llvm")->Unit(benchmark::kMillisecond);
BENCHMARK(peer_lathe<lathe::thinlto::Rule::best>)->Name("peer/best")->Unit(benchmark::kMillisecond);
BENCHMARK(peer_lathe<lathe::thinlto::Rule::first_found>)->Name("peer/first_found")->Unit(benchmark::kMillisecond);
