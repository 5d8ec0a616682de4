// A module's debug information as PTX's sections: .debug_abbrev, .debug_info, .debug_loc, .debug_ranges, .debug_str,
// the tables of names that a unit asks for, and .debug_macinfo, in the words that the reference uses for PTX (DWARF 2; strings in the entries; address classes).
//
// Entries: compile units, namespaces, types of every kind with their members, global variables, imported names,
// subprograms (declared, defined, inlined), lexical blocks and inlined calls with their ranges, parameters and
// variables with their places. What functions say of themselves is in their DebugRecord (function.hpp). Needs: one
// thread, the module as `prepare` left it, all functions finished. Cost: linear in metadata and records.
#pragma once

#include <span>

#include "nvptx/debug/plan.hpp"
#include "nvptx/debug/record.hpp"
#include "nvptx/mir/ir.hpp"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace lathe::nvptx::debug {

/// A function with a body: its source, its index in module.functions, and what it said of itself.
struct Body {
  const llvm::Function* source = nullptr;
  std::uint32_t index = 0;
  const DebugRecord* record = nullptr;
};
/// Appends the sections as directives, the files they name, and `debug` to the target.
void write_sections(const llvm::Module& source, const Plan& plan, std::span<const Body> bodies, mir::Module& module);

}  // namespace lathe::nvptx::debug
