// LLVM's process-wide hooks. See llvm_setup.hpp.
#include "nvptx/driver/llvm_setup.hpp"

#include <llvm/Config/llvm-config.h>
#include <llvm/Support/ErrorHandling.h>

namespace lathe::nvptx {
namespace {

using Handler = void (*)(const char*);

void forward(void* handler, const char* reason, bool) { reinterpret_cast<Handler>(handler)(reason); }

}  // namespace

std::string llvm_version() { return LLVM_VERSION_STRING; }

void install_fatal_handler(Handler handler) {
  llvm::install_fatal_error_handler(forward, reinterpret_cast<void*>(handler));
  llvm::install_bad_alloc_error_handler(forward, reinterpret_cast<void*>(handler));
}

}  // namespace lathe::nvptx
