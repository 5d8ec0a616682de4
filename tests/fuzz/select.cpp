// Fuzz target of the selector and the linear order; see select_body.hpp.
#include <cstdio>
#include <cstdlib>

#include "fuzz/select_body.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4000) return 0;
  const std::string wrong = select_test::check_select_bytes({data, size});
  if (wrong.empty()) return 0;
  std::fputs(wrong.c_str(), stderr);
  std::abort();
}
