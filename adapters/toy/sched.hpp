// The toy machine for lathe::sched: its View, and how registers are counted and orders written.
#pragma once

#include <span>
#include <vector>

#include <lathe/sched.hpp>
#include <lathe/sched/of_view.hpp>

#include "adapters/toy/view.hpp"

namespace toy {

struct MachineOrder : MachineRegisters {
  void reorder(std::span<const MachineInst* const> order) { lathe::sched::reorder_in_place(order); }
};

/// The regions of a function, to be planned and written: sched::plan_regions(f.problems()), then apply.
struct MachineSchedule : WithView, lathe::sched::FunctionOf<MachineView, MachineOrder> {
  explicit MachineSchedule(MachineFunction& function) : WithView(function), FunctionOf(shown, {}) {}
};

}  // namespace toy
