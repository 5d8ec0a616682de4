// `lathe modulo`: the modulo scheduler alone, on a problem text or on the loops of PTX. Prints schedules and
// expansions; --rewrite writes PTX with pipelined loops.
#include <chrono>
#include <cstdio>
#include <optional>

#include <fmt/format.h>

#include <lathe/modulo.hpp>

#include "nvptx/mir/text.hpp"
#include "nvptx/passes/plans.hpp"
#include "nvptx/views/modulo.hpp"
#include "tools/lathe/modulo_expand_output.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe modulo PROBLEM.txt|IN.ptx|- [--check] [--stats] [--exact] [OPTIONS]   (see lathe modulo --help)\n"
    "       lathe modulo IN.ptx --rewrite OUT.ptx [OPTIONS]";

struct Arguments {
  std::string input = "-", output = "-", remarks;
  modulo::Options options;
  modulo::IngestOptions ingest;
  ExpandArguments expand;
  bool check = false, stats = false, dump = false, plain = false, lifted = false;
};

void add_options(Options& app, Arguments& a) {
  modulo::Options& o = a.options;
  app.option("input", a.input, "a problem text, or PTX; - is standard input");
  app.option("-o,--output", a.output, "where schedules go; - is standard output, the default");
  const auto knob = [&](const char* name, Target value, const char* text) {
    app.option(name, value, text).show_default();
  };
  knob("--enable-pipeliner", o.enable, "false: refuse everything");
  knob("--pipeliner-max-mii", o.max_mii, "greatest MII that is tried");
  knob("--pipeliner-force-ii", o.force_ii, "this interval only; 0: search");
  knob("--pipeliner-max-stages", o.max_stages, "stages behind the first");
  knob("--pipeliner-ii-search-range", o.ii_search_range, "intervals above MII to try");
  knob("--pipeliner-ignore-recmii", o.ignore_recmii, "start from ResMII alone");
  knob("--pipeliner-register-pressure", o.register_pressure, "MaxLive must be within the limits of the classes");
  knob("--pipeliner-register-pressure-margin", o.register_pressure_margin, "percent of a limit that is kept free");
  knob("--pipeliner-force-issue-width", o.force_issue_width, "issue slots of a cycle; 0: the problem's");
  knob("--pipeliner-show-mask", o.show_mask, "remarks: who takes which unit");
  knob("--pipeliner-dbg-res", o.debug_resource, "remarks: how much of each unit is taken");
  knob("--pipeliner-prune-deps", a.ingest.prune_deps, "PTX: leave out edges that others imply");
  knob("--pipeliner-prune-loop-carried", a.ingest.prune_loop_carried, "PTX: believe addresses between iterations");
  knob("--improvement", o.improvement, "moves tried to lower MaxLive");
  knob("--exact-ops", o.exact_ops, "operations at most for --exact");
  knob("--exact-nodes", o.exact_nodes, "nodes of each search of --exact");
  app.flag("--exact", o.exact, "prove the least interval, and the least MaxLive at it, where that can be done");
  app.flag("--lift", a.lifted, "no limits of MII, stages and range; one stage is allowed");
  app.flag("--plain", a.plain, "print the schedule's text form instead of the table");
  app.flag("--check", a.check, "run the independent checker; a fault is exit state 1");
  app.flag("--stats", a.stats, "counters and time to standard error");
  app.option("--remarks", a.remarks, "file for remarks, LLVM's YAML form");
  app.flag("--print-problem", a.dump, "print the problems, no schedules");
  add_expand_options(app, a.expand);
  app.footer(
      "Examples:\n"
      "  lathe compile a.ll -o - | lathe modulo - --lift --exact --check --stats\n"
      "  lathe modulo problem.txt --expand=mve --check --report problem.html\n"
      "  lathe modulo a.ptx --rewrite b.ptx --check");
}

// RecMII with its cycle, ResMII with its unit.
std::string bounds_text(const modulo::Problem& p, const modulo::Bounds& b) {
  std::string out = fmt::format("MII {}: RecMII {}", b.mii, b.rec_mii);
  if (!b.cycle.empty()) {
    std::int64_t latency = 0, distance = 0;
    out += " (";
    for (const std::uint32_t e : b.cycle) {
      out += fmt::format("{}:{} -> ", p.edges[e].from, p.ops[p.edges[e].from].name);
      latency += p.edges[e].latency;
      distance += p.edges[e].distance;
    }
    out += fmt::format("{}, {} cycles in {} iterations)", p.edges[b.cycle[0]].from, latency, distance);
  }
  out += fmt::format(", ResMII {}", b.res_mii);
  if (b.res_mii != 0)
    out += fmt::format(" ({})", b.unit != modulo::none ? "unit " + p.units[b.unit].name : std::string("issue slots"));
  return out + "\n";
}

// One line per slot of the kernel: operations with their stages.
std::string table(const modulo::Problem& p, const modulo::Result& r) {
  const modulo::Schedule& s = *r.schedule();
  std::string out = fmt::format("II {}{}, {} stages, MaxLive", s.ii, r.least_ii ? " (least)" : "", s.stages());
  for (std::size_t c = 0; c < p.classes.size(); ++c) out += fmt::format(" {} {}", p.classes[c].name, r.max_live[c]);
  out += r.least_live ? " (least)\n" : "\n";
  std::vector<std::vector<std::uint32_t>> slots(s.ii);
  for (std::uint32_t v = 0; v < p.size(); ++v) slots[s.slot(v)].push_back(v);
  for (std::uint32_t slot = 0; slot < s.ii; ++slot) {
    out += fmt::format("{:5} |", slot);
    for (const std::uint32_t v : slots[slot]) out += fmt::format("  {}:{} stage {}", v, p.ops[v].name, s.stage(v));
    out += "\n";
  }
  return out;
}

