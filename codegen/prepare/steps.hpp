// The steps on LLVM's IR that any GPU wants, one function each, and what they share.
//
// A module step sees the whole module; a function step sees one function with a body and says whether it changed
// it. Each leaves valid IR behind and can be run again. What differs between targets they ask of PrepareFacts. A target
// puts them, with steps of its own, into a table (table.hpp).
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include "codegen/prepare/facts.hpp"
#include "codegen/prepare/options.hpp"
#include "codegen/support/diag.hpp"
#include "codegen/support/kept.hpp"

namespace llvm {
class DominatorTree;
class LoopInfo;
class TargetTransformInfo;
}  // namespace llvm

namespace lathe::codegen {

/// What every step may look at. Steps of a target derive from it what they need more.
struct StepContext {
  llvm::Module& module;            ///< at hand; changed in place
  const PrepareFacts& facts;       ///< of the target
  const StepOptions& options;      ///< of the user
  Diag& diag;                      ///< takes errors, of any thread
  unsigned level = 3;              ///< 0..3
  bool flush_f32 = false;          ///< denormals of f32 are zero, whatever the function says
  bool unsafe_math = false;        ///< approximate functions will do, whatever the function says
  std::string_view library = {};   ///< path of the math library, read only when it is needed; empty: there is none
  bool use_library = true;         ///< false: calls of it stay calls, operations that need it are errors
  bool shared_is_wide = false;     ///< shared_beyond_block; for the functions' steps
  std::optional<bool> mixed = {};  ///< consistent_beyond_block; computed by the first function that asks
  /// Reports what is wrong, by the function's name; the steps go on.
  void error(const llvm::Function& function, std::string text) {
    diag.error(function.getName().str(), std::move(text));
  }
};

// ---- atomic_scopes.cpp: looks at the whole module, before the functions' steps
/// Whether perhaps other blocks see the shared memory of a block.
bool shared_beyond_block(const llvm::Module& module, const PrepareFacts& facts);
/// Whether the module has sequentially consistent operations beyond the block on memory other than shared.
bool consistent_beyond_block(const llvm::Module& module, const PrepareFacts& facts);
/// False where what becomes of a function's body depends on what became of others before it: sequentially consistent
/// operations beyond the block (whose scope on shared memory depends on all of them), atomic operations on generic
/// pointers that callers give, addresses of blocks. To be asked between the module's steps and the functions'.
bool functions_are_apart(const llvm::Module& module, const PrepareFacts& facts);

// ---- module steps
/// intrinsics.cpp: vector predication, masks, matrices, and what else is written in plain instructions.
void expand_intrinsics(StepContext& context);
void drop_unused(StepContext& context);       ///< module_cleanup.cpp: declarations and globals that nothing names
void expand_variadics(StepContext& context);  ///< module_cleanup.cpp: variadic functions and calls
void place_globals(StepContext& context);     ///< globals.cpp: from the generic space to the global one
void valid_names(StepContext& context);       ///< names.cpp: symbols become what the output may say
void link_math(StepContext& context);         ///< math_library.cpp: bodies of math functions that are called
void inline_math(StepContext& context);  ///< math_library.cpp: what was linked; branches in it may be folded before

// ---- function steps: true when the function changed
bool lower_control_flow(llvm::Function& f, StepContext& context);  ///< control_flow.cpp: invoke, indirectbr, ...
/// control_flow.cpp: nothing throws. What only an exception would reach is unreachable behind it.
bool lower_invokes(llvm::Function& f);
bool drop_intrinsics(llvm::Function& f, StepContext& context);  ///< control_flow.cpp: assume, dbg, ...
/// small_arrays.cpp: elements of local arrays become values, chosen by the index.
bool choose_in_small_arrays(llvm::Function& f, StepContext& context);
bool share_slots(llvm::Function& f, StepContext& context);  ///< slots.cpp: lifetime markers are used up
/// allocas.cpp: those of constant size to the start of the entry block, known to be in local memory.
bool lower_allocas(llvm::Function& f, StepContext& context);
bool lower_atomics(llvm::Function& f, StepContext& context);  ///< atomics.cpp: what the table does not call native
/// memory_intrinsics.cpp: memcpy, memmove and memset become loads and stores, or loops.
bool lower_memory_intrinsics(llvm::Function& f, StepContext& context, const llvm::TargetTransformInfo& target);
bool write_out_copies(llvm::Function& f, StepContext& context);  ///< memory_intrinsics.cpp: of variables only copied
/// Before address spaces are inferred, those that are volatile, whose pointers inference leaves as they are, and those
/// with !mem.cache_hint, which inference loses.
bool lower_early_copies(llvm::Function& f, StepContext& context, const llvm::TargetTransformInfo& target);
/// aggregates.cpp: large structures loaded to be stored again become copies of memory.
bool lower_aggregates(llvm::Function& f, StepContext& context);
/// wide_division.cpp: beyond PrepareCosts::division_bits.
bool lower_wide_division(llvm::Function& f, StepContext& context);
/// wide_conversions.cpp: between integers wider than 64 bits and floating point.
bool lower_wide_conversions(llvm::Function& f, StepContext& context);
/// switches.cpp: trees of compares, bit tests and jump tables.
bool lower_switches(llvm::Function& f, StepContext& context);
/// invariant_loads.cpp: of memory that nothing writes while the kernel runs.
bool tag_invariant_loads(llvm::Function& f, StepContext& context);
/// control_flow.cpp: unreachable ones go, reverse post-order.
bool order_blocks(llvm::Function& f, StepContext& context);

/// LLVM's optimizations over one function at a time, with our facts about the target. Holds the analyses, so that
/// consecutive passes share them.
class FunctionPasses {
 public:
  explicit FunctionPasses(StepContext& context);  ///< `context` outlives it.
  ~FunctionPasses();
  const llvm::TargetTransformInfo& target(llvm::Function& f);
  void sroa(llvm::Function& f);  ///< SROA: local aggregates become values
  /// TailCallElim, of functions that call themselves: what is called last, or joins its result to one that goes on, is a loop
  void tail_recursion(llvm::Function& f);
  void infer_address_spaces(llvm::Function& f);  ///< InferAddressSpaces: generic pointers of one space get it
  void rotate_loops(llvm::Function& f);          ///< the test at the end, as who unrolls wants it
  void unroll_loops(llvm::Function& f, const UnrollOptions& options);  ///< LoopUnroll, of loops that mark_loops marks
  void split_address_constants(llvm::Function& f);                     ///< SeparateConstOffsetFromGEP
  void common_subexpressions(llvm::Function& f);                       ///< codegen/prepare/subexpressions.cpp
  void lower_matrices(llvm::Function& f);                              ///< LowerMatrixIntrinsics
  /// LoadStoreVectorizer, unless the function has more loops; on long blocks piece by piece, and of accesses with
  /// !mem.cache_hint those together that say the same
  void vectorize_memory(llvm::Function& f, unsigned most_loops);
  /// Of the function as it is: for steps of ours, so that they need none of their own.
  llvm::DominatorTree& dominators(llvm::Function& f);
  llvm::LoopInfo& loops(llvm::Function& f);  ///< likewise
  /// Forgets what is known of the function: after a step that changed it.
  void changed(llvm::Function& f);
  /// The same after a step that left all blocks and edges as they were.
  void changed_inside_blocks(llvm::Function& f);

 private:
  void vectorize_in_pieces(llvm::Function& f);
  struct Impl;
  Kept<Impl> impl_;
};

}  // namespace lathe::codegen
