// Inline assembly in the forms that `build` knows. Only for files of this room and its tests.
#pragma once

namespace llvm {
class Function;
}

namespace lathe::nvptx {

struct StepContext;

/// Rewrites assembly that jumps (callbr: a number and a switch), register operands behind pointers (loads and stores
/// around it) and fp128 operands (as i128). True when something changed.
bool lower_asm_forms(llvm::Function& f, StepContext& context);

}  // namespace lathe::nvptx
