// All steps of `prepare`, in order: the table of PTX. Most rows are codegen's.
#include "nvptx/prepare/prepare.hpp"

#include <algorithm>
#include <span>

#include "codegen/prepare/table.hpp"
#include "nvptx/prepare/asm_forms.hpp"
#include "nvptx/prepare/empty_parameters.hpp"
#include "nvptx/prepare/facts.hpp"
#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

using llvm::Function;

// Steps of our own as the engine calls them: the context is always the one that is made below.
template <void (*step)(StepContext&)>
void of_module(codegen::StepContext& context) {
  step(static_cast<StepContext&>(context));
}
template <bool (*step)(Function&, StepContext&)>
bool of_function(Function& f, codegen::StepContext& context) {
  return step(f, static_cast<StepContext&>(context));
}

bool lower_control(Function& f, StepContext& context) {
  const bool changed = lower_asm_forms(f, context);
  return lower_control_flow(f, context) || changed;
}

constexpr Step kernels = on_module("kernels", of_module<mark_kernels>),
               unsupported = on_module("unsupported", of_module<refuse_unsupported>),
               float_assumptions = on_module("float-assumptions", of_module<assume_floats>),
               atomic_orders = on_module("atomic-orders", of_module<settle_atomic_orders>),
               libdevice = on_module("libdevice", link_math),
               reflect = on_module("reflect", of_module<resolve_reflect>), inlined = on_module("inline", inline_math),
               ctors = on_module("ctors", of_module<lower_ctors>),
               empty_parameters = on_module("empty-parameters", of_module<drop_empty_parameters>),
               control_flow = on_function("control-flow", of_function<lower_control>),
               arguments = on_function("arguments", of_function<lower_arguments>),
               parameter_pointers = on_function("parameter-pointers", of_function<lower_parameter_pointers>),
               cast_pairs = on_function("cast-pairs", of_function<fold_cast_pairs>);

// What a step of the module, or functions_are_apart, looks at in bodies must not be among what
// nvptx/driver/quiet_bodies.cpp and quiet_functions.cpp call plain: threads leave such bodies out of their copies.
std::span<const Step* const> all_steps() {
  static constexpr const Step* table[] = {
      &kernels,
      &unsupported,
      &float_assumptions,
      &atomic_orders,
      &rows::intrinsics,
      &libdevice,
      &reflect,
      &inlined,
      &rows::unused,
      &ctors,
      &rows::names,
      &rows::globals,
      &rows::variadics,
      &empty_parameters,

      &control_flow,
      &rows::information,
      &arguments,
      &rows::sroa,
      &rows::tail_recursion,
      &rows::unrolling,
      &rows::copies,
      &rows::small_arrays,
      &parameter_pointers,
      &rows::slots,
      &rows::implied_branches,
      &rows::loop_rotation,
      &rows::allocas,
      &rows::early_copies,
      &rows::address_spaces,
      &cast_pairs,
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

}  // namespace

struct FunctionPreparation::Impl {
  PrepareFacts facts;
  StepContext context;
  FunctionSteps steps;

  Impl(llvm::Module& module, const Features& features, const PrepareOptions& options, Diag& diag, const Step* only)
      : facts(prepare_facts(features)),
        context(module, facts, features, options, diag),
        steps(context, only ? std::vector{only} : wanted_steps(all_steps(), context, false)) {
    context.shared_is_wide = shared_beyond_block(module, facts);
  }
};

FunctionPreparation::FunctionPreparation(llvm::Module& module, const Features& features, const PrepareOptions& options,
                                         Diag& diag)
    : impl_(std::make_unique<Impl>(module, features, options, diag, nullptr)) {}
FunctionPreparation::~FunctionPreparation() = default;
bool FunctionPreparation::run(Function& f) { return impl_->steps.run(f, impl_->context.asked.last); }

bool prepare_module(llvm::Module& module, const Features& features, const PrepareOptions& options, Diag& diag) {
  const PrepareFacts facts = prepare_facts(features);
  StepContext context(module, facts, features, options, diag);
  return std::ranges::all_of(wanted_steps(all_steps(), context, true),
                             [&](const Step* step) { return run_on_module(*step, context); });
}

bool prepare(llvm::Module& module, const Features& features, const PrepareOptions& options, Diag& diag) {
  if (!prepare_module(module, features, options, diag)) return false;
  FunctionPreparation preparation(module, features, options, diag);
  return preparation.impl_->steps.run_on_all(options.last);
}

bool prepare_step(llvm::Module& module, std::string_view name, const Features& features, const PrepareOptions& options,
                  Diag& diag) {
  const Step* step = find_step(all_steps(), name);
  if (step == nullptr) {
    diag.error({}, "no step '" + std::string(name) + "' in prepare");
    return false;
  }
  if (step->module == nullptr)
    return FunctionPreparation::Impl(module, features, options, diag, step).steps.run_on_all(options.last);
  const PrepareFacts facts = prepare_facts(features);
  StepContext context(module, facts, features, options, diag);
  return run_on_module(*step, context);
}

std::vector<std::string> prepare_steps(bool optional_only) { return step_names(all_steps(), optional_only); }

bool functions_are_apart(const llvm::Module& module) {
  const Features any;  // spaces, scopes and conventions are those of all targets
  return codegen::functions_are_apart(module, prepare_facts(any));
}

}  // namespace lathe::nvptx
