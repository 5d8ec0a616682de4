// Machine functions of a target that has no machine IR of its own: instructions as rows of its table, on a program::Store.
//
// Who selects writes them in SSA form over values, each of a register class of the target; `allocate.hpp` gives the values
// registers. An instruction is a row of the target's table (Operation) and what it is written with (Field). Registers that
// no text names, condition codes say, are operands like others (`implicit`), of a class of their own.
//
// A block says all its ways: its last instruction is a terminator that always goes somewhere or leaves; only
// steps.hpp's drop_jumps, the last step of all, lets a block end without one and go on in the next. After allocation
// operands are values that stand for registers, with as many definitions as it takes.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lathe/program/store.hpp>
#include <lathe/support/none.hpp>

namespace lathe::codegen::machine {

using namespace ids;
using program::BlockId, program::InstId, program::ValueId;

struct Registers;

/// A row of the target's table of operations; it outlives the functions.
struct Operation {
  std::string_view name;       ///< unlike names are unlike operations
  program::Effects effects{};  ///< of every instruction of it
  bool uniform_form = false;   ///< may be executed once for all threads, its registers all being of the uniform class
  std::uint32_t number = 0;    ///< the target's own
};

/// What every target has, written by the steps of this room: to be printed as the target's. Operands by class.
namespace operation {
inline constexpr Operation phi{"phi", program::Effect::phi};  ///< result; one source for each predecessor
/// Result, source: of one class, or of a uniform value into the class of the threads. Never the other way.
inline constexpr Operation copy{"copy", program::Effect::copy, true};
inline constexpr Operation jump{"jump", program::Effect::terminator};  ///< to the one target
inline constexpr Operation spill{"spill", program::Effect::writes};  ///< source; the one field of kind frame: where to
inline constexpr Operation reload{"reload", program::Effect::reads, true};  ///< result; the frame's: where from
/// Results a, b; sources a, b: the two registers exchange what they hold. One instruction, or three exclusive ors.
inline constexpr Operation swap{"swap", {}, true};
}  // namespace operation

/// One operand as it is written.
struct Field {
  /// What stands there.
  enum class Kind : std::uint8_t {
    reg,     ///< `index`: which of the instruction's operands in the Store
    number,  ///< `value`
    symbol,  ///< `index` into Function::names, `value` bytes on
    frame,   ///< `index` of the frame's object, `value` bytes on
    block,   ///< `index`: which of the instruction's targets
    other    ///< the target's own
  };
  Kind kind = Kind::number;
  std::uint8_t part = 0;    ///< the target's own: which half of an address, how operands stand together
  std::uint32_t index = 0;  ///< which operand, name, object or block, as the kind has it
  std::int64_t value = 0;   ///< of number; of symbol and frame: bytes behind it
  bool operator==(const Field&) const = default;
};

/// A Store's payload.
struct Op {
  const Operation* operation = &operation::jump;  ///< outlives the instruction
  std::vector<Field> fields;

  program::Effects effects() const { return operation->effects; }  ///< of its row
  /// Operation and all fields that are no registers or blocks.
  std::string key() const;
  /// A jump, whose target the Store keeps.
  static Op jump() { return {&operation::jump, {{Field::Kind::block, 0, 0, 0}}}; }
};

/// An object of the frame: memory of the thread.
struct FrameObject {
  std::uint64_t bytes = 0;   ///< how many
  std::uint32_t align = 1;   ///< bytes, a power of two
  std::uint64_t offset = 0;  ///< from the start of the frame; lay_out_frame sets it
};

/// A function in machine code: a Store of Ops, with register classes and a frame.
class Function : public program::Store<Op> {
 public:
  static constexpr program::Facts facts = program::Store<Op>::facts | program::Fact::classes | program::Fact::names;

  std::string title;                          ///< the function's symbol
  std::vector<std::string> names;             ///< symbols
  std::vector<FrameObject> frame;             ///< objects of the frame
  std::vector<std::uint8_t> value_class;      ///< per value: its register class, a file's number in Registers
  std::vector<std::uint32_t> value_register;  ///< per value: the register of its class that it stands for, or none

