// The engine of `prepare`: a target's table of steps, run over a module.
//
// The table is the whole story: the module's steps run over the module, then the functions' run together, one function
// after the other, so that a function is in the cache while it is worked on; or in several threads, each on a copy of
// the module (functions_are_apart).
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/prepare/steps.hpp"

namespace lathe::codegen {

/// One row. Exactly one of the three functions is set: `module`; `function`, which tells whether it changed something;
/// or `optimize`, an optimization of LLVM.
struct Step {
  std::string_view name;  ///< by which options and texts call it
  unsigned min_level;     ///< lowest -O that runs it
  bool required;          ///< part of the contract with who comes next; the others only make the code better
  void (*module)(StepContext&) = nullptr;                                      ///< on the whole module, by one thread
  bool (*function)(llvm::Function&, StepContext&) = nullptr;                   ///< on one function, by any thread
  void (*optimize)(FunctionPasses&, llvm::Function&, StepContext&) = nullptr;  ///< on one function, by any thread
};

/// A row of a step on the whole module, which is part of the contract.
constexpr Step on_module(std::string_view name, void (*step)(StepContext&)) {
  return {name, 0, true, step, nullptr, nullptr};
}
/// A row of a step on one function.
constexpr Step on_function(std::string_view name, bool (*step)(llvm::Function&, StepContext&), unsigned level = 0,
                           bool required = true) {
  return {name, level, required, nullptr, step, nullptr};
}
/// A row of an optimization of LLVM.
constexpr Step optimization(std::string_view name, unsigned level, bool required,
                            void (*step)(FunctionPasses&, llvm::Function&, StepContext&)) {
  return {name, level, required, nullptr, nullptr, step};
}

/// Rows of the steps here, under the names that they have everywhere, in an order that works.
namespace rows {
/// Rows of module steps; what each does is said beside its function, or in the file of its name.
extern const Step intrinsics, math, inline_math, unused, names, globals, variadics;
/// Rows of function steps: see steps.hpp.
extern const Step control_flow, information, sroa, tail_recursion, unrolling, copies, small_arrays, slots,
    implied_branches, loop_rotation, allocas, early_copies, address_spaces, atomics, aggregates, memory_intrinsics,
    wide_division, wide_conversions, index_ranges, address_constants, subexpressions, shared_addresses, sink_compares,
    vectors, switches, invariant_loads, block_order;
}  // namespace rows

/// The rows above alone: what a target has before it adds anything.
std::span<const Step* const> neutral_steps();

/// The steps of the context's level that are not disabled: the module's, or the functions'.
std::vector<const Step*> wanted_steps(std::span<const Step* const> table, const StepContext& context, bool of_module);
/// Null when the table has none of that name.
const Step* find_step(std::span<const Step* const> table, std::string_view name);
/// Names in order; `optional_only`: those that only improve the code and may be disabled.
std::vector<std::string> step_names(std::span<const Step* const> table, bool optional_only = false);

/// False after an error.
bool run_on_module(const Step& step, StepContext& context);

/// Runs function steps on one function after the other. `context` must outlive it.
class FunctionSteps {
 public:
  /// `context` and the steps outlive it.
  FunctionSteps(StepContext& context, std::vector<const Step*> steps)
      : context_(context), passes_(context), steps_(std::move(steps)) {}
  /// Behind the last step runs `last`, where there is one. False after a fault of ours (StepOptions::verify_each).
  bool run(llvm::Function& f, const std::function<void(llvm::Function&)>& last = {});
  /// Over all functions, though some have errors. False after one.
  bool run_on_all(const std::function<void(llvm::Function&)>& last = {});

 private:
  StepContext& context_;
  FunctionPasses passes_;
  std::vector<const Step*> steps_;
};

}  // namespace lathe::codegen
