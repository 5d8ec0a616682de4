// The interface that DenseMap has in common with std::unordered_map: one test, run on both. What differs is not in it;
// the table in include/lathe/dense/README.md lists that, and the second half of this file holds it to its word.
#include <lathe/dense.hpp>
#include <lathe/dense/check.hpp>
#include <lathe/support/index.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <ranges>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "support/hashed_keys.hpp"

using lathe::dense::DenseMap;
using lathe::dense::DenseSet;

namespace {

struct ConformingTag;
using Id = lathe::Index<ConformingTag>;

using lathe::test::Place;
using lathe::test::WideHandle;
enum class Narrow : std::int8_t {};
/// Ids of a signed value.
struct Signed {
  int value;
  bool operator==(const Signed&) const = default;
};
struct SignedByte {
  std::int8_t value;
  bool operator==(const SignedByte&) const = default;
};

/// std::pair has no std::hash; the twin needs one.
struct AnyHash {
  template <class K>
  std::size_t operator()(const K& key) const {
    if constexpr (requires { key.first; })
      return (*this)(key.first) * 31 + (*this)(key.second);
    else if constexpr (std::is_same_v<K, Id>)
      return key.value;
    else if constexpr (std::is_same_v<K, Signed> || std::is_same_v<K, SignedByte>)
      return static_cast<std::size_t>(key.value);
    else
      return std::hash<K>()(key);
  }
};
template <class K, class V>
using Twin = std::unordered_map<K, V, AnyHash>;

/// Keys of each kind, those among them that look like a free slot: all ones, the smallest, the largest.
template <class K>
std::vector<K> some_keys() {
  if constexpr (std::is_same_v<K, std::string>)
    return {"", "a", "b", std::string(40, 'x'), "\xff\xff\xff\xff"};
  else if constexpr (std::is_same_v<K, bool>)
    return {true, false};
  else if constexpr (std::is_pointer_v<K>)
    return {nullptr, reinterpret_cast<K>(~std::uintptr_t{0}), reinterpret_cast<K>(std::uintptr_t{4096}),
            reinterpret_cast<K>(~std::uintptr_t{7}), reinterpret_cast<K>(~std::uintptr_t{4095})};
  else if constexpr (requires { typename K::first_type; }) {
    std::vector<K> out;
    for (const auto& first : some_keys<typename K::first_type>())
      for (const auto& second : some_keys<typename K::second_type>()) out.push_back({first, second});
    return out;
  } else if constexpr (std::is_same_v<K, Place>)
    return {{0, 0}, {0, 1}, {1, 0}, {~0U, 0}, {0, ~0U}, {~0U, ~0U}};
  else if constexpr (std::is_same_v<K, WideHandle>)
    return {{0}, {1}, {1ULL << 32}, {(1ULL << 32) + 1}, {~0ULL}};
  else if constexpr (std::is_same_v<K, Id>)
    return {Id(0), Id(7), Id(~0U), Id(~0U - 1)};
  else if constexpr (std::is_same_v<K, Signed>)
    return {{0}, {1}, {-1}, {-2}, {-70000}, {std::numeric_limits<int>::min()}, {std::numeric_limits<int>::max()}};
  else if constexpr (std::is_same_v<K, SignedByte>)
    return {{0}, {1}, {-1}, {-2}, {-128}, {127}};
  else if constexpr (std::is_floating_point_v<K>)
    return {0, K(0.5), K(-1), std::numeric_limits<K>::infinity()};
  else
    return {static_cast<K>(0),
            static_cast<K>(1),
            static_cast<K>(-1),
            static_cast<K>(-2),
            static_cast<K>(std::numeric_limits<std::int8_t>::min()),
            static_cast<K>(std::numeric_limits<std::int8_t>::max())};
}

/// What a walk shows, sorted by the value, which tells the entries apart.
template <class Map>
std::vector<std::pair<int, typename Map::key_type>> shown(const Map& map) {
  std::vector<std::pair<int, typename Map::key_type>> out;
  for (const auto& [key, value] : map) out.emplace_back(value, key);
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return out;
}

template <class Map, class Key>
void types() {
  static_assert(std::is_same_v<typename Map::key_type, Key>);
  static_assert(std::is_same_v<typename Map::mapped_type, int>);
  static_assert(std::is_same_v<typename Map::value_type, std::pair<const Key, int>>);
  static_assert(std::is_same_v<typename Map::size_type, std::size_t>);
  static_assert(std::is_same_v<typename Map::difference_type, std::ptrdiff_t>);
  static_assert(std::forward_iterator<typename Map::iterator>);
  static_assert(std::forward_iterator<typename Map::const_iterator>);
  static_assert(std::convertible_to<typename Map::iterator, typename Map::const_iterator>);
  static_assert(!std::convertible_to<typename Map::const_iterator, typename Map::iterator>);
  static_assert(std::ranges::forward_range<Map> && std::regular<Map> && std::swappable<Map>);
}

template <class Map>
void insertions(const std::vector<typename Map::key_type>& keys) {
  Map map;
  int number = 0;
  for (const auto& key : keys) {
    CHECK(map.count(key) == 0);
    CHECK_FALSE(map.contains(key));
    switch (number % 5) {
      case 0:
        CHECK(map.insert({key, number}).second);
        break;
      case 1:
        CHECK(map.emplace(key, number).second);
        break;
      case 2:
        CHECK(map.try_emplace(key, number).second);
        break;
      case 3:
        CHECK(map.insert(std::pair(key, number)).second);
        break;
      default:
        map[key] = number;
    }
    CHECK_FALSE(map.insert({key, 1000}).second);
    CHECK_FALSE(map.emplace(std::pair(key, 1000)).second);
    CHECK_FALSE(map.try_emplace(key, 1000).second);
    CHECK(map.at(key) == number);
    CHECK(std::as_const(map).at(key) == number);
    CHECK(map.count(key) == 1);
    CHECK(map.contains(key));
    CHECK(map.size() == static_cast<std::size_t>(++number));
  }
  map.insert_or_assign(keys[0], 77);
  CHECK(map.at(keys[0]) == 77);
  CHECK(map.erase(keys[0]) == 1);
  CHECK(map.erase(keys[0]) == 0);
  CHECK_THROWS_AS(static_cast<void>(map.at(keys[0])), std::out_of_range);
  CHECK_THROWS_AS(static_cast<void>(std::as_const(map).at(keys[0])), std::out_of_range);
}

template <class Map>
Map numbered(const std::vector<typename Map::key_type>& keys) {
  Map map;
  map.reserve(keys.size());
  for (const auto& key : keys) map[key] = static_cast<int>(map.size());
  return map;
}

template <class Map>
void walks(const std::vector<typename Map::key_type>& keys) {
  Map map = numbered<Map>(keys);
  for (auto& [key, value] : map) value += static_cast<int>(map.count(key));
  for (auto&& [key, value] : map) value += 1;
  for (auto& entry : map) entry.second += entry.first == entry.first ? 1 : 0;
  for (auto at = map.begin(); at != map.end(); at++) at->second -= 3 - (at->first == (*at).first ? 1 : 0);
  const Map& fixed = map;
  int sum = 0;
  for (auto [key, value] : fixed) sum += value;
  for (auto& [key, value] : fixed) {
    static_assert(std::is_const_v<std::remove_reference_t<decltype(key)>>);
    static_assert(std::is_const_v<std::remove_reference_t<decltype(value)>>);
    sum -= value;
  }
  CHECK(sum == 0);
  CHECK(std::ranges::distance(fixed) == static_cast<std::ptrdiff_t>(keys.size()));
  CHECK(std::count_if(map.cbegin(), map.cend(), [&](const auto& entry) {
          return keys[static_cast<std::size_t>(entry.second - 1)] == entry.first;
        }) == static_cast<std::ptrdiff_t>(keys.size()));
  const std::vector<std::pair<typename Map::key_type, int>> pairs(map.begin(), map.end());
  CHECK(Map(pairs.begin(), pairs.end()) == map);
  Map again;
  again.insert(pairs.begin(), pairs.end());
  CHECK(again == map);
  again[keys[0]] += 1;
  CHECK(again != map);
  again = {{keys[0], 3}, {keys[1], 4}};
  CHECK(again.size() == 2);
  again.insert({{keys[1], 5}, {keys[0], 6}});
  CHECK(shown(again) == shown(Map{{keys[0], 3}, {keys[1], 4}}));
}

template <class Map>
void erasures(const std::vector<typename Map::key_type>& keys) {
  const Map full = numbered<Map>(keys);
  Map map = full;
  for (auto at = map.begin(); at != map.end();)
    if (at->second % 2 == 0)
      at = map.erase(at);
    else
      ++at;
  CHECK(map.size() == keys.size() / 2);
  Map rest = full;
  CHECK(erase_if(rest, [](const auto& entry) { return entry.second % 2 != 0; }) == map.size());
  Map other = full;
  other.merge(map);
  CHECK(other == full);
  CHECK(map.size() == keys.size() / 2);
  map.merge(rest);
  CHECK(map == full);
  CHECK(rest.empty());
  CHECK(map.erase(std::next(map.begin()), map.end()) == map.end());
  CHECK(map.size() == 1);
  CHECK(map.erase(map.cbegin()) == map.end());
  CHECK(map.erase(map.begin(), map.end()) == map.end());
  swap(map, rest);
  rest = full;
  Map moved = std::move(rest);
  moved.swap(map);
  CHECK(map == full);
  map.clear();
  CHECK(map.empty());
  CHECK(map.begin() == map.end());
  CHECK(map == Map());
}

template <class Key, class Map>
void conforms() {
  const auto keys = some_keys<Key>();
  types<Map, Key>();
  insertions<Map>(keys);
  walks<Map>(keys);
  erasures<Map>(keys);
}
template <class Key>
void both_conform() {
  conforms<Key, Twin<Key, int>>();
  conforms<Key, DenseMap<Key, int>>();
  const auto keys = some_keys<Key>();
  const auto map = numbered<DenseMap<Key, int>>(keys);
  CHECK(shown(map) == shown(numbered<Twin<Key, int>>(keys)));
  const auto faults = lathe::dense::check(map);
  CHECK_MESSAGE(faults.empty(), faults.str());
}

}  // namespace

