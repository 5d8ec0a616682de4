// Where one comparison off does harm: ids at the edge of the array, counts to reserve, the free slots at a table's end,
// and objects that clear() must destroy. Each shows without a sanitizer.
#include <lathe/dense.hpp>
#include <lathe/dense/check.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

using namespace lathe::dense;

namespace {

/// Counts the living.
struct Counted {
  static inline long live = 0;
  std::uint32_t number;
  explicit Counted(std::uint32_t n = 0) : number(n) { ++live; }
  Counted(const Counted& other) : number(other.number) { ++live; }
  Counted(Counted&& other) noexcept : number(other.number) { ++live; }
  Counted& operator=(const Counted&) = default;
  ~Counted() { --live; }
};
struct CountedTraits {
  static std::uint64_t hash(const Counted& key) { return key.number; }
  static bool equal(const Counted& a, const Counted& b) { return a.number == b.number; }
};

/// The array holds ids 0 to `full` - 1; then comes one more, and all must be there, and no other.
template <class V, class MakeValue>
void one_more(std::uint32_t full, std::uint32_t next, MakeValue make) {
  CAPTURE(full);
  CAPTURE(next);
  DenseMap<std::uint32_t, V> map;
  for (std::uint32_t id = 0; id < full; ++id) map.insert(id, make(id));
  REQUIRE(map.insert(next, make(next)).second);
  REQUIRE(map.size() == full + 1);
  for (std::uint32_t id = 0; id < full + 300; ++id) {
    const V* found = map.find(id);
    REQUIRE((found != nullptr) == (id < full || id == next));
    if (found != nullptr) REQUIRE(*found == make(id));
  }
  REQUIRE(map.find(next) != nullptr);
  REQUIRE(check(map).empty());
  REQUIRE(map.erase(next));
  REQUIRE(map.size() == full);
  REQUIRE(check(map).empty());
}

/// After reserve(count) that many entries come without an allocation, but for the few sets of keys of a table whose
/// entries crowd at its end (see usual_spare); and not much more than that is reserved.
template <class Map, class MakeKey>
void reserve_counts(MakeKey make_key) {
  constexpr std::uint32_t rounds = 16;
  for (std::uint32_t count = 0; count < 260; ++count) {
    CAPTURE(count);
    std::uint32_t grown = 0;
    for (std::uint32_t round = 0; round < rounds; ++round) {
      Map map;
      const std::size_t before = map.bytes();
      map.reserve(count);
      const std::size_t bytes = map.bytes();
      REQUIRE(map.capacity() >= count);
      if (count >= 16 && before == 0) REQUIRE(map.capacity() <= 4 * std::size_t{count});
      map.reserve(count);
      REQUIRE(map.bytes() == bytes);
      for (std::uint32_t i = 0; i < count; ++i) map.try_emplace(make_key(i * (2 * round + 1) + round), i);
      REQUIRE(map.size() == count);
      grown += map.bytes() != bytes ? 1 : 0;
    }
    CHECK(grown <= rounds / 2);
  }
}

template <class Map, class MakeKey>
void clear_destroys(MakeKey make_key) {
  const long before = Counted::live;
  Map map;
  for (const std::uint32_t count : {1U, 7U, 64U, 65U, 500U}) {
    for (std::uint32_t i = 0; i < count; ++i) map.try_emplace(make_key(i), i);
    REQUIRE(Counted::live > before);
    map.clear();
    CAPTURE(count);
    REQUIRE(Counted::live == before);
    REQUIRE(map.size() == 0);
    REQUIRE(map.find(make_key(0)) == nullptr);
    REQUIRE(map.begin() == map.end());
  }
}

}  // namespace

TEST_CASE("an id at the edge of the array goes where it fits") {
  for (const std::uint32_t full : {0U, 1U, 63U, 64U, 65U, 127U, 128U, 129U, 256U})
    for (const std::uint32_t at : {64U, 128U, 256U, 512U})
      for (const std::uint32_t next : {at - 1, at, at + 1}) {
        if (next < full) continue;
        one_more<std::uint8_t>(full, next, [](std::uint32_t id) { return static_cast<std::uint8_t>(id * 7); });
        one_more<std::uint32_t>(full, next, [](std::uint32_t id) { return id == 128 ? 0U : id + 1; });
        one_more<std::uint64_t>(full, next, [](std::uint32_t id) { return std::uint64_t{id} << 33; });
        one_more<std::string>(full, next,
                              [](std::uint32_t id) { return std::string(40, static_cast<char>('a' + id % 26)); });
        DenseSet<std::uint32_t> set;
        for (std::uint32_t id = 0; id < full; ++id) set.insert(id);
        REQUIRE(set.insert(next));
        REQUIRE(set.size() == full + 1);
        REQUIRE(set.contains(next));
        for (std::uint32_t id = 0; id < full + 300; ++id) REQUIRE(set.contains(id) == (id < full || id == next));
      }
}

