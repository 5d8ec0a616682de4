// Expected results of libcudacxx: counts and maxima, complex polynomials by long double, bits one by one.
#include <complex>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

void counter(check::Case& t, std::size_t n, int start) {
  const auto a = t.random<int>(n, -1000, 1000);
  const auto count = t.in(std::vector<unsigned>{3});
  const auto most = t.in(std::vector<int>{start});
  t.launch("scoped_counter", {covering(n, 128)}, {128}, t.in(a), count, most, static_cast<int>(n));
  t.equal("scoped_counter count", t.get(count), {static_cast<unsigned>(n) + 3});
  t.equal("scoped_counter max", t.get(most), {std::max(start, *std::max_element(a.begin(), a.end()))});
}

void power(check::Case& t, std::size_t n, int steps) {
  const auto z = t.random<double>(2 * n, -0.7, 0.7), c = t.random<double>(2 * n, -0.3, 0.3);
  std::vector<double> want;
  for (std::size_t i = 0; i < n; ++i) {
    long double x = z[2 * i], y = z[2 * i + 1];
    for (int s = 0; s < steps; ++s) {
      const long double next = (x - y) * (x + y) + c[2 * i];
      y = 2 * x * y + c[2 * i + 1];
      x = next;
    }
    want.push_back(static_cast<double>(x));
    want.push_back(static_cast<double>(y));
  }
  const auto out = t.out<double>(2 * n);
  t.launch("complex_power", {covering(n, 128)}, {128}, t.in(z), t.in(c), out, steps, static_cast<int>(n));
  t.near("complex_power", t.get(out), want, 1e-9, 1e-9);
}

/// One step from points at infinity and not a number, by the rules of the C standard, annex G, which the host's
/// library follows too.
void power_at_infinity(check::Case& t) {
  const double values[] = {0, -1, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN()};
  std::vector<double> z, want;
  for (const double x : values)
    for (const double y : values) {
      const std::complex<double> square = std::complex<double>{x, y} * std::complex<double>{x, y};
      z.insert(z.end(), {x, y});
      want.insert(want.end(), {square.real() + 0.25, square.imag() - 0.5});
    }
  std::vector<double> c;
  for (std::size_t i = 0; i < z.size() / 2; ++i) c.insert(c.end(), {0.25, -0.5});
  const auto out = t.out<double>(z.size());
  t.launch("complex_power", {1}, {128}, t.in(z), t.in(c), out, 1, static_cast<int>(z.size() / 2));
  t.near("complex_power at infinity", t.get(out), want, 1e-9, 1e-9);
}

void bits(check::Case& t, std::size_t n) {
  auto a = t.random_bits<unsigned>(n);
  const unsigned edges[] = {0, 1, 2, 3, 0x8000, 0x8001, 0xffff, 0x10000, 0x80000000, ~0U};
  for (std::size_t i = 0; i < n; ++i) a[i] = i < 10 ? edges[i] : a[i] >> i % 32;
  std::vector<unsigned> want;
  for (const unsigned x : a) {
    unsigned ones = 0, length = 0, power = 1, turned = x;
    for (unsigned b = 0; b < 32; ++b)
      if ((x >> b & 1U) != 0) ++ones, length = b + 1;
    while (power < x % 65536) power *= 2;
    for (int k = 0; k < 5; ++k) turned = turned * 2 + turned / 0x80000000U;
    want.insert(want.end(), {ones, 32 - length, power, turned});
  }
  const auto out = t.out<unsigned>(4 * n);
  t.launch("bit_functions", {covering(n, 128)}, {128}, t.in(a), out, static_cast<int>(n));
  t.equal("bit_functions", t.get(out), want);
}

}  // namespace

KERNEL_CHECK(libcudacxx) {
  counter(t, 300, -2000);
  counter(t, 64, 5000);
  power(t, 200, 6);
  power(t, 3, 0);
  power_at_infinity(t);
  bits(t, 300);
}
