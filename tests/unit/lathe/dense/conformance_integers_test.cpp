// The interface in common with std::unordered_map: integers, enums, ids.
// Compiled alone: a map of each kind of key, twice.
#include <doctest/doctest.h>

#include "tests/unit/lathe/dense/conformance.hpp"

namespace {

using namespace conformance;

TEST_CASE("one interface with std::unordered_map: integers, enums, ids") {
  both_conform<int>();
  both_conform<std::uint32_t>();
  both_conform<std::int8_t>();
  both_conform<char16_t>();
  both_conform<std::int64_t>();
  both_conform<std::uint64_t>();
  both_conform<Narrow>();
  both_conform<Id>();
  both_conform<Signed>();
  both_conform<SignedByte>();
  both_conform<bool>();
}

}  // namespace
