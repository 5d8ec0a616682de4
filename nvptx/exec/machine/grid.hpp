// All blocks of a launch, on several CPU threads. Private to nvptx/exec.
#pragma once

#include <optional>
#include <string>

#include "nvptx/exec/exec.hpp"
#include "nvptx/exec/state/warp.hpp"

namespace lathe::nvptx::exec {

struct GridResult {
  std::optional<Fault> fault;  ///< of the lowest block that has one
  std::string output;          ///< of printf, blocks ascending
  LaunchStats stats;
};

/// Runs the launch to its end, or to its first fault.
GridResult run_grid(Grid& grid, unsigned threads, bool cooperative);

}  // namespace lathe::nvptx::exec
