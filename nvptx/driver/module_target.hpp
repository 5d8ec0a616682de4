// The target that a module asks for, and the PTX version that what is in it needs.
#pragma once

#include <string>

#include "codegen/support/diag.hpp"
#include "nvptx/support/codegen.hpp"
#include "nvptx/target/features.hpp"

namespace llvm {
class Module;
}

namespace lathe::nvptx {

/// Takes the highest target and PTX version of the attributes target-cpu and target-features of the module's functions;
/// without any, `features` stays. False after an error, which names the function.
bool take_module_target(const llvm::Module& module, const std::string& name, Features& features, Diag& diag);

/// Raises the PTX version, with a note, where something needs more than the target's lowest one: instructions in inline
/// assembly, intrinsics, kernel parameters above 4,352 bytes, atomic operations of 128 bits, variables of sizes that the
/// program computes. A version that is fixed (`fixed`) stays, with a warning. The target itself is never raised.
void raise_version(const llvm::Module& module, const std::string& name, bool fixed, Features& features, Diag& diag);

}  // namespace lathe::nvptx
