// Expected results of cub_radix_sort.cu: std::stable_sort of each group.
#include <algorithm>
#include <limits>

#include "kernels/expect/reference_grid.hpp"

namespace {

template <class T, class Before>
void check_sort(check::Case& t, const std::string& kernel, std::vector<T> keys, Before before) {
  auto data = t.in(keys);
  t.launch(kernel, check::cover(keys.size(), 512), {128}, data);
  for (auto group = keys.begin(); group != keys.end(); group += 512) std::stable_sort(group, group + 512, before);
  t.equal(kernel, t.get(data), keys);
}

void check_pairs(check::Case& t) {
  const std::size_t blocks = 2;
  auto keys = t.random<short>(256 * blocks, -20, 20);  // many equal
  keys[7] = -32768, keys[3] = 32767, keys[260] = -32768, keys[261] = -1;
  std::vector<int> values(keys.size());
  std::iota(values.begin(), values.end(), -100);
  auto k = t.in(keys);
  auto v = t.in(values);
  t.launch("sort_pairs", {blocks}, {64}, k, v);
  for (auto group = values.begin(); group != values.end(); group += 256)
    std::stable_sort(group, group + 256, [&](int a, int b) {
      return keys[static_cast<std::size_t>(a + 100)] < keys[static_cast<std::size_t>(b + 100)];
    });
  std::vector<short> sorted;
  for (const int value : values) sorted.push_back(keys[static_cast<std::size_t>(value + 100)]);
  t.equal("sort_pairs, keys", t.get(k), sorted);
  t.equal("sort_pairs, values", t.get(v), values);
}

}  // namespace

KERNEL_CHECK(cub_radix_sort) {
  auto numbers = t.random_bits<unsigned>(512 * 2);
  for (std::size_t i = 512; i < 1024; ++i) numbers[i] >>= i % 32;
  check_sort(t, "sort_u32", numbers, std::less<unsigned>());

  using Limits = std::numeric_limits<float>;
  auto floats = t.random(512 * 2, -100.0F, 100.0F);
  const float edges[] = {0.0F,
                         -0.0F,
                         Limits::infinity(),
                         -Limits::infinity(),
                         Limits::denorm_min(),
                         -Limits::denorm_min(),
                         Limits::max(),
                         Limits::lowest(),
                         1.0F,
                         -1.0F};
  for (std::size_t i = 0; i < 60; ++i) floats[17 * i] = edges[t.rng() % 10];  // zeros of both signs count as equal
  check_sort(t, "sort_f32_desc", floats, std::greater<float>());
  check_pairs(t);
}
