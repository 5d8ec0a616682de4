// Writes a plan into the user's IR.
#pragma once

#include <lathe/sched/concepts.hpp>
#include <lathe/sched/plan.hpp>

namespace lathe::sched {

/// Gives the editor the order, if there is a new one. True when it did.
template <class E>
bool apply(E& editor, const Plan& plan) {
  static_assert(explain_editor<E>());
  if (plan.refusal != Refusal::none || !reordered(plan.decision)) return false;
  editor.reorder(std::span<const std::uint32_t>(plan.order));
  return true;
}

}  // namespace lathe::sched
