// `lathe equal`: do two PTX modules do the same, function by function? Changes no file but its output.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include <lathe/program/equal.hpp>

#include "nvptx/mir/text.hpp"
#include "nvptx/views/view.hpp"
#include "tools/lathe/algorithm.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/progress.hpp"

namespace lathe::nvptx::cli {
namespace {

namespace checker = lathe::program::equal;

constexpr char short_usage[] =
    "usage: lathe equal FIRST.ptx SECOND.ptx [--function NAME] [--runs N] [OPTIONS]   (see lathe equal --help)";

struct Arguments : AlgorithmArguments {
  std::string first, second;
  checker::Options options;
  bool quiet = false;
};

void add_options(Options& app, Arguments& a) {
  app.option("first", a.first, "PTX; - is standard input");
  app.option("second", a.second, "PTX; - is standard input");
  app.option("-o,--output", a.output, "where the answer goes; - is standard output, the default");
  app.section(Section::checks);
  app.option("--runs", a.options.runs, "random paths of each function").range(1U, 1'000'000U).show_default();
  app.option("--decisions", a.options.decisions, "conditional branches of a path, at most")
      .range(1U, 1'000'000'000U)
      .show_default();
  app.option("--steps", a.options.steps, "instructions of a path, at most").range(1U, 4'000'000'000U).show_default();
  app.option("--seed", a.options.seed, "of the paths").show_default();
  app.section(Section::output);
  app.flag("--quiet", a.quiet, "only what differs");
  declare_words(app, "equal", a);
  app.footer(
      "Operations are uninterpreted: code that was moved, copied, deleted, merged or renamed is equal,\n"
      "new arithmetic is not. Equality is of the paths that were taken, with words of 64 bits.\n"
      "A function of which no path comes to its end counts as neither, and the exit status is 1.\n"
      "Example:\n  lathe opt a.ptx -o b.ptx && lathe equal a.ptx b.ptx");
}

struct Input {
  std::string name;
  mir::Module module;
};
// False after a message.
bool read(const std::string& path, Input& to) {
  std::string text, error;
  if (!read_input(path, text, error)) return report_error(error), false;
  to.name = path == "-" ? "<stdin>" : path;
  Diag diag;
  if (!mir::parse(text, to.name, to.module, diag)) return report(diag, to.name), false;
  return true;
}

const mir::Function* find(const mir::Module& m, const std::string& name) {
  for (const mir::Function& f : m.functions)
    if (f.name == name && !f.blocks.empty()) return &f;
  return nullptr;
}

std::string place(const Input& in, const mir::Function& f, std::uint32_t inst) {
  if (inst == checker::none) return in.name + " has nothing there";
  for (const mir::Block& block : f.blocks) {
    if (inst < block.insts.size())
      return fmt::format("{}:{}: {}", in.name, block.insts[inst].line, in.module.op(block.insts[inst].op).text);
    inst -= static_cast<std::uint32_t>(block.insts.size());
  }
  return in.name;
}

struct Totals {
  std::uint32_t functions = 0, unlike = 0, vacuous = 0, ended = 0, cut = 0;
  std::uint64_t steps = 0;
};

Json result_of(const mir::Function& f, const checker::Answer& answer) {
  Json one;
  one.add("function", f.name)
      .flag("equal", answer.equal())
      .flag("vacuous", answer.vacuous())
      .add("paths_to_the_end", std::uint64_t{answer.ended});
  return std::move(one.add("paths_cut", std::uint64_t{answer.cut}).add("instructions", answer.steps));
}

std::string compare_functions(const Input& a, const mir::Function& f, const Input& b, const mir::Function& g,
                              const Arguments& arguments, Totals& totals) {
  const checker::Answer answer = checker::run(MirView(a.module, f), MirView(b.module, g), arguments.options);
  totals.steps += answer.steps;
  totals.ended += answer.ended;
  totals.cut += answer.cut;
  if (heard().document != nullptr) heard().document->results.push_back(result_of(f, answer));
  if (answer.equal())
    return arguments.quiet ? std::string()
                           : fmt::format("{}: equal on {} paths, {} of them to the end\n", f.name,
                                         answer.ended + answer.cut, answer.ended);
  if (answer.vacuous()) {
    ++totals.vacuous;
    return fmt::format("{}: not compared: none of {} paths comes to its end (--runs, --decisions, --steps)\n", f.name,
                       answer.cut);
  }
  ++totals.unlike;
  const checker::Difference& d = answer.differences.front();
  return fmt::format("{}: differs on path {} ({}): {}; {}\n", f.name, d.run,
                     d.kind == checker::Difference::Kind::order ? "order" : "writes", place(a, f, d.first),
                     place(b, g, d.second));
}

int run(const Arguments& a) {
  Input first, second;
  if (!read(a.first, first) || !read(a.second, second)) return failed;
  Totals totals;
  std::string text, error;
  Progress progress("functions", first.module.functions.size());
  for (const mir::Function& f : first.module.functions) {
    progress.done();
    if (f.blocks.empty() || (!a.function.empty() && f.name != a.function)) continue;
    ++totals.functions;
    if (const mir::Function* g = find(second.module, f.name)) {
      text += compare_functions(first, f, second, *g, a, totals);
    } else {
      ++totals.unlike;
      text += fmt::format("{}: not in {}\n", f.name, second.name);
    }
  }
  for (const mir::Function& g : second.module.functions) {
    if (g.blocks.empty() || (!a.function.empty() && g.name != a.function) || find(first.module, g.name) != nullptr)
      continue;
    ++totals.functions;
    ++totals.unlike;
    text += fmt::format("{}: not in {}\n", g.name, first.name);
  }
  progress.end();
  if (totals.functions == 0 && !a.function.empty())
    return report_error(fmt::format("{}: no function '{}' with a body", first.name, a.function)), failed;
  if (!write_output(a.output, text, error)) return report_error(error), failed;
  Figures figures;
  figures.add("functions", std::uint64_t{totals.functions});
  figures.add("unlike", std::uint64_t{totals.unlike});
  figures.add("not compared", std::uint64_t{totals.vacuous});
  figures.add("paths to the end", std::uint64_t{totals.ended});
  figures.add("paths cut off", std::uint64_t{totals.cut});
  figures.add("instructions run", totals.steps);
  print_figures(figures, a.stats);
  return totals.unlike == 0 && totals.vacuous == 0 ? ok : failed;
}

}  // namespace

int equal_command(const std::vector<std::string>& arguments) {
  Options app("Do two PTX modules do the same, function by function?", "lathe equal", short_usage);
  Arguments a;
  add_options(app, a);
  if (const auto done = app.parse(arguments)) return *done;
  if (a.second.empty()) return app.wrong("two modules are compared: a second one is needed");
  if (a.first == "-" && a.second == "-") return app.wrong("only one of the two can be standard input");
  return run(a);
}

}  // namespace lathe::nvptx::cli
