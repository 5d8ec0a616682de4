// Sinking: passes::sink on PTX, in SSA form and behind it.
#include <lathe/passes/sink.hpp>

#include "nvptx/passes/machine.hpp"
#include "nvptx/views/registers.hpp"

namespace lathe::nvptx::machine {
namespace {

void run(MachineChain& on, const MachinePassContext& context, const char* name, bool split_edges) {
  MirCode& code = on.code();
  const MirRegisters registers(code.module(), code.function(), context.registers(code));
  lathe::passes::SinkOptions options;
  options.name = name;
  options.split_critical_edges = split_edges;
  options.fuel = context.fuel;
  context.count(lathe::passes::sink(on, registers, options, context.sink()));
}

}  // namespace

void sink(MachineChain& on, const MachinePassContext& context) {
  run(on, context, "machine-sink", context.options.knobs.machine_sink_split);
}
void sink_late(MachineChain& on, const MachinePassContext& context) { run(on, context, "postra-machine-sink", false); }

}  // namespace lathe::nvptx::machine
