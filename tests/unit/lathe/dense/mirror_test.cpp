// The fuzz body of the dense maps on random bytes: every layout against std::map, short and long runs.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <unordered_map>
#include <vector>

#include <lathe/dense/check.hpp>

#include "fuzz/dense_body.hpp"
#include "support/rounds.hpp"

TEST_CASE("every layout mirrors std::map on random operations") {
  for (unsigned seed = 0; seed < lathe::test::rounds(60U); ++seed) {
    std::mt19937 random(seed);
    std::vector<std::uint8_t> bytes(seed < lathe::test::rounds(50U) ? 900 : 30000);
    // Few kinds of keys or many, and runs that rather insert or rather erase.
    const unsigned keys = seed % 3 == 0 ? 12 : 256, kinds = seed % 4 == 0 ? 11 : 256;
    for (std::size_t at = 0; at < bytes.size(); ++at)
      bytes[at] = static_cast<std::uint8_t>(random() % (at % 3 == 0 ? kinds : keys));
    const std::string wrong = lathe::test::check_dense(bytes);
    REQUIRE_MESSAGE(wrong.empty(), wrong, "seed ", seed);
  }
}

namespace {

// Millions of operations against std::unordered_map, in a compiler's proportions and in erasing ones.
template <class Map, class MakeKey>
void long_mirror(unsigned seed, unsigned steps, unsigned range, MakeKey make_key) {
  std::mt19937 random(seed);
  Map map;
  std::unordered_map<std::uint32_t, std::uint32_t> twin;
  for (unsigned step = 0; step < steps; ++step) {
    const std::uint32_t raw = random() % range;
    const unsigned dice = random() % 100, erasing = step / (steps / 8) % 2 == 0 ? 4 : 35;
    if (dice < erasing) {
      REQUIRE(map.erase(make_key(raw)) == (twin.erase(raw) == 1));
    } else if (dice < erasing + 30) {
      REQUIRE(map.try_emplace(make_key(raw), step).second == twin.try_emplace(raw, step).second);
    } else {
      const std::uint32_t* found = map.find(make_key(raw));
      const auto it = twin.find(raw);
      REQUIRE((found != nullptr) == (it != twin.end()));
      if (found != nullptr) REQUIRE(*found == it->second);
    }
    if (step % 65536 == 0) REQUIRE(lathe::dense::check(map).empty());
  }
  REQUIRE(map.size() == twin.size());
  REQUIRE(lathe::dense::check(map).empty());
}

}  // namespace

TEST_CASE("millions of operations agree with std::unordered_map") {
  using namespace lathe::dense;
  const unsigned steps = lathe::test::rounds(1000000U);
  long_mirror<DenseMap<std::uint32_t, std::uint32_t>>(1, steps, 20000, [](std::uint32_t raw) { return raw; });
  long_mirror<DenseMap<std::uint32_t, std::uint32_t>>(2, steps, 3000, [](std::uint32_t raw) { return raw * 1000003U; });
  long_mirror<DenseMap<std::uint64_t, std::uint32_t>>(3, steps, 20000,
                                                      [](std::uint32_t raw) { return std::uint64_t{raw} << 40; });
  long_mirror<DenseMap<const char*, std::uint32_t>>(4, steps, 20000, [](std::uint32_t raw) {
    return reinterpret_cast<const char*>(std::uintptr_t{raw} * 144 + 4096);
  });
  long_mirror<DenseMap<const char*, std::uint32_t, MachineSentinels<const char*>, PointerShift>>(
      5, steps, 5000, [](std::uint32_t raw) { return reinterpret_cast<const char*>(std::uintptr_t{raw} * 16 + 4096); });
}

TEST_CASE("the walk of words in order depends on the keys alone, not on how they came") {
  using namespace lathe::dense;
  std::mt19937_64 random(8);
  std::vector<std::uint64_t> keys(3000);
  for (auto& key : keys) key = random();
  DenseMap<std::uint64_t, int, WithEngine<Engine::ordered, std::uint64_t>> forward, backward;
  backward.reserve(20000);
  for (std::uint64_t key : keys) forward[key] = 1;
  for (std::size_t i = keys.size(); i-- != 0;) backward[keys[i]] = 1, backward[~keys[i]] = 2;
  backward.erase_if([](const auto& entry) { return entry.value == 2; });
  std::vector<std::uint64_t> a, b;
  for (const auto& entry : forward) a.push_back(entry.key);
  for (const auto& entry : backward) b.push_back(entry.key);
  CHECK(a == b);
  CHECK(forward.sorted().front().first == *std::min_element(keys.begin(), keys.end()));
}

