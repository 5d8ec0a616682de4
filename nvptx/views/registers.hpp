// Registers of NVPTX machine IR as lathe::sched, modulo and pressure count them, with the limits and the steps of
// occupancy that the function's directives and the machine give.
//
// PTX has no sub-registers: a value of 64 bits weighs two, one of 16 bits takes a register of its own, as ptxas does
// for most. The carry flag is a register that weighs nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <lathe/program/resources.hpp>

#include "nvptx/views/launch.hpp"
#include "nvptx/views/view.hpp"

namespace lathe::nvptx {

/// Registers are counted in 32-bit words, predicates apart, the carry flag not at all.
class MirRegisters {
 public:
  MirRegisters(const mir::Module& module, const mir::Function& function, MirRegisterOptions options = {})
      : f_(&function) {
    const Multiprocessor& machine = machine_of(module, options.sm);
    const MirLaunch launch = launch_of(function);
    const std::uint32_t limit = register_limit(machine, launch, options);
    const auto live = [&](std::uint32_t registers) { return registers - std::min(registers, options.extra); };
    std::vector<lathe::program::Step> steps;
    for (const RegisterStep& step : steps_within(machine, launch, limit))
      if (steps.empty() || live(step.registers) > steps.back().registers)
        steps.push_back({live(step.registers), step.warps});
    sets_ = {{"gpr", std::max(live(limit), 1U), 0, steps},
             {"pred", adjusted(options.predicates, options.adjust_predicates)}};
  }
  const std::vector<lathe::program::RegisterSet>& sets() const { return sets_; }
  const lathe::program::RegisterClass& register_class(mir::Reg r) const {
    static const lathe::program::RegisterClass classes[] = {{"carry"},         {"pred", {{1, 1}}}, {"b32", {{0, 1}}},
                                                            {"b64", {{0, 2}}}, {"b96", {{0, 3}}},  {"b128", {{0, 4}}}};
    // The flag, whatever number it has, and what phis take that is no register.
    if (r >= f_->regs.size()) return classes[0];
    const mir::Type type = f_->regs[r].type;
    return classes[type == mir::Type::pred ? 1 : 1 + std::clamp((mir::bits_of(type) + 31) / 32, 1U, 4U)];
  }

 protected:
  std::vector<lathe::program::RegisterSet> sets_;

 private:
  const mir::Function* f_;
};

}  // namespace lathe::nvptx
