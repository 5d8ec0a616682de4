// Expected results of radix_sort: digits counted one by one, each pass a stable sort of the standard library.
#include <utility>

#include "kernels/expect/check.hpp"

namespace {

unsigned digit_of(unsigned key, int shift) { return key >> shift & 15U; }

/// One pass; the keys as the kernel left them.
std::vector<unsigned> pass(check::Case& t, const std::vector<unsigned>& keys, int shift) {
  const auto blocks = static_cast<std::uint32_t>(keys.size() / 256);
  std::vector<unsigned> counts(16 * blocks), offsets;
  for (std::size_t i = 0; i < keys.size(); ++i) ++counts[digit_of(keys[i], shift) * blocks + i / 256];
  const auto in = t.in(keys), counted = t.out<unsigned>(counts.size());
  t.launch("radix_count", {blocks}, {256}, in, counted, shift);
  t.equal("radix_count", t.get(counted), counts);

  unsigned before = 0;
  for (const unsigned c : counts) offsets.push_back(std::exchange(before, before + c));
  auto want = keys;
  std::stable_sort(want.begin(), want.end(),
                   [&](unsigned a, unsigned b) { return digit_of(a, shift) < digit_of(b, shift); });
  const auto out = t.out<unsigned>(keys.size());
  t.launch("radix_scatter", {blocks}, {256}, in, out, t.in(offsets), shift);
  const auto got = t.get(out);
  t.equal("radix_scatter", got, want);
  return got;
}

}  // namespace

KERNEL_CHECK(radix_sort) {
  for (const std::size_t blocks : {1U, 2U, 5U}) {
    auto keys = t.random_bits<unsigned>(256 * blocks);
    auto sorted = keys;
    std::sort(sorted.begin(), sorted.end());
    for (int shift = 0; shift < 32; shift += 4) keys = pass(t, keys, shift);
    t.equal("all passes", keys, sorted);
  }
  pass(t, std::vector<unsigned>(512, 0xffffffff), 28);  // one digit for all
  std::vector<unsigned> runs;
  for (unsigned i = 0; i < 768; ++i) runs.push_back(i << 8 | (i / 37 % 16));
  pass(t, runs, 0);
}
