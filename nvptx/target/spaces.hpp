// The address spaces of NVPTX: LLVM's numbers, and what is true of each.
//
// Source: LLVM's NVPTXUsage; PTX ISA 9.0, 5.1 (state spaces) and 9.7.9 (ld, st: widths, volatile).
#pragma once

#include <array>

#include "codegen/support/scopes.hpp"
#include "codegen/support/spaces.hpp"
#include "nvptx/target/features.hpp"

namespace lathe::nvptx {

/// LLVM's numbers.
namespace space {
inline constexpr unsigned generic = 0, global = 1, shared = 3, constant = 4, local = 5, tensor = 6, shared_cluster = 7,
                          param = 101;
}

/// LLVM's names of NVPTX for scopes, and those of OpenCL and HIP.
inline constexpr codegen::ScopeName scope_names[] = {
    {"block", codegen::Scope::cta},  {"workgroup", codegen::Scope::cta}, {"cluster", codegen::Scope::cluster},
    {"device", codegen::Scope::gpu}, {"agent", codegen::Scope::gpu},     {"system", codegen::Scope::sys}};

/// All of a subtarget's. O(1).
std::array<codegen::SpaceFacts, 8> address_spaces(const Features& features);

}  // namespace lathe::nvptx
