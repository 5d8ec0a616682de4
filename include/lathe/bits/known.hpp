// Known bits: what is certain of each bit of a value, as two masks, and the functions that carry it through bitwise
// and structural operations. Arithmetic is in arithmetic.hpp, shifts in shift.hpp.
//
// KnownBits stands for a set of words: those that have 0 where `zero` has a bit and 1 where `one` has. A transfer
// function is right when the set of its answer holds every result of words out of the sets of its arguments; it is the
// best when no smaller such set exists. Those here are the best unless they say otherwise; tests/unit/lathe/bits proves
// the first and counts the second for all arguments of up to four bits.
//
// Source: tristate numbers (Vishwanathan et al., "Sound, precise, and fast abstract interpretation with tristate
// numbers", CGO 2022); LLVM's KnownBits for the interface.
#pragma once

#include <cstdint>
#include <optional>

#include <lathe/bits/word.hpp>

namespace lathe::bits {

/// What is known of a word of `width` bits. Bits from `width` on are 0 in both masks. A bit in both is a contradiction:
/// no value is possible, the code is never reached; functions then give anything.
template <Word W = std::uint64_t>
struct KnownBits {
  /// Bits that are certainly 0, and that are certainly 1; both of a bit: the value cannot be computed at all.
  W zero{};            ///< bits that are certainly 0
  W one{};             ///< bits that are certainly 1; both of a bit: the value cannot be computed at all
  unsigned width = 0;  ///< bits of the value; 0: no value for us. Bits of the words from here on are 0.

  bool operator==(const KnownBits&) const = default;

  /// Nothing is known.
  static constexpr KnownBits unknown(unsigned width) { return {W(std::uint64_t{0}), W(std::uint64_t{0}), width}; }
  /// Every bit is that of `value`; bits of it from `width` on are dropped.
  static constexpr KnownBits constant(const W& value, unsigned width) {
    return {W(~value & low_mask<W>(width)), W(value & low_mask<W>(width)), width};
  }
  /// The best for the set low..high, both included, of unsigned numbers. Precondition: low <= high.
  static constexpr KnownBits range(const W& low, const W& high, unsigned width) {
    const unsigned common = bit_width(W(low ^ high));  // bits below differ
    const W mask = high_mask<W>(common, width);
    return {W(~low & mask), W(low & mask), width};
  }

