// DenseMap beside the five strongest maps known, on keys that nobody tuned to: LLVM 22's DenseMap,
// boost::unordered_flat_map, absl::flat_hash_map, tsl::robin_map, std::unordered_map.
//
//   bench_dense_others [--rounds N] [--size N]... [--keys NAME]... [--op NAME]...
//
// Keys: addresses that malloc gave for objects of mixed sizes, put in as they came (`malloc`) and shuffled
// (`shuffled`); edges (u, v) of a graph whose degrees follow a power law (`edges`); 32 bits of a hash (`u32`); 64-bit
// ids that ascend with gaps (`gaps`); names out of /usr/include (`names`). A cell is keys x n x operation; in each round
// all maps run it in turn, and what counts is the median over rounds of peer's time by ours (CPU time of the thread).
// One line of JSON per cell, and one per keys and n of bytes on the heap for an entry; bench/lathe/dense_others.py reads
// them.
#include <absl/container/flat_hash_map.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringRef.h>
#include <tsl/robin_map.h>

#include <boost/container_hash/hash.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <new>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include <lathe/dense.hpp>

#include "bench/lathe/dense_cells.hpp"

namespace {

using dense_bench::cpu_seconds;

std::size_t heap_bytes = 0;  // of the maps: counted by the replaced operators below

// --- keys ------------------------------------------------------------------------------------------------------
using Address = const dense_bench::Node*;
using Edge = std::pair<std::uint32_t, std::uint32_t>;
using Name = std::string_view;
constexpr const char* key_names[] = {"malloc", "shuffled", "edges", "u32", "gaps", "names"};

/// Real blocks, of sizes as a compiler's objects have; what lies between them is in use by others.
std::vector<Address> make(Address*, std::size_t count, std::mt19937_64& random) {
  static std::vector<void*> in_use;
  constexpr std::size_t sizes[] = {24, 32, 40, 48, 64, 72, 88, 136};
  std::vector<Address> out;
  while (out.size() < count) {
    void* block = std::malloc(sizes[random() % 8]);
    if (block == nullptr) std::abort();
    in_use.push_back(block);
    if (random() % 4 != 0) out.push_back(static_cast<Address>(block));
  }
  return out;
}
std::vector<Edge> make(Edge*, std::size_t count, std::mt19937_64& random) {
  const std::size_t vertices = std::max<std::size_t>(count / 4, 16);
  std::unordered_set<std::uint64_t> seen;
  std::vector<Edge> out;
  while (out.size() < count) {
    // The square of an even number in [0, 1) is near 0 more often.
    const double x = static_cast<double>(random() >> 11) * 0x1p-53;
    const auto u = static_cast<std::uint32_t>(x * x * static_cast<double>(vertices));
    const auto v = static_cast<std::uint32_t>(random() % vertices);
    if (seen.insert(std::uint64_t{u} << 32 | v).second) out.emplace_back(u, v);
  }
  return out;
}
std::vector<std::uint32_t> make(std::uint32_t*, std::size_t count, std::mt19937_64& random) {
  const auto salt = static_cast<std::uint32_t>(random());
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; out.size() < count; ++i) {
    std::uint32_t h = i ^ salt;  // the finalizer of MurmurHash3: a bijection
    h = (h ^ (h >> 16)) * 0x85ebca6bU;
    h = (h ^ (h >> 13)) * 0xc2b2ae35U;
    h ^= h >> 16;
    if (h < 0xfffffff0U) out.push_back(h);  // LLVM's map has sentinels there
  }
  return out;
}
std::vector<std::uint64_t> make(std::uint64_t*, std::size_t count, std::mt19937_64& random) {
  std::vector<std::uint64_t> out;
  for (std::uint64_t at = random() % 1000000; out.size() < count; at += 1 + random() % (random() % 50 == 0 ? 5000 : 20))
    out.push_back(at);
  return out;
}
/// Identifiers of the headers that are installed; when all are used, two of them as A::B.
std::vector<Name> make(Name*, std::size_t count, std::mt19937_64& random) {
  static std::vector<std::string>* all = nullptr;
  static std::unordered_set<std::string_view> seen;
  if (all == nullptr) {
    all = new std::vector<std::string>();
    all->reserve(4000000);
    std::vector<std::filesystem::path> files;
    for (const auto& file : std::filesystem::recursive_directory_iterator("/usr/include"))
      if (file.is_regular_file()) files.push_back(file.path());
    std::sort(files.begin(), files.end());
    for (const auto& path : files) {
      std::ifstream in(path, std::ios::binary);
      const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
      for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) ++end;
        if (end - at >= 3 && !std::isdigit(static_cast<unsigned char>(text[at])) &&
            !seen.contains(std::string_view(text).substr(at, end - at)) && all->size() < 1000000) {
          all->push_back(text.substr(at, end - at));
          seen.insert(all->back());
        }
        at = end + 1;
      }
    }
    std::shuffle(all->begin(), all->end(), std::mt19937_64(5));  // moves strings: short ones move their letters
    seen.clear();
    for (const std::string& name : *all) seen.insert(name);
  }
  static const std::size_t single = all->size();
  while (all->size() < count) {
    std::string both = (*all)[random() % single] + "::" + (*all)[random() % single];
    if (seen.contains(both)) continue;
    if (all->size() == all->capacity()) std::abort();
    all->push_back(std::move(both));
    seen.insert(all->back());
  }
  std::vector<Name> out;
  const std::size_t start = count >= all->size() ? 0 : random() % (all->size() - count);
  for (std::size_t i = 0; i < count; ++i) out.push_back((*all)[start + i]);
  return out;
}

