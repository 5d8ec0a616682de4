// What a program does once for LLVM: its version, and who is told when LLVM gives up.
#pragma once

#include <string>

namespace lathe::nvptx {

/// Version of the LLVM libraries that read the IR: "22.1.8".
std::string llvm_version();

/// `fatal` is called when LLVM meets a fatal error, `no_memory` when it runs out of memory; they must not return,
/// and may be called in several threads at once.
/// Process wide; for the program's main function, not for libraries.
void install_fatal_handlers(void (*fatal)(const char* reason), void (*no_memory)());

}  // namespace lathe::nvptx
