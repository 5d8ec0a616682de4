// Expected results of wmma_f16: products of whole numbers that the halves and sums hold exactly.
#include "kernels/expect/check.hpp"

namespace {

/// A product of A, row major, and B, column major, both of small whole numbers.
struct Product {
  std::uint32_t m, n, k;
  std::vector<int> a, b, c;
  Product(check::Case& t, std::uint32_t m, std::uint32_t n, std::uint32_t k, int size)
      : m(m), n(n), k(k), a(t.random<int>(m * k, -size, size)), b(t.random<int>(n * k, -size, size)), c(m * n) {
    for (std::size_t p = 0; p < k; ++p)
      for (std::size_t i = 0; i < c.size(); ++i) c[i] += a[i / n * k + p] * b[i % n * k + p];
  }
};

std::vector<std::uint16_t> halves(const std::vector<int>& v) {
  std::vector<std::uint16_t> h;
  for (const int x : v) h.push_back(check::half_bits(static_cast<float>(x)));
  return h;
}
std::vector<float> floats(const std::vector<int>& v) { return {v.begin(), v.end()}; }

void run(check::Case& t, std::uint32_t m, std::uint32_t n, std::uint32_t k) {
  const auto rows = static_cast<int>(m), columns = static_cast<int>(n), depth = static_cast<int>(k);
  const check::Dim3 tiles{n / 16, m / 16};
  const auto old = t.random<int>(std::size_t{m} * n, -100, 100);

  const Product large(t, m, n, k, 60);
  for (const auto& [alpha, beta] : {std::pair{1, 0}, {2, -3}, {0, 1}}) {
    auto want = large.c;
    for (std::size_t i = 0; i < want.size(); ++i) want[i] = alpha * want[i] + beta * old[i];
    const auto c = t.in(floats(old));
    t.launch("wmma_f16_f32", tiles, {32}, t.in(halves(large.a)), t.in(halves(large.b)), c, rows, columns, depth,
             static_cast<float>(alpha), static_cast<float>(beta));
    t.near("wmma_f16_f32", t.get(c), floats(want), 0);
  }

  const Product small(t, m, n, k, 4);  // sums below 2048
  auto want = small.c;
  for (std::size_t i = 0; i < want.size(); ++i) want[i] += old[i];
  const auto c = t.in(halves(old));
  t.launch("wmma_f16_f16", tiles, {32}, t.in(halves(small.a)), t.in(halves(small.b)), c, rows, columns, depth);
  std::vector<float> got;
  for (const std::uint16_t h : t.get(c)) got.push_back(check::half_value(h));
  t.near("wmma_f16_f16", got, floats(want), 0);
}

void run_wide(check::Case& t, std::uint32_t m, std::uint32_t n, std::uint32_t k) {
  const Product p(t, m, n, k, 60);
  const auto c = t.in(std::vector<float>(p.c.size(), 7));
  t.launch("wmma_32x8", {n / 8, m / 32}, {32}, t.in(halves(p.a)), t.in(halves(p.b)), c, static_cast<int>(m),
           static_cast<int>(n), static_cast<int>(k));
  t.near("wmma_32x8", t.get(c), floats(p.c), 0);
}

}  // namespace

KERNEL_CHECK(wmma_f16) {
  run(t, 16, 16, 0);
  run(t, 16, 16, 16);
  run(t, 48, 32, 64);
  run(t, 16, 64, 48);
  run_wide(t, 32, 8, 0);
  run_wide(t, 32, 8, 16);
  run_wide(t, 64, 24, 80);
}
