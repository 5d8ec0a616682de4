// A modulo schedule: the plan.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <lathe/modulo/problem.hpp>

namespace lathe::modulo {

/// One cycle per instruction. The least cycle is in [0, ii): stage 0 is the first.
struct Schedule {
  std::uint32_t ii = 0;             ///< cycles between iterations
  std::vector<std::int32_t> cycle;  ///< per instruction, >= 0
  std::vector<std::uint32_t> copy;  ///< per reservation: which copy of its unit (a long one cannot change copies)

  /// Iterations begin a stage, ii cycles, apart; from 0 on.
  std::uint32_t stage(std::uint32_t inst) const { return static_cast<std::uint32_t>(cycle[inst]) / ii; }
  /// Its cycle within a stage.
  std::uint32_t slot(std::uint32_t inst) const { return static_cast<std::uint32_t>(cycle[inst]) % ii; }
  /// Iterations in flight at most; 1: nothing overlaps. 0 for no instructions.
  std::uint32_t stages() const {
    std::int32_t last = -1;
    for (const std::int32_t c : cycle) last = std::max(last, c);
    return last < 0 ? 0 : static_cast<std::uint32_t>(last) / ii + 1;
  }
  bool operator==(const Schedule&) const = default;
};

}  // namespace lathe::modulo
