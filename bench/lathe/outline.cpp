// Repeats of a long string: the array and the tree engine against llvm::SuffixTree of LLVM 22, on the same string.
//
//   bench_outline                  time and peak memory per symbol, growth to 16 M symbols
//   bench_outline --equal          exit 1 unless all engines report the same (length, starts), at 1 M and 4 M symbols
//
// A run is renumbering, construction and one walk over all repeats with all their starts; times are CPU times. Memory
// is what the process grows by at most (VmHWM) in a child of its own, the input string not counted.
#include <benchmark/benchmark.h>
#include <llvm/Support/SuffixTree.h>

#include <cstdio>
#include <cstring>
#include <map>

#include <lathe/outline/repeats.hpp>
#include <lathe/outline/suffix_tree.hpp>

#include "bench/lathe/outline_strings.hpp"
#include "bench/lathe/peak_memory.hpp"

namespace {

using lathe::outline::Repeat;
using lathe::outline::RepeatOptions;
using String = std::vector<std::uint32_t>;

struct Array {
  template <class F>
  static void repeats(const String& s, bool all, F&& f) {
    lathe::outline::for_each_repeat(lathe::outline::suffix_array(lathe::outline::renumber(s), 2),
                                    RepeatOptions{.leaf_descendants = all},
                                    [&](const Repeat& r) { f(r.length, r.starts); });
  }
};
struct Tree {
  template <class F>
  static void repeats(const String& s, bool all, F&& f) {
    lathe::outline::for_each_repeat(lathe::outline::suffix_tree(lathe::outline::renumber(s)),
                                    RepeatOptions{.leaf_descendants = all},
                                    [&](const Repeat& r) { f(r.length, r.starts); });
  }
};
struct Llvm {
  template <class F>
  static void repeats(const String& s, bool all, F&& f) {
    llvm::SuffixTree tree(s, all);
    for (const auto& r : tree) f(r.Length, r.StartIndices);
  }
};

// ---- strings
const String& code(std::int64_t n) {
  static std::map<std::int64_t, String> made;
  String& s = made[n];
  if (s.empty()) s = bench::code_like_string(static_cast<std::uint32_t>(n));
  return s;
}
String same(std::int64_t n) {
  String s(static_cast<std::size_t>(n), 1);
  s.back() = 2;
  return s;
}
String fibonacci(std::int64_t n) {
  String s = bench::fibonacci_string(static_cast<std::uint32_t>(n));
  s.back() = 2;
  return s;
}
String two_halves(std::int64_t n) {
  String s = code(n / 2);
  for (std::uint32_t& x : s) x &= 0xfff;
  s.insert(s.end(), s.begin(), s.end());
  s.push_back(5000);
  return s;
}

// ---- memory
template <class Engine>
double peak_bytes(const String& s) {
  return bench::peak_growth([&] {
    std::size_t starts = 0;
    Engine::repeats(s, true, [&](std::uint32_t, const auto& found) { starts += found.size(); });
    benchmark::DoNotOptimize(starts);
  });
}

template <class Engine>
void measure(benchmark::State& state, const String& s) {
  std::size_t repeats = 0, starts = 0;
  for (auto _ : state) {
    repeats = starts = 0;
    Engine::repeats(s, true, [&](std::uint32_t, const auto& found) {
      ++repeats;
      starts += found.size();
    });
  }
  const auto n = static_cast<double>(s.size());
  state.SetComplexityN(static_cast<std::int64_t>(s.size()));
  state.counters["repeats"] = static_cast<double>(repeats);
  state.counters["time/symbol"] =
      benchmark::Counter(n, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["bytes/symbol"] = peak_bytes<Engine>(s) / n;
}
template <class Engine>
void code_like(benchmark::State& state) {
  measure<Engine>(state, code(state.range(0)));
}
template <class Engine, String (*make)(std::int64_t)>
void hard(benchmark::State& state) {
  measure<Engine>(state, make(state.range(0)));
}

// ---- equality
template <class Engine>
std::vector<std::pair<std::uint32_t, String>> all_repeats(const String& s, bool all) {
  std::vector<std::pair<std::uint32_t, String>> out;
  Engine::repeats(s, all, [&](std::uint32_t length, const auto& found) {
    out.emplace_back(length, String(found.begin(), found.end()));
    std::sort(out.back().second.begin(), out.back().second.end());
  });
  std::sort(out.begin(), out.end());
  return out;
}
int check_equal() {
  bool good = true;
  for (const std::int64_t n : {1'000'000, 4'000'000})
    for (const bool all : {true, false}) {
      const auto peer = all_repeats<Llvm>(code(n), all);
      const bool array = all_repeats<Array>(code(n), all) == peer, tree = all_repeats<Tree>(code(n), all) == peer;
      std::printf("%8lld symbols, %s: %zu repeats, array %s, tree %s\n", static_cast<long long>(n),
                  all ? "leaf descendants" : "leaf children   ", peer.size(), array ? "equal" : "DIFFERS",
                  tree ? "equal" : "DIFFERS");
      good &= array && tree;
    }
  return good ? 0 : 1;
}

}  // namespace

BENCHMARK(code_like<Array>)->Arg(1'000'000)->Arg(4'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(code_like<Tree>)->Arg(1'000'000)->Arg(4'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(code_like<Llvm>)->Arg(1'000'000)->Arg(4'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(code_like<Array>)
    ->Name("growth/code")
    ->RangeMultiplier(2)
    ->Range(1 << 17, 1 << 24)
    ->Complexity(benchmark::oNLogN)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(hard<Array, same>)
    ->Name("growth/same")
    ->RangeMultiplier(4)
    ->Range(1 << 16, 1 << 24)
    ->Complexity()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(hard<Array, fibonacci>)
    ->Name("growth/fibonacci")
    ->RangeMultiplier(4)
    ->Range(1 << 16, 1 << 24)
    ->Complexity()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(hard<Array, two_halves>)
    ->Name("growth/two_halves")
    ->RangeMultiplier(4)
    ->Range(1 << 16, 1 << 24)
    ->Complexity()
    ->Unit(benchmark::kMillisecond);

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--equal") == 0) return check_equal();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
