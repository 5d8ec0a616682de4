// All steps of `prepare`, in order. The table is the whole story: the module's steps run over the module, then the
// functions' run together, one function after the other, so that a function is in the cache while it is worked on; or
// in several threads, each on a copy of the module (functions_are_apart).
#include "nvptx/prepare/prepare.hpp"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <span>

#include "nvptx/prepare/code_shape.hpp"
#include "nvptx/prepare/empty_parameters.hpp"

namespace lathe::nvptx {
namespace {

using llvm::Function;

/// One row. Exactly one of the three functions is set: `module`; `function`, which tells whether it changed something;
/// or `optimize`, an optimization of LLVM.
struct Step {
  std::string_view name;
  unsigned min_level;  ///< lowest -O that runs it
  bool required;       ///< part of the contract with `build`; the others only make the code better
  void (*module)(StepContext&) = nullptr;
  bool (*function)(Function&, StepContext&) = nullptr;
  void (*optimize)(FunctionPasses&, Function&, StepContext&) = nullptr;
};

constexpr Step on_module(std::string_view name, void (*step)(StepContext&)) {
  return {name, 0, true, step, nullptr, nullptr};
}
constexpr Step on_function(std::string_view name, bool (*step)(Function&, StepContext&), unsigned level = 0,
                           bool required = true) {
  return {name, level, required, nullptr, step, nullptr};
}
constexpr Step optimization(std::string_view name, unsigned level, bool required,
                            void (*step)(FunctionPasses&, Function&, StepContext&)) {
  return {name, level, required, nullptr, nullptr, step};
}

// What a step of the module, or functions_are_apart, looks at in bodies must not be among what
// nvptx/driver/quiet_bodies.cpp and quiet_functions.cpp call plain: threads leave such bodies out of their copies.
std::span<const Step> all_steps() {
  static constexpr Step table[] = {
      on_module("kernels", mark_kernels),
      on_module("unsupported", refuse_unsupported),
      on_module("atomic-orders", settle_atomic_orders),
      on_module("intrinsics", expand_intrinsics),
      on_module("libdevice", link_libdevice),
      on_module("reflect", resolve_reflect),
      on_module("inline", inline_libdevice),
      on_module("unused", drop_unused),
      on_module("ctors", lower_ctors),
      on_module("names", valid_names),
      on_module("globals", place_globals),
      on_module("variadics", expand_variadics),
      on_module("empty-parameters", drop_empty_parameters),

      on_function("control-flow", lower_control_flow),
      on_function("information", drop_intrinsics),
      on_function("arguments", lower_arguments),
      optimization("sroa", 1, false, [](FunctionPasses& p, Function& f, StepContext&) { p.sroa(f); }),
      optimization("copies", 1, false,
                   [](FunctionPasses& p, Function& f, StepContext& c) {
                     if (!write_out_copies(f, c)) return;
                     p.changed(f);
                     p.sroa(f);
                   }),
      optimization("small-arrays", 2, false,
                   [](FunctionPasses& p, Function& f, StepContext& c) {
                     if (!choose_in_small_arrays(f, c)) return;
                     p.changed(f);
                     p.sroa(f);
                   }),
      on_function("parameter-pointers", lower_parameter_pointers),
      on_function("slots", share_slots),
      on_function("implied-branches", thread_implied_branches, 2, false),
      optimization("loop-rotation", 2, false, [](FunctionPasses& p, Function& f, StepContext&) { p.rotate_loops(f); }),
      on_function("allocas", lower_allocas),
      optimization("volatile-copies", 0, true,
                   [](FunctionPasses& p, Function& f, StepContext& c) {
                     if (lower_volatile_copies(f, c, p.target(f))) p.changed(f);
                   }),
      optimization("address-spaces", 0, true,
                   [](FunctionPasses& p, Function& f, StepContext&) { p.infer_address_spaces(f); }),
      on_function("cast-pairs", fold_cast_pairs),
      on_function("atomics", lower_atomics),
      on_function("aggregates", lower_aggregates),
      optimization("memory-intrinsics", 0, true,
                   [](FunctionPasses& p, Function& f, StepContext& c) {
                     if (lower_memory_intrinsics(f, c, p.target(f))) p.changed(f);
                   }),
      on_function("wide-division", lower_wide_division),
      on_function("wide-conversions", lower_wide_conversions),
      on_function("index-ranges", note_index_ranges, 2, false),
      optimization("address-constants", 2, false,
                   [](FunctionPasses& p, Function& f, StepContext&) { p.split_address_constants(f); }),
      optimization("subexpressions", 1, false,
                   [](FunctionPasses& p, Function& f, StepContext&) { p.common_subexpressions(f); }),
      on_function("shared-addresses", share_addresses, 2, false),
      on_function("sink-compares", sink_compares, 2, false),
      optimization("vectors", 1, false,
                   [](FunctionPasses& p, Function& f, StepContext& c) {
                     if (c.options.vectorize) p.vectorize_memory(f, c.options.vectorize_most_loops);
                   }),
      on_function("switches", lower_switches),
      on_function("invariant-loads", tag_invariant_loads, 1, false),
      on_function("block-order", order_blocks),
  };
  return table;
}

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

struct FunctionPreparation::Impl {
  StepContext context;
  FunctionPasses passes{context};
  std::vector<const Step*> steps;

