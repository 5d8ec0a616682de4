// Copies and available values behind phi elimination: passes::propagate_copies and passes::late_cleanup on PTX.
#include <lathe/passes/late_cleanup.hpp>
#include <lathe/passes/propagate_copies.hpp>

#include "nvptx/passes/machine.hpp"

namespace lathe::nvptx::machine {

void propagate_late_copies(MachineChain& on, const MachinePassContext& context) {
  lathe::passes::PropagateCopiesOptions options;
  options.fuel = context.fuel;
  context.count(lathe::passes::propagate_copies(on, options, context.sink()));
}
void late_cleanup(MachineChain& on, const MachinePassContext& context) {
  lathe::passes::LateCleanupOptions options;
  options.fuel = context.fuel;
  context.count(lathe::passes::late_cleanup(on, options, context.sink()));
}

}  // namespace lathe::nvptx::machine
