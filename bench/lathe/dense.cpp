// DenseMap beside the maps that compilers use: LLVM 22's DenseMap, boost::unordered_flat_map, absl::flat_hash_map,
// tsl::robin_map, std::unordered_map, in one program on the same keys.
//
// Without options: Google Benchmark, growth order per map and operation. `--paired [ROUNDS] [--large] [--size N]...`:
// each cell of keys x n x operation, all maps in turn in each round, so that whatever else the machine does falls on
// all of them; one line of JSON per cell with the median ns per operation of each map (thread CPU time); bench/lathe/dense.py
// reads it.
#include <absl/container/flat_hash_map.h>
#include <benchmark/benchmark.h>
#include <llvm/ADT/DenseMap.h>
#include <tsl/robin_map.h>

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <new>
#include <string>
#include <unordered_map>

#include <lathe/dense.hpp>

#include "bench/lathe/dense_cells.hpp"

namespace {

using namespace dense_bench;

// Bytes that stand on the heap, counted by the replaced operators below; std::allocator and LLVM both come here.
std::size_t heap_bytes = 0;

template <class M>
struct StandardLike {
  using Map = M;
  using Key = typename M::key_type;
  static void insert(Map& map, const Key& key, std::uint32_t value) { map.try_emplace(key, value); }
  static const std::uint32_t* find(const Map& map, const Key& key) {
    const auto at = map.find(key);
    return at == map.end() ? nullptr : &at->second;
  }
  static void erase(Map& map, const Key& key) { map.erase(key); }
  template <class F>
  static void each(const Map& map, F&& f) {
    for (const auto& entry : map) f(entry.first, entry.second);
  }
  static std::size_t size(const Map& map) { return map.size(); }
};
template <class K>
struct Lathe {
  using Map = lathe::dense::DenseMap<K, std::uint32_t>;
  static void insert(Map& map, const K& key, std::uint32_t value) { map.try_emplace(key, value); }
  static const std::uint32_t* find(const Map& map, const K& key) { return map.find(key); }
  static void erase(Map& map, const K& key) { map.erase(key); }
  template <class F>
  static void each(const Map& map, F&& f) {
    for (const auto& entry : map) f(entry.key, entry.value);
  }
  static std::size_t size(const Map& map) { return map.size(); }
};
template <class K>
struct LlvmMap : llvm::DenseMap<K, std::uint32_t> {
  using key_type = K;
};
template <class K>
struct Llvm : StandardLike<LlvmMap<K>> {};
template <class K>
struct Boost : StandardLike<boost::unordered_flat_map<K, std::uint32_t>> {};
template <class K>
struct Absl : StandardLike<absl::flat_hash_map<K, std::uint32_t>> {};
template <class K>
struct Tsl : StandardLike<tsl::robin_map<K, std::uint32_t>> {};
template <class K>
struct Std : StandardLike<std::unordered_map<K, std::uint32_t>> {};

struct Timing {
  double ns;
  std::uint64_t sum;
};
struct Contender {
  const char* name;
  std::function<Timing(Op)> run;
  std::function<double(std::size_t)> bytes;  ///< heap bytes per entry with so many of the keys
};

template <Keys keys, template <class> class A>
Contender contender(const char* name, const Workload<keys>& work) {
  auto runner = std::make_shared<Runner<keys, A>>(work);
  auto run = [runner](Op op) {
    const auto timed = runner->run(op);
    return Timing{timed.seconds / static_cast<double>(timed.operations) * 1e9, timed.sum};
  };
  auto bytes = [&work](std::size_t n) {
    const std::size_t before = heap_bytes;
    typename A<typename KeyOf<keys>::type>::Map map;
    for (std::size_t i = 0; i < n; ++i)
      A<typename KeyOf<keys>::type>::insert(map, work.copies[0].present[i], static_cast<std::uint32_t>(i));
    return static_cast<double>(heap_bytes - before) / static_cast<double>(n);
  };
  return {name, run, bytes};
}
template <Keys keys>
std::vector<Contender> contenders(const Workload<keys>& work) {
  return {contender<keys, Lathe>("lathe", work), contender<keys, Llvm>("llvm", work),
          contender<keys, Boost>("boost", work), contender<keys, Absl>("absl", work),
          contender<keys, Tsl>("tsl", work),     contender<keys, Std>("std", work)};
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

template <Keys keys>
bool paired(std::size_t n, int rounds) {
  const Workload<keys> work(n);
  auto maps = contenders<keys>(work);
  bool right = true;
  for (int o = 0; o < 7; ++o) {
    const Op op = static_cast<Op>(o);
    std::vector<std::vector<double>> times(maps.size());
    for (int round = -1; round < rounds; ++round) {  // the first one warms up
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < maps.size(); ++i) {
        const std::size_t which = (i + static_cast<std::size_t>(round + 1)) % maps.size();
        const Timing timing = maps[which].run(op);
        if (i != 0 && timing.sum != sum && op != Op::reinsert) {
          std::fprintf(stderr, "%s finds other entries: %s %zu %s\n", maps[which].name,
                       key_names[static_cast<int>(keys)], n, op_names[o]);
          right = false;
        }
        sum = timing.sum;
        if (round >= 0) times[which].push_back(timing.ns);
      }
    }
    std::printf(R"({"keys": "%s", "n": %zu, "op": "%s", "ns": {)", key_names[static_cast<int>(keys)], n, op_names[o]);
    for (std::size_t i = 0; i < maps.size(); ++i)
      std::printf(R"(%s"%s": %.4f)", i == 0 ? "" : ", ", maps[i].name, median(times[i]));
    std::printf("}}\n");
    std::fflush(stdout);
  }
  // Memory at n and on the way there: the mean over sizes n/2 .. n hides no step of growth.
  std::printf(R"({"keys": "%s", "n": %zu, "op": "bytes", "at_n": {)", key_names[static_cast<int>(keys)], n);
  for (std::size_t i = 0; i < maps.size(); ++i)
    std::printf(R"(%s"%s": %.3f)", i == 0 ? "" : ", ", maps[i].name, maps[i].bytes(n));
  std::printf("}, \"mean\": {");
  for (std::size_t i = 0; i < maps.size(); ++i) {
    double sum = 0;
    for (std::size_t step = 1; step <= 32; ++step)
      sum += maps[i].bytes(std::max<std::size_t>(n / 2 + n * step / 64, 1));
    std::printf(R"(%s"%s": %.3f)", i == 0 ? "" : ", ", maps[i].name, sum / 32);
  }
  std::printf("}}\n");
  return right;
}

template <Keys keys, template <class> class A>
void growth(benchmark::State& state, Op op) {
  const Workload<keys> work(static_cast<std::size_t>(state.range(0)));
  Runner<keys, A> runner(work);
  std::size_t operations = 0;
  for (auto _ : state) {
    const auto timed = runner.run(op);
    operations = timed.operations;
    // Seconds for n operations, so that the fitted order is that of n operations.
    state.SetIterationTime(timed.seconds / static_cast<double>(operations) * static_cast<double>(state.range(0)));
  }
  state.SetComplexityN(state.range(0));
}
template <template <class> class A>
void register_growth(const char* name) {
  for (int o = 0; o < 7; ++o) {
    const Op op = static_cast<Op>(o);
    benchmark::RegisterBenchmark((std::string("random/") + op_names[o] + "/" + name).c_str(),
                                 [op](benchmark::State& state) { growth<Keys::random, A>(state, op); })
        ->RangeMultiplier(4)
        ->Range(64, 1 << 16)
        ->UseManualTime()
        ->Iterations(3)
        ->Complexity();
  }
}

}  // namespace

