// Records of PTX's instructions for the watchers. Private to nvptx/exec.
#pragma once

#include "nvptx/exec/simt.hpp"
#include "nvptx/exec/state/program.hpp"
#include "simt/state/record.hpp"

namespace lathe::nvptx::exec {

/// Registers and records of a decoded function. O(operands).
Description describe(const PtxFunction& code);

}  // namespace lathe::nvptx::exec
