// Whether the registers of instructions have types that their operations take, as ptxas judges it.
//
// Needs: a function as the parser leaves it. Gives: a fault per register that does not fit, with the line it came from.
// Operations whose operands depend on more than their types (matrices, textures, packed conversions, video ...) and
// operands that are no registers are not judged: what is told is wrong, what is not told need not be right.
// Cost: O(instructions + operands). Source: PTX ISA 9.0, 9.2 to 9.4 (operand type checking) and the forms of 9.7.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx::mir {

struct TypeFault {
  std::uint32_t line = 0;  ///< in the PTX that was parsed, 0: none
  std::string text;
};

void check_types(const Module& module, const Function& function, std::vector<TypeFault>& faults);

}  // namespace lathe::nvptx::mir
