// How far something long is: written by whoever works, in any thread, read by whoever shows it.
#pragma once

#include <atomic>
#include <cstdint>

namespace lathe {

/// Parts that are done, of all; of all 0: not known.
struct ProgressCount {
  std::atomic<std::uint64_t> done{0}, all{0};  ///< numbers of parts
  std::atomic<std::uint64_t> steps{0};         ///< of all parts, for who counts inside of them
};

/// One part more, where somebody looks.
inline void count_done(ProgressCount* count) {
  if (count != nullptr) count->done.fetch_add(1, std::memory_order_relaxed);
}

/// Steps inside of parts, where somebody looks.
inline void count_steps(ProgressCount* count, std::uint64_t steps) {
  if (count != nullptr) count->steps.fetch_add(steps, std::memory_order_relaxed);
}

}  // namespace lathe
