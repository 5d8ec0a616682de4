// Expected results of finance: Black-Scholes in double, the tree as a binomial sum over its leaves, interest on
// absolute values.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

void black_scholes(check::Case& t, std::size_t n, float rate, float vol) {
  const auto spot = t.random<float>(n, 5, 30), strike = t.random<float>(n, 1, 40), years = t.random<float>(n, 0.25F, 8);
  std::vector<float> want;
  for (std::size_t i = 0; i < n; ++i) {
    const double s = spot[i], k = strike[i], y = years[i], r = rate, v = vol;
    const double root = v * std::sqrt(y), d1 = (std::log(s / k) + (r + v * v / 2) * y) / root;
    const auto normal = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
    const double paid = k * std::exp(-r * y);
    want.push_back(static_cast<float>(s * normal(d1) - paid * normal(d1 - root)));
    want.push_back(static_cast<float>(paid * normal(root - d1) - s * normal(-d1)));  // the put, not by parity
  }
  const auto out = t.out<float>(2 * n);
  t.launch("black_scholes", {covering(n, 128)}, {128}, t.in(spot), t.in(strike), t.in(years), out, rate, vol,
           static_cast<int>(n));
  t.near("black_scholes", t.get(out), want, 1e-4);
}

void binomial(check::Case& t, std::size_t options) {
  const auto spot = t.random<float>(options, 5, 15), strike = t.random<float>(options, 4, 16);
  const double step = 1.0 / 127, rate = 0.03, vol = 0.25;
  const auto up = static_cast<float>(std::exp(vol * std::sqrt(step)));
  const auto down = 1 / up;
  const auto discount = static_cast<float>(std::exp(-rate * step));
  const auto p = static_cast<float>((std::exp(rate * step) - down) / (up - down));
  std::vector<float> want;
  for (std::size_t o = 0; o < options; ++o) {
    double sum = 0;
    for (int k = 0; k <= 127; ++k) {
      const double ways = std::lgamma(128.0) - std::lgamma(k + 1.0) - std::lgamma(128.0 - k);
      const double chance = std::exp(ways + k * std::log(double{p}) + (127 - k) * std::log(1 - double{p}));
      const double end = spot[o] * std::pow(double{up}, k) * std::pow(double{down}, 127 - k);
      sum += chance * std::max(end - double{strike[o]}, 0.0);
    }
    want.push_back(static_cast<float>(std::pow(double{discount}, 127) * sum));
  }
  const auto out = t.out<float>(options);
  t.launch("binomial", {static_cast<std::uint32_t>(options)}, {128}, t.in(spot), t.in(strike), out, up, down, p,
           discount);
  t.near("binomial", t.get(out), want, 1e-3);
}

void interest(check::Case& t, std::size_t n, int years) {
  auto cents = t.random<long long>(n, -1'000'000'000'000, 1'000'000'000'000);
  auto points = t.random<int>(n, 0, 1200);
  cents[0] = 5, points[0] = 1000;  // halves of a cent, both ways
  if (n > 2) cents[1] = -5, points[1] = 1000, cents[2] = 0;
  std::vector<long long> want;
  for (std::size_t i = 0; i < n; ++i) {
    long long amount = std::abs(cents[i]);
    for (int y = 0; y < years; ++y) {
      const long long product = amount * points[i];
      amount += product / 10000 + (product % 10000 >= 5000 ? 1 : 0);
    }
    want.push_back(cents[i] < 0 ? -amount : amount);
  }
  const auto out = t.out<long long>(n);
  t.launch("interest", {covering(n, 128)}, {128}, t.in(cents), t.in(points), out, years, static_cast<int>(n));
  t.equal("interest", t.get(out), want);
}

}  // namespace

KERNEL_CHECK(finance) {
  black_scholes(t, 300, 0.02F, 0.3F);
  black_scholes(t, 65, 0.1F, 0.15F);
  binomial(t, 3);
  interest(t, 200, 20);
  interest(t, 9, 1);
  interest(t, 1, 0);
}
