// The maps on archetypes of keys and values, and what is no key.
#include <doctest/doctest.h>
#include <lathe/dense/check.hpp>

#include "adapters/archetype/dense.hpp"

namespace {

template <class Map, class MakeKey>
void use(MakeKey key) {
  Map map;
  for (int i = 0; i < 200; ++i) CHECK(map.try_emplace(key(i), i).second);
  for (int i = 0; i < 200; i += 2) CHECK(map.erase(key(i)));
  for (int i = 0; i < 200; ++i) CHECK(map.contains(key(i)) == (i % 2 == 1));
  CHECK(map.find(key(7))->number == 7);
  CHECK(lathe::dense::check(map).empty());
  Map moved = std::move(map);
  CHECK(moved.size() == 100);
  moved.clear();
}
struct HalfId {
  static std::uint32_t id(int key) { return static_cast<std::uint32_t>(key); }
};
struct HalfHash {
  static std::uint64_t hash(int) { return 0; }
};
struct Empty {};
// What lacks one member is no key.
static_assert(!lathe::dense::KeyTraitsFor<HalfId, int>);
static_assert(!lathe::dense::KeyTraitsFor<HalfHash, int>);
static_assert(!lathe::dense::KeyTraitsFor<Empty, int>);

}  // namespace

TEST_CASE("the maps need no more of keys and values than their archetypes have") {
  using namespace archetype;
  const auto id = [](int i) { return DenseId(static_cast<std::uint32_t>(i)); };
  use<lathe::dense::DenseMap<DenseId, DenseValue, DenseIdTraits>>(id);
  use<lathe::dense::DenseMap<DenseId, DenseValue, DenseWordTraits>>(id);
  use<lathe::dense::OrderedMap<DenseId, DenseValue, DenseIdTraits>>(id);
  use<lathe::dense::DenseMap<DenseName, DenseValue, DenseNameTraits>>([](int i) { return DenseName(i); });
}
