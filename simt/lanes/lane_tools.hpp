// Lanes of a mask, for handlers outside simt/lanes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/state/code.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// Copies the lanes of the mask.
template <class T>
inline void put_lanes(T* to, const T* from, Mask mask) {
  if (mask == all_lanes) {
    std::memcpy(to, from, lane_count * sizeof(T));
    return;
  }
  for (Mask m = mask; m != 0; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    to[l] = from[l];
  }
}

/// Calls f(lane) for each lane of the mask, ascending.
template <class F>
inline void for_lanes(Mask mask, F&& f) {
  for (; mask != 0; mask &= mask - 1) f(static_cast<unsigned>(std::countr_zero(mask)));
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
