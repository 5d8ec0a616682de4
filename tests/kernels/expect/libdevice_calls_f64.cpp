// Expected results of libdevice_calls_f64: the formula in long double; integer functions by their definitions.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

KERNEL_CHECK(libdevice_calls_f64) {
  auto in = t.random<double>(300, -8, 8);
  const double edges[] = {0, -0.0, 1e-310, 1, -1, 1e300, -std::numeric_limits<double>::infinity()};
  std::copy(std::begin(edges), std::end(edges), in.begin());
  in[7] = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> want;
  for (const long double x : in)
    want.push_back(static_cast<double>(std::log1p(std::abs(x)) + std::erf(x) + std::atan2(x, 2.0L)));
  const auto out = t.out<double>(in.size());
  t.launch("calls_f64", {covering(in.size(), 128)}, {128}, t.in(in), out, static_cast<int>(in.size()));
  t.near("calls_f64", t.get(out), want, 1e-12, 1e-12);

  auto a = t.random_bits<int>(301), b = t.random_bits<int>(301);
  const int corners[] = {0, 1, -1, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()};
  for (std::size_t i = 0; i < 25; ++i) a[i] = corners[i / 5], b[i] = corners[i % 5];
  std::vector<int> numbers;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto x = std::int64_t{a[i]}, y = std::int64_t{b[i]};
    int ones = 0, zeros = 32;
    for (int bit = 0; bit < 32; ++bit)
      if ((x >> bit & 1) != 0) ++ones, zeros = 31 - bit;
    numbers.insert(numbers.end(), {ones, zeros, static_cast<int>(x * y >> 32), static_cast<int>((x + y + 1) >> 1)});
  }
  const auto integers = t.out<int>(numbers.size());
  t.launch("calls_integer", {covering(a.size(), 128)}, {128}, t.in(a), t.in(b), integers, static_cast<int>(a.size()));
  t.equal("calls_integer", t.get(integers), numbers);
}
