// Two accesses of a loop whose addresses advance by the same step: in which iterations they meet.
#pragma once

#include <algorithm>
#include <cstdint>

namespace lathe::program {

/// Access b begins `bytes` behind where a does in one iteration, and both move by `step` in each. Precondition: all of
/// these are below 2^60 and above its negative.
struct Apart {
  /// From a's first byte to b's in one iteration, and how far both move in each, in bytes.
  std::int64_t bytes = 0, step = 0;
  std::int64_t a_size = 0, b_size = 0;  ///< bytes that each access touches; 0: it touches none and meets nothing

  /// Has b, so many iterations later, a byte of a's?
  constexpr bool meet(std::int64_t iterations) const {
    const std::int64_t at = bytes + step * iterations;
    return -b_size < at && at < a_size;
  }
  /// The least number of iterations, from 1 on, after which b meets a; 0: it never does. O(1).
  constexpr std::int64_t first_meeting() const {
    if (step == 0) return meet(1) ? 1 : 0;
    // The first k behind which b is no longer before a, or, where it goes down, no longer behind it.
    const std::int64_t way = step > 0 ? -b_size - bytes : bytes - a_size, pace = step > 0 ? step : -step;
    const std::int64_t k = way < 0 ? 1 : way / pace + 1;
    return meet(k) ? k : 0;
  }
  /// The same of a, some iterations after b.
  constexpr Apart back() const { return {-bytes, step, b_size, a_size}; }
};

}  // namespace lathe::program
