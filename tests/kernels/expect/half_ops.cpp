// Expected results of half_ops: exact sums and products in double, rounded once to half.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_float.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

std::uint16_t bits_of(double half) { return check::half_bits(static_cast<float>(half)); }
double value_of(std::uint16_t bits) { return check::half_value(bits); }

/// Ordinary numbers, then any bits: denormals, infinities, NaN.
std::vector<std::uint16_t> halves(check::Case& t, std::size_t count) {
  std::vector<std::uint16_t> v;
  for (const float x : t.random<float>(count / 2, -4, 4)) v.push_back(check::half_bits(x));
  for (const auto x : t.random_bits<std::uint16_t>(count - count / 2)) v.push_back(x);
  return v;
}

void axpy(check::Case& t, std::uint16_t alpha, int n) {
  const auto size = static_cast<std::size_t>(n);
  const auto x = halves(t, size), y = halves(t, size);
  std::vector<std::uint16_t> want;
  for (std::size_t i = 0; i < size; ++i)
    want.push_back(bits_of(check::fma_in(check::half_format, value_of(alpha), value_of(x[i]), value_of(y[i]))));
  const auto out = t.in(y);
  t.launch("half_axpy", {covering(size, 128)}, {128}, alpha, t.in(x), out, n);
  check::equal_halves(t, "half_axpy", t.get(out), want);
}

void axpy_pairs(check::Case& t, std::uint16_t low, std::uint16_t high, int n) {
  const auto size = static_cast<std::size_t>(n);
  const auto x = halves(t, 2 * size), y = halves(t, 2 * size);
  std::vector<std::uint16_t> want;
  for (std::size_t i = 0; i < x.size(); ++i)
    want.push_back(
        bits_of(check::fma_in(check::half_format, value_of(i % 2 != 0 ? high : low), value_of(x[i]), value_of(y[i]))));
  const auto out = t.in(y);
  const std::uint32_t alpha = static_cast<std::uint32_t>(high) << 16 | low;
  t.launch("half2_axpy", {covering(size, 128)}, {128}, alpha, t.in(x), out, n);
  check::equal_halves(t, "half2_axpy", t.get(out), want);
}

void from_float(check::Case& t) {
  std::vector<float> f = check::special_numbers<float>();
  for (const float x : t.random<float>(120, -70000, 70000)) f.push_back(x);
  for (const float x : t.random<float>(120, -1e-4F, 1e-4F)) f.push_back(x);
  for (unsigned k = 0; k < 60; ++k) {  // halfway between halves, and next to it
    const float low = check::half_value(static_cast<std::uint16_t>(k * 521));
    const float high = check::half_value(static_cast<std::uint16_t>(k * 521 + 1));
    const float middle = low / 2 + high / 2;
    f.insert(f.end(), {middle, -std::nextafter(middle, 0.0F), std::nextafter(middle, 1e30F)});
  }
  f.insert(f.end(), {65519.0F, 65520.0F, -65519.99F, 0x1p-25F, 0x1.000002p-25F});
  std::vector<std::uint16_t> bits;
  std::vector<float> back;
  for (const float x : f) {
    const double rounded = check::round_to(check::half_format, double{x});
    bits.push_back(std::isnan(x) ? 0x7fff : bits_of(rounded));
    back.push_back(static_cast<float>(rounded));
  }
  const auto h = t.out<std::uint16_t>(f.size()), b = t.out<std::uint16_t>(f.size());
  const auto r = t.out<float>(f.size());
  t.launch("half_from_float", {covering(f.size(), 128)}, {128}, t.in(f), h, r, b, static_cast<int>(f.size()));
  t.equal("half_from_float half", t.get(h), bits);
  t.equal("half_from_float bits", t.get(b), bits);
  check::equal_numbers(t, "half_from_float back", t.get(r), back);
}

/// Eighths, whose products and sums are exact in float.
void dot(check::Case& t, int n) {
  const auto size = static_cast<std::size_t>(n);
  std::vector<std::uint16_t> a, b;
  double sum = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const auto pair = t.random<int>(2, -64, 64);
    a.push_back(bits_of(pair[0] / 8.0));
    b.push_back(bits_of(pair[1] / 8.0));
    sum += pair[0] * pair[1] / 64.0;
  }
  const auto out = t.out<float>(1);
  t.launch("half_dot", {1}, {32}, t.in(a), t.in(b), out, n);
  t.near("half_dot", t.get(out), {static_cast<float>(sum)}, 0);
}

void minmax(check::Case& t, int n) {
  const auto size = static_cast<std::size_t>(n);
  const auto a = halves(t, size), b = halves(t, size);
  std::vector<std::uint16_t> want;
  for (std::size_t i = 0; i < size; ++i) {
    const double x = value_of(a[i]), y = value_of(b[i]);
    want.push_back(bits_of(check::round_to(check::half_format, x < y ? check::add_to_odd(y, -x) : x * y)));
  }
  const auto out = t.out<std::uint16_t>(size);
  t.launch("half_minmax", {covering(size, 128)}, {128}, t.in(a), t.in(b), out, n);
  check::equal_halves(t, "half_minmax", t.get(out), want);
}

}  // namespace

KERNEL_CHECK(half_ops) {
  axpy(t, bits_of(1.5), 300);
  axpy(t, bits_of(-0.1), 1);
  axpy(t, bits_of(60000), 200);
  axpy_pairs(t, bits_of(0.3), bits_of(-2), 257);
  axpy_pairs(t, 0x0001, 0x7bff, 64);
  from_float(t);
  for (const int n : {1, 31, 100, 1000}) dot(t, n);
  minmax(t, 1000);
}
