// `lathe group`: the instruction grouper alone, on a problem text or on PTX. Prints the plan, or with --apply the PTX
// with the groups merged.
#include <chrono>
#include <cstdio>
#include <optional>

#include <fmt/format.h>

#include <lathe/group.hpp>

#include "adapters/nvptx_mir/group.hpp"
#include "nvptx/driver/program/command_line.hpp"
#include "nvptx/driver/program/program.hpp"
#include "nvptx/mir/text.hpp"
#include "nvptx/print/print.hpp"

namespace lathe::nvptx::program {
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

void add_options(CLI::App& app, Arguments& a) {
  app.set_help_flag("-h,--help", "this text");
  app.add_option("input", a.input, "a problem text, or PTX; - is standard input, the default");
  app.add_option("-o,--output", a.output, "where the plan or the PTX goes; - is standard output, the default");
  app.add_flag("--apply", a.apply, "PTX: merge the groups and print PTX");
  app.add_option("--fuel", a.options.fuel, "groups to make at most");
  app.add_option("--tries", a.options.tries, "candidates to look at for a place, when dependences keep them out")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  app.add_option("--widest", a.machine.widest, "PTX: bytes of one access")
      ->check(CLI::IsMember({4, 8, 16}))
      ->capture_default_str();
  app.add_option("--texture-reach", a.machine.texture_reach, "PTX: instructions between two fetches of a group")
      ->check(CLI::Range(0, 1 << 20))
      ->capture_default_str();
  app.add_flag("--no-loads", a.no_loads, "PTX: leave loads alone");
  app.add_flag("--no-stores", a.no_stores, "PTX: leave stores alone");
  app.add_flag("--no-textures", a.no_textures, "PTX: leave texture fetches alone");
  app.add_flag("--check", a.check, "run the independent checker; a fault is exit state 1");
  app.add_option("--verify", a.verify, "check this plan's text, make none");
  app.add_flag("--stats", a.stats, "counters and time to standard error");
  app.add_option("--remarks", a.remarks, "file for remarks, LLVM's YAML form");
  app.add_flag("--print-problem", a.dump, "print the problem, not a plan");
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

template <class F>
int report_faults(const group::Problem& problem, const group::Plan& plan, F& former, const group::Options& options) {
  const auto faults = group::check_plan(problem, plan, former, options);
  fmt::print(stderr, "checker: {} faults\n{}", faults.size(), faults.str());
  return faults.empty() ? ok : failed;
}

// `machine`: null for a problem text.
template <class F>
int run_plan(const Arguments& a, const group::Problem& problem, F& former, MirGrouper* machine, mir::Module* module) {
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
  const group::Plan plan = a.remarks.empty() ? group::plan_problem(problem, former, a.options)
                                             : group::plan_problem(problem, former, a.options, remarks);
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
    group::TableForm former(problem.kinds);
    // Only PTX is applied to.
    return run_plan(a, problem, former, nullptr, nullptr);
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
  return run_plan(a, problem, grouper, &grouper, &module);
}

}  // namespace

int group_command(const std::vector<std::string>& arguments) {
  CLI::App app("Merges instructions that can be one: loads and stores of neighbouring places, texture fetches.",
               "lathe group");
  Arguments a;
  add_options(app, a);
  if (const auto done = parse_arguments(app, arguments, short_usage)) return *done;
  return run(a);
}

}  // namespace lathe::nvptx::program
