// Fuzz target of DAG texts in front of the combiner; see combiner_text_body.hpp.
#include <cstdio>
#include <cstdlib>

#include "fuzz/combiner_text_body.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string wrong = lathe::nvptx::test::check_combiner_text({reinterpret_cast<const char*>(data), size});
  if (wrong.empty()) return 0;
  std::fputs(wrong.c_str(), stderr);
  std::abort();
}
