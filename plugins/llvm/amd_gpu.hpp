// What of AMD GPUs LLVM's public interfaces do not say: how many vector registers let how many waves run on a SIMD.
#pragma once

#include <optional>

#include "adapters/llvm_mir/occupancy.hpp"

namespace lathe::llvm_plugin {

/// Of a function for AMD GPUs; nothing for others. `spare`: registers that are kept back at each step.
std::optional<llvm_mir::OccupancySet> vector_registers(const llvm::MachineFunction& f, unsigned spare = 0);

}  // namespace lathe::llvm_plugin
