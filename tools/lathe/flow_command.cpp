// `lathe flow`: order, dominators, post-dominators, loops, frequencies and liveness of a problem text or of the
// functions of PTX. Changes no file but its output.
#include <chrono>
#include <cstdio>

#include <fmt/format.h>

#include <lathe/flow.hpp>

#include "nvptx/mir/flow.hpp"
#include "nvptx/mir/text.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe flow PROBLEM.txt|IN.ptx|- [--check] [--stats] [--intervals] [OPTIONS]   (see lathe flow --help)";

struct Arguments {
  std::string input = "-", output = "-", function, remarks;
  flow::ReportOptions options;
  bool check = false, stats = false, dump = false, intervals = false;
};

void add_options(Options& app, Arguments& a) {
  app.option("input", a.input, "a problem text, or PTX; - is standard input, the default");
  app.option("-o,--output", a.output, "where the answer goes; - is standard output, the default");
  app.option("--function", a.function, "PTX: this function only");
  app.option("--most-trips", a.options.frequency.most_trips, "turns of a loop per entry, at most")
      .range(1.0, 1e12)
      .show_default();
  app.option("--sweeps", a.options.frequency.sweeps, "sweeps over irreducible graphs for frequencies, at most")
      .show_default();
  app.flag("--intervals", a.intervals, "print live intervals, too");
  app.flag("--check", a.check, "run the independent checkers; a fault is exit state 1");
  app.flag("--stats", a.stats, "counters and time to standard error");
  app.option("--remarks", a.remarks, "file for remarks, LLVM's YAML form");
  app.flag("--print-problem", a.dump, "print the problem's text form and stop");
  app.footer("Example:\n  lathe compile a.ll -o - | lathe flow - --check --stats");
}

// What the functions of the input come to.
struct Answer {
  std::string text;
  RemarkList remarks;
  flow::Stats stats;
  std::vector<std::string> faults;
  double milliseconds = 0;
};

void run_problem(const Arguments& a, const flow::Problem& p, Answer& to) {
  if (a.dump) {
    to.text += print(p);
    return;
  }
  const auto start = std::chrono::steady_clock::now();
  const flow::Report report = analyse(p, a.options, to.remarks);
  to.milliseconds += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  to.text += print(p, report, a.intervals);
  merge(to.stats, report.stats);
  if (!a.check) return;
  for (const std::string& fault : check_report(p, report, a.options)) to.faults.push_back(p.name + ": " + fault);
}

bool is_problem(const std::string& text) {
  TextReader in(text, {});
  return in.next_line() && in.word() == "flow";
}

// False after a message.
bool run_input(const Arguments& a, Answer& to) {
  std::string text, error;
  if (!read_input(a.input, text, error)) return report_error(error), false;
  const std::string name = a.input == "-" ? "<stdin>" : a.input;
  if (is_problem(text)) {
    const auto problem = flow::read_problem(text, name, error);
    if (!problem) return report_error(error), false;
    run_problem(a, *problem, to);
    return true;
  }
  mir::Module module;
  Diag diag;
  if (!mir::parse(text, name, module, diag)) return report(diag, name), false;
  bool found = false;
  for (const mir::Function& function : module.functions) {
    if (function.blocks.empty() || (!a.function.empty() && function.name != a.function)) continue;
    found = true;
    run_problem(a, flow::ingest(mir::Flow(module, function)), to);
  }
  if (!found && !a.function.empty())
    return report_error(name + ": no function '" + a.function + "' with a body"), false;
  return true;
}

int run(const Arguments& a) {
  Answer answer;
  if (!run_input(a, answer)) return failed;
  std::string error, yaml;
  for (const Remark& remark : answer.remarks.remarks) yaml += to_yaml(remark);
  if ((!a.remarks.empty() && !write_output(a.remarks, yaml, error)) || !write_output(a.output, answer.text, error)) {
    report_error(error);
    return failed;
  }
  if (a.stats)
    fmt::print(stderr, "{}{:12.3f}  milliseconds of analysis\n", to_table(answer.stats), answer.milliseconds);
  if (!a.check) return ok;
  fmt::print(stderr, "checker: {} faults\n", answer.faults.size());
  for (const std::string& fault : answer.faults) fmt::print(stderr, "{}\n", fault);
  return answer.faults.empty() ? ok : failed;
}

}  // namespace

int flow_command(const std::vector<std::string>& arguments) {
  Options app("Orders, dominators, post-dominators, loops, frequencies and liveness of functions.", "lathe flow",
              short_usage);
  Arguments a;
  add_options(app, a);
  if (const auto done = app.parse(arguments)) return *done;
  return run(a);
}

}  // namespace lathe::nvptx::cli
