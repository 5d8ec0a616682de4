// Machine IR: PTX as data. One model for what `select` makes, what passes rewrite, what the parser reads and
// what `print` writes. Its text form is PTX, plus the pseudo-operation `phi` while a function is in SSA form.
//
// An instruction is a mnemonic ("ld.global.v4.f32", interned once per module and decoded into OpDesc), a
// guard, and a flat list of operands in PTX order. Registers are dense ids per function with a declared type.
// Groups ({a, b}, (x), [t, {x, y}], p|q) are markers in the list, so any PTX fits without a special case.
//
// Needs: nothing of LLVM. Threads: functions are built in parallel; Module::intern is safe to call from many
// threads, everything else of a Module belongs to one thread at a time.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <lathe/program/effects.hpp>
#include <lathe/support/growing.hpp>

namespace lathe::nvptx::mir {

/// PTX type names, as in declarations and instruction suffixes.
enum class Type : std::uint8_t {
  none,
  pred,
  b8,
  b16,
  b32,
  b64,
  b128,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  f16x2,
  bf16,
  bf16x2,
  tf32,
  f32,
  f64,
  f32x2,
  u16x2,
  s16x2,
  u8x4,
  s8x4,
  texref,
  samplerref,
  surfref,
  other
};
std::string_view to_string(Type type);   ///< "b32", without the dot
Type parse_type(std::string_view text);  ///< Type::none when it is none
unsigned bits_of(Type type);             ///< 1 for pred, 0 for opaque types
/// Floating point: scalars and packed ones.
constexpr bool is_float(Type type) { return type >= Type::f16 && type <= Type::f32x2; }
/// Of what PTX takes constants for, and registers that hold nothing else.
constexpr bool is_float_word(Type type) { return type == Type::f32 || type == Type::f64; }
/// One integer, or bits that may be one: neither packed nor a predicate.
constexpr bool is_integer(Type type) { return type >= Type::b8 && type <= Type::s64; }
/// A texture, a surface or a sampler, which has no bits.
constexpr bool is_object(Type type) { return type >= Type::texref && type <= Type::surfref; }
/// One signed integer.
constexpr bool is_signed(Type type) { return type >= Type::s8 && type <= Type::s64; }

enum class Space : std::uint8_t { none, generic, reg, sreg, global, shared, constant, local, param, tex };
std::string_view to_string(Space space);  ///< "global", "const", ... without the dot

using OpId = std::uint32_t;    ///< interned mnemonic, Module::op(id)
using NameId = std::uint32_t;  ///< interned symbol or special register name, Module::name(id)
using Reg = std::uint32_t;     ///< register of a function
using BlockId = std::uint32_t;
inline constexpr std::uint32_t none = 0xffffffffU;

/// Base operation: the mnemonic up to its first dot. Rows in nvptx/target/opcodes.def; unknown ones are kept as
/// `other` and round-trip by their text.
enum class Op : std::uint16_t {
#define LATHE_PTX_OP(name, text, defs, flags, latency, unit) name,
#include "nvptx/target/opcodes.def"
#undef LATHE_PTX_OP
  other,
  count
};

/// Facts of a mnemonic, decoded once when it is interned.
struct OpDesc {
  std::string text;  ///< "ld.global.v4.f32"
  Op op = Op::other;
  std::vector<std::string> modifiers;  ///< every dotted part after the base, in order: "global", "v4", "f32"
  Type type = Type::none;              ///< the last type among the modifiers that is a type (source type of cvt: type2)
  Type dst_type = Type::none;          ///< the first type among the modifiers
  Space space = Space::none;           ///< of ld, st, atom, red, cvta, ...; generic when a memory op names none
  std::uint8_t vector = 1;             ///< .v2 .v4 .v8
  std::uint8_t defs = 0;               ///< leading top-level operands that are written (a group counts as one)
  bool terminator = false;             ///< bra, brx, ret, exit (unguarded ends the block)
  bool reads_memory = false, writes_memory = false;
  bool is_volatile = false;         ///< volatile, atomic, or ordered: never moved or dropped
  bool side_effect = false;         ///< barriers, calls, traps, anything but computing its results
  bool convergent = false;          ///< behaviour depends on which threads of the warp are there
  bool modifies = false;            ///< reads the operands that it writes (wgmma accumulators)
  bool pseudo = false;              ///< phi and the $ operations
  std::uint8_t latency = 1;         ///< cycles, from the opcode table
  lathe::program::Effects effects;  ///< of the mnemonic alone; facts.hpp says what an instruction does
  bool has(std::string_view modifier) const;
};

/// What the mnemonic does, whatever its operands; made when it is interned.
lathe::program::Effects effects_of(const OpDesc& d);

/// One operand slot: a leaf, or the marker of a group whose elements follow.
struct Operand {
  enum class Kind : std::uint8_t {
    reg,      ///< a
    imm,      ///< value: integer
    f32,      ///< value: bits, printed 0fXXXXXXXX
    f64,      ///< value: bits, printed 0dXXXXXXXXXXXXXXXX
    symbol,   ///< name a [+ value]: variables, functions, parameters
    special,  ///< name a: %tid.x, %laneid, WARP_SZ ...
    block,    ///< label of block a
    mem_reg,  ///< [a + value]
    mem_sym,  ///< [name a + value]
    mem_imm,  ///< [value]
    sink,     ///< _
    group,    ///< `value` slots that follow belong to it; `a` is GroupKind
    text,     ///< name a, written as it is (modifiers such as .x component selectors that have no other form)
  };
  Kind kind = Kind::imm;
  bool negated = false;  ///< !p, or a unary minus before a register where PTX allows it
  std::uint16_t reserved = 0;
  std::uint32_t a = none;
  std::int64_t value = 0;
  bool operator==(const Operand&) const = default;

