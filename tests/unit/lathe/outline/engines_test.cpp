// Both engines against all pairs of suffixes, on short strings of every kind that has a path of its own.
#include <doctest/doctest.h>

#include <lathe/outline/repeats.hpp>
#include <lathe/outline/suffix_tree.hpp>

#include <bit>
#include <map>
#include <random>
#include <set>
#include <tuple>

namespace {

using namespace lathe::outline;
using String = std::vector<std::uint32_t>;
using Found = std::set<std::tuple<std::uint32_t, std::uint32_t, String>>;

// The definition: a repeat is the longest common prefix of some two suffixes, with all suffixes that begin with it.
Found by_all_pairs(const String& s, const RepeatOptions& options) {
  const auto n = static_cast<std::uint32_t>(s.size());
  const auto common = [&](std::uint32_t a, std::uint32_t b) {
    std::uint32_t k = 0;
    while (std::max(a, b) + k < n && s[a + k] == s[b + k]) ++k;
    return k;
  };
  std::map<String, String> repeats;  // the repeat, its starts
  for (std::uint32_t a = 0; a < n; ++a)
    for (std::uint32_t b = a + 1; b < n; ++b) {
      const std::uint32_t k = common(a, b);
      if (k >= options.min_length) repeats[String(s.begin() + a, s.begin() + a + k)];
    }
  for (auto& [text, starts] : repeats)
    for (std::uint32_t a = 0; a + text.size() <= n; ++a)
      if (std::equal(text.begin(), text.end(), s.begin() + a)) starts.push_back(a);
  Found out;
  for (const auto& [text, starts] : repeats) {
    const auto length = static_cast<std::uint32_t>(text.size());
    std::uint32_t shorter = 0;
    for (std::uint32_t k = 1; k < length; ++k)
      if (repeats.count(String(text.begin(), text.begin() + k)) != 0) shorter = k;
    String kept;
    for (const std::uint32_t a : starts) {
      bool own = true;  // no other occurrence goes on like this one
      for (const std::uint32_t b : starts) own &= a == b || common(a, b) == length;
      if (own || options.leaf_descendants) kept.push_back(a);
    }
    if (kept.size() >= 2) out.insert({length, shorter, kept});
  }
  return out;
}

template <class Engine>
Found by_engine(const Engine& engine, const RepeatOptions& options) {
  Found out;
  for_each_repeat(engine, options, [&](const Repeat& r) {
    String starts(r.starts.begin(), r.starts.end());
    std::sort(starts.begin(), starts.end());
    CHECK(out.insert({r.length, r.shorter, starts}).second);
  });
  return out;
}

void check_all(const String& s) {
  const RenumberedText text = renumber(s);
  for (const bool all : {true, false})
    for (const std::uint32_t least : {1U, 2U, 5U}) {
      const RepeatOptions options{least, all};
      const Found wanted = by_all_pairs(s, options);
      CHECK(by_engine(suffix_array(text, least), options) == wanted);
      CHECK(by_engine(suffix_tree(text), options) == wanted);
    }
}

TEST_CASE("repeats: short strings of all kinds against all pairs") {
  std::mt19937 rng(7);
  for (std::uint32_t round = 0; round < 300; ++round) {
    const std::uint32_t n = rng() % 40, letters = 1 + rng() % 4, kind = round % 5;
    String s;
    for (std::uint32_t i = 0; i < n; ++i) {
      if (kind == 0) s.push_back(rng() % letters);
      if (kind == 1) s.push_back(i % letters);
      if (kind == 2) s.push_back(i > n / 2 ? s[i - n / 2 - 1] : rng() % letters);
      if (kind == 3) s.push_back(rng() % 5 == 0 ? 0xffffffffU - i : rng() % letters);
      if (kind == 4) s.push_back(rng() % 2 * 0x80000000U + rng() % letters);
    }
    CAPTURE(round);
    check_all(s);
  }
}

// Long enough for several texts of pieces, and for pieces that occur once.
TEST_CASE("repeats: the engines agree on long strings with deep repeats") {
  std::mt19937 rng(11);
  for (std::uint32_t round = 0; round < 12; ++round) {
    const std::uint32_t n = 30000, period = 1 + rng() % 700, letters = 1 + rng() % 30;
    String s;
    for (std::uint32_t i = 0; i < n; ++i) {
      if (round % 4 == 0) s.push_back(i % period % 17);
      if (round % 4 == 1) s.push_back(i >= n / 2 ? s[i - n / 2] : rng() % letters);
      if (round % 4 == 2) s.push_back(i < period || rng() % 400 == 0 ? rng() % letters : s[i - period]);
      if (round % 4 == 3) s.push_back(rng() % 6 == 0 ? 1000 + i : i > 600 && rng() % 90 != 0 ? s[i - 577] : rng() % 3);
    }
    s.push_back(77777);
    CAPTURE(round);
    const RenumberedText text = renumber(s);
    for (const bool all : {true, false}) {
      // Nested repeats have quadratically many starts: lengths and counts stand for them.
      std::multiset<std::tuple<std::uint32_t, std::uint32_t, std::size_t, std::uint64_t>> a, b;
      const auto into = [](auto& set) {
        return [&set](const Repeat& r) {
          std::uint64_t sum = 0;
          for (std::size_t i = 0; i < r.starts.size() && r.starts.size() < 500; ++i) sum += r.starts[i] * 31ULL;
          set.insert({r.length, r.shorter, r.starts.size(), sum});
        };
      };
      for_each_repeat(suffix_array(text, 2), {2, all}, into(a));
      for_each_repeat(suffix_tree(text), {2, all}, into(b));
      CHECK(a == b);
    }
  }
}

TEST_CASE("suffix array: neighbours share what it says, and no more") {
  std::mt19937 rng(3);
  String s;
  for (std::uint32_t i = 0; i < 100000; ++i) s.push_back(i > 3000 && rng() % 300 != 0 ? s[i - 2999] : rng() % 50);
  const RenumberedText text = renumber(s);
  const SuffixArray array = suffix_array(text);
  REQUIRE(array.order.size() == s.size());  // every letter occurs twice
  for (std::uint32_t i = 1; i < array.order.size(); ++i) {
    const std::uint32_t* const a = text.symbols.data() + array.order[i - 1];
    const std::uint32_t* const b = text.symbols.data() + array.order[i];
    const std::uint32_t k = array.common[i];
    if (!(std::equal(a, a + k, b) && a[k] < b[k])) {
      FAIL("out of order at " << i);
    }
  }
}

// The slow twin sorts by comparing to the end. `letters` around the limits of narrow symbols; strings whose pieces repeat
// for several texts of pieces (Fibonacci, Thue-Morse), and such with symbols that occur once.
TEST_CASE("suffix array: order and common prefixes by comparison") {
  std::mt19937 rng(5);
  for (std::uint32_t round = 0; round < 600; ++round) {
    const std::uint32_t kind = round % 8, size = rng() % 1500;
    if (kind == 7 && round > 20) continue;
    const std::uint32_t letters = kind == 7 ? 0x10000 + round - 10 : kind == 6 ? 250 + rng() % 12 : 1 + rng() % 5;
    String s;
    for (std::uint32_t i = 0; i < size; ++i) {
      if (kind == 0) s.push_back(rng() % letters);
      if (kind == 1) s.push_back(i % letters);
      if (kind == 2) s.push_back(i > size / 2 ? s[i - size / 2 - 1] : rng() % letters);
      if (kind == 3) s.push_back(rng() % 5 == 0 ? 0xffffffffU - i : rng() % letters);
      if (kind == 4) s.push_back(static_cast<std::uint32_t>(std::popcount(i)) & 1U);
      if (kind == 5) s.push_back(rng() % 9 == 0 ? 1000 + i : i > 200 ? s[i - 200 + rng() % 2] : rng() % 40);
      if (kind >= 6) s.push_back(rng() % letters);
    }
    for (std::uint32_t i = 0; kind >= 6 && i < 2 * letters; ++i)  // each of them twice
      s.push_back(static_cast<std::uint32_t>(std::uint64_t{i} * (i < letters ? 7919 : 104729) % letters));
    const auto n = static_cast<std::uint32_t>(s.size());
    CAPTURE(round);
    const RenumberedText text = renumber(s);
    const std::uint32_t* const at = text.symbols.data();
    const std::uint32_t least = 1 + rng() % 2;
    String wanted;
    for (std::uint32_t p = 0; p < n; ++p)
      if (at[p] < text.live && (least == 1 || at[p + 1] < text.live)) wanted.push_back(p);
    const auto agree = [&](std::uint32_t a, std::uint32_t b) {
      std::uint32_t k = 0;
      while (at[a + k] == at[b + k]) ++k;
      return k;
    };
    std::sort(wanted.begin(), wanted.end(), [&](std::uint32_t a, std::uint32_t b) {
      if (a == b) return false;
      const std::uint32_t k = agree(a, b);
      return at[a + k] < at[b + k];
    });
    const SuffixArray array = suffix_array(text, least);
    REQUIRE(array.order == wanted);
    REQUIRE(array.common.size() == wanted.size());
    for (std::uint32_t i = 1; i < wanted.size(); ++i)
      if (array.common[i] != agree(wanted[i - 1], wanted[i])) FAIL("common prefix at " << i);
    if (!wanted.empty()) CHECK(array.common[0] == 0);
  }
}

TEST_CASE("renumbering keeps equalities whatever the values are") {
  const String s{5, 0xffffffffU, 5, 3, 0xffffffffU, 900000000U, 3, 1};
  const RenumberedText text = renumber(s);
  CHECK(text.live == 3);
  CHECK(text.symbols == String{1, 2, 1, 0, 2, 8, 0, 10, 11, 12});
  CHECK(renumber({}).live == 0);
}

}  // namespace
