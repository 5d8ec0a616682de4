// `lathe outline`: the outliner alone, on a problem text or on PTX. Prints the plan; --rewrite also writes it into PTX.
//
// Over modules that are compiled apart: --publish each of them, --merge what they published, --consume that by each.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>

#include <fmt/format.h>

#include <lathe/outline.hpp>

#include "nvptx/mir/text.hpp"
#include "nvptx/print/print.hpp"
#include "nvptx/views/outline_edit.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe outline PROBLEM.txt|IN.ptx|- [--check] [--stats] [OPTIONS]   (see lathe outline --help)\n"
    "       lathe outline IN.ptx --rewrite OUT.ptx [OPTIONS]\n"
    "       lathe outline IN.ptx --publish -o IN.pub; lathe outline --merge A.pub B.pub ... -o ALL.pub;\n"
    "       lathe outline IN.ptx --consume ALL.pub";

struct Arguments {
  std::vector<std::string> inputs;
  std::string output, remarks, consume, rewrite, engine = "array", benefit = "classic", choice = "best";
  outline::Options options;
  outline::GlobalOptions global;
  bool check = false, stats = false, dump = false, bounded = false;
  bool publish = false, merge = false, keep_single = false;
};

// The names that the options take, in the order of the enumerations.
const std::vector<std::string> engines{"array", "tree"}, benefits{"classic", "reference"},
    choices{"best", "benefit", "ratio", "density", "sorted"};

template <class E>
void set(E& value, const std::vector<std::string>& names, const std::string& name) {
  value = static_cast<E>(std::find(names.begin(), names.end(), name) - names.begin());
}

void add_options(Options& app, Arguments& a) {
  outline::Options& o = a.options;
  app.option("input", a.inputs, "a problem text, or PTX; - is standard input, the default");
  app.option("-o,--output", a.output, "where the plan goes; - is standard output, the default but for --rewrite");
  app.option("--engine", a.engine, "how repeats are found").one_of(engines).show_default();
  app.option("--benefit", a.benefit, "rule of what is worth it").one_of(benefits).show_default();
  app.option("--choice", a.choice, "order in which groups are taken; best tries all").one_of(choices).show_default();
  app.option("--outliner-benefit-threshold", o.benefit_threshold, "bytes that a function must save").show_default();
  app.option("--machine-outliner-reruns", o.reruns, "rounds after the first").range(0, 1000).show_default();
  app.option("--outliner-leaf-descendants", o.leaf_descendants, "all occurrences of a repeat").show_default();
  app.option("--enable-linkonceodr-outlining", o.outline_linkonce, "from functions that the linker may drop, too")
      .show_default();
  app.option("--hot-weight", o.hot_weight, "leave blocks that run this often alone; 0: none").show_default();
  app.option("--min-length", o.min_length, "instructions of a sequence").range(1, 1 << 20).show_default();
  app.option("--fuel", o.fuel, "functions to make at most");
  app.flag("--calls-are-legal", o.calls_are_legal, "reruns may take calls of outlined functions into sequences");
  app.flag("--outline-bounded", a.bounded, "PTX: from kernels under launch bounds or a register limit, too");
  app.flag("--check", a.check, "run the independent checker; a fault is exit state 1");
  app.flag("--stats", a.stats, "counters and time to standard error");
  app.option("--remarks", a.remarks, "file for remarks, LLVM's YAML form");
  app.flag("--print-problem", a.dump, "print the problem, not a plan");
  Option publish = app.flag("--publish", a.publish, "print the sequences that other modules could share");
  Option merge = app.flag("--merge", a.merge, "the inputs are published texts: print them as one");
  Option consume = app.option("--consume", a.consume, "plan by this published text: functions named by their hash");
  Option rewrite = app.option("--rewrite", a.rewrite, "PTX: write the module with the plan carried out");
  publish.excludes(merge).excludes(consume).excludes(rewrite);
  merge.excludes(consume).excludes(rewrite);
  app.flag("--keep-single", a.keep_single, "--merge: also what stands once in all modules").needs(merge);
  app.option("--gram", a.global.gram, "instructions that a cut point is chosen by").range(1, 1 << 16).show_default();
  app.option("--window", a.global.window, "places that have one cut point at least").range(1, 1 << 16).show_default();
  app.option("--span", a.global.span, "cut points that a published sequence reaches over")
      .range(1, 1 << 16)
      .show_default();
  app.footer(
      "Examples:\n"
      "  lathe compile a.ll -o - | lathe outline - --check --stats\n"
      "  lathe outline a.ptx --rewrite b.ptx --machine-outliner-reruns 2\n"
      "  lathe outline a.ptx --publish -o a.pub && lathe outline b.ptx --publish -o b.pub\n"
      "  lathe outline --merge a.pub b.pub -o all.pub && lathe outline a.ptx --consume all.pub --check");
}

