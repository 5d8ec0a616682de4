// Planning of function import between modules from summaries. Checker thinlto/check.hpp, text forms thinlto/text.hpp
// and plan_text.hpp, comparison of two plans thinlto/compare.hpp with its text compare_text.hpp.
#pragma once

#include <lathe/thinlto/ingest.hpp>  // the fewer files between, the shorter what is told of a mistake

#include <lathe/thinlto/planner.hpp>
