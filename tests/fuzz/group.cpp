// Fuzz target of the grouper; see group_body.hpp.
#include <cstdio>
#include <cstdlib>

#include "fuzz/group_body.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string wrong = lathe::test::check_group({data, size});
  if (wrong.empty()) return 0;
  std::fputs(wrong.c_str(), stderr);
  std::abort();
}
