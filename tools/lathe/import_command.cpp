// `lathe import`: the import planner alone, on a problem text, LLVM modules or a combined index. Prints the plan; moves
// no code.
#include <fmt/format.h>

#include <lathe/thinlto.hpp>
#include <lathe/thinlto/compare.hpp>
#include <lathe/thinlto/compare_text.hpp>
#include <lathe/thinlto/plan_text.hpp>
#include <lathe/thinlto/text.hpp>

#include "nvptx/thinlto/plan.hpp"
#include "tools/lathe/import_arguments.hpp"
#include "tools/lathe/llvm.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/report/pictures.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe import PROBLEM.txt|IN.bc|IN.ll ...|INDEX.thinlto.bc|- [--check] [--stats] [OPTIONS]   (see lathe "
    "import --help)";

constexpr char examples[] = R"(Examples:
  lathe import index.txt --check --print-import-failures --import-instr-limit 30
  lathe import a.bc b.ll --compare=llvm            (what LLVM's rule imports and ours does not)
  lathe import a.bc b.bc --print-problem -o index.txt
  lathe import a.bc b.bc --emit-index shards
  clang -c a.bc -fthinlto-index=shards/a.bc.thinlto.bc)";

struct Arguments : ImportArguments {
  std::vector<std::string> inputs, exported;
  std::string compare, index_folder;
};

void add_options(Options& app, Arguments& a) {
  app.option("input,--summary-file", a.inputs,
             "a problem text; or LLVM modules, bitcode or text, whose summaries are made where they have none; or "
             "one combined index; - is standard input");
  app.option("-o,--output", a.output, "where the plan goes; - is standard output, the default");
  declare_import(app, a);
  app.section(Section::input);
  app.option("--exported-symbol", a.exported,
             "of LLVM modules: a symbol that something outside uses, beside kernels and host-visible variables")
      .one_each();
  app.section(Section::output);
  declare_words(app, "import", a);
  app.flag("--print-problem", a.dump, "print the problem, not a plan");
  app.option("--compare", a.compare, "of LLVM modules or an index; llvm: print the imports that only one has")
      .one_of({"llvm"});
  app.option("--emit-index", a.index_folder,
             "of LLVM modules: write NAME.thinlto.bc and NAME.imports of each module to this folder, for "
             "distributed backends");
  app.footer(examples);
}

/// Bitcode, or text whose first word only LLVM IR begins with.
bool is_llvm(const std::string& path, std::string_view bytes) {
  if (bytes.starts_with("BC\xc0\xde") || bytes.starts_with("\xde\xc0\x17\x0b")) return true;
  if (path.ends_with(".ll") || path.ends_with(".bc")) return true;
  const std::size_t start = bytes.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return false;
  bytes.remove_prefix(start);
  for (const std::string_view word : {";", "source_filename", "target ", "define ", "declare ", "@", "%", "module asm"})
    if (bytes.starts_with(word)) return true;
  return false;
}

/// One of the two: a problem text, or a program that has its problem.
struct Input {
  std::string name;
  std::optional<thinlto::Problem> text;
  std::unique_ptr<ImportModules> program;
  thinlto::Problem& problem() { return program ? program->problem() : *text; }
};

/// False after a message.
bool read(const Arguments& a, Input& input) {
  std::vector<ModuleFile> files;
  std::string error;
  bool llvm = false;
  for (const std::string& path : a.inputs.empty() ? std::vector<std::string>{"-"} : a.inputs) {
    ModuleFile file{path == "-" ? heard().input_name : path, {}};
    if (!read_input(path, file.bytes, error)) {
      report_error(error);
      return false;
    }
    llvm |= is_llvm(path, file.bytes);
    files.push_back(std::move(file));
  }
  input.name = files[0].path;
  if (llvm) {
    input.program = read_modules(std::move(files), a.exported);
    return input.program != nullptr;
  }
  if (files.size() > 1) {
    report_error(files[1].path + ": one problem text at a time; several files must be LLVM modules");
    return false;
  }
  input.text = thinlto::read_problem(files[0].bytes, files[0].path, error);
  if (!input.text) report_error(error);
  return input.text.has_value();
}

/// Both plans must have been made with refusals.
std::string comparison(const thinlto::Problem& p, const thinlto::Plan& ours, const thinlto::Plan& theirs, bool same) {
  const auto only_ours = thinlto::only_in_first(p, ours, theirs), only_theirs = thinlto::only_in_first(p, theirs, ours);
  std::size_t all = 0;
  for (const thinlto::ModulePlan& m : ours.modules) all += m.imports.size();
  std::string out = "# imports of lathe that LLVM does not have, and where the two part\n" + print(p, only_ours) +
                    "# imports of LLVM that lathe does not have\n" + print(p, only_theirs);
  out += fmt::format("# both {} only-lathe {} only-llvm {}\n", all - only_ours.size(), only_ours.size(),
                     only_theirs.size());
  if (!same) out += "# LLVM's lists are not those of --rule=llvm: its refusals are not known where they differ\n";
  return out;
}

