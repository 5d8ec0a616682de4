// One instruction as PTX text, for traces, profiles and messages. Private to nvptx/exec.
#pragma once

#include <string>

#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx::exec {

/// "@%p1 ld.global.v2.f32 {%f1, %f2}, [%rd1+8];" with the names of the function; no line break.
std::string inst_text(const mir::Module& module, const mir::Function& function, const mir::Inst& inst);

/// Name of a register as PTX has it; "%reg7" when it was never named.
std::string register_name(const mir::Function& function, mir::Reg reg);

}  // namespace lathe::nvptx::exec
