// Wider words: the same answers from 64-bit, 128-bit and Boost's 256-bit words where all hold the value, right answers
// at random widths, and results as C++ has them.
#include <doctest/doctest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <random>
#include <vector>

#include <lathe/bits/demand.hpp>
#include <lathe/bits/transfer.hpp>

namespace {

namespace bits = lathe::bits;
using bits::Op;
__extension__ using U128 = unsigned __int128;
using U256 = boost::multiprecision::uint256_t;

std::mt19937_64 engine(11);

template <class W>
W random_word(unsigned width) {
  W out(std::uint64_t{0});
  for (unsigned i = 0; i < width; i += 64) out = W(bits::shift_left(out, 64) | W(std::uint64_t{engine()}));
  if (engine() % 4 == 0) out = bits::low_mask<W>(static_cast<unsigned>(engine() % (width + 1)));
  return W(out & bits::low_mask<W>(width));
}
template <class W>
bits::Operation<W> random_operation(unsigned width, std::vector<unsigned>& widths) {
  for (;;) {
    bits::Operation<W> o;
    o.op = static_cast<Op>(2 + engine() % (bits::op_count - 2));
    o.width = o.op >= Op::eq ? 1 : width;
    o.number = static_cast<unsigned>(engine() % (width + 1));
    o.over = static_cast<bits::Overshift>(engine() % 3);
    o.no_unsigned_wrap = engine() % 4 == 0;
    o.no_signed_wrap = engine() % 4 == 0;
    widths.assign(bits::operand_count(o.op), width);
    if (o.op == Op::select) widths[0] = 1;
    if (o.op == Op::insert) widths[1] = 1 + static_cast<unsigned>(engine() % width);
    if (o.op == Op::concat) {
      widths[0] = 1 + static_cast<unsigned>(engine() % width);
      widths[1] = width - widths[0];
    }
    if (o.op == Op::zext || o.op == Op::sext) widths[0] = 1 + static_cast<unsigned>(engine() % width);
    if (o.op == Op::trunc || o.op == Op::extract) o.width = 1 + static_cast<unsigned>(engine() % width);
    if (bits::misfit(o, std::span<const unsigned>(widths)) == nullptr) return o;
  }
}

// Knowledge around random words, and whether the result keeps to what is said of it; demanded bits likewise.
template <class W>
void check_random(unsigned rounds) {
  for (unsigned round = 0; round < rounds; ++round) {
    const unsigned width = 1 + static_cast<unsigned>(engine() % bits::word_bits<W>);
    std::vector<unsigned> widths;
    const auto o = random_operation<W>(width, widths);
    CAPTURE(round);
    CAPTURE(bits::op_names[static_cast<int>(o.op)]);
    std::vector<bits::Sized<W>> x, y;
    std::vector<bits::Fact<W>> facts;
    std::vector<bits::KnownBits<W>> known;
    for (const unsigned w : widths) {
      const W value = random_word<W>(w),
              seen = W(random_word<W>(w) | (engine() % 2 == 0 ? random_word<W>(w) : W(std::uint64_t{0})));
      x.push_back({value, w});
      known.push_back({W(W(~value) & seen), W(value & seen), w});
      facts.push_back(bits::Fact<W>::of(known.back()));
    }
    const auto before = bits::evaluate(o, std::span<const bits::Sized<W>>(x));
    if (!before) continue;
    const auto fact = bits::transfer(o, std::span<const bits::Fact<W>>(facts));
    REQUIRE(fact.known.contains(*before));
    REQUIRE(bits::KnownBits<W>::constant(*before, o.width).sign_bits() >= fact.signs);
    const W d = random_word<W>(o.width);
    for (unsigned i = 0; i < x.size(); ++i) {
      const W kept = bits::demand(o, i, d, std::span<const bits::KnownBits<W>>(known));
      const W noise = random_word<W>(widths[i]);
      y.push_back({W(W(x[i].value & kept) | W(noise & W(~kept))), widths[i]});
    }
    const auto after = bits::evaluate(o, std::span<const bits::Sized<W>>(y));
    REQUIRE(after);
    REQUIRE(bits::is_zero(W(W(*before ^ *after) & d)));
  }
}

TEST_CASE("random operations on words of 64, 128 and 256 bits") {
  check_random<std::uint64_t>(40000);
  check_random<U128>(20000);
  check_random<U256>(2000);
}

TEST_CASE("a wider word gives the same answers") {
  for (unsigned round = 0; round < 8000; ++round) {
    const unsigned width = 1 + static_cast<unsigned>(engine() % 64);
    std::vector<unsigned> widths;
    const auto o = random_operation<std::uint64_t>(width, widths);
    bits::Operation<U128> wide{o.op, o.width, o.number, o.value, o.over, o.no_unsigned_wrap, o.no_signed_wrap};
    std::vector<bits::Sized<>> x;
    std::vector<bits::Sized<U128>> y;
    for (const unsigned w : widths) {
      const auto value = random_word<std::uint64_t>(w);
      x.push_back({value, w});
      y.push_back({value, w});
    }
    const auto a = bits::evaluate(o, std::span<const bits::Sized<>>(x));
    const auto b = bits::evaluate(wide, std::span<const bits::Sized<U128>>(y));
    REQUIRE(a.has_value() == b.has_value());
    if (a) REQUIRE(*a == static_cast<std::uint64_t>(*b));
  }
}

// 8-bit results as C++ computes them in int.
TEST_CASE("what operations mean") {
  const auto run = [](Op op, int a, int b) -> std::optional<int> {
    const bits::Sized<> x[] = {{static_cast<std::uint8_t>(a), 8}, {static_cast<std::uint8_t>(b), 8}};
    const bool one = bits::operand_count(op) == 1;
    const unsigned width = op >= Op::eq ? 1 : 8;
    const auto r =
        bits::evaluate(bits::Operation<>{.op = op, .width = width}, std::span<const bits::Sized<>>(x, one ? 1 : 2));
    return r ? std::optional<int>(static_cast<int>(*r)) : std::nullopt;
  };
  const auto low = [](int v) { return v & 255; };
  const auto clamp = [](int v, int from, int to) { return v < from ? from : v > to ? to : v; };
  for (int a = 0; a < 256; ++a)
    for (int b = 0; b < 256; ++b) {
      const int sa = static_cast<std::int8_t>(a), sb = static_cast<std::int8_t>(b);
      bool same =
          run(Op::add, a, b) == low(a + b) && run(Op::sub, a, b) == low(a - b) && run(Op::mul, a, b) == low(a * b);
      same &= run(Op::mul_high_unsigned, a, b) == (a * b) >> 8 && run(Op::mul_high_signed, a, b) == low((sa * sb) >> 8);
      same &= run(Op::umin, a, b) == std::min(a, b) && run(Op::smax, a, b) == low(std::max(sa, sb));
      same &= run(Op::smin, a, b) == low(std::min(sa, sb)) && run(Op::umax, a, b) == std::max(a, b);
      same &= run(Op::uadd_sat, a, b) == clamp(a + b, 0, 255) && run(Op::usub_sat, a, b) == clamp(a - b, 0, 255);
      same &= run(Op::sadd_sat, a, b) == low(clamp(sa + sb, -128, 127));
      same &= run(Op::ssub_sat, a, b) == low(clamp(sa - sb, -128, 127));
      same &=
          run(Op::eq, a, b) == int{a == b} && run(Op::ult, a, b) == int{a < b} && run(Op::slt, a, b) == int{sa < sb};
      if (b != 0) {
        same &= run(Op::udiv, a, b) == a / b && run(Op::urem, a, b) == a % b;
        if (sa != -128 || sb != -1) same &= run(Op::sdiv, a, b) == low(sa / sb) && run(Op::srem, a, b) == low(sa % sb);
      }
      if (b < 8) {
        same &=
            run(Op::shl, a, b) == low(a << b) && run(Op::lshr, a, b) == a >> b && run(Op::ashr, a, b) == low(sa >> b);
        same &= run(Op::rotl, a, b) == low((a << b) | (a >> (8 - b))) &&
                run(Op::rotr, a, b + 8) == low((a >> b) | (a << (8 - b)));
      }
      CHECK_MESSAGE(same, a << " " << b);
      if (b != 0) continue;
      same = run(Op::ctpop, a, 0) == std::popcount(static_cast<std::uint8_t>(a)) &&
             run(Op::ctlz, a, 0) == std::countl_zero(static_cast<std::uint8_t>(a)) &&
             run(Op::cttz, a, 0) == std::countr_zero(static_cast<std::uint8_t>(a)) && run(Op::neg, a, 0) == low(-a) &&
             run(Op::abs, a, 0) == low(std::abs(sa)) && run(Op::bit_not, a, 0) == low(~a);
      CHECK_MESSAGE(same, a);
    }
  CHECK(!run(Op::udiv, 3, 0));
  CHECK(!run(Op::sdiv, 128, 255));
  CHECK(!run(Op::shl, 1, 8));
}

}  // namespace
