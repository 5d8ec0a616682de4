// Umbrella of the `group` room: instructions that become one. Checker group/check.hpp, text forms group/text.hpp.
#pragma once

#include <lathe/group/ingest.hpp>  // the fewer files between, the shorter what is told of a mistake

#include <lathe/group/apply.hpp>
#include <lathe/group/concepts.hpp>
#include <lathe/group/grouper.hpp>
#include <lathe/group/plan.hpp>
#include <lathe/group/problem.hpp>