  Impl(llvm::Module& module, const Features& features, const PrepareOptions& options, Diag& diag)
      : context{module, features, options, diag, shared_beyond_block(module, features)} {}

  bool run(Function& f) {
    for (const Step* step : steps) {
      run_on_function(*step, f, passes, context);
      if (context.options.verify_each && !verify_after(*step, context, &f)) return false;
    }
    if (context.options.last) context.options.last(f);
    passes.changed(f);
    return true;
  }
};

namespace {

bool run_on_module(const Step& step, StepContext& context) {
  step.module(context);
  return !context.diag.failed() && (!context.options.verify_each || verify_after(step, context));
}

/// Over all functions, though some have errors. False after one.
bool run_on_functions(FunctionPreparation& preparation, llvm::Module& module, const Diag& diag) {
  for (Function& f : module)
    if (!f.isDeclaration() && !preparation.run(f)) return false;
  return !diag.failed();
}

/// The steps of this level that are not disabled: the module's, or the functions'.
std::vector<const Step*> wanted_steps(const Features& features, const PrepareOptions& options, bool of_module) {
  std::vector<const Step*> wanted;
  for (const Step& step : all_steps()) {
    const bool disabled = !step.required && std::ranges::count(options.disabled, step.name) > 0;
    if (features.opt_level >= step.min_level && !disabled && (step.module != nullptr) == of_module)
      wanted.push_back(&step);
  }
  return wanted;
}

}  // namespace

FunctionPreparation::FunctionPreparation(llvm::Module& module, const Features& features, const PrepareOptions& options,
                                         Diag& diag)
    : impl_(std::make_unique<Impl>(module, features, options, diag)) {
  impl_->steps = wanted_steps(features, options, false);
}
FunctionPreparation::~FunctionPreparation() = default;
bool FunctionPreparation::run(Function& f) { return impl_->run(f); }

bool prepare_module(llvm::Module& module, const Features& features, const PrepareOptions& options, Diag& diag) {
  StepContext context{module, features, options, diag};
  return std::ranges::all_of(wanted_steps(features, options, true),
                             [&](const Step* step) { return run_on_module(*step, context); });
}

bool prepare(llvm::Module& module, const Features& features, const PrepareOptions& options, Diag& diag) {
  if (!prepare_module(module, features, options, diag)) return false;
  FunctionPreparation preparation(module, features, options, diag);
  return run_on_functions(preparation, module, diag);
}

bool prepare_step(llvm::Module& module, std::string_view name, const Features& features, const PrepareOptions& options,
                  Diag& diag) {
  for (const Step& step : all_steps()) {
    if (step.name != name) continue;
    if (step.module != nullptr) {
      StepContext context{module, features, options, diag};
      return run_on_module(step, context);
    }
    FunctionPreparation preparation(module, features, options, diag);
    preparation.impl_->steps = {&step};
    return run_on_functions(preparation, module, diag);
  }
  diag.error({}, "no step '" + std::string(name) + "' in prepare");
  return false;
}

std::vector<std::string> prepare_steps(bool optional_only) {
  std::vector<std::string> names;
  for (const Step& step : all_steps())
    if (!optional_only || !step.required) names.emplace_back(step.name);
  return names;
}

}  // namespace lathe::nvptx
