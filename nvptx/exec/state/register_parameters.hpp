// Parameters and results of device functions that are declared as registers (`.func (.reg .b32 r) f(.reg .b64 a)`)
// become .param variables, which is how the executor passes all others: loaded at the entry, stored before each return.
#pragma once

#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx::exec {

/// O(size of the functions that have some).
void lower_register_parameters(mir::Module& module);

}  // namespace lathe::nvptx::exec
