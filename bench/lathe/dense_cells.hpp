// Workloads of the map benchmark, the same for every map: keys, their queries, and one timed batch per cell.
//
// A cell is (keys, n, operation). Small maps come in many copies with keys of their own, so that the luck of one key
// set does not decide, and queries are drawn at random from a long sequence, so that no branch predictor learns them.
#pragma once

#include <time.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <vector>

namespace dense_bench {

enum class Keys { bump, ids, random };
enum class Op { insert, hit, miss, reinsert, churn, iterate, mixed };
inline constexpr const char* key_names[] = {"bump", "ids", "random"};
inline constexpr const char* op_names[] = {"insert", "hit", "miss", "reinsert", "churn", "iterate", "mixed"};

struct Node {
  char c[8];
};
template <Keys keys>
struct KeyOf {
  using type = std::uint64_t;
};
template <>
struct KeyOf<Keys::bump> {
  using type = const Node*;
};
template <>
struct KeyOf<Keys::ids> {
  using type = std::uint32_t;
};

/// 2n different keys: the first n are put in, the rest are absent. Order of the first n is the order of insertion.
template <Keys keys>
std::vector<typename KeyOf<keys>::type> make_keys(std::size_t n, std::mt19937_64& random) {
  std::vector<typename KeyOf<keys>::type> out;
  if constexpr (keys == Keys::ids) {
    for (std::size_t i = 0; i < 2 * n; ++i) out.push_back(static_cast<std::uint32_t>(i));
  } else if constexpr (keys == Keys::random) {
    for (std::size_t i = 0; i < 2 * n; ++i) out.push_back(random());
  } else {
    // What a bump allocator hands out: objects of a few sizes, slab by slab; every other object is a key, at random.
    constexpr std::uint64_t sizes[] = {48, 64, 72, 96, 136, 40, 80, 64};
    std::uint64_t at = 0x7f1200000000ULL + (random() % 4096) * 4096, slab_end = at + 4096;
    std::vector<const Node*> first, rest;
    while (first.size() < n || rest.size() < n) {
      const std::uint64_t size = sizes[random() % 8];
      if (at + size > slab_end) {
        at = slab_end + 16 + (random() % 64) * 4096;
        slab_end = at + 4096;
      }
      const Node* node = reinterpret_cast<const Node*>(at);
      at += size;
      const bool to_first = first.size() < n && (rest.size() >= n || random() % 2 == 0);
      (to_first ? first : rest).push_back(node);
    }
    out = first;
    out.insert(out.end(), rest.begin(), rest.end());
  }
  return out;
}

/// One step of the mixed profile.
template <class Key>
struct Step {
  Key key;
  std::uint8_t what;  ///< 0 read, 1 insert, 2 erase
};

template <Keys keys>
struct Workload {
  using Key = typename KeyOf<keys>::type;
  struct Copy {
    std::vector<Key> present, hits, misses;
    std::vector<Step<Key>> mixed;
  };
  std::vector<Copy> copies;
  std::size_t n;

  explicit Workload(std::size_t size) : n(size) {
    std::mt19937_64 random(size * 3 + static_cast<std::size_t>(keys));
    const std::size_t count = size <= 64 ? 128 : size <= 1024 ? 16 : size <= 65536 ? 4 : 1;
    const std::size_t queries = std::max<std::size_t>(65536 / count, size <= 65536 ? 512 : size);
    copies.resize(count);
    for (Copy& copy : copies) {
      const std::vector<Key> all = make_keys<keys>(size, random);
      copy.present.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size));
      for (std::size_t i = 0; i < queries; ++i) {
        copy.hits.push_back(all[random() % size]);
        copy.misses.push_back(all[size + random() % size]);
      }
      make_mixed(copy, all, random);
    }
  }

 private:
  // 67 % reads (three of four find something), 29 % inserts (of new keys), 4 % erasures, until n keys are in.
  void make_mixed(Copy& copy, const std::vector<Key>& all, std::mt19937_64& random) {
    std::vector<Key> in;
    for (std::size_t next = 0; next < n;) {
      const unsigned dice = static_cast<unsigned>(random() % 100);
      if (dice < 29 || in.empty()) {
        in.push_back(all[next]);
        copy.mixed.push_back({all[next++], 1});
      } else if (dice < 33) {
        const std::size_t at = random() % in.size();
        copy.mixed.push_back({in[at], 2});
        in[at] = in.back();
        in.pop_back();
      } else {
        const bool hit = random() % 4 != 0;
        copy.mixed.push_back({hit ? in[random() % in.size()] : all[n + random() % n], 0});
      }
    }
  }
};

inline std::uint64_t number(std::uint64_t key) { return key; }
inline std::uint64_t number(const Node* key) { return reinterpret_cast<std::uintptr_t>(key); }

