// `lathe thinlto`: imports between modules planned from their summaries, bodies moved, and each module compiled.
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <set>
#include <thread>

#include <fmt/format.h>

#include <lathe/thinlto.hpp>
#include <lathe/thinlto/compare_text.hpp>
#include <lathe/thinlto/plan_text.hpp>
#include <lathe/thinlto/text.hpp>

#include "codegen/combine/tables.hpp"
#include "nvptx/driver/thinlto/thin_program.hpp"
#include "nvptx/intrinsics/recipe.hpp"
#include "nvptx/support/big_stack.hpp"
#include "nvptx/support/codegen.hpp"
#include "nvptx/thinlto/plan.hpp"
#include "tools/lathe/heard.hpp"
#include "tools/lathe/import_arguments.hpp"
#include "tools/lathe/json.hpp"
#include "tools/lathe/llvm/compile_arguments.hpp"
#include "tools/lathe/llvm/spellings.hpp"
#include "tools/lathe/llvm/thinlto_outline.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/process.hpp"
#include "tools/lathe/program.hpp"
#include "tools/lathe/progress.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe thinlto IN.bc|IN.ll ... -o DIR [--mcpu=sm_90] [--emit=ptx|bc|ll|cubin] [OPTIONS]   (see lathe "
    "thinlto "
    "--help)";

constexpr char notes[] =
    R"(Each IN gives DIR/IN.ptx (.bc, .ll, .cubin); of inputs in several folders DIR has the tree. All
modules must be named: the program is a closed world, and what no kernel reaches is left out, but
for variables that the host can see. A module without any kernel is a library if no other has one
either: all that it shows is kept. How eagerly a function is imported (0 never, 1 seldom, 2, 3 in
any case) its attribute or metadata "lathe-import-priority" says, or --import-priority by its name.
Behind the import come LLVM's inliner (bottom-up, --inline-threshold) with SROA, EarlyCSE,
SimplifyCFG and InstCombine on each function, then full unrolling, SROA, GVN, DSE, InstCombine, ADCE
and SimplifyCFG once; -O0 leaves all but alwaysinline out. Calls that are left between modules are
.extern .func in PTX: `lathe run a.ptx b.ptx` and nvlink join them; cubins are relocatable.
Memory holds the summaries and what each thread has in hand: files are read again when their code is
wanted and must not change meanwhile; text, pipes, bitcode without a summary, and what is made wait in
a file without a name beside DIR. DIR is written when all modules are done; else it stays as it was.
Examples:
  lathe thinlto main.bc lib.bc -o out --mcpu=sm_90 --print-imports
  lathe thinlto main.ll lib.ll -o out --emit=ll --import-instr-limit=100
  lathe run out/main.ptx out/lib.ptx --kernel k --arg iota:i32:128)";

struct Arguments : ImportArguments {
  std::vector<std::string> inputs;
  std::string emit = "ptx", plan, import_stats;
  CompileArguments code;
  ThinReading reading;
  unsigned threads = 0;

  Arguments() {
    options.import_instr_limit = ClosedWorld::instr_limit;
    options.import_instr_evolution_factor = ClosedWorld::evolution_factor;
    table_targets = ClosedWorld::table_targets;
  }
};

