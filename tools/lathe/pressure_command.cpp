// `lathe pressure`: register pressure of a problem text or of the functions of PTX; and a script of edits replayed on
// the incremental tracker. Changes no file but its output.
#include <chrono>
#include <cstdio>

#include <fmt/format.h>

#include <lathe/pressure.hpp>

#include "nvptx/mir/text.hpp"
#include "nvptx/views/pressure.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe pressure PROBLEM.txt|IN.ptx|- [--check] [--stats] [--edits FILE] [OPTIONS]   (see lathe pressure "
    "--help)";

struct Arguments {
  std::string input = "-", output = "-", edits, function, remarks;
  pressure::Options options;
  pressure::MotionOptions motion;
  MirPressureOptions machine;
  bool check = false, stats = false, dump = false;
};

void add_options(Options& app, Arguments& a) {
  pressure::Options& o = a.options;
  app.option("input", a.input, "a problem text, or PTX; - is standard input");
  app.option("-o,--output", a.output, "where the answer goes; - is standard output, the default");
  app.option("--function", a.function, "PTX: this function only");
  app.option("--edits", a.edits, "script of edits and questions to replay on the tracker; of PTX, name a function");
  app.option("--incremental-update-mcse", o.incremental_update_mcse,
             "edits: update incrementally; false: compute everything afresh after each")
      .show_default();
  app.option("--verify-update-mcse", o.verify_update_mcse, "edits: compare with a full analysis after each")
      .show_default();
  app.option("--print-verify", o.print_verify, "edits: say where a verification failed").show_default();
  app.option("--fuel", o.fuel, "edits to do at most");
  app.option("--window", a.motion.window, "instructions that a motion may pass").show_default();
  app.option("--maxreg", a.machine.max_registers, "PTX: limit of 32-bit registers; 0: by the directives")
      .show_default();
  app.flag("--check", a.check, "run the independent checker, after each edit, too; a fault is exit state 1");
  app.flag("--stats", a.stats, "counters of the tracker and time to standard error");
  app.option("--remarks", a.remarks, "file for remarks, LLVM's YAML form");
  app.flag("--print-problem", a.dump, "print the problem's text form and stop");
  app.footer("Example:\n  lathe compile a.ll -o - | lathe pressure - --check");
}

bool is_problem(const std::string& text) {
  TextReader in(text, {});
  return in.next_line() && in.word() == "pressure";
}

// What the functions of the input come to.
struct Answer {
  std::string text;
  RemarkList remarks;
  std::size_t faults = 0;
  bool mismatch = false;
};

std::string answer(const pressure::Problem& p, const std::pair<pressure::Refusal, pressure::Delta>& what) {
  if (what.first != pressure::Refusal::none) return std::string("  refused: ") + to_string(what.first) + "\n";
  return print(p, what.second);
}

// One line of the script; false when verification found a mismatch.
bool run_line(const Arguments& a, const pressure::Problem& p, const pressure::Command& c, pressure::Tracker& t,
              std::string& out) {
  using Kind = pressure::Command::Kind;
  out += print(p, c);
  pressure::Edit e = c.edit;
  e.place = t.resolve(e.place, c.after);
  if (c.kind == Kind::check) {
    const bool right = t.verify();
    out += right ? "  right\n" : "  " + t.error();
    return right;
  }
  if (c.kind == Kind::feasible) {
    const pressure::Motion m = feasible(t, e.inst, e.place, a.motion);
    out += m.possible() ? "  possible" : std::string("  no: ") + to_string(m.obstacle);
    if (m.at != pressure::none) out += " (at " + std::to_string(m.at) + ")";
    out += ", " + std::to_string(m.passed) + " passed, " + std::to_string(m.conflicts) + " conflicts\n";
    return true;
  }
  if (c.kind == Kind::what_if) {
    const auto what = t.what_if(e);
    out += answer(p, what);
    return what.first != pressure::Refusal::mismatch;
  }
  const pressure::Refusal refusal = t.apply(e);
  if (refusal == pressure::Refusal::mismatch)
    out += "  " + t.error();
  else if (refusal != pressure::Refusal::none)
    out += std::string("  refused: ") + to_string(refusal) + "\n";
  return refusal != pressure::Refusal::mismatch;
}

