// What a change may cost in registers: nothing above a limit that was not there before, and no step of occupancy. One
// rule for all who have the two numbers, be they a tracker's, of changes that were made on it, or an estimate of a
// plan that nobody has written yet.
//
//   program::judge_rise(set, before, after, options)    // before, after: the most registers of the set in use at once
//
// An allocator that follows does not give what is live, but some registers more, or fewer where it makes values again.
// How many is its own secret; `spread` says between which numbers. A rise is refused where an allocation within them
// could cross a step, or go over the limit, because of it. With a spread of 0 what is live is what is given.
#pragma once

#include <cstdint>

#include <lathe/program/resources.hpp>

namespace lathe::program {

struct GateOptions {
  bool aware = true;               ///< false: everything is fine
  std::uint64_t ignored_sets = 0;  ///< bit k: the k-th set may get worse
  std::int32_t spread_least = 0;   ///< registers that are given beside those that are live, at least; may be negative
  std::int32_t spread_most = 0;    ///< and at most. Of sets that have steps; others take what is live
};

/// What the gate says of a change.
enum class Verdict : std::uint8_t {
  fine,
  limit,  ///< more than there are
  step    ///< so many that fewer threads reside
};
inline constexpr const char* verdict_names[] = {"fine", "more registers than there are", "a step of occupancy"};
inline const char* to_string(Verdict v) { return verdict_names[static_cast<int>(v)]; }

/// Of one set, whose use goes from `before` to `after`. Where several things are wrong, the limit. O(steps).
template <class = void>
Verdict judge_rise(const RegisterSet& set, std::uint64_t before, std::uint64_t after, const GateOptions& options = {}) {
  if (!options.aware || after <= before) return Verdict::fine;
  const bool stepped = !set.steps.empty();
  const std::int64_t least = stepped ? options.spread_least : 0, most = stepped ? options.spread_most : 0;
  const auto old = static_cast<std::int64_t>(before) + least, now = static_cast<std::int64_t>(after) + most;
  // What is over already goes further over.
  if (set.limit != 0 && now > std::int64_t{set.limit}) return Verdict::limit;
  for (const Step& step : set.steps)
    if (old <= std::int64_t{step.registers} && now > std::int64_t{step.registers}) return Verdict::step;
  return Verdict::fine;
}

/// How many reside with so many registers in use; that of the last step beyond it, 1 without steps. O(steps).
template <class = void>
std::uint32_t occupancy_at(const RegisterSet& set, std::int64_t registers) {
  for (const Step& step : set.steps)
    if (registers <= std::int64_t{step.registers}) return step.occupancy;
  return set.steps.empty() ? 1 : set.steps.back().occupancy;
}

}  // namespace lathe::program
