// Expected results of block_barrier.cu.
#include "kernels/expect/reference_grid.hpp"

KERNEL_CHECK(block_barrier) {
  const std::size_t blocks = 3;
  const auto in = t.random<int>(128 * blocks, -1000000, 1000000);
  auto out = t.out<int>(in.size());
  t.launch("split_barrier", check::cover(in.size(), 128), {128}, t.in(in), out);
  std::vector<int> want;
  for (std::size_t block = 0; block < blocks; ++block) {
    const auto group = check::group_of(in, block, 128);
    for (std::size_t i = 0; i < 128; ++i) want.push_back(group[127 - i] + group[(i + 1) % 128]);
  }
  t.equal("split_barrier", t.get(out), want);
}