// --- maps ------------------------------------------------------------------------------------------------------
template <class K>
using BoostHash = boost::hash<K>;
/// std and tsl have no hash of pairs: Boost's.
template <class K>
using UsualHash = std::conditional_t<std::is_same_v<K, Edge>, boost::hash<K>, std::hash<K>>;

template <class M, class K>
struct Like {
  using Map = M;
  using Own = typename M::key_type;
  static Own own(const K& key) {
    if constexpr (std::is_same_v<K, Name>)
      return Own(key.data(), key.size());
    else
      return key;
  }
  static void insert(Map& map, const K& key, std::uint32_t value) { map.try_emplace(own(key), value); }
  static const std::uint32_t* find(const Map& map, const K& key) {
    const auto at = map.find(own(key));
    return at == map.end() ? nullptr : &at->second;
  }
  static void erase(Map& map, const K& key) { map.erase(own(key)); }
};
template <class K>
struct Lathe {
  using Map = lathe::dense::DenseMap<K, std::uint32_t>;
  static void insert(Map& map, const K& key, std::uint32_t value) { map.try_emplace(key, value); }
  static const std::uint32_t* find(const Map& map, const K& key) { return map.find(key); }
  static void erase(Map& map, const K& key) { map.erase(key); }
};
template <class K>
using LlvmKey = std::conditional_t<std::is_same_v<K, Name>, llvm::StringRef, K>;
template <class K>
struct LlvmMap : llvm::DenseMap<LlvmKey<K>, std::uint32_t> {
  using key_type = LlvmKey<K>;
};
template <class K>
struct Llvm : Like<LlvmMap<K>, K> {};
template <class K>
struct Boost : Like<boost::unordered_flat_map<K, std::uint32_t>, K> {};
template <class K>
using AbslKey = std::conditional_t<std::is_same_v<K, Name>, absl::string_view, K>;
template <class K>
struct Absl : Like<absl::flat_hash_map<AbslKey<K>, std::uint32_t>, K> {};
template <class K>
struct Tsl : Like<tsl::robin_map<K, std::uint32_t, UsualHash<K>>, K> {};
template <class K>
struct Std : Like<std::unordered_map<K, std::uint32_t, UsualHash<K>>, K> {};

