// The whole way, as visible calls: read, prepare, then for each function and block build, combine, legalize, combine,
// legalize, combine, select; passes over the function; print.
// What runs in several threads is in functions.cpp.
#include "nvptx/driver/compile.hpp"

#include <algorithm>
#include <chrono>
#include <memory>

#include "codegen/support/kept.hpp"
#include "nvptx/build/build.hpp"
#include "nvptx/build/view.hpp"
#include "nvptx/debug/sections.hpp"
#include "nvptx/driver/copies.hpp"
#include "nvptx/driver/functions.hpp"
#include "nvptx/driver/input_size.hpp"
#include "nvptx/print/print.hpp"

namespace lathe::nvptx {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void add(CompileStats& total, const CompileStats& part) {
  total.functions += part.functions;
  total.ir_instructions += part.ir_instructions;
  total.blocks += part.blocks;
  total.machine_instructions += part.machine_instructions;
  total.print_ms += part.print_ms;
  total.passes.add(part.passes);
}

/// From prepared IR to text.
std::string generate(Copies& copies, Diag& diag, CompileStats& stats) {
  auto start = Clock::now();
  CompileOptions options = copies.options();
  mir::Module module;
  std::vector<Body> bodies;
  if (!copies.build(module, bodies, diag)) return {};
  const llvm::Module& source = copies.module();
  const std::shared_ptr<const debug::Plan> plan = debug::Plan::make(source, options.features.ptx, module.files);
  // What the debug sections say of functions is of code that stays where it is.
  PassOptions passes = options.passes;
  passes.stop_after = options.stop_after;
  passes.verify_each |= options.verify_each;
  const bool outline = wants_module_passes(module, passes);
  options.keep_functions = outline && plan == nullptr && !options.outline_later;
  stats.wants_outlining = outline && plan == nullptr && options.outline_later;
  for (const mir::Function& f : module.functions) {
    if (stats.wants_outlining && f.for_size) stats.small.push_back(f.name);
    if (stats.wants_outlining && f.no_outline) stats.kept.push_back(f.name);
  }
  if (outline && plan != nullptr)
    diag.add({Message::Level::note,
              {},
              0,
              {},
              "machine-outliner does nothing: the module has debug information of its variables",
              0});
  std::vector<Outcome> outcomes(bodies.size());
  const unsigned threads = compile_functions(options, copies.views(plan), module, bodies, outcomes,
                                             [&](const Body& body) { copies.forget(body); });
  std::string text;
  // Text of a stage that works on blocks has no module around it; behind a pass it is a module that can be read again.
  const bool in_blocks =
      std::find(std::begin(stage_texts), std::end(stage_texts), options.stop_after) != std::end(stage_texts);
  std::vector<std::string> functions(module.functions.size());
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    Outcome& outcome = outcomes[i];
    for (const Message& message : outcome.diag.messages()) diag.add(message);
    add(stats, outcome.stats);
    if (in_blocks)
      text += outcome.text;
    else
      functions[bodies[i].index] = std::move(outcome.text);
  }
  if (options.keep_functions && !diag.failed()) {
    std::vector<std::string> faults;
    run_module_passes(module, options.features, passes, faults, options.report_passes ? &stats.passes : nullptr);
    for (const std::string& fault : faults) diag.error({}, "internal fault after passes: " + fault);
  }
  stats.print_ms /= threads;
  stats.codegen_ms = milliseconds_since(start) - stats.print_ms;
  if (diag.failed()) return {};
  if (in_blocks) return text;
  start = Clock::now();
  if (plan != nullptr && options.stop_after.empty()) {
    std::vector<debug::Body> said;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      said.push_back({bodies[i].source, bodies[i].index, &outcomes[i].debug_record});
    debug::write_sections(source, *plan, said, module);
  }
  text = mir::print(module, functions);
  stats.print_ms += milliseconds_since(start);
  return text;
}

}  // namespace

std::vector<std::string> stage_names(unsigned opt_level) {
  std::vector<std::string> names{"prepare"};
  names.insert(names.end(), std::begin(stage_texts), std::end(stage_texts));
  for (const std::vector<std::string>& passes : {pass_names(opt_level), optional_pass_names()})
    names.insert(names.end(), passes.begin(), passes.end());
  return names;
}

static bool is_stage(const std::string& name, unsigned opt_level) {
  const std::vector<std::string> stages = stage_names(opt_level);
  return std::find(stages.begin(), stages.end(), name) != stages.end();
}

std::string compile(std::string_view ir, const std::string& name, const CompileOptions& options, Diag& diag,
                    CompileStats* stats) {
  CompileStats local;
  CompileStats& total = stats ? *stats : local;
  if (!options.stop_after.empty() && !is_stage(options.stop_after, options.features.opt_level)) {
    diag.error({}, "no stage '" + options.stop_after + "' to stop after");
    return {};
  }
  codegen::Kept<Copies> made(std::make_unique<Copies>(ir, name, options));
  Copies& copies = *made;
  if (options.last) {
    // The system takes the memory back, all at once. Volatile: a store that nothing reads would be left out, and leak
    // checkers would find the memory without an owner.
    [[maybe_unused]] static Copies* volatile kept = nullptr;
    kept = made.release();
  }
  const bool as_ir = options.stop_after == "prepare";  // of one module
  const unsigned threads = as_ir ? 1 : options.threads == 0 ? threads_for_size(ir) : options.threads;
  if (!copies.prepare(threads, diag, total)) return {};
  return as_ir ? copies.text() : generate(copies, diag, total);
}

}  // namespace lathe::nvptx
