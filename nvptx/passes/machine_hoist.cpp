// Loop-invariant code: passes::hoist on PTX, in SSA form and behind it.
#include <lathe/passes/hoist.hpp>

#include "nvptx/passes/machine.hpp"
#include "nvptx/views/registers.hpp"

namespace lathe::nvptx::machine {
namespace {

void run(MachineChain& on, const MachinePassContext& context, const char* name) {
  MirCode& code = on.code();
  const MirRegisters registers(code.module(), code.function(), context.registers(code));
  lathe::passes::HoistOptions options;
  options.name = name;
  options.sink_to_avoid_spills = context.options.knobs.sink_insts_to_avoid_spills;
  options.reuse = context.options.knobs.machinelicm_reuse;
  options.fuel = context.fuel;
  context.count(lathe::passes::hoist(on, registers, options, context.sink()));
}

}  // namespace

void hoist_early(MachineChain& on, const MachinePassContext& context) { run(on, context, "early-machinelicm"); }
void hoist_late(MachineChain& on, const MachinePassContext& context) { run(on, context, "machinelicm"); }

}  // namespace lathe::nvptx::machine
