// The options of `lathe compile` and `lathe opt` that turn optional passes on.
#pragma once

#include <string>
#include <vector>

#include "nvptx/passes/passes.hpp"

namespace lathe::nvptx::cli {

class Options;

struct PassArguments {
  std::vector<std::string> enabled;
  bool sched4reg = false, pipeliner = false, textures = false;
};
/// --enable, and the names that the reference has for them.
void add_pass_options(Options& app, PassArguments& a);
/// Names of all passes that may be left out: those of the pipeline at any level, and the optional ones.
std::vector<std::string> all_pass_names();
/// What the reference calls some of them, and steps of prepare.
std::vector<std::string> reference_pass_names();
/// A name of the reference -> ours, one or more; another name as it is.
std::vector<std::string> our_passes(const std::string& name);
/// Into the pipeline's options; false after an unknown pass name, which standard error was told.
bool settle(const PassArguments& a, PassOptions& options);

}  // namespace lathe::nvptx::cli
