// Declarations of variables and parameters as PTX text. Private to nvptx/print.
#pragma once

#include "nvptx/mir/ir.hpp"
#include "nvptx/print/writer.hpp"

namespace lathe::nvptx::mir {

/// ".param .u64 .ptr .global .align 16 name[3]": space to array bounds, without linkage, initial value and end.
void write_declaration(Writer& w, const Variable& v);
/// The same as it stands in the body or the module, with linkage, initial value and ";\n".
void write_variable(Writer& w, const Variable& v);

}  // namespace lathe::nvptx::mir
