// Demanded bits: which bits of an operand can reach the demanded bits of a result; and what that allows.
//
// Right means: for all operands within what is known of them, and all others that agree with these on the bits that
// demand() names, in all operands at once, the results agree on the demanded bits, and there is one where there was
// one. The second words need not keep to what is known: a rewrite of undemanded bits may break it. So a bit that
// another operand's answer relies upon is itself demanded; chains of answers then hold by induction.
// tests/unit/lathe/bits proves it for all arguments of up to three bits.
#pragma once

#include <optional>
#include <span>

#include <lathe/bits/operation.hpp>

namespace lathe::bits {

namespace detail {

/// Everything up to the highest bit of d: what sums and products look at.
template <Word W>
constexpr W downward(const W& d) {
  return low_mask<W>(bit_width(d));
}
/// Everything from the lowest bit of d on: what comparisons of the kept bits look at.
template <Word W>
constexpr W upward(const W& d, unsigned width) {
  return high_mask<W>(countr_zero(d, width), width);
}
template <Word W>
constexpr W demand_shift(const Operation<W>& o, unsigned operand, const W& d, std::span<const KnownBits<W>> x) {
  const unsigned w = o.width;
  const bool funnel = o.op == Op::fshl || o.op == Op::fshr, plain = is_shift(o.op);
  const unsigned amount = funnel ? 2 : 1;
  // Amounts decide whether there is a result at all, and are relied upon below.
  if (operand == amount)
    return is_zero(d) && !(plain && o.over == Overshift::undefined) ? W(std::uint64_t{0}) : x[amount].mask();
  W out(std::uint64_t{0});
  const bool left = o.op == Op::shl || o.op == Op::fshl || o.op == Op::rotl;
  for_each_amount(x[amount], w, plain ? o.over : Overshift::wrap, [&](unsigned n) {
    if (plain) {
      out = W(out | (left ? shift_right(d, n) : shift_left(d, n)));
      // Copies of the sign fill the top n bits.
      if (o.op == Op::ashr && !is_zero(W(d & high_mask<W>(w - n, w)))) out = W(out | bit<W>(w - 1));
    } else {
      const bool high = o.op == Op::rotl || o.op == Op::rotr || operand == 0, low = !funnel || operand == 1;
      if (high) out = W(out | (left ? shift_right(d, n) : shift_right(d, w - n)));
      if (low) out = W(out | (left ? shift_left(d, w - n) : shift_left(d, n)));
    }
    out = W(out & low_mask<W>(w));
    return true;
  });
  return out;
}

}  // namespace detail

/// Bits of operand number `operand` that the bits `demanded` of the result can depend on. `x` is what is known of the
/// operands. Precondition: misfit() finds nothing. O(1), shifts O(width).
template <Word W>
constexpr W demand(const Operation<W>& o, unsigned operand, const W& demanded, std::span<const KnownBits<W>> x) {
  using enum Op;
  const W d(demanded & low_mask<W>(o.width)), none(std::uint64_t{0});
  const W all = x[operand].mask();
  const bool division = o.op >= udiv && o.op <= srem;
  const bool must_fit = o.no_unsigned_wrap || o.no_signed_wrap;
  if (division && operand == 1) return all;  // whether there is a result
  if (must_fit && (o.op == add || o.op == sub || o.op == mul)) return all;
  if (o.op == sdiv || o.op == srem) return all;  // the least number by -1 has no result
  if (is_shift(o.op) || (o.op >= rotl && o.op <= fshr)) return detail::demand_shift(o, operand, d, x);
  if (is_zero(d)) return none;
  switch (o.op) {
    case bit_and:
      // Where the other has 0 nothing is asked of this one; where both have it, operand 1 keeps its bit.
      return operand == 0 ? W(d & W(~x[1].zero)) : W(d & W(~W(x[0].zero & W(~x[1].zero))));
    case bit_or:
      return operand == 0 ? W(d & W(~x[1].one)) : W(d & W(~W(x[0].one & W(~x[1].one))));
    case bit_xor:
    case bit_not:
      return d;
    case add:
    case sub:
    case neg:
      return detail::downward(d);
    case mul: {
      // Of the first, what zeros at the bottom of the second do not push out; the second is asked for all of them.
      const unsigned top = bit_width(d);
      if (operand == 1) return low_mask<W>(top);
      const unsigned zeros = x[1].trailing_zeros();
      return low_mask<W>(top > zeros ? top - zeros : 0);
    }
    case urem:
      if (x[1].is_constant() && popcount(x[1].one) == 1) return W(d & W(x[1].one - W(std::uint64_t{1})));
      return all;
    case umin:
    case umax:
    case smin:
    case smax:
      return detail::upward(d, o.width);
    case zext:
    case concat:
      if (o.op == concat && operand == 1) return shift_right(d, x[0].width);
      return W(d & all);
    case sext:
      return is_zero(shift_right(d, x[0].width)) ? W(d & all) : W(W(d & all) | bit<W>(x[0].width - 1));
    case sext_in_reg:
      return is_zero(shift_right(d, o.number)) ? d : W(W(d & low_mask<W>(o.number)) | bit<W>(o.number - 1));
    case trunc:
      return d;
    case extract:
      return shift_left(d, o.number);
    case insert:
      if (operand == 1) return W(shift_right(d, o.number) & all);
      return W(d & W(~shift_left(low_mask<W>(x[1].width), o.number)));
    case select:
      return operand == 0 ? W(std::uint64_t{1}) : d;
    case bswap:
      return reverse_parts(d, o.width, o.width / 8);
    case bitreverse:
      return reverse_parts(d, o.width, o.width);
    case slt:
      // x < 0 looks at the sign.
      if (operand == 0 && x[1].is_constant() && is_zero(x[1].one)) return bit<W>(x[0].width - 1);
      return all;
    default:
      return all;
  }
}

/// Does operand number `operand` have the result's demanded bits, whatever the operands are within what is known? The
/// operand must have the result's width.
template <Word W>
constexpr bool stands_for(const Operation<W>& o, unsigned operand, const W& demanded, std::span<const KnownBits<W>> x) {
  using enum Op;
  if (x[operand].width != o.width) return false;
  const W d(demanded & low_mask<W>(o.width));
  const auto within = [](const W& part, const W& whole) { return is_zero(W(part & W(~whole))); };
  const unsigned other = operand == 0 ? 1 : 0;
  switch (o.op) {
    case bit_and:
      return within(d, W(x[other].one | x[operand].zero));
    case bit_or:
      return within(d, W(x[other].zero | x[operand].one));
    case bit_xor:
      return within(d, x[other].zero);
    case add:
      return within(detail::downward(d), x[other].zero);
    case sub:
      return operand == 0 && within(detail::downward(d), x[1].zero);
    case sext_in_reg:
      return within(d, low_mask<W>(o.number)) || (x[0].sign_bits() > o.width - o.number);
    case zext:
    case sext:
    case trunc:
      return true;  // of the same width
    case insert:
      return operand == 0 && is_zero(W(d & shift_left(low_mask<W>(x[1].width), o.number)));
    case shl:
    case lshr:
    case ashr:
      return operand == 0 && x[1].is_constant() && is_zero(x[1].one);
    case select:
      return (operand == 1 && test(x[0].one, 0)) || (operand == 2 && test(x[0].zero, 0));
    default:
      return false;
  }
}

/// What an operation can become, given what is known and demanded.
template <Word W = std::uint64_t>
struct Simplification {
  /// What may stand for the operation.
  enum class Kind : std::uint8_t {
    none,
    constant,  ///< `value` stands for the result
    operand,   ///< operand number `index` does
    shrink     ///< constant operand number `index` may become `value`, its undemanded bits cleared
  };
  Kind kind = Kind::none;
  unsigned index = 0;  ///< of operand and shrink: which operand, from 0 on
  W value{};           ///< of constant and shrink
};

/// The strongest that is possible: a constant, else an operand, else a smaller constant operand. The result agrees
/// with the operation's on the demanded bits and may differ elsewhere. `out_known` is what is known of the result.
template <Word W>
constexpr Simplification<W> simplify(const Operation<W>& o, const W& demanded, std::span<const KnownBits<W>> x,
                                     const KnownBits<W>& out_known) {
  using Kind = typename Simplification<W>::Kind;
  const W d(demanded & low_mask<W>(o.width));
  if (o.op == Op::input || o.op == Op::constant) return {};
  if (is_zero(W(d & W(~out_known.known())))) return {Kind::constant, 0, W(out_known.one & d)};
  for (unsigned i = 0; i < x.size(); ++i)
    if (stands_for(o, i, d, x)) return {Kind::operand, i, {}};
  for (unsigned i = 0; i < x.size(); ++i) {
    if (!x[i].is_constant()) continue;
    const W smaller(x[i].one & demand(o, i, d, x));
    if (!(smaller == x[i].one)) return {Kind::shrink, i, smaller};
  }
  return {};
}

}  // namespace lathe::bits
