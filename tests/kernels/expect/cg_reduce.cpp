// Expected results of cg_reduce.cu.
#include <algorithm>

#include "kernels/expect/reference_grid.hpp"

KERNEL_CHECK(cg_reduce) {
  const std::size_t n = 3 * 128;
  const auto a = t.random<int>(n, -50000000, 50000000);
  auto sum = t.out<int>(n / 32), low = t.out<int>(n / 32);
  t.launch("cg_sum", check::cover(n, 128), {128}, t.in(a), sum, low);
  std::vector<int> want_sum, want_low;
  for (std::size_t g = 0; g < n / 32; ++g) {
    const auto group = check::group_of(a, g, 32);
    want_sum.push_back(std::accumulate(group.begin(), group.end(), 0));
    want_low.push_back(*std::min_element(group.begin(), group.end()));
  }
  t.equal("cg_sum, sum", t.get(sum), want_sum);
  t.equal("cg_sum, low", t.get(low), want_low);

  auto inclusive = t.out<int>(n), exclusive = t.out<int>(n);
  t.launch("cg_scan", check::cover(n, 128), {128}, t.in(a), inclusive, exclusive);
  std::vector<int> want_inclusive(n), want_exclusive(n);
  for (std::size_t at = 0; at < n; at += 16) {
    const auto first = a.begin() + static_cast<std::ptrdiff_t>(at);
    std::inclusive_scan(first, first + 16, want_inclusive.begin() + static_cast<std::ptrdiff_t>(at));
    std::exclusive_scan(first, first + 16, want_exclusive.begin() + static_cast<std::ptrdiff_t>(at), 0);
  }
  t.equal("cg_scan, inclusive", t.get(inclusive), want_inclusive);
  t.equal("cg_scan, exclusive", t.get(exclusive), want_exclusive);
}
