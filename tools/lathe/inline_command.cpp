// `lathe inline`: the inliner's decisions alone, on a problem text. Prints the plan.
#include <lathe/inlining.hpp>
#include <lathe/inlining/check.hpp>
#include <lathe/inlining/text.hpp>

#include "tools/lathe/algorithm.hpp"
#include "tools/lathe/options.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe inline PROBLEM.txt|- [--check] [--stats] [OPTIONS]   (see lathe inline --help)";

struct Arguments : AlgorithmArguments {
  inlining::Options options;
  std::string import_stats;
  bool info = false;
};

void add_options(Options& app, Arguments& a) {
  inlining::Options& o = a.options;
  app.option("input", a.input, "a problem text; - is standard input, the default");
  app.option("-o,--output", a.output, "where the plan goes; - is standard output, the default");
  app.section(Section::algorithm);
  app.option("--inline-budget", o.inline_budget, "units that a caller may grow by").show_default();
  app.option("--inline-total-budget", o.inline_total_budget, "units that all callers may grow by together");
  app.option("--inline-threshold", o.threshold, "units that a call may cost").show_default();
  app.option("--hot-callsite-threshold", o.hot_threshold, "units that a hot call may cost").show_default();
  app.option("--inlinecold-threshold", o.cold_threshold, "units that a cold call may cost").show_default();
  app.option("--inline-last-call-bonus", o.last_call_bonus, "units that a local function's last call may cost beside")
      .show_default();
  app.option("--inline-pressure", o.pressure, "keep to the functions' limits of registers").show_default();
  app.section(Section::diagnostics);
  app.flag("--inline-info", a.info, "each decision and each refusal on standard error");
  app.option("--inliner-function-import-stats", a.import_stats,
             "what became of imported functions, on standard error: basic (sums) or verbose (each function)")
      .one_of({"basic", "verbose"});
  app.section(Section::output);
  declare_words(app, "inline", a);
  app.flag("--print-problem", a.dump, "print the problem, no plan");
  app.footer(
      "Example:\n  printf 'inlining\\nfunction f size 9\\ncall g saved 5\\nfunction g size 20\\n' | lathe inline - "
      "--check");
}

Json result_of(const inlining::Problem& p, const inlining::Plan& plan) {
  const auto call = [&](std::uint32_t instance) {
    const inlining::Instance& x = plan.instances[instance];
    Json one;
    one.add("call", std::uint64_t{instance}).add("callee", p.functions[p.sites[x.site].callee].name);
    return std::move(one.add("caller", p.functions[x.owner].name));
  };
  std::vector<Json> inlined, kept;
  for (const inlining::Decision& d : plan.decisions) {
    Json one = call(d.instance);
    inlined.push_back(std::move(one.add("cost", d.cost).add("benefit", d.benefit)));
  }
  for (const inlining::Kept& k : plan.kept) {
    Json one = call(k.instance);
    one.add("why", std::string(inlining::reason_names[static_cast<std::size_t>(k.reason)]));
    kept.push_back(std::move(one.add("cost", k.cost).add("budget_left", k.budget_left)));
  }
  Json out;
  return std::move(out.add("inlined", std::move(inlined)).add("kept", std::move(kept)));
}

int run(const Arguments& a) {
  Algorithm to(a, "inlining");
  if (!to.read()) return failed;
  const auto problem = to.problem(inlining::read_problem);
  if (!problem) return failed;
  if (a.dump) return to.write(inlining::print(*problem));
  RemarkList info;
  RemarkList* const remarks = to.remarks() != nullptr ? to.remarks() : a.info ? &info : nullptr;
  const inlining::Plan plan =
      to.timed([&] { return inlining::plan_inlining(*problem, a.options, MaybeRemarks{remarks}); });
  if (plan.refusal != inlining::Refusal::none)
    return Algorithm::fail(to.name() + ": no plan: " + inlining::to_string(plan.refusal));
  if (a.info)
    for (const Remark& remark : remarks->remarks) tell(remark.text + "\n");
  if (!a.import_stats.empty()) tell(inlining::import_statistics(*problem, plan, a.import_stats == "verbose"));
  to.figures().add(plan.stats);
  to.text() = inlining::print(*problem, plan);
  to.result([&] { return result_of(*problem, plan); });
  if (a.check) to.add_faults(inlining::check_plan(*problem, plan, a.options));
  return to.finish();
}

}  // namespace

int inline_command(const std::vector<std::string>& arguments) {
  Options app("Which calls to replace by bodies, under a budget for each caller.", "lathe inline", short_usage);
  Arguments a;
  add_options(app, a);
  if (const auto done = app.parse(arguments)) return *done;
  a.options.fuel = a.fuel;
  if (a.dump)
    if (const auto done = refuse_others(app, "--print-problem", {"--output"})) return *done;
  return run(a);
}

}  // namespace lathe::nvptx::cli
