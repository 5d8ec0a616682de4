// What throws leaves the map as it was: allocation, constructors of keys and values, hash and equality, on every
// layout and at every point at which an operation can fail; and every object is destroyed once.
#include <lathe/dense.hpp>
#include <lathe/dense/check.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <new>
#include <random>
#include <stdexcept>

namespace {

// Calls that may still succeed: of operator new, and of what a Fragile object does.
long budget = -1;
bool allocations_too = false;
void spend() {
  if (budget < 0) return;
  if (budget-- == 0) {
    budget = -1;
    throw std::bad_alloc();
  }
}

struct Fragile {
  static inline long live = 0;
  std::uint32_t number;
  explicit Fragile(std::uint32_t n = 0) : number(n) { spend(), ++live; }
  Fragile(const Fragile& other) : number(other.number) { spend(), ++live; }
  Fragile(Fragile&& other) noexcept : number(other.number) { ++live; }
  Fragile& operator=(const Fragile&) = default;
  ~Fragile() { --live; }
  bool operator<(const Fragile& other) const { return number < other.number; }
};
struct FragileTraits {
  static std::uint64_t hash(const Fragile& key) {
    spend();
    return key.number / 3;  // some hashes are equal
  }
  static bool equal(const Fragile& stored, const Fragile& key) {
    spend();
    return stored.number == key.number;
  }
};

template <class Map, class MakeKey>
void fail_everywhere(unsigned seed, MakeKey make_key) {
  const long live_before = Fragile::live;
  {
    std::mt19937 random(seed);
    Map map;
    std::map<std::uint32_t, std::uint32_t> twin;
    unsigned failures = 0;
    for (std::uint32_t step = 0; step < 4000; ++step) {
      const std::uint32_t raw = random() % 600, dice = random() % 8;
      const auto key = make_key(raw);
      bool failed = false;
      try {
        allocations_too = true;
        budget = random() % 3 == 0 ? static_cast<long>(random() % 6) : -1;
        if (dice < 5) {
          map.try_emplace(key, step);
        } else if (dice == 5) {
          map.erase(key);
        } else if (dice == 6) {
          Map copy(map);
        } else {
          map.reserve(random() % 700);
        }
      } catch (const std::bad_alloc&) {
        failed = true;
        ++failures;
      }
      budget = -1;
      allocations_too = false;
      if (!failed && dice < 5) twin.try_emplace(raw, step);
      if (!failed && dice == 5) twin.erase(raw);
      REQUIRE(map.size() == twin.size());
      const auto* found = map.find(key);
      const auto it = twin.find(raw);
      REQUIRE((found != nullptr) == (it != twin.end()));
      if (found != nullptr) REQUIRE(found->number == it->second);
      if (failed || step % 512 == 0) {
        REQUIRE(lathe::dense::check(map).empty());
        for (const auto& [number, value] : twin) REQUIRE(map.find(make_key(number))->number == value);
      }
    }
    CHECK(failures > 100);
  }
  CHECK(Fragile::live == live_before);
}

}  // namespace

// g++ sees through the replaced operators and takes free() for a mismatch.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
void* operator new(std::size_t size) {
  if (allocations_too) spend();
  if (void* out = std::malloc(size)) return out;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t align) {
  if (allocations_too) spend();
  const auto to = static_cast<std::size_t>(align);
  if (void* out = std::aligned_alloc(to, (size + to - 1) / to * to)) return out;
  throw std::bad_alloc();
}
void operator delete(void* pointer) noexcept { std::free(pointer); }
void operator delete(void* pointer, std::size_t) noexcept { std::free(pointer); }
void operator delete(void* pointer, std::align_val_t) noexcept { std::free(pointer); }
void operator delete(void* pointer, std::size_t, std::align_val_t) noexcept { std::free(pointer); }

TEST_CASE("a failing operation changes nothing") {
  using namespace lathe::dense;
  for (unsigned seed = 0; seed < 3; ++seed) {
    fail_everywhere<DenseMap<std::uint32_t, Fragile>>(seed, [](std::uint32_t raw) { return raw; });
    fail_everywhere<DenseMap<std::uint32_t, Fragile>>(seed, [](std::uint32_t raw) { return raw * 100003U; });
    fail_everywhere<DenseMap<std::uint64_t, Fragile>>(seed, [](std::uint32_t raw) { return std::uint64_t{raw} * 99; });
    fail_everywhere<DenseMap<int*, Fragile, LlvmSentinels<int*>, PointerShift>>(
        seed, [](std::uint32_t raw) { return reinterpret_cast<int*>(std::uintptr_t{raw} * 16 + 4096); });
    fail_everywhere<DenseMap<Fragile, Fragile, FragileTraits>>(seed, [](std::uint32_t raw) { return Fragile(raw); });
    fail_everywhere<OrderedMap<Fragile, Fragile, FragileTraits>>(seed, [](std::uint32_t raw) { return Fragile(raw); });
    fail_everywhere<OrderedMap<std::uint32_t, Fragile>>(seed, [](std::uint32_t raw) { return raw; });
    fail_everywhere<SmallDenseMap<Fragile, Fragile, 16, FragileTraits>>(seed,
                                                                        [](std::uint32_t raw) { return Fragile(raw); });
  }
}
