// The steps of `prepare` that only PTX has, one function each, and what they share; the others are in codegen/prepare.
// Only for files of this room and its tests.
//
// A module step sees the whole module; a function step sees one function with a body and says whether it changed
// it. Each leaves valid IR behind and can be run again. The order is the table in prepare.cpp.
#pragma once

#include <string>

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include "codegen/prepare/steps.hpp"
#include "nvptx/prepare/prepare.hpp"
#include "nvptx/target/spaces.hpp"

namespace lathe::nvptx {

/// What every step may look at.
struct StepContext : codegen::StepContext {
  StepContext(llvm::Module& of, const PrepareFacts& target, const Features& by, const PrepareOptions& wanted,
              Diag& list)
      : codegen::StepContext{of, target, wanted, list}, features(by), asked(wanted) {
    level = by.opt_level;
    flush_f32 = by.ftz_f32;
    unsafe_math = by.unsafe_fp;
    library = wanted.libdevice;
    use_library = wanted.use_libdevice;
  }

  const Features& features;
  const PrepareOptions& asked;
};

std::string nvptx_data_layout(bool short_pointers);

// ---- module steps
void mark_kernels(StepContext& context);          // kernels.cpp: nvvm.annotations -> calling convention, attributes
void refuse_unsupported(StepContext& context);    // kernels.cpp: ifuncs, thread-local variables, aliases that stay, ...
void lower_ctors(StepContext& context);           // ctors.cpp
void assume_floats(StepContext& context);         // float_assumptions.cpp: PrepareOptions::assume
void settle_atomic_orders(StepContext& context);  // atomic_orders.cpp: CUDA's atomics are relaxed
void resolve_reflect(StepContext& context);       // reflect.cpp

// ---- atomic_orders.cpp, for `lathe thinlto`, which settles each function by the module that it comes from
bool comes_from_cuda(const llvm::Module& module);
/// Relaxes what clang makes of CUDA's atomics; how many there were.
std::size_t relax_cuda_atomics(llvm::Function& f);
std::string relaxed_note(std::size_t count);

// ---- function steps: true when the function changed
bool lower_arguments(llvm::Function& f, StepContext& context);           // arguments.cpp
bool lower_parameter_pointers(llvm::Function& f, StepContext& context);  // arguments.cpp: loaded ones are global
bool fold_cast_pairs(llvm::Function& f, StepContext& context);           // arguments.cpp: cast there and back

}  // namespace lathe::nvptx
