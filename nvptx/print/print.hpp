// Machine IR -> PTX text.
#pragma once

#include <string>

#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx::mir {

struct PrintOptions {
  bool locations = true;  ///< .loc and .file
};
/// The whole module. Deterministic.
std::string print(const Module& module, const PrintOptions& options = {});
/// One function, as in the module.
std::string print(const Module& module, const Function& function, const PrintOptions& options = {});

}  // namespace lathe::nvptx::mir
