// Is it a machine function? For tests, and between steps where whoever drives them wants it.
#pragma once

#include <lathe/support/fault.hpp>

#include "codegen/machine/registers.hpp"

namespace lathe::codegen::machine {

enum class FunctionFault : std::uint8_t {
  bad_class,  ///< a value of a class that is not there
  bad_field,  ///< a field of an operand, target, symbol or frame object that is not there, or an operand that no field names
  bad_shape,      ///< an operation of this room with other operands than it has
  bad_copy,       ///< a copy between classes, but from a uniform file to its twin
  bad_tie,        ///< a use tied to what is no result of its class
  bad_phi,        ///< not one value of the phi's class for each predecessor, or a phi behind what is none
  bad_end,        ///< a block that does not end in a terminator that always leaves it, or goes on behind one
  entry_entered,  ///< a branch goes to the entry
  bad_scalar,  ///< a result in a uniform file, of an operation without that form or of registers that are not uniform
  defined_twice,  ///< two definitions of a value that is no register
  not_dominated   ///< a use that its definition does not dominate
};

/// Everything that is wrong with a function, places being numbers of instructions, blocks or values as the text says.
/// Rules of SSA form do not hold for values that stand for registers. O(size + edges log blocks).
FaultList<FunctionFault> verify(const Function& function, const Registers& registers);

}  // namespace lathe::codegen::machine