TEST_CASE("one interface with std::unordered_map: integers, enums, ids") {
  both_conform<int>();
  both_conform<std::uint32_t>();
  both_conform<std::int8_t>();
  both_conform<char16_t>();
  both_conform<std::int64_t>();
  both_conform<std::uint64_t>();
  both_conform<Narrow>();
  both_conform<Id>();
  both_conform<Signed>();
  both_conform<SignedByte>();
  both_conform<bool>();
}

TEST_CASE("one interface with std::unordered_map: pointers, pairs, values with std::hash") {
  both_conform<const int*>();
  both_conform<std::pair<int, std::uint16_t>>();
  both_conform<std::pair<const int*, int>>();
  both_conform<std::pair<std::string, int>>();
  both_conform<std::pair<int, std::pair<std::string, std::int64_t>>>();
  both_conform<std::string>();
  both_conform<double>();
  both_conform<WideHandle>();
  both_conform<Place>();
}

TEST_CASE("small maps, and other policies, have the same interface") {
  conforms<std::uint64_t, lathe::dense::SmallDenseMap<std::uint64_t, int>>();
  conforms<int, lathe::dense::SmallDenseMap<int, int>>();
  conforms<std::string, lathe::dense::SmallDenseMap<std::string, int, 8>>();
  using namespace lathe::dense;
  conforms<int, DenseMap<int, int, KeyTraits<int>, Times37>>();
  conforms<const int*, DenseMap<const int*, int, KeyTraits<const int*>, PointerShift>>();
}

