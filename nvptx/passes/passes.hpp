// Machine IR -> machine IR: from SSA form to code that can be printed.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/support/remark.hpp>

#include "nvptx/mir/ir.hpp"
#include "nvptx/passes/knobs.hpp"
#include "nvptx/target/features.hpp"

namespace lathe::nvptx {

/// A row of the table of passes.
struct PassInfo {
  static constexpr unsigned never = 99;
  const char* name;
  const char* reference;  ///< what the reference calls it, several names behind commas; or nothing
  unsigned level;         ///< the lowest -O that runs it unasked; never: it runs where it is enabled
  const char* what;
  bool required = false;   ///< cannot be left out where it has something to do: PTX has no phis
  bool of_module = false;  ///< looks at all functions together, behind all that is done to each: run_module_passes
  bool optional() const { return level == never; }
};

class PointerReach;
class ImageArguments;
struct PassOptions {
  unsigned opt_level = 3;
  unsigned size_level = 0;  ///< as Features has it
  std::string only;         ///< passes on the module change this function alone; empty: all
  bool verify_each = false;
  std::vector<std::string> disabled;     ///< pass names
  std::vector<std::string> enabled;      ///< names of optional passes, which run from -O1 on (ssa always)
  std::vector<std::string> order;        ///< these and no others, in this order, whatever the level; one may come again
  bool sched4reg = false;                ///< `schedule` makes the registers few whatever it costs, not just fewer
  std::string stop_after;                ///< pass name
  std::vector<std::string> print_after;  ///< pass names, or `all`: the function behind each goes to PassReport::printed
  /// Pass names, or `all`: what such a pass made of a function is kept where registers and weighted instructions do not
  /// become more, and else taken back.
  std::vector<std::string> keep_if_better;
  /// For bisection. Steps are numbered: function * passes in the pipeline + place in it; those from `limit` on do nothing,
  /// but for what is required. The last one before it makes at most `last_fuel` changes, where the pass counts them.
  std::uint64_t limit = ~std::uint64_t{0}, last_fuel = ~std::uint64_t{0};
  bool remarks = false;  ///< fill PassReport::remarks
  bool measure = false;  ///< fill Row::registers, for which liveness is computed behind each pass
  PassKnobs knobs;
  /// What functions that were given to run_passes before touch through pointers (reach.hpp); null: nothing is known.
  const PointerReach* reach = nullptr;
  /// Which textures, surfaces and samplers functions of the module are given (image_handles.hpp); null: nothing is known.
  const ImageArguments* images = nullptr;
};

/// What is wrong with a program that was given, as a pass found it.
struct PassError {
  std::string file;        ///< of the source; empty: the line is the PTX's that was parsed
  std::uint32_t line = 0;  ///< 0: not known
  std::string function, text;
};

/// What the passes did, by place in the pipeline; of one function, or added up.
struct PassReport {
  struct Row {
    std::string name;
    std::uint64_t runs = 0, changed = 0, taken_back = 0, before = 0, after = 0;  ///< functions; instructions
    std::uint64_t changes = 0;                                                   ///< those that the pass counts
    std::uint32_t registers = 0;  ///< with PassOptions::measure: most that are live at once behind it, 32-bit words
    double ms = 0;                ///< by the clock
    std::vector<std::pair<std::string, std::uint64_t>> counters;  ///< the pass's own
  };
  std::vector<Row> rows;
  std::string printed;             ///< PassOptions::print_after
  RemarkList remarks;              ///< with PassOptions::remarks
  std::vector<PassError> errors;   ///< the program's; without a report they stand among the faults
  std::uint64_t steps = 0;         ///< how many numbers of steps there are up to this function's last
  std::string last_step;           ///< function and pass of the last step before the limit, if it is of this function
  std::uint64_t last_changes = 0;  ///< that it made; 0 where the pass does not count them
  void add(const PassReport& other);
};

/// To be called when the selector folded branches: drops the blocks that the entry does not reach any more, and the phi
/// operands of the edges that are gone. O(instructions).
void forget_edges(mir::Module& module, mir::Function& function);
/// All passes, in the order in which they run.
const std::vector<PassInfo>& pass_table();
/// Name of each pass of the pipeline in order, for -O`level`.
std::vector<std::string> pass_names(unsigned opt_level);
/// Names of the passes that run only where they are enabled, in order.
std::vector<std::string> optional_pass_names();
/// What run_passes runs with these options, in order; names that are no pass are left out.
std::vector<std::string> pipeline(const PassOptions& options);
/// May machine-outliner run with these options, be it for functions that are to be small alone?
bool may_outline(const PassOptions& options);
/// Would passes on the whole module do anything to it? By the options, and by which of its functions are to be small.
/// O(functions).
bool wants_module_passes(const mir::Module& module, const PassOptions& options);
/// Runs those, behind run_passes of every function; functions may be added. Faults and report as there.
void run_module_passes(mir::Module& module, const Features& features, const PassOptions& options,
                       std::vector<std::string>& faults, PassReport* report = nullptr);
/// Runs them: dead code, copy propagation, address modes, phi elimination with coalescing, block order, ...
/// Appends faults when verify_each is set: the verifier's after each pass, and of the optional ones those that the
/// algorithms' own checkers find. `report`, where it is given, is added to; `number` is the function's for the steps.
void run_passes(mir::Module& module, mir::Function& function, const Features& features, const PassOptions& options,
                std::vector<std::string>& faults, PassReport* report = nullptr, std::uint64_t number = 0);

}  // namespace lathe::nvptx
