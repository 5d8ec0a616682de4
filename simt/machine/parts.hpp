// An instruction of several steps that counts as one: a Code whose handler runs Codes of FunctionCode::parts in turn, and what such
// parts are mostly for. Instructions with a scalar result (one value for the warp, held in every lane) are `run_together`, then the
// operation as each lane would do it, then `run_spread`. Ways: Way::frontiers.
#pragma once

#include "simt/state/warp.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// Runs the parts that Code::imm names until one does not end in Flow::next; observers see them as this one Code. O(parts).
Flow run_parts(Warp& w, const Code& code, Mask mask);
/// Code::imm of it: `count` of FunctionCode::parts from `first` on.
constexpr std::uint64_t parts_of(std::uint64_t first, std::uint64_t count) { return first | count << 32; }

/// A fault unless all lanes of the warp that have not exited are here.
Flow run_together(Warp& w, const Code& code, Mask mask);
/// A fault unless predicate a is the same in all lanes of the mask.
Flow run_alike(Warp& w, const Code& code, Mask mask);
/// d (32 bits), in every lane, = what it is in the first lane of the mask.
Flow run_spread(Warp& w, const Code& code, Mask mask);
/// d (64 bits) = b:a, high word b; run for every lane.
Flow run_pair(Warp& w, const Code& code, Mask mask);
/// d (64 bits) = y:(a + x), the sum modulo 2^32: an address in a window of which the register holds the low word.
Flow run_window(Warp& w, const Code& code, Mask mask);

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
