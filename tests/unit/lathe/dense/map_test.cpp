// DenseMap and DenseSet against std::unordered_map over long random runs, and their edges.
#include <lathe/dense.hpp>
#include <lathe/dense/check.hpp>
#include <lathe/support/index.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "support/rounds.hpp"

using lathe::dense::DenseMap;
using lathe::dense::DenseSet;

namespace {

// One random run of every operation, mirrored; `key_of` spreads the raw numbers over the key space.
template <class Map, class KeyOf>
void mirror(unsigned seed, unsigned range, unsigned steps, KeyOf key_of) {
  std::mt19937 random(seed);
  Map map;
  std::unordered_map<std::uint64_t, int> twin;
  for (unsigned step = 0; step < steps; ++step) {
    const std::uint64_t raw = random() % range;
    const auto key = key_of(raw);
    switch (random() % 10) {
      case 0:
      case 1:
      case 2: {
        const bool made = map.insert(key, static_cast<int>(step)).second;
        CHECK(made == twin.emplace(raw, static_cast<int>(step)).second);
        break;
      }
      case 3:
        map.insert_or_assign(key, static_cast<int>(step));
        twin[raw] = static_cast<int>(step);
        break;
      case 4:
      case 5:
        CHECK(map.erase(key) == (twin.erase(raw) == 1));
        break;
      default: {
        const int* found = map.find(key);
        const auto it = twin.find(raw);
        REQUIRE((found != nullptr) == (it != twin.end()));
        if (found != nullptr) CHECK(*found == it->second);
      }
    }
    if (step % 4096 == 0) {
      const auto faults = lathe::dense::check(map);
      REQUIRE_MESSAGE(faults.empty(), faults.str());
      REQUIRE(map.size() == twin.size());
    }
  }
  std::size_t walked = 0;
  for (const auto& entry : map) walked += static_cast<std::size_t>(entry.value >= 0);
  CHECK(walked == twin.size());
}

struct Throwing {
  static inline int live = 0, budget = 1 << 30;
  Throwing() {
    if (budget-- <= 0) throw std::runtime_error("no more");
    ++live;
  }
  Throwing(const Throwing&) : Throwing() {}
  Throwing(Throwing&&) noexcept { ++live; }
  Throwing& operator=(const Throwing&) = default;
  ~Throwing() { --live; }
};

struct NodeTag;

}  // namespace

TEST_CASE("dense map mirrors std::unordered_map") {
  mirror<DenseMap<std::uint32_t, int>>(1, 50, lathe::test::rounds(200000),
                                       [](std::uint64_t raw) { return static_cast<std::uint32_t>(raw); });
  mirror<DenseMap<std::uint32_t, int>>(2, 20000, lathe::test::rounds(400000),
                                       [](std::uint64_t raw) { return static_cast<std::uint32_t>(raw); });
  // Keys that differ in high bits only, and in low bits only.
  mirror<DenseMap<std::uint64_t, int>>(3, 5000, lathe::test::rounds(200000),
                                       [](std::uint64_t raw) { return raw << 48; });
  mirror<DenseMap<std::uint64_t, int, lathe::dense::KeyTraits<std::uint64_t>, lathe::dense::Times37>>(
      4, 5000, lathe::test::rounds(200000), [](std::uint64_t raw) { return raw * 64; });
  mirror<DenseMap<std::pair<std::uint32_t, std::uint32_t>, int>>(
      5, 5000, lathe::test::rounds(200000), [](std::uint64_t raw) {
        return std::pair{static_cast<std::uint32_t>(raw % 71), static_cast<std::uint32_t>(raw / 71)};
      });
}

TEST_CASE("dense map takes pointers and ids") {
  std::vector<int> storage(1000);
  DenseMap<const int*, int, lathe::dense::KeyTraits<const int*>, lathe::dense::PointerShift> by_pointer;
  for (int i = 0; i < 1000; ++i) by_pointer[&storage[static_cast<std::size_t>(i)]] = i;
  for (int i = 0; i < 1000; ++i) CHECK(by_pointer.lookup(&storage[static_cast<std::size_t>(i)], -1) == i);
  DenseMap<lathe::Index<NodeTag>, std::string> by_id;
  by_id[lathe::Index<NodeTag>(7)] = "seven";
  CHECK(by_id.contains(lathe::Index<NodeTag>(7)));
  CHECK_FALSE(by_id.contains(lathe::Index<NodeTag>(8)));
}

TEST_CASE("dense map keeps objects alive exactly once, through growth, erasure and throwing constructors") {
  {
    DenseMap<int, Throwing> map;
    for (int i = 0; i < 500; ++i) map[i];
    for (int i = 0; i < 500; i += 3) map.erase(i);
    CHECK(Throwing::live == static_cast<int>(map.size()));
    const DenseMap<int, Throwing> copy = map;
    CHECK(copy.size() == map.size());
    CHECK(Throwing::live == static_cast<int>(2 * map.size()));
    Throwing::budget = 0;
    CHECK_THROWS(map[100000]);
    Throwing::budget = 1 << 30;
    CHECK_FALSE(map.contains(100000));
    CHECK(lathe::dense::check(map).empty());
  }
  CHECK(Throwing::live == 0);
}

TEST_CASE("dense map holds move-only values and survives moves") {
  DenseMap<int, std::unique_ptr<int>> map;
  for (int i = 0; i < 100; ++i) map.insert(i, std::make_unique<int>(i));
  DenseMap<int, std::unique_ptr<int>> other = std::move(map);
  CHECK(other.size() == 100);
  CHECK(**other.find(42) == 42);
  other.clear();
  CHECK(other.empty());
  CHECK(other.find(42) == nullptr);
}

TEST_CASE("reserve avoids growth") {
  DenseMap<int, int> map;
  map.reserve(1000);
  const std::size_t capacity = map.capacity();
  for (int i = 0; i < 1000; ++i) map[i] = i;
  CHECK(map.capacity() == capacity);
}

TEST_CASE("dense set mirrors std::unordered_set") {
  std::mt19937 random(9);
  DenseSet<std::uint32_t> set;
  std::unordered_set<std::uint32_t> twin;
  for (int step = 0; step < 200000; ++step) {
    const std::uint32_t key = random() % 3000;
    if (random() % 3 != 0)
      CHECK(set.insert(key) == twin.insert(key).second);
    else
      CHECK(set.erase(key) == (twin.erase(key) == 1));
  }
  CHECK(set.size() == twin.size());
  set.for_each([&](std::uint32_t key) { CHECK(twin.count(key) == 1); });
}