bool replay(const Arguments& a, const pressure::Problem& p, Answer& to, std::string& error) {
  std::string text;
  if (!read_input(a.edits, text, error)) return false;
  const auto script = pressure::read_script(text, a.edits, p, error);
  if (!script) return false;
  pressure::Tracker t(p, a.options);
  const auto start = std::chrono::steady_clock::now();
  for (const pressure::Command& c : *script) {
    if (!run_line(a, p, c, t, to.text)) {
      to.mismatch = true;
      report_error(t.error().substr(0, t.error().find('\n')));
      break;
    }
    if (!a.check) continue;
    const auto faults = check_report(t.snapshot(), t.report());
    to.text += faults.str();
    to.faults += faults.size();
  }
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  to.text += "afterwards\n" + print(t.snapshot(), t.report());
  if (a.stats) fmt::print(stderr, "{}{:12.3f}  milliseconds\n", to_table(t.stats()), took.count());
  return true;
}

// False and an error text.
bool run_problem(const Arguments& a, const pressure::Problem& p, Answer& to, std::string& error) {
  if (a.dump) {
    to.text += print(p);
    return true;
  }
  const auto start = std::chrono::steady_clock::now();
  const pressure::Report report = analyse(p);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  if (!p.name.empty()) to.text += "function " + p.name + "\n";
  to.text += print(p, report);
  if (a.stats)
    fmt::print(stderr, "{:12}  instructions\n{:12}  blocks\n{:12}  units\n{:12.3f}  milliseconds of analysis\n",
               p.insts.size(), p.blocks.size(), p.units(), took.count());
  if (!a.remarks.empty()) remark_excess(p, report, to.remarks);
  if (a.check) {
    const auto faults = check_report(p, report);
    to.faults += faults.size();
    fmt::print(stderr, "{}", faults.str());
  }
  return a.edits.empty() || replay(a, p, to, error);
}

// The problems of all functions that are meant. False and an error text.
bool run_ptx(const Arguments& a, const mir::Module& module, Answer& to, std::string& error) {
  std::vector<pressure::Problem> problems;
  for (const mir::Function& f : module.functions) {
    if (f.declaration || (!a.function.empty() && f.name != a.function)) continue;
    MirPressure function(module, f, a.machine);
    problems.push_back(pressure::ingest(function).problem);
    if (const auto faults = check_problem(problems.back()); !faults.empty()) {
      error = a.input + ": function " + f.name + ": " + faults.begin()->text;
      return false;
    }
  }
  if (problems.empty() && !a.function.empty()) {
    error = a.input + ": no function '" + a.function + "'";
    return false;
  }
  if (problems.size() != 1 && (a.dump || !a.edits.empty())) {
    error = a.input + ": " + std::to_string(problems.size()) + " functions; name one with --function";
    return false;
  }
  for (const pressure::Problem& p : problems)
    if (!run_problem(a, p, to, error)) return false;
  return true;
}

int run(const Arguments& a) {
  std::string text, error;
  Answer to;
  const auto fail = [&] {
    report_error(error);
    return failed;
  };
  if (!read_input(a.input, text, error)) return fail();
  const std::string name = a.input == "-" ? "<stdin>" : a.input;
  if (is_problem(text)) {
    const auto problem = pressure::read_problem(text, name, error);
    if (!problem || !run_problem(a, *problem, to, error)) return fail();
  } else {
    mir::Module module;
    Diag diag;
    if (!mir::parse(text, name, module, diag)) {
      report(diag, name);
      return failed;
    }
    if (!run_ptx(a, module, to, error)) return fail();
  }
  if (!write_output(a.output, to.text, error)) return fail();
  if (!a.remarks.empty()) {
    std::string yaml;
    for (const Remark& remark : to.remarks.remarks) yaml += to_yaml(remark);
    if (!write_output(a.remarks, yaml, error)) return fail();
  }
  if (a.check) fmt::print(stderr, "checker: {} faults\n", to.faults);
  return to.faults == 0 && !to.mismatch ? ok : failed;
}

}  // namespace

int pressure_command(const std::vector<std::string>& arguments) {
  Options app("Register pressure of functions, and of what edits make of them.", "lathe pressure", short_usage);
  Arguments a;
  add_options(app, a);
  if (const auto done = app.parse(arguments)) return *done;
  return run(a);
}

}  // namespace lathe::nvptx::cli
