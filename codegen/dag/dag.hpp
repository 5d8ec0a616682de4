// The selection DAG: operations, payloads and side tables over the generic node store.
//
// One Dag holds one basic block at a time. It knows no LLVM: `build` makes it from LLVM IR, `legalize` and
// `combine` rewrite it, `select` turns it into machine IR. Its text form (dag_text.cpp) is read and written
// by `lathe compile --stop-after=build|legalize|combine` and by the rooms' tests.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lathe/dag/graph.hpp>

#include "codegen/dag/recipe.hpp"
#include "codegen/support/scopes.hpp"
#include "codegen/support/spaces.hpp"
#include "codegen/types/vt.hpp"

namespace lathe::codegen {

/// Operations of nodes, a row each in isd.def.
enum class Isd : std::uint16_t {
#define LATHE_ISD(name, text, properties) name,
#include "codegen/dag/isd.def"
#undef LATHE_ISD
  count
};

/// Spelling of an operation in the text form, and back (Isd::count when unknown).
std::string_view to_string(Isd op);
Isd parse_isd(std::string_view text);  ///< The operation of a text, or Isd::count.

/// Properties of an operation from its row in isd.def.
struct IsdInfo {
  /// The first two operands may change places; it takes and gives chains; it has no operands; it is never merged.
  bool commutative = false, chained = false, leaf = false, side_effect = false;
};
const IsdInfo& info(Isd op);  ///< Of the operation's row. O(1).

/// Condition of setcc. Bits as LLVM's FCmp predicates: equal 1, greater 2, less 4, unordered 8; integers set
/// bit 4 (16) and use signed unless bit 5 (32) is set too.
enum class Cond : std::uint8_t {
  f_false = 0,
  oeq = 1,
  ogt = 2,
  oge = 3,
  olt = 4,
  ole = 5,
  one = 6,
  ord = 7,
  uno = 8,
  ueq = 9,
  ugt_f = 10,
  uge_f = 11,
  ult_f = 12,
  ule_f = 13,
  une = 14,
  f_true = 15,
  eq = 16 + 1,
  sgt = 16 + 2,
  sge = 16 + 3,
  slt = 16 + 4,
  sle = 16 + 5,
  ne = 16 + 6,
  ugt = 48 + 2,
  uge = 48 + 3,
  ult = 48 + 4,
  ule = 48 + 5,
};
std::string_view to_string(Cond cond);
Cond parse_cond(std::string_view text, bool& ok);  ///< The condition of a text; `ok`: there is one.
/// The condition with operands swapped; with the result negated.
Cond swapped(Cond cond);
Cond inverse(Cond cond);  ///< The condition whose result is the negation, for unordered operands, too.
inline bool is_integer(Cond cond) { return static_cast<unsigned>(cond) >= 16; }  ///< of setcc on integers

/// Node flags: poison-generating and fast-math facts. Common flags survive uniquing.
namespace flag {
/// Poison where it wraps, is inexact, shares bits, is negative; no NaN, no infinity, signs of zeros do not matter,
/// reciprocals, contraction, approximations and reassociation allowed, denormals are zero: as LLVM names them.
inline constexpr std::uint16_t nuw = 1, nsw = 2, exact = 4, disjoint = 8, nneg = 16, nnan = 32, ninf = 64, nsz = 128,
                               arcp = 256, contract = 512, afn = 1024, reassoc = 2048, ftz = 4096;
}  // namespace flag

/// Of atomic accesses, as LLVM names them; none: the access is not atomic.
enum class Ordering : std::uint8_t { none, unordered, relaxed, acquire, release, acq_rel, seq_cst };
/// How a narrower value is widened.
enum class Extend : std::uint8_t { none, any, zero, sign };
/// What an atomic operation does with memory and its operand.
enum class RmwOp : std::uint8_t {
  xchg,
  add,
  sub,
  and_,
  nand,
  or_,
  xor_,
  max,
  min,
  umax,
  umin,
  fadd,
  fsub,
  fmax,
  fmin,
  inc_wrap,
  dec_wrap,
  usub_cond,
  usub_sat
};
std::string_view to_string(RmwOp op);

/// Facts of one memory access. Uniqued in Dag::memory, so equal facts have one index.
struct MemInfo {
  Vt type;                  ///< type in memory (of one element for load_vec and store_vec)
  std::uint32_t align = 1;  ///< bytes, of the whole access
  Space space = Space::generic;
  Extend extend = Extend::none;
  Ordering ordering = Ordering::none;          ///< none for plain accesses
  Ordering failure_ordering = Ordering::none;  ///< cmpxchg
  Scope scope = Scope::sys;
  bool is_volatile = false;  ///< it is not removed, merged or moved past others
  bool invariant = false;    ///< never written while the kernel runs
  std::uint8_t lanes = 1;    ///< elements of load_vec, store_vec
  std::uint8_t cache = 0;    ///< a hint of the target's, 0 = none
  std::uint64_t policy = 0;  ///< a number that goes with an access as a hint, in a register; 0 = none
  /// Neighbours that say unlike things are not made one.
  bool same_hints(const MemInfo& other) const { return cache == other.cache && policy == other.policy; }
  bool operator==(const MemInfo&) const = default;
};

/// One piece of a parameter or result that travels: a scalar or packed type that registers hold, at a byte offset where it
/// travels through memory.
struct ParamPiece {
  std::uint32_t offset = 0;  ///< bytes from the layout's start
  Vt type;                   ///< in memory: i8, i16, i32, i64, f16, bf16, f32, f64 or a packed pair
  Extend extend = Extend::none;
  bool operator==(const ParamPiece&) const = default;
};
/// One parameter or result, as the target's convention has it: its pieces; bytes, alignment and `array` (bytes rather
/// than one scalar) are for conventions that go through memory.
struct ParamLayout {
  std::uint32_t bytes = 0, align = 1;  ///< in memory; the alignment a power of two
  bool array = false;                  ///< it travels as bytes, even where one scalar would do
  std::vector<ParamPiece> pieces;      ///< ascending offsets; each is one operand or result of the call
  bool operator==(const ParamLayout&) const = default;
};
/// Of a call node: payload aux is its place in Dag::calls.
struct CallInfo {
  std::string callee;                ///< its symbol; empty for an indirect call
  std::vector<std::string> targets;  ///< of an indirect call, where all that it can reach are known
  std::vector<ParamLayout> params;   ///< the operands after chain (and callee) are their pieces in order
  std::vector<ParamLayout> results;  ///< zero or one
  bool noreturn = false;             ///< control does not come back
  bool variadic = false;             ///< the callee takes one more parameter, of bytes (vprintf style is not this)
  bool convergent = true;            ///< it must be reached by the same threads as in the source
};
/// Of a ret node: payload aux is its place in Dag::rets.
struct RetInfo {
  std::vector<ParamLayout> results;  ///< zero or one; ret's operands after the chain are its pieces
};
/// Inline assembly: `text` with $N, ${N:mod} and $$ not yet replaced. Operand N is an output, then inputs.
struct AsmOperand {
  char letter = 'r';    ///< of a register: b (i1) c (i8) h r l q (i16 to i128) f d n; 'i' immediate; 'm' memory
  bool output = false;  ///< else it is an input
  int tied_to = -1;     ///< for an input: the output whose register it shares
  Vt type;              ///< of the value, before it is legalized
  int slot = -1;        ///< result number (outputs) or operand number after the chain (inputs)
};
/// Of an inline_asm node: payload aux is its place in Dag::asms.
struct AsmInfo {
  std::string text;  ///< as in the source
  std::vector<AsmOperand> operands;
  /// It must stay; it may read and write any memory; it must be reached by the same threads.
  bool side_effects = false, memory_clobber = false, convergent = false;
};
/// Object of the function's frame, which is memory of the thread. A frame_index is the address frame + offset + imm.
struct FrameObject {
  std::uint64_t bytes = 0;   ///< how many
  std::uint32_t align = 1;   ///< a power of two, bytes
  std::uint64_t offset = 0;  ///< from the start of the frame; set by Dag::add_frame_object
};

/// What a node has beside operation, types and operands.
struct DagPayload {
  std::uint64_t imm = 0;  ///< a number: the constant, the condition, the offset, as the operation has it
  std::uint32_t aux = 0;  ///< a place in one of the Dag's tables, as the operation has it
  bool operator==(const DagPayload&) const = default;
};

/// What lathe::dag::Graph is told of this graph.
struct DagTraits {
  using Opcode = Isd;          ///< rows of isd.def
  using Type = Vt;             ///< value types
  using Payload = DagPayload;  ///< what a node has besides
  static std::uint64_t hash(Vt type) { return type.raw; }
  static std::uint64_t hash(const DagPayload& p) { return p.imm * 0x9E3779B97F4A7C15ULL + p.aux; }
  /// Equal nodes are one, but those of side effects.
  static bool unique(Isd op, const DagPayload&) { return !info(op).side_effect; }
};

using dag::NodeId;
using dag::Value;

/// Finds equal entries of a side table by hash: open addressing over indices, so that the table itself stays a
/// plain vector. Entries that were pushed to the vector directly are not found (and harmless).
class SideIndex {
 public:
  /// Index of an entry with this hash for which `equal(index)` holds, or -1.
  template <class Equal>
  std::int64_t find(std::uint64_t hash, Equal&& equal) const {
    if (slots_.empty()) return -1;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = (hash >> 20) & mask; slots_[at].index != empty; at = (at + 1) & mask)
      if (slots_[at].hash == hash && equal(slots_[at].index)) return slots_[at].index;
    return -1;
  }
  void insert(std::uint64_t hash, std::uint32_t index);
  void clear() {
    slots_.clear();
    used_ = 0;
  }

