// The steps of `prepare`, one function each, and what they share. Only for files of this room and its tests.
//
// A module step sees the whole module; a function step sees one function with a body and says whether it changed
// it. Each leaves valid IR behind and can be run again. The order is the table in prepare.cpp.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include "nvptx/prepare/prepare.hpp"

namespace llvm {
class TargetTransformInfo;
}

namespace lathe::nvptx {

/// LLVM's numbers of the NVPTX address spaces.
namespace space {
inline constexpr unsigned generic = 0, global = 1, shared = 3, constant = 4, local = 5, tensor = 6, shared_cluster = 7,
                          param = 101;
}

/// Whether perhaps other blocks of the cluster see the shared memory of a block: by a look at the whole module, before
/// the functions' steps.
bool shared_beyond_block(const llvm::Module& module, const Features& features);
/// Whether the module has sequentially consistent operations beyond the block on memory other than shared.
bool consistent_beyond_block(const llvm::Module& module);

/// What every step may look at.
struct StepContext {
  llvm::Module& module;
  const Features& features;
  const PrepareOptions& options;
  Diag& diag;
  bool cluster = false;            ///< shared_beyond_block; for the functions' steps
  std::optional<bool> mixed = {};  ///< consistent_beyond_block; computed by the first function that asks
  void error(const llvm::Function& function, std::string text) {
    diag.error(function.getName().str(), std::move(text));
  }
};

std::string nvptx_data_layout();
inline bool is_kernel(const llvm::Function& f) { return f.getCallingConv() == llvm::CallingConv::PTX_Kernel; }

// ---- module steps
void mark_kernels(StepContext& context);          // kernels.cpp: nvvm.annotations -> calling convention, attributes
void refuse_unsupported(StepContext& context);    // kernels.cpp: ifuncs, thread-local variables, constructors, ...
void lower_ctors(StepContext& context);           // ctors.cpp
void expand_intrinsics(StepContext& context);     // intrinsics.cpp: vector predication, masks, matrices, ...
void link_libdevice(StepContext& context);        // libdevice.cpp
void settle_atomic_orders(StepContext& context);  // atomic_orders.cpp: CUDA's atomics are relaxed
void resolve_reflect(StepContext& context);       // reflect.cpp
void inline_libdevice(StepContext& context);      // libdevice.cpp
void drop_unused(StepContext& context);           // module_cleanup.cpp
void expand_variadics(StepContext& context);      // module_cleanup.cpp
void place_globals(StepContext& context);         // globals.cpp: address space 0 -> 1
void valid_names(StepContext& context);           // names.cpp

// ---- atomic_orders.cpp, for `lathe thinlto`, which settles each function by the module that it comes from
bool comes_from_cuda(const llvm::Module& module);
/// Relaxes what clang makes of CUDA's atomics; how many there were.
std::size_t relax_cuda_atomics(llvm::Function& f);
std::string relaxed_note(std::size_t count);

// ---- function steps: true when the function changed
bool lower_control_flow(llvm::Function& f, StepContext& context);        // control_flow.cpp: invoke, indirectbr, ...
bool drop_intrinsics(llvm::Function& f, StepContext& context);           // control_flow.cpp: assume, dbg, ...
bool lower_arguments(llvm::Function& f, StepContext& context);           // arguments.cpp
bool lower_parameter_pointers(llvm::Function& f, StepContext& context);  // arguments.cpp: loaded ones are global
bool choose_in_small_arrays(llvm::Function& f, StepContext& context);    // small_arrays.cpp
bool fold_cast_pairs(llvm::Function& f, StepContext& context);           // arguments.cpp: cast there and back
bool share_slots(llvm::Function& f, StepContext& context);               // slots.cpp: lifetime markers are used up
bool lower_allocas(llvm::Function& f, StepContext& context);             // allocas.cpp
bool lower_atomics(llvm::Function& f, StepContext& context);             // atomics.cpp
bool lower_memory_intrinsics(llvm::Function& f, StepContext& context, const llvm::TargetTransformInfo& target);
bool write_out_copies(llvm::Function& f, StepContext& context);  // memory_intrinsics.cpp: of variables only copied
/// Those that are volatile, before address spaces are inferred: inference leaves their pointers as they are.
bool lower_volatile_copies(llvm::Function& f, StepContext& context, const llvm::TargetTransformInfo& target);
bool lower_aggregates(llvm::Function& f, StepContext& context);        // aggregates.cpp
bool lower_wide_division(llvm::Function& f, StepContext& context);     // wide_division.cpp
bool lower_wide_conversions(llvm::Function& f, StepContext& context);  // wide_conversions.cpp
bool lower_switches(llvm::Function& f, StepContext& context);          // switches.cpp
bool tag_invariant_loads(llvm::Function& f, StepContext& context);     // invariant_loads.cpp
bool order_blocks(llvm::Function& f, StepContext& context);            // control_flow.cpp: unreachable, order

/// LLVM's optimizations over one function at a time, with our facts about the target. Holds the analyses, so that
/// consecutive passes share them.
class FunctionPasses {
 public:
  explicit FunctionPasses(StepContext& context);
  ~FunctionPasses();
  const llvm::TargetTransformInfo& target(llvm::Function& f);
  void sroa(llvm::Function& f);
  void infer_address_spaces(llvm::Function& f);
  void rotate_loops(llvm::Function& f);             ///< the test at the end, as ptxas wants it to unroll
  void split_address_constants(llvm::Function& f);  ///< SeparateConstOffsetFromGEP
  void common_subexpressions(llvm::Function& f);    ///< EarlyCSE
  void lower_matrices(llvm::Function& f);           ///< LowerMatrixIntrinsics
  void scalarize_masked(llvm::Function& f);         ///< ScalarizeMaskedMemIntrin: a branch per lane
  /// LoadStoreVectorizer, unless the function has more loops; on long blocks piece by piece
  void vectorize_memory(llvm::Function& f, unsigned most_loops);
  /// Forgets what is known of the function: after a step that changed it.
  void changed(llvm::Function& f);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lathe::nvptx
