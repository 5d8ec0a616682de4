// Expected results of mma_ldmatrix: products of whole numbers, exact.
#include "kernels/expect/check.hpp"

namespace {

/// B has its columns one after the other.
std::vector<float> product(const std::vector<int>& a, const std::vector<int>& b, std::size_t m, std::size_t n,
                           std::size_t k) {
  std::vector<float> c;
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      int sum = 0;
      for (std::size_t p = 0; p < k; ++p) sum += a[i * k + p] * b[j * k + p];
      c.push_back(static_cast<float>(sum));
    }
  return c;
}

void multiply(check::Case& t, std::uint32_t m, std::uint32_t n, std::uint32_t k) {
  const auto a = t.random<int>(m * k, -60, 60), b = t.random<int>(n * k, -60, 60);
  const auto want = product(a, b, m, n, k);
  const auto rows = static_cast<int>(m), columns = static_cast<int>(n), depth = static_cast<int>(k);

  std::vector<std::uint16_t> halves_a, halves_b;
  for (const int x : a) halves_a.push_back(check::half_bits(static_cast<float>(x)));
  for (const int x : b) halves_b.push_back(check::half_bits(static_cast<float>(x)));
  const auto c = t.out<float>(m * n);
  t.launch("mma_f16", {n / 8, m / 16}, {32}, t.in(halves_a), t.in(halves_b), c, rows, columns, depth);
  t.near("mma_f16", t.get(c), want, 0);

  // The kernel rounds to the 11 significant bits of tf32: a little more or less than a whole number is that number.
  std::vector<float> floats_a, floats_b;
  for (const int x : a) floats_a.push_back(static_cast<float>(x) * (1 + 0x1p-13F));
  for (const int x : b) floats_b.push_back(static_cast<float>(x) * (1 - 0x1p-14F));
  const auto d = t.out<float>(m * n);
  t.launch("mma_tf32", {n / 8, m / 16}, {32}, t.in(floats_a), t.in(floats_b), d, rows, columns, depth);
  t.near("mma_tf32", t.get(d), want, 0);
}

}  // namespace

KERNEL_CHECK(mma_ldmatrix) {
  multiply(t, 16, 8, 16);
  multiply(t, 32, 24, 48);
  multiply(t, 48, 8, 112);
}
