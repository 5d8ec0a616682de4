// From what is known of the operands of an operation to what is known of its result: known bits and sign bits.
//
// A Fact is both together, and each makes the other better: two known top bits are two sign bits; ten sign bits of a
// number that is not negative are ten zeros.
#pragma once

#include <algorithm>
#include <span>

#include <lathe/bits/operation.hpp>

namespace lathe::bits {

/// What is known of a value: bits, and how many at the top certainly equal the sign bit (that one included).
template <Word W = std::uint64_t>
struct Fact {
  KnownBits<W> known;  ///< which bits are certain
  unsigned signs = 0;  ///< bits at the top that certainly equal the sign bit, that one included; 0 where the width is

  bool operator==(const Fact&) const = default;
  /// Nothing is known but that the top bit is itself.
  static constexpr Fact unknown(unsigned width) { return {KnownBits<W>::unknown(width), width == 0 ? 0U : 1U}; }
  /// Each half tells the other what it knows.
  static constexpr Fact of(KnownBits<W> known, unsigned signs = 1) {
    const unsigned w = known.width;
    signs = std::min(w, std::max(signs, known.sign_bits()));
    const W top = high_mask<W>(w - signs, w);
    if (!is_zero(W(known.zero & top)) && is_zero(W(known.one & top)))
      known.zero = W(known.zero | top);
    else if (!is_zero(W(known.one & top)) && is_zero(W(known.zero & top)))
      known.one = W(known.one | top);
    return {known, std::min(w, std::max(signs, known.sign_bits()))};
  }
};
/// What both say of one value.
template <Word W>
constexpr Fact<W> meet(const Fact<W>& a, const Fact<W>& b) {
  return Fact<W>::of(meet(a.known, b.known), std::max(a.signs, b.signs));
}
/// What holds of either.
template <Word W>
constexpr Fact<W> join(const Fact<W>& a, const Fact<W>& b) {
  return {join(a.known, b.known), std::min(a.signs, b.signs)};
}

/// Known bits of the result. Precondition: misfit() finds nothing.
template <Word W>
constexpr KnownBits<W> known(const Operation<W>& o, std::span<const KnownBits<W>> x) {
  using enum Op;
  const auto truth = [](std::optional<bool> answer) {
    return answer ? KnownBits<W>::constant(W(std::uint64_t{*answer ? 1U : 0U}), 1) : KnownBits<W>::unknown(1);
  };
  switch (o.op) {
    case input:
      return KnownBits<W>::unknown(o.width);
    case constant:
      return KnownBits<W>::constant(o.value, o.width);
    case bit_and:
      return bits::bit_and(x[0], x[1]);
    case bit_or:
      return bits::bit_or(x[0], x[1]);
    case bit_xor:
      return bits::bit_xor(x[0], x[1]);
    case bit_not:
      return bits::bit_not(x[0]);
    case add: {
      const KnownBits<W> sum = bits::add(x[0], x[1]);  // one that does not wrap is the saturating one, too
      if (o.no_unsigned_wrap && o.no_signed_wrap) return meet(sum, bits::add_no_wrap(x[0], x[1]));
      if (o.no_unsigned_wrap) return meet(sum, bits::uadd_sat(x[0], x[1]));
      return o.no_signed_wrap ? meet(sum, bits::sadd_sat(x[0], x[1])) : sum;
    }
    case sub: {
      const KnownBits<W> difference = bits::sub(x[0], x[1]);
      if (o.no_unsigned_wrap && o.no_signed_wrap) return meet(difference, bits::sub_no_wrap(x[0], x[1]));
      if (o.no_unsigned_wrap) return meet(difference, bits::usub_sat(x[0], x[1]));
      return o.no_signed_wrap ? meet(difference, bits::ssub_sat(x[0], x[1])) : difference;
    }
    case mul:
      return bits::mul(x[0], x[1], o.no_unsigned_wrap);
    case neg:
      return bits::neg(x[0]);
    case abs:
      return bits::abs(x[0]);
    case mul_high_unsigned:
      return bits::mul_high_unsigned(x[0], x[1]);
    case mul_high_signed:
      return bits::mul_high_signed(x[0], x[1]);
    case udiv:
      return bits::udiv(x[0], x[1]);
    case urem:
      return bits::urem(x[0], x[1]);
    case sdiv:
      return bits::sdiv(x[0], x[1]);
    case srem:
      return bits::srem(x[0], x[1]);
    case shl:
      return bits::shl(x[0], x[1], o.over);
    case lshr:
      return bits::lshr(x[0], x[1], o.over);
    case ashr:
      return bits::ashr(x[0], x[1], o.over);
    case rotl:
      return bits::rotl(x[0], x[1]);
    case rotr:
      return bits::rotr(x[0], x[1]);
    case fshl:
      return bits::fshl(x[0], x[1], x[2]);
    case fshr:
      return bits::fshr(x[0], x[1], x[2]);
    case umin:
      return bits::umin(x[0], x[1]);
    case umax:
      return bits::umax(x[0], x[1]);
    case smin:
      return bits::smin(x[0], x[1]);
    case smax:
      return bits::smax(x[0], x[1]);
    case uadd_sat:
      return bits::uadd_sat(x[0], x[1]);
    case usub_sat:
      return bits::usub_sat(x[0], x[1]);
    case sadd_sat:
      return bits::sadd_sat(x[0], x[1]);
    case ssub_sat:
      return bits::ssub_sat(x[0], x[1]);
    case zext:
      return bits::zext(x[0], o.width);
    case sext:
      return bits::sext(x[0], o.width);
    case trunc:
      return bits::trunc(x[0], o.width);
    case sext_in_reg:
      return bits::sext_in_reg(x[0], o.number);
    case concat:
      return bits::concat(x[0], x[1]);
    case extract:
      return bits::extract(x[0], o.number, o.width);
    case insert:
      return bits::insert(x[0], x[1], o.number);
    case select:
      return test(x[0].one, 0) ? x[1] : test(x[0].zero, 0) ? x[2] : join(x[1], x[2]);
    case bswap:
      return bits::bswap(x[0]);
    case bitreverse:
      return bits::bitreverse(x[0]);
    case ctpop:
      return bits::ctpop(x[0]);
    case ctlz:
      return bits::ctlz(x[0]);
    case cttz:
      return bits::cttz(x[0]);
    case eq:
      return truth(equal(x[0], x[1]));
    case ult:
      return truth(less(x[0], x[1]));
    case slt:
      return truth(signed_less(x[0], x[1]));
  }
  return KnownBits<W>::unknown(o.width);
}

/// Sign bits of the result by the operation's structure, at least 1; what known bits tell comes on top (Fact::of).
template <Word W>
constexpr unsigned sign_bits(const Operation<W>& o, std::span<const Fact<W>> x) {
  using enum Op;
  const auto s = [&](unsigned i) { return x[i].signs; };
  const auto lose = [](unsigned signs, unsigned gone) { return signs > gone ? signs - gone : 1U; };
  const auto either = [&] { return std::min(s(0), s(1)); };
  switch (o.op) {
    case sext:
      return o.width - x[0].known.width + s(0);
    case trunc:
      return lose(s(0), x[0].known.width - o.width);
    case extract:
      return std::min(o.width, lose(s(0), x[0].known.width - o.width - o.number));
    case sext_in_reg:
      return std::max(lose(s(0), 0), o.width - o.number + 1);
    case concat:
      return s(1);
    case bit_not:
      return s(0);
    case bit_and:
    case bit_or:
    case bit_xor:
    case umin:
    case umax:
    case smin:
    case smax:
      return either();
    case select:
      return std::min(s(1), s(2));
    case add:
    case sub:
    case sadd_sat:
    case ssub_sat:
      return lose(either(), 1);
    case neg:
    case abs:
    case sdiv:
      return lose(s(0), 1);
    case srem:
      return std::max(s(0), s(1));
    case mul: {
      // The factors have width - s + 1 digits that matter each.
      const unsigned digits = 2 * o.width + 2 - s(0) - s(1);
      return digits > o.width ? 1 : o.width - digits + 1;
    }
    case shl:
    case ashr: {
      unsigned least = o.width, most = 0;
      for_each_amount(x[1].known, o.width, o.over, [&](unsigned n) {
        least = std::min(least, n);
        most = std::max(most, n);
        return true;
      });
      return o.op == shl ? lose(s(0), most)
                         : std::min(o.width, s(0) + (least < o.width || o.over != Overshift::undefined ? least : 0));
    }
    default:
      return o.width == 0 ? 0 : 1;
  }
}

/// Both. Precondition: misfit() finds nothing; at most three operands.
template <Word W>
constexpr Fact<W> transfer(const Operation<W>& o, std::span<const Fact<W>> x) {
  KnownBits<W> operands[3];
  for (std::size_t i = 0; i < x.size() && i < 3; ++i) operands[i] = x[i].known;
  return Fact<W>::of(known(o, std::span<const KnownBits<W>>(operands, std::min<std::size_t>(x.size(), 3))),
                     sign_bits(o, x));
}

}  // namespace lathe::bits
