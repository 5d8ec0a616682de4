// LLVM's process-wide hooks. See llvm_setup.hpp.
#include "nvptx/driver/llvm_setup.hpp"

#include <llvm/Config/llvm-config.h>
#include <llvm/Support/ErrorHandling.h>

#include <new>

namespace lathe::nvptx {
namespace {

using Fatal = void (*)(const char*);
using NoMemory = void (*)();

void fatal_error(void* handler, const char* reason, bool) { reinterpret_cast<Fatal>(handler)(reason); }
void bad_alloc(void* handler, const char*, bool) { reinterpret_cast<NoMemory>(handler)(); }

}  // namespace

std::string llvm_version() { return LLVM_VERSION_STRING; }

void install_fatal_handlers(Fatal fatal, NoMemory no_memory) {
  llvm::install_fatal_error_handler(fatal_error, reinterpret_cast<void*>(fatal));
  llvm::install_bad_alloc_error_handler(bad_alloc, reinterpret_cast<void*>(no_memory));
}

}  // namespace lathe::nvptx
