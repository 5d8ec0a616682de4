// `--optimize` of the program: LLVM's pipeline, by the library that stands beside it.
#pragma once

#include <string>

#include "tools/lathe/llvm/compile_arguments.hpp"

namespace lathe::nvptx::cli {

/// Replaces IR, text or bitcode, by bitcode that LLVM's pipeline of the -O level has been over. The program has no pass of
/// that pipeline within, which would make it start later; liblathe.so.0, in its folder, in the one above or in lib beside
/// it, has them all. An exit state; messages are reported.
int optimize_by_library(const CompileArguments& a, const std::string& name, std::string& ir);

}  // namespace lathe::nvptx::cli