void add_options(Options& app, Arguments& a) {
  app.option("input", a.inputs, "the modules: bitcode or text, with summaries or without").required();
  app.option("-o,--output", a.output, "folder for what is made of each module").required();
  app.section(Section::output);
  app.option("--emit", a.emit, "ptx, cubin (relocatable); bc, ll: the modules behind import and inlining")
      .one_of({"ptx", "bc", "ll", "cubin"})
      .show_default();
  app.section(Section::optimization);
  app.option("--threads", a.threads, "modules at the same time; 0: all cores").show_default();
  declare_inlining(app, a.code.backend);
  app.section(Section::input);
  app.flag("--inline-info", a.code.backend.inline_info, "each call that is inlined or not, with the budget left");
  app.option("--inliner-function-import-stats", a.import_stats,
             "what became of imported functions: basic (sums for each module), verbose (each function)")
      .one_of({"basic", "verbose"});
  app.option("--plan", a.plan,
             "compile nothing: a folder for each module's slice of the index (.thinlto.bc), its list of imports and "
             "jobs.json, which lathe distribute and LLVM's distributors take; their outputs go to -o");
  app.option("--exported-symbol", a.reading.exported,
             "a symbol that something outside uses, beside kernels and host-visible variables")
      .one_each();
  app.section(Section::checks);
  app.flag("--check", a.check, "run the planner's checker, and LLVM's verifier behind import and inlining");
  declare_stats(app, a.stats, "counters of the plan and of each module to standard error; --stats=json: two objects");
  declare_import(app, a);
  declare_words(app, "thinlto", a);
  a.code.passes.left_out = {"--outliner-link"};
  declare_code_generation(app, a.code);
  app.refuse("--outliner-link", "lathe thinlto has no --outliner-link: nvlink joins its modules, they are relocatable");
  for (const char* const name : {"--time-passes", "--print-after", "--print-pipeline", "--optimize"})
    app.refuse(name, std::string("lathe thinlto has no ") + name + ": it is of one module; lathe compile has it");
  app.footer(notes);
}

/// What one module gave.
struct Outcome {
  Diag diag;
  SpillFile::Place made;    ///< what is written, in the command's spill file
  std::string told, error;  ///< statistics of imports that were asked for
  ThinStats stats;
  double compile_ms = 0;
  bool outline = false;                  ///< `made` is PTX that machine-outliner has to look at
  std::vector<std::string> small, kept;  ///< then: as CompileStats has them
  RemarkList remarks;                    ///< of the machine passes, where somebody reads them
};

std::string import_statistics(const std::string& module, const ThinStats& stats, bool verbose);

/// What is made waits on the disk until all modules are done, and little more than counters stays in memory.
void put_away(const Arguments& a, const std::string& name, std::string_view bytes, SpillFile& spill, Outcome& out) {
  if (!out.diag.failed() && out.error.empty()) spill.put(bytes, out.made, out.error);
  if (!a.import_stats.empty()) out.told = import_statistics(name, out.stats, a.import_stats == "verbose");
  out.stats.inlines = {};
  out.stats.imported = {};
}

/// The PTX, or a cubin of it where that is asked for.
void finish(const Arguments& a, const CompileOptions& options, std::string& bytes, std::string& error) {
  std::string cubin;
  if (a.emit == "cubin" &&
      assemble(bytes, options.features.name(), std::min(3U, a.code.level), cubin, error, /*link_later=*/true))
    bytes = std::move(cubin);
}

std::string make(const Arguments& a, const CompileOptions& options, const ThinProgram& program, const std::string& name,
                 std::uint32_t m, Outcome& out) {
  const ThinForm form = a.emit == "ll" ? ThinForm::text : ThinForm::bitcode;
  std::string bytes = program.backend(m, a.code.backend, form, out.diag, &out.stats);
  if (out.diag.failed() || a.emit == "ll" || a.emit == "bc") return bytes;
  const auto start = std::chrono::steady_clock::now();
  CompileStats stats;
  bytes = compile(bytes, name, options, out.diag, &stats);
  out.outline = stats.wants_outlining;
  out.small = std::move(stats.small);
  out.kept = std::move(stats.kept);
  out.remarks = std::move(stats.passes.remarks);
  if (!out.diag.failed() && !out.outline) finish(a, options, bytes, out.error);
  out.compile_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return bytes;
}

/// One context of LLVM for each module; the outcomes are in the order of the modules, whatever the number of threads.
std::vector<Outcome> make_all(const Arguments& a, CompileOptions options, ThinProgram& program, SpillFile& spill) {
  const auto& modules = program.problem().modules;
  std::vector<Outcome> outcomes(modules.size());
  options.threads = modules.size() > 1 ? 1 : a.threads;
  const Progress progress("modules", modules.size());
  const unsigned threads = a.threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : a.threads;
  if (threads > 1 && modules.size() > 1) {
    make_combine_tables();
    make_recipe_tables();
  }
  share_out(modules.size(), threads, [&](std::size_t m) {
    const std::string& name = modules[m].name;
    put_away(a, name, make(a, options, program, name, static_cast<std::uint32_t>(m), outcomes[m]), spill, outcomes[m]);
    progress.done();
  });
  return outcomes;
}