bool is_problem(const std::string& text) {
  TextReader in(text, {});
  return in.next_line() && in.word() == "outline";
}

// Costs of either input: the problem's own, or those of the machine.
struct EitherCosts {
  outline::TableCosts table;
  outline::CostsOf<MirProgram>* machine = nullptr;
  std::uint32_t call_bytes(const outline::Interface& i, const outline::Site& s) const {
    return machine != nullptr ? machine->call_bytes(i, s) : table.call_bytes(i, s);
  }
  std::uint32_t frame_bytes(const outline::Interface& i) const {
    return machine != nullptr ? machine->frame_bytes(i) : table.frame_bytes(i);
  }
  std::uint32_t least_call_bytes() const {
    return machine != nullptr ? machine->least_call_bytes() : table.least_call_bytes();
  }
};

int write(const std::string& path, const std::string& text) {
  std::string error;
  if (write_output(path, text, error)) return ok;
  report_error(error);
  return failed;
}

std::optional<outline::Published> read_published_file(const std::string& path) {
  std::string text, error;
  if (!read_input(path, text, error)) {
    report_error(error);
    return std::nullopt;
  }
  auto published = outline::read_published(text, path == "-" ? "<stdin>" : path, error);
  if (!published) report_error(error);
  return published;
}

int run_merge(const Arguments& a) {
  std::vector<outline::Published> modules;
  for (const std::string& path : a.inputs) {
    auto published = read_published_file(path);
    if (!published) return failed;
    modules.push_back(std::move(*published));
  }
  const outline::Published all = outline::merge(modules, !a.keep_single);
  if (a.stats) fmt::print(stderr, "{:12}  modules\n{:12}  sequences\n", modules.size(), all.size());
  return write(a.output, outline::print(all));
}

outline::Plan make_plan(const Arguments& a, const outline::Problem& problem, EitherCosts& costs,
                        const outline::Published* all, RemarkList& remarks) {
  if (all != nullptr) return outline::consume(problem, *all, costs, a.options, a.global);
  return outline::plan_problem(problem, costs, a.options, MaybeRemarks{a.remarks.empty() ? nullptr : &remarks});
}

// What is told of a plan beside its text: remarks, counters, the checker's faults.
int report_plan(const Arguments& a, const outline::Problem& problem, const outline::Plan& plan, EitherCosts& costs,
                const RemarkList& remarks, double milliseconds) {
  if (!a.remarks.empty()) {
    std::string text;
    for (const Remark& remark : remarks.remarks) text += to_yaml(remark);
    if (const int state = write(a.remarks, text); state != ok) return state;
  }
  if (a.stats) fmt::print(stderr, "{}{:12.3f}  milliseconds\n", to_table(plan.stats), milliseconds);
  if (!a.check) return ok;
  const auto faults = outline::check_plan(problem, plan, costs, a.options);
  fmt::print(stderr, "checker: {} faults\n{}", faults.size(), faults.str());
  return faults.empty() ? ok : failed;
}

// Plans, and tells of it; the plan's own text is left to the caller.
int run_plan(const Arguments& a, const outline::Problem& problem, EitherCosts& costs, const outline::Published* all,
             RemarkList& remarks, outline::Plan& plan) {
  const auto start = std::chrono::steady_clock::now();
  plan = make_plan(a, problem, costs, all, remarks);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  if (plan.refusal != outline::Refusal::none) {
    report_error(a.inputs[0] + ": no plan: " + outline::to_string(plan.refusal));
    return failed;
  }
  return report_plan(a, problem, plan, costs, remarks, took.count());
}

