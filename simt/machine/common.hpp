// Handlers that most GPUs want besides arithmetic: what the hardware knows, votes, values of other lanes, fences, traps, calls.
// Registers are of 32 bits where nothing else is said. Ways: both, but calls, which are for Way::frontiers.
#pragma once

#include "simt/state/warp.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// What the hardware knows, as Code::y: x, y, z of the thread in its block; the lane in its warp; x, y, z of the block's size, of the block in
/// the grid, of the grid's size; instructions of this warp until it was last given its turn.
enum class Known : std::uint32_t {
  thread_x,
  thread_y,
  thread_z,
  lane,
  block_size_x,
  block_size_y,
  block_size_z,
  block_x,
  block_y,
  block_z,
  grid_size_x,
  grid_size_y,
  grid_size_z,
  steps,
};
Flow run_known(Warp& w, const Code& code, Mask mask);

/// d = bits of the lanes of the mask whose predicate a is set (no_slot: of all of them). The low 32 of them.
Flow run_ballot(Warp& w, const Code& code, Mask mask);
/// d = a in the lane that b names modulo the warp's lanes; where that lane is not active, the own one.
Flow run_read_lane(Warp& w, const Code& code, Mask mask);
/// The lane that each lane reads there: for Record::shuffle.
void read_lane_sources(const Warp& w, const Code& code, std::uint32_t* lanes);
/// Orders memory before what follows, for all threads.
Flow run_fence(Warp& w, const Code& code, Mask mask);
/// A fault: "trap".
Flow run_trap(Warp& w, const Code& code, Mask mask);

/// Calls the function number Code::imm; the lanes return behind the Code. Into slot d of the callee's frame, unless no_slot, goes where its
/// part of local memory begins. Code::branch may be unset: no guard.
Flow run_call(Warp& w, const Code& code, Mask mask);
/// The same by the address in a (64 bits), which may differ from lane to lane: those of the first lane's function go, the rest come
/// again. A fault where no function is, or a kernel.
Flow run_call_address(Warp& w, const Code& code, Mask mask);

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
