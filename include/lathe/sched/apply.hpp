// Writes a plan into the user's IR.
#pragma once

#include <vector>

#include <lathe/sched/concepts.hpp>
#include <lathe/sched/plan.hpp>

namespace lathe::sched {

/// Gives the editor its instructions in the new order, if there is one. True when it did. Precondition: the plan is of
/// the region that the editor's insts() are.
template <class E>
bool apply(E& editor, const Plan& plan) {
  static_assert(told(HasReorder<E>),
                "sched::Editor wants  range<Inst> insts(); void reorder(span<const Inst>);  // in the new order");
  if constexpr (HasReorder<E>) {
    if (plan.refusal != Refusal::none || !reordered(plan.decision)) return false;
    using Handle = straight_inst_of_t<E>;
    std::vector<Handle> insts, order;
    for (auto&& inst : editor.insts()) insts.push_back(inst);
    order.reserve(insts.size());
    for (const std::uint32_t n : plan.order) order.push_back(insts[n]);
    editor.reorder(std::span<const Handle>(order));
    return true;
  } else {
    return false;
  }
}

}  // namespace lathe::sched
