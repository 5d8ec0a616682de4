// What a program does once for LLVM: its version, and who is told when LLVM gives up.
#pragma once

#include <string>

namespace lathe::nvptx {

/// Version of the LLVM libraries that read the IR: "22.1.8".
std::string llvm_version();

/// `handler` is called when LLVM meets a fatal error or runs out of memory; it must not return. Process wide; for the
/// program's main function, not for libraries.
void install_fatal_handler(void (*handler)(const char* reason));

}  // namespace lathe::nvptx
