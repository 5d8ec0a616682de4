// `lathe pressure`: register pressure of a problem text or of the functions of PTX; and a script of edits replayed on
// the incremental tracker. Changes no file but its output.
#include <optional>

#include <lathe/pressure.hpp>
#include <lathe/pressure/check.hpp>
#include <lathe/pressure/edit.hpp>
#include <lathe/pressure/text.hpp>

#include "nvptx/views/pressure.hpp"
#include "tools/lathe/algorithm.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/report/pictures.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe pressure PROBLEM.txt|IN.ptx|- [--check] [--stats] [--edits FILE] [OPTIONS]   (see lathe pressure "
    "--help)";

struct Arguments : AlgorithmArguments {
  std::string edits;
  pressure::Options options;
  pressure::MotionOptions motion;
  MirRegisterOptions machine;
};

void add_options(Options& app, Arguments& a) {
  pressure::Options& o = a.options;
  app.option("input", a.input, "a problem text, or PTX; - is standard input");
  app.option("-o,--output", a.output, "where the answer goes; - is standard output, the default");
  app.section(Section::input);
  app.option("--edits", a.edits, "script of edits and questions to replay on the tracker; of PTX, name a function");
  app.section(Section::algorithm);
  app.option("--incremental-update-mcse", o.incremental_update_mcse,
             "edits: update incrementally; false: compute everything afresh after each")
      .show_default();
  app.section(Section::checks);
  app.option("--verify-update-mcse", o.verify_update_mcse, "edits: compare with a full analysis after each")
      .show_default();
  app.option("--print-verify", o.print_verify, "edits: say where a verification failed").show_default();
  app.section(Section::algorithm);
  app.option("--window", a.motion.window, "instructions that a motion may pass").show_default();
  app.section(Section::output);
  declare_words(app, "pressure", a);
  app.flag("--print-problem", a.dump, "print the problem's text form and stop");
  app.footer("Example:\n  lathe compile a.ll -o - | lathe pressure - --check");
}

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

// False after a message, also where a verification found a mismatch: the answer up to there is told.
bool replay(const Arguments& a, const pressure::Problem& p, Algorithm& to, bool& mismatch) {
  std::string text, error;
  std::optional<std::vector<pressure::Command>> script;
  if (read_input(a.edits, text, error)) script = pressure::read_script(text, a.edits, p, error);
  if (!script) return Algorithm::fail(error) == ok;
  pressure::Tracker t(p, a.options);
  to.timed([&] {
    for (const pressure::Command& c : *script) {
      if (!run_line(a, p, c, t, to.text())) {
        mismatch = true;
        report_error(t.error().substr(0, t.error().find('\n')));
        break;
      }
      if (a.check) to.add_faults(check_report(t.snapshot(), t.report()));
    }
  });
  to.text() += "afterwards\n" + print(t.snapshot(), t.report());
  to.figures().add(t.stats());
  return true;
}

// False after a message.
Json result_of(const pressure::Problem& p, const pressure::Report& r) {
  std::vector<Json> sets, blocks;
  for (std::uint32_t s = 0; s < r.sets; ++s) {
    Json one;
    one.add("set", p.sets[s].name).add("pressure", std::uint64_t{r.maxima[s].pressure});
    if (!p.blocks.empty()) one.add("block", p.blocks[r.maxima[s].block].name);
    if (p.sets[s].limit != pressure::none) one.add("limit", std::uint64_t{p.sets[s].limit});
    if (!p.sets[s].steps.empty()) one.add("level", std::uint64_t{level_of(p.sets[s], r.maxima[s].pressure)});
    sets.push_back(std::move(one.add("excess", r.maxima[s].excess)));
  }
  for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
    std::vector<Json> peaks;
    for (std::uint32_t s = 0; s < r.sets; ++s) {
      const pressure::Report::Peak& peak = r.peaks[std::size_t{b} * r.sets + s];
      Json one;
      one.add("set", p.sets[s].name).add("pressure", std::uint64_t{peak.pressure});
      peaks.push_back(std::move(one.add("place", std::uint64_t{peak.place})));
    }
    Json one;
    one.add("block", p.blocks[b].name).add("instructions", std::uint64_t{p.blocks[b].count});
    one.numbers_of("in", r.live_in[b]).numbers_of("out", r.live_out[b]);
    blocks.push_back(std::move(one.add("peaks", std::move(peaks))));
  }
  Json out;
  return std::move(out.add("function", p.name).add("sets", std::move(sets)).add("blocks", std::move(blocks)));
}

