// `lathe opt`: PTX of any compiler in, PTX out, through the machine passes.
#include <algorithm>
#include <cstdio>
#include <numeric>

#include <fmt/format.h>

#include "nvptx/mir/check_types.hpp"
#include "nvptx/passes/image_handles.hpp"
#include "nvptx/passes/passes.hpp"
#include "nvptx/passes/reach.hpp"
#include "nvptx/print/print.hpp"
#include "tools/lathe/algorithm.hpp"
#include "tools/lathe/heard.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/pass_arguments.hpp"
#include "tools/lathe/program.hpp"
#include "tools/lathe/progress.hpp"
#include "tools/lathe/verify_variable.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe opt IN.ptx|- -o OUT.ptx|- [--passes=NAME,...] [OPTIONS]   (see lathe opt --help)";

// Optional passes that run on foreign PTX without being asked, from -O2 on: what compilers leave in the depot.
constexpr const char* foreign_passes[] = {"nvptx-mem2reg"};

struct Arguments : AlgorithmArguments {
  std::vector<std::string> passes, disabled;
  PassArguments optional;
  unsigned level = 3;
  bool verify_each = false, verify_machine = false;
};

bool unknown(const std::string& name, std::vector<std::string> known, const std::vector<std::string>& more) {
  known.insert(known.end(), more.begin(), more.end());
  if (const std::string why = not_switched(name); !why.empty()) {
    report_error(fmt::format("'{}': {}", name, why));
    return false;
  }
  report_error(fmt::format("no pass '{}' that could be chosen or left out; known: {}, and the reference's {}", name,
                           fmt::join(known, ", "), fmt::join(reference_pass_names(), ", ")));
  return false;
}

/// The options of the pipeline; false after an unknown pass name, which is told.
bool pass_options(const Arguments& a, PassOptions& options) {
  const std::vector<std::string> known = pass_names(3), optional = optional_pass_names(), may_go = all_pass_names();
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  std::vector<std::string> chosen;
  for (const std::string& given : a.passes)
    for (const std::string& name : our_passes(given)) {
      if (!has(known, name) && !has(optional, name)) return unknown(given, known, optional);
      chosen.push_back(name);
    }
  for (const std::string& given : a.disabled)
    for (const std::string& name : our_passes(given)) {
      if (!has(may_go, name)) return unknown(given, may_go, {});
      options.disabled.push_back(name);
    }
  options.opt_level = a.level;
  options.verify_each = a.verify_each || a.verify_machine || verify_by_environment();
  if (!settle(a.optional, options, false)) return false;
  for (const std::string& name : chosen)
    if (has(optional, name)) options.enabled.push_back(name);
  if (a.passes.empty()) {
    if (a.level >= 2)
      options.enabled.insert(options.enabled.end(), std::begin(foreign_passes), std::end(foreign_passes));
    return true;
  }
  for (const std::string& name : known)
    if (!has(chosen, name)) options.disabled.push_back(name);
  for (const std::string& name : optional)
    if (!has(chosen, name) && !has(options.enabled, name)) options.disabled.push_back(name);
  return true;
}

/// Debug sections tell where code and registers were before the passes. They go, with a note; .loc, .file and the names
/// in .debug_str that .loc refers to stay.
void drop_stale_sections(const std::string& name, mir::Module& module, Diag& diag) {
  const auto stale = [](const mir::Item& item) {
    return item.kind == mir::Item::Kind::directive && item.text.find(".section") != std::string::npos &&
           item.text.find(".debug_str") == std::string::npos;
  };
  if (std::erase_if(module.items, stale) == 0) return;
  std::erase(module.target, "debug");
  const std::string text = "the debug sections are left out: they tell of the code as it was; lines are kept";
  diag.add({Message::Level::note, name, 0, {}, text, 0});
}

std::uint64_t instructions(const mir::Function& function) {
  std::uint64_t count = 0;
  for (const mir::Block& block : function.blocks) count += block.insts.size();
  return count;
}

bool runs(const PassOptions& options, std::string_view pass) {
  const std::vector<std::string> names = pipeline(options);
  return std::find(names.begin(), names.end(), pass) != names.end();
}

