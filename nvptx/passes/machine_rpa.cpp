// The register pressure of a function as it stands, told and nothing changed: `machine-rpa` by blocks, and
// `extra-machineinstr-printer` in the reference's lines. Registers as views/pressure.hpp counts them.
#include <lathe/pressure.hpp>
#include <lathe/pressure/max_live.hpp>
#include <lathe/pressure/of_view.hpp>

#include "nvptx/passes/few_registers.hpp"

namespace lathe::nvptx::machine {
namespace {

template <class Print>
void tell(MachineChain& on, const MachinePassContext& context, Print&& print) {
  if (context.printed == nullptr) return;
  const pressure::OfView of(on.code(), FewRegisters(on.code(), context.registers(on.code())));
  const pressure::Problem problem = pressure::ingest(of).problem;
  *context.printed += print(problem, pressure::analyse(problem));
}

// What the function should have: --maxreg, what the least number of blocks leaves, or the step of occupancy below what it
// needs now, at least what all warps can have; in blocks of 256 threads where the directives say nothing else, as cicc has it.
std::uint32_t target_of(const mir::Module& module, const mir::Function& function, const MirRegisterOptions& options,
                        std::uint32_t pressure) {
  if (options.max_registers != 0) return options.max_registers;
  if (options.reconfigured != 0) return options.reconfigured;
  const MirLaunch launch = launch_of(function);
  const Multiprocessor& machine = machine_of(module, options.sm);
  if (launch.max_registers != 0 || launch.least_blocks > 1) return register_limit(machine, launch);
  std::uint32_t best = 0;
  for (const RegisterStep& step : register_steps(machine, launch.exact_threads != 0 ? launch.exact_threads : 256))
    if (best == 0 || step.registers <= pressure) best = step.registers;
  return best;
}
std::string bounds_of(const mir::Function& function) {
  const MirLaunch launch = launch_of(function);
  if (launch.most_threads == 0) return {};
  return " Launch bounds (" + std::to_string(launch.most_threads) +
         (launch.least_blocks > 1 ? ", " + std::to_string(launch.least_blocks) : std::string()) + ")";
}

}  // namespace

void tell_pressure(MachineChain& on, const MachinePassContext& context) {
  if (context.options.knobs.print_reg_target) {
    const MirCode& code = on.code();
    tell(on, context, [&](const pressure::Problem& p, const pressure::Report& r) {
      const MirRegisterOptions options = context.registers(code);
      const auto target = static_cast<std::uint32_t>(std::max<std::int64_t>(
          std::int64_t{target_of(code.module(), code.function(), options, r.maxima[0].pressure)} + options.adjust, 1));
      return pressure::print_register_target(p, r, {target, p.sets[1].limit}, {"R", "P"}, bounds_of(code.function()));
    });
    return;
  }
  tell(on, context, [](const pressure::Problem& p, const pressure::Report& r) {
    return "function " + p.name + "\n" + pressure::print(p, r);
  });
}
void tell_max_live(MachineChain& on, const MachinePassContext& context) {
  tell(on, context, [](const pressure::Problem& p, const pressure::Report& r) {
    return "function " + p.name + "\n" + pressure::print_max_live(p, r, {"RRegs", "PRegs"});
  });
}

}  // namespace lathe::nvptx::machine
