// What one operation of the target is that no rule knows: an instruction as it is written, and where its operands come
// from.
//
// Who makes the graph turns a call of a target intrinsic into a node that carries a recipe; `legalize` brings operands
// and results to the types that the recipe asks for, `select` writes the instruction. No rule reads its text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/types/vt.hpp"

namespace lathe::codegen {

/// One operand of the instruction, in the order in which these are written.
struct RecipeOperand {
  /// What is written there.
  enum class Kind : std::uint8_t {
    result,         ///< output `index`, written as a register
    input,          ///< input `index`; constants may become immediates, but in groups and where `value` is 1
    immediate,      ///< the number `value`, written as a decimal
    address,        ///< memory operand [input index + value]
    literal,        ///< `text`, written as it is (a special register, `_`, ...)
    open_tuple,     ///< {   the operands up to close are its elements
    close_tuple,    ///< }
    open_bracket,   ///< [   as in tex: [t, {x, y}]
    close_bracket,  ///< ]
    pipe,           ///< joins the operand before and the one after: p|q
    negate,         ///< ! before the next operand (predicates)
  };
  Kind kind = Kind::input;
  std::uint16_t index = 0;  ///< of result and input: which one
  std::int64_t value = 0;   ///< of immediate: the number; of input: 1 keeps a constant in its register
  std::string text;         ///< of text: what is written
  bool operator==(const RecipeOperand&) const = default;
};

/// Intrinsics that are an operation without an instruction of their own; the recipe then has no mnemonic, and `build`
/// makes ordinary nodes, which the combiner understands.
enum class PlainIntrinsic : std::uint8_t {
  none,
  copy,       ///< the result is argument 0, bit for bit
  low_half,   ///< i32: low half of a 64-bit argument 0
  high_half,  ///< i32: high half of a 64-bit argument 0
  join,       ///< 64 bits: argument 0 is the low half, argument 1 the high half
  zero,       ///< the result is 0
  nothing,    ///< no result and no effect
  exit,       ///< ends the thread (Isd::exit)
};

/// How an instruction of the target is written, where a row of its table and operands say all.
struct Recipe {
  std::string mnemonic;  ///< "fma.rn.ftz.f32"; several lines are joined by '\n' with one operand list each
  std::vector<RecipeOperand> operands;
  std::vector<Vt> result_types;            ///< register types: i1 i16 i32 i64 f16 bf16 f32 f64 v2f16 v2bf16
  std::vector<Vt> input_types;             ///< of the inputs that remain after immediate arguments are taken out
  std::vector<std::uint16_t> input_args;   ///< the call argument that each input comes from
  std::vector<std::uint8_t> input_extend;  ///< 0 any, 1 zero, 2 sign: how a narrower argument is widened
  bool chained = false;                    ///< touches memory or other threads: order is kept
  bool convergent = false;                 ///< it must be reached by the same threads as in the source
  /// What it means where it is an ordinary operation; none: only the target knows.
  PlainIntrinsic plain = PlainIntrinsic::none;
  /// Not empty: the instructions are written like inline assembly, in a scope of their own; `$N` is operand N, the
  /// results first, then the inputs. `mnemonic` and `operands` are then empty. For the few operations that need a
  /// register of a class that no value has (b8, b128).
  std::string text;
  /// Parallel to input_args: -1 is the whole argument; otherwise element N of a vector argument (or 64-bit limb N of an
  /// i128, low first). In the same way a vector result that no register holds is given element by element:
  /// result_types then has one entry per element.
  std::vector<std::int16_t> input_elements;
  bool operator==(const Recipe&) const = default;
};

}  // namespace lathe::codegen