class Runner {
 public:
  explicit Runner(const Arguments& a) : a_(a), expand_(a.expand, a.check) {}

  void one(const modulo::Problem& p) {
    if (a_.dump) {
      text_ += modulo::print(p);
      return;
    }
    const auto start = std::chrono::steady_clock::now();
    const modulo::Result r = schedule_loop(p, a_.options, a_.remarks.empty() ? nullptr : &remarks_);
    took_ += std::chrono::steady_clock::now() - start;
    merge(stats_, r.stats);
    if (const modulo::NoSchedule* const no = r.refusal()) {
      text_ += fmt::format("{}: {}\n", p.name, modulo::to_string(no->why));
      const auto faults = modulo::check_problem(p);
      if (no->why == modulo::Why::broken_problem) {
        report_error(a_.input + ": " + faults.str());
        faults_ += faults.size();
      } else if (r.bounds.mii != 0) {
        text_ += bounds_text(p, r.bounds);
      }
    } else if (a_.plain) {
      text_ += modulo::print(p, *r.schedule());
    } else {
      text_ += fmt::format("{}: {} operations\n", p.name, p.size()) + bounds_text(p, r.bounds) + table(p, r);
    }
    if (a_.check) check(p, r);
    if (r.schedule() != nullptr) text_ += expand_.one(p, *r.schedule(), faults_);
  }
  int rewrite(mir::Module& module, const std::string& name) {
    const bool fine = rewrite_loops(module, name, a_.expand, a_.options, a_.ingest, a_.check, text_, faults_);
    if (a_.expand.rewrite == "-" && a_.output == "-") text_.clear();  // standard output has the module
    const int state = finish();
    return fine ? state : failed;
  }
  int finish() {
    std::string error, yaml;
    bool fine = write_output(a_.output, text_, error);
    for (const Remark& remark : remarks_.remarks) yaml += to_yaml(remark);
    if (fine && !a_.remarks.empty()) fine = write_output(a_.remarks, yaml, error);
    if (!fine) report_error(error);
    if (a_.stats) fmt::print(stderr, "{}{:12.3f}  milliseconds\n", to_table(stats_), took_.count());
    if (a_.check) fmt::print(stderr, "checker: {} faults\n", faults_);
    return fine && expand_.fine() && faults_ == 0 ? ok : failed;
  }

 private:
  void check(const modulo::Problem& p, const modulo::Result& r) {
    if (r.schedule() == nullptr) return;
    const auto faults = check_loop(p, *r.schedule(), a_.options.force_issue_width);
    fmt::print(stderr, "{}", faults.str());
    faults_ += faults.size();
    if (!faults.empty()) return;
    faults_ += modulo::proves_rec_mii(p, r.bounds.cycle, r.bounds.rec_mii) ? 0 : 1;
    faults_ += modulo::max_live(p, *r.schedule()) == r.max_live ? 0 : 1;
  }
  const Arguments& a_;
  ExpandOutput expand_;
  std::string text_;
  RemarkList remarks_;
  modulo::Stats stats_;
  std::chrono::duration<double, std::milli> took_{0};
  std::size_t faults_ = 0;
};

int run(const Arguments& a) {
  std::string text, error;
  if (!read_input(a.input, text, error)) {
    report_error(error);
    return failed;
  }
  const std::string name = a.input == "-" ? "<stdin>" : a.input;
  Runner runner(a);
  TextReader first(text, {});
  if (first.next_line() && first.word() == "modulo") {
    if (!a.expand.rewrite.empty()) {
      report_error(name + ": --rewrite wants PTX, not a problem text");
      return failed;
    }
    const auto problem = modulo::read_problem(text, name, error);
    if (!problem) {
      report_error(error);
      return failed;
    }
    runner.one(*problem);
    return runner.finish();
  }
  mir::Module module;
  Diag diag;
  if (!mir::parse(text, name, module, diag)) {
    report(diag, name);
    return failed;
  }
  if (!a.expand.rewrite.empty()) return runner.rewrite(module, name);
  for (const mir::Function& f : module.functions) {
    const MirLiveness liveness(module, f);
    for (mir::BlockId b = 0; b < f.blocks.size(); ++b)
      if (MirLoop::is_loop(module, f, b)) {
        MirLoop loop(module, f, b, liveness);
        runner.one(modulo::ingest(loop, a.ingest));
      }
  }
  return runner.finish();
}

}  // namespace

int modulo_command(const std::vector<std::string>& arguments) {
  Options app("Schedules the body of a loop so that iterations overlap.", "lathe modulo", short_usage);
  Arguments a;
  add_options(app, a);
  if (const auto done = app.parse(arguments)) return *done;
  if (a.lifted) {
    const modulo::Options lifted = modulo::Options::lifted();
    a.options.max_mii = lifted.max_mii;
    a.options.max_stages = lifted.max_stages;
    a.options.ii_search_range = lifted.ii_search_range;
    a.options.want_overlap = lifted.want_overlap;
  }
  return settle(a.expand) ? run(a) : wrong_usage;
}

}  // namespace lathe::nvptx::cli
