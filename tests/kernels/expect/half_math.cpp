// Expected results of half_math: the exact functions in double, two units in the last place of half allowed where the
// kernel promises no more.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

std::vector<std::uint16_t> inputs(check::Case& t, std::size_t count) {
  std::vector<std::uint16_t> v = {0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x0400, 0x3c00, 0xbc00, 0x3800, 0xb800,
                                  0x3e00, 0xbe00, 0x4100, 0xc100, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x4bff};
  for (const float x : t.random<float>(150, -8, 8)) v.push_back(check::half_bits(x));
  for (const float x : t.random<float>(60, -26, 17)) v.push_back(check::half_bits(x));
  while (v.size() < count) v.push_back(t.random_bits<std::uint16_t>(1)[0]);
  return v;
}

void compare(check::Case& t, const std::string& kernel, const std::vector<std::uint16_t>& in,
             const std::vector<std::uint16_t>& out) {
  using Function = double (*)(double);
  // The kernel's |x| + 1 is rounded to half before the logarithm and the quotient.
  static const auto above_one = [](double x) {
    return double{check::half_value(check::half_bits(static_cast<float>(std::abs(x) + 1)))};
  };
  const Function inexact[] = {[](double x) { return std::exp2(x); }, [](double x) { return std::log2(above_one(x)); },
                              [](double x) { return std::sqrt(std::abs(x)); },
                              [](double x) { return 1 / above_one(x); }};
  const Function exact[] = {[](double x) { return std::floor(x); }, [](double x) { return std::ceil(x); },
                            [](double x) { return std::nearbyint(x); }, [](double x) { return std::trunc(x); }};
  const char* const names[] = {"exp2", "log2", "sqrt", "rcp", "floor", "ceil", "rint", "trunc"};
  const std::size_t n = in.size();
  for (std::size_t row = 0; row < 8; ++row) {
    const std::vector<std::uint16_t> got(out.begin() + static_cast<std::ptrdiff_t>(row * n),
                                         out.begin() + static_cast<std::ptrdiff_t>((row + 1) * n));
    const std::string what = kernel + " " + names[row];
    std::vector<double> want(n);
    std::vector<std::uint16_t> bits(n);
    for (std::size_t i = 0; i < n; ++i) {
      const double x = check::half_value(in[i]);
      want[i] = row < 4 ? inexact[row](x) : exact[row - 4](x);
      bits[i] = check::half_bits(static_cast<float>(want[i]));
    }
    if (row < 4)
      check::near_half_ulps(t, what, got, want, 2);
    else
      check::equal_halves(t, what, got, bits);
  }
}

}  // namespace

KERNEL_CHECK(half_math) {
  const auto in = inputs(t, 300);
  const auto out = t.out<std::uint16_t>(8 * in.size());
  t.launch("half_elementary", {covering(in.size(), 128)}, {128}, t.in(in), out, static_cast<int>(in.size()));
  compare(t, "half_elementary", in, t.get(out));

  // Rows of pairs are rows of halves, twice as long.
  const auto pairs = inputs(t, 2 * 257);
  const auto out2 = t.out<std::uint16_t>(8 * pairs.size());
  t.launch("half2_elementary", {covering(pairs.size() / 2, 128)}, {128}, t.in(pairs), out2,
           static_cast<int>(pairs.size() / 2));
  compare(t, "half2_elementary", pairs, t.get(out2));
}