/// The modules that machine-outliner has to look at, together.
void outline_all(const Arguments& a, const CompileOptions& options, const thinlto::Problem& p,
                 std::vector<Outcome>& outcomes, SpillFile& spill) {
  std::vector<OutlineModule> modules;
  std::vector<std::size_t> of;
  for (std::size_t m = 0; m < outcomes.size(); ++m) {
    Outcome& one = outcomes[m];
    if (one.diag.failed()) return;
    if (!one.outline) continue;
    of.push_back(m);
    modules.push_back({p.modules[m].name, one.made, std::move(one.small), std::move(one.kept), {}, one.error});
  }
  PassOptions passes = options.passes;
  passes.verify_each |= options.verify_each;
  const unsigned threads = a.threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : a.threads;
  outline_modules(modules, passes, options.features, threads, spill,
                  [&](std::string& text, std::string& error) { finish(a, options, text, error); });
  for (std::size_t k = 0; k < of.size(); ++k) {
    outcomes[of[k]].made = modules[k].place;
    outcomes[of[k]].error = modules[k].error;
    for (Remark& remark : modules[k].remarks.remarks) outcomes[of[k]].remarks(remark);
  }
}

void print_module_statistics(const Arguments& a, const thinlto::Problem& p, const std::vector<Outcome>& outcomes) {
  Json modules;
  for (std::size_t m = 0; m < outcomes.size(); ++m) {
    const ThinStats& s = outcomes[m].stats;
    if (a.stats == "json" || heard().document != nullptr) {
      Json one;
      one.add("imported functions", s.imported_functions).add("imported variables", s.imported_variables);
      one.add("imported calls", s.imported_calls).add("inlined everywhere", s.inlined_everywhere);
      one.add("inlined", s.inlined).add("over budget", s.over_budget).add("over pressure", s.over_pressure);
      one.add("calls left", s.calls_left).add("promoted", s.promoted).add("internalized", s.internalized);
      one.add("dropped", s.dropped).add("import ms", s.import_ms).add("inline ms", s.optimize_ms);
      one.add("compile ms", outcomes[m].compile_ms);
      modules.add(p.modules[m].name.c_str(), std::move(one));
    }
    if (a.stats != "text") continue;
    tell(fmt::format(
        "{}: imported {} functions, {} variables; {} calls of them, {} of them inlined everywhere; {} calls of "
        "other modules left; {} values promoted, {} made local, {} dead; import {:.2f} ms, inline {:.2f} ms, "
        "compile {:.2f} ms\n",
        p.modules[m].name, s.imported_functions, s.imported_variables, s.imported_calls, s.inlined_everywhere,
        s.calls_left, s.promoted, s.internalized, s.dropped, s.import_ms, s.optimize_ms, outcomes[m].compile_ms));
  }
  if (a.stats == "json") tell(modules.text() + "\n");
  if (heard().document != nullptr) heard().document->stats.add("modules", std::move(modules));
}

/// Reads all modules. Null after a message. Files are read again when they are wanted; what cannot be, is read once.
std::unique_ptr<ThinProgram> read(const Arguments& a) {
  std::vector<ThinFile> files;
  std::string error;
  for (const std::string& path : a.inputs) {
    files.push_back({path == "-" ? "<stdin>" : path, {}});
    if (path != "-" && std::filesystem::is_regular_file(path) && !first_file({path}).empty()) continue;
    if (read_input(path, files.back().bytes, error)) continue;
    report_error(error);
    return nullptr;
  }
  Diag diag;
  auto program = ThinProgram::read(std::move(files), a.reading, diag);
  report(diag, a.inputs[0]);
  return program;
}

/// Names of the files that are made. False and an error text when two are the same.
bool output_names(const Arguments& a, const thinlto::Problem& p, std::vector<std::string>& names, std::string& error) {
  for (const thinlto::Module& m : p.modules) {
    const bool known = m.name.ends_with(".bc") || m.name.ends_with(".ll");
    names.push_back((known ? m.name.substr(0, m.name.size() - 3) : m.name) + "." + a.emit);
  }
  return file_names(names, error);
}

