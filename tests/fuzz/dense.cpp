// Fuzz target of the dense maps; see dense_body.hpp.
#include <cstdio>
#include <cstdlib>

#include "fuzz/dense_body.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string wrong = lathe::test::check_dense({data, size});
  if (wrong.empty()) return 0;
  std::fputs(wrong.c_str(), stderr);
  std::abort();
}
