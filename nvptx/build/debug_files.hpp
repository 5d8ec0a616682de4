// Debug locations: the files of a module, and line tables of a function.
#pragma once

#include <string>
#include <vector>

namespace llvm {
class DIFile;
class DILocation;
class Module;
}  // namespace llvm

namespace lathe::nvptx::build {

/// The path as .file writes it.
std::string path_of(const llvm::DIFile& file);
/// True when the location's compile unit asks for line tables.
bool wants_lines(const llvm::DILocation& location);

}  // namespace lathe::nvptx::build
