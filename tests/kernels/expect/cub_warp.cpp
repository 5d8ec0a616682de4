// Expected results of cub_warp.cu.
#include <algorithm>

#include "kernels/expect/reference_grid.hpp"

KERNEL_CHECK(cub_warp) {
  const std::uint32_t blocks = 3;
  const std::size_t n = 128 * blocks;
  auto in = t.random<int>(n, -50, 50);
  std::fill_n(in.begin(), 32, -7);
  in[40] = in[50] = 1000;
  auto sum = t.out<int>(n / 32), best = t.out<int>(n / 32);
  t.launch("warp_reduce", {blocks}, {128}, t.in(in), sum, best);
  std::vector<int> want_sum, want_best;
  for (std::size_t g = 0; g < n / 32; ++g) {
    const auto group = check::group_of(in, g, 32);
    want_sum.push_back(std::accumulate(group.begin(), group.end(), 0));
    want_best.push_back(static_cast<int>(std::max_element(group.begin(), group.end()) - group.begin()));
  }
  t.equal("warp_reduce, out", t.get(sum), want_sum);
  t.equal("warp_reduce, maxi", t.get(best), want_best);

  const std::vector<float> floats(in.begin(), in.end());
  auto scan = t.out<float>(n);
  t.launch("warp_scan_f32", {blocks}, {128}, t.in(floats), scan);
  std::vector<float> want_scan;
  int before = 0;
  for (std::size_t i = 0; i < n; before += in[i++]) {
    if (i % 32 == 0) before = 0;
    want_scan.push_back(static_cast<float>(before));
  }
  t.equal("warp_scan_f32", t.get(scan), want_scan);

  auto keys = t.random_bits<unsigned long long>(4 * n);
  for (std::size_t i = 128; i < 256; ++i) keys[i] %= 5;
  auto data = t.in(keys);
  t.launch("warp_sort", {blocks}, {128}, data);
  for (auto group = keys.begin(); group != keys.end(); group += 128) std::sort(group, group + 128);
  t.equal("warp_sort", t.get(data), keys);
}