  static Operand make_reg(Reg r) { return {Kind::reg, false, 0, r, 0}; }
  static Operand make_imm(std::int64_t v) { return {Kind::imm, false, 0, none, v}; }
  static Operand make_f32(std::uint32_t bits) { return {Kind::f32, false, 0, none, bits}; }
  static Operand make_f64(std::uint64_t bits) { return {Kind::f64, false, 0, none, static_cast<std::int64_t>(bits)}; }
  static Operand make_symbol(NameId n, std::int64_t offset = 0) { return {Kind::symbol, false, 0, n, offset}; }
  static Operand make_special(NameId n) { return {Kind::special, false, 0, n, 0}; }
  static Operand make_block(BlockId b) { return {Kind::block, false, 0, b, 0}; }
  static Operand make_mem_reg(Reg r, std::int64_t offset = 0) { return {Kind::mem_reg, false, 0, r, offset}; }
  static Operand make_mem_sym(NameId n, std::int64_t offset = 0) { return {Kind::mem_sym, false, 0, n, offset}; }
};
enum class GroupKind : std::uint32_t { tuple /* {..} */, paren /* (..) */, bracket /* [..] */, pipe /* a|b */ };
inline Operand make_group(GroupKind kind, unsigned slots) {
  return {Operand::Kind::group, false, 0, static_cast<std::uint32_t>(kind), slots};
}

/// A .param, .local or .shared variable, a parameter, or a global.
struct Variable {
  std::string name;
  Space space = Space::param;
  Type type = Type::b32;
  std::uint32_t align = 0;          ///< 0: not written
  std::vector<std::uint64_t> dims;  ///< array bounds; 0 = [] ; empty = scalar
  std::uint8_t vector = 1;          ///< .v2, .v4
  bool ptr = false;                 ///< kernel parameter attribute .ptr [space] .align ptr_align
  Space ptr_space = Space::none;
  std::uint32_t ptr_align = 0;
  Type ptr_object = Type::none;  ///< .ptr .texref, .surfref or .samplerref: it is the handle of such an object
  bool noalias = false;          ///< no other pointer leads to its memory; PTX has no word for it, so text loses it
  // Module level only:
  std::string linkage;              ///< "", "visible", "extern", "weak", "common"
  std::string attribute;            ///< text inside .attribute(...), e.g. ".managed"
  std::vector<std::uint8_t> bytes;  ///< initial value; empty and relocs empty: none
  struct Reloc {
    std::uint64_t offset = 0;  ///< byte position in `bytes`
    std::uint8_t size = 8;     ///< bytes
    std::string symbol;
    std::int64_t addend = 0;
    bool generic = false;           ///< generic(symbol)
    std::uint8_t mask_byte = 0xff;  ///< for mask() fragments: which byte, 0xff = whole
  };
  std::vector<Reloc> relocs;
  std::string initializer_text;  ///< set by the parser for initial values kept as text (opaque types, unusual forms)
};

struct Inst {
  OpId op = none;
  Reg guard = none;  ///< @p
  bool guard_negated : 1 = false;
  std::uint32_t taken : 6 = 0;  ///< of a guarded branch: how likely it branches, in 64ths; 0: nobody knows
  std::uint32_t line : 25 = 0;  ///< in the PTX that was parsed; 0: none, or above most_line
  static constexpr std::uint32_t most_line = (1U << 25U) - 1;
  std::uint32_t loc = 0;               ///< index into Function::locations, 0 = none
  std::uint32_t begin = 0, count = 0;  ///< operand slots in Function::operands
};

/// A guarded branch branches where it did not.
inline void invert(Inst& branch) {
  branch.guard_negated = !branch.guard_negated;
  if (branch.taken != 0) branch.taken = (64U - branch.taken) & 63U;
}
/// How likely it branches; below 0: nobody knows.
inline double likely(const Inst& branch) { return branch.taken == 0 ? -1.0 : branch.taken / 64.0; }

/// Pseudo-operations, as mnemonics: they are Insts like the others, with these texts.
/// `$open` `$close`: a PTX scope { }.  `$decl` symbol N: the variable Function::variables[N] is declared here.
/// `$proto` N: Function::prototypes[N] is declared here.  `$targets` N: Function::tables[N] (.branchtargets).
/// `$raw` text: a line kept as it is (.pragma, .loc the parser keeps).  `$asm` N followed by its registers:
/// Function::asms[N].  `phi.b32 d, {v, label}, {v, label}...`: SSA merge, printed only between passes.
namespace pseudo {
inline constexpr std::string_view open = "$open", close = "$close", decl = "$decl", proto = "$proto",
                                  targets = "$targets", raw = "$raw", inline_asm = "$asm";
}

/// Inline assembly with operands not yet written in: `$N` of the text is operand N of the instruction
/// (outputs first, defs = outputs). `$$` is a dollar sign. May be several lines and may have its own scope.
struct AsmText {
  std::string text;
  unsigned outputs = 0;
  bool side_effects = false, memory = false, convergent = false;
};

struct Prototype {
  std::string name;  ///< label of the .callprototype
  std::vector<Variable> results;
  std::vector<Variable> params;
  bool noreturn = false;
};
struct Table {
  std::string name;  ///< label of the .branchtargets
  std::vector<BlockId> targets;
};
struct Location {
  std::uint32_t file = 0, line = 0, column = 0;
  std::string inlined;  ///< text of `, function_name ..., inlined_at ...` or empty
};
/// A text that most have not: eight bytes without one. Read as a string.
class RareText {
 public:
  RareText() = default;
  RareText(std::string text) : text_(text.empty() ? nullptr : std::make_unique<std::string>(std::move(text))) {}
  RareText(const char* text) : RareText(std::string(text)) {}
  RareText(const RareText& other) : RareText(other.get()) {}
  RareText(RareText&&) noexcept = default;
  RareText& operator=(const RareText& other) { return *this = RareText(other); }
  RareText& operator=(RareText&&) noexcept = default;
  ~RareText() = default;
  bool empty() const { return text_ == nullptr; }
  const std::string& get() const {
    static const std::string nothing;
    return text_ != nullptr ? *text_ : nothing;
  }
  operator const std::string&() const { return get(); }
  friend bool operator==(const RareText& a, std::string_view b) { return a.get() == b; }