  constexpr W mask() const { return low_mask<W>(width); }  ///< ones in all bits of the value
  constexpr W known() const { return W(zero | one); }      ///< bits that are known, either way
  /// Whether each bit is known; it is of width 0, too.
  constexpr bool is_constant() const { return W(zero | one) == mask(); }
  constexpr bool is_unknown() const { return is_zero(known()); }  ///< whether no bit is known
  /// Whether a bit is both: code that computes it never runs.
  constexpr bool contradicts() const { return !is_zero(W(zero & one)); }
  constexpr bool contains(const W& x) const { return is_zero(W(x & zero)) && W(x & one) == one; }
  /// Least and greatest unsigned value.
  constexpr W min() const { return one; }
  constexpr W max() const { return W(~zero & mask()); }                              ///< The greatest one.
  constexpr bool is_negative() const { return width != 0 && test(one, width - 1); }  ///< the sign bit is certainly 1
  /// The sign bit is certainly 0.
  constexpr bool is_nonnegative() const { return width != 0 && test(zero, width - 1); }
  /// Zeros (ones) that there are at least at the top and at the bottom.
  constexpr unsigned leading_zeros() const { return countl_one(zero, width); }
  constexpr unsigned leading_ones() const { return countl_one(one, width); }     ///< The same of ones at the top.
  constexpr unsigned trailing_zeros() const { return countr_one(zero, width); }  ///< The same of zeros at the bottom.
  /// Bits at the top that certainly equal the sign bit, that one included: at least 1 (0 without bits).
  constexpr unsigned sign_bits() const {
    const unsigned z = leading_zeros(), o = leading_ones();
    return width == 0 ? 0 : z > 1 ? z : o > 1 ? o : 1;
  }
};

/// What holds for both: a value that is one or the other (select, phi).
template <Word W>
constexpr KnownBits<W> join(const KnownBits<W>& a, const KnownBits<W>& b) {
  return {W(a.zero & b.zero), W(a.one & b.one), a.width};
}
/// What is known when both hold of the same value.
template <Word W>
constexpr KnownBits<W> meet(const KnownBits<W>& a, const KnownBits<W>& b) {
  return {W(a.zero | b.zero), W(a.one | b.one), a.width};
}

/// Every bit turned round.
template <Word W>
constexpr KnownBits<W> bit_not(const KnownBits<W>& a) {
  return {a.one, a.zero, a.width};
}
/// Bit by bit.
template <Word W>
constexpr KnownBits<W> bit_and(const KnownBits<W>& a, const KnownBits<W>& b) {
  return {W(a.zero | b.zero), W(a.one & b.one), a.width};
}
/// Bit by bit.
template <Word W>
constexpr KnownBits<W> bit_or(const KnownBits<W>& a, const KnownBits<W>& b) {
  return {W(a.zero & b.zero), W(a.one | b.one), a.width};
}
/// Bit by bit.
template <Word W>
constexpr KnownBits<W> bit_xor(const KnownBits<W>& a, const KnownBits<W>& b) {
  return {W(W(a.zero & b.zero) | W(a.one & b.one)), W(W(a.zero & b.one) | W(a.one & b.zero)), a.width};
}

/// The low `to` bits. Precondition: to <= a.width.
template <Word W>
constexpr KnownBits<W> trunc(const KnownBits<W>& a, unsigned to) {
  return {W(a.zero & low_mask<W>(to)), W(a.one & low_mask<W>(to)), to};
}
/// Zeros, copies of the sign, or anything above. Precondition: to >= a.width.
template <Word W>
constexpr KnownBits<W> zext(const KnownBits<W>& a, unsigned to) {
  return {W(a.zero | high_mask<W>(a.width, to)), a.one, to};
}
/// Widened by copies of the sign.
template <Word W>
constexpr KnownBits<W> sext(const KnownBits<W>& a, unsigned to) {
  const W high = high_mask<W>(a.width, to);
  return {a.is_nonnegative() ? W(a.zero | high) : a.zero, a.is_negative() ? W(a.one | high) : a.one, to};
}
/// Widened by bits of which nothing is known.
template <Word W>
constexpr KnownBits<W> anyext(const KnownBits<W>& a, unsigned to) {
  return {a.zero, a.one, to};
}
/// The low `inner` bits sign extended to the same width. Precondition: inner <= a.width.
template <Word W>
constexpr KnownBits<W> sext_in_reg(const KnownBits<W>& a, unsigned inner) {
  return sext(trunc(a, inner), a.width);
}
/// `high` above `low`.
template <Word W>
constexpr KnownBits<W> concat(const KnownBits<W>& low, const KnownBits<W>& high) {
  return {W(low.zero | shift_left(high.zero, low.width)), W(low.one | shift_left(high.one, low.width)),
          low.width + high.width};
}
/// `length` bits from bit `offset` on. Precondition: offset + length <= a.width.
template <Word W>
constexpr KnownBits<W> extract(const KnownBits<W>& a, unsigned offset, unsigned length) {
  return trunc(KnownBits<W>{shift_right(a.zero, offset), shift_right(a.one, offset), a.width - offset}, length);
}
/// `a` with `field` at bit `offset`. Precondition: offset + field.width <= a.width.
template <Word W>
constexpr KnownBits<W> insert(const KnownBits<W>& a, const KnownBits<W>& field, unsigned offset) {
  const W keep(~shift_left(low_mask<W>(field.width), offset));
  return {W(W(a.zero & keep) | shift_left(field.zero, offset)), W(W(a.one & keep) | shift_left(field.one, offset)),
          a.width};
}
/// Bytes (bits) in the other order. Precondition of bswap: the width is a multiple of 8.
template <Word W>
constexpr KnownBits<W> bswap(const KnownBits<W>& a) {
  const unsigned parts = a.width / 8;
  return {reverse_parts(a.zero, a.width, parts), reverse_parts(a.one, a.width, parts), a.width};
}
/// The bits in reverse order.
template <Word W>
constexpr KnownBits<W> bitreverse(const KnownBits<W>& a) {
  return {reverse_parts(a.zero, a.width, a.width), reverse_parts(a.one, a.width, a.width), a.width};
}

/// Counts of ones, of zeros at the top, of zeros at the bottom (`width` for 0), in the same width.
template <Word W>
constexpr KnownBits<W> ctpop(const KnownBits<W>& a) {
  const unsigned low = popcount(a.one), high = a.width - popcount(a.zero);
  return KnownBits<W>::range(W(std::uint64_t{low}), W(std::uint64_t{high}), a.width);
}
namespace detail {
// The count is i when bit at(i) is the first that can be 1 after i that can be 0.
template <Word W, class At>
constexpr KnownBits<W> count_zeros(const KnownBits<W>& a, At at) {
  KnownBits<W> out{a.mask(), a.mask(), a.width};
  for (unsigned i = 0; i <= a.width; ++i) {
    if (i == a.width || !test(a.zero, at(i))) out = join(out, KnownBits<W>::constant(W(std::uint64_t{i}), a.width));
    if (i < a.width && test(a.one, at(i))) break;
  }
  return out;
}
}  // namespace detail
/// How many zeros stand above the highest one.
template <Word W>
constexpr KnownBits<W> ctlz(const KnownBits<W>& a) {
  return detail::count_zeros(a, [&](unsigned i) { return a.width - 1 - i; });
}
/// How many zeros stand below the lowest one.
template <Word W>
constexpr KnownBits<W> cttz(const KnownBits<W>& a) {
  return detail::count_zeros(a, [](unsigned i) { return i; });
}

/// Words of `a` that are at least `bound`, unsigned; `a` itself when there are none.
template <Word W>
constexpr KnownBits<W> make_ge(const KnownBits<W>& a, const W& bound) {
  // From the top, as long as a word is not above the bound it equals it. A bit that may be 1 where the bound has 0 is a
  // way out, below which anything goes.
  unsigned ways = 0;
  W forced(std::uint64_t{0}), first_way(std::uint64_t{0});
  for (unsigned i = a.width; i-- > 0;) {
    const W here = bit<W>(i);
    if (test(bound, i)) {
      if (test(a.zero, i)) {  // nothing equals the bound this far down: a way out must have been taken
        if (ways == 0) return a;
        if (ways == 1) forced = W(forced | first_way);
        break;
      }
      if (ways == 0) forced = W(forced | here);
    } else if (test(a.one, i)) {
      break;  // above the bound, whatever comes
    } else if (!test(a.zero, i)) {
      if (ways++ == 0) first_way = here;
    }
  }
  return {a.zero, W(a.one | forced), a.width};
}

/// The larger one, unsigned.
template <Word W>
constexpr KnownBits<W> umax(const KnownBits<W>& a, const KnownBits<W>& b) {
  // A word of one side is a maximum when the least word of the other is not above it.
  if (a.max() < b.min()) return b;
  if (b.max() < a.min()) return a;
  return join(make_ge(a, b.min()), make_ge(b, a.min()));
}
/// The smaller one, unsigned.
template <Word W>
constexpr KnownBits<W> umin(const KnownBits<W>& a, const KnownBits<W>& b) {
  return bit_not(umax(bit_not(a), bit_not(b)));
}
/// The sign bit the other way round: signed order becomes unsigned order.
template <Word W>
constexpr KnownBits<W> flip_sign(const KnownBits<W>& a) {
  if (a.width == 0) return a;
  const W sign = bit<W>(a.width - 1), rest(~sign);
  return {W(W(a.zero & rest) | W(a.one & sign)), W(W(a.one & rest) | W(a.zero & sign)), a.width};
}
/// The larger one, signed.
template <Word W>
constexpr KnownBits<W> smax(const KnownBits<W>& a, const KnownBits<W>& b) {
  return flip_sign(umax(flip_sign(a), flip_sign(b)));
}
/// The smaller one, signed.
template <Word W>
constexpr KnownBits<W> smin(const KnownBits<W>& a, const KnownBits<W>& b) {
  return flip_sign(umin(flip_sign(a), flip_sign(b)));
}

/// Comparisons: the answer where it is certain.
template <Word W>
constexpr std::optional<bool> equal(const KnownBits<W>& a, const KnownBits<W>& b) {
  if (!is_zero(W(W(a.zero & b.one) | W(a.one & b.zero)))) return false;
  if (a.is_constant() && b.is_constant()) return true;
  return std::nullopt;
}
/// Whether a < b, unsigned, if that is known.
template <Word W>
constexpr std::optional<bool> less(const KnownBits<W>& a, const KnownBits<W>& b) {
  if (a.max() < b.min()) return true;
  if (!(a.min() < b.max())) return false;
  return std::nullopt;
}
/// Whether a < b, signed, if that is known.
template <Word W>
constexpr std::optional<bool> signed_less(const KnownBits<W>& a, const KnownBits<W>& b) {
  return less(flip_sign(a), flip_sign(b));
}

}  // namespace lathe::bits
