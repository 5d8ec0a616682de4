// Expected results of wgmma: a product of whole numbers, exact.
#include "kernels/expect/check.hpp"

KERNEL_CHECK(wgmma) {
  constexpr std::size_t m = 64, n = 8, k = 16;
  for (const int size : {1, 9, 200}) {
    const auto a = t.random<int>(m * k, -size, size), b = t.random<int>(n * k, -size, size);
    std::vector<float> want(m * n);
    for (std::size_t p = 0; p < k; ++p)
      for (std::size_t i = 0; i < m * n; ++i) want[i] += static_cast<float>(a[i / n * k + p] * b[i % n * k + p]);
    const auto halves = [&](const std::vector<int>& v) {
      std::vector<std::uint16_t> h;
      for (const int x : v) h.push_back(check::half_bits(static_cast<float>(x)));
      return t.in(h);
    };
    const auto c = t.out<float>(m * n);
    t.launch("wgmma_tile", {1}, {128}, halves(a), halves(b), c);
    t.near("wgmma_tile", t.get(c), want, 0);
  }
}
