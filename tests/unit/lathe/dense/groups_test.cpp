// The table of groups: three ways to look at a group that agree, the invariants of tags and overflow bits through long
// runs, tables that are erased from for ever, entries that stay where they are, and the hash of bytes.
#include <lathe/dense.hpp>
#include <lathe/dense/check.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "support/rounds.hpp"

using namespace lathe::dense;

namespace {

using Word = std::uint64_t;
template <class Key>
std::uint64_t word_hash(Key key) {
  return Spread::mix_for_groups(KeyTraits<Key>::word(key));
}
template <class Map>
std::vector<Word> walk(const Map& map) {
  std::vector<Word> out;
  for (const auto& entry : map) out.push_back(entry.key);
  return out;
}

/// Long runs that insert, that hold their size, and that erase, checked on the way; the walk of both maps is the same.
template <class Map, class Other>
void run_beside(unsigned seed, unsigned steps, Word range, Word stride) {
  std::mt19937_64 random(seed);
  Map map;
  Other other;
  std::unordered_map<Word, std::uint32_t> twin;
  for (unsigned step = 0; step < steps; ++step) {
    const Word key = random() % range * stride;
    const unsigned dice = random() % 100, erasing = step * 8 / steps % 3 == 0   ? 10
                                                    : step * 8 / steps % 3 == 1 ? 50
                                                                                : 80;
    if (dice < erasing) {
      const bool there = twin.erase(key) == 1;
      REQUIRE(map.erase(key) == there);
      REQUIRE(other.erase(key) == there);
    } else {
      const bool made = twin.try_emplace(key, step).second;
      REQUIRE(map.try_emplace(key, step).second == made);
      REQUIRE(other.try_emplace(key, step).second == made);
    }
    if (step % 5000 == 0 || step + 1 == steps) {
      REQUIRE(check(map).str() == "");
      REQUIRE(check_groups(map, word_hash<Word>).str() == "");
      REQUIRE(walk(map) == walk(other));
      REQUIRE(map.bytes() == other.bytes());
      REQUIRE(map.size() == twin.size());
      for (const auto& entry : map) REQUIRE(twin.at(entry.key) == entry.value);
    }
  }
}

}  // namespace

TEST_CASE("a group looks the same with SIMD and without") {
  std::mt19937 random(1);
  alignas(16) std::array<std::byte, 16> tags{};
  for (unsigned round = 0; round < lathe::test::rounds(20000U); ++round) {
    // Many free slots, few, and tags near to each other, which a careless carry would mistake for one another.
    const unsigned few = round % 3 == 0 ? 3 : round % 3 == 1 ? 256 : 130;
    for (auto& tag : tags) tag = static_cast<std::byte>(random() % few);
    const unsigned wanted = random() % few;
    std::uint32_t match = 0, filled = 0;
    for (unsigned i = 0; i < 15; ++i) {
      match |= static_cast<std::uint32_t>(std::to_integer<unsigned>(tags[i]) == std::max(wanted, 1U)) << i;
      filled |= static_cast<std::uint32_t>(tags[i] != std::byte{0}) << i;
    }
    const bool overflowed = (std::to_integer<unsigned>(tags[15]) >> wanted % 8 & 1) != 0;
    const auto look = [&](const auto& group) {
      REQUIRE(group.match(wanted) == match);
      REQUIRE(group.filled() == filled);
      REQUIRE(group.overflowed(wanted) == overflowed);
    };
    look(detail::WordGroup(tags.data()));
    look(detail::WordGroup::changing(tags.data()));
    look(detail::Group(tags.data()));
    look(detail::Group::changing(tags.data()));
    REQUIRE(detail::overflowed(tags.data(), wanted) == overflowed);
    const unsigned free = static_cast<unsigned>(std::countr_one(filled));
    REQUIRE(detail::first_free(tags.data()) == free);
    const auto before = tags;
    const unsigned at = random() % 15;
    detail::clear_tag(tags.data(), at);
    auto expected = before;
    expected[at] = std::byte{0};
    REQUIRE(tags == expected);
    detail::set_tag(tags.data(), at, wanted);
    expected[at] = static_cast<std::byte>(std::max(wanted, 1U));
    REQUIRE(tags == expected);
  }
}

TEST_CASE("tags and overflow bits are right on the way, and the same without SIMD") {
  using Map = DenseMap<Word, std::uint32_t>;
  using Plain = DenseMap<Word, std::uint32_t, WithEngine<Engine::portable_groups, Word>>;
  const unsigned steps = lathe::test::rounds(100000U);
  run_beside<Map, Plain>(1, steps, 20000, 1);
  run_beside<Map, Plain>(2, steps, 300, 0x9E3779B97F4A7C15ULL);
  run_beside<Map, Plain>(3, steps, 5000, Word{1} << 48);
  // Everything in one group: 2^-64 of the multiplier's inverse apart.
  run_beside<Map, Plain>(4, steps / 10, 200, inverse(Spread::mix_for_groups(1)));
}

