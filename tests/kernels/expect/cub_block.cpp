// Expected results of cub_block.cu.
#include <algorithm>

#include "kernels/expect/reference_grid.hpp"

KERNEL_CHECK(cub_block) {
  const std::uint32_t blocks = 3;
  std::vector<double> doubles;
  for (const int v : t.random<int>(512 * blocks, -1000000000, 1000000000)) doubles.push_back(v);
  auto sums = t.out<double>(blocks);
  t.launch("block_sum", {blocks}, {128}, t.in(doubles), sums);
  std::vector<double> want_sums(blocks);
  for (std::size_t i = 0; i < doubles.size(); ++i) want_sums[i / 512] += doubles[i];
  t.equal("block_sum", t.get(sums), want_sums);

  auto in = t.random_bits<int>(256 * blocks);
  std::fill_n(in.begin(), 200, -2147483647 - 1);
  for (std::size_t i = 256; i < 512; ++i) in[i] = static_cast<int>(i) + static_cast<int>(t.rng() % 40);  // rises
  auto scan = t.out<int>(in.size());
  t.launch("block_max_scan", {blocks}, {128}, t.in(in), scan);
  std::vector<int> want = in;
  for (std::size_t i = 0; i < want.size(); ++i)
    if (i % 256 != 0) want[i] = std::max(want[i], want[i - 1]);
  t.equal("block_max_scan", t.get(scan), want);

  in = t.random_bits<int>(512 * blocks);
  for (std::size_t i = 0; i < 512; ++i) in[i] |= 1;      // all
  for (std::size_t i = 512; i < 1024; ++i) in[i] &= ~1;  // none
  auto odd = t.out<int>(in.size()), count = t.out<int>(blocks);
  t.launch("select_odd", {blocks}, {128}, t.in(in), odd, count);
  want.assign(in.size(), 0);
  std::vector<int> want_count(blocks);
  for (std::size_t i = 0; i < in.size(); ++i)
    if (in[i] % 2 != 0) want[i / 512 * 512 + static_cast<std::size_t>(want_count[i / 512]++)] = in[i];
  t.equal("select_odd, out", t.get(odd), want);
  t.equal("select_odd, count", t.get(count), want_count);
}
