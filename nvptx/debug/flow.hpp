// How long each `$value` of a function holds. Private to nvptx/debug.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nvptx/debug/plan.hpp"
#include "nvptx/debug/record.hpp"
#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx::debug {

/// notes.values[value] holds between two instructions, counted through the function in the order of the text.
struct ValueRange {
  std::uint32_t value = 0;
  mir::Reg reg = mir::none;
  std::uint32_t from = 0, to = 0;
};
std::vector<ValueRange> value_ranges(const mir::Module& module, const mir::Function& function,
                                     std::span<const Expression> expressions, const FunctionNotes& notes);

/// The number of the value that a `$raw` names, none for other instructions.
std::uint32_t value_of(const mir::Module& module, const mir::Function& function, const mir::Inst& inst);
bool is_value(const mir::Module& module, const mir::Function& function, const mir::Inst& inst);

}  // namespace lathe::nvptx::debug
