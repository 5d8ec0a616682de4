// Fuzz target of known and demanded bits; see bits_body.hpp.
#include <cstdio>
#include <cstdlib>

#include "fuzz/bits_body.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string wrong = bits_test::check_bits({data, size});
  if (wrong.empty()) return 0;
  std::fputs(wrong.c_str(), stderr);
  std::abort();
}
