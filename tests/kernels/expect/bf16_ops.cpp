// Expected results of bf16_ops.cu: bfloat16 arithmetic on doubles, rounded once.
#include <algorithm>
#include <array>
#include <limits>

#include "kernels/expect/reference_float.hpp"
#include "kernels/expect/reference_grid.hpp"

namespace {

using Bits = std::vector<std::uint16_t>;

std::uint16_t to_bits(double v) { return check::bf16_bits(static_cast<float>(check::round_to(check::bf16_format, v))); }
double value(std::uint16_t bits) { return double{check::bf16_value(bits)}; }

std::uint16_t axpy(std::uint16_t alpha, std::uint16_t x, std::uint16_t y) {
  return to_bits(check::fma_in(check::bf16_format, value(alpha), value(x), value(y)));
}

/// Zeros, subnormals, the smallest and largest, infinities, NaNs, ties, then any bits.
Bits inputs(check::Case& t, std::size_t count) {
  Bits v{0,      0x8000, 1,      0x8001, 0x7f,   0x80,   0x8080, 0x7f7f,
         0xff7f, 0x7f80, 0xff80, 0x7fc0, 0xffc1, 0x3f80, 0xbf80, 0x4040};
  const Bits near_one = t.random<std::uint16_t>(count / 2, 0x3e00, 0x4100);
  v.insert(v.end(), near_one.begin(), near_one.end());
  const Bits any = t.random_bits<std::uint16_t>(count - std::min(count, v.size()));
  v.insert(v.end(), any.begin(), any.end());
  v.resize(count);
  return v;
}

void check_axpy(check::Case& t, int n) {
  const auto count = static_cast<std::size_t>(n);
  for (const std::uint16_t alpha : {check::bf16_bits(1.0F), check::bf16_bits(-0.3F), check::bf16_bits(3e38F)}) {
    const Bits x = inputs(t, count);
    Bits y = inputs(t, count);
    std::shuffle(y.begin(), y.end(), t.rng);
    auto in_out = t.in(y);
    t.launch("bf16_axpy", check::cover(count, 128), {128}, alpha, t.in(x), in_out, n);
    for (std::size_t i = 0; i < count; ++i) y[i] = axpy(alpha, x[i], y[i]);
    t.equal("bf16_axpy", t.get(in_out), y);
  }
}

void check_axpy_pairs(check::Case& t, int pairs) {
  const auto count = 2 * static_cast<std::size_t>(pairs);
  const std::uint16_t alpha[2] = {check::bf16_bits(1.7F), check::bf16_bits(-2.5e-3F)};
  const Bits x = inputs(t, count);
  Bits y = inputs(t, count);
  std::shuffle(y.begin(), y.end(), t.rng);
  auto in_out = t.in(y);
  t.launch("bf162_axpy", check::cover(count / 2, 128), {128}, alpha[0] | std::uint32_t{alpha[1]} << 16, t.in(x), in_out,
           pairs);
  for (std::size_t i = 0; i < count; ++i) y[i] = axpy(alpha[i % 2], x[i], y[i]);
  t.equal("bf162_axpy", t.get(in_out), y);
}

void check_from_float(check::Case& t) {
  std::vector<std::uint32_t> f{0,          0x80000000, 1,          0x007fffff, 0x7f800000, 0xff800000,
                               0x7fc00000, 0xffc12345, 0x7f800001, 0x7f7fffff, 0x3f808000, 0x3f818000,
                               0x3f808001, 0x3f807fff, 0x7f7f8000, 0x7f7f7fff};
  const auto any = t.random_bits<std::uint32_t>(500);
  f.insert(f.end(), any.begin(), any.end());
  auto back = t.out<float>(f.size());
  auto bits = t.out<std::uint16_t>(f.size());
  t.launch("bf16_from_float", check::cover(f.size(), 128), {128}, t.in(f), back, bits, static_cast<int>(f.size()));
  Bits want;
  std::vector<std::uint32_t> want_back;
  for (const std::uint32_t word : f) {
    want.push_back(to_bits(double{std::bit_cast<float>(word)}));
    want_back.push_back(std::uint32_t{want.back()} << 16);
  }
  t.equal("bf16_from_float, bits", t.get(bits), want);
  t.equal("bf16_from_float, back", t.get(check::Buffer<std::uint32_t>{back.address, back.count}), want_back);
}

void check_relu(check::Case& t) {
  const std::size_t count = 300;
  const Bits a = inputs(t, count);
  Bits b = inputs(t, count), want;
  std::shuffle(b.begin(), b.end(), t.rng);
  auto c = t.out<std::uint16_t>(count);
  t.launch("bf16_relu", check::cover(count, 128), {128}, t.in(a), t.in(b), c, static_cast<int>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const double up = value(a[i]) > 0 ? value(a[i]) : 0.0;  // a NaN gives the other operand
    const double down = value(b[i]) < 0 ? value(b[i]) : 0.0;
    want.push_back(to_bits(check::add_to_odd(up, down)));
  }
  t.equal("bf16_relu", t.get(c), want);
}

}  // namespace

KERNEL_CHECK(bf16_ops) {
  check_axpy(t, 400);
  check_axpy(t, 1);
  check_axpy_pairs(t, 333);
  check_from_float(t);
  check_relu(t);
}
