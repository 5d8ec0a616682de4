// Small steps over machine functions: in SSA form before banks and allocation, and clean-up behind them.
//
//   drop_unreachable, split_exits, split_critical_edges, order_blocks   // the shape that banks and allocation want
//   simplify                                                            // SSA form
//   tidy                                                                // after allocation
//   drop_jumps                                                          // the last one of all
#pragma once

#include <cstdint>

#include "codegen/machine/function.hpp"

namespace lathe::codegen::machine {

/// Blocks that the entry does not reach go, and what phis take from them. The number of blocks. O(size).
std::uint32_t drop_unreachable(Function& function);

/// An edge from a block with several ways to one with several predecessors gets a block of its own, with a jump, right
/// behind where it comes from. The number of edges. Precondition: terminators name their ways as targets. O(size).
std::uint32_t split_critical_edges(Function& function);

/// A way from a block with several to one that many reach and that only leaves gets such a block of its own. The number of
/// them. Threads that leave are then not waited for (meeting.hpp). O(size).
std::uint32_t split_exits(Function& function);

/// Loops contiguous and blocks before what follows them (but for ways back), the entry first: threads that parted meet
/// again as early as they can on a machine that runs first what stands first (meeting.hpp). Irreducible cycles, too. A block
/// that leaves, and that one block alone reaches by one of its ways, stands right behind that, in a loop, too.
/// Precondition: nothing unreachable. O((blocks + edges) * depth of loops).
void order_blocks(Function& function);

/// Who reads a copy of its own class, or a phi of one value, reads what that passes on; then what nobody needs goes,
/// phis in circles, too (codegen/passes). In SSA form. The number of instructions that went. O(size) a round, and a
/// round more where phis became such of one value.
std::uint64_t simplify(Function& function);

struct TidyStats {
  std::uint64_t copies = 0;    ///< of a register to itself
  std::uint64_t threaded = 0;  ///< ways that went to a block with nothing but a jump
  std::uint64_t blocks = 0;    ///< empty, or that nothing reaches any more
  std::uint64_t merged = 0;    ///< blocks that became the end of the one block before them
};
/// After allocation, until nothing changes: copies of a register to itself go, ways to blocks with nothing but a jump go
/// on to where that goes, blocks that nothing reaches go, and a block that one jump alone goes to becomes part of where
/// that stands if it stands behind it. With `meetings` a block that jumps back stays where several come together in it:
/// threads wait for each other there (meeting.hpp), and uniform registers depend on it. O(size) a round.
TidyStats tidy(Function& function, bool meetings);

/// Jumps to the block that stands next go. The function's blocks then go on in the next without saying so: only for who
/// prints it. The number of jumps.
std::uint64_t drop_jumps(Function& function);

}  // namespace lathe::codegen::machine