 private:
  std::unique_ptr<std::string> text_;
};
struct RegInfo {
  Type type = Type::b32;
  RareText name;  ///< "%r12"; empty: numbered by type when printed
};
struct Block {
  std::string label;  ///< "$L__BB0_3"; empty: made when printed, if anything jumps here
  std::vector<Inst> insts;
};
struct Directive {
  std::string name;  ///< "maxntid", "reqntid", "minnctapersm", "maxnreg", "noreturn", "explicitcluster", ...
  std::vector<std::uint64_t> values;
  std::string text;  ///< .pragma "text"
};

class Module;

struct Function {
  std::string name;
  std::string linkage;  ///< "", "visible", "extern", "weak"
  bool kernel = false;
  bool declaration = false;
  bool for_size = false;          ///< what it was made from asks for small code; PTX has no words for it
  bool min_size = false;          ///< as small as can be, whatever it costs; for_size is true, too
  bool frame_moved = false;       ///< what is in its .local variables is not where whoever made the function put it
  bool no_outline = false;        ///< what it was made from has the attribute nooutline; PTX has no word for it
  std::vector<Variable> results;  ///< zero or one .param
  std::vector<Variable> params;
  std::vector<Directive> directives;
  std::vector<RegInfo> regs;
  std::vector<Variable> variables;  ///< declared in the body: at its top, unless a $decl places one
  std::vector<bool> placed;         ///< variables[i] is declared by a $decl
  std::vector<Block> blocks;        ///< in layout order; blocks[0] is the entry
  Growing<Operand> operands;        ///< slots of all instructions
  std::vector<Prototype> prototypes;
  std::vector<Table> tables;
  std::vector<AsmText> asms;
  std::vector<Location> locations;  ///< [0] is "none"
  Module* module = nullptr;

