// How many lanes a warp has: 32, or 64 where LATHE_SIMT_LANES says so.
//
// The machine is compiled for either width, each in an inline namespace of its own, so that both may be in one program:
// loops over lanes, masks and frames have the width as a constant, which costs a warp of 32 nothing. A source file
// belongs to one width; the program's pieces that share Warps, Codes or observers share it.
#pragma once

#include <cstdint>

#ifndef LATHE_SIMT_LANES
#define LATHE_SIMT_LANES 32
#endif
#if LATHE_SIMT_LANES == 64
#define LATHE_SIMT_WIDTH lanes64
#else
#define LATHE_SIMT_WIDTH lanes32
#endif

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

inline constexpr unsigned lane_count = LATHE_SIMT_LANES;
static_assert(lane_count == 32 || lane_count == 64);

#if LATHE_SIMT_LANES == 64
using Mask = std::uint64_t;  ///< bit = lane
#else
using Mask = std::uint32_t;  ///< bit = lane
#endif
inline constexpr Mask all_lanes = ~Mask{0};
inline constexpr Mask lane_bit(unsigned lane) { return Mask{1} << lane; }

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