TEST_CASE("reserved entries come without an allocation") {
  const auto word = [](std::uint32_t i) { return std::uint64_t{i} * 977; };
  reserve_counts<DenseMap<std::uint64_t, std::uint32_t>>(word);
  reserve_counts<DenseMap<std::uint64_t, std::uint32_t, KeyTraits<std::uint64_t>, Times37>>(word);
  reserve_counts<DenseMap<Counted, std::uint32_t, CountedTraits>>([](std::uint32_t i) { return Counted(i); });
  reserve_counts<SmallDenseMap<std::uint64_t, std::uint32_t, 16>>(word);
  // Ids below the count: an array, exactly.
  for (std::uint32_t count = 0; count < 400; ++count) {
    DenseMap<std::uint32_t, std::uint32_t> map;
    map.reserve(count);
    REQUIRE(map.array() == (count + 63) / 64 * 64);
    const std::size_t bytes = map.bytes();
    for (std::uint32_t i = 0; i < count; ++i) map[i] = i;
    REQUIRE(map.bytes() == bytes);
  }
}

// Keys whose orders are the greatest there are want the last home; they must not reach the slots that end a search.
TEST_CASE("the last slots of a table stay free") {
  const std::uint64_t undo = inverse(Spread::multiplier);
  const auto key_of = [&](std::uint64_t order) { return (order + 1) * undo - 1; };
  for (const std::uint64_t step :
       {std::uint64_t{1}, std::uint64_t{1} << 20, std::uint64_t{1} << 40, std::uint64_t{1} << 56})
    for (const bool rising : {false, true}) {
      CAPTURE(step);
      DenseMap<std::uint64_t, std::uint32_t> map;
      std::vector<std::uint64_t> keys;
      for (std::uint32_t i = 0; i < 200; ++i) keys.push_back(key_of(~std::uint64_t{1} - (rising ? 199 - i : i) * step));
      for (std::uint32_t i = 0; i < keys.size(); ++i) {
        REQUIRE(map.insert(keys[i], i).second);
        // The greatest order there is: the search for it goes to the end.
        REQUIRE(map.contains(key_of(~std::uint64_t{1})) == (!rising || i == 199));
        REQUIRE(check(map).empty());
      }
      std::size_t walked = 0;
      for (const auto& entry : map) walked += entry.value < 200 ? 1 : 0;
      REQUIRE(walked == 200);
      for (std::uint32_t i = 0; i < keys.size(); ++i) REQUIRE(map.lookup(keys[i], 999) == i);
      for (std::uint32_t i = 0; i < keys.size(); i += 2) REQUIRE(map.erase(keys[i]));
      for (std::uint32_t i = 0; i < keys.size(); ++i) REQUIRE(map.contains(keys[i]) == (i % 2 != 0));
      REQUIRE(check(map).empty());
    }
}

TEST_CASE("clear destroys what was there") {
  clear_destroys<DenseMap<std::uint32_t, Counted>>([](std::uint32_t i) { return i; });
  clear_destroys<DenseMap<std::uint32_t, Counted>>([](std::uint32_t i) { return i * 1000003U; });
  clear_destroys<DenseMap<std::uint64_t, Counted>>([](std::uint32_t i) { return std::uint64_t{i} * 977; });
  clear_destroys<OrderedMap<std::uint32_t, Counted>>([](std::uint32_t i) { return i; });
  clear_destroys<SmallDenseMap<std::uint64_t, Counted, 16>>([](std::uint32_t i) { return std::uint64_t{i} * 977; });
  const long before = Counted::live;
  DenseSet<Counted, CountedTraits> set;
  for (std::uint32_t i = 0; i < 300; ++i) set.insert(Counted(i));
  set.clear();
  CHECK(Counted::live == before);
}
