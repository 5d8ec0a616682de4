// Expected results of barriers.cu.
#include <algorithm>

#include "kernels/expect/reference_grid.hpp"

KERNEL_CHECK(barriers) {
  const std::uint32_t blocks = 5;
  auto a = t.random<int>(blocks * 128, -10, 10);
  std::fill_n(a.begin(), 128, 1);         // all
  std::fill_n(a.begin() + 128, 128, -1);  // none
  std::fill_n(a.begin() + 256, 128, 0);   // one
  a[256 + 77] = 5;
  std::fill_n(a.begin() + 384, 128, 2);  // all but one
  a[384 + 127] = 0;
  auto votes = t.out<int>(3 * blocks);
  t.launch("sync_votes", {blocks}, {128}, t.in(a), votes);
  std::vector<int> want;
  for (std::size_t b = 0; b < blocks; ++b) {
    const auto group = check::group_of(a, b, 128);
    const auto positive = static_cast<int>(std::count_if(group.begin(), group.end(), [](int v) { return v > 0; }));
    want.insert(want.end(), {positive, positive == 128, positive != 0});
  }
  t.equal("sync_votes", t.get(votes), want);

  const auto in = t.random<int>(blocks * 64, -1000, 1000);
  auto out = t.out<int>(in.size());
  t.launch("named_barriers", {blocks}, {128}, t.in(in), out);
  want.clear();
  for (const int v : in) want.push_back(2 * v + 1);
  t.equal("named_barriers", t.get(out), want);
}