TEST_CASE("erasing while walking shows each other entry once") {
  lathe::dense::DenseMap<std::uint64_t, int> map;
  for (std::uint64_t i = 0; i < 5000; ++i) map[i * 977] = static_cast<int>(i);
  std::vector<bool> seen(5000);
  for (auto at = map.begin(); at != map.end();) {
    REQUIRE_FALSE(seen[static_cast<std::size_t>(at->value)]);
    seen[static_cast<std::size_t>(at->value)] = true;
    if (at->value % 3 != 0)
      at = map.erase(at);
    else
      ++at;
  }
  CHECK(std::count(seen.begin(), seen.end(), true) == 5000);
  CHECK(map.size() == 1667);
  CHECK(lathe::dense::check(map).empty());
}

TEST_CASE("sentinels that the traits name are refused, everything else is a key") {
  using namespace lathe::dense;
  DenseMap<std::uint64_t, int> words;
  words[0] = 1;
  CHECK(words.find(~std::uint64_t{0}) == nullptr);
  CHECK(words.try_emplace(~std::uint64_t{0}, 2).second);
  CHECK(words.lookup(~std::uint64_t{0}) == 2);
  DenseMap<std::uint32_t, int> ids;
  ids[3] = 1;
  CHECK(ids.find(~0U) == nullptr);
  CHECK(ids.try_emplace(~0U, 2).second);
  CHECK(ids.erase(~0U));
  using Old = DenseMap<int*, int, MachineSentinels<int*>>;
  Old old;
  for (std::intptr_t bad : {-8, -16}) {
    CHECK(old.find(reinterpret_cast<int*>(bad)) == nullptr);
    CHECK(old.try_emplace(reinterpret_cast<int*>(bad), 1).first == nullptr);
    CHECK_FALSE(old.erase(reinterpret_cast<int*>(bad)));
  }
  old[nullptr] = 3;
  CHECK(old.lookup(nullptr) == 3);
  CHECK(old.try_emplace(reinterpret_cast<int*>(-4096), 1).second);
  DenseMap<int*, int, LlvmSentinels<int*>, PointerShift> llvm;
  CHECK(llvm.try_emplace(reinterpret_cast<int*>(-4096), 1).first == nullptr);
  CHECK(llvm.try_emplace(reinterpret_cast<int*>(-8192), 1).first == nullptr);
  CHECK(llvm.try_emplace(reinterpret_cast<int*>(-8), 1).second);
}

TEST_CASE("statistics count probes and rehashes, and cost nothing when off") {
  using namespace lathe::dense;
  const auto run = [](auto map) {
    for (std::uint64_t i = 0; i < 1000; ++i) map[i] = 1;
    const Statistics after = map.statistics();
    CHECK(after.lookups == 1000);
    CHECK(after.rehashes == 6);  // 64, 128, ..., 2048 slots; 4, 8, ..., 128 groups
    CHECK(after.probes < 1000);
  };
  run(DenseMap<std::uint64_t, int, WithEngine<Engine::ordered, std::uint64_t>, Fibonacci, Statistics>());
  run(DenseMap<std::uint64_t, int, KeyTraits<std::uint64_t>, Fibonacci, Statistics>());
  CHECK(sizeof(DenseMap<std::uint64_t, int, WithEngine<Engine::ordered, std::uint64_t>>) == 24);
  CHECK(sizeof(DenseMap<std::uint64_t, int>) == 24);
  CHECK(sizeof(DenseMap<std::uint32_t, int>) == 24);
}

