// Known bits of sums, products, quotients, absolute values and saturating sums.
//
// Sums, negation, absolute values and saturating sums have the best answer; products, quotients and remainders a sound
// one, from what is known at the bottom (congruence) and from the least and greatest result (tests/unit/lathe/bits
// counts how often that is the best). Division by zero, and the one signed quotient that overflows, have no result:
// they are left out of account.
#pragma once

#include <lathe/bits/known.hpp>

namespace lathe::bits {

/// a + b + carry.
template <Word W>
constexpr KnownBits<W> add(const KnownBits<W>& a, const KnownBits<W>& b, bool carry = false) {
  const W mask = a.mask(), in(std::uint64_t{carry ? 1U : 0U});
  const W most(W(W(a.max() + b.max()) + in) & mask);
  const W least(W(W(a.min() + b.min()) + in) & mask);
  // Where both sums agree with the xor of the known operands, the carry into that bit is certain.
  const W carry_zero(~W(W(most ^ a.zero) ^ b.zero));
  const W carry_one(W(least ^ a.one) ^ b.one);
  const W known(W(W(a.known() & b.known()) & W(carry_zero | carry_one)) & mask);
  return {W(~most & known), W(least & known), a.width};
}
/// a - b.
template <Word W>
constexpr KnownBits<W> sub(const KnownBits<W>& a, const KnownBits<W>& b) {
  return add(a, bit_not(b), true);
}
/// 0 - a.
template <Word W>
constexpr KnownBits<W> neg(const KnownBits<W>& a) {
  return sub(KnownBits<W>::constant(W(std::uint64_t{0}), a.width), a);
}

namespace detail {
/// The words of `a` with this sign bit; false when there are none.
template <Word W>
constexpr bool half(const KnownBits<W>& a, bool negative, KnownBits<W>& out) {
  if (negative ? a.is_nonnegative() : a.is_negative()) return false;
  out = a;
  const W sign = bit<W>(a.width - 1);
  (negative ? out.one : out.zero) = W((negative ? out.one : out.zero) | sign);
  return true;
}
template <Word W>
constexpr KnownBits<W> nothing(unsigned width) {
  return {low_mask<W>(width), low_mask<W>(width), width};
}
/// Joins f(a', b') over the sign halves of both; f gives nothing() where it has no result.
template <Word W, class F>
constexpr KnownBits<W> by_signs(const KnownBits<W>& a, const KnownBits<W>& b, F f) {
  KnownBits<W> out = nothing<W>(a.width), x, y;
  for (int i = 0; i < 4; ++i)
    if (half(a, (i & 1) != 0, x) && half(b, (i & 2) != 0, y)) out = join(out, f(x, y));
  return out.contradicts() ? KnownBits<W>::unknown(a.width) : out;
}
/// a * b without overflow: the product, otherwise nothing.
template <Word W>
constexpr std::optional<W> product(const W& a, const W& b, unsigned width) {
  if (bit_width(a) + bit_width(b) > width + 1) return std::nullopt;
  if (!is_zero(b) && W(low_mask<W>(width) / b) < a) return std::nullopt;
  return W(a * b);
}
/// The low n bits of both are known: n.
template <Word W>
constexpr unsigned known_low(const KnownBits<W>& a) {
  return countr_one(a.known(), a.width);
}
}  // namespace detail

/// |a|; the least number stays itself.
template <Word W>
constexpr KnownBits<W> abs(const KnownBits<W>& a) {
  KnownBits<W> out = detail::nothing<W>(a.width), x;
  if (a.width == 0) return a;
  if (detail::half(a, false, x)) out = join(out, x);
  if (detail::half(a, true, x)) out = join(out, neg(x));
  return out;
}

/// The low half of a * b. With `no_wrap` the product is known not to overflow, unsigned.
template <Word W>
constexpr KnownBits<W> mul(const KnownBits<W>& a, const KnownBits<W>& b, bool no_wrap = false) {
  // a = A + 2^p x, b = B + 2^q y with A, B known, a a multiple of 2^s, b of 2^t: a b = A B mod 2^min(p + t, q + s).
  const unsigned by_a = detail::known_low(a) + b.trailing_zeros(), by_b = detail::known_low(b) + a.trailing_zeros();
  const unsigned low = by_a < by_b ? by_a : by_b;
  const W mask = low_mask<W>(low < a.width ? low : a.width);
  const W bottom(W(a.one * b.one) & mask);
  KnownBits<W> out{W(~bottom & mask), bottom, a.width};
  const auto most = detail::product(a.max(), b.max(), a.width);
  const auto least = detail::product(a.min(), b.min(), a.width);
  if (most || (no_wrap && least)) out = meet(out, KnownBits<W>::range(*least, most ? *most : a.mask(), a.width));
  return out;
}
/// The high half of a * b, unsigned.
template <Word W>
constexpr KnownBits<W> mul_high_unsigned(const KnownBits<W>& a, const KnownBits<W>& b) {
  const unsigned w = a.width;
  if (2 * w <= word_bits<W>) return extract(mul(zext(a, 2 * w), zext(b, 2 * w)), w, w);
  return KnownBits<W>::range(multiply_high(a.min(), b.min(), w), multiply_high(a.max(), b.max(), w), w);
}
/// The high half of a * b, signed. Wider than half a W: only the sign, and products of numbers that are not negative.
template <Word W>
constexpr KnownBits<W> mul_high_signed(const KnownBits<W>& a, const KnownBits<W>& b) {
  const unsigned w = a.width;
  if (2 * w <= word_bits<W>) {
    KnownBits<W> out = detail::by_signs(a, b, [&](const KnownBits<W>& x, const KnownBits<W>& y) {
      // The product of the magnitudes, negated where the signs differ.
      const KnownBits<W> p = mul(zext(abs(x), 2 * w), zext(abs(y), 2 * w));
      return extract(x.is_negative() != y.is_negative() ? neg(p) : p, w, w);
    });
    return meet(out, extract(mul(sext(a, 2 * w), sext(b, 2 * w)), w, w));
  }
  return a.is_nonnegative() && b.is_nonnegative() ? mul_high_unsigned(a, b) : KnownBits<W>::unknown(w);
}

/// a / b, unsigned; unknown where b can only be 0.
template <Word W>
constexpr KnownBits<W> udiv(const KnownBits<W>& a, const KnownBits<W>& b) {
  const W one(std::uint64_t{1});
  if (is_zero(b.max())) return KnownBits<W>::unknown(a.width);
  const W least(a.min() / b.max()), most(a.max() / (is_zero(b.min()) ? one : b.min()));
  KnownBits<W> out = KnownBits<W>::range(least, most, a.width);
  // By a power of two: a shift.
  if (b.is_constant() && popcount(b.one) == 1) {
    const unsigned by = countr_zero(b.one, b.width);
    out = meet(out, zext(extract(a, by, a.width - by), a.width));
  }
  return out;
}
/// a mod b, unsigned.
template <Word W>
constexpr KnownBits<W> urem(const KnownBits<W>& a, const KnownBits<W>& b) {
  if (is_zero(b.max())) return KnownBits<W>::unknown(a.width);
  if (a.max() < b.min()) return a;
  // Below the divisor, not above the dividend, and equal to it modulo the power of two that divides the divisor.
  const W below(b.max() - W(std::uint64_t{1}));
  KnownBits<W> out = KnownBits<W>::range(W(std::uint64_t{0}), a.max() < below ? a.max() : below, a.width);
  const W same = low_mask<W>(b.trailing_zeros());
  out.zero = W(out.zero | W(a.zero & same));
  out.one = W(out.one | W(a.one & same));
  return out;
}
/// Quotient rounded to zero; remainder with the dividend's sign.
template <Word W>
constexpr KnownBits<W> sdiv(const KnownBits<W>& a, const KnownBits<W>& b) {
  return detail::by_signs(a, b, [](const KnownBits<W>& x, const KnownBits<W>& y) {
    if (is_zero(y.max())) return detail::nothing<W>(x.width);
    const KnownBits<W> q = udiv(abs(x), abs(y));
    return x.is_negative() != y.is_negative() ? neg(q) : q;
  });
}
/// The remainder of sdiv.
template <Word W>
constexpr KnownBits<W> srem(const KnownBits<W>& a, const KnownBits<W>& b) {
  return detail::by_signs(a, b, [](const KnownBits<W>& x, const KnownBits<W>& y) {
    if (is_zero(y.max())) return detail::nothing<W>(x.width);
    const KnownBits<W> r = urem(abs(x), abs(y));
    return x.is_negative() ? neg(r) : r;
  });
}

/// min(a + b + carry, greatest), unsigned.
template <Word W>
constexpr KnownBits<W> uadd_sat(const KnownBits<W>& a, const KnownBits<W>& b, bool carry = false) {
  const W mask = a.mask(), in(std::uint64_t{carry ? 1U : 0U});
  const auto sum = [&](const W& x, const W& y) {
    return std::optional<W>(W(mask - x) < y || W(W(mask - x) - y) < in ? std::optional<W>()
                                                                       : std::optional<W>(W(W(x + y) + in)));
  };
  const std::optional<W> least = sum(a.min(), b.min()), most = sum(a.max(), b.max());
  if (!least) return KnownBits<W>::constant(mask, a.width);
  const KnownBits<W> plain = add(a, b, carry);
  if (most) return plain;
  return make_ge(join(plain, KnownBits<W>::constant(mask, a.width)), *least);
}
/// max(a - b, 0), unsigned.
template <Word W>
constexpr KnownBits<W> usub_sat(const KnownBits<W>& a, const KnownBits<W>& b) {
  return bit_not(uadd_sat(bit_not(a), b));
}
/// a + b + carry, at least the least and at most the greatest number, signed.
template <Word W>
constexpr KnownBits<W> sadd_sat(const KnownBits<W>& a, const KnownBits<W>& b, bool carry = false) {
  return detail::by_signs(a, b, [carry](const KnownBits<W>& x, const KnownBits<W>& y) {
    if (x.is_negative() != y.is_negative()) return add(x, y, carry);
    const unsigned below = x.width - 1;
    if (!x.is_negative()) return zext(uadd_sat(trunc(x, below), trunc(y, below), carry), x.width);
    // x + y + c = ~(~x + ~y + (1 - c)).
    return bit_not(zext(uadd_sat(trunc(bit_not(x), below), trunc(bit_not(y), below), !carry), x.width));
  });
}
/// a - b, signed, kept within the range.
template <Word W>
constexpr KnownBits<W> ssub_sat(const KnownBits<W>& a, const KnownBits<W>& b) {
  return sadd_sat(a, bit_not(b), true);
}

/// a + b (a - b) that wraps neither as an unsigned nor as a signed sum: then nothing is carried into (borrowed from)
/// the sign bit, nor out of it. Precondition: the width is not 0.
template <Word W>
constexpr KnownBits<W> add_no_wrap(const KnownBits<W>& a, const KnownBits<W>& b) {
  const unsigned below = a.width - 1;
  return concat(uadd_sat(trunc(a, below), trunc(b, below)), uadd_sat(extract(a, below, 1), extract(b, below, 1)));
}
/// The same for a - b.
template <Word W>
constexpr KnownBits<W> sub_no_wrap(const KnownBits<W>& a, const KnownBits<W>& b) {
  const unsigned below = a.width - 1;
  return concat(usub_sat(trunc(a, below), trunc(b, below)), usub_sat(extract(a, below, 1), extract(b, below, 1)));
}

}  // namespace lathe::bits
