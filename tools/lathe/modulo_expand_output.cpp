#include "tools/lathe/modulo_expand_output.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include <lathe/expand/check.hpp>
#include <lathe/expand/text.hpp>
#include <lathe/modulo/text.hpp>

#include "nvptx/passes/plans.hpp"
#include "nvptx/views/modulo_expand.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {

void add_expand_options(Options& app, ExpandArguments& a) {
  app.flag("--expand{auto}", a.method,
           "print the overlapped loop, too: --expand=mve, peel, annotate, auto; --expand alone: by the knobs");
  app.option("--pipeliner-annotate-for-testing", a.annotate, "expansion: the loop with its cycles alone")
      .show_default();
  app.option("--pipeliner-experimental-cg", a.experimental, "expansion: peeling").show_default();
  app.option("--pipeliner-mve-cg", a.mve, "expansion: modulo variable expansion, peeling where it is too large")
      .show_default();
  app.option("--max-growth", a.options.max_growth, "expansion: code in per cent of the body; 0: no limit")
      .show_default();
  app.option("--respect-limits", a.options.respect_limits, "expansion: refuse more registers than a class has")
      .show_default();
}

bool settle(ExpandArguments& a) {
  using enum modulo::Method;
  constexpr std::array<std::pair<const char*, modulo::Method>, 3> methods{
      {{"mve", mve}, {"peel", peel}, {"annotate", annotate}}};
  a.options.method = modulo::method_of_knobs(a.annotate, a.experimental, a.mve);
  if (a.method.empty() || a.method == "auto") return true;
  for (const auto& [name, method] : methods)
    if (a.method == name) {
      a.options.method = method;
      return true;
    }
  report_error("--expand: mve, peel, annotate or auto was expected, found '" + a.method + "'");
  return false;
}

std::string ExpandOutput::one(const modulo::Problem& p, const modulo::Schedule& s, Algorithm& to) {
  if (a_.method.empty()) return {};
  const modulo::Expansion e = expand_loop(p, s, a_.options);
  if (common_.check && e.refusal == modulo::ExpandRefusal::none) to.add_faults(check_expanded_loop(p, s, e));
  return modulo::print(e);
}

void rewrite_loops(mir::Module& module, const MirPipelineOptions& options, Algorithm& to) {
  const std::string shown = one_line(to.name());
  for (const MirPipelined& loop : to.timed([&] { return pipeline_module(module, options); })) {
    const std::string where = loop.line == 0 ? shown : fmt::format("{}:{}", shown, loop.line);
    if (loop.why.empty())
      to.text() += fmt::format("{}: {}: pipelined, II {}, {} stages, {}, unroll {}\n", where, loop.name, loop.ii,
                               loop.stages, modulo::method_names[static_cast<int>(loop.method)], loop.unroll);
    else
      to.text() += fmt::format("{}: {}: not pipelined: {}\n", where, loop.name, loop.why);
    if (!loop.faults.empty()) to.add_fault(loop.name, loop.faults);
  }
}

}  // namespace lathe::nvptx::cli
