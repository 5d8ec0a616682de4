// The options and results of libNVVM, in words of lathe_compile.
#pragma once

#include <string>
#include <vector>

namespace lathe::nvvm {

/// nvvmResult, by its numbers.
enum class Result : int {
  success = 0,
  out_of_memory = 1,
  program_creation_failure = 2,
  ir_version_mismatch = 3,
  invalid_input = 4,
  invalid_program = 5,
  invalid_ir = 6,
  invalid_option = 7,
  no_module = 8,
  compilation = 9,
  cancelled = 10,
};
const char* text_of(Result result);

struct Opaque;
using Handle = Opaque*;  ///< nvvmProgram

/// Reads -g, -generate-line-info, -opt=, -arch=, -ftz=, -prec-sqrt=, -prec-div=, -fma=, -jump-table-density=, and
/// `-Xllc OPTION` with an option of `lathe compile`. What is wrong, or empty. -gen-lto and -Xopt are refused by name.
std::string read_options(int count, const char* const* options, std::vector<std::string>& words);

}  // namespace lathe::nvvm