bool run_problem(const Arguments& a, const pressure::Problem& p, const mir::Module* module,
                 const mir::Function* function, Algorithm& to, bool& mismatch) {
  if (a.dump) {
    to.text() += print(p);
    return true;
  }
  const pressure::Report report = to.timed([&] { return analyse(p); });
  if (!p.name.empty()) to.text() += "function " + p.name + "\n";
  to.text() += print(p, report);
  to.figures().add("instructions", std::uint64_t{p.insts.size()});
  to.figures().add("blocks", std::uint64_t{p.blocks.size()});
  to.figures().add("units", std::uint64_t{p.register_unit_count()});
  to.result([&] { return result_of(p, report); });
  to.picture([&] { return picture_of(p, report, module, function); });
  if (to.remarks() != nullptr) remark_excess(p, report, *to.remarks());
  if (a.check) to.add_faults(check_report(p, report));
  return a.edits.empty() || replay(a, p, to, mismatch);
}

// The problems of all functions that are meant; empty after a message. Of PTX the module and the functions, too.
std::optional<std::vector<pressure::Problem>> read_problems(const Arguments& a, Algorithm& to, const mir::Module*& of,
                                                            std::vector<const mir::Function*>& functions) {
  std::vector<pressure::Problem> problems;
  if (to.is_problem()) {
    auto problem = to.problem(pressure::read_problem);
    if (!problem) return std::nullopt;
    problems.push_back(std::move(*problem));
    return problems;
  }
  const mir::Module* const module = to.module();
  if (module == nullptr) return std::nullopt;
  of = module;
  const auto fail = [&](const std::string& what) { return report_error(a.input + ": " + what), std::nullopt; };
  for (const mir::Function& f : module->functions) {
    if (!to.wanted(f)) continue;
    MirPressure function(*module, f, a.machine);
    problems.push_back(pressure::ingest(function).problem);
    functions.push_back(&f);
    if (const auto faults = check_problem(problems.back()); !faults.empty())
      return fail("function " + f.name + ": " + faults.begin()->text);
  }
  if (problems.size() != 1 && (a.dump || !a.edits.empty()))
    return fail(std::to_string(problems.size()) + " functions; name one with --function");
  return problems;
}

int run(const Arguments& a) {
  Algorithm to(a, "pressure");
  if (!to.read()) return failed;
  const mir::Module* module = nullptr;
  std::vector<const mir::Function*> functions;  // of PTX
  const auto problems = read_problems(a, to, module, functions);
  if (!problems) return failed;
  bool mismatch = false;
  for (std::size_t k = 0; k < problems->size(); ++k) {
    const mir::Function* const function = k < functions.size() ? functions[k] : nullptr;
    if (!run_problem(a, (*problems)[k], module, function, to, mismatch)) return failed;
    if (k < functions.size()) to.locate([&](const Remark& r) { return to.place_in(*functions[k], r.subject); });
    to.done();
  }
  const int state = to.finish();
  return mismatch ? failed : state;
}

}  // namespace

int pressure_command(const std::vector<std::string>& arguments) {
  Options app("Register pressure of functions, and of what edits make of them.", "lathe pressure", short_usage);
  Arguments a;
  add_options(app, a);
  if (const auto done = app.parse(arguments)) return *done;
  if (a.dump)
    if (const auto done = refuse_others(app, "--print-problem", {"--output", "--function", "--maxreg"})) return *done;
  if (const auto done =
          refuse_without(app, {"--edits"},
                         {"--incremental-update-mcse", "--verify-update-mcse", "--print-verify", "--window", "--fuel"}))
    return *done;
  if (!a.options.incremental_update_mcse)
    if (const auto done = refuse_idle(app, "--incremental-update-mcse=false", {"--verify-update-mcse"})) return *done;
  a.options.fuel = a.fuel;
  a.machine.max_registers = a.maxreg;
  return run(a);
}

}  // namespace lathe::nvptx::cli
