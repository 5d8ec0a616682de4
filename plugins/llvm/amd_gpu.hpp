// What of AMD GPUs LLVM's public interfaces do not say: how many vector registers let how many waves run on a SIMD, and which
// register indexes others.
#pragma once

#include <optional>

#include "adapters/llvm_mir/occupancy.hpp"

namespace lathe::llvm_plugin {

/// Of a function for AMD GPUs; nothing for others. `spare`: registers that are kept back at each step.
std::optional<llvm_mir::OccupancySet> vector_registers(const llvm::MachineFunction& f, unsigned spare = 0);
/// The register that says which of several registers an instruction means (M0); 0 where the target has none.
llvm::MCRegister index_register(const llvm::MachineFunction& f);

}  // namespace lathe::llvm_plugin
