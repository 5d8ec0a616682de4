// Expected results of histogram: counts in std::map.
#include <map>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

namespace {

void bytes(check::Case& t, std::size_t words, std::uint32_t blocks) {
  auto data = t.random_bits<std::uint8_t>(4 * words);
  for (std::size_t i = 0; i < data.size(); i += 3) data[i] = 7;  // many equal: lanes meet in one bin
  std::map<std::size_t, unsigned> count;
  for (const auto byte : data) ++count[byte];
  std::vector<unsigned> want(256);
  for (std::size_t v = 0; v < 256; ++v) want[v] = count[v];
  const auto bins = t.out<unsigned>(256);
  t.launch("histogram_u8", {blocks}, {256}, t.in(data), bins, static_cast<int>(words));
  t.equal("histogram_u8", t.get(bins), want);
}

void floats(check::Case& t, std::size_t n, std::uint32_t blocks) {
  auto a = t.random<float>(n, -0.25F, 1.25F);
  for (std::size_t i = 0; i < n; i += 7) a[i] = static_cast<float>(i % 65) / 64;  // bin borders
  const auto weights = t.random<int>(n, -20, 100);
  std::vector<unsigned> want(64);
  std::vector<float> sums(64), w;
  for (std::size_t i = 0; i < n; ++i) {
    w.push_back(static_cast<float>(weights[i]));
    std::size_t b = 0;
    while (b < 63 && a[i] >= static_cast<float>(b + 1) / 64) ++b;
    ++want[b];
    sums[b] += w[i];
  }
  const auto bins = t.out<unsigned>(64);
  const auto wsum = t.out<float>(64);
  t.launch("histogram_f32", {blocks}, {256}, t.in(a), t.in(w), bins, wsum, static_cast<int>(n));
  t.equal("histogram_f32 bins", t.get(bins), want);
  t.near("histogram_f32 wsum", t.get(wsum), sums, 0);
}

}  // namespace

KERNEL_CHECK(histogram) {
  bytes(t, 1, 1);
  bytes(t, 1000, 3);
  bytes(t, 2048, 2);
  floats(t, 1, 1);
  floats(t, 1500, 3);
}