/// Files are written when all modules are done: none after an error in one of them.
bool write_all(const Arguments& a, const std::vector<std::string>& names, const std::vector<Outcome>& outcomes,
               const SpillFile& spill, std::string& error) {
  if (!prepare_folder(a.output, error)) return false;
  std::string bytes;
  for (std::size_t m = 0; m < outcomes.size(); ++m)
    if (!spill.get(outcomes[m].made, bytes, error) || !write_below(a.output, names[m], bytes, error)) return false;
  return true;
}

/// A file of a plan, as it was left.
struct PlanFile {
  std::string path;
  std::uint64_t bytes = 0;
  bool written = false;
};

/// Each module's slice and its list of imports, by several threads; what was written is told in the order of the modules.
bool write_slices(const Arguments& a, const ThinProgram& program, const std::vector<std::string>& slices,
                  std::string& error) {
  std::vector<std::array<PlanFile, 2>> files(slices.size());
  std::vector<std::string> wrong(slices.size());
  const Heard here = heard();
  share_out(slices.size(), a.reading.threads, [&](std::size_t m) {
    Heard by = here;
    by.document = nullptr;
    const Hearing hearing(by);
    const auto number = static_cast<std::uint32_t>(m);
    const auto write = [&](PlanFile& file, const char* ending, const std::string& bytes) {
      file.path = slices[m] + ending;
      file.bytes = bytes.size();
      return write_if_other(file.path, bytes, wrong[m], &file.written);
    };
    if (write(files[m][0], ".thinlto.bc", program.index_file(number)))
      write(files[m][1], ".imports", program.imports_file(number));
  });
  for (std::size_t m = 0; m < slices.size(); ++m) {
    if (!wrong[m].empty()) return error = wrong[m], false;
    for (const PlanFile& file : files[m])
      if (file.written) note_output(file.path, file.bytes);
  }
  return true;
}

/// Slices, lists of imports and the jobs that make of them what this command would make itself. What is there already
/// and has not changed keeps its time.
bool write_plan(const Arguments& a, const CompileOptions& options, ThinProgram& program,
                const std::vector<std::string>& outputs, std::string& error) {
  const auto& modules = program.problem().modules;
  std::vector<std::string> slices;
  for (const thinlto::Module& m : modules) slices.push_back(m.name);
  if (!file_names(slices, error)) return false;
  std::set<std::string> folders;
  for (std::size_t m = 0; m < modules.size(); ++m) {
    slices[m] = a.plan + "/" + slices[m];
    for (const std::string& path : {slices[m], a.output + "/" + outputs[m]})
      folders.insert(path.substr(0, path.find_last_of('/')));
  }
  for (const std::string& folder : folders)
    if (!prepare_folder(folder, error)) return false;
  if (!write_slices(a, program, slices, error)) return false;
  JobList list;
  list.linker_output = a.output;
  list.args = {own_path(), "-c", "-O" + std::to_string(a.code.level), "--mcpu=" + options.features.name()};
  if (a.code.passes.size_level > 0) list.args.push_back("--size-level=" + std::to_string(a.code.passes.size_level));
  for (const std::string& attribute : a.code.attributes) list.args.push_back("--mattr=" + attribute);
  if (!a.reading.triple.empty()) list.args.push_back("--mtriple=" + a.reading.triple);
  if (!a.code.pointers.empty()) list.args.push_back("--pointers=" + a.code.pointers);
  for (std::string& word : inlining_words(a.code.backend)) list.args.push_back(std::move(word));
  if (!a.code.atomic_order.empty()) list.args.push_back("--atomic-order=" + a.code.atomic_order);
  std::string text = jobs_begin(list);
  for (std::uint32_t m = 0; m < modules.size(); ++m) {
    const std::string slice = slices[m] + ".thinlto.bc", output = a.output + "/" + outputs[m];
    JobList::Job job{{modules[m].name, "-fthinlto-index=" + slice, "-o", output}, {modules[m].name, slice}, {output}};
    for (const std::uint32_t from : program.sources(m)) job.inputs.push_back(modules[from].name);
    text += job_text(job, m == 0);
  }
  return write_if_other(a.plan + "/jobs.json", text + jobs_end(), error);
}

