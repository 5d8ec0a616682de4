// Warp-wide operations as functions over 32 lanes, and the handlers around them.
//
// The functions know nothing of a warp: they take the lanes that execute the operation together, each lane's member
// mask and its inputs, and give each lane's result; so lanes that meet from several instructions can be served by
// one call. Lanes are grouped by their member masks: a group is what one execution of a .sync operation is.
// Source: PTX ISA 9.0, 9.7.9 (shfl) and 9.7.13 (vote, match, activemask, redux, elect, bar.warp.sync).
// Cost: O(32) for each distinct member mask; match.any O(32) for each distinct value. Private to nvptx/exec.
#pragma once

#include <cstdint>

#include "nvptx/exec/simt.hpp"
#include "simt/state/code.hpp"

namespace lathe::nvptx::exec {

enum class ShuffleMode : std::uint8_t { up, down, bfly, idx };
enum class VoteMode : std::uint8_t { all, any, uni, ballot };
enum class ReduxMode : std::uint8_t {
  add,
  min_u32,
  max_u32,
  min_s32,
  max_s32,
  bit_and,
  bit_or,
  bit_xor,
  min_f32,
  max_f32
};

namespace warp_ops {

/// shfl: d[l] for all lanes, and in `taken`, unless it is null, the predicate. `c` is segment mask << 8 | clamp. Lanes
/// outside `live` have no register to read: who asks for one keeps its own value. a and d may not overlap.
void shuffle(ShuffleMode mode, Mask live, const std::uint32_t* a, const std::uint32_t* b, const std::uint32_t* c,
             std::uint32_t* d, Mask* taken);

/// vote: d[l] is the ballot of l's group, or 0 or 1. For lanes of `mask`.
void vote(VoteMode mode, Mask mask, const std::uint32_t* members, Mask predicate, std::uint32_t* d);

/// match.any: d[l] are the lanes of l's group with its value.
template <class T>
void match_any(Mask mask, const std::uint32_t* members, const T* a, std::uint32_t* d);

/// match.all: d[l] is the group when all its values are equal, else 0.
template <class T>
void match_all(Mask mask, const std::uint32_t* members, const T* a, std::uint32_t* d);

/// redux. `absolute` and `keep_nan` (.abs, .NaN) are of the float modes.
void redux(ReduxMode mode, bool absolute, bool keep_nan, Mask mask, const std::uint32_t* members,
           const std::uint32_t* a, std::uint32_t* d);

/// elect: d[l] is the leader of l's group, its lowest lane; the result are the leaders.
Mask elect(Mask mask, const std::uint32_t* members, std::uint32_t* d);

}  // namespace warp_ops

/// Code::x of the handlers: the mode, and these bits.
inline constexpr std::uint32_t warp_sync = 0x100, warp_abs = 0x200, warp_nan = 0x400;

// Slots: extra[0] are the member masks (no_slot without .sync), extra[1] a second result (no_slot: not wanted).
Flow run_shuffle(Warp& warp, const Code& code, Mask mask);  ///< d, a, b, c; extra[1] the predicate
Flow run_vote(Warp& warp, const Code& code, Mask mask);     ///< d (predicate, or b32 of ballot), a predicate
Flow run_match_any32(Warp& warp, const Code& code, Mask mask);
Flow run_match_any64(Warp& warp, const Code& code, Mask mask);
Flow run_match_all32(Warp& warp, const Code& code, Mask mask);  ///< extra[1] the predicate
Flow run_match_all64(Warp& warp, const Code& code, Mask mask);
Flow run_redux(Warp& warp, const Code& code, Mask mask);
Flow run_elect(Warp& warp, const Code& code, Mask mask);  ///< extra[1] the predicate
Flow run_activemask(Warp& warp, const Code& code, Mask mask);
Flow run_warp_barrier(Warp& warp, const Code& code, Mask mask);

}  // namespace lathe::nvptx::exec
