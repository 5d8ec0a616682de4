// Limits of a machine and figures of a launch.
#pragma once

#include <cstdint>

#include "simt/state/width.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

using Address = std::uint64_t;  ///< generic device address; 0 is never valid

class Observer;  // observer.hpp

struct MachineOptions {
  unsigned threads = 1;                      ///< CPU threads of a launch; observers force 1
  std::uint64_t max_steps = 1ULL << 36;      ///< instructions of one warp of a launch, then a fault
  std::uint64_t memory_limit = 16ULL << 30;  ///< bytes of all buffers together
  std::uint32_t local_limit = 1U << 20;      ///< bytes of local memory of a thread, stack included
  std::uint32_t heap_limit = 64U << 20;      ///< bytes that device malloc hands out
  bool baseline = false;                     ///< do not use the code for newer processors, to compare
  Observer* observer = nullptr;              ///< sees every instruction and access; not owned
};

struct LaunchStats {
  std::uint64_t warp_instructions = 0;    ///< issued by warps, at least one lane active
  std::uint64_t thread_instructions = 0;  ///< summed over active lanes
  std::uint64_t blocks = 0;
};

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
