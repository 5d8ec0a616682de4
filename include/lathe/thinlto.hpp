// Planning of function import between modules from summaries. See include/lathe/README.md.
#pragma once

#include <lathe/thinlto/check.hpp>
#include <lathe/thinlto/compare.hpp>
#include <lathe/thinlto/compare_text.hpp>
#include <lathe/thinlto/plan_text.hpp>
#include <lathe/thinlto/planner.hpp>
#include <lathe/thinlto/text.hpp>
