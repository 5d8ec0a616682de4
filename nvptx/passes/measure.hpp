// What a function costs as far as machine IR shows it: registers that are live at once, and instructions by how often
// they probably run. Private to nvptx/passes.
#pragma once

#include <cstdint>

#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx {

struct Measured {
  std::uint32_t registers = 0;   ///< live at once, in 32-bit words
  std::uint32_t predicates = 0;  ///< live at once
  double weight = 0;             ///< instructions, each 8 times for each loop around it
};
/// Precondition: branches stand at the ends of blocks. O(operands + live sets).
Measured measure(const mir::Module& module, const mir::Function& function);
/// No more registers and no more weight.
bool no_worse(const Measured& now, const Measured& before);

}  // namespace lathe::nvptx
