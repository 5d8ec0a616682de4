// The whole way: LLVM IR text or bitcode -> PTX.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lathe/support/progress.hpp>

#include "codegen/pipeline/block_way.hpp"
#include "nvptx/passes/passes.hpp"
#include "nvptx/prepare/prepare.hpp"
#include "nvptx/support/codegen.hpp"

namespace lathe::nvptx {

struct CompileOptions {
  Features features;
  bool module_target = false;  ///< the functions' attributes replace target and PTX version where they name one
  bool ptx_fixed = false;      ///< the PTX version was asked for: it is not raised for what the module needs
  PrepareOptions prepare;
  PassOptions passes;
  CombineOptions combine;
  bool report_passes = false;          ///< fill CompileStats::passes
  ProgressCount* progress = nullptr;   ///< of functions, behind all that is done for the module; not owned
  unsigned threads = 1;                ///< 0 = all cores where the module is large enough for it to pay
  bool verify_each = false;            ///< run the checkers between rooms
  bool keep_functions = false;         ///< machine code stays in the module, which is printed when all is done
  bool outline_later = false;          ///< machine-outliner is the caller's to run; CompileStats says on what
  bool last = false;                   ///< the process ends behind it: the module need not be taken apart
  std::string triple;                  ///< replaces the module's own (-mtriple, -march); empty = keep it
  std::optional<bool> short_pointers;  ///< replaces what the module's layout says (-nvptx-short-ptr)
  std::string stop_after;              ///< a name of stage_names(); empty = all the way
};
struct CompileStats {
  std::uint64_t functions = 0, ir_instructions = 0, machine_instructions = 0;
  /// Of all blocks; the trace, with CompileOptions::combine.trace, has the runs' COVERED and INCLUDED lines, in the order
  /// of the module, whatever the number of threads.
  BlockWayStats blocks;
  bool wants_outlining = false;  ///< with CompileOptions::outline_later: machine-outliner has something to look at
  std::vector<std::string> small, kept;  ///< then: functions that are to be small, and those with nooutline
  PassReport passes;                     ///< with CompileOptions::report_passes
  unsigned copies = 1;  ///< of the module, each by a thread of its own, in which functions could be prepared
  double read_ms = 0, prepare_ms = 0, codegen_ms = 0, print_ms = 0;  ///< by the clock; of print, a thread's mean
};

/// The rooms after which compilation can stop, in order: "prepare", "build", "combine-1", "legalize-types",
/// "combine-2", "legalize", "combine-3", "select", then the passes of -O`opt_level` and the optional ones.
std::vector<std::string> stage_names(unsigned opt_level);

/// Compiles `ir` (.ll or .bc). The answer is PTX, or the text form of the room after which it stopped; empty
/// after an error, which is in `diag`.
std::string compile(std::string_view ir, const std::string& name, const CompileOptions& options, Diag& diag,
                    CompileStats* stats = nullptr);

}  // namespace lathe::nvptx
