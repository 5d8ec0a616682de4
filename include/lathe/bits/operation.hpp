// Operations on words, by name: what they mean. A user whose operations are among these has known bits and demanded
// bits of them from transfer.hpp and demand.hpp for the price of a table.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <lathe/bits/arithmetic.hpp>
#include <lathe/bits/known.hpp>
#include <lathe/bits/shift.hpp>
#include <lathe/bits/word.hpp>

namespace lathe::bits {

/// Operations whose effect on bits is known.
enum class Op : std::uint8_t {
  input,     ///< anything
  constant,  ///< Operation::value
  bit_and,
  bit_or,
  bit_xor,
  bit_not,
  add,
  sub,
  mul,
  neg,
  abs,  ///< the least number stays
  mul_high_unsigned,
  mul_high_signed,
  udiv,
  urem,
  sdiv,
  srem,
  shl,  ///< value, amount; see Operation::over
  lshr,
  ashr,
  rotl,  ///< value, amount modulo the width
  rotr,
  fshl,  ///< high, low, amount modulo the width
  fshr,
  umin,
  umax,
  smin,
  smax,
  uadd_sat,
  usub_sat,
  sadd_sat,
  ssub_sat,
  zext,
  sext,
  trunc,
  sext_in_reg,  ///< of the low `number` bits
  concat,       ///< low, high
  extract,      ///< from bit `number` on
  insert,       ///< base, field: at bit `number`
  select,       ///< condition of one bit, value for 1, value for 0
  bswap,
  bitreverse,
  ctpop,
  ctlz,
  cttz,
  eq,  ///< comparisons give one bit
  ult,
  slt
};
inline constexpr std::string_view op_names[] = {"input",
                                                "constant",
                                                "and",
                                                "or",
                                                "xor",
                                                "not",
                                                "add",
                                                "sub",
                                                "mul",
                                                "neg",
                                                "abs",
                                                "mul_high_unsigned",
                                                "mul_high_signed",
                                                "udiv",
                                                "urem",
                                                "sdiv",
                                                "srem",
                                                "shl",
                                                "lshr",
                                                "ashr",
                                                "rotl",
                                                "rotr",
                                                "fshl",
                                                "fshr",
                                                "umin",
                                                "umax",
                                                "smin",
                                                "smax",
                                                "uadd_sat",
                                                "usub_sat",
                                                "sadd_sat",
                                                "ssub_sat",
                                                "zext",
                                                "sext",
                                                "trunc",
                                                "sext_in_reg",
                                                "concat",
                                                "extract",
                                                "insert",
                                                "select",
                                                "bswap",
                                                "bitreverse",
                                                "ctpop",
                                                "ctlz",
                                                "cttz",
                                                "eq",
                                                "ult",
                                                "slt"};
inline constexpr std::uint32_t op_count = static_cast<std::uint32_t>(std::size(op_names));

/// One operation with what it has beside operands. `width` is of the result.
template <Word W = std::uint64_t>
struct Operation {
  Op op = Op::input;
  unsigned width = 0;                     ///< bits of the result
  unsigned number = 0;                    ///< of sext_in_reg, extract and insert: a number of bits, or a bit
  W value{};                              ///< of a constant
  Overshift over = Overshift::undefined;  ///< of shifts: what there is for an amount that is too large
  bool no_unsigned_wrap = false;          ///< add, sub, mul: there is no result when it does not fit
  bool no_signed_wrap = false;            ///< add, sub

