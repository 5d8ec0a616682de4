// Copies whose two registers can be one: passes::coalesce on PTX. PTX has no operands that are tied (what is written in
// place is named once), so there is no two-address form to make.
#include <algorithm>
#include <optional>

#include <lathe/passes/coalesce.hpp>
#include <lathe/program/equal.hpp>

#include "nvptx/passes/machine.hpp"

namespace lathe::nvptx::machine {

void coalesce_registers(MachineChain& on, const MachinePassContext& context) {
  MirCode& code = on.code();
  const PassKnobs& knobs = context.options.knobs;
  lathe::passes::CoalesceOptions options;
  options.join = knobs.join_liveintervals;
  options.long_parts = natural(knobs.large_interval_size_threshold);
  options.long_tries = natural(knobs.large_interval_freq_threshold);
  options.fuel = context.fuel;
  std::optional<mir::Function> before;
  if (knobs.verify_coalescing) before = code.written();
  context.count(lathe::passes::coalesce(on, options, context.sink()));
  if (!before) return;
  const auto answer = lathe::program::equal::run(MirView(code.module(), *before), code);
  if (answer.differs()) context.faults.push_back("register-coalescer: the function does something else behind it");
}

}  // namespace lathe::nvptx::machine
