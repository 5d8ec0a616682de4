// NVPTX machine IR for lathe::sched: its View, how registers are counted, and how an order is written.
//
// Registers are as they are named: what is written twice keeps its order, and so does what is written under a guard,
// which reads the old value. What ptxas needs besides (addresses that it splits, its own temporaries) is not in PTX.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lathe/sched.hpp>
#include <lathe/sched/of_view.hpp>

#include "nvptx/views/launch.hpp"
#include "nvptx/views/view.hpp"

namespace lathe::nvptx {

struct MirSchedOptions {
  std::uint32_t max_registers = 0;  ///< of a thread; 0: by the directives, 255 without any
  std::uint32_t predicates = 7;
  std::uint32_t sm = 0;     ///< whose registers and warps; 0: the module's target
  std::uint32_t extra = 0;  ///< registers that ptxas needs beside those that are live
};

/// Registers are counted in 32-bit words, predicates apart, the carry flag not at all.
class MirRegisters {
 public:
  MirRegisters(const mir::Module& module, const mir::Function& function, MirSchedOptions options = {}) : f_(&function) {
    const Multiprocessor& machine = machine_of(module, options.sm);
    const MirLaunch launch = launch_of(function);
    const std::uint32_t limit = options.max_registers != 0 ? options.max_registers : register_limit(machine, launch);
    const auto live = [&](std::uint32_t registers) { return registers - std::min(registers, options.extra); };
    std::vector<lathe::program::Step> steps;
    for (const RegisterStep& step : steps_within(machine, launch, limit))
      if (steps.empty() || live(step.registers) > steps.back().registers)
        steps.push_back({live(step.registers), step.warps});
    sets_ = {{"gpr", std::max(live(limit), 1U), 0, steps}, {"pred", options.predicates}};
  }
  const std::vector<lathe::program::RegisterSet>& sets() const { return sets_; }
  lathe::program::RegisterClass register_class(mir::Reg r) const {
    if (r == mir::carry_of(*f_)) return {"carry"};
    const mir::Type type = f_->regs[r].type;
    if (type == mir::Type::pred) return {"pred", {{1, 1}}};
    const std::uint32_t words = std::max(1U, (mir::bits_of(type) + 31) / 32);
    return {"b" + std::to_string(32 * words), {{0, words}}};
  }

 private:
  const mir::Function* f_;
  std::vector<lathe::program::RegisterSet> sets_;
};

struct MirOrder : MirRegisters {
  using MirRegisters::MirRegisters;
  void reorder(std::span<const mir::Inst* const> order) { sched::reorder_in_place(order); }
};

/// The regions of a function, to be planned together: sched::plan_regions(problems()), then apply.
struct MirScheduling : WithMirView, sched::FunctionOf<MirView, MirOrder> {
  MirScheduling(const mir::Module& module, mir::Function& function, MirSchedOptions options = {})
      : WithMirView(module, function), FunctionOf(mir_view, MirOrder(module, function, options)) {}
};

/// What `lathe sched` and the pass take unless told otherwise: of PTX, which ptxas schedules and allocates again, only
/// an order counts that saves registers, and not fewer than its allocation may miss MaxLive by.
inline sched::Options mir_sched_defaults() {
  sched::Options out;
  out.shorter = false;
  out.least_gain = 4;
  return out;
}

}  // namespace lathe::nvptx
