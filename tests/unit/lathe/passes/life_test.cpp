// Where a register lives: random changes beside a twin that knows each slot by itself, as array and as tree.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include <lathe/passes/life.hpp>

namespace {

using namespace lathe;
using ids::none;
using passes::Life, passes::LifePart;

std::vector<LifePart> parts(const Life& life) {
  std::vector<LifePart> out;
  life.any([&](const LifePart& p) {
    out.push_back(p);
    return false;
  });
  return out;
}

// The twin: parts in a list that is looked through from its begin to its end, and united one by one.
struct Twin {
  std::vector<LifePart> all;
  std::map<std::uint32_t, std::uint32_t> same;  // values that became others

  std::uint32_t value(std::uint32_t v) const {
    for (auto at = same.find(v); at != same.end(); at = same.find(v)) v = at->second;
    return v;
  }
  bool equal(const LifePart& a, const LifePart& b) const { return value(a.value) == value(b.value); }
  void add(LifePart more) {
    std::vector<LifePart> apart;
    const std::uint32_t begin = more.begin;
    const bool begun = std::any_of(all.begin(), all.end(), [&](const LifePart& p) { return p.begin == begin; });
    for (const LifePart& p : all) {  // those before have told already what is equal
      // What ends where it begins is one with it, but where another begins there as well: it is that one's neighbour then.
      const bool overlap = p.begin < more.end && more.begin < p.end,
                 touch = (p.end == more.begin && !begun) || more.end == p.begin;
      if (!overlap && !(touch && equal(p, more))) {
        apart.push_back(p);
        continue;
      }
      const LifePart first = p.begin <= more.begin ? p : more, second = p.begin <= more.begin ? more : p;
      if (!equal(first, second)) same[value(second.value)] = value(first.value);
      more = {first.begin, std::max(p.end, more.end), first.value, first.writer};
    }
    all = apart;
    all.push_back(more);
    std::sort(all.begin(), all.end(), [](const LifePart& a, const LifePart& b) { return a.begin < b.begin; });
  }
};

void check(const Life& life, const Twin& twin, std::uint32_t slots, std::mt19937& random) {
  CHECK(parts(life) == twin.all);
  CHECK(life.size() == twin.all.size());
  for (std::uint32_t s = 0; s < slots; s += 1 + slots / 100) {
    const LifePart* wanted = nullptr;
    for (const LifePart& p : twin.all)
      if (p.begin <= s && s < p.end) wanted = &p;
    const LifePart* const found = life.covering(s);
    CHECK((found != nullptr) == (wanted != nullptr));
    if (found != nullptr && wanted != nullptr) CHECK(*found == *wanted);
  }
  for (std::uint32_t round = 0; round < 3; ++round) {
    const std::uint32_t begin = random() % slots, end = begin + random() % (slots / 2);
    std::vector<LifePart> met, wanted;
    const std::size_t most = random() % 4;
    const bool stopped = life.any_between(begin, end, [&](const LifePart& p) {
      met.push_back(p);
      return met.size() > most;
    });
    for (const LifePart& p : twin.all)
      if (begin < p.begin && p.begin < end && wanted.size() <= most) wanted.push_back(p);
    CHECK(met == wanted);
    CHECK(stopped == (met.size() > most));
  }
}

// `values`: of how many values the parts are.
void run(std::uint32_t seed, std::uint32_t slots, std::uint32_t changes, std::uint32_t longest, std::uint32_t values,
         std::uint32_t every, std::size_t& most) {
  std::mt19937 random(seed);
  Life life;
  Twin twin;
  std::map<std::uint32_t, std::uint32_t> same;
  const auto value = [&](std::uint32_t v) {
    for (auto at = same.find(v); at != same.end(); at = same.find(v)) v = at->second;
    return v;
  };
  for (std::uint32_t k = 0; k < changes; ++k) {
    const std::uint32_t begin = random() % slots;
    if (random() % 5 == 0) {
      const std::uint32_t slot =
          random() % 2 == 0 || twin.all.empty() ? begin : twin.all[random() % twin.all.size()].begin;
      life.set_writer(slot, k);
      for (LifePart& p : twin.all)
        if (p.begin == slot) p.writer = k;
    } else {
      const LifePart more{begin, begin + 1 + static_cast<std::uint32_t>(random() % longest),
                          static_cast<std::uint32_t>(random() % values), random() % 2 == 0 ? none : k};
      life.add(
          more, [&](const LifePart& a, const LifePart& b) { return value(a.value) == value(b.value); },
          [&](std::uint32_t a, std::uint32_t b) {
            CHECK(value(a) != value(b));
            same[value(a)] = value(b);
          });
      twin.add(more);
      for (std::uint32_t v = 0; v < values; ++v)
        for (std::uint32_t w = 0; w < v; ++w) CHECK((value(v) == value(w)) == (twin.value(v) == twin.value(w)));
    }
    most = std::max(most, twin.all.size());
    if (k % every == 0) check(life, twin, slots, random);
  }
  check(life, twin, slots, random);
}

}  // namespace

