// All blocks of a launch, on several CPU threads. Private to simt.
#pragma once

#include <optional>
#include <string>

#include "simt/state/options.hpp"
#include "simt/state/warp.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

struct GridResult {
  std::optional<Fault> fault;  ///< of the lowest block that has one
  std::string output;          ///< of printf, blocks ascending
  LaunchStats stats;
};

/// Runs the launch to its end, or to its first fault.
GridResult run_grid(Grid& grid, unsigned threads, bool cooperative);

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
