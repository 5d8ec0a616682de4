// Control flow as handlers. Those of fragments get the lanes whose guard is true; the others of the running fragment go
// on with the next instruction as a fragment of their own.
#pragma once

#include "simt/state/warp.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// The running fragment keeps `lanes`; the others of it wait at `pc`.
void part(Warp& w, Mask lanes, Mask others, std::uint32_t pc);
/// Of the running fragment only `lanes` of `mask` are served by this instruction: it keeps them; the rest of the
/// mask comes to the instruction again, lanes outside the mask go on behind it.
void serve_lanes(Warp& w, Mask lanes, Mask mask);

/// Jump of all active lanes to the pc Code::imm.
Flow run_jump(Warp& w, const Code& code, Mask mask);

// ---- fragments (Way::frontiers); Code::branch is set
/// The lanes of the mask go to the pc Code::imm.
Flow run_branch(Warp& w, const Code& code, Mask mask);
/// They go back to the caller.
Flow run_return(Warp& w, const Code& code, Mask mask);
/// They are gone.
Flow run_exit(Warp& w, const Code& code, Mask mask);

// ---- one program counter (Way::masked)
/// The warp is gone; a scalar Code.
Flow run_end(Warp& w, const Code& code, Mask mask);

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