TEST_CASE("the checker of groups finds each kind of damage") {
  const auto filled = [] {
    DenseMap<Word, Word> map;
    for (Word i = 0; i < 500; ++i) map[i * i] = i;
    return map;
  };
  const auto frame = [](auto& map) -> detail::GroupFrame& { return const_cast<detail::GroupFrame&>(*map.table()); };
  auto map = filled();
  REQUIRE(check_groups(map, word_hash<Word>).empty());
  std::byte* tag = frame(map).tags;
  while (*tag == std::byte{0}) ++tag;
  *tag = static_cast<std::byte>(std::to_integer<unsigned>(*tag) % 255 + 1);
  CHECK(check_groups(map, word_hash<Word>).has(MapFault::wrong_tag));
  CHECK(check(map).has(MapFault::lost_entry));
  // Overflow bits that are gone: keys of one group, more than it has slots.
  DenseMap<Word, Word> crowded;
  for (Word i = 0; i < 40; ++i) crowded[i * inverse(Spread::mix_for_groups(1))] = i;
  REQUIRE(check_groups(crowded, word_hash<Word>).empty());
  for (std::uint32_t group = 0; group < crowded.table()->groups(); ++group)
    frame(crowded).tags[group * 16 + 15] = std::byte{0};
  CHECK(check_groups(crowded, word_hash<Word>).has(MapFault::out_of_reach));
  auto counted = filled();
  ++frame(counted).size;
  CHECK(check(counted).has(MapFault::wrong_size));
}

TEST_CASE("a table that is erased from and inserted into for ever stays as it is") {
  DenseMap<Word, std::uint32_t, KeyTraits<Word>, Spread, Statistics> map;
  std::mt19937_64 random(5);
  std::vector<Word> keys(5000);
  // At the fullest that it gets in its memory, where groups overflow the most.
  for (Word& key : keys) map[key = random()] = 1;
  while (map.size() + 1 < map.capacity()) map[keys.emplace_back(random())] = 1;
  const std::size_t bytes = map.bytes();
  const auto misses = [&] {
    const std::uint64_t before = map.statistics().probes;
    for (unsigned i = 0; i < 20000; ++i) REQUIRE_FALSE(map.contains(random()));
    return static_cast<double>(map.statistics().probes - before) / 20000;
  };
  const double fresh = misses();
  double most = 0;
  for (unsigned round = 0; round < 10; ++round) {
    for (unsigned i = 0; i < lathe::test::rounds(50000U); ++i) {
      Word& key = keys[random() % keys.size()];
      REQUIRE(map.erase(key));
      map[key = random()] = 2;
    }
    most = std::max(most, misses());
    REQUIRE(map.size() == keys.size());
  }
  CHECK(map.bytes() <= 2 * bytes);
  MESSAGE("groups passed by a search in vain, at first ", fresh, ", at most ", most);
  CHECK(most < 2 * fresh + 0.2);
  CHECK(check_groups(map, word_hash<Word>).empty());
}

TEST_CASE("erasing moves nothing, and erasing all but one leaves that one") {
  DenseMap<Word, std::string> map;
  for (Word i = 0; i < 3000; ++i) map[i * 64] = std::to_string(i);
  const std::string* const there = map.find(1500 * 64);
  for (auto at = map.begin(); at != map.end();) at = at->key == 1500 * 64 ? std::next(at) : map.erase(at);
  CHECK(map.size() == 1);
  CHECK(map.find(1500 * 64) == there);
  CHECK(*there == "1500");
  CHECK(check_groups(map, word_hash<Word>).empty());
  CHECK(map.begin()->value == "1500");
}

TEST_CASE("values of any alignment stand aligned") {
  struct alignas(64) Wide {
    std::uint32_t x;
  };
  DenseMap<Word, Wide> map;
  DenseMap<std::uint32_t, Wide> ids;
  DenseMap<std::string, Wide> names;
  for (std::uint32_t i = 0; i < 700; ++i) {
    map[i * 4096ULL].x = i;
    ids[i * 1000003U].x = i;
    names[std::to_string(i)].x = i;
    REQUIRE(reinterpret_cast<std::uintptr_t>(map.find(i * 4096ULL)) % 64 == 0);
    REQUIRE(reinterpret_cast<std::uintptr_t>(ids.find(i * 1000003U)) % 64 == 0);
  }
  const auto copy = map;
  for (std::uint32_t i = 0; i < 700; ++i) {
    REQUIRE(copy.at(i * 4096ULL).x == i);
    REQUIRE(ids.at(i * 1000003U).x == i);
    REQUIRE(names.at(std::to_string(i)).x == i);
  }
  CHECK(check(map).empty());
  CHECK(check(names).empty());
}

TEST_CASE("words and values of 32 bits take twelve bytes, names no hash beside them") {
  DenseMap<Word, std::uint32_t> words;
  words.reserve(1000);
  CHECK(words.bytes() == words.table()->groups() * (15 * 12 + 16));
  DenseMap<std::string_view, std::uint32_t> names;
  names.reserve(1000);
  CHECK(names.bytes() == names.table()->groups() * (15 * 24 + 16));
}

