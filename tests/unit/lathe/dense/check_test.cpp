// Every fault kind of dense::check is provoked by damaging a table's bytes.
#include <lathe/dense.hpp>
#include <lathe/dense/check.hpp>

#include <doctest/doctest.h>

#include <cstring>

using namespace lathe::dense;

namespace {

using Map = DenseMap<std::uint64_t, std::uint64_t, WithEngine<Engine::ordered, std::uint64_t>>;
constexpr std::size_t slot_size = 16;

Map filled() {
  Map map;
  for (std::uint64_t i = 0; i < 40; ++i) map[i * i] = i;
  return map;
}
detail::Frame& frame(Map& map) { return *const_cast<detail::Frame*>(map.table()); }
bool is_filled(const detail::Frame& f, std::uint32_t i) {
  std::uint64_t order;
  std::memcpy(&order, f.slots + i * slot_size, 8);
  return order != ~std::uint64_t{0};
}
std::uint32_t first_filled(const detail::Frame& f, std::uint32_t from = 0) {
  while (!is_filled(f, from)) ++from;
  return from;
}

}  // namespace

TEST_CASE("the checker accepts a sound map") { CHECK(check(filled()).empty()); }

TEST_CASE("an entry out of its place is lost") {
  Map map = filled();
  detail::Frame& f = frame(map);
  const std::uint32_t a = first_filled(f), b = first_filled(f, a + 20);
  std::byte kept[slot_size];
  std::memcpy(kept, f.slots + a * slot_size, slot_size);
  std::memcpy(f.slots + a * slot_size, f.slots + b * slot_size, slot_size);
  std::memcpy(f.slots + b * slot_size, kept, slot_size);
  CHECK(check(map).has(MapFault::lost_entry));
}

TEST_CASE("a key that stands twice is found") {
  Map map = filled();
  detail::Frame& f = frame(map);
  std::uint32_t a = 0;
  while (!is_filled(f, a) || is_filled(f, a + 1)) ++a;
  std::memcpy(f.slots + (a + 1) * slot_size, f.slots + a * slot_size, slot_size);
  ++f.size;
  CHECK(check(map).has(MapFault::double_key));
}

TEST_CASE("a wrong count is found, in the table and in the array of ids") {
  Map map = filled();
  ++frame(map).size;
  CHECK(check(map).has(MapFault::wrong_size));
}

TEST_CASE("more entries than the load allows are found") {
  Map map = filled();
  frame(map).limit = 39;
  CHECK(check(map).has(MapFault::overfull));
}
