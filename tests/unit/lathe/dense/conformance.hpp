// One test of the interface that DenseMap has in common with std::unordered_map, run on both: for the sources that say
// for which keys.
#pragma once

#include <doctest/doctest.h>
#include <algorithm>
#include <lathe/dense.hpp>
#include <lathe/dense/check.hpp>
#include <lathe/support/index.hpp>
#include <ranges>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include "support/hashed_keys.hpp"

namespace conformance {

using lathe::dense::DenseMap;

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

}  // namespace conformance
