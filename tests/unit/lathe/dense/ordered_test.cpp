// OrderedMap and OrderedSet: the walk is in the order of insertion, through erasure, growth and compaction.
#include <lathe/dense.hpp>
#include <lathe/dense/check.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using lathe::dense::OrderedMap;
using lathe::dense::OrderedSet;

namespace {

struct NameTraits {
  static std::uint64_t hash(std::string_view name) { return name.size() * 0x123456789ULL; }
  static bool equal(std::string_view stored, std::string_view name) { return stored == name; }
};

template <class Map>
auto keys_of(const Map& map) {
  std::vector<typename Map::key_type> out;
  for (const auto& entry : map) out.push_back(entry.key);
  return out;
}

}  // namespace

TEST_CASE("a walk is in the order of insertion; what is erased and put in again is last") {
  OrderedMap<std::string, int, NameTraits> map{{"one", 1}, {"two", 2}, {"three", 3}, {"four", 4}};
  CHECK(map.find(std::string_view("two")) != nullptr);
  CHECK_FALSE(map.insert("two", 9).second);
  map.insert_or_assign("one", 10);
  CHECK(keys_of(map) == std::vector<std::string>{"one", "two", "three", "four"});
  CHECK(map.erase("two"));
  CHECK_FALSE(map.erase("two"));
  CHECK(map.holes() == 1);
  map["two"] = 2;
  CHECK(keys_of(map) == std::vector<std::string>{"one", "three", "four", "two"});
  CHECK(map.lookup("one") == 10);
  map.compact();
  CHECK(map.holes() == 0);
  CHECK(keys_of(map) == std::vector<std::string>{"one", "three", "four", "two"});
  for (const auto& entry : map) CHECK(map.find(entry.key) == &entry.value);
}

TEST_CASE("the order does not depend on the keys: pointers as they fall") {
  const auto order_of = [](std::size_t gap) {
    std::vector<std::unique_ptr<int[]>> blocks;
    std::vector<std::unique_ptr<int>> nodes;
    OrderedMap<int*, std::size_t> map;
    for (std::size_t i = 0; i < 500; ++i) {
      nodes.push_back(std::make_unique<int>(0));
      blocks.push_back(std::make_unique<int[]>(gap + i % 7));
    }
    for (std::size_t i = 0; i < 500; ++i) map[nodes[i * 123 % 500].get()] = i;
    map.erase_if([](const auto& entry) { return entry.value % 3 == 0; });
    std::vector<std::size_t> values;
    for (const auto& entry : map) values.push_back(entry.value);
    return values;
  };
  CHECK(order_of(1) == order_of(100));
  CHECK(order_of(1).size() == 333);
}

TEST_CASE("holes are bounded: a queue of one entry does not grow") {
  OrderedMap<std::uint32_t, int> map;
  for (std::uint32_t i = 0; i < 100000; ++i) {
    map[i] = 1;
    if (i != 0) map.erase(i - 1);
  }
  CHECK(map.size() == 1);
  CHECK(map.begin()->key == 99999);
  CHECK(map.holes() < 16);
}

TEST_CASE("erasing while walking keeps the others and their references") {
  OrderedMap<std::uint64_t, std::string> map;
  for (std::uint64_t i = 0; i < 1000; ++i) map[i * 977] = std::to_string(i);
  const std::string* kept = map.find(999 * 977);
  std::size_t seen = 0;
  for (auto at = map.begin(); at != map.end(); ++seen) at = at->value.back() == '9' ? ++at : map.erase(at);
  CHECK(seen == 1000);
  CHECK(map.size() == 100);
  CHECK(map.find(999 * 977) == kept);
  CHECK(*kept == "999");
  CHECK(std::ranges::is_sorted(keys_of(map)));
  CHECK(lathe::dense::check(map).empty());
}

TEST_CASE("move-only values, moved and copied maps, keys of all ones") {
  OrderedMap<int, std::unique_ptr<int>> map;
  for (int i = 0; i < 50; ++i) map.insert(i * 7, std::make_unique<int>(i));
  map.erase(0);
  auto moved = std::move(map);
  CHECK(moved.size() == 49);
  CHECK(**moved.find(49 * 7) == 49);
  CHECK(moved.insert(-1, nullptr).second);
  for (auto& [key, value] : moved) CHECK((key == -1) == (value == nullptr));
  CHECK(moved.erase(-1));
  OrderedMap<int, std::string> words{{3, "three"}, {1, "one"}, {2, "two"}};
  words.erase(3);
  OrderedMap<int, std::string> copy = words;
  words.clear();
  CHECK(words.empty());
  CHECK(keys_of(copy) == std::vector<int>{1, 2});
  CHECK(copy.lookup(2) == "two");
}

TEST_CASE("an ordered set") {
  OrderedSet<std::string, NameTraits> set{"b", "a", "c"};
  CHECK_FALSE(set.insert("a"));
  CHECK(set.erase("b"));
  CHECK(set.insert("b"));
  CHECK(std::vector<std::string>(set.begin(), set.end()) == std::vector<std::string>{"a", "c", "b"});
  CHECK(set.contains("c"));
  OrderedSet<std::uint32_t> ids;
  for (std::uint32_t i = 100; i-- != 0;) ids.insert(i * 3);
  CHECK(ids.size() == 100);
  CHECK(*ids.begin() == 297);
}
