// The threads' part of compilation: functions, each through all rooms from build to the last pass.
//
// Each thread has its own View of the module, its own DAG and memory; each function has its own list of messages and
// its own text, which the caller joins in the order of the module. So the answer does not depend on the number of
// threads. No header of LLVM here: what this file can reach of LLVM, it reaches through build (docs/architecture.md,
// "Threads").
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "nvptx/build/build.hpp"
#include "nvptx/debug/record.hpp"
#include "nvptx/driver/compile.hpp"

namespace lathe::nvptx {

/// Names of the rooms that work on one block's DAG, in order: those of codegen::block_stage_names, and then selection.
inline constexpr std::string_view stage_texts[] = {"build",    "combine-1", "legalize-types", "combine-2",
                                                   "legalize", "combine-3", "select"};

/// What one function gave.
struct Outcome {
  Diag diag;
  std::string text;  ///< of the room after which to stop
  CompileStats stats;
  debug::DebugRecord debug_record;
};

/// A thread has to have this much to do before it is worth its start and its copy of the module; see
/// docs/architecture.md.
inline constexpr std::uint64_t instructions_of_a_thread = 1000;

/// bodies[i] gives outcomes[i]: its text, and its part of the statistics. bodies[i].view is a place in `views`. The
/// number of threads that it took.
/// `built`, when given, is called where only one thread works and there is no debug information: the DAGs of all
/// blocks of that body were built, and nothing reads it any more.
unsigned compile_functions(const CompileOptions& options, std::span<const build::View> views, mir::Module& module,
                           std::span<const Body> bodies, std::span<Outcome> outcomes,
                           const std::function<void(const Body&)>& built = {});

}  // namespace lathe::nvptx
