// The import planner's answer: plain data. See plan_text.hpp for its text form.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/support/stats.hpp>
#include <lathe/thinlto/import_list.hpp>
#include <lathe/thinlto/options.hpp>
#include <lathe/thinlto/problem.hpp>

namespace lathe::thinlto {

/// Why a callee is not imported. Of several copies, or calls, the last reason of this list that holds is told.
enum class Reason : std::uint8_t {
  none,
  no_summary,               ///< only declared: no module has it
  not_live,                 ///< no root reaches it
  skipped_declaration,      ///< a device declaration of address space 25
  not_a_function,           ///< the guid is that of a variable
  interposable_linkage,     ///< the linker may put another definition in its place
  name_mismatch,            ///< a weak copy of another name: two names with one guid
  local_linkage_elsewhere,  ///< local to a module that is not the caller's, and there are others of that name
  kernel,                   ///< an entry point
  not_eligible,             ///< must not leave its module
  not_importable,           ///< its import priority is 0
  no_inline,                ///< the inliner could not use it
  cold,                     ///< every call of it is cold, and cold calls have no threshold
  too_large,                ///< more instructions than any call's threshold
  import_cutoff             ///< the budget went to others
};
inline constexpr std::size_t reason_count = 15;
inline constexpr std::array<const char*, reason_count> reason_names{"none",           "no_summary",
                                                                    "not_live",       "skipped_declaration",
                                                                    "not_a_function", "interposable_linkage",
                                                                    "name_mismatch",  "local_linkage_elsewhere",
                                                                    "kernel",         "not_eligible",
                                                                    "not_importable", "no_inline",
                                                                    "cold",           "too_large",
                                                                    "import_cutoff"};

/// A value that calls in the module or in what it imports name, but which is not imported.
struct Refused {
  std::uint32_t value = 0;      ///< into Problem::values
  std::uint32_t threshold = 0;  ///< the largest one that a call of it gave
  std::uint32_t attempts = 0;   ///< calls of it that were looked at
  Reason reason = Reason::none;
  Hotness hotness = Hotness::unknown;
  bool operator==(const Refused&) const = default;
};

/// What the planner found out about the whole program first.
struct Analysis {
  std::vector<bool> live;                 ///< per value
  std::vector<std::uint32_t> attributes;  ///< per summary: flag::read_only, write_only, no_recurse, no_unwind
  bool operator==(const Analysis&) const = default;
};

/// Imports are in the order of summaries, refusals in the order of values.
struct ModulePlan {
  ImportList imports;            ///< what is copied here
  std::vector<Refused> refused;  ///< empty unless Options::print_import_failures
  bool workload = false;         ///< by a workload's list, not by thresholds
  bool operator==(const ModulePlan&) const = default;
};

/// A summary that other modules import, or that what they import refers to: it must be visible outside its module.
struct Export {
  std::uint32_t summary : 31 = 0;     ///< into Problem::summaries
  std::uint32_t declaration : 1 = 0;  ///< only referred to
  Export() = default;
  /// Of a summary: `d`, it is only referred to.
  Export(std::uint32_t s, bool d) : summary(s & 0x7fffffffU), declaration(d) {}
  bool operator==(const Export&) const = default;
};

/// Counters of one plan.
struct Stats {
  std::uint64_t modules = 0, values = 0, summaries = 0, calls = 0, refs = 0;
  std::uint64_t live_values = 0, dead_values = 0;
  std::uint64_t read_only = 0, write_only = 0, no_recurse = 0, no_unwind = 0;
  std::uint64_t visits = 0;    ///< function bodies looked at, over all modules
  std::uint64_t revisits = 0;  ///< of those, not for the first time in their module; 0 by the rule `best`
  std::uint64_t calls_seen = 0;
  std::uint64_t functions = 0, hot_functions = 0, critical_functions = 0, variables = 0, declarations = 0;
  std::uint64_t instructions = 0;  ///< of imported functions
  std::uint64_t exports = 0, workload_modules = 0, workloads_ignored = 0;
  std::uint64_t out_of_fuel = 0;                      ///< 1: Options::fuel was spent
  std::array<std::uint64_t, reason_count> refused{};  ///< values, summed over modules
  std::uint64_t refused_total = 0;

  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t Stats::*>;
    return std::array{F{"modules", &Stats::modules},
                      F{"values", &Stats::values},
                      F{"summaries", &Stats::summaries},
                      F{"calls", &Stats::calls},
                      F{"references", &Stats::refs},
                      F{"live values", &Stats::live_values},
                      F{"dead values", &Stats::dead_values},
                      F{"read-only variables", &Stats::read_only},
                      F{"write-only variables", &Stats::write_only},
                      F{"norecurse functions", &Stats::no_recurse},
                      F{"nounwind functions", &Stats::no_unwind},
                      F{"visits", &Stats::visits},
                      F{"revisits", &Stats::revisits},
                      F{"calls seen", &Stats::calls_seen},
                      F{"imported functions", &Stats::functions},
                      F{"imported hot functions", &Stats::hot_functions},
                      F{"imported critical functions", &Stats::critical_functions},
                      F{"imported variables", &Stats::variables},
                      F{"imported declarations", &Stats::declarations},
                      F{"imported instructions", &Stats::instructions},
                      F{"exports", &Stats::exports},
                      F{"modules by workload", &Stats::workload_modules},
                      F{"workloads ignored", &Stats::workloads_ignored},
                      F{"refused", &Stats::refused_total},
                      F{"out of fuel", &Stats::out_of_fuel}};
  }
};

/// Why there is no plan. An empty plan is not a refusal: there was nothing to import.
enum class Refusal : std::uint8_t {
  none,
  broken_problem,  ///< check_problem finds faults
  too_large,       ///< more than 32-bit ids can name
  bad_options      ///< valid(options) is false
};
inline const char* to_string(Refusal refusal) {
  static constexpr const char* names[] = {"none", "broken problem", "too large", "bad options"};
  return names[static_cast<int>(refusal)];
}

/// What each module imports and exports, and what becomes of symbols, or why there is no plan.
struct Plan {
  Refusal refusal = Refusal::none;
  Analysis analysis;
  std::vector<ModulePlan> modules;  ///< in the order of the problem
  std::vector<Export> exports;      ///< in the order of summaries
  Stats stats;
  Options options;  ///< those that it was made with; the text form leaves them out
};

}  // namespace lathe::thinlto
