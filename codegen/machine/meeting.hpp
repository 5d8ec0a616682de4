// Where all threads of a warp are in step, on a machine that runs those first that stand first.
//
// Threads are in step where they are at one place, in the same turn of every cycle around it: what uniformity says
// (lathe/flow/uniformity.hpp) holds of threads that are. They enter the function so, and going on together they stay so,
// until they part at a divergent branch b. Let P be a block, and R what the ways of b reach without passing P, with the
// whole of each cycle whose header is in R, and of each irreducible one that has a block in R. If P is not in R and all of
// R stands in front of P, threads that come to P wait there until those that parted from them at b have come, too, or are
// gone: who is not there yet is in R, stands first, and is run. Then they are in step again, for neither has passed the
// header of a cycle around P but P. So two threads are in step, or in the R of some b (or one of them waits at its P).
// Outside of all R all threads that have not exited are in step.
//
// A way to a block that leaves the function without waiting for anybody (waits), and stands in front of b's other ways, is no way of threads that others must
// wait for: those that take it are run first, out of step in that block alone, and gone. One way being left, b parts nobody
// else.
//
// P is the nearest such block on the way up the tree of post-dominators; without one, R is all that b reaches. It holds of
// any layout, and is worth more where loops are contiguous and their blocks in topological order (steps.hpp,
// order_blocks). Barriers must be where all threads come to them together.
// Source: thread frontiers (Diamos et al., "SIMD re-convergence at thread frontiers", MICRO 2011); the condition is ours.
#pragma once

#include <functional>
#include <vector>

#include "codegen/machine/function.hpp"

namespace lathe::codegen::machine {

/// May threads wait in the block for others, at a barrier or in a function that it calls? Instructions with Effect::fixed are
/// taken for such. O(instructions of the block).
bool waits(const Function& function, BlockId block);

/// Per block id: may a part of the warp be there out of step with other threads that have not exited? `parts(b)`: threads
/// that reach the end of b in step may go different ways. O((blocks + edges) * depth of cycles) for each such b.
std::vector<bool> apart_blocks(const Function& function, const std::function<bool(BlockId)>& parts);

}  // namespace lathe::codegen::machine
