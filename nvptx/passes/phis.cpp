// Phi elimination with coalescing: codegen's pass on registers. Inline assembly may write results before it has read its
// operands, so they never share a register with them (Code::writes_early).
#include "codegen/passes/phis.hpp"

#include <algorithm>
#include <string>

#include "nvptx/passes/code.hpp"
#include "nvptx/passes/machine.hpp"
#include "nvptx/passes/pass_list.hpp"

namespace lathe::nvptx {

void eliminate_phis(Module& module, Function& function, const MachinePassContext& context, bool tied) {
  using codegen::passes::Phis, opt::PhiJoin;
  const PassKnobs& knobs = context.options.knobs;
  opt::PhiOptions how;
  how.join = static_cast<PhiJoin>(std::clamp(std::min(knobs.usedessa, knobs.cssa_coalesce), 0, 2));
  Code code(module, function);
  const opt::PhiStats stats = codegen::passes::eliminate_phis(code, tied ? Phis::tied : Phis::plain, how);
  if (knobs.cssa_verbosity == 0 || context.printed == nullptr) return;
  std::string& out = *context.printed;
  out += "phi-elimination " + function.name + ":";
  const char* between = " ";
  for (const auto& [name, member] : opt::PhiStats::fields()) {
    out += between + std::to_string(stats.*member) + " " + name;
    between = ", ";
  }
  out += "\n";
}

}  // namespace lathe::nvptx
