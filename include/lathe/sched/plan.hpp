// The scheduler's plan: an order, its cycles, and what it costs, as plain data.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/sched/options.hpp>
#include <lathe/sched/problem.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::sched {

/// Why the order is what it is.
enum class Decision : std::uint8_t {
  kept_best,      ///< no other order found is better than the source order
  kept_guard,     ///< one was, but it neither removes excess nor raises the occupancy (nor is allowed to be shorter)
  kept_function,  ///< one was, but the function as a whole gains nothing by it, or needs it no lower
  excess,         ///< fewer registers beyond the limits
  occupancy,      ///< a lower register step
  shorter,        ///< a shorter makespan at no worse step
  fewer,          ///< fewer registers, no step crossed; only without guard
  out_of_fuel     ///< only a part of the new order was taken
};
/// How many decisions there are.
inline constexpr int decisions = 8;
/// Is the order another one than the source's?
inline bool reordered(Decision d) { return d >= Decision::excess; }
inline const char* to_string(Decision d) {
  static constexpr const char* names[] = {"kept-best", "kept-guard", "kept-function", "excess",
                                          "occupancy", "shorter",    "fewer",         "out-of-fuel"};
  return names[static_cast<int>(d)];
}

/// Which heuristic the order is from.
enum class Strategy : std::uint8_t {
  source,
  list_top_down,
  list_bottom_up,
  list_ceiling,  ///< by latency, below a ceiling of registers
  up_nearest,    ///< bottom-up, least increase first, then what was released last
  up_source,     ///< then what stands last in the source
  up_deep,       ///< then what is farthest from the region's begin
  up_sweep,      ///< then by place along the region (sweep_positions)
  down_nearest,  ///< top-down, least increase first, then what was released last
  down_sweep,    ///< then by place along the region
  down_closest,  ///< then what lacks least for a reader to become ready
  down_source,   ///< then what stands first in the source
  tree,          ///< one result after the other, the operand that needs most registers first
  sweep,         ///< by place along the region alone
  search         ///< the best of these, changed until it fits in fewer registers
};
/// How many strategies there are.
inline constexpr int strategies = 15;
inline const char* to_string(Strategy s) {
  static constexpr const char* names[] = {"source",       "list-top-down", "list-bottom-up", "list-ceiling",
                                          "up-nearest",   "up-source",     "up-deep",        "up-sweep",
                                          "down-nearest", "down-sweep",    "down-closest",   "down-source",
                                          "tree",         "sweep",         "search"};
  return names[static_cast<int>(s)];
}

/// What an order costs.
struct Cost {
  std::vector<std::uint64_t> registers;  ///< MaxLive of each set
  std::uint64_t excess = 0;              ///< registers beyond the limits, over all sets
  std::uint32_t occupancy = none;        ///< the least over the sets; none: no set has steps
  std::uint64_t makespan = 0;            ///< first cycle in which all results are there
  bool operator==(const Cost&) const = default;
};

/// Counters of one plan.
struct Stats {
  std::uint64_t regions = 0, insts = 0, values = 0, edges = 0;  ///< edges that uses imply are not counted
  std::uint64_t reordered = 0;                                  ///< regions
  std::uint64_t moved = 0;                                      ///< instructions that are not where they were
  std::uint64_t candidates = 0;                                 ///< orders weighed
  std::uint64_t search_steps = 0;
  std::uint64_t search_gains = 0;  ///< times that the search found a lower order
  std::uint64_t unit_steps = 0;    ///< of what is held of units that someone takes late, gone over (unit_times.hpp)
  std::uint64_t kept_guard = 0, kept_function = 0;
  std::uint64_t registers_before = 0, registers_after = 0;  ///< sums over regions and sets
  std::uint64_t makespan_before = 0, makespan_after = 0;    ///< sums over regions
  std::uint64_t excess_before = 0, excess_after = 0;
  std::uint64_t out_of_fuel = 0;

  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t Stats::*>;
    return std::array{F{"regions", &Stats::regions},
                      F{"instructions", &Stats::insts},
                      F{"values", &Stats::values},
                      F{"edges", &Stats::edges},
                      F{"regions reordered", &Stats::reordered},
                      F{"instructions moved", &Stats::moved},
                      F{"candidate orders", &Stats::candidates},
                      F{"search steps", &Stats::search_steps},
                      F{"search gains", &Stats::search_gains},
                      F{"unit steps", &Stats::unit_steps},
                      F{"kept by the guard", &Stats::kept_guard},
                      F{"kept for the function", &Stats::kept_function},
                      F{"registers before", &Stats::registers_before},
                      F{"registers after", &Stats::registers_after},
                      F{"makespan before", &Stats::makespan_before},
                      F{"makespan after", &Stats::makespan_after},
                      F{"excess before", &Stats::excess_before},
                      F{"excess after", &Stats::excess_after},
                      F{"out of fuel", &Stats::out_of_fuel}};
  }
};

/// Why there is no plan. A plan that keeps the source order is not a refusal.
enum class Refusal : std::uint8_t {
  none,
  broken_problem,  ///< check_problem finds faults
  too_large,       ///< more instructions than the scheduler takes
  bad_options,     ///< look_ahead is 0
  different_sets   ///< the regions of a function do not count the same registers
};
inline const char* to_string(Refusal refusal) {
  static constexpr const char* names[] = {"none", "broken problem", "too large", "bad options", "different sets"};
  return names[static_cast<int>(refusal)];
}

/// An order of the instructions and what it is worth, or why there is none.
struct Plan {
  Refusal refusal = Refusal::none;
  Decision decision = Decision::kept_best;
  Strategy strategy = Strategy::source;
  std::vector<std::uint32_t> order;  ///< order[k]: the instruction of place k
  std::vector<std::uint64_t> cycle;  ///< of each instruction: the earliest at which this order can issue it
  Cost before, after;                ///< of the source order; of `order`
  Stats stats;
};

}  // namespace lathe::sched