  std::string name() const { return title; }                                                 ///< the function's symbol
  std::string block_name(BlockId b) const { return "L" + std::to_string(b.value); }          ///< for texts
  std::string inst_name(InstId i) const { return std::string(payload(i).operation->name); }  ///< the operation's name
  std::string value_name(ValueId v) const { return "%" + std::to_string(v.value); }          ///< for texts
  std::uint32_t register_class(ValueId v) const { return value_class[v.value]; }  ///< a file's number in Registers
  /// The register that it stands for, a number in its file; none before allocation.
  std::uint32_t register_of(ValueId v) const { return value_register[v.value]; }
  std::string class_name(std::uint32_t c) const { return "class " + std::to_string(c); }  ///< for texts

  ValueId make_value_of(std::uint32_t cls);  ///< A new value of the class, in no register.
  ValueId make_value(ValueId like) { return make_value_of(register_class(like)); }  ///< one of the same class
  /// The value that stands for a register. O(1) expected.
  ValueId register_value(std::uint32_t cls, std::uint32_t reg);
  std::uint32_t name_index(std::string_view text);  ///< of a symbol, made where it is new; O(names)
  /// A new object of the frame; offsets come from lay_out_frame.
  std::uint32_t frame_object(std::uint64_t bytes, std::uint32_t align);

  // Shorthands of who writes instructions: operands in the order of `values`, results marked.
  /// At the end of a block.
  InstId add(BlockId at, const Operation& operation, std::span<const program::Operand<ValueId>> values,
             std::span<const Field> fields, std::span<const BlockId> targets = {});
  /// The same of lists.
  InstId add(BlockId at, const Operation& operation, std::initializer_list<program::Operand<ValueId>> values,
             std::initializer_list<Field> fields, std::initializer_list<BlockId> targets = {}) {
    return add(at, operation, std::span(values.begin(), values.size()), std::span(fields.begin(), fields.size()),
               std::span(targets.begin(), targets.size()));
  }
  /// A new block at the end of the layout.
  BlockId add_block();
  InstId add_jump(BlockId at, BlockId to);  ///< At the end of a block.
  /// In front of all of a block; `incoming` is from each of its predecessors.
  InstId add_phi(BlockId at, ValueId result, std::span<const std::pair<BlockId, ValueId>> incoming);
  /// Instructions that stand nowhere yet.
  InstId make_copy(ValueId to, ValueId from);
  InstId make_spill(ValueId from, std::uint32_t object);  ///< Stores a register to a frame object.
  InstId make_reload(ValueId to, std::uint32_t object);   ///< Loads a register from a frame object.
  InstId make_swap(ValueId a, ValueId b);                 ///< Two registers exchange what they hold.

 private:
  std::vector<std::vector<ValueId>> registers_;  // per class and register; an invalid id where none was asked for
};

inline program::Operand<ValueId> def(ValueId v) { return {v, program::Role::def}; }  ///< it is written
inline program::Operand<ValueId> use(ValueId v) { return {v, program::Role::use}; }  ///< it is read
/// Not in the text: condition codes.
inline program::Operand<ValueId> implicit(program::Operand<ValueId> o) {
  o.implicit = true;
  return o;
}
/// A field that is an operand of the instruction.
inline Field reg(std::uint32_t operand, std::uint8_t part = 0) { return {Field::Kind::reg, part, operand, 0}; }
inline Field number(std::int64_t value) { return {Field::Kind::number, 0, 0, value}; }  ///< a field that is a number

/// For people: a line per instruction, results with their classes first; registers by their names after allocation.
/// Without `registers` classes are numbers. Deterministic.
std::string text(const Function& function, const Registers* registers = nullptr);
/// One instruction of it, without indentation or end of line: what faults name.
std::string text(const Function& function, InstId inst, const Registers* registers = nullptr);

}  // namespace lathe::codegen::machine
