// Sinking: passes::sink on PTX.
#include <lathe/passes/sink.hpp>

#include "nvptx/passes/machine.hpp"
#include "nvptx/views/registers.hpp"

namespace lathe::nvptx::machine {

void sink(MachineChain& on, const MachinePassContext& context) {
  MirCode& code = on.code();
  const MirRegisters registers(code.module(), code.function(), context.registers());
  lathe::passes::SinkOptions options;
  options.split_critical_edges = context.options.knobs.machine_sink_split;
  options.fuel = context.fuel;
  context.count(lathe::passes::sink(on, registers, options, context.sink()));
}

}  // namespace lathe::nvptx::machine
