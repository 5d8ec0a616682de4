// Expected results of wmma_int8: sums of products of bytes.
#include "kernels/expect/check.hpp"

namespace {

template <class T>
void run(check::Case& t, const std::string& kernel, std::uint32_t m, std::uint32_t n, std::uint32_t k) {
  auto a = t.random_bits<T>(std::size_t{m} * k), b = t.random_bits<T>(std::size_t{n} * k);
  std::fill_n(a.begin(), k, std::numeric_limits<T>::min());  // a row and a column of extremes
  std::fill_n(b.begin(), k, std::numeric_limits<T>::max());
  std::vector<std::int32_t> want(std::size_t{m} * n);
  for (std::size_t p = 0; p < k; ++p)
    for (std::size_t i = 0; i < want.size(); ++i) want[i] += a[i / n * k + p] * b[i % n * k + p];
  const auto c = t.in(std::vector<std::int32_t>(want.size(), -1));
  t.launch(kernel, {n / 16, m / 16}, {32}, t.in(a), t.in(b), c, static_cast<int>(m), static_cast<int>(n),
           static_cast<int>(k));
  t.equal(kernel, t.get(c), want);
}

}  // namespace

KERNEL_CHECK(wmma_int8) {
  const std::uint32_t shapes[][3] = {{16, 16, 0}, {16, 16, 16}, {32, 48, 64}, {48, 16, 112}};
  for (const auto& [m, n, k] : shapes) {
    run<std::int8_t>(t, "wmma_s8", m, n, k);
    run<std::uint8_t>(t, "wmma_u8", m, n, k);
  }
}
