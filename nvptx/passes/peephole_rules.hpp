// The files of rules as literals: the files themselves, whose first and last lines begin and end them.
#pragma once

namespace lathe::nvptx::peephole {

inline constexpr char rules_text[] =
#include "nvptx/passes/peephole.rules"
    ;
inline constexpr char quotient_rules_text[] =
#include "nvptx/passes/quotients.rules"
    ;

}  // namespace lathe::nvptx::peephole
