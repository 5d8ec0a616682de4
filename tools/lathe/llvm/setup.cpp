// What the program does once for LLVM.
#include "nvptx/driver/llvm_setup.hpp"
#include "tools/lathe/llvm.hpp"

namespace lathe::nvptx::cli {

const bool with_llvm = true;

std::string about_llvm() { return "reads LLVM IR up to version " + llvm_version(); }
void install_llvm_handlers(void (*fatal)(const char* reason), void (*no_memory)()) {
  install_fatal_handlers(fatal, no_memory);
}

}  // namespace lathe::nvptx::cli
