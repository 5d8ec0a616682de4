// `lathe outline`: the outliner alone, on a problem text or on PTX. Prints the plan; --rewrite also writes it into PTX.
//
// Over modules that are compiled apart: --publish each of them, --merge what they published, --consume that by each.
#include <algorithm>
#include <optional>

#include <lathe/outline.hpp>
#include <lathe/outline/check.hpp>
#include <lathe/outline/global.hpp>
#include <lathe/outline/text.hpp>

#include "nvptx/views/outline_edit.hpp"
#include "tools/lathe/algorithm.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/report/pictures.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe outline PROBLEM.txt|IN.ptx|- [--check] [--stats] [OPTIONS]   (see lathe outline --help)\n"
    "       lathe outline IN.ptx --rewrite OUT.ptx [OPTIONS]\n"
    "       lathe outline IN.ptx --publish -o IN.pub; lathe outline --merge A.pub B.pub ... -o ALL.pub;\n"
    "       lathe outline IN.ptx --consume ALL.pub";

struct Arguments : AlgorithmArguments {
  std::vector<std::string> inputs;
  std::string consume, engine = "array", benefit = "classic", choice = "best", link = "whole";
  outline::Options options;
  outline::GlobalOptions global;
  int margin = -1;
  bool bounded = false, publish = false, merge = false, keep_single = false;
};

// The names that the options take, in the order of the enumerations.
const std::vector<std::string> engines{"array", "tree"}, benefits{"classic", "reference"},
    choices{"best", "benefit", "ratio", "density", "sorted"}, links{"whole", "relocatable"};

template <class E>
void set(E& value, const std::vector<std::string>& names, const std::string& name) {
  value = static_cast<E>(std::find(names.begin(), names.end(), name) - names.begin());
}

