// What the grammar of intrinsics is told of an argument by its type and its constant alone; names of symbols and
// parameters come besides where a function is built (target_intrinsics.cpp).
#pragma once

#include "nvptx/intrinsics/recipe.hpp"

namespace llvm {
class Value;
}

namespace lathe::nvptx::build {

/// `type`: the argument's. O(1).
IntrinsicCall::Argument told_argument(const llvm::Value& argument, Vt type);

}  // namespace lathe::nvptx::build
