// The poorest target that satisfies dag::SelectTarget: what it cannot do, the selector must not need.
#pragma once

#include <lathe/dag/select.hpp>

namespace archetype {

struct Truth {
  operator bool() const { return true; }
};
struct SelectTarget {
  SelectTarget() = default;
  SelectTarget(const SelectTarget&) = delete;
  SelectTarget& operator=(const SelectTarget&) = delete;
  Truth cover(lathe::dag::NodeId, lathe::dag::Demand&) { return {}; }
  Truth emit(lathe::dag::NodeId) { return {}; }
};
static_assert(lathe::dag::explain_select_target<SelectTarget>());

}  // namespace archetype