// malloc_usable_size would count what the C library rounds up; what was asked for is what the maps decide.
void* operator new(std::size_t size) {
  auto* block = static_cast<std::size_t*>(std::malloc(size + 64));
  if (block == nullptr) throw std::bad_alloc();
  *block = size;
  heap_bytes += size;
  return reinterpret_cast<char*>(block) + 64;
}
void operator delete(void* pointer) noexcept {
  if (pointer == nullptr) return;
  void* block = static_cast<char*>(pointer) - 64;
  heap_bytes -= *static_cast<std::size_t*>(block);
  std::free(block);
}
void operator delete(void* pointer, std::size_t) noexcept { operator delete(pointer); }
void* operator new(std::size_t size, std::align_val_t) { return operator new(size); }
void operator delete(void* pointer, std::align_val_t) noexcept { operator delete(pointer); }
void operator delete(void* pointer, std::size_t, std::align_val_t) noexcept { operator delete(pointer); }

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--paired") == 0) {
    int rounds = 11;
    bool large = false;
    std::vector<std::size_t> sizes;
    for (int i = 2; i < argc; ++i) {
      if (std::strcmp(argv[i], "--large") == 0)
        large = true;
      else if (std::strcmp(argv[i], "--size") == 0 && i + 1 < argc)
        sizes.push_back(static_cast<std::size_t>(std::max(16L, std::atol(argv[++i]))));
      else
        rounds = std::atoi(argv[i]);
    }
    if (sizes.empty()) sizes = {16, 256, 10000};
    if (large) sizes.push_back(1000000);
    bool right = true;
    for (std::size_t n : sizes) {
      const int r = n > 100000 ? std::min(rounds, 5) : rounds;
      right = paired<Keys::bump>(n, r) && right;
      right = paired<Keys::ids>(n, r) && right;
      right = paired<Keys::random>(n, r) && right;
    }
    return right ? 0 : 1;
  }
  register_growth<Lathe>("lathe");
  register_growth<Llvm>("llvm");
  register_growth<Boost>("boost");
  register_growth<Absl>("absl");
  register_growth<Tsl>("tsl");
  register_growth<Std>("std");
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
