// Debug locations. See debug_files.hpp. Modules without a compile unit cost one look-up.
#include "nvptx/build/debug_files.hpp"

#include <algorithm>

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lathe::nvptx::build {

std::string path_of(const llvm::DIFile& file) {
  const std::string name = file.getFilename().str(), folder = file.getDirectory().str();
  return folder.empty() || (!name.empty() && name[0] == '/') ? name : folder + "/" + name;
}

bool wants_lines(const llvm::DILocation& location) {
  const llvm::DISubprogram* subprogram = location.getScope()->getSubprogram();
  const llvm::DICompileUnit* unit = subprogram == nullptr ? nullptr : subprogram->getUnit();
  return unit != nullptr && unit->getEmissionKind() != llvm::DICompileUnit::NoDebug;
}

}  // namespace lathe::nvptx::build
