// `lathe modulo`: the modulo scheduler alone, on a problem text or on the loops of PTX. Prints schedules and
// expansions; --rewrite writes PTX with pipelined loops.
#include <fmt/format.h>

#include <lathe/flow/text.hpp>
#include <lathe/modulo.hpp>
#include <lathe/modulo/check.hpp>
#include <lathe/modulo/text.hpp>
#include <lathe/sched/text.hpp>

#include "nvptx/passes/plans.hpp"
#include "nvptx/views/modulo_expand.hpp"
#include "tools/lathe/algorithm.hpp"
#include "tools/lathe/modulo_expand_output.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/report/pictures.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe modulo PROBLEM.txt|IN.ptx|- [--check] [--stats] [--exact] [OPTIONS]   (see lathe modulo --help)\n"
    "       lathe modulo IN.ptx --rewrite OUT.ptx [OPTIONS]";

struct Arguments : AlgorithmArguments {
  modulo::Options options;
  modulo::IngestOptions ingest;
  ExpandArguments expand;
  bool plain = false, lifted = false;
};

void add_options(Options& app, Arguments& a) {
  modulo::Options& o = a.options;
  app.option("input", a.input, "a problem text, or PTX; - is standard input");
  app.option("-o,--output", a.output, "where schedules go; - is standard output, the default");
  const auto knob = [&](const char* name, Target value, const char* text) {
    app.option(name, value, text).show_default();
  };
  app.section(Section::algorithm);
  knob("--enable-pipeliner", o.enable, "false: refuse everything");
  knob("--pipeliner-max-mii", o.max_mii, "greatest MII that is tried");
  knob("--pipeliner-force-ii", o.force_ii, "this interval only; 0: search");
  knob("--pipeliner-max-stages", o.max_stages, "stages behind the first");
  knob("--pipeliner-ii-search-range", o.ii_search_range, "intervals above MII to try");
  knob("--pipeliner-ignore-recmii", o.ignore_recmii, "start from ResMII alone");
  knob("--pipeliner-register-pressure", o.register_pressure, "MaxLive must be within the limits of the classes");
  knob("--pipeliner-register-pressure-margin", o.register_pressure_margin, "percent of a limit that is kept free");
  knob("--pipeliner-force-issue-width", o.force_issue_width, "issue slots of a cycle; 0: the problem's");
  app.section(Section::diagnostics);
  knob("--pipeliner-show-mask", o.show_mask, "remarks: who takes which unit");
  knob("--pipeliner-dbg-res", o.debug_resource, "remarks: how much of each unit is taken");
  app.section(Section::algorithm);
  knob("--pipeliner-prune-deps", a.ingest.prune_deps, "PTX: leave out edges that others imply");
  knob("--pipeliner-enable-copytophi", a.ingest.copy_to_phi,
       "PTX: what reads a value goes before what makes the next iteration's");
  knob("--pipeliner-prune-loop-carried", a.ingest.prune_loop_carried, "PTX: believe addresses between iterations");
  knob("--improvement", o.improvement, "moves tried to lower MaxLive");
  knob("--exact-ops", o.exact_insts, "instructions at most for --exact");
  knob("--exact-nodes", o.exact_nodes, "nodes of each search of --exact");
  app.flag("--exact", o.exact, "prove the least interval, and the least MaxLive at it, where that can be done");
  app.flag("--lift", a.lifted, "no limits of MII, stages and range; one stage is allowed");
  app.section(Section::output);
  app.flag("--plain", a.plain, "print the schedule's text form instead of the table");
  app.flag("--print-problem", a.dump, "print the problems, no schedules");
  app.section(Section::algorithm);
  add_expand_options(app, a.expand);
  declare_words(app, "modulo", a);
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
      out += fmt::format("{}:{} -> ", p.edges[e].from, p.insts[p.edges[e].from].name);
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

// One line per slot of the kernel: instructions with their stages.
std::string table(const modulo::Problem& p, const modulo::Result& r) {
  const modulo::Schedule& s = *r.schedule();
  std::string out = fmt::format("II {}{}, {} stages, MaxLive", s.ii, r.least_ii ? " (least)" : "", s.stages());
  for (std::size_t c = 0; c < p.sets.size(); ++c) out += fmt::format(" {} {}", p.sets[c].name, r.max_live[c]);
  out += r.least_live ? " (least)\n" : "\n";
  std::vector<std::vector<std::uint32_t>> slots(s.ii);
  for (std::uint32_t v = 0; v < p.size(); ++v) slots[s.slot(v)].push_back(v);
  for (std::uint32_t slot = 0; slot < s.ii; ++slot) {
    out += fmt::format("{:5} |", slot);
    for (const std::uint32_t v : slots[slot]) out += fmt::format("  {}:{} stage {}", v, p.insts[v].name, s.stage(v));
    out += "\n";
  }
  return out;
}

Json result_of(const modulo::Problem& p, const modulo::Result& r) {
  Json out;
  out.add("loop", p.name).add("instructions", std::uint64_t{p.size()}).add("mii", std::uint64_t{r.bounds.mii});
  out.add("rec_mii", std::uint64_t{r.bounds.rec_mii}).add("res_mii", std::uint64_t{r.bounds.res_mii});
  out.numbers_of("recurrence", r.bounds.cycle);
  const modulo::Schedule* const s = r.schedule();
  if (s == nullptr) return std::move(out.add("refused", std::string(modulo::to_string(r.refusal()->why))));
  out.add("ii", std::uint64_t{s->ii}).flag("least_ii", r.least_ii).add("stages", std::uint64_t{s->stages()});
  Json live;
  for (std::size_t c = 0; c < p.sets.size(); ++c) live.add(p.sets[c].name.c_str(), r.max_live[c]);
  out.add("max_live", std::move(live)).flag("least_live", r.least_live);
  return std::move(out.numbers_of("cycles", s->cycle).numbers_of("copies", s->copy));
}

void check(const Arguments& a, const modulo::Problem& p, const modulo::Result& r, Algorithm& to) {
  if (r.schedule() == nullptr) return;
  const auto faults = check_loop(p, *r.schedule(), a.options.force_issue_width);
  to.add_faults(faults);
  if (!faults.empty()) return;
  if (!modulo::proves_rec_mii(p, r.bounds.cycle, r.bounds.rec_mii)) to.add_fault(p.name, "RecMII is not proved");
  if (modulo::max_live(p, *r.schedule()) != r.max_live) to.add_fault(p.name, "MaxLive is not that of the schedule");
}

void run_problem(const Arguments& a, const modulo::Problem& p, ExpandOutput& expand, Algorithm& to) {
  if (a.dump) {
    to.text() += modulo::print(p);
    return;
  }
  const modulo::Result r = to.timed([&] { return schedule_loop(p, a.options, to.remarks()); });
  to.figures().add(r.stats);
  to.result([&] { return result_of(p, r); });
  to.picture([&] { return picture_of(p, r, a.expand.options); });
  if (const modulo::NoSchedule* const no = r.refusal()) {
    to.text() += fmt::format("{}: {}\n", p.name, modulo::to_string(no->why));
    if (no->why == modulo::Why::broken_problem)
      to.add_faults(modulo::check_problem(p), a.input);
    else if (r.bounds.mii != 0)
      to.text() += bounds_text(p, r.bounds);
  } else if (a.plain) {
    to.text() += modulo::print(p, *r.schedule());
  } else {
    to.text() += fmt::format("{}: {} instructions\n", p.name, p.size()) + bounds_text(p, r.bounds) + table(p, r);
  }
  if (a.check) check(a, p, r, to);
  if (r.schedule() != nullptr) to.text() += expand.one(p, *r.schedule(), to);
}

void run_loops(const Arguments& a, const mir::Module& module, ExpandOutput& expand, Algorithm& to) {
  std::uint64_t fuel = a.fuel;
  for (const mir::Function& f : module.functions) {
    if (!to.wanted(f)) continue;
    const MirView view(module, f);
    const flow::ViewLiveness<MirView> lives(view);
    for (mir::BlockId b = 0; b < f.blocks.size() && (fuel != 0 || a.dump); ++b)
      if (MirLoop::is_loop(module, f, b)) {
        MirLoop loop(module, f, b, lives.behind_loop(b), {.max_registers = a.maxreg});
        run_problem(a, modulo::ingest(loop, a.ingest), expand, to);
        to.locate([&](const Remark&) { return to.place_in(f, b); });
        if (fuel != 0) --fuel;
      }
    to.done();
  }
}

int run(const Arguments& a) {
  Algorithm to(a, "modulo");
  ExpandOutput expand(a.expand, a);
  if (!to.read()) return failed;
  if (to.is_problem()) {
    const auto problem = to.problem(modulo::read_problem);
    if (!problem) return failed;
    if (a.fuel != 0 || a.dump) run_problem(a, *problem, expand, to);
  } else {
    mir::Module* const module = to.module();
    if (module == nullptr) return failed;
    if (a.rewrite.empty()) {
      run_loops(a, *module, expand, to);
    } else {
      rewrite_loops(
          *module,
          {{a.ingest, a.options, a.expand.options, a.check}, a.function, a.fuel, ~0ULL, {{.max_registers = a.maxreg}}},
          to);
      if (const int state = to.rewrite(); state != ok) return state;
    }
  }
  return to.finish();
}

// Words that would do nothing with what is asked for, or without what is not.
std::optional<int> refuse_words(const Options& app, const Arguments& a) {
  if (a.dump)
    if (const auto done = refuse_others(app, "--print-problem",
                                        {"--output", "--function", "--maxreg", "--pipeliner-prune-deps",
                                         "--pipeliner-prune-loop-carried", "--pipeliner-enable-copytophi"}))
      return done;
  if (!a.rewrite.empty())
    if (const auto done = refuse_idle(
            app, "--rewrite", {"--report", "--remarks", "--plain", "--pipeliner-show-mask", "--pipeliner-dbg-res"}))
      return done;
  constexpr const char *annotate = "--pipeliner-annotate-for-testing", *experimental = "--pipeliner-experimental-cg",
                       *mve = "--pipeliner-mve-cg";
  if (!a.expand.method.empty() && a.expand.method != "auto")
    if (const auto done = refuse_idle(app, ("--expand=" + a.expand.method).c_str(), {annotate, experimental, mve}))
      return done;
  if (const auto done = refuse_without(app, {"--expand", "--report", "--rewrite"},
                                       {annotate, experimental, mve, "--max-growth", "--respect-limits"}))
    return done;
  if (const auto done = refuse_without(app, {"--exact"}, {"--exact-ops", "--exact-nodes"})) return done;
  if (const auto done = refuse_without(app, {"--remarks"}, {"--pipeliner-show-mask", "--pipeliner-dbg-res"}))
    return done;
  if (const auto done =
          refuse_without(app, {"--pipeliner-register-pressure"}, {"--pipeliner-register-pressure-margin"}))
    return done;
  if (a.options.force_ii != 0)
    if (const auto done = refuse_idle(app, "--pipeliner-force-ii", {"--pipeliner-ii-search-range"})) return done;
  if (!a.lifted) return std::nullopt;
  return refuse_idle(app, "--lift", {"--pipeliner-max-mii", "--pipeliner-max-stages", "--pipeliner-ii-search-range"});
}

}  // namespace

int modulo_command(const std::vector<std::string>& arguments) {
  Options app("Schedules the body of a loop so that iterations overlap.", "lathe modulo", short_usage);
  Arguments a;
  add_options(app, a);
  if (const auto done = app.parse(arguments)) return *done;
  if (const auto done = refuse_words(app, a)) return *done;
  a.ptx_word =
      first_given(app, {"--pipeliner-prune-deps", "--pipeliner-prune-loop-carried", "--pipeliner-enable-copytophi"});
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
