// Fuzz target of the two legalizers; see legalize_body.hpp.
#include <cstdio>
#include <cstdlib>

#include "fuzz/legalize_body.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4000) return 0;
  const std::string wrong = legalize_test::check_legalize_bytes({data, size});
  if (wrong.empty()) return 0;
  std::fputs(wrong.c_str(), stderr);
  std::abort();
}
