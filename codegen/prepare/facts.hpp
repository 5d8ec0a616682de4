// What the steps on LLVM's IR ask of a target: plain data, made once per subtarget, and a few hooks.
//
// Address spaces by role, atomics by operation, type and space, costs, the registers that tell a thread its number,
// math functions. A client of this code generator fills it in (PTX: nvptx/prepare/facts.cpp) and asks `fault_of`.
// Tables behind spans are the target's and outlive the facts. This header needs no LLVM.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "codegen/support/scopes.hpp"
#include "codegen/support/spaces.hpp"

namespace llvm {
class DataLayout;
class Function;
class IRBuilderBase;
class Instruction;
class IntrinsicInst;
class Type;
class Value;
}  // namespace llvm

namespace lathe::codegen {

struct PrepareFacts;

// ---- atomic operations

/// Atomic operations, LLVM's and plain accesses; `count` is none.
enum class AtomicOp : std::uint8_t {
  load,
  store,
  exchange,
  compare,
  add,
  sub,
  bit_and,
  bit_nand,
  bit_or,
  bit_xor,
  max,
  min,
  umax,
  umin,
  fadd,
  fsub,
  fmax,
  fmin,
  fmaximum,
  fminimum,
  inc_wrap,
  dec_wrap,
  sub_cond,
  sub_sat,
  count,
};
/// Types of atomic operations; `count` is none.
enum class AtomicType : std::uint8_t { i8, i16, i32, i64, f16, bf16, f32, f64, v2f16, v2bf16, count };

/// What becomes of an operation.
enum class AtomicAction : std::uint8_t {
  refuse,  ///< an error that names it
  native,
  loop,  ///< attempts of compare-and-swap on an integer of the same size
  word,  ///< the same operation on the 32 bits around, or attempts of compare-and-swap on them
};
/// "add", "umax", "load"; "i32", "v2f16".
std::string_view name_of(AtomicOp op);
std::string_view name_of(AtomicType type);  ///< The text of a type.
unsigned bits_of(AtomicType type);          ///< how wide it is
/// The integer of so many bits; `count` where there is none.
AtomicType integer_of(unsigned bits);

/// By operation, type, and space (its place in PrepareFacts::spaces).
class AtomicTable {
 public:
  static constexpr std::size_t most_spaces = 10;  ///< more than any target has
  AtomicAction get(AtomicOp op, AtomicType type, std::size_t space) const { return row(space)[at(op, type)]; }
  /// `space`: its place in PrepareFacts::spaces.
  void set(AtomicOp op, AtomicType type, std::size_t space, AtomicAction action) { row(space)[at(op, type)] = action; }
  /// In the first space.
  void native(std::span<const AtomicOp> ops, std::span<const AtomicType> types);
  /// All spaces become what the first is.
  void spread() { actions_.fill(Row(actions_[0])); }
  /// What is refused so far becomes what compare-and-swap of that space can do: a loop, else the word around. To be
  /// called at the end, for the first `spaces`. O(operations x types x spaces).
  void derive(std::size_t spaces);

