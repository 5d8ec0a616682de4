// `lathe sched`: the list scheduler alone, on a problem text or on the blocks of PTX.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include <lathe/modulo/text.hpp>
#include <lathe/sched.hpp>
#include <lathe/sched/text.hpp>

#include "nvptx/passes/plans.hpp"
#include "nvptx/views/sched.hpp"
#include "tools/lathe/algorithm.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/report/pictures.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe sched PROBLEM.txt|IN.ptx|- [--rewrite OUT.ptx] [--check] [--stats] [OPTIONS]   (see lathe sched "
    "--help)";

struct Arguments : AlgorithmArguments {
  std::string mode, direction = "both";
  sched::Options options;
  MirRegisterOptions machine;
  bool unguarded = false, sched4reg = false;
  std::int64_t print_region = -1;
  std::uint32_t usedessa = 2;
  std::optional<bool> shorter;
  std::optional<std::uint32_t> least_gain;
};

// The names that the options take, in the order of the enumerations.
const std::vector<std::string> modes{"latency", "pressure", "balanced"}, directions{"both", "top-down", "bottom-up"};

template <class E>
void set(E& value, const std::vector<std::string>& names, const std::string& name) {
  value = static_cast<E>(std::find(names.begin(), names.end(), name) - names.begin());
}

void add_options(Options& app, Arguments& a) {
  sched::Options& o = a.options;
  app.option("input", a.input, "a problem text, or PTX; - is standard input");
  app.option("-o,--output", a.output, "where the plan goes, for PTX a line for each region; - is standard output");
  app.section(Section::algorithm);
  app.option("--mode", a.mode, "what is made small; pressure with nvptx-sched4reg, else balanced").one_of(modes);
  app.option("--nvptx-sched4reg", a.sched4reg, "schedule for registers").show_default();
  app.option("--usedessa", a.usedessa, "1: only the pass after register assignment, by latency; 2: both")
      .range(1, 2)
      .show_default();
  app.option("--direction", a.direction, "of the latency scheduler").one_of(directions).show_default();
  app.flag("--no-guard", a.unguarded, "take the best order even where no step is crossed and no excess removed");
  app.option("--shorter", a.shorter,
             "with the guard, a shorter makespan is a gain; not for PTX unless by --mode=latency or --usedessa=1, as "
             "ptxas schedules again");
  app.option(
         "--least-gain", a.least_gain,
         "with the guard, registers that a lower step must save; 1, for PTX 4, since ptxas allocates near to MaxLive "
         "only")
      .range(0, 255);
  app.option("--windows", o.use_windows, "the target's priorities count").show_default();
  app.option("--window-width", o.use_width, "less freedom comes first").show_default();
  app.option("--look-ahead", o.look_ahead, "instructions looked at for one that fits under the ceiling")
      .range(1, 1 << 20)
      .show_default();
  app.option("--search", o.search, "instructions looked at to get lower, beside 4 for each; 0: none").show_default();
  app.section(Section::target);
  app.option("--maxreg,--max-registers", a.maxreg, "PTX: of a thread; 0: by the directives")
      .range(0, 255)
      .show_default();
  app.option("--extra-registers", a.machine.extra, "PTX: what ptxas needs beside those that are live")
      .range(0, 100)
      .show_default();
  app.section(Section::output);
  declare_words(app, "sched", a);
  app.option("--print-problem", a.print_region, "print the problem, of PTX that of the N-th region, not a plan");
  app.footer("Example:\n  lathe compile a.ll -o - | lathe sched - --check --stats --rewrite a.ptx -o a.txt");
}

void check(Algorithm& to, const sched::Problem& problem, const sched::Plan& plan, const sched::Options& options) {
  to.add_faults(check_region(problem, plan, options), problem.name);
}

Json result_of(const sched::Problem& p, const sched::Plan& plan) {
  const auto cost = [&](const sched::Cost& of) {
    Json one, registers;
    for (std::size_t s = 0; s < p.sets.size(); ++s) registers.add(p.sets[s].name.c_str(), of.registers[s]);
    one.add("makespan", of.makespan).add("registers", std::move(registers)).add("excess", of.excess);
    if (of.occupancy != sched::none) one.add("occupancy", std::uint64_t{of.occupancy});
    return one;
  };
  Json out;
  out.add("region", p.name).add("decision", std::string(to_string(plan.decision)));
  out.add("strategy", std::string(to_string(plan.strategy))).add("before", cost(plan.before));
  out.add("after", cost(plan.after)).numbers_of("order", plan.order).numbers_of("cycles", plan.cycle);
  return out;
}

int run_problem(const Arguments& a, const sched::Problem& problem, Algorithm& to) {
  if (a.print_region >= 0) return to.write(sched::print(problem));
  const sched::Plan plan = to.timed([&] { return region_plan(problem, a.options, to.remarks()); });
  if (plan.refusal != sched::Refusal::none)
    return Algorithm::fail(a.input + ": no plan: " + sched::to_string(plan.refusal));
  to.text() = sched::print(plan);
  to.figures().add(plan.stats);
  to.result([&] { return result_of(problem, plan); });
  to.picture([&] { return picture_of(problem, true); });
  if (a.check) check(to, problem, plan, a.options);
  return to.finish();
}

std::string line(const sched::Problem& problem, const sched::Plan& plan) {
  std::string out =
      fmt::format("region {} instructions {} {} {} cycles {} -> {}", problem.name, problem.size(),
                  to_string(plan.decision), to_string(plan.strategy), plan.before.makespan, plan.after.makespan);
  for (std::size_t s = 0; s < problem.sets.size(); ++s)
    out += fmt::format(" {} {} -> {}", problem.sets[s].name, plan.before.registers[s], plan.after.registers[s]);
  return out + "\n";
}

