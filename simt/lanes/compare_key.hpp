// Keys of comparisons and selections: simt/lanes/compare*.cpp make them, decode_compare.cpp asks for them.
#pragma once

#include "simt/state/level.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// A comparison, from the few that the others are made of by swapping the sources and by negating the outcome.
struct CompareKey {
  enum class Test : std::uint8_t {
    eq,
    lt,
    le,        ///< from here on of floats alone
    ne,        ///< ordered and not equal
    num,       ///< neither is a NaN
    infinite,  ///< of one float (f32, f64): these five
    finite,
    nan,
    subnormal,
    normal,  ///< zero counts
  } test = Test::eq;
  enum class Type : std::uint8_t { u16, s16, u32, s32, u64, s64, f16, bf16, f32, f64, f16x2, bf16x2 } type = Type::u32;
  bool flush = false;  ///< .ftz: f16, f16x2, f32
  /// Code::x is xor-ed to the outcome (all ones: negated).
  enum class Result : std::uint8_t {
    pred,     ///< d = outcome
    preds,    ///< d = outcome op c, and in slot y of Code the inverse op c (of x2: the upper half's op c)
    value16,  ///< d (16 bits) = outcome op c ? imm : 0
    value32,  ///< d (32 bits) = the same; of x2 each half for itself
  } result = Result::pred;
};
LATHE_PICK(pick_compare, CompareKey)

/// The op that joins the outcome with predicate c, in the upper half of Code::imm for all results but `pred`.
enum class Join : std::uint8_t { none, both, either, differ };

/// d = predicate or comparison with 0 ? a : b.
struct SelectKey {
  enum class By : std::uint8_t {
    pred,       ///< slot c
    s32,        ///< c >= 0
    f32,        ///< c >= 0, false for NaN
    f32_flush,  ///< the same with subnormal c as 0
  } by = By::pred;
  unsigned bits = 32;  ///< 16, 32, 64
};
LATHE_PICK(pick_select, SelectKey)

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
