// Fuzz target of the flow analyses; see flow_body.hpp.
#include <cstdio>
#include <cstdlib>

#include "fuzz/flow_body.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4000) return 0;
  const std::string wrong = flow_test::check_flow_bytes({data, size});
  if (wrong.empty()) return 0;
  std::fputs(wrong.c_str(), stderr);
  std::abort();
}
