// Machine functions of a target that has no machine IR of its own: instructions as rows of its table, on a program::Store.
//
// Who selects writes them in SSA form over values, each of a register class of the target; `allocate.hpp` gives the values
// registers. An instruction is a row of the target's table (Operation) and what it is written with (Field). Registers that
// no text names, condition codes say, are operands like others (`implicit`), of a class of their own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <boost/container/small_vector.hpp>

#include <lathe/program/store.hpp>

namespace lathe::codegen::machine {

using program::BlockId, program::InstId, program::ValueId;

/// A row of the target's table of operations; it outlives the functions.
struct Operation {
  std::string_view name;         ///< unlike names are unlike operations
  program::Effects effects{};    ///< of every instruction of it
  bool uniform_form = false;     ///< may be executed once for all threads, its registers all being of the uniform class
  std::uint32_t number = 0;      ///< the target's own
};

/// What every target has, written by the steps of this room: to be printed as the target's.
namespace operation {
inline constexpr Operation phi{"phi", program::Effect::phi};
inline constexpr Operation copy{"copy", program::Effect::copy, true};          // result, source; of one class
inline constexpr Operation jump{"jump", program::Effect::terminator};          // to the one target
inline constexpr Operation spill{"spill", program::Effect::writes};            // source; Field::frame is where to
inline constexpr Operation reload{"reload", program::Effect::reads};           // result; Field::frame is where from
}  // namespace operation

/// One operand as it is written.
struct Field {
  enum class Kind : std::uint8_t {
    reg,     ///< `index`: which of the instruction's operands in the Store
    number,  ///< `value`
    symbol,  ///< `index` into Function::names, `value` bytes on
    frame,   ///< `index` of the frame's object, `value` bytes on
    block,   ///< `index`: which of the instruction's targets
    other    ///< the target's own
  };
  Kind kind = Kind::number;
  std::uint8_t part = 0;  ///< the target's own: which half of an address, how operands stand together
  std::uint32_t index = 0;
  std::int64_t value = 0;
  bool operator==(const Field&) const = default;
};

/// A Store's payload.
struct Op {
  const Operation* operation = &operation::jump;
  boost::container::small_vector<Field, 4> fields;

  program::Effects effects() const { return operation->effects; }
  /// Operation and all fields that are no registers or blocks.
  std::string key() const;
  static Op jump() { return {&operation::jump, {{Field::Kind::block, 0, 0, 0}}}; }
};

/// An object of the frame: memory of the thread.
struct FrameObject {
  std::uint64_t bytes = 0;
  std::uint32_t align = 1;
  std::uint64_t offset = 0;  ///< from the start of the frame; lay_out_frame sets it
};

class Function : public program::Store<Op> {
 public:
  static constexpr program::Facts facts =
      program::Store<Op>::facts | program::Fact::classes | program::Fact::names;

  std::string title;
  std::vector<std::string> names;          ///< symbols
  std::vector<FrameObject> frame;
  std::vector<std::uint8_t> value_class;   ///< per value: its register class

  std::string name() const { return title; }
  std::string block_name(BlockId b) const { return "L" + std::to_string(b.value); }
  std::string inst_name(InstId i) const { return std::string(payload(i).operation->name); }
  std::string value_name(ValueId v) const { return "%" + std::to_string(v.value); }
  std::uint32_t register_class(ValueId v) const { return value_class[v.value]; }
  std::string class_name(std::uint32_t c) const { return "class " + std::to_string(c); }

  using program::Store<Op>::make_value;
  ValueId make_value_of(std::uint32_t cls);
  ValueId make_value(ValueId like) { return make_value_of(register_class(like)); }
  std::uint32_t name_index(std::string_view text);  ///< O(names)

  // Shorthands of who writes instructions: operands in the order of `values`, results marked.
  InstId add(BlockId at, const Operation& operation, std::span<const program::Operand<ValueId>> values,
             std::span<const Field> fields, std::span<const BlockId> targets = {});
};

}  // namespace lathe::codegen::machine
