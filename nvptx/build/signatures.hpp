// A function's head: parameters, result and directives.
#pragma once

#include <string>

#include "codegen/legalize/facts.hpp"
#include "nvptx/build/view.hpp"
#include "nvptx/mir/ir.hpp"
#include "nvptx/support/codegen.hpp"
#include "nvptx/target/features.hpp"

namespace llvm {
class Function;
}  // namespace llvm

namespace lathe::nvptx::build {

/// Fills kernel, params, results and directives; out.name must be set, it names the parameters (NAME_param_0).
/// False, and `why`, when a type or a directive has no PTX form.
bool make_signature(const llvm::Function& function, const View& view, const TypeFacts& facts, const Features& features,
                    mir::Function& out, std::string& why);

}  // namespace lathe::nvptx::build