int run_problem(const Arguments& a, const outline::Problem& problem, EitherCosts& costs) {
  if (a.dump) return write(a.output, outline::print(problem));
  if (a.publish) return write(a.output, outline::print(outline::publish(problem, costs, a.options, a.global)));
  std::optional<outline::Published> all;
  if (!a.consume.empty()) {
    all = read_published_file(a.consume);
    if (!all) return failed;
  }
  RemarkList remarks;
  outline::Plan plan;
  const int state = run_plan(a, problem, costs, all ? &*all : nullptr, remarks, plan);
  if (plan.refusal != outline::Refusal::none) return state;
  const int written = write(a.output, outline::print(plan));
  return state != ok ? state : written;
}

// A module as a problem, with the machine's costs.
struct MachineProblem {
  MirProgram program;
  outline::Ingested<MirProgram> in;
  outline::CostsOf<MirProgram> own;
  EitherCosts costs;
  MachineProblem(const mir::Module& module, const MirOutlineOptions& machine)
      : program(module, machine), in(outline::ingest(program)), own(program, in) {
    in.problem.costs = {machine.call_bytes, machine.inst_bytes, machine.inst_bytes, machine.frame_bytes};
    costs = {{in.problem.costs}, &own};
  }
};

// Round by round: each is planned on what the one before it left.
int run_rewrite(const Arguments& a, mir::Module& module, const MirOutlineOptions& machine) {
  std::optional<outline::Published> all;
  if (!a.consume.empty()) {
    all = read_published_file(a.consume);
    if (!all) return failed;
  }
  Arguments one = a;
  one.options.reruns = 0;
  RemarkList remarks;
  outline::Plan whole;
  for (std::uint32_t round = 0; round <= a.options.reruns && (round == 0 || !all); ++round) {
    MachineProblem now(module, machine);
    one.options.first_round = round;
    outline::Plan plan;
    if (const int state = run_plan(one, now.in.problem, now.costs, all ? &*all : nullptr, remarks, plan); state != ok)
      return state;
    if (plan.rounds.empty()) break;
    MirEditor editor(module);
    outline::apply(editor, now.in, plan.rounds[0]);
    one.options.fuel -= std::min<std::uint64_t>(one.options.fuel, plan.rounds[0].functions.size());
    whole.rounds.push_back(std::move(plan.rounds[0]));
  }
  if (const int state = write(a.rewrite, mir::print(module)); state != ok) return state;
  return a.output.empty() ? ok : write(a.output, outline::print(whole));
}

int run(Arguments a) {
  if (a.output.empty() && a.rewrite.empty()) a.output = "-";
  if (a.merge) return run_merge(a);
  std::string text, error;
  const std::string& input = a.inputs[0];
  if (!read_input(input, text, error)) {
    report_error(error);
    return failed;
  }
  const std::string name = input == "-" ? "<stdin>" : input;
  if (is_problem(text)) {
    const auto problem = outline::read_problem(text, name, error);
    if (!problem || !a.rewrite.empty()) {
      report_error(problem ? name + ": --rewrite wants PTX, not a problem text" : error);
      return failed;
    }
    EitherCosts costs{{problem->costs}, nullptr};
    return run_problem(a, *problem, costs);
  }
  mir::Module module;
  Diag diag;
  if (!mir::parse(text, name, module, diag)) {
    report(diag, name);
    return failed;
  }
  MirOutlineOptions machine;
  machine.protect_bounded = !a.bounded;
  if (!a.rewrite.empty()) return run_rewrite(a, module, machine);
  MachineProblem problem(module, machine);
  return run_problem(a, problem.in.problem, problem.costs);
}

}  // namespace

int outline_command(const std::vector<std::string>& arguments) {
  Options app("Finds repeated code and plans functions for it.", "lathe outline", short_usage);
  Arguments a;
  add_options(app, a);
  if (const auto done = app.parse(arguments)) return *done;
  if (a.inputs.empty()) a.inputs.emplace_back("-");
  if (!a.merge && a.inputs.size() > 1) {
    report_error("one input, but for --merge; found '" + a.inputs[1] + "'");
    std::fprintf(stderr, "%s\n", short_usage);
    return wrong_usage;
  }
  set(a.options.engine, engines, a.engine);
  set(a.options.benefit, benefits, a.benefit);
  set(a.options.choice, choices, a.choice);
  return run(a);
}

}  // namespace lathe::nvptx::cli
