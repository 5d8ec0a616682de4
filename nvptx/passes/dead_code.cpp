// Dead code: unreachable blocks, then instructions whose results nobody needs. The pass is codegen's; what may not be
// dropped is said by nvptx/mir/facts.hpp.
#include "codegen/passes/dead_code.hpp"

#include "nvptx/passes/code.hpp"
#include "nvptx/passes/pass_list.hpp"

namespace lathe::nvptx {

void dead_code(Module& module, Function& function) {
  Code code(module, function);
  codegen::passes::dead_code(code);
}

}  // namespace lathe::nvptx
