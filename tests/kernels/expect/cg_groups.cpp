// Expected results of cg_groups.cu.
#include <algorithm>

#include "kernels/expect/reference_grid.hpp"

namespace {

std::vector<int> sums(const std::vector<int>& a, std::size_t size) {
  std::vector<int> s(a.size() / size);
  for (std::size_t i = 0; i < a.size(); ++i) s[i / size] += a[i];
  return s;
}

void check_coalesced(check::Case& t, const std::vector<int>& a, int limit, unsigned before) {
  auto slot = t.out<int>(a.size());
  auto count = t.in(std::vector<unsigned>{before});
  t.launch("coalesced_count", check::cover(a.size(), 128), {128}, t.in(a), slot, count, limit);
  const auto got = t.get(slot);
  std::vector<int> taken, want;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] > limit) {
      taken.push_back(got[i]);
      want.push_back(static_cast<int>(before + want.size()));
    } else if (got[i] != -1) {
      return t.fail("coalesced_count: a slot for a value under the limit");
    }
  }
  std::sort(taken.begin(), taken.end());
  t.equal("coalesced_count, sorted slots", taken, want);
  t.equal("coalesced_count, count", t.get(count), {before + static_cast<unsigned>(want.size())});
}

}  // namespace

KERNEL_CHECK(cg_groups) {
  const std::size_t n = 4 * 128;
  auto a = t.random<int>(n, -1000, 1000);
  auto s8 = t.out<int>(n / 8), s32 = t.out<int>(n / 32);
  t.launch("tile_sums", check::cover(n, 128), {128}, t.in(a), s8, s32);
  t.equal("tile_sums, s8", t.get(s8), sums(a, 8));
  t.equal("tile_sums, s32", t.get(s32), sums(a, 32));

  std::fill_n(a.begin(), 32, 999), std::fill_n(a.begin() + 32, 32, -999);  // a full warp, and an empty one
  a[70] = a[71] = a[77] = 100;                                             // the limit itself is not taken
  check_coalesced(t, a, 100, 0);
  check_coalesced(t, a, 1000, 3);
  check_coalesced(t, a, -2000, 10);

  auto ranks = t.out<int>(n);
  t.launch("block_rank", check::cover(n, 128), {128}, ranks);
  std::vector<int> want;
  for (int i = 0; i < static_cast<int>(n); ++i) want.push_back(i % 128 + 1000 * (i / 128));
  t.equal("block_rank", t.get(ranks), want);
}
