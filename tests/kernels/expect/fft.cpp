// Expected results of fft: the transform by its definition, in double.
#include <numbers>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

void transform(check::Case& t, std::size_t batches, bool inverse) {
  constexpr std::size_t n = 512;
  const auto values = t.random<float>(2 * n * batches, -1, 1);
  double cosine[n], sine[n];
  for (std::size_t k = 0; k < n; ++k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / n;
    cosine[k] = std::cos(angle);
    sine[k] = inverse ? std::sin(angle) : -std::sin(angle);
  }
  std::vector<float> want;
  for (std::size_t b = 0; b < batches; ++b)
    for (std::size_t k = 0; k < n; ++k) {
      double re = 0, im = 0;
      for (std::size_t j = 0; j < n; ++j) {
        const double x = values[2 * (n * b + j)], y = values[2 * (n * b + j) + 1];
        const std::size_t turn = j * k % n;
        re += x * cosine[turn] - y * sine[turn];
        im += x * sine[turn] + y * cosine[turn];
      }
      want.push_back(static_cast<float>(re));
      want.push_back(static_cast<float>(im));
    }
  const auto data = t.in(values);
  t.launch("fft_512", {static_cast<std::uint32_t>(batches)}, {256}, data, inverse);
  t.near("fft_512", t.get(data), want, 1e-3);
}

/// Whole numbers, so that every order of the additions gives the same.
void butterfly(check::Case& t, std::size_t groups) {
  auto values = t.random<double>(8 * groups, -0x1p40, 0x1p40);
  for (double& x : values) x = std::floor(x);
  std::vector<double> want;
  for (std::size_t g = 0; g < groups; ++g)
    for (int k = 0; k < 4; ++k) {
      double re = 0, im = 0;
      for (int j = 0; j < 4; ++j) {  // times (-i)^(j k)
        const double x = values[8 * g + 2 * static_cast<std::size_t>(j)];
        const double y = values[8 * g + 2 * static_cast<std::size_t>(j) + 1];
        const int turn = j * k % 4;
        re += turn == 0 ? x : turn == 1 ? y : turn == 2 ? -x : -y;
        im += turn == 0 ? y : turn == 1 ? -x : turn == 2 ? -y : x;
      }
      want.push_back(re);
      want.push_back(im);
    }
  const auto data = t.in(values);
  t.launch("butterfly_4", {covering(groups, 64)}, {64}, data, static_cast<int>(groups));
  t.near("butterfly_4", t.get(data), want, 0);
}

}  // namespace

KERNEL_CHECK(fft) {
  transform(t, 2, false);
  transform(t, 1, true);
  for (const std::size_t groups : {1U, 64U, 100U}) butterfly(t, groups);
}
