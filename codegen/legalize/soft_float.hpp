// Floating point in integer operations, rounded correctly (to nearest, ties to even), with subnormals, infinities and
// NaNs: straight-line nodes, no branches, no tables, no memory.
//
// Needs:  a float format of at most 64 bits, whose bits lie low in an integer `word` (i32, or i64 for formats above 32
//         bits) with zeros above. Nodes are of type `word`, i32 (exponents and shift amounts) and i1; where an integer
//         of another width takes part, of that width too. What registers do not hold is taken apart by the type rules.
// Gives:  O(1) nodes per operation (docs/decisions.md has a table). NaNs are quiet, their payload and sign are not
//         those of the operands.
// Source: IEEE 754-2019; multiplicative division and square root as in Markstein, IA-64 and Elementary Functions, 2000,
//         on fixed-point numbers with bounds of error written at each step.
#pragma once

#include "codegen/legalize/make.hpp"

namespace lathe::codegen {

/// Where the fields of a floating-point format lie. Numbers are bits.
struct FloatFormat {
  std::uint32_t bits = 0, mantissa = 0;
  std::uint64_t sign = 0;          ///< the sign bit; what lies below is the magnitude
  std::uint64_t infinity = 0;      ///< all ones in the exponent
  std::uint64_t quiet = 0;         ///< the bit of a quiet NaN
  std::uint64_t least_normal = 0;  ///< the least normal number, also the place of the hidden bit
  std::int32_t bias = 0;
  std::int32_t top() const { return 2 * bias + 1; }  ///< the exponent's field of infinities
};
/// Precondition: a float type of 16, 32 or 64 bits. O(1).
FloatFormat format_of(Vt type);
/// i1: is the number with these bits of one of LLVM's classes (1 snan 2 qnan 4 -inf 8 -normal 16 -subnormal 32 -0 64 +0
/// 128 +subnormal 256 +normal 512 +inf)? `bits` may be of a wider integer type, with zeros above. O(1) nodes.
Value float_class(Make& make, Value bits, const FloatFormat& format, std::uint64_t classes);

class SoftFloat {
 public:
  SoftFloat(Make& make, Vt type);
  /// The integer type in which values are given and returned.
  Vt word() const { return word_; }

  Value add(Value a, Value b);
  Value sub(Value a, Value b) { return add(a, m_.xor_(b, k(f_.sign))); }
  Value mul(Value a, Value b);
  Value div(Value a, Value b);
  Value fma(Value a, Value b, Value c);
  Value sqrt(Value a);
  /// i1.
  Value compare(Cond cond, Value a, Value b);
  /// fminnum, fmaxnum, fminimum, fmaximum, fminimumnum, fmaximumnum. -0 is less than 0 in all of them.
  Value choose(Isd op, Value a, Value b);
  /// ffloor, fceil, ftrunc, frint, fnearbyint, froundeven, fround.
  Value round(Isd op, Value a);
  Value canonical(Value a);
  /// a * 2^e; e is i32.
  Value scale(Value a, Value e);
  /// i1; classes as in float_class.
  Value is_class(Value a, std::uint64_t classes);
  /// Of an integer of any type.
  Value from_integer(Value x, bool is_signed);
  /// To an integer of type `to`, towards zero. Saturating: to `width` bits of it, NaN gives 0; otherwise what does not
  /// fit gives anything.
  Value to_integer(Value a, Vt to, bool is_signed, bool saturate, std::uint32_t width);
  /// The same number in another format, rounded once.
  Value convert(Value a, SoftFloat& to);

 private:
  struct Number {
    Value significand;  ///< hidden bit at the place `mantissa`
    Value exponent;     ///< i32, biased; below 1 for what was subnormal
  };
  struct Pair {
    Value high, low;
  };
  Value k(std::uint64_t v) { return m_.constant(v, word_); }
  Value i(std::int64_t v) { return m_.i32(static_cast<std::uint64_t>(v)); }
  Value magnitude(Value a) { return m_.and_(a, k(f_.sign - 1)); }
  Value sign_of(Value a) { return m_.and_(a, k(f_.sign)); }
  Value negative(Value a);
  Value nan() { return k(f_.infinity | f_.quiet); }
  Value exponent_field(Value magnitude);
  Value leading_zeros(Value v);
  Value flag(Value condition) { return m_.resize(condition, word_, Extend::zero); }
  Value min(Isd op, Value a, Value b) { return m_.op(op, a, b); }
  Number normal(Value magnitude);
  Value with_exponent(Value significand, Value exponent);
  Value shift_sticky(Value v, Value by);
  Value pack(Value sign, Value exponent, Value significand, std::uint32_t extra);
  Value pack_small(Value sign, Value exponent, Value significand, std::uint32_t extra);
  Value ordered_key(Value a);
  Value total_key(Value a);
  Pair shift_right(Pair v, Value by, Value& lost);
  Pair shift_left(Pair v, Value by);
  Pair sum(Isd op, Pair a, Pair b);

  Make& m_;
  Vt word_;
  FloatFormat f_;
  std::uint32_t w_ = 0;
};

/// A floating-point node in integer operations: `in` are its operands, floats as words of SoftFloat, integers as they
/// are (an exponent i32). `out` becomes the result, a word where it is a float, of type `integer` where an integer is
/// asked for. False when there is no rule for the operation.
bool soft_node(Make& make, NodeId id, std::span<const Value> in, Vt integer, Value& out);

/// Of D with its top bit set, w bits: an R below 2^(2w-1) / D by less than one part in 2^(w-4), never above.
/// Widths from 16 on. O(1) nodes.
Value fixed_reciprocal(Make& make, Value d);
/// Of D with one of its two top bits set: a Z below 2^(3w/2-1) / sqrt(D) by less than one part in 2^(w-4), or in 2^56
/// where that is more; never above. 32 or 64 bits.
Value fixed_inverse_root(Make& make, Value d);

}  // namespace lathe::codegen
