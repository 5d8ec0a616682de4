// The array whose first elements stand within the object, on either side of that.
#include <doctest/doctest.h>

#include <cstdint>
#include <utility>

#include <lathe/flow/short_array.hpp>

namespace {

using Words = lathe::flow::detail::ShortArray<std::uint32_t, 4>;

Words counted(std::uint32_t size) {
  Words out;
  for (std::uint32_t k = 0; k < size; ++k) out.push_back(k);
  return out;
}
bool counts(const Words& words, std::uint32_t size) {
  if (words.size() != size || words.room() < size) return false;
  for (std::uint32_t k = 0; k < size; ++k)
    if (words[k] != k) return false;
  return true;
}

}  // namespace

TEST_CASE("short arrays are values, within the object and beside it") {
  for (const std::uint32_t size : {0U, 1U, 4U, 5U, 33U})
    for (const std::uint32_t other : {0U, 3U, 4U, 9U}) {
      CAPTURE(size);
      CAPTURE(other);
      Words a = counted(size);
      CHECK(counts(a, size));
      Words copy(a), assigned = counted(other);
      assigned = a;
      CHECK(counts(copy, size));
      CHECK(counts(assigned, size));
      if (size != 0) a[0] = 7;  // deep
      CHECK(counts(copy, size));
      Words moved(std::move(copy)), taken = counted(other);
      CHECK(counts(moved, size));
      CHECK(copy.size() == 0);  // NOLINT: what was moved from is empty
      copy.push_back(0);        // NOLINT: and may be used
      CHECK(counts(copy, 1));
      taken = std::move(moved);
      CHECK(counts(taken, size));
      const Words& itself = taken;
      taken = itself;
      CHECK(counts(taken, size));
    }
}

TEST_CASE("short arrays keep their elements while they grow") {
  Words words(3, 9);
  CHECK(words[0] == 9);
  CHECK(words[2] == 9);
  words.reserve(100);
  CHECK(words.room() >= 100);
  words.resize(50);
  CHECK(words[2] == 9);
  words.assign(2, 1);
  CHECK(words.size() == 2);
  CHECK(words[1] == 1);
}