// --- cells -----------------------------------------------------------------------------------------------------
enum class Op { insert, hit, miss, half, churn, iterate };
constexpr const char* op_names[] = {"insert", "hit", "miss", "half", "churn", "iterate"};

/// Small maps come in many copies with keys of their own, so that the luck of one set does not decide.
template <class K>
struct Work {
  struct Copy {
    std::vector<K> all;           ///< the first n are put in, in this order
    std::vector<K> hits, misses;  ///< what is looked up
    std::vector<K> half;          ///< hits and misses, by a coin
    std::vector<std::pair<K, K>>
        changes;  ///< of churn: one of those that are in, at random, and one that takes its place
  };
  std::vector<Copy> copies;
  std::size_t n;
  Work(std::size_t size, bool shuffled, std::uint64_t seed) : n(size) {
    std::mt19937_64 random(seed + size);
    const std::size_t count = size <= 64 ? 64 : size <= 1000 ? 16 : size <= 10000 ? 4 : 1;
    const std::size_t queries = std::max<std::size_t>(65536 / count, size);
    copies.resize(count);
    for (Copy& copy : copies) {
      std::vector<K> all = make(static_cast<K*>(nullptr), 2 * n, random);
      // Every other one is a key, at random; those that are keep their order.
      std::vector<std::uint32_t> places(2 * n);
      for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<std::uint32_t>(i);
      std::shuffle(places.begin(), places.end(), random);
      const auto middle = places.begin() + static_cast<std::ptrdiff_t>(n);
      if (!shuffled) std::sort(places.begin(), middle);
      for (const std::uint32_t place : places) copy.all.push_back(all[place]);
      for (std::size_t i = 0; i < queries; ++i) {
        copy.hits.push_back(copy.all[random() % n]);
        copy.misses.push_back(copy.all[n + random() % n]);
        copy.half.push_back(copy.all[random() % (2 * n)]);
      }
      all = copy.all;
      for (std::size_t i = 0; i < queries; ++i) {
        K& goes = all[random() % n];
        K& comes = all[n + random() % n];
        copy.changes.emplace_back(goes, comes);
        std::swap(goes, comes);
      }
    }
  }
};

template <class K, template <class> class A>
class Runner {
  using Ad = A<K>;
  using Map = typename Ad::Map;
  using Copy = typename Work<K>::Copy;

 public:
  struct Timed {
    double ns;
    std::uint64_t sum;  ///< the same for every map, or a map is wrong
  };
  explicit Runner(const Work<K>& work) : work_(work), runs_(work.copies.size()) {}
  Timed run(Op op) {
    if (op != Op::insert && maps_.empty())
      for (const Copy& copy : work_.copies) {
        maps_.push_back(std::make_unique<Map>());
        fill(*maps_.back(), copy, work_.n);
      }
    // What the map before left in the caches is no part of it: a first run is not timed.
    if (op != Op::insert)
      for (std::size_t c = 0; c < work_.copies.size(); ++c) body(op, c);
    operations_ = 0;
    std::uint64_t sum = 0;
    const double begin = cpu_seconds();
    for (std::size_t c = 0; c < work_.copies.size(); ++c) sum += body(op, c);
    return {(cpu_seconds() - begin) / static_cast<double>(operations_) * 1e9, sum};
  }
  double bytes(std::size_t n) const {
    const std::size_t before = heap_bytes;
    Map map;
    fill(map, work_.copies[0], n);
    return static_cast<double>(heap_bytes - before) / static_cast<double>(n);
  }
  void forget() { maps_.clear(), std::fill(runs_.begin(), runs_.end(), 0); }

