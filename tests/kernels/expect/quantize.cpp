// Expected results of quantize: scales and quotients rounded once, as IEEE 754 has them; sums of bytes.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

using Row = std::vector<float>;

float scale_of(const Row& row) {
  float top = 0;
  for (const float x : row)
    if (std::abs(x) > top) top = std::abs(x);  // false for NaN
  return top / 127;
}

std::int8_t quantized(float x, float scale) {
  const float quotient = x / scale;
  if (!(scale > 0) || std::isnan(quotient)) return 0;
  return static_cast<std::int8_t>(static_cast<unsigned>(std::lrint(quotient)));
}

/// The rows have equal widths.
void rows(check::Case& t, const std::vector<Row>& in) {
  const std::size_t width = in[0].size();
  std::vector<float> flat, scales;
  std::vector<std::int8_t> want;
  for (const Row& row : in) {
    flat.insert(flat.end(), row.begin(), row.end());
    scales.push_back(scale_of(row));
    for (const float x : row) want.push_back(quantized(x, scales.back()));
  }
  const auto q = t.out<std::int8_t>(flat.size());
  const auto scale = t.out<float>(in.size());
  t.launch("quantize_rows", {static_cast<std::uint32_t>(in.size())}, {32}, t.in(flat), q, scale,
           static_cast<int>(width));
  t.equal("quantize_rows q", t.get(q), want);
  t.equal("quantize_rows scale", t.get(scale), scales);
}

void special_rows(check::Case& t) {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  const float tiny = std::numeric_limits<float>::denorm_min();
  rows(t, {{0, -0.0F, 0, 0},
           {127, 0.5F, 1.5F, -2.5F},  // a scale of 1: ties to even
           {-254, 1, 3, -5},          // of 2
           {0, -3, 0.01F, 2},         // the largest is negative
           {100 * tiny, tiny, 0, -3 * tiny},
           {63 * tiny, tiny, 0, 0},   // the scale rounds to 0
           {190 * tiny, tiny, 0, 0},  // to 1 denormal: 190 wraps
           {inf, 1, -inf, -1},
           {nan, 1, 2, -0.5F},
           {3e38F, -3.4e38F, 1e30F, 1e37F}});
}

void product(check::Case& t, std::size_t m, std::size_t n, std::size_t words) {
  const auto a = t.random_bits<std::int8_t>(m * words * 4), b = t.random_bits<std::int8_t>(n * words * 4);
  std::vector<std::int32_t> want;
  for (std::size_t row = 0; row < m; ++row)
    for (std::size_t col = 0; col < n; ++col) {
      std::int32_t sum = 0;
      for (std::size_t k = 0; k < 4 * words; ++k) sum += a[row * words * 4 + k] * b[col * words * 4 + k];
      want.push_back(sum);
    }
  const auto c = t.out<std::int32_t>(m * n);
  t.launch("product_i8", {covering(n, 16), covering(m, 16)}, {16, 16}, t.in(a), t.in(b), c, static_cast<int>(m),
           static_cast<int>(n), static_cast<int>(words));
  t.equal("product_i8", t.get(c), want);
}

/// Scales of 20 bits, so that the kernel's products and differences are exact.
void unpack(check::Case& t, std::size_t n) {
  const auto in = t.random_bits<std::uint32_t>(n);
  std::vector<float> scale, want;
  for (std::size_t i = 0; i < (n + 15) / 16; ++i)
    scale.push_back(std::ldexp(static_cast<float>(t.random<int>(1, -500000, 500000)[0]), t.random<int>(1, -40, 20)[0]));
  for (std::size_t i = 0; i < 8 * n; ++i)
    want.push_back(static_cast<float>(static_cast<int>(in[i / 8] / (1U << (4 * (i % 8))) % 16) - 8) * scale[i / 128]);
  const auto out = t.out<float>(want.size() + 4);
  t.launch("unpack_4bit", {covering(n, 128)}, {128}, t.in(in), t.in(scale), out, static_cast<int>(n));
  want.resize(want.size() + 4);  // what lies behind stays
  t.near("unpack_4bit", t.get(out), want, 0);
}

}  // namespace

KERNEL_CHECK(quantize) {
  for (const std::size_t width : {1U, 31U, 32U, 100U}) {
    std::vector<Row> in;
    for (const float size : {1.0F, 1e-20F, 1e30F}) in.push_back(t.random<float>(width, -size, size));
    rows(t, in);
  }
  special_rows(t);
  product(t, 1, 1, 1);
  product(t, 17, 33, 5);
  product(t, 16, 16, 32);
  for (const std::size_t n : {1U, 128U, 300U}) unpack(t, n);
}
