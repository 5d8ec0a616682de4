// See pass_arguments.hpp.
#include "tools/lathe/pass_arguments.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "tools/lathe/options.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
namespace {

struct Alias {
  const char *theirs, *ours;
};
constexpr Alias aliases[] = {
    {"block-placement", "block-order"},
    {"dead-mi-elimination", "dead-code"},
    {"dead-mi-elimination", "final-dead-code"},
    {"early-cse", "subexpressions"},
    {"load-store-vectorizer", "vectors"},
    {"loop-rotate", "loop-rotation"},
    {"machine-cp", "copy-propagation"},
    {"machine-scheduler", "schedule"},
    {"pipeliner", "pipeline-loops"},
    {"separate-const-offset-from-gep", "address-constants"},
};

}  // namespace

std::vector<std::string> all_pass_names() {
  std::vector<std::string> names = pass_names(3);
  std::erase(names, "phi-elimination");  // PTX has no phis
  const std::vector<std::string> optional = optional_pass_names();
  names.insert(names.end(), optional.begin(), optional.end());
  return names;
}

std::vector<std::string> reference_pass_names() {
  std::vector<std::string> names;
  for (const Alias& alias : aliases)
    if (names.empty() || names.back() != alias.theirs) names.emplace_back(alias.theirs);
  return names;
}

std::vector<std::string> our_passes(const std::string& name) {
  std::vector<std::string> names;
  for (const Alias& alias : aliases)
    if (name == alias.theirs) names.emplace_back(alias.ours);
  return names.empty() ? std::vector<std::string>{name} : names;
}

void add_pass_options(Options& app, PassArguments& a) {
  app.option("--enable", a.enabled,
             fmt::format("run these optional passes, too, ssa in front of the others, the rest behind them: {}",
                         fmt::join(optional_pass_names(), ", ")))
      .cut_at(',');
  app.flag("--nvptx-sched4reg", a.sched4reg, "--enable=schedule, for registers: few, whatever it costs");
  app.flag("--enable-pipeliner", a.pipeliner, "--enable=pipeline-loops");
  app.flag("--group-textures", a.textures, "--enable=group-textures");
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

}  // namespace lathe::nvptx::cli
