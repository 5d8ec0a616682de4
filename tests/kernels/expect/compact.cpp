// Expected results of compact.cu.
#include <algorithm>
#include <map>

#include "kernels/expect/reference_grid.hpp"

namespace {

/// The output must be the warps' positive values, each warp's together and in order; the warps in any order.
void check_positive(check::Case& t, std::size_t n) {
  std::vector<int> a(n);
  std::iota(a.begin(), a.end(), 1);  // distinct, so that a value names its warp
  std::shuffle(a.begin(), a.end(), t.rng);
  for (std::size_t i = 0; i < n; ++i)
    if (t.rng() % 3 == 0 || (i >= 32 && i < 64)) a[i] = i % 2 == 0 ? 0 : -a[i];
  std::map<int, std::vector<int>> warps;  // by their first value
  int positive = 0;
  for (std::size_t first = 0; first < n; first += 32) {
    std::vector<int> kept;
    for (std::size_t i = first; i < std::min(n, first + 32); ++i)
      if (a[i] > 0) kept.push_back(a[i]);
    if (!kept.empty()) warps[kept[0]] = kept;
    positive += static_cast<int>(kept.size());
  }
  auto out = t.out<int>(n);
  auto count = t.out<int>(1);
  t.launch("compact_positive", check::cover(n, 128), {128}, t.in(a), out, count, static_cast<int>(n));
  t.equal("compact_positive, count", t.get(count), {positive});
  const auto got = t.get(out);
  std::vector<int> want;
  while (want.size() < n && warps.count(got[want.size()]) != 0) {
    const auto warp = warps.extract(got[want.size()]).mapped();
    want.insert(want.end(), warp.begin(), warp.end());
  }
  t.require(warps.empty(), "compact_positive: a warp's values are not where one could begin");
  want.resize(n);
  t.equal("compact_positive, out", got, want);
}

void check_runs(check::Case& t) {
  const std::size_t blocks = 5;
  std::vector<std::uint8_t> in;
  while (in.size() < 256 * (blocks - 2))
    in.insert(in.end(), 1 + t.rng() % 9 * (t.rng() % 9), static_cast<std::uint8_t>(t.rng()));
  in.resize(256 * (blocks - 2));
  in.insert(in.end(), 256, std::uint8_t{200});                                           // one run
  for (std::size_t i = 0; i < 256; ++i) in.push_back(static_cast<std::uint8_t>(i * 7));  // 256 runs
  std::vector<std::uint8_t> want_value(in.size());
  std::vector<std::int16_t> want_length(in.size());
  std::vector<int> want_runs(blocks);
  for (std::size_t i = 0; i < in.size(); ++i) {
    int& runs = want_runs[i / 256];
    if (i % 256 == 0 || in[i] != in[i - 1]) ++runs;
    const std::size_t at = i / 256 * 256 + static_cast<std::size_t>(runs) - 1;
    want_value[at] = in[i];
    ++want_length[at];
  }
  auto value = t.out<std::uint8_t>(in.size());
  auto length = t.out<std::int16_t>(in.size());
  auto runs = t.out<int>(blocks);
  t.launch("run_lengths", check::cover(in.size(), 256), {256}, t.in(in), value, length, runs);
  t.equal("run_lengths, runs", t.get(runs), want_runs);
  t.equal("run_lengths, value", t.get(value), want_value);
  t.equal("run_lengths, length", t.get(length), want_length);
}

}  // namespace

KERNEL_CHECK(compact) {
  check_positive(t, 1000);
  check_positive(t, 20);
  check_runs(t);
}
