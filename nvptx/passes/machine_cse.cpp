// Common subexpressions: passes::common_subexpressions on PTX, by the registers that the machine has.
#include <lathe/passes/common_subexpressions.hpp>

#include "nvptx/passes/machine.hpp"
#include "nvptx/views/registers.hpp"

namespace lathe::nvptx::machine {

void common_subexpressions(MachineChain& on, const MachinePassContext& context) {
  MirCode& code = on.code();
  const PassKnobs& knobs = context.options.knobs;
  const MirRegisters registers(code.module(), code.function(), context.registers(code, knobs.cta_reconfig_aware_mrpa));
  lathe::passes::CommonSubexpressionsOptions options;
  options.pressure.aware = knobs.rp_aware_mcse;
  options.pressure.ignored_sets = knobs.pred_aware_mcse ? 0 : 2;  // the second set is that of predicates
  options.pressure.tracker.incremental_update_mcse = knobs.incremental_update_mcse;
  options.pressure.tracker.verify_update_mcse = knobs.verify_update_mcse;
  options.pressure.tracker.print_verify = knobs.print_verify;
  options.copy_propagate = knobs.copy_prop_mcse;
  options.partial = knobs.machine_cse_partial;
  options.fuel = context.fuel;
  const auto result = lathe::passes::common_subexpressions(on, registers, options, context.sink());
  context.count(result);
  if (!result.error.empty()) context.faults.push_back("machine-cse: " + result.error);
}

}  // namespace lathe::nvptx::machine
