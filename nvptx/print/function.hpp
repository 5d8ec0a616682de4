// One function as PTX text. Private to nvptx/print.
#pragma once

#include "nvptx/print/print.hpp"
#include "nvptx/print/writer.hpp"

namespace lathe::nvptx::mir {

/// Appends the function, definition or declaration. `number` makes its labels; `keep_labels`: debug sections name
/// labels, so named ones are written even if nothing jumps to them.
void write_function(Writer& w, const Module& module, const Function& function, std::uint32_t number, bool keep_labels,
                    const PrintOptions& options);

}  // namespace lathe::nvptx::mir
