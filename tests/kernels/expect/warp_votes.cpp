// Expected results of warp_votes: all lanes of a warp looked at by loops.
#include "kernels/expect/check.hpp"

namespace {

using Ints = std::vector<std::int32_t>;

/// The lanes of i's warp for which p(lane's thread) holds.
template <class P>
std::uint32_t lanes(std::size_t i, P p) {
  std::uint32_t mask = 0;
  for (std::size_t lane = 0; lane < 32; ++lane)
    if (p(i / 32 * 32 + lane)) mask |= 1U << lane;
  return mask;
}
check::Dim3 blocks(std::size_t n) { return {static_cast<std::uint32_t>(n / 64)}; }

void votes(check::Case& t, const Ints& a) {
  std::vector<std::uint32_t> want, ballots;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::uint32_t positive = lanes(i, [&](std::size_t k) { return a[k] > 0; });
    ballots.push_back(positive);
    want.push_back((positive == 0xffffffff ? 1U : 0U) + (positive != 0 ? 2U : 0U));
  }
  const auto v = t.out<std::uint32_t>(a.size()), b = t.out<std::uint32_t>(a.size());
  t.launch("votes", blocks(a.size()), {64}, t.in(a), v, b);
  t.equal("votes", t.get(v), want);
  t.equal("votes, ballot", t.get(b), ballots);
}

void matches(check::Case& t, const Ints& key, const std::vector<std::uint64_t>& wide) {
  std::vector<std::uint32_t> want, all;
  for (std::size_t i = 0; i < key.size(); ++i) {
    const std::uint32_t same = lanes(i, [&](std::size_t k) { return key[k] == key[i]; });
    want.push_back(same & lanes(i, [&](std::size_t k) { return wide[k] == wide[i]; }));
    all.push_back(same == 0xffffffff ? same : 0);
  }
  const auto m = t.out<std::uint32_t>(key.size()), every = t.out<std::uint32_t>(key.size());
  t.launch("matches", blocks(key.size()), {64}, t.in(key), t.in(wide), m, every);
  t.equal("matches", t.get(m), want);
  t.equal("matches, all", t.get(every), all);
}

void shuffles(check::Case& t, const Ints& a) {
  std::vector<std::int64_t> want;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::size_t lane = i % 32, first = i - lane;
    const std::int64_t mirrored = a[first + 31 - lane];
    want.push_back(a[first + lane * 7 % 32]);
    want.push_back(lane < 3 ? a[i] : a[i - 3]);
    want.push_back(lane > 26 ? a[i] : a[i + 5]);
    want.push_back(a[first + (lane ^ 9U)]);
    want.push_back(lane % 8 == 0 ? a[i] : a[i - 1]);
    want.push_back(mirrored / 2);  // both cut towards zero
    want.push_back(mirrored * (std::int64_t{1} << 32) + static_cast<std::int64_t>(first + 31 - lane));
    want.push_back((lane % 4 >= 2 ? a[i] : a[i + 2]) / 4);
  }
  const auto out = t.out<std::int64_t>(want.size());
  t.launch("shuffles", blocks(a.size()), {64}, t.in(a), out);
  t.equal("shuffles", t.get(out), want);
}

void divergent(check::Case& t, const Ints& a) {
  Ints want;
  for (std::size_t i = 0; i < a.size(); ++i)
    want.push_back(std::popcount(lanes(i, [&](std::size_t k) { return (a[k] - std::int64_t{a[i]}) % 2 == 0; })));
  const auto out = t.out<std::int32_t>(a.size());
  t.launch("divergent", blocks(a.size()), {64}, t.in(a), out);
  t.equal("divergent", t.get(out), want);
}

}  // namespace

KERNEL_CHECK(warp_votes) {
  std::vector<Ints> inputs{t.random<std::int32_t>(64, -9, 9), t.random<std::int32_t>(320, -8'000'000, 8'000'000),
                           Ints(64, 0), Ints(64, 1), Ints(64, -2)};
  inputs.push_back(Ints(64, 4));
  inputs.back()[37] = -3;  // one lane stands out
  inputs.push_back(Ints(128, -5));
  for (std::size_t i = 0; i < 128; i += 33) inputs.back()[i] = 6;
  for (const Ints& a : inputs) {
    votes(t, a);
    shuffles(t, a);
    divergent(t, a);
    std::vector<std::uint64_t> wide;  // keys that differ in the upper or in the lower half
    for (std::size_t i = 0; i < a.size(); ++i)
      wide.push_back(t.random<std::uint64_t>(1, 0, 2)[0] << 40 | t.random<std::uint64_t>(1, 0, 1)[0]);
    matches(t, a, wide);
    matches(t, a, std::vector<std::uint64_t>(a.size(), 1ULL << 63));
  }
}
