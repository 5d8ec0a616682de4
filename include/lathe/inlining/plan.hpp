// Options of the inliner's planner, and its answer: plain data. text.hpp has the answer's text form.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/inlining/problem.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::inlining {

/// The knobs; names in the reference's words where it has them.
struct Options {
  std::uint64_t inline_budget = 20000;             ///< units that one caller may grow by
  std::uint64_t inline_total_budget = UINT64_MAX;  ///< units that all callers together may grow by
  std::uint32_t threshold = 2475;       ///< cost of one call at most: for machines whose calls are dear, 11 times 225
  std::uint32_t hot_threshold = 33000;  ///< of a hot one: 3,000 times 11
  std::uint32_t cold_threshold = 495;   ///< of a cold one: 45 times 11
  std::uint32_t last_call_bonus = 165000;  ///< added for the last call of a local function: 15,000 times 11
  bool pressure = true;                    ///< keep to Function::register_limit
  std::uint64_t fuel = UINT64_MAX;         ///< calls to inline at most
  bool operator==(const Options&) const = default;
};

/// Why a call stays.
enum class Reason : std::uint8_t {
  none,
  not_defined,   ///< the callee has no body here
  no_inline,     ///< the function or the call says so
  recursive,     ///< the callee is the caller, or the call came with its body
  cold,          ///< dearer than a cold call may be
  too_large,     ///< dearer than a call may be
  no_gain,       ///< nothing would be won
  pressure,      ///< the caller would need more registers than its limit
  budget,        ///< the caller's budget went to others
  total_budget,  ///< the program's budget went to others
  unreachable    ///< its caller is a local function that nobody calls any more
};
inline constexpr std::size_t reason_count = 11;
inline constexpr std::array<const char*, reason_count> reason_names{"none",   "not_defined",  "no_inline",  "recursive",
                                                                    "cold",   "too_large",    "no_gain",    "pressure",
                                                                    "budget", "total_budget", "unreachable"};

/// A call as it stands in the code during the plan: the problem's sites first, then those that came with bodies that were
/// moved, in the order of the decisions and, of one decision, of the callee's calls.
struct Instance {
  std::uint32_t site = 0;        ///< of the problem
  std::uint32_t owner = 0;       ///< function in whose code it is
  std::uint32_t by = none;       ///< decision that brought it; none: it was there
  std::uint32_t copy_of = none;  ///< the callee's instance that it is a copy of
  bool operator==(const Instance&) const = default;
};

/// One call replaced by its callee's body as that is at this point of the plan.
struct Decision {
  std::uint32_t instance = 0;    ///< the call that goes: into Plan::instances
  std::uint64_t cost = 0;        ///< units that the caller grows by
  std::uint64_t benefit = 0;     ///< units that are won
  std::uint32_t first_copy = 0;  ///< instances that came with the body
  std::uint32_t copies = 0;      ///< how many
  bool last_call = false;        ///< the callee goes with it
  bool operator==(const Decision&) const = default;
};

/// One call that stays.
struct Kept {
  std::uint32_t instance = 0;  ///< the call that stays: into Plan::instances
  Reason reason = Reason::none;
  std::uint64_t cost = 0;         ///< units that the caller would have grown by; 0 where that was not asked
  std::uint64_t budget_left = 0;  ///< the caller's, when it was refused
  std::uint32_t before = 0;       ///< it was refused when so many decisions were made
  bool operator==(const Kept&) const = default;
};

/// Counters of one plan.
struct Stats {
  std::uint64_t functions = 0, sites = 0, components = 0, instances = 0, inlined = 0, kept = 0, vanished = 0;
  std::uint64_t units_before = 0, units_after = 0;  ///< of functions that are left
  std::uint64_t fullest = 0;                        ///< units that the caller that grew most grew by
  std::uint64_t imported = 0, imported_inlined = 0, imported_gone = 0;
  std::uint64_t out_of_fuel = 0;                      ///< 1: Options::fuel was spent
  std::array<std::uint64_t, reason_count> reasons{};  ///< by Reason: calls that stay for it

  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t Stats::*>;
    return std::array{F{"functions", &Stats::functions},
                      F{"call sites", &Stats::sites},
                      F{"strongly connected components", &Stats::components},
                      F{"calls seen, copies included", &Stats::instances},
                      F{"inlined calls", &Stats::inlined},
                      F{"kept calls", &Stats::kept},
                      F{"vanished functions", &Stats::vanished},
                      F{"units before", &Stats::units_before},
                      F{"units after", &Stats::units_after},
                      F{"units of the fullest budget", &Stats::fullest},
                      F{"imported functions", &Stats::imported},
                      F{"imported functions with an inlined call", &Stats::imported_inlined},
                      F{"imported functions inlined everywhere", &Stats::imported_gone},
                      F{"out of fuel", &Stats::out_of_fuel}};
  }
};

/// Why there is no plan. One without decisions is not a refusal.
enum class Refusal : std::uint8_t {
  none,
  broken_problem,  ///< check_problem finds faults
  too_large        ///< more copies of calls than 32-bit numbers can name
};
inline const char* to_string(Refusal refusal) {
  static constexpr const char* names[] = {"none", "broken problem", "too large"};
  return names[static_cast<int>(refusal)];
}

/// What to inline, in order. Each decision is executed on the code that the ones before it left.
struct Plan {
  Refusal refusal = Refusal::none;
  std::vector<Instance> instances;
  std::vector<Decision> decisions;
  std::vector<Kept> kept;                ///< in the order in which they were refused
  std::vector<std::uint32_t> order;      ///< functions as callers, callees first
  std::vector<std::uint64_t> size;       ///< units of each function behind the plan; 0 of one that vanished
  std::vector<std::uint32_t> registers;  ///< estimate of each function behind the plan
  std::vector<bool> vanished;            ///< local functions that nobody calls any more
  Stats stats;
};

}  // namespace lathe::inlining
