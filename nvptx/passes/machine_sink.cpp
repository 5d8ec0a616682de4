// Sinking: passes::sink on PTX.
#include <lathe/passes/sink.hpp>

#include "nvptx/passes/machine.hpp"
#include "nvptx/views/registers.hpp"

namespace lathe::nvptx::machine {

void sink(MirCode& code, const MachinePassContext& context) {
  const MirRegisters registers(code.module(), code.function(), context.registers());
  lathe::passes::SinkOptions options;
  options.split_critical_edges = context.options.knobs.machine_sink_split;
  options.fuel = context.fuel;
  context.count(lathe::passes::sink(code, registers, options, context.sink()));
}

}  // namespace lathe::nvptx::machine
