// Decisions of an inliner as a plan: bottom-up, best call first, under a budget. Problem inlining/problem.hpp, options and
// answer inlining/plan.hpp, checker inlining/check.hpp, text forms inlining/text.hpp.
#pragma once

#include <lathe/inlining/ingest.hpp>
#include <lathe/inlining/planner.hpp>
