// Fuzz target of the import planner; see thinlto_body.hpp.
#include <cstdio>
#include <cstdlib>

#include "fuzz/thinlto_body.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4000) return 0;
  const std::string wrong = thinlto_test::check_thinlto_bytes({data, size});
  if (wrong.empty()) return 0;
  std::fputs(wrong.c_str(), stderr);
  std::abort();
}
