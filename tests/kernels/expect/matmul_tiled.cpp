// Expected results of matmul_tiled: whole numbers, whose sums are exact in any order.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

template <class T>
std::vector<T> whole(check::Case& t, std::size_t count) {
  const auto v = t.random<int>(count, -30, 30);
  return {v.begin(), v.end()};
}

template <class T>
void product(check::Case& t, const std::string& kernel, check::Dim3 grid, std::size_t m, std::size_t n, std::size_t k) {
  const auto a = whole<T>(t, m * k), b = whole<T>(t, k * n);
  std::vector<T> want(m * n);
  for (std::size_t p = 0; p < k; ++p)  // as a sum of outer products
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j) want[i * n + j] += a[i * k + p] * b[p * n + j];
  const auto c = t.out<T>(m * n);
  t.launch(kernel, grid, {16, 16}, t.in(a), t.in(b), c, static_cast<int>(m), static_cast<int>(n), static_cast<int>(k));
  t.near(kernel, t.get(c), want, 0);
}

}  // namespace

KERNEL_CHECK(matmul_tiled) {
  const std::size_t sizes[][3] = {{1, 1, 1}, {17, 33, 20}, {32, 16, 48}, {5, 40, 7}};
  for (const auto& [m, n, k] : sizes) {
    product<float>(t, "matmul_f32", {covering(n, 16), covering(m, 16)}, m, n, k);
    product<double>(t, "matmul_f64", {covering(n, 16), covering(m, 16)}, m, n, k);
  }
  product<float>(t, "matmul_reg", {1, 1}, 64, 64, 64);
  product<float>(t, "matmul_reg", {2, 1}, 64, 128, 64);
  product<float>(t, "matmul_reg", {1, 2}, 128, 64, 64);
}
