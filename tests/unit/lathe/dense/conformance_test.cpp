// The interface that DenseMap has in common with std::unordered_map (conformance.hpp): small maps, other policies,
// sets. What differs is not in it; the table in include/lathe/dense/README.md lists that, and this file holds it to its
// word.
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

#include "tests/unit/lathe/dense/conformance.hpp"

using lathe::dense::DenseSet;
using namespace conformance;

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