/// In the words of the reference's inliner-function-import-stats.
std::string import_statistics(const std::string& module, const ThinStats& stats, bool verbose) {
  std::string out;
  std::size_t inlined = 0;
  for (const std::string& name : stats.imported) {
    const auto at = stats.inlines.find(name);
    inlined += at != stats.inlines.end();
    if (verbose)
      out += fmt::format("{}: Inlined imported function [{}]: #inlines = {}\n", module, name,
                         at != stats.inlines.end() ? at->second : 0);
  }
  return out + fmt::format(
                   "{}: imported functions {}, inlined {}, inlined everywhere {}; all inlined calls {}, kept for "
                   "the budget {}, for registers {}\n",
                   module, stats.imported.size(), inlined, stats.inlined_everywhere, stats.inlined, stats.over_budget,
                   stats.over_pressure);
}

int run(Arguments& a, CompileOptions options) {
  std::string error;
  const auto give_up = [&] {
    report_error(error);
    return failed;
  };
  SpillFile spill;
  if (!spill.open(a.output, error)) return give_up();
  a.reading.reader = read_input;
  a.reading.spill = &spill;
  const auto program = read(a);
  if (!program) return failed;
  thinlto::Problem& problem = program->problem();
  if (const auto asked = program->target(); options.module_target && asked) {
    options.features.sm = asked->sm;
    options.features.suffix = asked->suffix;
    options.features.ptx = std::max(asked->ptx, options.features.ptx);
  }
  options.module_target = false;  // the modules have forgotten it when they are compiled
  a.code.backend.features = options.features;
  std::vector<std::string> names;
  if (!output_names(a, problem, names, error)) return give_up();
  if (!a.workloads.empty() && !add_workloads(a.workloads, problem, error)) return give_up();
  if (!set_priorities(a, problem, error)) return give_up();
  add_likely_targets(a, problem);
  RemarkList remarks;
  const auto start = std::chrono::steady_clock::now();
  thinlto::Plan plan =
      plan_imports(problem, a.options, a.remarks.empty() && heard().document == nullptr ? nullptr : &remarks);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  if (plan.refusal != thinlto::Refusal::none) {
    error = a.inputs[0] + ": no plan: " + thinlto::to_string(plan.refusal);
    return give_up();
  }
  if (a.check) {
    std::string faults;
    const std::size_t count = check_imports(problem, plan, a.options, faults);
    tell(fmt::format("checker: {} faults\n{}", count, faults));
    if (count != 0) return failed;
  }
  if (a.print_imports) print_imports(a, problem, plan);
  if (a.options.print_import_failures) print_refusals(problem, plan);
  program->adopt(plan, a.options);
  if (!a.plan.empty()) {
    if (!write_plan(a, options, *program, names, error) || !write_remarks(a.remarks, remarks, error)) return give_up();
    if (!wants_figures(a.stats)) return ok;
    Figures figures;
    add_figures(plan.stats, figures);
    figures.add("milliseconds", took.count(), 3);
    print_figures(figures, a.stats);
    return ok;
  }
  const thinlto::Stats counted = plan.stats;
  plan = {};
  program->keep_for_backends();
  std::vector<Outcome> outcomes = make_all(a, options, *program, spill);
  outline_all(a, options, problem, outcomes, spill);
  bool fine = true;
  for (std::size_t m = 0; m < outcomes.size(); ++m) {
    report(outcomes[m].diag, problem.modules[m].name);
    tell(outcomes[m].stats.inline_info);
    tell(outcomes[m].told);
    if (!outcomes[m].error.empty()) report_error(problem.modules[m].name + ": " + outcomes[m].error);
    for (const Remark& remark : outcomes[m].remarks.remarks) remarks(remark);
    fine &= !outcomes[m].diag.failed() && outcomes[m].error.empty();
  }
  if (wants_figures(a.stats)) {
    Figures figures;
    add_figures(counted, figures);
    figures.add("milliseconds", took.count(), 3);
    print_figures(figures, a.stats);
    print_module_statistics(a, problem, outcomes);
  }
  if (!fine) return failed;
  if (!write_all(a, names, outcomes, spill, error) || !write_remarks(a.remarks, remarks, error)) return give_up();
  return ok;
}

}  // namespace