 private:
  static constexpr std::size_t ops = static_cast<std::size_t>(AtomicOp::count);
  static constexpr std::size_t types = static_cast<std::size_t>(AtomicType::count);
  using Row = std::array<AtomicAction, ops * types>;
  static std::size_t at(AtomicOp op, AtomicType type) {
    return static_cast<std::size_t>(op) * types + static_cast<std::size_t>(type);
  }
  Row& row(std::size_t space) { return actions_[space]; }
  const Row& row(std::size_t space) const { return actions_[space]; }
  std::array<Row, most_spaces> actions_{};
};

// ---- costs: what a step weighs. Bounds of time and memory are not here; they stand where they bound.

/// What steps weigh, in instructions, bytes and levels.
struct PrepareCosts {
  // switch
  bool jump_tables = false;             ///< whether there are jump tables
  unsigned table_cases = 8;             ///< least for a jump table; an option may ask for another number
  unsigned table_density_percent = 40;  ///< of a table's entries that are cases, at least
  unsigned table_entries = 4096;        ///< at most
  unsigned bit_test_ranges = 3;         ///< that one bit test must replace to pay for its shift and masks
  unsigned bit_test_bits = 64;          ///< widest integer that is shifted cheaply; 32 is, too
  // branches and loops
  unsigned jumped_instructions = 6;    ///< of a block that threads go past, at most
  unsigned rotated_instructions = 16;  ///< of a loop's header that may stand before the loop once more
  unsigned held_conditions = 4;        ///< of one loop that registers of conditions hold without harm
  unsigned shared_levels = 16;         ///< of the dominator tree between a shared address and its users
  // local arrays whose elements become values
  unsigned register_bytes = 4;               ///< of one register
  unsigned array_registers = 8;              ///< for the elements of one array
  unsigned instructions_for_access = 8;      ///< in place of one access
  unsigned instructions_for_accesses = 256;  ///< of an array, in place of all
  // copies
  unsigned straight_bytes = 128;   ///< written out at most; more is a loop
  unsigned aggregate_bytes = 128;  ///< from here on a loaded and stored structure is a copy of memory
  unsigned copy_unit = 16;         ///< bytes of the widest access in copies, a power of two
  unsigned copy_batch = 8;         ///< loads in flight before their stores
  bool keep_array_loops = false;   ///< whoever reads the output should not unroll copies of local arrays
  // frame
  unsigned frame_alignment = 16;  ///< that variables are raised to, at most
  // memory accesses that become one
  unsigned near_bytes = 64;  ///< between the addresses of two that may
  // integers
  unsigned division_bits = 64;    ///< widest that is divided by one operation, or by what comes later
  unsigned divided_bits = 65535;  ///< wider ones are refused
};

// ---- threads

/// A read of a register that numbers threads.
struct ThreadRegister {
  unsigned intrinsic = 0;  ///< LLVM's, of i32
  std::uint8_t axis = 0;   ///< 0, 1, 2: x, y, z
  bool is_index = true;    ///< of a thread in its block; otherwise how many threads the block has
};
/// Threads of a block along each axis: at most, and exactly where the kernel says so.
struct BlockBounds {
  std::array<std::uint64_t, 3> most{};  ///< per axis; 0: not known
  bool exact = false;                   ///< the kernel says how many there are, and `most` is that
};

/// An intrinsic that asks whether a generic pointer is in a space; its only operand is the pointer.
struct SpaceQuestion {
  unsigned intrinsic = 0;  ///< LLVM's number of it
  unsigned space = 0;      ///< LLVM's number of the space
};

// ---- floating point

/// Rounding modes of constrained operations.
enum class RoundingWay : std::uint8_t { nearest, zero, down, up };
/// Operations that are asked to round in a mode of their own.
enum class RoundedOp : std::uint8_t {
  add,
  mul,
  div,
  fma,
  sqrt,
  to_f32,       ///< of an f64
  to_f16,       ///< of an f32
  from_signed,  ///< i32 or i64
  from_unsigned,
};

// ---- math functions

/// How the library's function gives its result.
enum class MathForm : std::uint8_t {
  plain,
  two_by_pointer,  ///< its two results are written through pointers
  own_pair,        ///< exact code of ours gives both (own_math.hpp)
};
/// Whether the target has an instruction for f32, which halves are computed in, too.
enum class NativeMath : std::uint8_t {
  never,
  approximate,  ///< to be taken where flags or options allow it
  always,       ///< exact enough for everybody
};
/// How an intrinsic is computed.
struct MathFunction {
  unsigned intrinsic = 0;  ///< LLVM's number of it
  const char* name = "";   ///< in the library, without prefix and suffix
  MathForm form = MathForm::plain;
  NativeMath native = NativeMath::never;  ///< is there an instruction?
};
/// A library of bitcode that is linked where it is called: `prefix` NAME, and `f32_suffix` behind it for f32.
struct MathLibrary {
  std::span<const MathFunction> functions;
  std::string_view prefix, f32_suffix;  ///< names are prefix NAME, and f32_suffix behind it for f32
  const char* mark = "";                ///< attribute of functions that came from it
  const char* made_call = "";           ///< attribute of calls that stand for an operation of the module; "": none
  std::string_view owner, name;         ///< in messages: "CUDA's ", "libdevice"
  std::string_view how_to_give;         ///< how the user says where it is
  std::string_view how_to_leave;        ///< the option that leaves it out
};

// ---- hooks: each may be null

struct WideAtomics;  // wide_atomics.hpp

/// What a target does itself. Each may be null, and then nothing is known, or nothing is done.
struct PrepareHooks {
  /// The name that the output has for a symbol. Null: its own.
  std::string (*valid_name)(std::string_view name) = nullptr;
  /// Of the threads that a kernel is launched with. Null: the target's most.
  BlockBounds (*block_bounds)(const PrepareFacts& facts, const llvm::Function& kernel) = nullptr;
  /// Whether the intrinsic takes a pointer, its first operand, into any space, or into one of its own.
  bool (*follows_pointer)(unsigned intrinsic) = nullptr;
  /// The call, for a pointer that turned out to be in another space; null where there is no such call. What it gives
  /// replaces the call.
  llvm::Value* (*in_space)(llvm::IntrinsicInst& call, llvm::Value* pointer) = nullptr;
  /// Whether another block may get to know an address of this block's shared memory by it. Null: none ever does.
  bool (*hands_out_shared)(const llvm::Instruction& inst) = nullptr;
  /// An operation that rounds so, which nothing fuses or folds; null where the target has none. `flush`: denormals of
  /// f32.
  llvm::Value* (*rounded)(llvm::IRBuilderBase& builder, RoundedOp op, RoundingWay way, bool flush,
                          std::span<llvm::Value* const> operands, llvm::Type* result) = nullptr;
  /// Operations wider than the table's, and on vectors.
  const WideAtomics* wide_atomics = nullptr;
};

/// What the steps on LLVM's IR know of a target.
struct PrepareFacts {
  std::string_view name;            ///< in messages: "PTX"
  std::string_view triple;          ///< of LLVM, for what the C library is known to do
  const void* subtarget = nullptr;  ///< what the target's hooks know it by; not ours

