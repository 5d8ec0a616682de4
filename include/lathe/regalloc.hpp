// Register allocation over SSA form: problem, plan, the allocator. Checker regalloc/check.hpp, texts regalloc/text.hpp, any
// View regalloc/of_view.hpp, plans into the code regalloc/apply.hpp.
#pragma once

#include <lathe/regalloc/allocator.hpp>
#include <lathe/regalloc/plan.hpp>
#include <lathe/regalloc/problem.hpp>
