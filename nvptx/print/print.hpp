// Machine IR -> PTX text.
#pragma once

#include <span>
#include <string>

#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx::mir {

struct PrintOptions {
  bool locations = true;  ///< .loc and .file
};
/// The whole module. Deterministic.
std::string print(const Module& module, const PrintOptions& options = {});
/// The same from the texts of functions that were printed before, by their place in Module::functions; an empty one is
/// printed here.
std::string print(const Module& module, std::span<const std::string> functions, const PrintOptions& options = {});
/// One function, as in the module. Different functions may be printed at the same time.
std::string print(const Module& module, std::uint32_t function, bool keep_labels, const PrintOptions& options = {});
/// What that asks for, of the whole module: debug sections name labels that nothing jumps to.
bool keeps_labels(const Module& module, const PrintOptions& options = {});
std::string print(const Module& module, const Function& function, const PrintOptions& options = {});

}  // namespace lathe::nvptx::mir
