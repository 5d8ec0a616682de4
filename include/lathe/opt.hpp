// Passes over concepts and problems: dead code, phi elimination with coalescing, parallel copies, block placement.
// Checkers opt/check.hpp, text form of phi problems opt/phi_text.hpp.
#pragma once

#include <lathe/opt/block_placement.hpp>
#include <lathe/opt/dead_code.hpp>
#include <lathe/opt/ext_tsp.hpp>
#include <lathe/opt/parallel_copy.hpp>
#include <lathe/opt/phi_elimination.hpp>
#include <lathe/opt/phi_problem.hpp>
