// The outliner's plan: plain data, with a text form.
//
// A plan is a list of rounds. A round names outlined functions and the sites that become calls of them; its places are
// those of the problem after the rounds before it (rewrite.hpp does that step on a problem, apply.hpp on the user's
// IR). The body of a function is the sequence at its first site, with that site's values as formal names.
//
//   plan
//   round
//   function OUTLINED_FUNCTION_0 length 3 bytes 48 frame 8 saved 20 parameters 0 0 results 1
//   site 0 block 2 first 17 call 12 arguments 4 9 results 12
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/outline/concepts.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::outline {

/// A function that is to be made.
struct OutlinedFunction {
  std::string name;
  Interface interface;
  std::uint32_t frame_bytes = 0;  ///< bytes beside the body
  std::int64_t saved = 0;         ///< bytes by the classic count, calls and frame paid
  bool shared = false;            ///< planned over several modules: one site will do, the linker keeps one copy
};
/// A place that is to become a call.
struct PlannedSite {
  std::uint32_t function = 0;  ///< of the round
  Site site;
  std::uint32_t call_bytes = 0;                   ///< of the call that it becomes
  std::vector<std::uint32_t> arguments, results;  ///< values, in the order of the interface
};
/// Sites are sorted by place; every function has one at least.
struct Round {
  std::vector<OutlinedFunction> functions;
  std::vector<PlannedSite> sites;
};

/// Counters of one plan.
struct Stats {
  std::uint64_t instructions = 0;   ///< of the problem
  std::uint64_t symbolized = 0;     ///< instructions turned into symbols, over all rounds
  std::uint64_t string_length = 0;  ///< over all rounds
  std::uint64_t structures = 0;     ///< distinct keys with shapes of operands
  std::uint64_t symbols = 0;        ///< distinct legal symbols, classes of operands included
  std::uint64_t repeats = 0;        ///< repeated strings looked at
  std::uint64_t hopeless = 0;       ///< of those, too small whatever their sites are
  std::uint64_t groups = 0;         ///< groups of sites equal up to names
  std::uint64_t not_cheaper = 0;    ///< of those, not worth it
  std::uint64_t candidates = 0;     ///< groups worth it before others are chosen
  std::uint64_t evaluations = 0;    ///< of groups, first ones included
  std::uint64_t refused_sites = 0;  ///< by the target or because a value cannot be passed
  std::uint64_t hot_blocks = 0;     ///< left alone by the guard
  std::uint64_t functions = 0, sites = 0;
  std::uint64_t bytes_before = 0, bytes_saved = 0;
  std::uint64_t rounds = 0;
  std::uint64_t out_of_work = 0;  ///< repeats not looked at because Options::work was spent
  std::uint64_t out_of_fuel = 0;  ///< 1: functions were left out because Options::fuel was spent

  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t Stats::*>;
    return std::array{F{"instructions", &Stats::instructions},
                      F{"symbolized", &Stats::symbolized},
                      F{"string length", &Stats::string_length},
                      F{"structures", &Stats::structures},
                      F{"symbols", &Stats::symbols},
                      F{"repeats", &Stats::repeats},
                      F{"hopeless repeats", &Stats::hopeless},
                      F{"groups", &Stats::groups},
                      F{"groups not cheaper", &Stats::not_cheaper},
                      F{"candidates", &Stats::candidates},
                      F{"evaluations", &Stats::evaluations},
                      F{"refused sites", &Stats::refused_sites},
                      F{"hot blocks", &Stats::hot_blocks},
                      F{"functions", &Stats::functions},
                      F{"sites", &Stats::sites},
                      F{"bytes before", &Stats::bytes_before},
                      F{"bytes saved", &Stats::bytes_saved},
                      F{"rounds", &Stats::rounds},
                      F{"out of work", &Stats::out_of_work},
                      F{"out of fuel", &Stats::out_of_fuel}};
  }
};

/// Why there is no plan. An empty plan is not a refusal: nothing was worth it.
enum class Refusal : std::uint8_t {
  none,
  broken_problem,  ///< check_problem finds faults
  too_large,       ///< more instructions than 32-bit places can name
  bad_options,     ///< min_length is 0
};
inline const char* to_string(Refusal refusal) {
  static constexpr const char* names[] = {"none", "broken problem", "too large", "bad options"};
  return names[static_cast<int>(refusal)];
}

/// What to outline, a round after another, or why nothing was looked at.
struct Plan {
  Refusal refusal = Refusal::none;
  std::vector<Round> rounds;  ///< only those in which something is outlined
  Stats stats;
};

}  // namespace lathe::outline
