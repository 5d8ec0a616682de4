// Where all threads of a warp are together, on a machine that runs those first that stand first.
//
// Threads that part at a divergent branch b are at places of their own; the machine runs the one whose block stands first
// in the layout, and threads at the same place go on together. Let P be a block, and R what b's successors reach without
// passing P. If every block of R stands in front of P, then threads that come to P wait there until all that parted at b
// are there, or gone: whoever is not there yet is in R, stands first and is run. So outside of R a part of the warp is
// never without the others on account of b. P is the nearest such block on the way up the tree of post-dominators; without
// one, all that b reaches is R. A block in no R is one that all threads execute together, however branches and loops
// nest: take the last time that two threads, one of them there and the other not, were together. They parted at some b,
// and the first of them that passed b's P did so while the other was in R.
//
// It holds of any layout, and is worth more where loops are contiguous and their blocks in topological order
// (steps.hpp, order_blocks). Barriers must be where all threads come to them together.
// Source: thread frontiers (Diamos et al., "SIMD re-convergence at thread frontiers", MICRO 2011); the condition is ours.
#pragma once

#include <functional>
#include <vector>

#include "codegen/machine/function.hpp"

namespace lathe::codegen::machine {

/// Per block id: may a part of the warp be there while other threads, that have not exited, are elsewhere? `parts(b)`:
/// threads that reach the end of b together may go different ways. O(blocks + edges) for each divergent branch.
std::vector<bool> apart_blocks(const Function& function, const std::function<bool(BlockId)>& parts);

}  // namespace lathe::codegen::machine
