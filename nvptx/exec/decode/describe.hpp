// Records of PTX's instructions for the watchers. Private to nvptx/exec.
#pragma once

#include "nvptx/exec/state/program.hpp"
#include "nvptx/exec/state/record.hpp"

namespace lathe::nvptx::exec {

ValueType value_type(mir::Type type);

/// Registers and records of a decoded function. O(operands).
Description describe(const FunctionCode& code);

}  // namespace lathe::nvptx::exec
