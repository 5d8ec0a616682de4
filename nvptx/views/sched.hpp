// NVPTX machine IR for lathe::sched: its View, and how an order is written.
//
// Registers are as they are named: what is written twice keeps its order, and so does what is written under a guard,
// which reads the old value. What ptxas needs besides (addresses that it splits, its own temporaries) is not in PTX.
#pragma once

#include <span>

#include <lathe/sched.hpp>
#include <lathe/sched/of_view.hpp>

#include "nvptx/views/registers.hpp"

namespace lathe::nvptx {

struct MirOrder : MirRegisters {
  using MirRegisters::MirRegisters;
  void reorder(std::span<const mir::Inst* const> order) { sched::reorder_in_place(order); }
};

/// The regions of a function, to be planned together: sched::plan_regions(problems()), then apply.
struct MirScheduling : WithMirView, sched::FunctionOf<MirView, MirOrder> {
  MirScheduling(const mir::Module& module, mir::Function& function, MirRegisterOptions options = {})
      : WithMirView(module, function), FunctionOf(shown, MirOrder(module, function, options)) {}
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
