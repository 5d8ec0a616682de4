// Fuzz target of the editor, the Store and the analyses that follow edits; see program_edits_body.hpp.
#include <cstdio>
#include <cstdlib>

#include "fuzz/program_edits_body.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 2000) return 0;
  const std::string wrong = program_test::check_edit_bytes({data, size});
  if (wrong.empty()) return 0;
  std::fputs(wrong.c_str(), stderr);
  std::abort();
}
