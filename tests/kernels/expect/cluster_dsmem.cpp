// Expected results of cluster_dsmem.cu.
#include "kernels/expect/reference_grid.hpp"

KERNEL_CHECK(cluster_dsmem) {
  const std::uint32_t pairs = 3;
  const auto in = t.random<int>(2 * pairs * 64, -100000, 100000);
  auto out = t.out<int>(in.size());
  t.launch("cluster_swap", {.grid = {2 * pairs}, .block = {64}, .cluster = {2, 1, 1}}, t.in(in), out);
  std::vector<int> want;
  for (std::size_t i = 0; i < in.size(); ++i)
    want.push_back(in[i / 64 % 2 == 0 ? i + 64 : i - 64] + (i / 64 % 2 == 0 ? 0 : 1000));
  t.equal("cluster_swap", t.get(out), want);
}