TEST_CASE("sets: the interface in common with std::unordered_set") {
  const auto run = [](auto set, auto keys) {
    using Set = decltype(set);
    static_assert(std::is_same_v<typename Set::key_type, typename Set::value_type>);
    static_assert(std::forward_iterator<typename Set::iterator>);
    set.insert(keys.begin(), keys.end());
    CHECK(set.size() == keys.size());
    for (const auto& key : keys) CHECK((set.count(key) == 1 && set.contains(key)));
    Set same(keys.rbegin(), keys.rend());
    CHECK(same == set);
    CHECK(same.erase(keys[2]) == 1);
    CHECK(same != set);
    same.emplace(keys[2]);
    CHECK(erase_if(same, [&](const auto& key) { return key == keys[1]; }) == 1);
    Set rest{keys[0], keys[1]};
    same.merge(rest);
    CHECK((same == set && rest == Set{keys[0]}));
    CHECK(same.erase(std::next(same.cbegin()), same.cend()) == same.end());
    CHECK(same.size() == 1);
    rest = {keys[1], keys[2]};
    swap(rest, same);
    CHECK((rest.size() == 1 && same.size() == 2));
  };
  run(std::unordered_set<int>(), some_keys<int>());
  run(DenseSet<int>(), some_keys<int>());
  run(DenseSet<std::uint64_t>(), some_keys<std::uint64_t>());
  run(DenseSet<std::string>(), some_keys<std::string>());
  run(lathe::dense::SmallDenseSet<std::pair<int, int>>(), some_keys<std::pair<int, int>>());
}

