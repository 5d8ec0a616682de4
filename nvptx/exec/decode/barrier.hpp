// Barriers of blocks and clusters. Private to nvptx/exec.
#pragma once

#include "nvptx/exec/decode/decode.hpp"
#include "nvptx/exec/state/warp.hpp"

namespace lathe::nvptx::exec {

bool decode_barrier(Decoder& d, const Instruction& i);

/// Threads have exited: barriers that wait for all threads of the block, or of the cluster, may be complete.
void barriers_after_exit(Block& block);

/// Of the running fragment only `lanes` of `mask` are served by this instruction: it keeps them; the rest of the
/// mask comes to the instruction again, lanes outside the mask go on behind it.
void serve_lanes(Warp& w, Mask lanes, Mask mask);

}  // namespace lathe::nvptx::exec