/// Time that this thread had on a core, so that other work on the machine counts less.
inline double cpu_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Runs one batch of a cell on the map that `A` adapts: seconds taken and operations done.
/// A<Key> has: Map; insert(map, key, value), find(map, key) -> const uint32_t* or null, erase(map, key),
/// each(map, f(key, value)).
template <Keys keys, template <class> class A>
class Runner {
  using Key = typename KeyOf<keys>::type;
  using Ad = A<Key>;
  using Map = typename Ad::Map;

 public:
  struct Timed {
    double seconds;
    std::size_t operations;
    std::uint64_t sum;  ///< same for every map, else a map is wrong
  };
  explicit Runner(const Workload<keys>& work) : work_(work) {}

  Timed run(Op op) {
    if (op != Op::insert && op != Op::mixed && maps_.empty())
      for (const auto& copy : work_.copies) {
        maps_.push_back(std::make_unique<Map>());
        fill(*maps_.back(), copy.present);
      }
    const double begin = cpu_seconds();
    Timed out = body(op);
    out.seconds = cpu_seconds() - begin;
    return out;
  }

 private:
  static void fill(Map& map, const std::vector<Key>& present) {
    std::uint32_t value = 0;
    for (const Key& key : present) Ad::insert(map, key, value++);
  }
  Timed body(Op op) {
    Timed out{0, 0, 0};
    for (std::size_t c = 0; c < work_.copies.size(); ++c) {
      const auto& copy = work_.copies[c];
      switch (op) {
        case Op::insert:
          insert(copy, out);
          break;
        case Op::hit:
          reads(*maps_[c], copy.hits, out);
          break;
        case Op::miss:
          reads(*maps_[c], copy.misses, out);
          break;
        case Op::reinsert:
          reinsert(*maps_[c], copy.hits, out);
          break;
        case Op::churn:
          churn(*maps_[c], copy, out);
          break;
        case Op::iterate:
          iterate(*maps_[c], out);
          break;
        case Op::mixed:
          mixed(copy, out);
          break;
      }
    }
    return out;
  }
  [[gnu::noinline]] static void insert(const typename Workload<keys>::Copy& copy, Timed& out) {
    Map map;
    fill(map, copy.present);
    out.sum += *Ad::find(map, copy.present[0]);
    out.operations += copy.present.size();
  }
  [[gnu::noinline]] static void reads(Map& map, const std::vector<Key>& queries, Timed& out) {
    std::uint64_t sum = 0;
    for (const Key& key : queries) {
      const std::uint32_t* found = Ad::find(map, key);
      if (found != nullptr) sum += *found + 1;
    }
    out.sum += sum;
    out.operations += queries.size();
  }
  [[gnu::noinline]] static void reinsert(Map& map, const std::vector<Key>& queries, Timed& out) {
    std::uint32_t value = 0;
    for (const Key& key : queries) {
      Ad::erase(map, key);
      Ad::insert(map, key, value++);
    }
    out.operations += queries.size();
  }
  // A window slides over the absent keys: one goes in, the one from n/4 steps ago comes out.
  [[gnu::noinline]] static void churn(Map& map, const typename Workload<keys>::Copy& copy, Timed& out) {
    const std::size_t lag = std::max<std::size_t>(copy.present.size() / 4, 1);
    for (std::size_t i = 0; i < copy.misses.size(); ++i) {
      Ad::insert(map, copy.misses[i], 1);
      if (i >= lag) Ad::erase(map, copy.misses[i - lag]);
    }
    for (std::size_t i = copy.misses.size() < lag ? 0 : copy.misses.size() - lag; i < copy.misses.size(); ++i)
      Ad::erase(map, copy.misses[i]);
    out.operations += copy.misses.size();
  }
  [[gnu::noinline]] static void iterate(Map& map, Timed& out) {
    std::uint64_t sum = 0;
    Ad::each(map, [&](const Key& key, std::uint32_t value) { sum += number(key) ^ value; });
    out.sum += sum;
    out.operations += Ad::size(map);
  }
  [[gnu::noinline]] static void mixed(const typename Workload<keys>::Copy& copy, Timed& out) {
    Map map;
    std::uint64_t sum = 0;
    for (const auto& step : copy.mixed) {
      if (step.what == 0) {
        const std::uint32_t* found = Ad::find(map, step.key);
        if (found != nullptr) sum += *found;
      } else if (step.what == 1) {
        Ad::insert(map, step.key, static_cast<std::uint32_t>(number(step.key)));
      } else {
        Ad::erase(map, step.key);
      }
    }
    out.sum += sum;
    out.operations += copy.mixed.size();
  }

  const Workload<keys>& work_;
  std::vector<std::unique_ptr<Map>> maps_;
};

}  // namespace dense_bench
