// LLVM IR -> LLVM IR that `build` can translate one instruction at a time.
//
// Gives, for every function that is kept (the contract with `build`):
//  - no invoke, landingpad, resume, callbr, indirectbr; blocks in reverse post-order, none unreachable
//  - a `switch` is left only as a jump table: condition i32, cases exactly 0..n-1, default unreachable; others
//    are trees
//  - no memcpy/memmove/memset intrinsics: loops or straight loads and stores; no lifetime, assume, dbg calls
//  - variables without an address space live in global (1), constants in their own; uses were rewritten
//  - address spaces inferred: accesses through casts of kernel pointers, shared, local, global variables are specific
//  - a kernel's byval argument is read as `addrspacecast ptr %arg to ptr addrspace(101)` (.param space, dynamic offsets
//    allowed); a device function's likewise, with constant offsets only, or as `addrspacecast ptr %arg to ptr
//    addrspace(5)` (where it lies once its address is taken), or it was copied to an alloca; its generic address may go
//    to calls
//  - atomics that the target lacks became compare-and-swap loops; fences as the target needs are left to `legalize`
//  - integer division wider than 64 bits and conversions between floats and integers wider than 64 bits are expanded
//  - no vp.*, matrix, fixed-point, mask or constrained intrinsics; masked memory only under constant masks
//  - variadic callees and va_arg are expanded to a pointer argument; llvm.nvvm.reflect is resolved
//  - no frem, frexp, modf: exact code of our own; libdevice is linked and inlined when the module calls it or uses an
//    operation that needs it; without its file that is an error
//  - every name is a valid PTX name, unique in the module
//  - kernels have calling convention ptx_kernel; launch bounds are function attributes (nvvm.maxntid, ...)
//  - static allocas are in the entry block
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/prepare/options.hpp"
#include "codegen/support/diag.hpp"
#include "nvptx/support/codegen.hpp"
#include "nvptx/target/features.hpp"

namespace llvm {
class Error;
class Function;
class LLVMContext;
class Module;
}  // namespace llvm

namespace lathe::nvptx {

/// What a sequentially consistent atomicrmw or cmpxchg without syncscope is: clang writes CUDA's atomicAdd and its kin
/// so, which CUDA documents as relaxed in the device.
enum class AtomicOrder {
  by_module,  ///< `cuda` where the IR tells that it comes from CUDA and nothing in it speaks of other orders, else `ir`
  cuda,       ///< relaxed and of device scope, as llc and nvcc emit atomicAdd
  ir,         ///< what the IR says
};

/// What floating-point instructions may take for granted, whatever their flags say.
struct FloatAssumptions {
  bool no_nans = false, no_infs = false, no_signed_zeros = false;  ///< -enable-no-nans-fp-math, ...
  bool approximate = false;       ///< -enable-approx-func-fp-math: functions, division and roots
  bool approximate_log2 = false;  ///< -nvptx-approx-log2f32
};

/// `vectorize` is -disable-nvptx-load-store-vectorizer's contrary; `disabled` are names out of prepare_steps.
struct PrepareOptions : codegen::StepOptions {
  std::string libdevice;      ///< path of libdevice.10.bc, read only when the module needs it; empty: there is none
  bool use_libdevice = true;  ///< false: calls of it stay calls, operations that need it are errors
  bool lower_ctors = false;   ///< -nvptx-lower-global-ctor-dtor
  AtomicOrder atomic_order = AtomicOrder::by_module;
  FloatAssumptions assume;
  /// The caller's own step behind all others, on each function with a body. Threads call it at the same time, each for
  /// functions of a copy of the module of its own. Where it changes a variable or another function, the module is
  /// prepared again by one thread, in the order of its functions.
  std::function<void(llvm::Function&)> last;
};

/// For a module of bitcode that is read lazily.
struct BodyReader {
  /// Gives it the bodies that are wanted, and calls materializeAll where it wants all that belongs to them.
  std::function<llvm::Error(llvm::Module&)> read;
  /// Is it known to be valid, so that LLVM's verifier need not look at all of it? Where none is given: no.
  std::function<bool(llvm::Module&)> known_valid;
};

/// What a module is read as, whatever it says itself.
struct ReadAs {
  std::string_view triple;             ///< replaces its own (-mtriple, -march); empty: its own
  std::optional<bool> short_pointers;  ///< of 32 bits to shared, constant and local memory; nothing: as its layout says
};

/// Reads .ll or .bc (older bitcode is upgraded) from a buffer; `name` is for messages. Checks the target triple:
/// nvptx64 or none. The module gets the data layout of nvptx64, with short pointers or without, and is checked by LLVM's
/// verifier. Null after an error, which is in `diag` with file and line. `bodies`, when it can read, reads the bodies of
/// bitcode, which is read lazily then.
std::unique_ptr<llvm::Module> read_module(std::string_view bytes, const std::string& name, llvm::LLVMContext& context,
                                          Diag& diag, const ReadAs& as = {}, const BodyReader& bodies = {});

/// Have pointers to shared, constant and local memory 32 bits in the module's layout?
bool has_short_pointers(const llvm::Module& module);

/// What is said of a module whose pointers are unlike those of another, `name`, which has short ones or has not.
std::string pointers_differ(const std::string& name, bool short_pointers);

/// Brings the module into the form above. False after an error. Running it again changes nothing that matters.
bool prepare(llvm::Module& module, const Features& features, const PrepareOptions& options, Diag& diag);

/// `prepare` in two parts. First what looks at the module as a whole: libdevice, names, variables, ... False after an
/// error.
bool prepare_module(llvm::Module& module, const Features& features, const PrepareOptions& options, Diag& diag);

/// Then the functions, in any order. A function is prepared by its own body and by what the first part left of the
/// others' signatures, so that threads may do this each on a module of its own that the first part gave, a function in
/// whichever of them; if functions_are_apart.
class FunctionPreparation {
 public:
  FunctionPreparation(llvm::Module& module, const Features& features, const PrepareOptions& options, Diag& diag);
  ~FunctionPreparation();
  /// False after a fault of ours (PrepareOptions::verify_each): nothing can follow. Errors of the function's own are in
  /// `diag`.
  bool run(llvm::Function& f);

 private:
  friend bool prepare(llvm::Module&, const Features&, const PrepareOptions&, Diag&);
  friend bool prepare_step(llvm::Module&, std::string_view, const Features&, const PrepareOptions&, Diag&);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// False where what becomes of a function's body depends on what became of others before it: sequentially consistent
/// operations beyond the block (whose scope on shared memory depends on all of them), atomic operations on generic
/// pointers that callers give, addresses of blocks. To be asked between the two parts.
bool functions_are_apart(const llvm::Module& module);

/// Runs the one step of that name (for tests and bisection); false and an error when there is none.
bool prepare_step(llvm::Module& module, std::string_view step, const Features& features, const PrepareOptions& options,
                  Diag& diag);
/// Names of all steps in order; `optional_only`: those that only improve the code and may be disabled.
std::vector<std::string> prepare_steps(bool optional_only = false);

}  // namespace lathe::nvptx
