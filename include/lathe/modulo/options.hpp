// Knobs of the modulo scheduler with the reference's defaults, its answers and its counters.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include <lathe/modulo/schedule.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::modulo {

struct Options {
  static constexpr std::uint32_t unlimited = 0xffffffffU;  ///< for limits

  bool enable = true;                          ///< enable-pipeliner
  bool opt_size = false;                       ///< enable-pipeliner-opt-size: also where code is to be small
  bool for_size = false;                       ///< it is to be small, the user says
  std::uint32_t max_mii = 27;                  ///< pipeliner-max-mii: refuse above; unlimited lifts it
  std::uint32_t force_ii = 0;                  ///< pipeliner-force-ii: try this one only; 0: search
  std::uint32_t max_stages = 3;                ///< pipeliner-max-stages: stages behind the first; unlimited lifts it
  std::uint32_t ii_search_range = 10;          ///< pipeliner-ii-search-range: IIs above MII; unlimited lifts it
  bool ignore_recmii = false;                  ///< pipeliner-ignore-recmii: start from ResMII alone
  bool register_pressure = false;              ///< pipeliner-register-pressure: MaxLive must be within limits
  std::uint32_t register_pressure_margin = 5;  ///< pipeliner-register-pressure-margin: percent of a limit kept free
  std::uint32_t force_issue_width = 0;         ///< pipeliner-force-issue-width: instead of the problem's; 0: not
  bool show_mask = false, debug_resource = false;  ///< pipeliner-show-mask, pipeliner-dbg-res: analysis remarks
  bool want_overlap = true;                        ///< refuse schedules of one stage

  std::uint32_t eviction_budget = 6;   ///< placements per instruction where placing in order fails; 0: no such try
  std::uint64_t slot_search = 60000;   ///< cycles looked at by the last try at an II, an exact search; 0: none
  std::uint64_t improvement = 1500;    ///< moves tried to lower MaxLive; 0: none
  std::uint64_t live_search = 400;     ///< nodes of a search for each lower MaxLive of a small loop; 0: none
  bool exact = false;                  ///< prove the least II and the least MaxLive at it, where that can be done
  std::uint32_t exact_insts = 40;      ///< instructions at most for `exact` and `live_search`
  std::uint64_t exact_nodes = 400000;  ///< nodes of each search of `exact`

  /// The limits of the reference lifted: every loop has a schedule, if of one stage.
  static Options lifted() {
    Options o;
    o.max_mii = o.max_stages = o.ii_search_range = unlimited;
    o.want_overlap = false;
    return o;
  }
};

/// Why there is no schedule.
enum class Why : std::uint8_t {
  disabled,         ///< Options::enable is off
  broken_problem,   ///< check_problem finds faults
  empty_loop,       ///< no instructions
  mii_zero,         ///< no recurrence, and nothing takes a resource
  mii_too_large,    ///< above max_mii
  unable,           ///< no II of the range was met
  single_stage,     ///< nothing overlaps
  too_many_stages,  ///< schedules were found, all with more than max_stages
  pressure,         ///< schedules were found, all above a register limit
  too_large,        ///< II above Limits::ii, or tables of more than 2^27 entries
  opt_size          ///< the code is to be small, and Options::opt_size is off
};
/// The reference's message where it has one.
inline const char* to_string(Why why) {
  static constexpr const char* texts[] = {"Pipeliner is disabled",
                                          "Broken problem",
                                          "Empty loop",
                                          "Invalid Minimal Initiation Interval: 0",
                                          "Minimal Initiation Interval too large: MII > SwpMaxMii",
                                          "Unable to find schedule",
                                          "No need to pipeline - no overlapped iterations in schedule.",
                                          "Too many stages in schedule: numStages > SwpMaxStages",
                                          "Register pressure too high",
                                          "Loop too large",
                                          "The code is to be small"};
  return texts[static_cast<int>(why)];
}
/// Why a loop has no schedule.
struct NoSchedule {
  Why why = Why::unable;
  std::uint32_t mii = 0;     ///< 0 where it was not computed
  std::uint32_t stages = 0;  ///< of too_many_stages: behind the first, of the last schedule found
};

/// Lower bounds of II and what makes them.
struct Bounds {
  /// Cycles between iterations at least: by what units and issue slots can do, and by recurrences.
  std::uint32_t res_mii = 0, rec_mii = 0;
  std::uint32_t mii = 0;             ///< the greater one; ResMII alone under ignore_recmii
  std::uint32_t unit = none;         ///< the unit that makes ResMII; none: issue slots, or nothing
  std::vector<std::uint32_t> cycle;  ///< edges in order around a recurrence: ceil(latencies / distances) is RecMII
};

/// Counters of one call.
struct Stats {
  std::uint64_t insts = 0, edges = 0, loops = 0;
  std::uint64_t howard_rounds = 0;  ///< policy improvements for RecMII
  std::uint64_t intervals = 0;      ///< IIs tried
  std::uint64_t in_order = 0;       ///< schedules by placing in swing order
  std::uint64_t by_eviction = 0;    ///< schedules by evicting
  std::uint64_t by_conflicts = 0;   ///< schedules by evicting what was evicted least often
  std::uint64_t by_slots = 0;       ///< schedules by the search over slots
  std::uint64_t slots_tried = 0;    ///< cycles at which an instruction was tried
  std::uint64_t evicted = 0;
  std::uint64_t stage_rejects = 0, pressure_rejects = 0;
  std::uint64_t moves_tried = 0, moves_taken = 0;
  std::uint64_t live_before = 0, live_after = 0;  ///< MaxLive summed over sets, before and after improvement
  std::uint64_t exact_nodes = 0, gave_up = 0;     ///< of `exact`; searches that ran out of nodes

  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t Stats::*>;
    return std::array{F{"loops", &Stats::loops},
                      F{"instructions", &Stats::insts},
                      F{"edges", &Stats::edges},
                      F{"Howard rounds", &Stats::howard_rounds},
                      F{"intervals tried", &Stats::intervals},
                      F{"placed in order", &Stats::in_order},
                      F{"placed by eviction", &Stats::by_eviction},
                      F{"placed by conflicts", &Stats::by_conflicts},
                      F{"placed by slots", &Stats::by_slots},
                      F{"slots tried", &Stats::slots_tried},
                      F{"evicted", &Stats::evicted},
                      F{"rejected by stages", &Stats::stage_rejects},
                      F{"rejected by pressure", &Stats::pressure_rejects},
                      F{"moves tried", &Stats::moves_tried},
                      F{"moves taken", &Stats::moves_taken},
                      F{"MaxLive before", &Stats::live_before},
                      F{"MaxLive after", &Stats::live_after},
                      F{"exact nodes", &Stats::exact_nodes},
                      F{"exact searches given up", &Stats::gave_up}};
  }
};

/// What `schedule` gives.
struct Result {
  std::variant<Schedule, NoSchedule> answer = NoSchedule{};  ///< a schedule, or why there is none
  Bounds bounds;
  std::vector<std::uint64_t> max_live;  ///< per set, of the schedule
  bool least_ii = false;                ///< proven: II is MII, or all below it were searched in vain
  bool least_live = false;              ///< proven: no schedule of this II has a smaller sum of MaxLive
  Stats stats;
  /// Null where there is none.
  template <class = void>
  const Schedule* schedule() const {
    return std::get_if<Schedule>(&answer);
  }
  /// Null where there is a schedule.
  template <class = void>
  const NoSchedule* refusal() const {
    return std::get_if<NoSchedule>(&answer);
  }
};

}  // namespace lathe::modulo