TEST_CASE("where the map differs from std::unordered_map, as its table says") {
  DenseMap<int, std::unique_ptr<int>> map;
  // find and the insertions answer a pointer to the value, null for none.
  CHECK(map.find(3) == nullptr);
  const auto [value, made] = map.emplace(3, std::make_unique<int>(1));
  CHECK((made && **value == 1 && map.find(3) == value));
  // erase(key) is a bool, insert_or_assign the value.
  static_assert(std::is_same_v<decltype(map.erase(3)), bool>);
  static_assert(std::is_same_v<decltype(map.insert_or_assign(3, nullptr)), std::unique_ptr<int>&>);
  // An entry of the walk is a view: a copy of it still means the value in the map.
  for (auto [key, owner] : map) owner = std::make_unique<int>(key);
  CHECK(*map.at(3) == 3);
  static_assert(!std::is_reference_v<decltype(*map.begin())>);
  static_assert(
      std::is_same_v<std::iterator_traits<decltype(map)::iterator>::iterator_category, std::input_iterator_tag>);
  // A value that cannot be copied moves with a merge, and is moved in by a pair.
  DenseMap<int, std::unique_ptr<int>> other;
  other.insert({4, std::make_unique<int>(4)});
  other.emplace(-1, std::make_unique<int>(5));
  map.merge(std::move(other));
  CHECK((map.size() == 3 && *map.at(-1) == 5));
}

TEST_CASE("the key that looks like a free slot, through growth, copies, moves and reuse") {
  const auto run = []<class Map>(Map map, auto key_of) {
    using K = typename Map::key_type;
    const K odd = key_of(~std::uint64_t{0});
    CHECK_FALSE(map.erase(odd));
    map[odd] = "odd";  // the first entry of all
    CHECK(map.begin()->first == odd);
    for (std::uint64_t i = 0; i < 300; ++i) map[key_of(i)] = std::to_string(i);
    CHECK((map.size() == 301 && map.at(odd) == "odd"));
    Map copy = map, moved = std::move(map);
    CHECK((copy == moved && copy.at(odd) == "odd"));
    for (std::uint64_t i = 0; i < 300; i += 2) moved.erase(key_of(i));
    CHECK((moved.at(odd) == "odd" && moved.size() == 151));
    CHECK(lathe::dense::check(moved).empty());
    CHECK(moved.erase(odd));
    CHECK((!moved.contains(odd) && moved.size() == 150 && copy.contains(odd)));
    std::size_t seen = 0;
    for (auto at = copy.begin(); at != copy.end(); ++seen) at = at->first == odd ? copy.erase(at) : ++at;
    CHECK((seen == 301 && copy.size() == 300));
    copy[odd] = "again";
    copy.clear();
    CHECK((copy.empty() && !copy.contains(odd) && copy.begin() == copy.end()));
    copy[odd] = "third";
    CHECK((copy.size() == 1 && lathe::dense::check(copy).empty()));
  };
  using lathe::dense::SmallDenseMap;
  const auto word = [](std::uint64_t raw) { return raw; };
  const auto id = [](std::uint64_t raw) { return static_cast<std::uint32_t>(raw); };
  const auto sparse = [](std::uint64_t raw) {
    return raw == ~std::uint64_t{0} ? ~0U : static_cast<std::uint32_t>(raw) * 7919U;
  };
  const auto wide = [](std::uint64_t raw) { return std::pair(raw, static_cast<std::int32_t>(raw)); };
  run(DenseMap<std::uint64_t, std::string>(), word);
  run(DenseMap<std::uint32_t, std::string>(), id);
  run(SmallDenseMap<std::uint64_t, std::string>(), word);
  run(SmallDenseMap<std::uint32_t, std::string>(), id);
  run(DenseMap<std::pair<std::uint64_t, std::int32_t>, std::string>(), wide);
  run(DenseMap<std::uint32_t, std::string>(), sparse);
}

TEST_CASE("a value that throws while it is made leaves no trace of that key") {
  struct Throwing {
    explicit Throwing(int now) {
      if (now == 1) throw std::runtime_error("made");
    }
  };
  const auto run = [](auto map, auto odd) {
    for (int round = 0; round < 2; ++round) {
      CHECK_THROWS_AS(map.try_emplace(odd, 1), std::runtime_error);
      CHECK((map.empty() && !map.contains(odd) && map.begin() == map.end()));
    }
    CHECK(map.try_emplace(odd, 0).second);
    CHECK((map.size() == 1 && map.contains(odd)));
  };
  run(DenseMap<std::uint64_t, Throwing>(), ~std::uint64_t{0});
  run(DenseMap<int, Throwing>(), -1);
  run(DenseMap<std::pair<const int*, std::int64_t>, Throwing>(),
      std::pair<const int*, std::int64_t>(reinterpret_cast<const int*>(~std::uintptr_t{0}), -1));
}
