// What a target says while LLVM IR is turned into graphs: what is rare, or its own. What can be said in advance is in
// its facts (legalize/facts.hpp, source.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "codegen/dag/dag.hpp"

namespace llvm {
class Argument;
class CallBase;
class Function;
class GlobalValue;
class Instruction;
class StringRef;
class Type;
}  // namespace llvm

namespace lathe::codegen::build {

struct Context;

/// What a function's attributes and the options say of its source.
struct FunctionModes {
  bool fuse_multiply_add = true;  ///< llvm.fmuladd is fma, else two operations
  bool approximate = false;       ///< approximate instructions without the flag afn, too
  bool debug = false;             ///< Client::location and `before` are to be asked
};

/// MemInfo::cache and MemInfo::policy of an access.
struct CacheHint {
  std::uint8_t cache = 0;    ///< 0: none
  std::uint64_t policy = 0;  ///< 0: none
};

/// What a target may not have, and whose lack has a reason.
enum class Ability : std::uint8_t { dynamic_alloca, stack_save };

/// One for each function that is built. Errors go to Context::error; whoever reports one still says what the result is
/// (Context::set), so that the next instructions are looked at, too.
class Client {
 public:
  virtual ~Client() = default;

  // ---- what is made besides the graph
  /// Registers for values that live across blocks: consecutive numbers for consecutive calls. `legal` is a type that
  /// registers hold.
  virtual std::uint32_t new_register(Vt legal) = 0;
  /// A phi at the head of `block` that defines `result`, with one input for each of `from`, in that order; and later the
  /// register of an input. Returns a number by which `phi_input` knows it.
  virtual std::uint32_t phi(std::uint32_t block, std::uint32_t result, Vt type,
                            std::span<const std::uint32_t> from) = 0;
  /// Says the register of an input, once; by the numbers of `phi` above and of its `from`.
  virtual void phi_input(std::uint32_t phi, std::uint32_t input, std::uint32_t reg) = 0;

  // ---- calls: how values travel. A layout's pieces are of types that registers hold; `pieces` of a parameter by value
  // are filled in by the caller of this.
  /// Of an argument that is passed as it is. Nothing: it was refused, and Context::error said why.
  virtual std::optional<ParamLayout> argument_layout(Context& c, const llvm::CallBase& call, unsigned index) = 0;
  /// Of an argument that is passed by value, with what it points to; without pieces.
  virtual ParamLayout byval_layout(Context& c, const llvm::CallBase& call, unsigned index) = 0;
  /// Of what the call gives.
  virtual std::optional<ParamLayout> result_layout(Context& c, const llvm::CallBase& call) = 0;
  /// Of what this function gives. Nothing where it was refused before.
  virtual std::optional<ParamLayout> return_layout(Context& c, const llvm::Type* type) = 0;
  /// Reads a parameter where the entry block first wants it, and sets it: load_parameter (families.hpp) where it lies in
  /// memory.
  virtual void argument(Context& c, const llvm::Argument& parameter) = 0;

  // ---- instructions
  /// An intrinsic that is the target's: true when it was dealt with. Asked before any meaning is given to the name.
  virtual bool intrinsic(Context& c, const llvm::CallBase& call, llvm::StringRef name) = 0;
  /// Writes inline assembly as an `inline_asm` node, or refuses it by Context::error.
  virtual void inline_assembly(Context& c, const llvm::CallBase& call) = 0;
  /// Of a plain access.
  virtual CacheHint cache_hint(const Context&, const llvm::Instruction&, Space) { return {}; }
  /// Why the target cannot do it; empty when it can.
  virtual std::string lacks(Ability) const { return {}; }

  // ---- debug information
  /// A number for the place of an instruction in the source, 0 for none.
  virtual std::uint32_t location(Context&, const llvm::Instruction&) { return 0; }
  /// Before an instruction is built.
  virtual void before(Context&, const llvm::Instruction&) {}
};

}  // namespace lathe::codegen::build
