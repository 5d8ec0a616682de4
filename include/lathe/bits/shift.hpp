// Known bits of shifts, rotations and funnel shifts, whose amounts may be known in part: the answer is what holds for
// every amount that is possible. The best answer when the amount does not depend on the value. O(width) steps.
#pragma once

#include <lathe/bits/known.hpp>

namespace lathe::bits {

/// What an amount of `width` or more means.
enum class Overshift : std::uint8_t {
  undefined,  ///< there is no result (LLVM's poison): such amounts are left out of account
  clamp,      ///< everything goes out: zeros, or copies of the sign (PTX)
  wrap        ///< the amount counts modulo the width (x86, WebAssembly)
};

namespace detail {
/// What the words of `a` can be modulo n, as a set: bit r for residue r. Precondition: 0 < n, and a W has n bits.
template <Word W>
constexpr W residues(const KnownBits<W>& a, unsigned n) {
  unsigned start = 0, step = 1 % n;
  W out = bit<W>(0);
  for (unsigned i = 0; i < a.width; ++i, step = step * 2 % n) {
    if (test(a.one, i))
      start = (start + step) % n;
    else if (!test(a.zero, i))
      out = W(out | W(W(shift_left(out, step) | shift_right(out, n - step)) & low_mask<W>(n)));
  }
  return W(W(shift_left(out, start) | shift_right(out, n - start)) & low_mask<W>(n));
}
}  // namespace detail

/// Calls f(n) for each n in 0 .. width that the amount may come to under `over`; `width` stands for all that is not
/// less, with Overshift::clamp. Stops when f gives false. The amount may have another width than the value.
template <Word W, class F>
constexpr void for_each_amount(const KnownBits<W>& amount, unsigned width, Overshift over, F f) {
  const W size(std::uint64_t{width});
  if (over == Overshift::wrap) {
    const W reachable = detail::residues(amount, width);
    for (unsigned n = 0; n < width; ++n)
      if (test(reachable, n) && !f(n)) return;
    return;
  }
  if (amount.min() < size) {
    const W greatest = amount.max();
    const unsigned end = greatest < size ? static_cast<unsigned>(limb(greatest, 0)) + 1 : width;
    for (unsigned n = static_cast<unsigned>(limb(amount.min(), 0)); n < end; ++n)
      if (amount.contains(W(std::uint64_t{n})) && !f(n)) return;
  }
  if (over == Overshift::clamp && !(amount.max() < size)) f(width);
}

namespace detail {
template <Word W, class F>
constexpr KnownBits<W> over_amounts(const KnownBits<W>& amount, unsigned width, Overshift over, F shifted) {
  KnownBits<W> out{low_mask<W>(width), low_mask<W>(width), width};
  bool any = false;
  for_each_amount(amount, width, over, [&](unsigned n) {
    any = true;
    out = join(out, shifted(n));
    return !out.is_unknown();
  });
  return any ? out : KnownBits<W>::unknown(width);
}
}  // namespace detail

/// Shifted to the left.
template <Word W>
constexpr KnownBits<W> shl(const KnownBits<W>& a, const KnownBits<W>& amount, Overshift over = Overshift::undefined) {
  const W mask = a.mask();
  return detail::over_amounts(amount, a.width, over, [&](unsigned n) {
    return KnownBits<W>{W(W(shift_left(a.zero, n) | low_mask<W>(n)) & mask), W(shift_left(a.one, n) & mask), a.width};
  });
}
/// Shifted to the right, zeros from above.
template <Word W>
constexpr KnownBits<W> lshr(const KnownBits<W>& a, const KnownBits<W>& amount, Overshift over = Overshift::undefined) {
  return detail::over_amounts(amount, a.width, over, [&](unsigned n) {
    return KnownBits<W>{W(shift_right(a.zero, n) | high_mask<W>(a.width - n, a.width)), shift_right(a.one, n), a.width};
  });
}
/// Shifted to the right, copies of the sign from above.
template <Word W>
constexpr KnownBits<W> ashr(const KnownBits<W>& a, const KnownBits<W>& amount, Overshift over = Overshift::undefined) {
  return detail::over_amounts(amount, a.width, over, [&](unsigned n) {
    const W high = high_mask<W>(a.width - n, a.width), none(std::uint64_t{0});
    return KnownBits<W>{W(shift_right(a.zero, n) | (a.is_nonnegative() ? high : none)),
                        W(shift_right(a.one, n) | (a.is_negative() ? high : none)), a.width};
  });
}
/// The upper (lower) half of high : low shifted left (right) by the amount modulo the width, of all three alike.
template <Word W>
constexpr KnownBits<W> fshl(const KnownBits<W>& high, const KnownBits<W>& low, const KnownBits<W>& amount) {
  const unsigned w = high.width;
  return detail::over_amounts(amount, w, Overshift::wrap, [&](unsigned n) {
    const W mask = low_mask<W>(w);
    return KnownBits<W>{W(W(shift_left(high.zero, n) | shift_right(low.zero, w - n)) & mask),
                        W(W(shift_left(high.one, n) | shift_right(low.one, w - n)) & mask), w};
  });
}
/// The lower half of high:low shifted to the right, the amount modulo the width.
template <Word W>
constexpr KnownBits<W> fshr(const KnownBits<W>& high, const KnownBits<W>& low, const KnownBits<W>& amount) {
  const unsigned w = high.width;
  return detail::over_amounts(amount, w, Overshift::wrap, [&](unsigned n) {
    const W mask = low_mask<W>(w);
    return KnownBits<W>{W(W(shift_right(low.zero, n) | shift_left(high.zero, w - n)) & mask),
                        W(W(shift_right(low.one, n) | shift_left(high.one, w - n)) & mask), w};
  });
}
/// Rotated to the left, the amount modulo the width.
template <Word W>
constexpr KnownBits<W> rotl(const KnownBits<W>& a, const KnownBits<W>& amount) {
  return fshl(a, a, amount);
}
/// Rotated to the right, the amount modulo the width.
template <Word W>
constexpr KnownBits<W> rotr(const KnownBits<W>& a, const KnownBits<W>& amount) {
  return fshr(a, a, amount);
}

}  // namespace lathe::bits
