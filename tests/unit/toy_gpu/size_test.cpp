// The toy GPU's machine stays small: what grows in it beyond that is what any client of simt wants, and belongs there.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

namespace {

TEST_CASE("toy gpu: the machine has at most 500 lines") {
  std::ptrdiff_t lines = 0;
  for (const char* name : {"machine.hpp", "machine.cpp", "operations.hpp", "operations.cpp"}) {
    std::ifstream file(std::string("examples/toy_gpu/") + name);
    REQUIRE_MESSAGE(file, name);
    lines += std::count(std::istreambuf_iterator<char>(file), {}, '\n');
  }
  CHECK(lines > 100);
  CHECK(lines <= 500);
}

}  // namespace
