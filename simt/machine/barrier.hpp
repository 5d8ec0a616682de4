// Barriers of blocks and clusters, as handlers, and what exits mean to them.
#pragma once

#include "simt/state/warp.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

enum BarrierMode : std::uint32_t { barrier_sync, barrier_arrive, barrier_count, barrier_all, barrier_any };

/// Code::a: number, 0 to 15. b: threads that it counts, a multiple of the warp's size; no_slot: all of the block.
/// x: BarrierMode. Those that vote have their predicate in c, and the outcome in d: 32 bits of a count, else a
/// predicate. Code::branch is set.
Flow run_barrier(Warp& w, const Code& code, Mask mask);
/// The cluster's barrier: arrival, then the wait for its phase (Code::branch is set).
Flow run_cluster_arrive(Warp& w, const Code& code, Mask mask);
Flow run_cluster_wait(Warp& w, const Code& code, Mask mask);

/// Threads have exited: barriers that wait for all threads of the block, or of the cluster, may be complete.
void barriers_after_exit(Block& block);

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