TEST_CASE("a life: parts are added and united as in a twin") {
  std::size_t most = 0;
  for (std::uint32_t seed = 0; seed < 60; ++seed) run(seed, 60, 25, 1 + seed % 12, 1 + seed % 7, 3, most);
  CHECK(most > 8);
  CHECK(most < 60);
}

TEST_CASE("a life of many parts is a tree, and the same") {
  std::size_t most = 0;
  for (std::uint32_t seed = 0; seed < 3; ++seed) run(seed, 4000, 500, 1 + 2 * seed, 4, 40, most);
  CHECK(most > 200);
  Life life;
  std::vector<LifePart> all;
  const auto never = [](const LifePart&, const LifePart&) { return false; };
  for (std::uint32_t k = 0; k < 200; ++k) {
    CHECK(life.size() == k);
    all.push_back({4 * k, 4 * k + 3, k, none});
    life.add(all.back(), never, [](std::uint32_t, std::uint32_t) { FAIL("nothing meets"); });
    CHECK(life.covering(4 * k + 2) != nullptr);
    CHECK(life.covering(4 * k + 3) == nullptr);
    CHECK(life.covering(0) != nullptr);
  }
  CHECK(parts(life) == all);
}

TEST_CASE("a life: what is appended goes on with the last part, or begins one") {
  Life life;
  const auto with = [&](LifePart p) {
    life.append(p);
    return parts(life);
  };
  using Parts = std::vector<LifePart>;
  CHECK(with({0, 4, 1, 7}) == Parts{{0, 4, 1, 7}});
  CHECK(with({4, 6, 1, none}) == Parts{{0, 6, 1, 7}});
  CHECK(with({6, 8, 1, 3}) == Parts{{0, 6, 1, 7}, {6, 8, 1, 3}});                      // written
  CHECK(with({8, 9, 2, none}) == Parts{{0, 6, 1, 7}, {6, 8, 1, 3}, {8, 9, 2, none}});  // another value
  CHECK(with({10, 12, 2, none}).size() == 4);                                          // apart
  CHECK(with({12, 13, 2, none}).size() == 4);
  CHECK(parts(life)[3] == LifePart{10, 13, 2, none});
}

TEST_CASE(
    "a life: few parts may be added to and appended in any order; who asks for one is told whether there is any") {
  Life life;
  const auto is = [](std::uint32_t v) { return [v](const LifePart& p) { return p.value == v; }; };
  CHECK(!life.any(is(1)));
  life.add(
      {0, 2, 1, none}, [](const auto& a, const auto& b) { return a.value == b.value; },
      [](std::uint32_t, std::uint32_t) {});
  life.append({2, 4, 2, none});
  CHECK(parts(life) == std::vector<LifePart>{{0, 2, 1, none}, {2, 4, 2, none}});
  CHECK(life.any(is(1)));
  CHECK(life.any(is(2)));
  CHECK(!life.any(is(3)));
}

TEST_CASE("a life: a writer is set where a part begins, and nowhere else") {
  Life life;
  life.set_writer(3, 9);
  CHECK(life.size() == 0);
  life.append({4, 8, 1, none});
  for (const std::uint32_t slot : {3U, 5U, 8U}) {
    life.set_writer(slot, 9);
    CHECK(parts(life)[0].writer == none);
  }
  life.set_writer(4, 9);
  CHECK(parts(life)[0].writer == 9);
}