int thinlto_command(const std::vector<std::string>& given) {
  Options app("Modules of one program in, each with what it imports from the others out, compiled.", "lathe thinlto",
              short_usage);
  Arguments a;
  add_options(app, a);
  std::vector<std::string> arguments = given;
  if (const std::string fault = respell(arguments); !fault.empty()) return app.wrong(fault);
  if (const auto done = app.parse(arguments)) return *done;
  if (const auto done = refuse_idle_code_generation(app)) return *done;
  if (a.import_metadata && !a.print_imports && a.emit != "ll" && a.emit != "bc")
    return app.wrong("--enable-import-metadata is for --emit=ll, --emit=bc and --print-imports: " + a.emit +
                     " has no metadata");
  if (!a.plan.empty())  // what the jobs are told
    if (const auto done = refuse_others(app, "--plan",
                                        {"--output",
                                         "--threads",
                                         "--exported-symbol",
                                         "--mcpu",
                                         "--mattr",
                                         "--mtriple",
                                         "--march",
                                         "--pointers",
                                         "--inline-threshold",
                                         "--inline-budget",
                                         "--inline-total-budget",
                                         "--inline-pressure",
                                         "--atomic-order",
                                         "--check",
                                         "--stats",
                                         "--remarks",
                                         "--remarks-format",
                                         "--remarks-filter",
                                         "--fuel",
                                         "--print-imports",
                                         "--emit",
                                         "--import-instr-limit",
                                         "--import-cutoff",
                                         "--import-instr-evolution-factor",
                                         "--import-hot-evolution-factor",
                                         "--import-hot-multiplier",
                                         "--import-critical-multiplier",
                                         "--import-cold-multiplier",
                                         "--import-default-multiplier",
                                         "--compute-dead",
                                         "--propagate-attrs",
                                         "--disable-thinlto-funcattrs",
                                         "--import-constants-with-refs",
                                         "--force-import-all",
                                         "--import-all-index",
                                         "--import-declaration",
                                         "--force-import-priority",
                                         "--import-priority",
                                         "--import-priorities",
                                         "--low-priority-factor",
                                         "--profile-gate",
                                         "--import-address-taken",
                                         "--import-table-targets",
                                         "--interposable",
                                         "--rule",
                                         "--thinlto-workload-def",
                                         "--print-import-failures"}))
      return *done;
  if (const int state = finish_import(a); state != ok) return state;
  a.code.passes.remarks = !a.remarks.empty() || heard().document != nullptr;
  a.code.passes.registers_counted = a.code.backend.inline_pressure && a.code.level > 0;
  CompileOptions options;
  if (const int state = read_options(a.code, options); state != ok) {
    if (state == wrong_usage) report_usage(short_usage);
    return state;
  }
  a.reading.triple = options.triple;
  a.reading.short_pointers = options.short_pointers;
  a.reading.require_modules = true;
  a.reading.threads = a.threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : a.threads;
  a.reading.atomic_order = options.prepare.atomic_order;
  options.prepare.atomic_order = AtomicOrder::ir;  // the backend has settled it by then
  a.code.backend.features = options.features;
  a.code.backend.opt_level = a.code.level;
  a.code.backend.max_registers = static_cast<std::uint32_t>(std::clamp(options.passes.knobs.maxreg, 0, 255));
  a.code.backend.keep_imported = a.import_metadata && (a.emit == "ll" || a.emit == "bc");
  a.code.backend.verify = a.check || options.verify_each;
  options.triple.clear();  // the modules have it by then
  options.short_pointers.reset();
  options.outline_later = true;
  options.passes.knobs.outliner_link = "relocatable";
  return run(a, options);
}

}  // namespace lathe::nvptx::cli