 private:
  static void fill(Map& map, const Copy& copy, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) Ad::insert(map, copy.all[i], static_cast<std::uint32_t>(i));
  }
  std::uint64_t body(Op op, std::size_t c) {
    const Copy& copy = work_.copies[c];
    switch (op) {
      case Op::insert:
        return insert(copy);
      case Op::hit:
        return reads(*maps_[c], copy.hits);
      case Op::miss:
        return reads(*maps_[c], copy.misses);
      case Op::half:
        return reads(*maps_[c], copy.half);
      case Op::churn:
        return churn(*maps_[c], copy, runs_[c]);
      case Op::iterate:
        return iterate(*maps_[c]);
    }
    return 0;
  }
  [[gnu::noinline]] std::uint64_t insert(const Copy& copy) {
    Map map;
    fill(map, copy, work_.n);
    operations_ += work_.n;
    return *Ad::find(map, copy.all[0]);
  }
  [[gnu::noinline]] std::uint64_t reads(const Map& map, const std::vector<K>& queries) {
    std::uint64_t sum = 0;
    for (const K& key : queries)
      if (const std::uint32_t* found = Ad::find(map, key)) sum += *found + 1;
    operations_ += queries.size();
    return sum;
  }
  /// An operation is one erasure and one insertion; every second run takes all back.
  [[gnu::noinline]] std::uint64_t churn(Map& map, const Copy& copy, std::size_t& runs) {
    const std::size_t steps = copy.changes.size();
    if (runs++ % 2 == 0) {
      for (std::size_t i = 0; i < steps; ++i) {
        Ad::erase(map, copy.changes[i].first);
        Ad::insert(map, copy.changes[i].second, static_cast<std::uint32_t>(i));
      }
    } else {
      for (std::size_t i = steps; i-- != 0;) {
        Ad::erase(map, copy.changes[i].second);
        Ad::insert(map, copy.changes[i].first, static_cast<std::uint32_t>(i));
      }
    }
    operations_ += steps;
    return map.size();
  }
  [[gnu::noinline]] std::uint64_t iterate(Map& map) {
    std::uint64_t sum = 0;
    for (const auto& entry : map) sum += entry.second;
    operations_ += map.size();
    return sum;
  }

  const Work<K>& work_;
  std::vector<std::unique_ptr<Map>> maps_;
  std::vector<std::size_t> runs_;
  std::size_t operations_ = 0;
};

struct Options {
  int rounds = 9;
  std::vector<std::size_t> sizes;
  std::vector<std::string> keys, ops;
};
bool wanted(const std::vector<std::string>& names, const char* name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}
struct Contender {
  const char* name;
  std::function<std::pair<double, std::uint64_t>(Op)> run;
  std::function<double(std::size_t)> bytes;
  std::function<void()> forget;
};
template <class K, template <class> class A>
Contender contender(const char* name, const Work<K>& work) {
  auto runner = std::make_shared<Runner<K, A>>(work);
  return {name,
          [runner](Op op) {
            const auto timed = runner->run(op);
            return std::pair{timed.ns, timed.sum};
          },
          [runner](std::size_t n) { return runner->bytes(n); }, [runner] { runner->forget(); }};
}
double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

