// --fail-on: what a continuous build stops for.
#include <fmt/format.h>

#include <algorithm>

#include "tools/lathe/report/report.hpp"

namespace lathe::nvptx::cli {
namespace {

using Figures_ = std::map<std::string, std::optional<double>>;

std::optional<double> of(const Figures_& figures, const char* name) {
  const auto at = figures.find(name);
  return at == figures.end() ? std::nullopt : at->second;
}

// "NAME: WHAT from A to B" where it became more; nothing where one of the two is not known.
std::string grown(const KernelRow& row, const Figures_& now, const char* name, const char* what) {
  const auto was = of(row.was, name), is = of(now, name);
  if (!was || !is || *is <= *was) return {};
  return fmt::format("{}: {} from {:.0f} to {:.0f}", row.function, what, *was, *is);
}

std::string judge(std::string_view rule, const KernelRow& row, const Figures_& now) {
  if (rule == "spills") {
    const std::uint64_t bytes = row.spilled().value_or(0);
    return bytes == 0 ? "" : fmt::format("{}: {} bytes of registers are spilled", row.function, bytes);
  }
  if (rule == "unlaunchable")
    return row.kernel && row.occupancy.blocks == 0
               ? fmt::format("{}: no block of {} threads fits on a multiprocessor", row.function, row.threads)
               : "";
  if (row.was.empty()) return {};
  if (rule == "occupancy-step-lost") {
    const auto was = of(row.was, "warps"), is = of(now, "warps");
    if (!was || !is || *is >= *was) return {};
    return fmt::format("{}: warps on a multiprocessor from {:.0f} to {:.0f}", row.function, *was, *is);
  }
  if (rule == "registers")
    return of(now, "registers_ptxas") && of(row.was, "registers_ptxas")
               ? grown(row, now, "registers_ptxas", "registers by ptxas")
               : grown(row, now, "registers", "registers live at once");
  if (rule == "spills-grown") {
    const std::string stores = grown(row, now, "spill_stores", "bytes of spill stores");
    return stores.empty() ? grown(row, now, "spill_loads", "bytes of spill loads") : stores;
  }
  if (rule == "shared") return grown(row, now, "shared", "bytes of shared memory");
  if (rule == "local") {
    const std::string stack = grown(row, now, "stack", "bytes of stack");
    return stack.empty() ? grown(row, now, "local", "bytes of local variables") : stack;
  }
  if (rule == "slower-by-model") {
    const auto was = of(row.was, "cycles_together"), is = of(now, "cycles_together");
    if (!was || !is || *is <= 1.05 * *was) return {};
    return fmt::format("{}: the model's cycles of a warp from {:.1f} to {:.1f}", row.function, *was, *is);
  }
  if (rule == "sass-grown") return grown(row, now, "sass_bytes", "bytes of machine code");
  return grown(row, now, "instructions", "instructions of PTX");  // ptx-grown
}

}  // namespace

const std::vector<FailRule>& fail_rules() {
  static const std::vector<FailRule> rules{
      {"spills", "ptxas spills registers", false, true},
      {"unlaunchable", "no block fits on a multiprocessor", false, false},
      {"occupancy-step-lost", "fewer warps reside than in OTHER", true, false},
      {"registers", "more registers than in OTHER", true, false},
      {"spills-grown", "more bytes spilled than in OTHER", true, true},
      {"shared", "more shared memory than in OTHER", true, false},
      {"local", "more stack or local memory than in OTHER", true, false},
      {"sass-grown", "more machine code than in OTHER", true, true},
      {"ptx-grown", "more instructions than in OTHER", true, false},
      {"slower-by-model", "a twentieth more cycles by the model than in OTHER", true, false},
      {"kernel-missing", "a kernel of OTHER is not there", true, false}};
  return rules;
}

std::vector<std::string> findings(const ReportArguments& a, const std::vector<ReportModule>& modules,
                                  const OtherBuild& other) {
  std::vector<std::string> out;
  for (const std::string& rule : a.fail_on) {
    std::vector<std::string> names;
    for (const ReportModule& module : modules)
      for (const KernelRow& row : module.rows) {
        names.push_back(row.function);
        // The machine counts for shares alone, which no rule looks at.
        const std::string text = judge(rule, row, figures_of(multiprocessor(80), row));
        if (!text.empty()) out.push_back(fmt::format("{}: {}: {}", rule, module.name, text));
      }
    if (rule != "kernel-missing") continue;
    for (const auto& [name, figures] : other.functions)
      if (of(figures, "warps") && !std::ranges::count(names, name))
        out.push_back(fmt::format("{}: {}: {} is not there", rule, a.against, name));
  }
  return out;
}

}  // namespace lathe::nvptx::cli