void add_options(Options& app, Arguments& a) {
  outline::Options& o = a.options;
  app.option("input", a.inputs, "a problem text, or PTX; - is standard input, the default");
  app.option("-o,--output", a.output, "where the plan goes; - is standard output, the default but for --rewrite");
  app.section(Section::algorithm);
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
  app.flag("--calls-are-legal", o.calls_are_legal, "reruns may take calls of outlined functions into sequences");
  app.flag("--outline-bounded", a.bounded,
           "PTX: from kernels under launch bounds or a register limit, too; not with --link=relocatable, where nvlink "
           "could refuse them");
  app.option(
         "--link", a.link,
         "PTX: how it is assembled. whole: by ptxas alone, which copies a function into each kernel that reaches it; "
         "relocatable: by ptxas -c, once")
      .one_of(links)
      .show_default();
  app.option("--outliner-benefit-margin", a.margin,
             "and so many in a hundred of what its calls and frame cost; default: of PTX, whose sizes are estimates, "
             "100, with "
             "--link=relocatable 150, else 0")
      .range(0, 100);
  app.section(Section::output);
  declare_words(app, "outline", a);
  app.flag("--print-problem", a.dump, "print the problem, not a plan");
  Option publish = app.flag("--publish", a.publish, "print the sequences that other modules could share");
  Option merge = app.flag("--merge", a.merge, "the inputs are published texts: print them as one");
  app.section(Section::input);
  Option consume = app.option("--consume", a.consume, "plan by this published text: functions named by their hash");
  publish.excludes(merge).excludes(consume);
  merge.excludes(consume);
  app.section(Section::output);
  app.flag("--keep-single", a.keep_single, "--merge: also what stands once in all modules").needs(merge);
  app.section(Section::algorithm);
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

std::optional<outline::Published> read_published_file(const std::string& path) {
  std::string text, error;
  if (!read_input(path, text, error)) {
    report_error(error);
    return std::nullopt;
  }
  auto published = outline::read_published(text, path == "-" ? heard().input_name : path, error);
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
  Figures figures;
  figures.add("modules", modules.size());
  figures.add("sequences", all.size());
  print_figures(figures, a.stats);
  return Algorithm(a, "outline").write(outline::print(all));
}

// What --consume names; false after a message.
bool read_consumed(const Arguments& a, std::optional<outline::Published>& all) {
  if (!a.consume.empty()) all = read_published_file(a.consume);
  return a.consume.empty() || all;
}

Json result_of(const outline::Problem& p, const outline::Plan& plan) {
  const auto classes = [&](const std::vector<std::uint16_t>& of) {
    std::vector<std::string> names;
    for (const std::uint16_t c : of) names.push_back(p.classes[c].name);
    return names;
  };
  std::vector<Json> rounds;
  for (const outline::Round& round : plan.rounds) {
    std::vector<Json> functions, sites;
    for (const outline::OutlinedFunction& f : round.functions) {
      Json one;
      one.add("name", f.name).add("instructions", std::uint64_t{f.interface.length}).add("bytes", f.interface.bytes);
      one.add("frame_bytes", std::uint64_t{f.frame_bytes}).number("saved", f.saved);
      functions.push_back(std::move(
          one.names("parameters", classes(f.interface.parameters)).names("results", classes(f.interface.results))));
    }
    for (const outline::PlannedSite& s : round.sites) {
      Json one;
      one.add("function", round.functions[s.function].name).add("block", std::uint64_t{s.site.block});
      one.add("first", std::uint64_t{s.site.first}).add("call_bytes", std::uint64_t{s.call_bytes});
      sites.push_back(std::move(one.numbers_of("arguments", s.arguments).numbers_of("results", s.results)));
    }
    Json one;
    rounds.push_back(std::move(one.add("functions", std::move(functions)).add("sites", std::move(sites))));
  }
  Json out;
  return std::move(out.add("rounds", std::move(rounds)));
}

// Plans, and tells of it; the plan's own text is left to the caller. False after a message.
bool make_plan(const outline::Options& options, const Arguments& a, const outline::Problem& problem, EitherCosts& costs,
               const std::optional<outline::Published>& all, Algorithm& to, outline::Plan& plan) {
  plan = to.timed([&] {
    return all ? outline::consume(problem, *all, costs, options, a.global, MaybeRemarks{to.remarks()})
               : outline::plan_problem(problem, costs, options, MaybeRemarks{to.remarks()});
  });
  if (plan.refusal != outline::Refusal::none) {
    report_error(a.input + ": no plan: " + outline::to_string(plan.refusal));
    return false;
  }
  to.figures().add(plan.stats);
  to.result([&] { return result_of(problem, plan); });
  to.picture([&] { return picture_of(problem); });
  if (a.check) to.add_faults(outline::check_plan(problem, plan, costs, options));
  return true;
}

// A module as a problem, with the machine's costs.
struct MachineProblem {
  const mir::Module& module;
  MirProgram program;
  outline::Ingested<MirProgram> in;
  outline::CostsOf<MirProgram> own;
  EitherCosts costs;
  MachineProblem(const mir::Module& module, const MirOutlineOptions& machine)
      : module(module), program(module, machine), in(outline::ingest(program)), own(program, in) {
    const OutlineCall& call = outline_call[static_cast<std::size_t>(program.link())];
    in.problem.costs = {call.call, call.argument, call.result, call.frame};
    costs = {{in.problem.costs}, &own};
  }
};

// A remark speaks of an instruction of the problem.
void locate(const MachineProblem& machine, Algorithm& to) {
  to.locate([&](const Remark& remark) {
    if (remark.subject >= machine.in.insts.size()) return SourcePlace();
    const auto& inst = machine.in.insts[remark.subject];
    return mir::source_place(machine.module, machine.module.functions[inst.function], *inst.handle);
  });
}

int run_problem(const Arguments& a, const outline::Problem& problem, EitherCosts& costs, Algorithm& to,
                const MachineProblem* machine = nullptr) {
  if (a.dump) return to.write(outline::print(problem));
  if (a.publish) return to.write(outline::print(outline::publish(problem, costs, a.options, a.global)));
  std::optional<outline::Published> all;
  outline::Plan plan;
  if (!read_consumed(a, all) || !make_plan(a.options, a, problem, costs, all, to, plan)) return failed;
  if (machine != nullptr) locate(*machine, to);
  to.text() = outline::print(plan);
  return to.finish();
}

// Round by round: each is planned on what the one before it left. No module is written where a plan has faults.
int run_rewrite(const Arguments& a, mir::Module& module, const MirOutlineOptions& machine, Algorithm& to) {
  std::optional<outline::Published> all;
  if (!read_consumed(a, all)) return failed;
  outline::Options options = a.options;
  options.reruns = 0;
  outline::Plan whole;
  for (std::uint32_t round = 0; round <= a.options.reruns && (round == 0 || !all); ++round) {
    MachineProblem now(module, machine);
    options.first_round = round;
    outline::Plan plan;
    if (!make_plan(options, a, now.in.problem, now.costs, all, to, plan)) return failed;
    locate(now, to);
    if (to.faults() != 0) return to.finish(true);
    if (plan.rounds.empty()) break;
    MirEditor editor(module);
    outline::apply(editor, now.in, plan.rounds[0]);
    options.fuel -= std::min<std::uint64_t>(options.fuel, plan.rounds[0].functions.size());
    whole.rounds.push_back(std::move(plan.rounds[0]));
  }
  if (const int state = to.rewrite(); state != ok) return state;
  to.text() = outline::print(whole);
  return to.finish();
}

int run(Arguments& a) {
  if (a.merge) return run_merge(a);
  Algorithm to(a, "outline");
  if (!to.read()) return failed;
  a.options.benefit_margin = a.margin >= 0 ? static_cast<std::uint32_t>(a.margin) : 0;
  if (to.is_problem()) {
    const auto problem = to.problem(outline::read_problem);
    if (!problem) return failed;
    EitherCosts costs{{problem->costs}, nullptr};
    return run_problem(a, *problem, costs, to);
  }
  mir::Module* const module = to.module();
  if (module == nullptr) return failed;
  MirOutlineOptions machine;
  machine.protect_bounded = !a.bounded;
  set(machine.link, links, a.publish || !a.consume.empty() ? "relocatable" : a.link);  // nvlink joins what several have
  if (a.margin < 0) a.options.benefit_margin = outline_call[static_cast<std::size_t>(machine.link)].margin;
  machine.only = a.function;
  if (!a.rewrite.empty()) return run_rewrite(a, *module, machine, to);
  MachineProblem problem(*module, machine);
  return run_problem(a, problem.in.problem, problem.costs, to, &problem);
}

// Words that would do nothing with what is asked for.
std::optional<int> refuse_mode(const Options& app, const Arguments& a) {
  if (a.merge) return refuse_others(app, "--merge", {"--output", "--keep-single", "--stats"});
  if (a.dump) return refuse_others(app, "--print-problem", {"--output", "--function", "--outline-bounded", "--link"});
  if (a.publish)
    return refuse_others(app, "--publish",
                         {"--output", "--function", "--outline-bounded", "--min-length", "--hot-weight",
                          "--enable-linkonceodr-outlining", "--gram", "--window", "--span"});
  if (a.consume.empty()) return refuse_without(app, {"--publish", "--consume"}, {"--gram", "--window", "--span"});
  return refuse_idle(app, "--consume",
                     {"--link", "--engine", "--benefit", "--choice", "--machine-outliner-reruns", "--calls-are-legal",
                      "--outliner-leaf-descendants", "--fuel"});
}

}  // namespace

int outline_command(const std::vector<std::string>& arguments) {
  Options app("Finds repeated code and plans functions for it.", "lathe outline", short_usage);
  Arguments a;
  a.output.clear();
  add_options(app, a);
  if (const auto done = app.parse(arguments)) return *done;
  if (const auto done = refuse_mode(app, a)) return *done;
  if (a.inputs.empty()) a.inputs.emplace_back("-");
  if (!a.merge && a.inputs.size() > 1) {
    return app.wrong("one input, but for --merge; found '" + a.inputs[1] + "'");
  }
  a.input = a.inputs[0];
  a.options.fuel = a.fuel;
  a.ptx_word = first_given(app, {"--outline-bounded", "--link"});
  set(a.options.engine, engines, a.engine);
  set(a.options.benefit, benefits, a.benefit);
  set(a.options.choice, choices, a.choice);
  if (a.output.empty() && a.rewrite.empty()) a.output = "-";
  return run(a);
}

}  // namespace lathe::nvptx::cli
