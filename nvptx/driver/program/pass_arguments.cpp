// See pass_arguments.hpp.
#include "nvptx/driver/program/pass_arguments.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "nvptx/driver/program/program.hpp"

namespace lathe::nvptx::program {

void add_pass_options(CLI::App& app, PassArguments& a) {
  app.add_option(
         "--enable", a.enabled,
         fmt::format("run these optional passes, too, behind the others: {}", fmt::join(optional_pass_names(), ", ")))
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_flag("--nvptx-sched4reg", a.sched4reg, "--enable=schedule, for registers: few, whatever it costs");
  app.add_flag("--enable-pipeliner", a.pipeliner, "--enable=pipeline-loops");
  app.add_flag("--group-textures", a.textures, "--enable=group-textures");
}

bool settle(const PassArguments& a, PassOptions& options) {
  const std::vector<std::string> known = optional_pass_names();
  for (const std::string& name : a.enabled) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      report_error(fmt::format("--enable={}: no such optional pass; known: {}", name, fmt::join(known, ", ")));
      return false;
    }
    options.enabled.push_back(name);
  }
  options.sched4reg = a.sched4reg;
  if (a.sched4reg) options.enabled.emplace_back("schedule");
  if (a.pipeliner) options.enabled.emplace_back("pipeline-loops");
  if (a.textures) options.enabled.emplace_back("group-textures");
  return true;
}

}  // namespace lathe::nvptx::program
