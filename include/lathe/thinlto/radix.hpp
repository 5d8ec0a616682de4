// Sorting by integer keys, digit by digit: what the planner sorts is ids and guids, by the million or by the thousand
// for each module. Source: Knuth 5.2.5 (distribution sorting, least significant digit first).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace lathe::thinlto::detail {

/// Sorts by key(item), an unsigned integer; equal keys keep their order. `scratch` is overwritten. O(n) for each byte
/// in which keys differ; n^2 below 64 items.
template <class T, class Key>
void radix_sort(std::vector<T>& items, std::vector<T>& scratch, Key&& key) {
  if (items.size() < 64) {
    const auto before = [&](const T& a, const T& b) { return key(a) < key(b); };
    for (auto at = items.begin(); at != items.end(); ++at)
      std::rotate(std::upper_bound(items.begin(), at, *at, before), at, at + 1);
    return;
  }
  std::uint64_t some = 0, all = ~std::uint64_t{0};
  for (const T& item : items) {
    some |= key(item);
    all &= key(item);
  }
  scratch.resize(items.size());
  for (unsigned shift = 0; shift < 64; shift += 8) {
    if (((some ^ all) >> shift & 255U) == 0) continue;
    std::array<std::uint32_t, 256> place{};
    for (const T& item : items) ++place[key(item) >> shift & 255U];
    std::uint32_t next = 0;
    for (std::uint32_t& at : place) {
      const std::uint32_t count = at;
      at = next;
      next += count;
    }
    for (const T& item : items) scratch[place[key(item) >> shift & 255U]++] = item;
    items.swap(scratch);
  }
}

}  // namespace lathe::thinlto::detail