TEST_CASE("ids that are not dense: each search counts once, in full groups, too") {
  using namespace lathe::dense;
  DenseMap<std::uint32_t, std::uint32_t, KeyTraits<std::uint32_t>, Spread, Statistics> map;
  std::vector<std::uint32_t> ids;
  for (std::uint32_t i = 1; i <= 26'000; ++i) ids.push_back((i * 0x9E3779B1U) | 0x10000U);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  for (const std::uint32_t id : ids) CHECK(map.try_emplace(id, id).second);
  const Statistics filled = map.statistics();
  for (const std::uint32_t id : ids) CHECK_FALSE(map.try_emplace(id, 0U).second);
  for (const std::uint32_t id : ids)
    if (id % 2 != 0) CHECK(map.erase(id));
  std::size_t again = 0;
  for (const std::uint32_t id : ids)
    if (id % 2 != 0) again += map.try_emplace(id, id).second ? 1 : 0;
  const Statistics after = map.statistics();
  CHECK(after.lookups - filled.lookups == ids.size() + 2 * again);
  CHECK(after.probes - filled.probes > 100);  // groups were full
  for (const std::uint32_t id : ids) CHECK(map.lookup(id) == id);
}

TEST_CASE("sizes: the reference's minimum, load 3/4, never more bytes than buckets of a doubling table") {
  using namespace lathe::dense;
  DenseMap<std::uint64_t, std::uint64_t, WithEngine<Engine::ordered, std::uint64_t>> map;
  CHECK(map.bytes() == 0);
  map[1] = 1;
  CHECK(map.table()->total == lathe::dense::reference_minimum);
  for (std::uint64_t i = 0; i < 100000; ++i) {
    map[i * 0x9E3779B97F4A7C1DULL] = 1;
    std::uint64_t buckets = 64;
    while (map.size() * 4 >= buckets * 3) buckets *= 2;
    REQUIRE(map.table()->total <= buckets);
  }
}

TEST_CASE("inline slots hold the first entries without the heap") {
  lathe::dense::SmallDenseMap<std::uint64_t, std::string, 16> map;
  for (std::uint64_t i = 0; i < 8; ++i) map[i] = std::to_string(i);
  CHECK(map.bytes() == 0);
  auto moved = std::move(map);
  CHECK(moved.lookup(7) == "7");
  for (std::uint64_t i = 8; i < 100; ++i) moved[i] = std::to_string(i);
  CHECK(moved.bytes() > 0);
  CHECK(moved.lookup(99) == "99");
  CHECK(lathe::dense::check(moved).empty());
}

TEST_CASE("equal strides of objects probe little: multiples of 8 to 1024 bytes, 16 to 4096 objects") {
  using namespace lathe::dense;
  double worst = 0, sum = 0;
  unsigned count = 0;
  for (std::uint64_t stride = 8; stride <= 1024; stride += 8)
    for (std::uint64_t n = 16; n <= 4096; n *= 4) {
      DenseMap<std::uint64_t, int, WithEngine<Engine::ordered, std::uint64_t>, Spread, Statistics> map;
      map.reserve(n);
      for (std::uint64_t i = 0; i < n; ++i) map[0x7f0000001000ULL + i * stride] = 1;
      const double before = static_cast<double>(map.statistics().probes);
      for (std::uint64_t i = 0; i < n; ++i) static_cast<void>(map.contains(0x7f0000001000ULL + i * stride));
      const double probes = (static_cast<double>(map.statistics().probes) - before) / static_cast<double>(n);
      worst = std::max(worst, probes);
      sum += probes;
      ++count;
    }
  MESSAGE("mean displacement ", sum / count, ", worst ", worst);
  CHECK(sum / count < 0.4);
  CHECK(worst < 6);
}

TEST_CASE("what comes in the order of another table's walk costs no more than in any order") {
  using namespace lathe::dense;
  using Words = WithEngine<Engine::ordered, std::uint64_t>;
  using Map = DenseMap<std::uint64_t, int, Words, Fibonacci, Statistics>;
  using Set = DenseSet<std::uint64_t, Words, Fibonacci, Statistics>;
  std::mt19937_64 rng(9);
  Map map;
  Set set;
  const std::uint64_t count = 1U << 13;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t key = rng();
    map.insert(key, 1);
    set.insert(key);
  }
  const Map copy(map.begin(), map.end());
  CHECK(copy.size() == count);
  CHECK(copy.statistics().probes < 4 * count);
  const Set same(set.begin(), set.end());
  CHECK(same.statistics().probes < 4 * count);
  Map merged;
  Set united;
  merged.insert(5, 1);
  united.insert(5);
  merged.merge(map);
  united.merge(set);
  CHECK(merged.size() == count + 1);
  CHECK(merged.statistics().probes < 4 * count);
  CHECK(united.statistics().probes < 4 * count);
}
