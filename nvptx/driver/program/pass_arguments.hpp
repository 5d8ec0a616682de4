// The options of `lathe compile` and `lathe opt` that turn optional passes on.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "nvptx/passes/passes.hpp"

namespace lathe::nvptx::program {

struct PassArguments {
  std::vector<std::string> enabled;
  bool sched4reg = false, pipeliner = false, textures = false;
};
/// --enable, and the names that the reference has for them.
void add_pass_options(CLI::App& app, PassArguments& a);
/// Into the pipeline's options; false after an unknown pass name, which standard error was told.
bool settle(const PassArguments& a, PassOptions& options);

}  // namespace lathe::nvptx::program
