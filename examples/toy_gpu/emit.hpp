// What was compiled, as parts of a program. Private to the compiler.
#pragma once

#include "codegen/support/diag.hpp"
#include "examples/toy_gpu/target.hpp"

namespace llvm {
class Module;
}

namespace toy_gpu {

/// The blocks of a function in its layout, all its values being registers and its frame laid out; `local`: bytes from
/// `frame` to `top`. O(instructions).
std::vector<std::vector<Inst>> emit(const machine::Function& source, std::uint32_t local);
/// All variables of a module with their contents.
void emit_variables(const llvm::Module& module, Program& out, Diag& diag);

}  // namespace toy_gpu
