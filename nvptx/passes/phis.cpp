// Phi elimination with coalescing: codegen's pass on registers. Inline assembly may write results before it has read its
// operands, so they never share a register with them (Code::writes_early).
#include "codegen/passes/phis.hpp"

#include "nvptx/passes/code.hpp"
#include "nvptx/passes/pass_list.hpp"

namespace lathe::nvptx {

void eliminate_phis(Module& module, Function& function) {
  Code code(module, function);
  codegen::passes::eliminate_phis(code);
}
void eliminate_tied_phis(Module& module, Function& function) {
  Code code(module, function);
  codegen::passes::eliminate_phis(code, codegen::passes::Phis::tied);
}

}  // namespace lathe::nvptx
