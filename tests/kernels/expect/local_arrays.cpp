// Expected results of local_arrays: permutations by std::swap, powers of matrices by squaring, sums of sequences.
#include <array>
#include <numeric>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

using Matrix = std::array<std::uint32_t, 16>;

Matrix times(const Matrix& a, const Matrix& b) {
  Matrix c{};
  for (std::size_t k = 0; k < 64; ++k) c[k / 16 * 4 + k % 4] += a[k / 16 * 4 + k / 4 % 4] * b[k / 4 % 4 * 4 + k % 4];
  return c;
}

Matrix power(const Matrix& m, std::size_t p) {
  if (p == 1) return m;
  const Matrix half = power(m, p / 2), square = times(half, half);
  return p % 2 != 0 ? times(square, m) : square;
}

}  // namespace

KERNEL_CHECK(local_arrays) {
  for (const std::size_t n : {1U, 64U, 130U}) {
    const auto size = static_cast<int>(n);
    const auto in = t.random_bits<int>(8 * n);
    std::vector<int> shuffled;
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<std::size_t> order(8);
      std::iota(order.begin(), order.end(), std::size_t{0});
      for (std::size_t k = 7; k > 0; --k) std::swap(order[k], order[(i * 7 + k) % (k + 1)]);
      for (const std::size_t k : order) shuffled.push_back(in[8 * i + k]);
    }
    const auto permuted = t.out<int>(8 * n);
    t.launch("permute", {covering(n, 64)}, {64}, t.in(in), permuted, size);
    t.equal("permute", t.get(permuted), shuffled);

    const auto matrices = t.random_bits<Matrix>(n);
    std::vector<std::uint32_t> traces, sums;
    for (std::size_t i = 0; i < n; ++i) {
      const Matrix m = power(matrices[i], i % 5 + 1);
      traces.push_back(m[0] + m[5] + m[10] + m[15]);
      auto x = static_cast<std::uint32_t>(i), sum = 0U;
      for (int k = 0; k < 20; ++k) {
        x = x * 5 + 3;
        if (k >= 14) sum += x;
      }
      sums.push_back(sum);
    }
    const auto trace = t.out<std::uint32_t>(n), ring = t.out<std::uint32_t>(n);
    t.launch("small_matrix", {covering(n, 64)}, {64}, t.in(matrices), trace, size);
    t.equal("small_matrix", t.get(trace), traces);
    t.launch("ring_buffer", {covering(n, 64)}, {64}, ring, size);
    t.equal("ring_buffer", t.get(ring), sums);
  }
}
