// Unsinking: passes::unsink on PTX.
#include <lathe/passes/unsink.hpp>

#include "nvptx/passes/machine.hpp"
#include "nvptx/views/registers.hpp"

namespace lathe::nvptx::machine {

void unsink(MachineChain& on, const MachinePassContext& context) {
  MirCode& code = on.code();
  const MirRegisters registers(code.module(), code.function(), context.registers(code));
  lathe::passes::UnsinkOptions options;
  options.least = natural(context.options.knobs.unsink_least);
  options.fuel = context.fuel;
  context.count(lathe::passes::unsink(on, registers, options, context.sink()));
}

}  // namespace lathe::nvptx::machine
