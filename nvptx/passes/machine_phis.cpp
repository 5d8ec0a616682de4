// Phis that are no choice: passes::optimize_phis on PTX.
#include <algorithm>

#include <lathe/passes/optimize_phis.hpp>

#include "nvptx/passes/machine.hpp"

namespace lathe::nvptx::machine {

void optimize_phis(MirCode& code, const MachinePassContext& context) {
  lathe::passes::OptimizePhisOptions options;
  options.max_set = static_cast<std::uint32_t>(std::max(0, context.options.knobs.opt_phis_max_set));
  options.fuel = context.fuel;
  context.count(lathe::passes::optimize_phis(code, options, context.sink()));
}

}  // namespace lathe::nvptx::machine