  /// The first space_count of them; the generic one need not be first.
  std::array<SpaceFacts, AtomicTable::most_spaces> spaces{};
  std::size_t space_count = 0;         ///< how many there are
  AtomicTable atomics;                 ///< what becomes of atomic operations
  bool generic_reaches_local = false;  ///< atomic operations on a generic pointer work in a thread's own memory, too
  std::span<const ScopeName> scopes;   ///< as in TargetFacts

  bool kernel_arguments_in_memory = true;  ///< a kernel's need no register of their own

  PrepareCosts costs;           ///< what steps weigh
  unsigned register_bits = 32;  ///< of one register that a value takes

  std::span<const ThreadRegister> thread_registers;
  std::span<const unsigned> divergent_intrinsics;  ///< give each thread a value of its own
  std::span<const SpaceQuestion> space_questions;
  std::uint64_t most_threads = 1024;                        ///< of a block
  std::array<std::uint64_t, 3> most_along{1024, 1024, 64};  ///< of a block, per axis

  const MathLibrary* library = nullptr;  ///< null: math functions stay what they are
  PrepareHooks hooks;                    ///< what the target does itself

  /// Precondition: there are fewer than most_spaces.
  void add(const SpaceFacts& space) { spaces[space_count++] = space; }
  std::span<const SpaceFacts> all_spaces() const { return {spaces.data(), space_count}; }  ///< those of the target
  /// Null for a number that the target does not have. O(spaces).
  const SpaceFacts* space(unsigned number) const {
    for (const SpaceFacts& one : all_spaces())
      if (one.number == number) return &one;
    return nullptr;
  }
  /// What becomes of an operation on this space, by LLVM's number; on one that the target does not have, as on its
  /// first.
  AtomicAction atomic(AtomicOp op, AtomicType type, unsigned number) const {
    const SpaceFacts* found = space(number);
    return atomics.get(op, type, found == nullptr ? 0 : static_cast<std::size_t>(found - spaces.data()));
  }
  /// LLVM's number of the space of this role; SpaceFacts::nowhere when there is none.
  unsigned number_of(Space role) const {
    for (const SpaceFacts& one : all_spaces())
      if (one.role == role) return one.number;
    return SpaceFacts::nowhere;
  }
  /// Is it the target's space of this role?
  bool has_role(unsigned number, Space role) const {
    const SpaceFacts* found = space(number);
    return found != nullptr && found->role == role;
  }
  /// Is it memory of a block, or of blocks that run together?
  bool is_shared(unsigned number) const {
    return has_role(number, Space::shared) || has_role(number, Space::shared_cluster);
  }
  /// True when pointers of these spaces can name the same byte.
  bool may_alias(unsigned a, unsigned b) const;
  /// Whether a pointer known to be in `actual` is in space `asked`: 1 yes, 0 no, -1 not known.
  int is_in(unsigned actual, unsigned asked) const;
  /// LLVM's number of the intrinsic that asks for this space; 0 when there is none.
  unsigned question_about(unsigned number) const;
  /// The space that an intrinsic asks about; SpaceFacts::nowhere for other intrinsics.
  unsigned asked_by(unsigned intrinsic) const;
};

/// What makes no sense in these facts, in words; empty when they are sound. For who describes a target: its tests ask.
std::string fault_of(const PrepareFacts& facts);
/// The same, of facts that LLVM's data layout says, too: widths of pointers.
std::string fault_of(const PrepareFacts& facts, const llvm::DataLayout& layout);

}  // namespace lathe::codegen
