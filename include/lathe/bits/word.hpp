// Words of known width: any unsigned integer type with wrapping arithmetic, and the few functions on it that the
// standard has for 64 bits only.
//
// std::uint64_t serves values of up to 64 bits. For wider ones take unsigned __int128, or Boost.Multiprecision's
// uint128_t, uint256_t and so on: nothing here includes Boost.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>

#include <lathe/support/told.hpp>

namespace lathe::bits {

/// Unsigned, wraps around, has the bitwise operators and can be made from 64 bits.
template <class W>
concept Word = std::copyable<W> && std::equality_comparable<W> && std::constructible_from<W, std::uint64_t> &&
               requires(W a, const W b, unsigned n) {
                 W(a & b);
                 W(a | b);
                 W(a ^ b);
                 W(~b);
                 W(a + b);
                 W(a - b);
                 W(a * b);
                 W(a / b);
                 W(a << n);
                 W(a >> n);
                 { a < b } -> std::convertible_to<bool>;
                 static_cast<std::uint64_t>(b);
               };

template <class W>
consteval bool explain_word() {
  static_assert(told(Word<W>),
                "bits::Word wants  an unsigned integer type with & | ^ ~ + - * / << >> < ==, from uint64_t");
  return true;
}

/// Bits that a W has.
template <Word W>
inline constexpr unsigned word_bits =
    std::numeric_limits<W>::is_specialized ? static_cast<unsigned>(std::numeric_limits<W>::digits) : sizeof(W) * 8;

/// Shifts that give 0 when everything goes out.
template <Word W>
constexpr W shift_left(const W& x, unsigned n) {
  return n >= word_bits<W> ? W(std::uint64_t{0}) : W(x << n);
}
/// Zeros from above; all zeros from the width on.
template <Word W>
constexpr W shift_right(const W& x, unsigned n) {
  return n >= word_bits<W> ? W(std::uint64_t{0}) : W(x >> n);
}
/// The low n bits.
template <Word W>
constexpr W low_mask(unsigned n) {
  return n == 0 ? W(std::uint64_t{0})
                : shift_right(W(~W(std::uint64_t{0})), word_bits<W> - (n < word_bits<W> ? n : word_bits<W>));
}
/// Bits from `from` to `width` - 1.
template <Word W>
constexpr W high_mask(unsigned from, unsigned width) {
  return W(low_mask<W>(width) & ~low_mask<W>(from < width ? from : width));
}
/// The word with bit i alone.
template <Word W>
constexpr W bit(unsigned i) {
  return shift_left(W(std::uint64_t{1}), i);
}
/// Bit i.
template <Word W>
constexpr bool test(const W& x, unsigned i) {
  return !(W(x & bit<W>(i)) == W(std::uint64_t{0}));
}
/// No bit is one.
template <Word W>
constexpr bool is_zero(const W& x) {
  return x == W(std::uint64_t{0});
}
/// Bits `64 i` to `64 i + 63`.
template <Word W>
constexpr std::uint64_t limb(const W& x, unsigned i) {
  if constexpr (word_bits<W> <= 64)
    return i == 0 ? static_cast<std::uint64_t>(x) : 0;
  else
    return static_cast<std::uint64_t>(W(shift_right(x, 64 * i) & W(~std::uint64_t{0})));
}
/// Bits that are needed to write x: 0 for 0.
template <Word W>
constexpr unsigned bit_width(const W& x) {
  for (unsigned i = (word_bits<W> + 63) / 64; i-- > 0;)
    if (const std::uint64_t part = limb(x, i); part != 0) return 64 * i + static_cast<unsigned>(std::bit_width(part));
  return 0;
}
/// How many bits are ones.
template <Word W>
constexpr unsigned popcount(const W& x) {
  unsigned out = 0;
  for (unsigned i = 0; i < (word_bits<W> + 63) / 64; ++i) out += static_cast<unsigned>(std::popcount(limb(x, i)));
  return out;
}
/// Zeros below the lowest 1; `width` for 0.
template <Word W>
constexpr unsigned countr_zero(const W& x, unsigned width) {
  for (unsigned i = 0; 64 * i < width; ++i)
    if (const std::uint64_t part = limb(x, i); part != 0) {
      const unsigned at = 64 * i + static_cast<unsigned>(std::countr_zero(part));
      return at < width ? at : width;
    }
  return width;
}
/// Zeros above the highest 1, counted from bit `width` - 1. Precondition: x has no bit from `width` on.
template <Word W>
constexpr unsigned countl_zero(const W& x, unsigned width) {
  return width - bit_width(x);
}
/// Ones from the top on.
template <Word W>
constexpr unsigned countl_one(const W& x, unsigned width) {
  return countl_zero(W(~x & low_mask<W>(width)), width);
}
/// Ones from the bottom on.
template <Word W>
constexpr unsigned countr_one(const W& x, unsigned width) {
  return countr_zero(W(~x & low_mask<W>(width)), width);
}
/// Reverses the order of the `parts` equal parts of a word of `width` bits. Precondition: parts divides width.
template <Word W>
constexpr W reverse_parts(const W& x, unsigned width, unsigned parts) {
  const unsigned size = width / parts;
  W out(std::uint64_t{0});
  for (unsigned i = 0; i < parts; ++i)
    out = W(out | shift_left(W(shift_right(x, i * size) & low_mask<W>(size)), (parts - 1 - i) * size));
  return out;
}
/// The upper half of the product of two words of `width` bits. O(1) when the product fits a W, else O(width).
template <Word W>
constexpr W multiply_high(const W& a, const W& b, unsigned width) {
  if (2 * width <= word_bits<W>) return shift_right(W(a * b), width);
  const W mask = low_mask<W>(width);
  W high(std::uint64_t{0}), low(std::uint64_t{0});
  for (unsigned i = width; i-- > 0;) {
    high = W(shift_left(high, 1) | shift_right(low, width - 1));
    low = W(shift_left(low, 1) & mask);
    if (!test(b, i)) continue;
    low = W(W(low + a) & mask);
    if (low < a) high = W(high + W(std::uint64_t{1}));
  }
  return W(high & mask);
}

}  // namespace lathe::bits
