// Expected results of dynamic_shared.cu.
#include <algorithm>

#include "kernels/expect/reference_grid.hpp"

KERNEL_CHECK(dynamic_shared) {
  for (const std::uint32_t threads : {1U, 33U, 128U, 1024U}) {
    auto data = t.random_bits<int>(3 * threads);
    auto buffer = t.in(data);
    t.launch("reverse_dynamic", {.grid = {3}, .block = {threads}, .shared = 4 * threads}, buffer);
    for (auto group = data.begin(); group != data.end(); group += threads) std::reverse(group, group + threads);
    t.equal("reverse_dynamic of " + std::to_string(threads), t.get(buffer), data);
  }

  auto in = t.random<int>(64, -16000000, 16000000);  // halves are exact in float; shorts wrap
  in[0] = 15999999, in[1] = -32769, in[2] = 65535, in[3] = 32768;
  auto out = t.out<double>(64);
  t.launch("split_dynamic", {.grid = {1}, .block = {64}, .shared = 64 * (8 + 4 + 2)}, t.in(in), out);
  std::vector<double> want;
  for (std::size_t k = 0; k < 64; ++k) {
    const int word = in[(k + 2) % 64] & 0xffff;
    want.push_back(2.0 * in[63 - k] + in[(k + 1) % 64] / 2.0 + (word < 32768 ? word : word - 65536));
  }
  t.equal("split_dynamic", t.get(out), want);
}