 private:
  static constexpr std::uint32_t empty = 0xffffffffU;
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t index = empty;
  };
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

/// The graph of one block and the tables its payloads point into.
class Dag : public dag::Graph<DagTraits> {
 public:
  std::vector<MemInfo> memory;  ///< by payload aux of memory accesses
  std::vector<CallInfo> calls;  ///< by payload aux of calls
  std::vector<RetInfo> rets;    ///< by payload aux of returns
  std::vector<AsmInfo> asms;    ///< by payload aux of inline assembly
  std::vector<Recipe> recipes;
  std::vector<std::vector<std::int32_t>> masks;            ///< lanes of shuffles; -1: any
  std::vector<std::vector<std::uint64_t>> wide_constants;  ///< 64-bit limbs, low first
  std::vector<std::string> names;                          ///< symbols of global_address
  std::vector<FrameObject> frame;                          ///< of the function
  std::vector<std::vector<std::uint32_t>> jump_tables;     ///< block per index
  Value root;                                              ///< the terminator's chain; pinned

  /// Forgets the block; tables of the function (frame, jump_tables, names) stay.
  void clear_block();

  std::uint32_t memory_index(const MemInfo& m);                  ///< uniqued
  std::uint32_t name_index(std::string_view name);               ///< of a symbol, made where it is new
  std::uint32_t mask_index(std::span<const std::int32_t> mask);  ///< of a shuffle's lanes, made where they are new
  std::uint32_t recipe_index(const Recipe& recipe);  ///< uniqued, so that equal pure `target` nodes are one node
  std::uint32_t wide_index(std::span<const std::uint64_t> limbs);  ///< uniqued; limbs as they are, low first