TEST_CASE("strides, grids of pairs and ids with gaps seldom pass a group") {
  double worst = 0, sum = 0;
  unsigned count = 0;
  const auto fill = [&](auto map, std::uint64_t n, auto key_of) {
    for (std::uint64_t i = 0; i < n; ++i) map[key_of(i)] = 1;
    const std::uint64_t before = map.statistics().probes;
    for (std::uint64_t i = 0; i < n; ++i) REQUIRE(map.contains(key_of(i)));
    const double probes = static_cast<double>(map.statistics().probes - before) / static_cast<double>(n);
    worst = std::max(worst, probes);
    sum += probes;
    ++count;
  };
  using Words = DenseMap<Word, int, KeyTraits<Word>, Spread, Statistics>;
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  using Pairs = DenseMap<Pair, int, KeyTraits<Pair>, Spread, Statistics>;
  for (const std::uint64_t n : {64U, 300U, 1000U, 4096U}) {
    for (std::uint64_t stride = 8; stride <= 1024; stride += 8)
      fill(Words(), n, [&](std::uint64_t i) { return 0x7f0000001000ULL + i * stride; });
    for (std::uint64_t shift = 0; shift < 52; shift += 4) fill(Words(), n, [&](std::uint64_t i) { return i << shift; });
    for (std::uint32_t width = 2; width < n; width *= 3)
      fill(Pairs(), n, [&](std::uint64_t i) {
        return Pair{static_cast<std::uint32_t>(i / width), static_cast<std::uint32_t>(i % width)};
      });
  }
  MESSAGE("groups passed a search: mean ", sum / count, ", worst ", worst);
  CHECK(sum / count < 0.05);
  CHECK(worst < 0.75);
}

TEST_CASE("neighbours in memory seldom share a tag in their group, however many there are") {
  // A search that finds its tag at another's slot is a guess gone wrong; of random words one in 256 / entries a group.
  for (const std::uint64_t n : {10000ULL, 100000ULL, 1000000ULL})
    for (const bool objects : {true, false}) {
      std::mt19937_64 random(n);
      std::uint64_t groups = 4;
      while (groups * 15 - groups * 15 / 8 < n) groups *= 2;
      std::vector<bool> taken(groups * 256);
      std::uint64_t at = 0x7f3300000010ULL, shared = 0;
      for (std::uint64_t i = 0; i < 2 * n; ++i) {
        at += objects ? 16 * (2 + random() % 8) : 1 + random() % 20;
        const auto place = word_hash(at) >> (64 - std::bit_width(groups * 256 - 1));
        if (i < n)
          taken[place] = true;
        else
          shared += taken[place] ? 1 : 0;
      }
      const double by_chance = static_cast<double>(n) / static_cast<double>(groups) / 256;
      CAPTURE(n);
      CAPTURE(objects);
      CHECK(static_cast<double>(shared) / static_cast<double>(n) < 2 * by_chance);
    }
}

TEST_CASE("the hash of bytes sees each of them, and their number") {
  std::mt19937 random(3);
  for (std::size_t size = 0; size <= 70; ++size) {
    std::string text(size + 1, '\0');
    for (char& c : text) c = static_cast<char>(random());
    const std::uint64_t hash = hash_bytes(text.data(), size);
    CHECK(hash == hash_bytes(std::string(text).data(), size));
    CHECK(hash != hash_bytes(text.data(), size + 1));
    CHECK(same_bytes(text.data(), std::string(text).data(), size));
    for (std::size_t at = 0; at < size; ++at) {
      std::string other = text;
      other[at] = static_cast<char>(other[at] + 1);
      REQUIRE(hash != hash_bytes(other.data(), size));
      REQUIRE_FALSE(same_bytes(text.data(), other.data(), size));
    }
  }
  // Runs of zeros differ in their length alone.
  const std::string zeros(64, '\0');
  for (std::size_t a = 0; a < 64; ++a)
    for (std::size_t b = 0; b < a; ++b) REQUIRE(hash_bytes(zeros.data(), a) != hash_bytes(zeros.data(), b));
}

TEST_CASE("strings are found by what is a string_view, without a copy") {
  DenseMap<std::string, int> map;
  for (int i = 0; i < 200; ++i) map[std::to_string(i)] = i;
  const std::string_view view = "37";
  CHECK(map.lookup(view) == 37);
  CHECK(map.lookup("38") == 38);
  CHECK_FALSE(map.contains(std::string_view("370")));
  CHECK(map.try_emplace(std::string_view("new"), 5).second);
  CHECK(map.erase(view));
  CHECK(map.size() == 200);
}

TEST_CASE("a map of ids shows the table of those that its array does not have") {
  DenseMap<std::uint32_t, int> map;
  for (std::uint32_t id = 0; id < 100; ++id) map[id] = 1;
  map[0xfffffff0U] = 2;
  REQUIRE(map.table() != nullptr);
  CHECK(map.array() >= 100);
  CHECK(map.table()->size == 1);
}
