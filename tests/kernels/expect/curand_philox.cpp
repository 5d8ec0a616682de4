// Expected results of curand_philox.cu: Philox 4x32-10 (Salmon et al., 2011) and MRG32k3a (L'Ecuyer, 1999) as
// published; the seeding of MRG32k3a is curand's own.
#include <array>

#include "kernels/expect/reference_grid.hpp"

namespace {

using Words = std::array<std::uint32_t, 4>;
constexpr double two_pi = 6.283185307179586477;

Words philox(Words counter, std::uint64_t seed) {
  auto key_0 = static_cast<std::uint32_t>(seed), key_1 = static_cast<std::uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xd2511f53} * counter[0], b = std::uint64_t{0xcd9e8d57} * counter[2];
    counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key_0, static_cast<std::uint32_t>(b),
               static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key_1, static_cast<std::uint32_t>(a)};
    key_0 += 0x9e3779b9, key_1 += 0xbb67ae85;
  }
  return counter;
}

class Mrg32k3a {
 public:
  explicit Mrg32k3a(std::uint64_t seed) {
    std::uint64_t x[2] = {(seed ^ 0x55555555) & 0xffffffff, seed >> 32 ^ 0xaaaaaaaa};
    if (seed == 0) x[0] = x[1] = 1;
    for (std::size_t k = 0; k < 3; ++k) a_[k] = 12345 * x[k % 2] % m1, b_[k] = 12345 * x[(k + 1) % 2] % m2;
  }
  double next() {
    const std::uint64_t p = (times(1403580, a_[1], m1) + m1 - times(810728, a_[0], m1)) % m1;
    const std::uint64_t q = (times(527612, b_[2], m2) + m2 - times(1370589, b_[0], m2)) % m2;
    a_ = {a_[1], a_[2], p}, b_ = {b_[1], b_[2], q};
    return static_cast<double>(p > q ? p - q : p + m1 - q) * 2.3283065498378288e-10;  // 1 / m1
  }

 private:
  static std::uint64_t times(std::uint64_t a, std::uint64_t b, std::uint64_t m) { return a * b % m; }
  static constexpr std::uint64_t m1 = 4294967087, m2 = 4294944443;
  std::array<std::uint64_t, 3> a_, b_;  // oldest first
};

/// Box-Muller of the midpoints of 2^-32 wide steps: sine first.
void append_normals(std::vector<float>& want, std::uint32_t x, std::uint32_t y) {
  const double u = (x + 0.5) * 0x1p-32, angle = two_pi * (y + 0.5) * 0x1p-32, radius = std::sqrt(-2 * std::log(u));
  want.push_back(static_cast<float>(radius * std::sin(angle)));
  want.push_back(static_cast<float>(radius * std::cos(angle)));
}

}  // namespace

KERNEL_CHECK(curand_philox) {
  const std::uint32_t n = 150;
  const auto grid = check::cover(n, 64);
  for (const std::uint64_t seed : {0ULL, 0x123456789abcdef0ULL}) {
    auto bits = t.out<Words>(n);
    auto normal = t.out<float>(4 * n);
    auto uniform = t.out<double>(n);
    t.launch("philox_bits", grid, {64}, bits, seed, static_cast<int>(n));
    t.launch("philox_normal", grid, {64}, normal, seed, static_cast<int>(n));
    t.launch("mrg_uniform", grid, {64}, uniform, seed, static_cast<int>(n));
    std::vector<Words> want_bits;
    std::vector<float> want_normal;
    std::vector<double> want_uniform;
    Mrg32k3a mrg(seed);
    for (std::uint32_t i = 0; i < n; ++i) {
      const Words words = philox({0, 0, i, 0}, seed);
      want_bits.push_back(words);
      append_normals(want_normal, words[0], words[1]);
      append_normals(want_normal, words[2], words[3]);
      want_uniform.push_back(mrg.next());
      for (int skip = 0; skip < 9; ++skip) mrg.next();
    }
    t.equal("philox_bits", t.get(bits), want_bits);
    t.near("philox_normal", t.get(normal), want_normal, 1e-5);
    t.equal("mrg_uniform", t.get(uniform), want_uniform);
  }
}
