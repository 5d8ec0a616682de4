// Which of two instructions stands first, their places, sums and peaks, beside what a plain list has: put in everywhere, always at
// one place, so that labels run out and are spread, taken out and put elsewhere, their numbers changed.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <lathe/pressure/order.hpp>

namespace {

using namespace lathe::pressure::detail;

struct Both {
  explicit Both(std::uint32_t how_many = 2) : sets(how_many), order(1, how_many, 0) {}
  std::uint32_t sets;
  Order order;
  std::vector<std::uint32_t> plain;
  std::mt19937 random{7};
  std::uint32_t at(std::size_t k) const { return k < plain.size() ? plain[k] : nil; }
  std::uint32_t fresh() {
    const std::uint32_t inst = order.add({});
    give_numbers(inst);
    return inst;
  }
  void give_numbers(std::uint32_t inst) {
    order.count_again(inst, [&](auto&& add) {
      for (std::uint32_t s = 0; s < sets; ++s)
        add(s, static_cast<std::int32_t>(random() % 7) - 3, static_cast<std::int32_t>(random() % 3));
    });
  }
  void append() {
    const std::uint32_t inst = fresh();
    order.append(inst, 0, plain.empty() ? nil : plain.back());
    plain.push_back(inst);
  }
  void put(std::uint32_t inst, std::size_t k) {
    order.link_before(inst, 0, at(k));
    plain.insert(plain.begin() + static_cast<std::ptrdiff_t>(k), inst);
  }
  void insert(std::size_t k) { put(fresh(), k); }
  void move(std::size_t from, std::size_t to) {
    const std::uint32_t inst = plain[from];
    order.unlink(inst);
    plain.erase(plain.begin() + static_cast<std::ptrdiff_t>(from));
    put(inst, std::min(to, plain.size()));
  }
  void erase(std::size_t k) {
    order.unlink(plain[k]);
    plain.erase(plain.begin() + static_cast<std::ptrdiff_t>(k));
  }
  void change(std::size_t k) {
    give_numbers(plain[k]);
    order.refresh(plain[k]);
  }
  // Every neighbour, and so every pair.
  void check() {
    REQUIRE(order.size(0) == plain.size());
    std::uint32_t i = order.first(0);
    for (std::size_t k = 0; k < plain.size(); ++k, i = order.next(i)) {
      REQUIRE(i == plain[k]);
      REQUIRE(!order.stands_before(i, i));
      if (k == 0) continue;
      REQUIRE(order.stands_before(plain[k - 1], i));
      REQUIRE(!order.stands_before(i, plain[k - 1]));
    }
    REQUIRE(i == nil);
  }
  // Numbers of the whole are others than before: it was said so. Nothing was done: neither.
  void check_changed() {
    std::vector<std::int32_t> now{static_cast<std::int32_t>(plain.size())};
    for (std::uint32_t s = 0; s < sets; ++s) {
      now.push_back(order.peak(0, s));
      now.push_back(plain.empty() ? 0 : order.prefix(plain.back(), s));
    }
    const bool said = order.changed(0);
    REQUIRE((said || now == whole));
    REQUIRE(!order.changed(0));
    whole = std::move(now);
  }
  std::vector<std::int32_t> whole;
  void check_sums() const {
    for (std::uint32_t s = 0; s < sets; ++s) {
      std::int32_t sum = 0, peak = Order::lowest;
      std::uint32_t place = 0;
      for (std::size_t k = 0; k < plain.size(); ++k) {
        sum += order.delta(plain[k], s);
        if (const std::int32_t here = sum + order.extra(plain[k], s); here > peak) {
          peak = here;
          place = static_cast<std::uint32_t>(k + 1);
        }
        REQUIRE(order.prefix(plain[k], s) == sum);
        REQUIRE(order.rank(plain[k]) == k + 1);
      }
      REQUIRE(order.peak(0, s) == peak);
      REQUIRE(order.peak_place(0, s) == (peak > 0 ? place : 0));
    }
  }
};

}  // namespace

TEST_CASE("who stands first: at random places") {
  // As many sets as fill up their places, and as do not; `changed` says so behind one edit or behind some.
  for (const std::uint32_t sets : {1, 2, 3, 4, 9})
    for (const int together : {1, 2, 7}) {
      CAPTURE(sets);
      CAPTURE(together);
      std::mt19937 random(1);
      Both both(sets);
      for (int k = 0; k < 280; ++k) {
        if (both.plain.empty() || random() % 3 == 0)
          both.insert(random() % (both.plain.size() + 1));
        else if (random() % 4 == 0)
          both.erase(random() % both.plain.size());
        else if (random() % 2 == 0)
          both.change(random() % both.plain.size());
        else
          both.move(random() % both.plain.size(), random() % both.plain.size());
        if (k % together != 0) continue;
        both.check();
        both.check_sums();
        both.check_changed();
      }
    }
}

TEST_CASE("a block that is made at once, and one that is empty") {
  Both both;
  CHECK(both.order.peak(0, 0) == Order::lowest);
  CHECK(both.order.peak_place(0, 0) == 0);
  CHECK(both.order.size(0) == 0);
  for (int k = 0; k < 100; ++k) both.append();
  both.order.compute_block(0);
  both.check();
  both.check_sums();
  both.move(3, 50);
  both.check();
  both.check_sums();
}

TEST_CASE("who stands first: many at one place, where labels run out") {
  // At the head, at the end, in front of one instruction, behind one, and between the last two that came.
  for (const int where : {0, 1, 2, 3, 4}) {
    CAPTURE(where);
    Both both;
    for (int k = 0; k < 8; ++k) both.append();
    both.order.compute_block(0);
    std::size_t last = 4;
    for (std::size_t k = 0; k < 1500; ++k) {
      const std::size_t size = both.plain.size();
      const std::size_t at = where == 0 ? 0 : where == 1 ? size : where == 2 ? size - 4 : where == 3 ? 4 : last + k % 2;
      both.insert(at);
      last = at;
      if (k % 16 == 0) both.check();
    }
    both.check();
    // All of it goes to the other end, one by one.
    for (std::size_t k = 0; k < 1500; ++k) both.move(0, both.plain.size());
    both.check();
  }
}

TEST_CASE("few labels are given anew") {
  // At the end none, nor one behind the other in front of one instruction; in front of two in turn some dozens for each that
  // comes, where labels have run out.
  enum class Way : std::uint8_t { end, one_place, two_places };
  for (const Way way : {Way::end, Way::one_place, Way::two_places}) {
    Both both;
    for (int k = 0; k < 8; ++k) both.append();
    both.order.compute_block(0);
    std::uint64_t anew = 0;
    for (std::size_t k = 0; k < 1000; ++k) {
      std::vector<std::uint64_t> before;
      for (const Node& n : both.order.nodes) before.push_back(n.label);
      const std::size_t behind = way == Way::end ? 0 : way == Way::one_place || k % 2 == 0 ? 4 : 2;
      both.insert(both.plain.size() - behind);
      for (std::size_t n = 0; n < before.size(); ++n) anew += before[n] != both.order.nodes[n].label;
    }
    CHECK((anew == 0) == (way != Way::two_places));
    CHECK(anew < 30 * 1000);
  }
}
