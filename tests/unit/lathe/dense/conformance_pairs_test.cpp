// The interface in common with std::unordered_map: pointers, pairs, values with std::hash.
// Compiled alone: a map of each kind of key, twice.
#include <doctest/doctest.h>

#include "tests/unit/lathe/dense/conformance.hpp"

namespace {

using namespace conformance;

TEST_CASE("one interface with std::unordered_map: pointers, pairs, values with std::hash") {
  both_conform<const int*>();
  both_conform<std::pair<int, std::uint16_t>>();
  both_conform<std::pair<const int*, int>>();
  both_conform<std::pair<std::string, int>>();
  both_conform<std::pair<int, std::pair<std::string, std::int64_t>>>();
  both_conform<std::string>();
  both_conform<double>();
  both_conform<WideHandle>();
  both_conform<Place>();
}

}  // namespace
