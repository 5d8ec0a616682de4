// Searches odd multipliers whose worst equal stride (8 to 1024 bytes, 64 to 4096 objects, load 1/2 and 3/4) displaces
// entries least. Prints each that beats those before it. Usage: bench_dense_multiplier [CANDIDATES] [SEED]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

// Mean displacement in an ordered table: entries queue for places.
double displacement(std::uint64_t multiplier, std::uint64_t stride, std::uint32_t n, std::uint32_t homes,
                    std::vector<std::uint16_t>& count) {
  count.assign(homes, 0);
  std::uint64_t key = 0x7f0000001000ULL * multiplier;
  for (std::uint32_t i = 0; i < n; ++i, key += stride * multiplier)
    ++count[static_cast<std::size_t>(((key >> 32) * homes) >> 32)];
  std::uint64_t sum = 0, waiting = 0;
  for (std::uint32_t c : count) {
    sum += c * waiting + c * (c - std::uint64_t{1}) / 2;
    waiting += c;
    waiting -= waiting != 0 ? 1 : 0;
  }
  return static_cast<double>(sum) / n;
}
struct Score {
  double worst = 0, mean = 0;
};
Score score(std::uint64_t multiplier, double limit) {
  std::vector<std::uint16_t> count;
  Score out;
  unsigned cells = 0;
  for (std::uint32_t n : {64U, 256U, 1024U, 2048U, 4096U})
    for (std::uint64_t stride = 8; stride <= 1024; stride += 8)
      for (std::uint32_t homes : {n * 2, n * 4 / 3}) {
        const double d = displacement(multiplier, stride, n, homes, count);
        out.worst = std::max(out.worst, d);
        out.mean += d;
        ++cells;
        if (out.worst > limit) return out;
      }
  out.mean /= cells;
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const int candidates = argc > 1 ? std::atoi(argv[1]) : 0;
  std::mt19937_64 random(argc > 2 ? static_cast<std::uint64_t>(std::atoll(argv[2])) : 1);
  for (const auto& [name, multiplier] : {std::pair{"2^64/phi", std::uint64_t{0x9E3779B97F4A7C15}},
                                         std::pair{"splitmix64", std::uint64_t{0xBF58476D1CE4E5B9}}}) {
    const Score s = score(multiplier, 1e9);
    std::printf("%-12s 0x%016llX worst %.2f mean %.2f\n", name, static_cast<unsigned long long>(multiplier), s.worst,
                s.mean);
  }
  double best = 1e9;
  for (int i = 0; i < candidates; ++i) {
    const std::uint64_t multiplier = random() | 1;
    const Score s = score(multiplier, best);
    if (s.worst >= best) continue;
    best = s.worst;
    std::printf("candidate    0x%016llX worst %.2f mean %.2f\n", static_cast<unsigned long long>(multiplier), s.worst,
                s.mean);
    std::fflush(stdout);
  }
}
