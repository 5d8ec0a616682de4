// What of AMD GPUs LLVM's public interfaces do not say: how many vector and scalar registers let how many waves run on a
// SIMD, and which register indexes others.
#pragma once

#include <optional>
#include <vector>

#include "adapters/llvm_mir/occupancy.hpp"

namespace lathe::llvm_mir {

/// Of a function for AMD GPUs; nothing for others. `spare`: registers that are kept back at each step. Accumulation registers
/// count in it where both share a file: what lives at once, while LLVM gives the accumulation registers the first place
/// behind the vector ones that four divide, so that up to three more may be taken. gfx908's have a file of their own and do not count.
std::optional<OccupancySet> vector_registers(const llvm::MachineFunction& f, unsigned spare = 0);
/// Scalar registers, those with a use of their own (VCC, flat scratch, XNACK: up to six) among them, that let so many waves run;
/// nothing where any number does (from gfx10 on), or the function is for another target.
std::vector<program::Step> scalar_steps(const llvm::MachineFunction& f);
/// The register that says which of several registers an instruction means (M0); 0 where the target has none.
llvm::MCRegister index_register(const llvm::MachineFunction& f);

}  // namespace lathe::llvm_mir
