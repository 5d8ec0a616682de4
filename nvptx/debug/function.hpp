// A finished machine function -> labels in its text, and the record of what lies between them.
//
// Scopes: the instructions of a scope and of those within it, as runs in the order of the text. Variables: each
// `$value` holds until the next one of that variable, until its register is written again, and across blocks where all
// ways that lead there agree (a forward data flow over the blocks). Labels never stand inside the braces of a call: PTX
// hides them there from the sections. Needs: after the last pass, before printing. Cost: linear in instructions;
// variables times blocks for the flow, which is left out (a location then ends with its block) beyond a bound.
#pragma once

#include <cstdint>
#include <string>

#include "nvptx/debug/plan.hpp"
#include "nvptx/debug/record.hpp"
#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx::debug {

/// "$L__func_begin2", "$L__func_end2" or "$L__tmp2_5".
std::string label(std::uint32_t function, std::uint32_t number);
/// Replaces what was said of variables by labels. The record is empty for a function without a scope.
DebugRecord finish_function(mir::Module& module, mir::Function& function, std::uint32_t number, const Plan& plan,
                            const FunctionNotes& notes);

}  // namespace lathe::nvptx::debug
