// Expected results of cg_grid.cu.
#include "kernels/expect/reference_grid.hpp"

KERNEL_CHECK(cg_grid) {
  for (const std::uint32_t blocks : {1U, 5U}) {
    const std::size_t n = 128 * blocks;
    const auto a = t.random<int>(n, -100000, 100000);
    auto phase = t.out<int>(n), out = t.out<int>(n);
    t.launch("grid_two_phase", {.grid = {blocks}, .block = {128}, .cooperative = true}, t.in(a), phase, out);
    std::vector<int> doubled, want;
    for (std::size_t i = 0; i < n; ++i) {
      doubled.push_back(2 * a[i]);
      want.push_back(2 * (a[i] + a[n - 1 - i]));
    }
    t.equal("grid_two_phase, tmp", t.get(phase), doubled);
    t.equal("grid_two_phase, out", t.get(out), want);
  }
}
