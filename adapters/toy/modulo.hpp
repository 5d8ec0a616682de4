// The toy machine for lathe::modulo: its View.
#pragma once

#include <utility>
#include <vector>

#include <lathe/modulo.hpp>
#include <lathe/modulo/of_view.hpp>

#include "adapters/toy/view.hpp"

namespace toy {

/// The body of a block that goes to itself, the branch left out. What is read behind it is told, or found.
struct MachineLoop : WithView, lathe::modulo::OfView<MachineView, MachineRegisters> {
  MachineLoop(const MachineFunction& function, std::uint32_t block, const std::vector<Register>& live_out)
      : WithView(function), OfView(shown, block, block, live_out, {}) {}
  MachineLoop(const MachineFunction& function, std::uint32_t block)
      : WithView(function), OfView(lathe::flow::ViewLiveness<MachineView>(shown), block, {}) {}
};

}  // namespace toy
