// Passes over concepts and problems: dead code, phi elimination with coalescing, parallel copies, block placement.
#pragma once

#include <lathe/opt/block_placement.hpp>
#include <lathe/opt/check.hpp>
#include <lathe/opt/dead_code.hpp>
#include <lathe/opt/ext_tsp.hpp>
#include <lathe/opt/parallel_copy.hpp>
#include <lathe/opt/phi_elimination.hpp>
#include <lathe/opt/phi_problem.hpp>
#include <lathe/opt/phi_text.hpp>
