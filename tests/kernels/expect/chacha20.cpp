// Expected results of chacha20.cu: the example of RFC 8439, section 2.3.2, and its block function on a 4 x 4 matrix.
#include <array>

#include "kernels/expect/reference_grid.hpp"

namespace {

using Words = std::vector<std::uint32_t>;

/// Adds, xors and turns the three places as the RFC's quarter round does in turn.
void mix(Words& m, std::size_t sum, std::size_t term, std::size_t turned, int bits) {
  m[sum] += m[term];
  m[turned] = std::rotl(m[turned] ^ m[sum], bits);
}

Words block(const Words& key, const Words& nonce, std::uint32_t counter) {
  Words start{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};  // "expand 32-byte k"
  start.insert(start.end(), key.begin(), key.end());
  start.push_back(counter);
  start.insert(start.end(), nonce.begin(), nonce.end());
  Words m = start;
  for (std::size_t round = 0; round < 20; ++round)
    for (std::size_t c = 0; c < 4; ++c) {
      std::array<std::size_t, 4> at{};  // a column, or in odd rounds a diagonal
      for (std::size_t row = 0; row < 4; ++row) at[row] = 4 * row + (c + (round % 2) * row) % 4;
      mix(m, at[0], at[1], at[3], 16);
      mix(m, at[2], at[3], at[1], 12);
      mix(m, at[0], at[1], at[3], 8);
      mix(m, at[2], at[3], at[1], 7);
    }
  for (std::size_t k = 0; k < 16; ++k) m[k] += start[k];
  return m;
}

}  // namespace

KERNEL_CHECK(chacha20) {
  Words key, nonce{0x09000000, 0x4a000000, 0};
  for (std::uint32_t k = 0; k < 8; ++k) key.push_back(0x03020100 + 0x04040404 * k);
  auto one = t.out<std::uint32_t>(16);
  t.launch("chacha_blocks", {1}, {64}, t.in(key), t.in(nonce), 1U, one, 1);
  t.equal("chacha_blocks, RFC 8439", t.get(one),
          Words{0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033, 0x9aaa2204, 0x4e6cd4c3,
                0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9, 0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2});

  key = t.random_bits<std::uint32_t>(8), nonce = t.random_bits<std::uint32_t>(3);
  const int blocks = 100;
  const std::uint32_t counter = ~0U - 50;  // wraps
  auto out = t.out<std::uint32_t>(16 * blocks);
  t.launch("chacha_blocks", check::cover(blocks, 64), {64}, t.in(key), t.in(nonce), counter, out, blocks);
  Words want;
  for (std::uint32_t i = 0; i < blocks; ++i) {
    const Words words = block(key, nonce, counter + i);
    want.insert(want.end(), words.begin(), words.end());
  }
  t.equal("chacha_blocks", t.get(out), want);
}
