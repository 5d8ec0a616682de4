// Phi elimination with coalescing: codegen's pass on registers. Inline assembly may write results before it has read its
// operands, so they never share a register with them (Code::writes_early).
#include "codegen/passes/phis.hpp"

#include <algorithm>

#include "nvptx/passes/code.hpp"
#include "nvptx/passes/pass_list.hpp"

namespace lathe::nvptx {

void eliminate_phis(Module& module, Function& function, const PassOptions& options, bool tied) {
  using codegen::passes::Phis, opt::PhiJoin;
  opt::PhiOptions how;
  how.join = static_cast<PhiJoin>(std::clamp(options.knobs.usedessa, 0, 2));
  Code code(module, function);
  codegen::passes::eliminate_phis(code, tied ? Phis::tied : Phis::plain, how);
}

}  // namespace lathe::nvptx
