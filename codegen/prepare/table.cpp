// See table.hpp.
#include "codegen/prepare/table.hpp"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "codegen/prepare/code_shape.hpp"

namespace lathe::codegen {

using llvm::Function;

namespace {
template <bool (*step)(Function&, FunctionPasses&, StepContext&)>
void inside_blocks(FunctionPasses& passes, Function& f, StepContext& context) {
  if (step(f, passes, context)) passes.changed_inside_blocks(f);
}
}  // namespace

namespace rows {
const Step intrinsics = on_module("intrinsics", expand_intrinsics);
const Step math = on_module("math", link_math);
const Step inline_math = on_module("inline", codegen::inline_math);
const Step unused = on_module("unused", drop_unused);
const Step names = on_module("names", valid_names);
const Step globals = on_module("globals", place_globals);
const Step variadics = on_module("variadics", expand_variadics);

const Step control_flow = on_function("control-flow", lower_control_flow);
const Step information = on_function("information", drop_intrinsics);
const Step sroa = optimization("sroa", 1, false, [](FunctionPasses& p, Function& f, StepContext&) { p.sroa(f); });
const Step copies = optimization("copies", 1, false, [](FunctionPasses& p, Function& f, StepContext& c) {
  if (!write_out_copies(f, c)) return;
  p.changed(f);
  p.sroa(f);
});
const Step tail_recursion =
    optimization("tail-recursion", 2, false, [](FunctionPasses& p, Function& f, StepContext&) { p.tail_recursion(f); });
const Step small_arrays = optimization("small-arrays", 2, false, [](FunctionPasses& p, Function& f, StepContext& c) {
  if (!choose_in_small_arrays(f, c)) return;
  p.changed(f);
  p.sroa(f);
});
const Step slots = on_function("slots", share_slots, 0, false);
const Step implied_branches =
    optimization("implied-branches", 2, false, [](FunctionPasses& p, Function& f, StepContext& c) {
      if (thread_implied_branches(f, p, c)) p.changed(f);
    });
const Step loop_rotation =
    optimization("loop-rotation", 2, false, [](FunctionPasses& p, Function& f, StepContext&) { p.rotate_loops(f); });
const Step unrolling = optimization("unrolling", 1, false, [](FunctionPasses& p, Function& f, StepContext& c) {
  if (c.options.unroll.mode != UnrollOptions::Mode::as_they_are) p.unroll_loops(f, c.options.unroll);
});
const Step allocas = on_function("allocas", lower_allocas);
const Step early_copies = optimization("early-copies", 0, true, [](FunctionPasses& p, Function& f, StepContext& c) {
  if (lower_early_copies(f, c, p.target(f))) p.changed(f);
});
const Step address_spaces = optimization(
    "address-spaces", 0, true, [](FunctionPasses& p, Function& f, StepContext&) { p.infer_address_spaces(f); });
const Step atomics = on_function("atomics", lower_atomics);
const Step aggregates = on_function("aggregates", lower_aggregates);
const Step memory_intrinsics =
    optimization("memory-intrinsics", 0, true, [](FunctionPasses& p, Function& f, StepContext& c) {
      if (lower_memory_intrinsics(f, c, p.target(f))) p.changed(f);
    });
const Step wide_division = on_function("wide-division", lower_wide_division);
const Step wide_conversions = on_function("wide-conversions", lower_wide_conversions);
const Step index_ranges = optimization("index-ranges", 2, false, inside_blocks<note_index_ranges>);
const Step address_constants = optimization(
    "address-constants", 2, false, [](FunctionPasses& p, Function& f, StepContext&) { p.split_address_constants(f); });
const Step subexpressions = optimization(
    "subexpressions", 1, false, [](FunctionPasses& p, Function& f, StepContext&) { p.common_subexpressions(f); });
const Step shared_addresses = optimization("shared-addresses", 2, false, inside_blocks<share_addresses>);
const Step sink_compares = optimization("sink-compares", 2, false, inside_blocks<codegen::sink_compares>);
const Step vectors = optimization("vectors", 1, false, [](FunctionPasses& p, Function& f, StepContext& c) {
  if (c.options.vectorize) p.vectorize_memory(f, c.options.vectorize_most_loops);
});
const Step switches = on_function("switches", lower_switches);
const Step invariant_loads = on_function("invariant-loads", tag_invariant_loads, 1, false);
const Step block_order = on_function("block-order", order_blocks);
}  // namespace rows

std::span<const Step* const> neutral_steps() {
  static constexpr const Step* table[] = {
      &rows::intrinsics,
      &rows::math,
      &rows::inline_math,
      &rows::unused,
      &rows::names,
      &rows::globals,
      &rows::variadics,
      &rows::control_flow,
      &rows::information,
      &rows::sroa,
      &rows::tail_recursion,
      &rows::unrolling,
      &rows::copies,
      &rows::small_arrays,
      &rows::slots,
      &rows::implied_branches,
      &rows::loop_rotation,
      &rows::allocas,
      &rows::early_copies,
      &rows::address_spaces,
      &rows::atomics,
      &rows::aggregates,
      &rows::memory_intrinsics,
      &rows::wide_division,
      &rows::wide_conversions,
      &rows::index_ranges,
      &rows::address_constants,
      &rows::subexpressions,
      &rows::shared_addresses,
      &rows::sink_compares,
      &rows::vectors,
      &rows::switches,
      &rows::invariant_loads,
      &rows::block_order,
  };
  return table;
}

std::vector<const Step*> wanted_steps(std::span<const Step* const> table, const StepContext& context, bool of_module) {
  std::vector<const Step*> wanted;
  for (const Step* step : table) {
    const bool disabled = !step->required && std::ranges::count(context.options.disabled, step->name) > 0;
    if (context.level >= step->min_level && !disabled && (step->module != nullptr) == of_module) wanted.push_back(step);
  }
  return wanted;
}

const Step* find_step(std::span<const Step* const> table, std::string_view name) {
  const auto found = std::ranges::find(table, name, [](const Step* step) { return step->name; });
  return found == table.end() ? nullptr : *found;
}

std::vector<std::string> step_names(std::span<const Step* const> table, bool optional_only) {
  std::vector<std::string> names;
  for (const Step* step : table)
    if (!optional_only || !step->required) names.emplace_back(step->name);
  return names;
}

namespace {

/// The first line of LLVM's complaint about the module after a step; a fault of ours, told as such.
bool verify_after(const Step& step, StepContext& context, const Function* f = nullptr) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (f ? !llvm::verifyFunction(*f, &stream) : !llvm::verifyModule(context.module, &stream)) return true;
  context.diag.error(
      {}, "internal fault: step '" + std::string(step.name) + "' left invalid IR: " + text.substr(0, text.find('\n')));
  return false;
}

void run_on_function(const Step& step, Function& f, FunctionPasses& passes, StepContext& context) {
  if (step.optimize)
    step.optimize(passes, f, context);
  else if (step.function(f, context))
    passes.changed(f);
}

}  // namespace

bool run_on_module(const Step& step, StepContext& context) {
  step.module(context);
  return !context.diag.failed() && (!context.options.verify_each || verify_after(step, context));
}

bool FunctionSteps::run(Function& f, const std::function<void(Function&)>& last) {
  for (const Step* step : steps_) {
    run_on_function(*step, f, passes_, context_);
    if (context_.options.verify_each && !verify_after(*step, context_, &f)) return false;
  }
  if (last) last(f);
  passes_.changed(f);
  return true;
}

bool FunctionSteps::run_on_all(const std::function<void(Function&)>& last) {
  for (Function& f : context_.module)
    if (!f.isDeclaration() && !run(f, last)) return false;
  return !context_.diag.failed();
}

}  // namespace lathe::codegen