  bool operator==(const Operation&) const = default;
};
/// A word and its width.
template <Word W = std::uint64_t>
struct Sized {
  W value{};           ///< bits from `width` on are 0
  unsigned width = 0;  ///< in bits
};

/// How many operands it has.
constexpr unsigned operand_count(Op op) {
  using enum Op;
  switch (op) {
    case input:
    case constant:
      return 0;
    case bit_not:
    case neg:
    case abs:
    case zext:
    case sext:
    case trunc:
    case sext_in_reg:
    case extract:
    case bswap:
    case bitreverse:
    case ctpop:
    case ctlz:
    case cttz:
      return 1;
    case fshl:
    case fshr:
    case select:
      return 3;
    default:
      return 2;
  }
}
/// Does the second operand say by how far the first is shifted?
constexpr bool is_shift(Op op) { return op == Op::shl || op == Op::lshr || op == Op::ashr; }

/// Why operands of these widths do not fit the operation; null when they do. `limit` is the widest value allowed.
template <Word W>
constexpr const char* misfit(const Operation<W>& o, std::span<const unsigned> widths, unsigned limit = word_bits<W>) {
  using enum Op;
  if (o.width == 0 || o.width > limit) return "the width is 0 or more than a word has";
  if (widths.size() != operand_count(o.op)) return "the operation has another number of operands";
  for (const unsigned w : widths)
    if (w == 0 || w > limit) return "an operand has no bits";
  const auto w = [&](unsigned i) { return widths[i]; };
  switch (o.op) {
    case input:
      return nullptr;
    case constant:
      return W(o.value & low_mask<W>(o.width)) == o.value ? nullptr : "the constant does not fit the width";
    case zext:
    case sext:
      return w(0) <= o.width ? nullptr : "the operand is wider than the result";
    case trunc:
      return w(0) >= o.width ? nullptr : "the operand is narrower than the result";
    case sext_in_reg:
      return w(0) == o.width && o.number >= 1 && o.number <= o.width ? nullptr : "the inner width does not fit";
    case concat:
      return w(0) + w(1) == o.width ? nullptr : "the widths of the parts do not add up";
    case extract:
      return o.number <= w(0) && o.width <= w(0) - o.number ? nullptr : "the field is not within the operand";
    case insert:
      return w(0) == o.width && o.number <= w(0) && w(1) <= w(0) - o.number ? nullptr
                                                                            : "the field is not within the operand";
    case select:
      return w(0) == 1 && w(1) == o.width && w(2) == o.width ? nullptr : "a select has a condition of one bit";
    case eq:
    case ult:
    case slt:
      return o.width == 1 && w(0) == w(1) ? nullptr : "a comparison has operands of one width and a result of one bit";
    case bswap:
      return w(0) == o.width && o.width % 8 == 0 ? nullptr : "the width is no number of bytes";
    default:
      for (unsigned i = 0; i < widths.size(); ++i)
        if (w(i) != o.width && !(i == widths.size() - 1 && (is_shift(o.op) || (o.op >= rotl && o.op <= fshr))))
          return "operands and result have one width";
      return nullptr;
  }
}

namespace detail {

template <Word W>
constexpr bool negative(const Sized<W>& x) {
  return test(x.value, x.width - 1);
}
template <Word W>
constexpr W magnitude(const Sized<W>& x) {
  return negative(x) ? W(W(~x.value + W(std::uint64_t{1})) & low_mask<W>(x.width)) : x.value;
}
/// The amount modulo the width.
template <Word W>
constexpr unsigned wrapped(const W& amount, unsigned width) {
  const W size(std::uint64_t{width});
  return static_cast<unsigned>(limb(W(amount - W(W(amount / size) * size)), 0));
}
template <Word W>
constexpr std::optional<W> evaluate_shift(const Operation<W>& o, const Sized<W>& x, const W& amount) {
  const W mask = low_mask<W>(o.width);
  unsigned n = o.width;
  if (amount < W(std::uint64_t{o.width}))
    n = static_cast<unsigned>(limb(amount, 0));
  else if (o.over == Overshift::undefined)
    return std::nullopt;
  else if (o.over == Overshift::wrap)
    n = wrapped(amount, o.width);
  if (o.op == Op::shl) return W(shift_left(x.value, n) & mask);
  const W out = shift_right(x.value, n);
  return o.op == Op::ashr && negative(x) ? W(out | high_mask<W>(o.width - n, o.width)) : out;
}
template <Word W>
constexpr std::optional<W> evaluate_divide(const Operation<W>& o, const Sized<W>& a, const Sized<W>& b) {
  const W mask = low_mask<W>(o.width), one(std::uint64_t{1});
  if (is_zero(b.value)) return std::nullopt;
  const bool is_signed = o.op == Op::sdiv || o.op == Op::srem, quotient = o.op == Op::udiv || o.op == Op::sdiv;
  const W x = is_signed ? magnitude(a) : a.value, y = is_signed ? magnitude(b) : b.value;
  const W q(x / y), r(x - W(q * y));
  if (!is_signed) return quotient ? q : r;
  // The least number by -1.
  if (b.value == mask && a.value == bit<W>(o.width - 1)) return std::nullopt;
  const bool minus = quotient ? negative(a) != negative(b) : negative(a);
  const W out = quotient ? q : r;
  return minus ? W(W(~out + one) & mask) : out;
}
template <Word W>
constexpr W evaluate_saturating(Op op, const Sized<W>& a, const Sized<W>& b) {
  const unsigned w = a.width;
  const W mask = low_mask<W>(w), sum(W(a.value + b.value) & mask), difference(W(a.value - b.value) & mask);
  if (op == Op::uadd_sat) return W(mask - a.value) < b.value ? mask : sum;
  if (op == Op::usub_sat) return a.value < b.value ? W(std::uint64_t{0}) : difference;
  const bool add = op == Op::sadd_sat;
  const Sized<W> out{add ? sum : difference, w};
  const bool may = add ? negative(a) == negative(b) : negative(a) != negative(b);
  if (!may || negative(out) == negative(a)) return out.value;
  return negative(a) ? bit<W>(w - 1) : low_mask<W>(w - 1);
}
template <Word W>
constexpr bool less_signed(const Sized<W>& a, const Sized<W>& b) {
  return negative(a) != negative(b) ? negative(a) : a.value < b.value;
}
template <Word W>
constexpr std::optional<W> evaluate_sum(const Operation<W>& o, const Sized<W>& a, const Sized<W>& b) {
  const W mask = low_mask<W>(o.width);
  const W out(W(o.op == Op::add ? W(a.value + b.value) : W(a.value - b.value)) & mask);
  const bool add = o.op == Op::add;
  if (o.no_unsigned_wrap && evaluate_saturating(add ? Op::uadd_sat : Op::usub_sat, a, b) != out) return std::nullopt;
  if (o.no_signed_wrap && evaluate_saturating(add ? Op::sadd_sat : Op::ssub_sat, a, b) != out) return std::nullopt;
  return out;
}

}  // namespace detail

/// The result; nothing where there is none (division by zero, an amount too large, a sum that wraps and must not).
/// Precondition: misfit() finds nothing; Op::input has no meaning and gives nothing.
template <Word W>
constexpr std::optional<W> evaluate(const Operation<W>& o, std::span<const Sized<W>> x) {
  using enum Op;
  const W mask = low_mask<W>(o.width), one(std::uint64_t{1});
  const auto number = [](unsigned n) { return W(std::uint64_t{n}); };
  switch (o.op) {
    case input:
      return std::nullopt;
    case constant:
      return o.value;
    case bit_and:
      return W(x[0].value & x[1].value);
    case bit_or:
      return W(x[0].value | x[1].value);
    case bit_xor:
      return W(x[0].value ^ x[1].value);
    case bit_not:
      return W(~x[0].value & mask);
    case add:
    case sub:
      return detail::evaluate_sum(o, x[0], x[1]);
    case mul:
      if (o.no_unsigned_wrap && !is_zero(multiply_high(x[0].value, x[1].value, o.width))) return std::nullopt;
      return W(W(x[0].value * x[1].value) & mask);
    case neg:
      return W(W(~x[0].value + one) & mask);
    case abs:
      return detail::magnitude(x[0]);
    case mul_high_unsigned:
      return multiply_high(x[0].value, x[1].value, o.width);
    case mul_high_signed: {
      // The unsigned upper half, less what reading the signs as 2^width added.
      W out = multiply_high(x[0].value, x[1].value, o.width);
      if (detail::negative(x[0])) out = W(out - x[1].value);
      if (detail::negative(x[1])) out = W(out - x[0].value);
      return W(out & mask);
    }
    case udiv:
    case urem:
    case sdiv:
    case srem:
      return detail::evaluate_divide(o, x[0], x[1]);
    case shl:
    case lshr:
    case ashr:
      return detail::evaluate_shift(o, x[0], x[1].value);
    case rotl:
    case rotr:
    case fshl:
    case fshr: {
      const bool funnel = o.op == fshl || o.op == fshr;
      const W high = x[0].value, low = funnel ? x[1].value : x[0].value;
      const unsigned n = detail::wrapped(funnel ? x[2].value : x[1].value, o.width);
      if (o.op == fshl || o.op == rotl) return W(W(shift_left(high, n) | shift_right(low, o.width - n)) & mask);
      return W(W(shift_right(low, n) | shift_left(high, o.width - n)) & mask);
    }
    case umin:
    case umax:
      return (x[0].value < x[1].value) == (o.op == umin) ? x[0].value : x[1].value;
    case smin:
    case smax:
      return detail::less_signed(x[0], x[1]) == (o.op == smin) ? x[0].value : x[1].value;
    case uadd_sat:
    case usub_sat:
    case sadd_sat:
    case ssub_sat:
      return detail::evaluate_saturating(o.op, x[0], x[1]);
    case zext:
      return x[0].value;
    case sext:
      return detail::negative(x[0]) ? W(x[0].value | high_mask<W>(x[0].width, o.width)) : x[0].value;
    case trunc:
      return W(x[0].value & mask);
    case sext_in_reg: {
      const W inner(x[0].value & low_mask<W>(o.number));
      return test(inner, o.number - 1) ? W(inner | high_mask<W>(o.number, o.width)) : inner;
    }
    case concat:
      return W(x[0].value | shift_left(x[1].value, x[0].width));
    case extract:
      return W(shift_right(x[0].value, o.number) & mask);
    case insert:
      return W(W(x[0].value & W(~shift_left(low_mask<W>(x[1].width), o.number))) | shift_left(x[1].value, o.number));
    case select:
      return is_zero(x[0].value) ? x[2].value : x[1].value;
    case bswap:
      return reverse_parts(x[0].value, o.width, o.width / 8);
    case bitreverse:
      return reverse_parts(x[0].value, o.width, o.width);
    case ctpop:
      return W(number(popcount(x[0].value)) & mask);
    case ctlz:
      return W(number(countl_zero(x[0].value, o.width)) & mask);
    case cttz:
      return W(number(countr_zero(x[0].value, o.width)) & mask);
    case eq:
      return number(x[0].value == x[1].value ? 1 : 0);
    case ult:
      return number(x[0].value < x[1].value ? 1 : 0);
    case slt:
      return number(detail::less_signed(x[0], x[1]) ? 1 : 0);
  }
  return std::nullopt;
}

}  // namespace lathe::bits
