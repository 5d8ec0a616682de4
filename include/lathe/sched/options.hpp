// Knobs of the scheduler.
#pragma once

#include <cstdint>

namespace lathe::sched {

/// What an order is to be good for.
enum class Mode : std::uint8_t {
  latency,   ///< the shortest makespan
  pressure,  ///< the fewest registers
  balanced   ///< the shortest makespan among those of the best step
};
/// From which end the latency scheduler works.
enum class Direction : std::uint8_t { both, top_down, bottom_up };

struct Options {
  Mode mode = Mode::pressure;             ///< what the order is to be good for
  Direction direction = Direction::both;  ///< of list scheduling
  /// Keep the source order unless the new one removes excess or raises the occupancy.
  bool guard = true;
  /// With the guard, in the modes latency and balanced: a shorter makespan will do as well, if it costs neither. Wrong
  /// where another scheduler comes after this one, which is what ptxas does.
  bool shorter = true;
  /// With the guard: registers that must be saved to count as a lower step. More than 1 where another allocator
  /// follows, whose figures are near to these only.
  std::uint32_t least_gain = 1;
  bool use_windows = true;        ///< level 2 of the priority; false: depth and width alone
  bool use_width = true;          ///< level 3
  bool unbounded = true;          ///< balanced: orders by latency that no ceiling bounds are weighed as well
  std::uint32_t look_ahead = 16;  ///< balanced: ready instructions looked at for one that fits under the ceiling
  /// pressure: instructions looked at to get one register lower, beside 4 for each instruction; 0: none
  std::uint64_t search = 20'000;
  /// Instructions that take their new place, from the region's begin; the rest as in the source.
  std::uint64_t fuel = UINT64_MAX;
};

/// The reference's scheduling mode switch (`usedessa`): which passes run. 1: only that after register assignment;
/// 2, the default: the one before as well.
struct Phases {
  bool before_assignment = true, after_assignment = true;  ///< on values that have no registers yet; on those that have
};
/// The passes that a value of the knob turns on.
inline Phases phases(std::uint32_t usedessa) { return {usedessa >= 2, true}; }
/// Options of the pass before assignment: by registers with `nvptx-sched4reg`, otherwise balanced.
inline Options before_assignment(bool sched4reg) {
  Options o;
  o.mode = sched4reg ? Mode::pressure : Mode::balanced;
  return o;
}
/// Options of the pass after assignment: names are fixed, so that order cannot change how many registers there are.
inline Options after_assignment() {
  Options o;
  o.mode = Mode::latency;
  return o;
}

}  // namespace lathe::sched
