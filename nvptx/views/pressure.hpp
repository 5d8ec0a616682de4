// A function of NVPTX machine IR for lathe::pressure: 32-bit registers and predicates.
#pragma once

#include <lathe/pressure/of_view.hpp>

#include "nvptx/views/registers.hpp"

namespace lathe::nvptx {

/// Steps are told beyond the limit as well, but for what the machine ends with: behind that there is nothing.
struct MirPressureRegisters : MirRegisters {
  MirPressureRegisters(const mir::Module& module, const mir::Function& function, MirRegisterOptions options)
      : MirRegisters(module, function, options) {
    const Multiprocessor& machine = machine_of(module, options.sm);
    sets_[0].name = "r32";
    sets_[0].steps.clear();
    for (const RegisterStep& step : steps_within(machine, launch_of(function), machine.thread_registers))
      sets_[0].steps.push_back({step.registers, step.warps});
    if (!sets_[0].steps.empty()) sets_[0].steps.pop_back();
  }
};

struct MirPressure : WithMirView, pressure::OfView<MirView, MirPressureRegisters> {
  MirPressure(const mir::Module& module, const mir::Function& function, MirRegisterOptions options = {})
      : WithMirView(module, function), OfView(shown, MirPressureRegisters(module, function, options)) {}
};
static_assert(pressure::explain<MirPressure>());

}  // namespace lathe::nvptx
