// Phis that are no choice, and blocks for the copies of those that are: passes::optimize_phis and passes::split_edges
// on PTX.
#include <algorithm>

#include <lathe/passes/optimize_phis.hpp>
#include <lathe/passes/split_edges.hpp>

#include "nvptx/passes/machine.hpp"

namespace lathe::nvptx::machine {

void optimize_phis(MachineChain& on, const MachinePassContext& context) {
  lathe::passes::OptimizePhisOptions options;
  options.max_set = natural(context.options.knobs.opt_phis_max_set);
  options.fuel = context.fuel;
  context.count(lathe::passes::optimize_phis(on, options, context.sink()));
}
void split_phi_edges(MachineChain& on, const MachinePassContext& context) {
  lathe::passes::SplitEdgesOptions options;
  options.all = context.options.knobs.phi_elim_split_all;
  options.fuel = context.fuel;
  context.count(lathe::passes::split_edges(on, options, context.sink()));
}

}  // namespace lathe::nvptx::machine