  /// A new frame object behind the others, and its index. Rooms after `build` may add some, too.
  std::uint32_t add_frame_object(std::uint64_t bytes, std::uint32_t align) {
    const std::uint64_t end = frame.empty() ? 0 : frame.back().offset + frame.back().bytes;
    frame.push_back({bytes, align, (end + align - 1) / align * align});
    return static_cast<std::uint32_t>(frame.size() - 1);
  }

  // Shorthands used by every room.
  Value constant(std::uint64_t value, Vt type);  ///< any integer width and vectors (splat); truncates to the width
  /// An integer of any width from 64-bit limbs, low first (missing ones are zero); vectors get a splat.
  Value constant_limbs(std::span<const std::uint64_t> limbs, Vt type);
  Value constant_fp_bits(std::uint64_t bits, Vt type);  ///< Of at most 64 bits; vectors get a splat.
  Value undef(Vt type);                                 ///< A value of any bits, whichever is best.
  /// An i1, or a vector of them where the operands are vectors.
  Value setcc(Cond cond, Value a, Value b, std::uint16_t flags = 0);
  /// What its node accesses. Precondition: it is a memory access.
  const MemInfo& mem(NodeId id) const { return memory[payload(id).aux]; }
  /// True and the value when v is a constant (or a splat of one) of at most 64 bits.
  bool is_constant(Value v, std::uint64_t& value) const;
  /// True when v is a constant, or a splat of one, of at most 64 bits.
  bool is_constant(Value v) const {
    std::uint64_t x;
    return is_constant(v, x);
  }
  /// The bits when v is a floating-point constant or a splat of one.
  bool is_constant_fp(Value v, std::uint64_t& bits) const;
  /// Sets and pins the root; the old one is unpinned.
  void set_root(Value value);

 private:
  SideIndex memory_lookup_, name_lookup_, mask_lookup_, recipe_lookup_, wide_lookup_;
};

/// The block's text form: one node a line, `%12 = add i32 %3, %7 nsw`; deterministic. Types of all results come
/// first, then operands (`%5:1` is result 1 of %5), then the payload in the operation's own way: a number, a condition,
/// `@"symbol"`, `mask(0, -1)`, `mem(i8 align 4 global zext)`, else `imm=` and `aux=`; then flags, `order=`, `loc=`.
/// Calls, returns, inline assembly, recipes, frame objects and jump tables stand above the nodes, one a line.
/// Numbers are positions in the text, not node ids. O(n log n).
std::string print(const Dag& dag);
/// Reads what `print` writes, into a Dag that is cleared first. On error returns false and sets `error` to
/// "line N: what", counted from `first_line`. `;` begins a comment; nodes may bear any numbers, operands stand above
/// their users.
bool parse(std::string_view text, Dag& dag, std::string& error, unsigned first_line = 1);

/// What the later rooms take for granted of each operation (isd.def): how many operands and results it has, which of
/// them are chains, of what kind and width the others are, and that payloads point into the side tables. One text per
/// node that differs, "%N add i32: what". For texts from outside: `build` makes nothing else. O(nodes + operands).
void check_shapes(const Dag& dag, std::vector<std::string>& faults);

}  // namespace lathe::codegen
