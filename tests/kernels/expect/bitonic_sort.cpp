// Expected results of bitonic_sort.cu: std::sort of each group, and the exchange that one step makes.
#include <algorithm>
#include <limits>

#include "kernels/expect/reference_grid.hpp"

namespace {

struct Pair {
  float key;
  unsigned value;
};

void check_block(check::Case& t) {
  auto a = t.random_bits<int>(3 * 512);
  std::fill_n(a.begin() + 512, 100, std::numeric_limits<int>::min());
  for (std::size_t i = 1024; i < 1536; ++i) a[i] = a[i] % 7;
  auto buffer = t.in(a);
  t.launch("bitonic_block", {3}, {256}, buffer);
  for (auto group = a.begin(); group != a.end(); group += 512) std::sort(group, group + 512);
  t.equal("bitonic_block", t.get(buffer), a);
}

void check_pairs(check::Case& t) {
  std::vector<Pair> a(2 * 512);
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = {0.37F * static_cast<float>(i) - 200, static_cast<unsigned>(t.rng())};
  a[3].key = -std::numeric_limits<float>::infinity(), a[700].key = std::numeric_limits<float>::infinity();
  a[4].key = std::numeric_limits<float>::denorm_min();
  std::shuffle(a.begin(), a.end(), t.rng);
  auto buffer = t.in(a);
  t.launch("bitonic_pairs", {2}, {256}, buffer);
  for (auto group = a.begin(); group != a.end(); group += 512)
    std::sort(group, group + 512, [](const Pair& x, const Pair& y) { return x.key < y.key; });
  t.equal("bitonic_pairs", t.get(buffer), a);
}

void check_step(check::Case& t) {
  const std::size_t n = 1024;
  auto a = t.random_bits<unsigned long long>(n);
  for (std::size_t i = 0; i < 100; ++i) a[10 * i] %= 3;
  auto buffer = t.in(a);
  for (std::size_t k = 2; k <= n; k *= 2)
    for (std::size_t j = k / 2; j > 0; j /= 2) {
      t.launch("bitonic_step", check::cover(n, 256), {256}, buffer, static_cast<int>(j), static_cast<int>(k));
      for (std::size_t i = 0; i < n; ++i) {
        auto &low = a[i], &high = a[i ^ j];
        const bool up = (i & k) == 0;
        if ((i & j) == 0 && (up ? low > high : low <= high)) std::swap(low, high);
      }
      if (j == 1 || k == n) t.equal("bitonic_step " + std::to_string(j) + " of " + std::to_string(k), t.get(buffer), a);
    }
  t.require(std::is_sorted(a.begin(), a.end()), "bitonic_step: all steps do not sort");
}

}  // namespace

KERNEL_CHECK(bitonic_sort) {
  check_block(t);
  check_pairs(t);
  check_step(t);
}