// One pass over a function: plans its regions together, and moves its instructions.
bool run_function(const Arguments& a, const sched::Options& options, mir::Module& module, mir::Function& function,
                  Algorithm& to) {
  MirScheduling scheduling(module, function, a.machine);
  const std::vector<sched::Problem> problems = scheduling.problems();
  const sched::FunctionPlan plan = to.timed([&] { return region_plans(problems, options, to.remarks()); });
  if (plan.refusal != sched::Refusal::none) {
    report_error(a.input + ": " + function.name + ": no plan: " + to_string(plan.refusal));
    return false;
  }
  to.locate([&](const Remark& remark) {
    if (remark.subject >= scheduling.places().size()) return SourcePlace();
    const auto& at = scheduling.places()[remark.subject];
    return to.place_of(function, at.block, at.first);
  });
  to.figures().add(plan.stats);
  for (std::size_t r = 0; r < problems.size(); ++r) {
    if (a.check) check(to, sched::with_floor(problems[r], plan.floor), plan.plans[r], options);
    to.text() += line(problems[r], plan.plans[r]);
    to.result([&] { return result_of(problems[r], plan.plans[r]); });
    to.picture([&] {
      Json one = picture_of(problems[r], false);
      const auto& at = scheduling.places()[r];
      one.add("function", function.name).add("block", std::uint64_t{at.block}).add("first", std::uint64_t{at.first});
      return one;
    });
  }
  scheduling.apply(plan);
  to.done();
  return true;
}

int print_region(const Arguments& a, mir::Module& module, const Algorithm& to) {
  std::int64_t number = 0;
  for (mir::Function& function : module.functions) {
    if (!to.wanted(function)) continue;
    MirScheduling scheduling(module, function, a.machine);
    for (MirScheduling::Region& region : scheduling.regions())
      if (number++ == a.print_region) return to.write(sched::print(sched::ingest(region)));
  }
  return Algorithm::fail(fmt::format("{}: there are {} regions, none is number {}", a.input, number, a.print_region));
}

int run_ptx(Arguments a, Algorithm& to) {
  mir::Module* const module = to.module();
  if (module == nullptr) return failed;
  if (a.print_region >= 0) return print_region(a, *module, to);
  a.options.least_gain = a.least_gain.value_or(mir_sched_defaults().least_gain);
  a.options.shorter = a.shorter.value_or(mir_sched_defaults().shorter || a.mode == "latency" || a.usedessa == 1);
  const sched::Phases phases = sched::phases(a.usedessa);
  for (mir::Function& function : module->functions) {
    if (!to.wanted(function)) continue;
    if (phases.before_assignment && !run_function(a, a.options, *module, function, to)) return failed;
    // PTX has no registers assigned: the pass behind that runs where it was asked for alone.
    sched::Options after = a.options;
    after.mode = sched::after_assignment().mode;
    if (!phases.before_assignment && !run_function(a, after, *module, function, to)) return failed;
  }
  if (!a.rewrite.empty())
    if (const int state = to.rewrite(); state != ok) return state;
  return to.finish();
}

int run(const Arguments& a) {
  Algorithm to(a, "sched");
  if (!to.read()) return failed;
  if (!to.is_problem()) return run_ptx(a, to);
  const auto problem = to.problem(sched::read_problem);
  return problem ? run_problem(a, *problem, to) : failed;
}

// Words that would do nothing with what is asked for.
std::optional<int> refuse_words(const Options& app, const Arguments& a) {
  if (a.unguarded)
    if (const auto done = refuse_idle(app, "--no-guard", {"--shorter", "--least-gain"})) return done;
  if (a.usedessa == 1)
    if (const auto done = refuse_idle(app, "--usedessa=1", {"--mode", "--nvptx-sched4reg", "--look-ahead"}))
      return done;
  if (!a.mode.empty())
    if (const auto done = refuse_idle(app, "--mode", {"--nvptx-sched4reg"})) return done;
  if (a.mode == "latency") return refuse_idle(app, "--mode=latency", {"--look-ahead"});
  if (a.mode == "pressure" || (a.mode.empty() && a.sched4reg))
    return refuse_idle(app, a.sched4reg ? "--nvptx-sched4reg" : "--mode=pressure",
                       {"--shorter", "--direction", "--windows", "--window-width", "--look-ahead"});
  return std::nullopt;
}

}  // namespace

int sched_command(const std::vector<std::string>& arguments) {
  Options app("Orders the instructions of straight-line code.", "lathe sched", short_usage);
  Arguments a;
  add_options(app, a);
  if (const auto done = app.parse(arguments)) return *done;
  if (a.print_region >= 0)
    if (const auto done =
            refuse_others(app, "--print-problem", {"--output", "--function", "--maxreg", "--extra-registers"}))
      return *done;
  if (const auto done = refuse_words(app, a)) return *done;
  a.ptx_word = first_given(app, {"--usedessa", "--extra-registers"});
  a.options.mode = sched::before_assignment(a.sched4reg).mode;
  if (!a.mode.empty()) set(a.options.mode, modes, a.mode);
  set(a.options.direction, directions, a.direction);
  a.options.guard = !a.unguarded;
  a.options.fuel = a.fuel;
  a.machine.max_registers = a.maxreg;
  a.options.shorter = a.shorter.value_or(true);
  a.options.least_gain = a.least_gain.value_or(1);
  return run(a);
}

}  // namespace lathe::nvptx::cli
