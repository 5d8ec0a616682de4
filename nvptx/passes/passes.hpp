// Machine IR -> machine IR: from SSA form to code that can be printed.
#pragma once

#include <string>
#include <vector>

#include "nvptx/mir/ir.hpp"
#include "nvptx/passes/knobs.hpp"
#include "nvptx/target/features.hpp"

namespace lathe::nvptx {

struct PassOptions {
  unsigned opt_level = 3;
  bool verify_each = false;
  std::vector<std::string> disabled;  ///< pass names
  std::vector<std::string> enabled;   ///< names of optional passes, which run from -O1 on (ssa always)
  bool sched4reg = false;             ///< `schedule` makes the registers few whatever it costs, not just fewer
  std::string stop_after;             ///< pass name
  PassKnobs knobs;
};
/// To be called when the selector folded branches: drops the blocks that the entry does not reach any more, and the phi
/// operands of the edges that are gone. O(instructions).
void forget_edges(mir::Module& module, mir::Function& function);
/// Name of each pass of the pipeline in order, for -O`level`.
std::vector<std::string> pass_names(unsigned opt_level);
/// Names of the passes that run only where they are enabled, in order: `ssa` in front of the others, the rest behind.
std::vector<std::string> optional_pass_names();
/// Runs them: dead code, copy propagation, address modes, phi elimination with coalescing, block order, ...
/// Appends faults when verify_each is set: the verifier's after each pass, and of the optional ones those that the
/// algorithms' own checkers find.
void run_passes(mir::Module& module, mir::Function& function, const Features& features, const PassOptions& options,
                std::vector<std::string>& faults);

}  // namespace lathe::nvptx
