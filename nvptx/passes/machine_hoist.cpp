// Loop-invariant code: passes::hoist on PTX, in SSA form and behind it.
#include <lathe/passes/hoist.hpp>

#include "nvptx/passes/machine.hpp"
#include "nvptx/views/registers.hpp"

namespace lathe::nvptx::machine {
namespace {

void run(MirCode& code, const MachinePassContext& context, const char* name) {
  const MirRegisters registers(code.module(), code.function(), context.registers());
  lathe::passes::HoistOptions options;
  options.name = name;
  options.sink_to_avoid_spills = context.options.knobs.sink_insts_to_avoid_spills;
  options.fuel = context.fuel;
  context.count(lathe::passes::hoist(code, registers, options, context.sink()));
}

}  // namespace

void hoist_early(MirCode& code, const MachinePassContext& context) { run(code, context, "early-machinelicm"); }
void hoist_late(MirCode& code, const MachinePassContext& context) { run(code, context, "machinelicm"); }

}  // namespace lathe::nvptx::machine
