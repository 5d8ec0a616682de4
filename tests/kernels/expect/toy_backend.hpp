// The machine of examples/toy_gpu as a backend of the checks.
#pragma once

#include <memory>

#include "nvptx/exec/exec.hpp"

namespace check {

/// Loads one file of toy GPU assembly. The argument block is as a C struct of the arguments has it, each aligned as its type is here. What
/// this GPU lacks (textures, tensor maps, clusters, cooperative launches, programs of two files) is a Fault or an exception that names it.
std::unique_ptr<lathe::nvptx::exec::Backend> make_toy_backend(const lathe::nvptx::exec::MachineOptions& options);

}  // namespace check
