// Expected results of curand_xorwow.cu: Marsaglia's XORWOW (2003), stepped; sequences start 2^67 steps apart, reached
// by squaring the step as a matrix of bits. The seeding is curand's own.
#include <array>

#include "kernels/expect/reference_grid.hpp"

namespace {

using Words = std::array<std::uint32_t, 5>;

struct State {  // curandStateXORWOW
  std::uint32_t d;
  Words v;
  std::int32_t flags[2];
  float extra;
  double extra_double;
};
static_assert(sizeof(State) == 48);

Words step(const Words& v) {
  const std::uint32_t t = v[0] ^ v[0] >> 2;
  return {v[1], v[2], v[3], v[4], v[4] ^ v[4] << 4 ^ t ^ t << 1};
}

/// A linear map of the 160 bits by its images of the single bits.
struct Map {
  std::array<Words, 160> image{};
  Words operator()(const Words& v) const {
    Words sum{};
    for (std::size_t bit = 0; bit < 160; ++bit)
      if (v[bit / 32] >> bit % 32 & 1)
        for (std::size_t k = 0; k < 5; ++k) sum[k] ^= image[bit][k];
    return sum;
  }
};

Map sequence_jump() {
  Map map;
  for (std::size_t bit = 0; bit < 160; ++bit) {
    Words single{};
    single[bit / 32] = 1U << bit % 32;
    map.image[bit] = step(single);
  }
  for (int k = 0; k < 67; ++k) {
    const Map once = map;
    for (Words& image : map.image) image = once(image);
  }
  return map;
}

State seeded(std::uint64_t seed) {
  const std::uint32_t low = 1099087573U * (static_cast<std::uint32_t>(seed) ^ 0xaad26b49U);
  const std::uint32_t high = 2591861531U * (static_cast<std::uint32_t>(seed >> 32) ^ 0xf7dcefddU);
  const Words v{123456789U + low, 362436069U ^ low, 521288629U + high, 88675123U ^ high, 5783321U + low};
  return {6615241U + low + high, v, {0, 0}, 0, 0};
}

std::uint32_t next(State& s) {
  s.v = step(s.v);
  s.d += 362437;
  return s.v[4] + s.d;
}

/// Without the padding.
std::vector<std::uint32_t> words_of(const std::vector<State>& states) {
  std::vector<std::uint32_t> words;
  for (const State& s : states) {
    words.push_back(s.d);
    words.insert(words.end(), s.v.begin(), s.v.end());
    words.insert(words.end(), {static_cast<std::uint32_t>(s.flags[0]), static_cast<std::uint32_t>(s.flags[1])});
    words.push_back(std::bit_cast<std::uint32_t>(s.extra));
    words.push_back(s.extra_double == 0 ? 0 : 1);
  }
  return words;
}

}  // namespace

KERNEL_CHECK(curand_xorwow) {
  const std::size_t n = 100;
  const std::uint64_t seed = 0x123456789abcdef0ULL;
  const Map jump = sequence_jump();
  std::vector<State> want(n, seeded(seed));
  for (std::size_t i = 1; i < n; ++i) want[i].v = jump(want[i - 1].v);  // d: 2^67 steps add a multiple of 2^32

  auto state = t.in(t.random_bits<State>(n));
  auto bits = t.out<std::uint32_t>(4 * n);
  auto uniform = t.out<float>(n);
  t.launch("xorwow_state", check::cover(n, 64), {64}, state, seed, static_cast<int>(n));
  t.equal("xorwow_state", words_of(t.get(state)), words_of(want));
  for (int round = 0; round < 2; ++round) {
    t.launch("xorwow_fill", check::cover(n, 64), {64}, state, bits, uniform, static_cast<int>(n));
    std::vector<std::uint32_t> want_bits;
    std::vector<float> want_uniform;
    for (State& s : want) {
      for (int k = 0; k < 4; ++k) want_bits.push_back(next(s));
      const auto rounded = static_cast<float>(next(s));  // the product with 2^-32 is exact
      want_uniform.push_back(static_cast<float>(double{rounded} * 0x1p-32 + 0x1p-33));
    }
    t.equal("xorwow_fill, bits", t.get(bits), want_bits);
    t.equal("xorwow_fill, uniform", t.get(uniform), want_uniform);
    t.equal("xorwow_fill, state", words_of(t.get(state)), words_of(want));
  }
}