  Reg new_reg(Type type) {
    regs.push_back({type, {}});
    return static_cast<Reg>(regs.size() - 1);
  }
  std::span<const Operand> operands_of(const Inst& inst) const { return {operands.data() + inst.begin, inst.count}; }
  std::span<Operand> operands_of(const Inst& inst) { return {operands.data() + inst.begin, inst.count}; }
  /// Makes an instruction whose operands are these slots.
  Inst make(OpId op, std::span<const Operand> slots, Reg guard = none, bool negated = false) {
    Inst inst;
    inst.op = op;
    inst.guard = guard;
    inst.guard_negated = negated;
    inst.begin = static_cast<std::uint32_t>(operands.size());
    inst.count = static_cast<std::uint32_t>(slots.size());
    operands.append(slots);
    return inst;
  }
};

/// A module-level item, in the order in which it is written.
struct Item {
  enum class Kind : std::uint8_t { variable, function, alias, directive } kind = Kind::variable;
  std::uint32_t index = 0;  ///< into Module::variables or Module::functions
  std::string text;         ///< alias: ".alias a, b;"; directive: a line or section kept as text
};

/// Append-only table whose entries never move, in pieces that double: an id given out stays readable without a
/// lock while others append (under a lock).
template <class T>
class StableTable {
 public:
  const T& operator[](std::uint32_t id) const {
    const std::uint32_t at = id + first;
    const unsigned piece = static_cast<unsigned>(std::bit_width(at)) - bits;
    return pieces_[piece][at - (first << piece)];
  }
  std::uint32_t size() const { return size_; }
  std::uint32_t push(T value) {
    const std::uint32_t at = size_ + first;
    const unsigned piece = static_cast<unsigned>(std::bit_width(at)) - bits;
    if (!pieces_[piece]) pieces_[piece] = std::make_unique<T[]>(std::size_t{first} << piece);
    pieces_[piece][at - (first << piece)] = std::move(value);
    return size_++;
  }

 private:
  static constexpr unsigned bits = 7;
  static constexpr std::uint32_t first = 1U << (bits - 1);
  std::array<std::unique_ptr<T[]>, 33 - bits> pieces_;
  std::uint32_t size_ = 0;
};

class Module {
 public:
  std::string version = "8.0";      ///< "8.5"
  std::vector<std::string> target;  ///< "sm_90a", then options ("debug", "texmode_independent")
  unsigned address_size = 64;
  std::deque<Variable> variables;
  std::deque<Function> functions;  ///< addresses are stable
  std::vector<Item> items;
  std::vector<std::string> files;  ///< .file N "name": files[N-1]

  /// The id of a mnemonic, decoded on first sight. Thread-safe; ids differ between runs with threads and
  /// must not reach the output (texts do).
  OpId intern(std::string_view mnemonic);
  const OpDesc& op(OpId id) const { return ops_[id]; }
  NameId name(std::string_view text);
  const std::string& name(NameId id) const { return names_[id]; }

 private:
  std::mutex mutex_;  // guards the maps and the growth of the tables
  std::unordered_map<std::string_view, std::uint32_t> op_ids_, name_ids_;  // keys point into the tables
  StableTable<OpDesc> ops_;
  StableTable<std::string> names_;
};

/// Calls f(reg, is_def) for every register of the instruction: guard, then operands in order. A register that
/// is only the base of an address is a use. Defs are the registers in the first OpDesc::defs top-level operands.
template <class F>
void for_each_reg(const Module& module, const Function& function, const Inst& inst, F&& f);

}  // namespace lathe::nvptx::mir

#include "nvptx/mir/operands.hpp"
