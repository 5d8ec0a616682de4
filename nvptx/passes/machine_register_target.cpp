// PTX fitted into so many registers, in three steps that each must win something: regions in an order that needs fewer
// (passes::reschedule), values made again (passes::rematerialize), values that leave for memory (passes::register_target).
// The limit is --maxreg's, or what launch bounds leave, or a step of occupancy that is near.
#include <algorithm>

#include <lathe/passes/register_target.hpp>
#include <lathe/passes/rematerialize.hpp>
#include <lathe/passes/reschedule.hpp>

#include "nvptx/passes/few_registers.hpp"
#include "nvptx/passes/plans.hpp"
#include "nvptx/views/sched.hpp"

namespace lathe::nvptx::machine {
namespace {

// Without a limit of its own that it passes: the next step of occupancy, if that is so near. 0: what the directives leave.
std::uint32_t near_step(const MirCode& code, const FewRegisters& own, std::uint32_t reach) {
  const program::Numbering<MirCode> numbers(code);
  lathe::passes::detail::CrowdedMap map;
  map.build(code, numbers, {mir::none, mir::none}, [&](mir::Reg r) -> decltype(auto) { return own.register_class(r); });
  std::uint32_t most = 0;
  for (std::uint32_t b = 0; b < numbers.blocks(); ++b) most = std::max(most, map.peak(b, 0));
  return lathe::passes::nearest_step(own.sets()[0], most, reach);
}
// What there is to do with a value, by the knobs; strict: anything, and as often as it takes.
lathe::passes::RegisterTargetOptions options_of(const PassKnobs& knobs) {
  lathe::passes::RegisterTargetOptions options;
  options.margin = natural(knobs.register_target_margin);
  options.make_again = knobs.register_target_again || knobs.register_target_strict;
  options.from_memory = knobs.register_target_memory;
  options.spill = knobs.register_target_spill || knobs.register_target_strict;
  options.load_cost = natural(knobs.register_target_load_cost);
  options.most_cost = knobs.register_target_strict ? 1'000'000 : natural(knobs.register_target_most_cost);
  options.loop_factor = std::max(1U, natural(knobs.register_target_loop_factor));
  options.rounds = knobs.register_target_strict ? 100 : natural(knobs.register_target_rounds);
  return options;
}
bool has_limit(const MirCode& code, const MirRegisterOptions& registers) {
  const Multiprocessor& machine = machine_of(code.module(), registers.sm);
  return registers.max_registers != 0 || registers.reconfigured != 0 ||
         register_limit(machine, launch_of(code.function())) < machine.thread_registers;
}

}  // namespace

void register_target(MachineChain& on, const MachinePassContext& context) {
  MirCode& code = on.code();
  const PassKnobs& knobs = context.options.knobs;
  MirRegisterOptions registers = context.registers(code);
  if (knobs.maxreg == 0 && knobs.register_target_step != 0)
    registers.max_registers = near_step(code, FewRegisters(code, registers), natural(knobs.register_target_step));
  if (knobs.register_target_strict && !has_limit(code, registers))
    registers.max_registers = natural(knobs.nv_remat_default_max_reg);
  FewRegisters own(code, registers);
  std::uint64_t fuel = context.fuel;
  const auto count = [&](const auto& result) {
    context.count(result);
    fuel -= result.changes;
  };
  if (knobs.register_target_schedule) {
    lathe::passes::RescheduleOptions options;
    options.how = mir_sched_defaults();
    options.how.mode = sched::Mode::pressure;
    options.fuel = fuel;
    count(lathe::passes::reschedule(code, own, options, [](const auto& problems, const sched::Options& how) {
      return region_plans(problems, how, nullptr);
    }));
  }
  if (knobs.register_target_remat || knobs.register_target_strict) {
    lathe::passes::RematerializeOptions options;
    options.name = "register-target";
    options.modes |= lathe::passes::RematerializeOptions::within_blocks;
    options.internal_live = true;
    options.loop_cost_factor = natural(knobs.register_target_loop_factor);
    options.fuel = fuel;
    count(lathe::passes::rematerialize(code, own, options, context.sink()));
  }
  lathe::passes::RegisterTargetOptions options = options_of(knobs);
  options.fuel = fuel;
  const auto result = lathe::passes::register_target(code, own, options, context.sink());
  if (result.taken_back) own.forget_slots();
  count(result);
  on.forget();
}

}  // namespace lathe::nvptx::machine