int optimize(const Arguments& a, const PassOptions& given) {
  Algorithm to(a, "opt");
  if (!to.read()) return failed;
  mir::Module* const read = to.module();
  if (read == nullptr) return failed;
  mir::Module& module = *read;
  const std::string& name = to.name();
  Diag diag;
  const auto features = module.target.empty() ? std::nullopt : parse_cpu(module.target.front());
  if (!features) {
    report_error(name + ": .target names no known target" +
                 (module.target.empty() ? "" : ": '" + module.target.front() + "'"));
    return failed;
  }
  std::vector<mir::TypeFault> wrong;
  for (const mir::Function& function : module.functions) mir::check_types(module, function, wrong);
  for (const mir::TypeFault& fault : wrong) diag.error_at(name, fault.line, fault.text);
  if (diag.failed()) {
    report(diag, name);
    return failed;
  }
  drop_stale_sections(name, module, diag);
  PassReport passes;
  // Where the depot is promoted, callees come first: what they touch of their callers' is then known.
  PassOptions options = given;
  PointerReach reach;
  const bool follows = runs(options, "nvptx-mem2reg");
  if (follows) options.reach = &reach;
  options.only = a.function;
  ImageArguments images;
  const bool of_images = runs(options, "nvptx-image-optimizer") || runs(options, "nvptx-replace-image-handles");
  if (of_images) {
    images.read(module);
    options.images = &images;
  }
  PassReport* const report_to = a.optional.wants_report() || of_images ? &passes : nullptr;  // they tell errors there
  std::vector<std::uint32_t> order(module.functions.size());
  std::iota(order.begin(), order.end(), 0U);
  if (follows) order = callees_first(module);
  Progress progress("functions", order.size());
  for (const std::uint64_t mine : order) {
    progress.done();
    mir::Function& function = module.functions[mine];
    if (!to.wanted(function)) {
      if (follows) reach.add(module, function);
      continue;
    }
    std::vector<std::string> faults;
    to.figures().add("functions", std::uint64_t{1});
    to.figures().add("instructions before", instructions(function));
    to.timed([&] { run_passes(module, function, *features, options, faults, report_to, mine); });
    if (follows) reach.add(module, function);
    for (const std::string& fault : faults) diag.error(function.name, "internal fault: " + fault);
  }
  progress.end();
  if (wants_module_passes(module, options)) {
    std::vector<std::string> faults;
    to.timed([&] { run_module_passes(module, *features, options, faults, report_to); });
    for (const std::string& fault : faults) diag.error({}, "internal fault: " + fault);
  }
  for (std::size_t f = 0; f < module.functions.size(); ++f)  // and those that are new
    if (f >= order.size() || to.wanted(module.functions[f]))
      to.figures().add("instructions after", instructions(module.functions[f]));
  for (const PassError& error : passes.errors)
    diag.error_at(error.file.empty() ? name : error.file, error.line, error.text);
  report(diag, name);
  if (diag.failed()) return failed;
  print_pass_report(a.optional, passes);
  if (RemarkList* const remarks = to.remarks()) *remarks = passes.remarks;
  to.text() = mir::print(module);
  return to.finish();
}

}  // namespace

int opt_command(const std::vector<std::string>& given) {
  Options app("PTX in, better PTX out.", "lathe opt", short_usage);
  Arguments a;
  app.option("input", a.input, "PTX of any compiler; - is standard input");
  app.option("-o,--output", a.output, "- is standard output, the default");
  app.section(Section::passes);
  app.option("--passes", a.passes, "run only these").cut_at(',');
  app.option("--disable", a.disabled, "leave out a pass").cut_at(',');
  app.section(Section::optimization);
  app.option("-O", a.level, "optimization level, 0 to 3").range(0, 3).show_default();
  app.section(Section::checks);
  app.flag("--verify-machineinstrs", a.verify_machine, "--verify-each");
  app.flag("--verify-each", a.verify_each,
           "run the checker after each pass; LATHE_VERIFY_EACH=1 in the environment does so, too");
  a.optional.left_out = {"--disable-global-outlining"};
  add_pass_options(app, a.optional);
  app.refuse(a.optional.left_out[0],
             "lathe opt has no --disable-global-outlining: it has one module; lathe thinlto has it");
  add_pass_report_options(app, a.optional);
  declare_words(app, "opt", a);
  app.footer("Passes, in order: " +
             fmt::format("{}; optional: {}", fmt::join(pass_names(3), ", "), fmt::join(optional_pass_names(), ", ")) +
             "; of these from -O2 on without being asked: " + fmt::format("{}", fmt::join(foreign_passes, ", ")) +
             "\nExample:\n  nvcc -ptx a.cu -o - | lathe opt - -o a.ptx");
  std::vector<std::string> arguments = given;
  respell_size_levels(arguments);
  if (const auto done = app.parse(arguments)) return *done;
  if (const auto done = refuse_idle_limits(app)) return *done;
  PassOptions options;
  a.optional.remarks = !a.remarks.empty() || heard().document != nullptr;
  if (!pass_options(a, options)) {
    report_usage(short_usage);
    return wrong_usage;
  }
  if (const std::string idle = idle_knob(a.optional, options); !idle.empty()) return app.wrong(idle);
  if (a.optional.print_pipeline) {
    fmt::print("{}", pipeline_text(options));
    return ok;
  }
  return optimize(a, options);
}

}  // namespace lathe::nvptx::cli
