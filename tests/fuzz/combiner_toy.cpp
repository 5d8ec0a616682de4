// Fuzz target of the generic combiner on the toy expressions; see combiner_toy_body.hpp.
#include <cstdio>
#include <cstdlib>

#include "fuzz/combiner_toy_body.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string wrong = combiner_test::check_toy_combiner({data, size});
  if (wrong.empty()) return 0;
  std::fputs(wrong.c_str(), stderr);
  std::abort();
}
