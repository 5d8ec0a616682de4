// Fuzz target of the DAG combiner; see combiner_body.hpp.
#include <cstdio>
#include <cstdlib>

#include "fuzz/combiner_body.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string wrong = lathe::nvptx::test::check_combiner({data, size}, 4);
  if (wrong.empty()) return 0;
  std::fputs(wrong.c_str(), stderr);
  std::abort();
}
