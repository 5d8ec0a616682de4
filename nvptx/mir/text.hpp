// PTX text in and out of machine IR.
#pragma once

#include <string>
#include <string_view>

#include "codegen/support/diag.hpp"
#include "nvptx/mir/ir.hpp"
#include "nvptx/support/codegen.hpp"

namespace lathe::nvptx::mir {

/// Reads PTX of any compiler. parse -> print -> parse is a fixed point. On error: message with `name` and line
/// in `diag`, false.
bool parse(std::string_view ptx, const std::string& name, Module& module, Diag& diag);

/// Structural faults of a module or function (undeclared or doubly defined registers in SSA form, types that do
/// not fit, missing labels, blocks without end): one line each.
void verify(const Module& module, std::vector<std::string>& faults);
void verify(const Module& module, const Function& function, std::vector<std::string>& faults);

}  // namespace lathe::nvptx::mir
