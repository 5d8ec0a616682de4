// peephole.rules as a literal: the file itself, whose first and last lines begin and end it.
#pragma once

namespace lathe::nvptx::peephole {

inline constexpr char rules_text[] =
#include "nvptx/passes/peephole.rules"
    ;

}  // namespace lathe::nvptx::peephole
