// Short names for making DAG nodes, with the folds that legalization itself gives rise to (a limb that is zero, a
// mask of ones). Anything cleverer is the combiner's.
//
// Needs:  a Dag. Integer types of any width; shift amounts are i32.
// Gives:  O(1) per node.
#pragma once

#include <bit>
#include <span>

#include "codegen/dag/dag.hpp"

namespace lathe::codegen {

/// Makes nodes for whoever lowers others, without those that compute nothing.
class Make {
 public:
  explicit Make(Dag& dag) : dag_(dag) {}  ///< The graph outlives it.

  /// Cut to the width; vectors get a splat.
  Value constant(std::uint64_t value, Vt type) { return dag_.constant(value, type); }
  Value i32(std::uint64_t value) { return dag_.constant(value & 0xffffffffU, vt::i32); }  ///< cut to 32 bits
  Value zero(Vt type) { return dag_.constant(0, type); }                                  ///< vectors get a splat
  /// Integer constant with ones in [low, high).
  Value mask(std::uint32_t low, std::uint32_t high, Vt type);
  Value ones(Vt type) { return mask(0, type.bits(), type); }  ///< all bits one
  /// The most negative and the greatest signed number of `bits` bits, sign-extended to `type`.
  Value smallest(std::uint32_t bits, Vt type) { return mask(bits - 1, type.bits(), type); }
  /// The greatest signed number of `bits` bits.
  Value greatest(std::uint32_t bits, Vt type) { return mask(0, bits - 1, type); }

  Vt type(Value v) const { return dag_.type(v); }  ///< of the value
  /// Is it this constant, or a splat of it?
  bool is(Value v, std::uint64_t value) const {
    std::uint64_t x;
    return dag_.is_constant(v, x) && x == value;
  }
  bool is_zero(Value v) const { return is(v, 0); }  ///< is it the constant 0, or a splat of it?
  bool is_ones(Value v) const;                      ///< Is it the constant of all ones, or a splat of it?

  /// Of a's type.
  Value op(Isd op, Value a, std::uint64_t imm = 0) { return dag_.get(op, type(a), {a}, {.imm = imm}); }
  Value op(Isd op, Value a, Value b) { return dag_.get(op, type(a), {a, b}); }              ///< of a's type
  Value op(Isd op, Value a, Value b, Value c) { return dag_.get(op, type(a), {a, b, c}); }  ///< of a's type
  /// A + b.
  Value add(Value a, Value b) {
    if (is_zero(a)) return b;
    return is_zero(b) ? a : op(Isd::add, a, b);
  }
  Value sub(Value a, Value b) { return is_zero(b) ? a : op(Isd::sub, a, b); }  ///< a - b
  /// A * b, the low half.
  Value mul(Value a, Value b) {
    if (is_zero(a) || is(b, 1)) return a;
    return is_zero(b) || is(a, 1) ? b : op(Isd::mul, a, b);
  }
  /// A * b, unsigned, the high half.
  Value mulhu(Value a, Value b) {
    if (is_zero(a)) return a;
    return is_zero(b) ? b : op(Isd::mulhu, a, b);
  }
  /// A and b.
  Value and_(Value a, Value b) {
    if (is_zero(a) || is_ones(b)) return a;
    return is_zero(b) || is_ones(a) || a == b ? b : op(Isd::and_, a, b);
  }
  /// A or b.
  Value or_(Value a, Value b) {
    if (is_zero(b) || a == b) return a;
    return is_zero(a) ? b : op(Isd::or_, a, b);
  }
  /// A exclusive-or b.
  Value xor_(Value a, Value b) {
    if (is_zero(b)) return a;
    return is_zero(a) ? b : op(Isd::xor_, a, b);
  }
  Value not_(Value a) { return op(Isd::xor_, a, ones(type(a))); }                       ///< all bits the other way
  Value shl(Value a, std::uint32_t amount) { return shift(Isd::shl, a, i32(amount)); }  ///< by a number below the width
  /// Logical, by a number below the width.
  Value srl(Value a, std::uint32_t amount) { return shift(Isd::srl, a, i32(amount)); }
  /// Arithmetic, by a number below the width.
  Value sra(Value a, std::uint32_t amount) { return shift(Isd::sra, a, i32(amount)); }
  /// By an i32. Precondition: it is below the width.
  Value shift(Isd op, Value a, Value amount) {
    if (is_zero(amount)) return a;
    if (op != Isd::sra && is_zero(a)) return a;
    return this->op(op, a, amount);
  }
  /// `a` where the i1 holds, else `b`.
  Value select(Value condition, Value a, Value b) {
    return a == b ? a : dag_.get(Isd::select, type(a), {condition, a, b});
  }
  Value setcc(Cond cond, Value a, Value b) { return dag_.setcc(cond, a, b); }  ///< an i1, or lanes of them
  /// A conversion by its operation.
  Value convert(Isd op, Value a, Vt to, std::uint16_t flags = 0) { return dag_.get(op, to, {a}, {}, flags); }
  /// Integer `a` in width of `to`: truncated, or widened as `extend` says.
  Value resize(Value a, Vt to, Extend extend = Extend::any);
  /// The same bits as another type; casts of casts become one.
  Value bitcast(Value a, Vt to) {
    if (type(a) == to) return a;
    if (dag_.op(a) == Isd::bitcast) return bitcast(dag_.operand(a, 0), to);
    if (dag_.op(a) == Isd::undef) return dag_.undef(to);
    return dag_.get(Isd::bitcast, to, {a});
  }
  /// Element of a legal packed vector (or a whole build_vector); bytes come as i32 with undefined upper bits.
  Value element(Value vector, std::uint32_t lane);
  /// The address `bytes` further on.
  Value offset(Value address, std::uint64_t bytes);

  Dag& dag() { return dag_; }

 private:
  Dag& dag_;
};

}  // namespace lathe::codegen