/// What is wanted of the plan.
std::string plan_text(const Arguments& a, Input& input, const thinlto::Plan& plan) {
  const thinlto::Problem& p = input.problem();
  if (a.compare.empty()) return thinlto::print(p, plan);
  bool same = true;
  const thinlto::Plan theirs = input.program->llvm_plan(a.options, same);
  return comparison(p, plan, theirs, same);
}

Json result_of(const thinlto::Problem& p, std::size_t m, const thinlto::ModulePlan& plan) {
  std::vector<Json> imports, refused;
  for (const thinlto::Import import : plan.imports) {
    const thinlto::Summary& s = p.summaries[import.summary];
    Json one;
    one.add("name", p.label(s.value)).add("from", p.modules[s.module].name);
    one.add("threshold", std::uint64_t{import.threshold}).flag("declaration", import.declaration);
    one.add("pass", std::string(thinlto::pass_names[static_cast<std::size_t>(import.pass)]));
    imports.push_back(std::move(one));
  }
  for (const thinlto::Refused& no : plan.refused) {
    Json one;
    one.add("name", p.label(no.value)).add("threshold", std::uint64_t{no.threshold});
    one.add("why", std::string(thinlto::reason_names[static_cast<std::size_t>(no.reason)]));
    refused.push_back(std::move(one));
  }
  Json out;
  out.add("module", p.modules[m].name).flag("workload", plan.workload).add("imports", std::move(imports));
  return std::move(out.add("refused", std::move(refused)));
}

int run(const Arguments& a) {
  Algorithm to(a, "thinlto");
  std::string error;
  Input input;
  if (!read(a, input)) return failed;
  const char* const modules_only = !a.compare.empty()        ? "--compare"
                                   : !a.index_folder.empty() ? "--emit-index"
                                   : !a.exported.empty()     ? "--exported-symbol"
                                                             : nullptr;
  if (!input.program && modules_only != nullptr)
    return Algorithm::fail(input.name + ": " + modules_only +
                           " works on LLVM modules or their index, this is a problem text");
  thinlto::Problem& problem = input.problem();
  if (!a.workloads.empty() && !add_workloads(a.workloads, problem, error)) return Algorithm::fail(error);
  if (!set_priorities(a, problem, error)) return Algorithm::fail(error);
  add_likely_targets(a, problem);
  if (a.dump) return to.write(thinlto::print(problem));
  thinlto::Options options = a.options;
  options.print_import_failures |= !a.compare.empty();
  const thinlto::Plan plan = to.timed([&] { return plan_imports(problem, options, to.remarks()); });
  if (plan.refusal != thinlto::Refusal::none)
    return Algorithm::fail(input.name + ": no plan: " + thinlto::to_string(plan.refusal));
  to.text() = plan_text(a, input, plan);
  if (!a.index_folder.empty() && !input.program->write_indexes(a.index_folder, plan, a.options, error))
    return Algorithm::fail(error);
  if (a.print_imports) print_imports(a, problem, plan);
  add_figures(plan.stats, to.figures());
  for (std::size_t m = 0; m < plan.modules.size(); ++m)
    to.result([&] { return result_of(problem, m, plan.modules[m]); });
  to.picture([&] { return picture_of(problem); });
  if (a.check) {
    std::string faults;
    check_imports(problem, plan, options, faults);
    to.add_lines(faults);
  }
  const int state = to.finish();
  if (!a.options.force_import_all || import_failures(plan.stats) == 0) return state;
  return Algorithm::fail(fmt::format("{}: {} functions could not be imported, see --print-import-failures", input.name,
                                     import_failures(plan.stats)));
}

}  // namespace

int import_command(const std::vector<std::string>& arguments) {
  Options app("Plans which functions each module imports from others, from summaries.", "lathe import", short_usage);
  Arguments a;
  add_options(app, a);
  if (const auto done = app.parse(arguments)) return *done;
  if (a.dump)
    if (const auto done = refuse_others(app, "--print-problem",
                                        {"--output", "--summary-file", "--exported-symbol", "--thinlto-workload-def",
                                         "--import-priority", "--import-priorities", "--import-table-targets"}))
      return *done;
  if (!a.compare.empty())
    if (const auto done = refuse_idle(app, "--compare", {"--print-import-failures"})) return *done;
  if (const auto done = refuse_without(app, {"--print-imports"}, {"--enable-import-metadata"})) return *done;
  if (const int state = finish_import(a); state != ok) return state;
  if (!a.inputs.empty()) a.input = a.inputs.front();  // as messages and pages call it
  return run(a);
}

}  // namespace lathe::nvptx::cli
