// Expected results of cub_histogram.cu. The first difference of a group is its first value, as CUB documents.
#include <algorithm>
#include <map>

#include "kernels/expect/reference_grid.hpp"

KERNEL_CHECK(cub_histogram) {
  const std::uint32_t blocks = 3;
  auto bytes = t.random_bits<std::uint8_t>(1024 * blocks);
  std::fill_n(bytes.begin(), 1024, std::uint8_t{255});
  for (std::size_t i = 1024; i < 2048; ++i) bytes[i] &= 7;
  auto bins = t.out<unsigned>(256 * blocks);
  t.launch("block_histogram", {blocks}, {128}, t.in(bytes), bins);
  std::map<std::size_t, unsigned> counts;
  for (std::size_t i = 0; i < bytes.size(); ++i) ++counts[i / 1024 * 256 + bytes[i]];
  std::vector<unsigned> want(256 * blocks);
  for (const auto& [bin, count] : counts) want[bin] = count;
  t.equal("block_histogram", t.get(bins), want);

  const auto in = t.random<int>(256 * blocks, -1, 1);
  auto head = t.out<int>(in.size()), difference = t.out<int>(in.size());
  t.launch("block_heads", {blocks}, {128}, t.in(in), head, difference);
  std::vector<int> want_head, want_difference;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const bool first = i % 256 == 0;
    want_head.push_back(first || in[i] != in[i - 1]);
    want_difference.push_back(first ? in[i] : in[i] - in[i - 1]);
  }
  t.equal("block_heads, head", t.get(head), want_head);
  t.equal("block_heads, diff", t.get(difference), want_difference);
}
