// Which of two instructions stands first, beside the places that a plain list has: put in everywhere, always at one place, so that
// labels run out and are spread, taken out and put elsewhere.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <lathe/pressure/order.hpp>

namespace {

using namespace lathe::pressure::detail;

struct Both {
  Order order{1, 1, 0};
  std::vector<std::uint32_t> plain;
  std::uint32_t at(std::size_t k) const { return k < plain.size() ? plain[k] : nil; }
  void put(std::uint32_t inst, std::size_t k) {
    order.link_before(inst, 0, at(k));
    plain.insert(plain.begin() + static_cast<std::ptrdiff_t>(k), inst);
  }
  void insert(std::size_t k) { put(order.add({}), k); }
  void move(std::size_t from, std::size_t to) {
    const std::uint32_t inst = plain[from];
    order.unlink(inst);
    plain.erase(plain.begin() + static_cast<std::ptrdiff_t>(from));
    put(inst, std::min(to, plain.size()));
  }
  // Every neighbour, and so every pair.
  void check() const {
    REQUIRE(order.size(0) == plain.size());
    std::uint32_t i = order.first(0);
    for (std::size_t k = 0; k < plain.size(); ++k, i = order.next(i)) {
      REQUIRE(i == plain[k]);
      if (k == 0) continue;
      REQUIRE(order.stands_before(plain[k - 1], i));
      REQUIRE(!order.stands_before(i, plain[k - 1]));
    }
    REQUIRE(i == nil);
  }
};

}  // namespace

TEST_CASE("who stands first: at random places") {
  std::mt19937 random(1);
  Both both;
  for (int k = 0; k < 600; ++k) {
    if (both.plain.empty() || random() % 3 != 0)
      both.insert(random() % (both.plain.size() + 1));
    else
      both.move(random() % both.plain.size(), random() % both.plain.size());
    both.check();
  }
}

TEST_CASE("who stands first: many at one place, where labels run out") {
  // At the head, at the end, in front of one instruction, behind one, and between the last two that came.
  for (const int where : {0, 1, 2, 3, 4}) {
    CAPTURE(where);
    Both both;
    for (int k = 0; k < 8; ++k)
      both.order.append(both.order.add({}), 0, k == 0 ? nil : both.plain.back()),
          both.plain.push_back(static_cast<std::uint32_t>(k));
    both.order.pull_block(0);
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
