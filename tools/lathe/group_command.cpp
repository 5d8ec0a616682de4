// `lathe group`: the instruction grouper alone, on a problem text or on PTX. Prints the plan, or with --apply the PTX
// with the groups merged.
#include <chrono>
#include <cstdio>
#include <optional>

#include <fmt/format.h>

#include <lathe/group.hpp>

#include "nvptx/mir/text.hpp"
#include "nvptx/print/print.hpp"
#include "nvptx/views/group.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe group PROBLEM.txt|IN.ptx|- [--check] [--stats] [OPTIONS]   (see lathe group --help)\n"
    "       lathe group IN.ptx --apply -o OUT.ptx";

struct Arguments {
  std::string input = "-", output = "-", remarks, verify;
  group::Options options;
  MirGroupOptions machine;
  bool check = false, stats = false, dump = false, apply = false;
  bool no_loads = false, no_stores = false, no_textures = false;
};

void add_options(Options& app, Arguments& a) {
  app.option("input", a.input, "a problem text, or PTX; - is standard input, the default");
  app.option("-o,--output", a.output, "where the plan or the PTX goes; - is standard output, the default");
  app.flag("--apply", a.apply, "PTX: merge the groups and print PTX");
  app.option("--fuel", a.options.fuel, "groups to make at most");
  app.option("--tries", a.options.tries, "candidates to look at for a place, when dependences keep them out")
      .range(1, 1 << 20)
      .show_default();
  app.option("--widest", a.machine.widest, "PTX: bytes of one access").one_of({4, 8, 16}).show_default();
  app.option("--texture-reach", a.machine.texture_reach, "PTX: instructions between two fetches of a group")
      .range(0, 1 << 20)
      .show_default();
  app.flag("--no-loads", a.no_loads, "PTX: leave loads alone");
  app.flag("--no-stores", a.no_stores, "PTX: leave stores alone");
  app.flag("--no-textures", a.no_textures, "PTX: leave texture fetches alone");
  app.flag("--check", a.check, "run the independent checker; a fault is exit state 1");
  app.option("--verify", a.verify, "check this plan's text, make none");
  app.flag("--stats", a.stats, "counters and time to standard error");
  app.option("--remarks", a.remarks, "file for remarks, LLVM's YAML form");
  app.flag("--print-problem", a.dump, "print the problem, not a plan");
  app.footer(
      "Examples:\n"
      "  lathe group a.ptx --check --stats\n"
      "  lathe group a.ptx --apply -o b.ptx\n"
      "  lathe group a.ptx --print-problem -o problem.txt && lathe group problem.txt");
}

int write(const std::string& path, const std::string& text) {
  std::string error;
  if (write_output(path, text, error)) return ok;
  report_error(error);
  return failed;
}

bool is_problem(const std::string& text) {
  TextReader in(text, {});
  return in.next_line() && in.word() == "group";
}

// The rule of either input: that of the problem's kinds, or the machine's.
struct EitherForm {
  group::TableForm table;
  const MirGrouper* machine;
  std::uint32_t form(std::span<const group::Candidate> run) const {
    return machine != nullptr ? machine->form(run) : table.form(run);
  }
};

int report_faults(const group::Problem& problem, const group::Plan& plan, EitherForm& former,
                  const group::Options& options) {
  const auto faults = group::check_plan(problem, plan, former, options);
  fmt::print(stderr, "checker: {} faults\n{}", faults.size(), faults.str());
  return faults.empty() ? ok : failed;
}

// `machine`: null for a problem text.
int run_plan(const Arguments& a, const group::Problem& problem, MirGrouper* machine, mir::Module* module) {
  EitherForm former{group::TableForm(problem.kinds), machine};
  if (a.dump) return write(a.output, group::print(problem));
  if (!a.verify.empty()) {
    std::string text, error;
    group::Plan plan;
    if (read_input(a.verify, text, error)) plan = group::read_plan(text, a.verify, problem, error);
    if (!error.empty()) {
      report_error(error);
      return failed;
    }
    group::count_groups(problem, plan);
    return report_faults(problem, plan, former, a.options);
  }
  RemarkList remarks;
  const auto start = std::chrono::steady_clock::now();
  const group::Plan plan =
      group::plan_problem(problem, former, a.options, MaybeRemarks{a.remarks.empty() ? nullptr : &remarks});
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  if (plan.refusal != group::Refusal::none) {
    report_error(a.input + ": no plan: the problem is not well formed: " + group::check_problem(problem).begin()->text);
    return failed;
  }
  if (!a.remarks.empty()) {
    std::string text;
    for (const Remark& remark : remarks.remarks) text += to_yaml(remark);
    if (const int state = write(a.remarks, text); state != ok) return state;
  }
  if (a.stats) fmt::print(stderr, "{}{:12.3f}  milliseconds\n", to_table(plan.stats), took.count());
  if (a.check)
    if (const int state = report_faults(problem, plan, former, a.options); state != ok) return state;
  if (!a.apply) return write(a.output, group::print(problem, plan));
  group::apply(*machine, problem, plan);
  return write(a.output, mir::print(*module));
}

int run(Arguments& a) {
  std::string text, error;
  if (!read_input(a.input, text, error)) {
    report_error(error);
    return failed;
  }
  const std::string name = a.input == "-" ? "<stdin>" : a.input;
  if (is_problem(text)) {
    if (a.apply) {
      report_error("--apply wants PTX, found a problem text");
      return wrong_usage;
    }
    const group::Problem problem = group::read_problem(text, name, error);
    if (!error.empty()) {
      report_error(error);
      return failed;
    }
    return run_plan(a, problem, nullptr, nullptr);
  }
  mir::Module module;
  Diag diag;
  if (!mir::parse(text, name, module, diag)) {
    report(diag, name);
    return failed;
  }
  a.machine.loads = !a.no_loads;
  a.machine.stores = !a.no_stores;
  a.machine.textures = !a.no_textures;
  MirGrouper grouper(module, a.machine);
  const group::Problem problem = group::ingest(grouper);
  return run_plan(a, problem, &grouper, &module);
}

}  // namespace

int group_command(const std::vector<std::string>& arguments) {
  Options app("Merges instructions that can be one: loads and stores of neighbouring places, texture fetches.",
              "lathe group", short_usage);
  Arguments a;
  add_options(app, a);
  if (const auto done = app.parse(arguments)) return *done;
  return run(a);
}

}  // namespace lathe::nvptx::cli