bool print_cell(std::vector<Contender>& maps, const char* keys, std::size_t n, Op op, int rounds) {
  std::vector<std::vector<double>> times(maps.size());
  std::vector<std::size_t> order(maps.size());
  for (std::size_t i = 0; i < maps.size(); ++i) order[i] = i;
  std::mt19937_64 random(n);
  bool right = true;
  for (int round = -1; round < rounds; ++round) {  // the first one warms up
    std::uint64_t sum = 0;
    std::shuffle(order.begin(), order.end(), random);
    for (std::size_t i = 0; i < maps.size(); ++i) {
      const std::size_t which = order[i];
      const auto [ns, found] = maps[which].run(op);
      if (i != 0 && found != sum) {
        std::fprintf(stderr, "%s finds other entries: %s %zu %s\n", maps[which].name, keys, n,
                     op_names[static_cast<int>(op)]);
        right = false;
      }
      sum = found;
      if (round >= 0) times[which].push_back(ns);
    }
  }
  std::printf(R"({"keys": "%s", "n": %zu, "op": "%s", "ns": {)", keys, n, op_names[static_cast<int>(op)]);
  for (std::size_t i = 0; i < maps.size(); ++i)
    std::printf(R"(%s"%s": %.4f)", i == 0 ? "" : ", ", maps[i].name, median(times[i]));
  std::printf(R"(}, "ratio": {)");
  for (std::size_t i = 1; i < maps.size(); ++i) {
    std::vector<double> ratios;
    for (std::size_t r = 0; r < times[i].size(); ++r) ratios.push_back(times[i][r] / times[0][r]);
    std::printf(R"(%s"%s": %.4f)", i == 1 ? "" : ", ", maps[i].name, median(ratios));
  }
  std::printf("}}\n");
  std::fflush(stdout);
  return right;
}

template <class K>
bool run_keys(std::size_t kind, const Options& options) {
  if (!wanted(options.keys, key_names[kind])) return true;
  bool right = true;
  for (const std::size_t n : options.sizes) {
    const Work<K> work(n, kind != 0 && kind != 4, kind * 7919 + 1);
    std::vector<Contender> maps{contender<K, Lathe>("lathe", work), contender<K, Llvm>("llvm", work),
                                contender<K, Boost>("boost", work), contender<K, Absl>("absl", work),
                                contender<K, Tsl>("tsl", work),     contender<K, Std>("std", work)};
    const int rounds = n >= 1000000 ? std::min(options.rounds, 3) : options.rounds;
    for (int o = 0; o < 6; ++o)
      if (wanted(options.ops, op_names[o])) {
        if (static_cast<Op>(o) == Op::iterate)  // maps as they are without a history
          for (Contender& map : maps) map.forget();
        right = print_cell(maps, key_names[kind], n, static_cast<Op>(o), rounds) && right;
      }
    if (!wanted(options.ops, "bytes")) continue;
    // Memory on the way to n: the mean over sizes n/2 .. n hides no step of growth.
    std::printf(R"({"keys": "%s", "n": %zu, "op": "bytes", "mean": {)", key_names[kind], n);
    for (std::size_t i = 0; i < maps.size(); ++i) {
      maps[i].forget();
      double sum = 0;
      const std::size_t steps = n > 100000 ? 8 : 32;
      for (std::size_t step = 1; step <= steps; ++step) sum += maps[i].bytes(n / 2 + n * step / (2 * steps));
      std::printf(R"(%s"%s": %.3f)", i == 0 ? "" : ", ", maps[i].name, sum / static_cast<double>(steps));
    }
    std::printf("}}\n");
    std::fflush(stdout);
  }
  return right;
}

}  // namespace

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
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--rounds" && i + 1 < argc)
      options.rounds = std::max(1, std::atoi(argv[++i]));
    else if (word == "--size" && i + 1 < argc)
      options.sizes.push_back(static_cast<std::size_t>(std::max(16L, std::atol(argv[++i]))));
    else if (word == "--keys" && i + 1 < argc)
      options.keys.push_back(argv[++i]);
    else if (word == "--op" && i + 1 < argc)
      options.ops.push_back(argv[++i]);
    else
      return std::fprintf(stderr, "bench_dense_others: what is %s?\n", word.c_str()), 2;
  }
  if (options.sizes.empty()) options.sizes = {64, 300, 1000, 5000, 10000, 100000, 1000000};
  bool right = run_keys<Address>(0, options);
  right = run_keys<Address>(1, options) && right;
  right = run_keys<Edge>(2, options) && right;
  right = run_keys<std::uint32_t>(3, options) && right;
  right = run_keys<std::uint64_t>(4, options) && right;
  right = run_keys<Name>(5, options) && right;
  return right ? 0 : 1;
}
