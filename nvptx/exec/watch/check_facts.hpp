// What the checkers that follow values through registers want to know of an instruction, found out once.
//
// A PTX instruction may be several Codes; it is looked at when its first Code is about to run.
// Cost: O(1) for a look-up. Private to nvptx/exec.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "nvptx/exec/state/code.hpp"
#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx::exec {

struct Facts {
  /// How results depend on sources.
  enum class Kind : std::uint8_t {
    nothing,  ///< no results that depend on registers
    any,      ///< all bits of the result depend on all bits of all sources
    copy,     ///< mov, pack, unpack
    convert,  ///< between integers: cut off or extended
    upward,   ///< add, sub, mul, mad of integers: a bit depends on those below it
    bit_and,  ///< and, or, xor, not: bit by bit
    bit_or,
    bit_xor,
    shift_left,
    shift_right,
    extract,  ///< bfe
    insert,   ///< bfi
    permute,  ///< prmt
    select,   ///< selp
    pointer,  ///< cvta: like copy
    load,
    store,
    atomic,
    branch,
    call,
    ret,
    shuffle,
    warp_wide,  ///< vote, redux, match: a result depends on the lanes that are here
    defined,    ///< results that are taken as good: matrices, textures, special registers
  };
  Kind kind = Kind::nothing;
  const Code* first = nullptr;
  const mir::Inst* inst = nullptr;
  const mir::OpDesc* desc = nullptr;
  std::vector<mir::Operand> results, sources;  ///< leaves; results that nobody wants are there as sinks
  std::vector<mir::Reg> addresses;             ///< registers inside of [ ]
  mir::Reg guard = mir::none;
  std::uint8_t from_bits = 0, to_bits = 0;  ///< convert: of the types
  bool sign = false;                        ///< convert, shift_right, extract, load: extends the sign
};

class FactsTable {
 public:
  /// nullptr for Codes without an instruction.
  const Facts* of(const FunctionCode& function, std::uint32_t inst);
  void clear();

 private:
  std::unordered_map<const FunctionCode*, std::vector<std::unique_ptr<Facts>>> table_;
  const FunctionCode* last_ = nullptr;
  std::vector<std::unique_ptr<Facts>>* last_table_ = nullptr;
};

}  // namespace lathe::nvptx::exec
