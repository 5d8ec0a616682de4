// Expected results of monte_carlo: the generator restarted at every point by its closed form instead of stepped.
#include "kernels/expect/check.hpp"

namespace {

/// The generator's state after `count` steps: s -> a s + c applied by doubling.
std::uint64_t after(std::uint64_t s, std::uint64_t count) {
  std::uint64_t a = 6364136223846793005ULL, c = 1442695040888963407ULL;
  for (; count != 0; count /= 2) {
    if (count % 2 != 0) s = a * s + c;
    c = (a + 1) * c;
    a = a * a;
  }
  return s;
}
std::uint64_t number(std::uint64_t start, std::uint64_t index) { return after(start, index + 1) >> 33; }

void inside(check::Case& t, std::uint64_t seed, int steps, std::uint32_t blocks) {
  const std::uint64_t before = 1ULL << 40;
  std::uint64_t hits = before;
  for (std::uint64_t thread = 0; thread < 128U * blocks; ++thread) {
    const std::uint64_t start = seed + thread * 0x9E3779B97F4A7C15ULL;
    for (std::uint64_t k = 0; k < static_cast<std::uint64_t>(steps); ++k) {
      const std::uint64_t x = number(start, 2 * k), y = number(start, 2 * k + 1);
      if (x * x + y * y < 1ULL << 62) ++hits;
    }
  }
  const auto out = t.in(std::vector<std::uint64_t>{before});
  t.launch("count_inside", {blocks}, {128}, seed, steps, out);
  t.equal("count_inside", t.get(out), {hits});
}

void mean(check::Case& t, std::uint64_t seed, int steps, std::uint32_t blocks) {
  std::vector<double> want;
  for (std::uint64_t thread = 0; thread < 128U * blocks; ++thread) {
    long double sum = 0;
    for (std::uint64_t k = 0; k < static_cast<std::uint64_t>(steps); ++k) {
      const long double x = number(seed ^ thread * 0xD1B54A32D192ED03ULL, k) / 2147483648.0L;
      sum += std::exp(-x * x);
    }
    want.push_back(static_cast<double>(sum / steps));
  }
  const auto out = t.out<double>(want.size());
  t.launch("integrate", {blocks}, {128}, seed, steps, out);
  t.near("integrate", t.get(out), want, 1e-12);
}

}  // namespace

KERNEL_CHECK(monte_carlo) {
  inside(t, 1, 25, 3);
  inside(t, 0xfedcba9876543210ULL, 1, 1);
  mean(t, 42, 20, 2);
  mean(t, 0xffffffffffffffffULL, 1, 1);
}
