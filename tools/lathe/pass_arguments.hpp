// The options of `lathe compile` and `lathe opt` that turn optional passes on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nvptx/passes/passes.hpp"

namespace lathe::nvptx::cli {

class Options;

struct PassArguments {
  std::vector<std::string> enabled;
  bool sched4reg = false, pipeliner = false, textures = false;
  std::vector<std::string> order, keep_if_better;
  std::uint64_t limit = ~std::uint64_t{0}, last_fuel = ~std::uint64_t{0};
  // What is told of them.
  std::vector<std::string> print_after;
  bool time_passes = false, print_pipeline = false, remarks = false;
  /// Must the passes' report be made: is anything of it told?
  bool wants_report() const;
  PassKnobs knobs;
  bool registers_counted = false;     ///< something beside the passes reads --maxreg
  unsigned size_level = 0;            ///< 1 for -Os, 2 for -Oz
  std::vector<std::string> left_out;  ///< knobs that the command has no use for: not declared
};
/// -Os and -Oz as -O2 with --size-level=1 or 2.
void respell_size_levels(std::vector<std::string>& words);
/// --enable, and the names that the reference has for them.
void add_pass_options(Options& app, PassArguments& a);
/// --time-passes, --print-after, --print-pipeline.
void add_pass_report_options(Options& app, PassArguments& a);
/// Limits that nothing reads: --pass-fuel without --pass-limit.
std::optional<int> refuse_idle_limits(const Options& app);
/// The message where a knob has a value of its own and no pass that reads it runs with these options, which are settled;
/// empty: there is none.
std::string idle_knob(const PassArguments& a, const PassOptions& options);
/// To standard error: what was printed behind passes, and their table.
void print_pass_report(const PassArguments& a, const PassReport& report);
/// The pipeline of these options, a line for each pass: the answer to --print-pipeline.
std::string pipeline_text(const PassOptions& options);
/// Names of all passes that may be left out: those of the pipeline at any level, and the optional ones.
std::vector<std::string> all_pass_names();
/// Why a pass that the reference names can neither be left out nor asked for here; empty for all others.
std::string not_switched(const std::string& name);
/// What the reference calls some of those, and steps of prepare.
std::vector<std::string> reference_pass_names();
/// A name of the reference -> ours, one or more; another name as it is.
std::vector<std::string> our_passes(const std::string& name);
/// Into the pipeline's options; false after what cannot be done, which standard error was told. `in_ssa`: the code that
/// the passes get has phis.
bool settle(const PassArguments& a, PassOptions& options, bool in_ssa);

}  // namespace lathe::nvptx::cli
