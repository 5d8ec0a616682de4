// Expected results of aes.cu: AES-128 by the definitions of FIPS 197.
#include "kernels/expect/reference_grid.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;

/// Product of two polynomials over GF(2) modulo x^8 + x^4 + x^3 + x + 1: multiply, then divide.
std::uint8_t times(unsigned a, unsigned b) {
  unsigned product = 0;
  for (int k = 0; k < 8; ++k)
    if (b >> k & 1) product ^= a << k;
  for (int k = 14; k >= 8; --k)
    if (product >> k & 1) product ^= 0x11bU << (k - 8);
  return static_cast<std::uint8_t>(product);
}

Bytes make_sbox() {
  Bytes sbox(256);
  for (unsigned x = 0; x < 256; ++x) {
    unsigned inverse = 0, y = 0;
    for (unsigned k = 1; k < 256; ++k)
      if (times(x, k) == 1) inverse = k;
    for (unsigned i = 0; i < 8; ++i) {
      unsigned bit = 0x63U >> i & 1;
      for (const unsigned step : {0U, 4U, 5U, 6U, 7U}) bit ^= inverse >> ((i + step) % 8) & 1;
      y |= bit << i;
    }
    sbox[x] = static_cast<std::uint8_t>(y);
  }
  return sbox;
}

/// The eleven round keys, one after the other.
Bytes expand(const Bytes& key, const Bytes& sbox) {
  Bytes keys = key;
  std::uint8_t constant = 1;
  for (unsigned word = 4; word < 44; ++word) {
    Bytes last(keys.end() - 4, keys.end());
    if (word % 4 == 0) {
      last = {sbox[last[1]], sbox[last[2]], sbox[last[3]], sbox[last[0]]};
      last[0] ^= constant;
      constant = times(constant, 2);
    }
    for (unsigned k = 0; k < 4; ++k) keys.push_back(keys[4 * (word - 4) + k] ^ last[k]);
  }
  return keys;
}

/// One block; state[row][column] holds byte row + 4 * column.
void encrypt(std::uint8_t* block, const Bytes& keys, const Bytes& sbox) {
  std::uint8_t state[4][4], mixed[4][4];
  for (unsigned i = 0; i < 16; ++i) state[i % 4][i / 4] = block[i] ^ keys[i];
  const unsigned matrix[4] = {2, 3, 1, 1};
  for (unsigned round = 1; round <= 10; ++round) {
    for (unsigned row = 0; row < 4; ++row)
      for (unsigned column = 0; column < 4; ++column) mixed[row][column] = sbox[state[row][(column + row) % 4]];
    for (unsigned row = 0; row < 4; ++row)
      for (unsigned column = 0; column < 4; ++column) {
        unsigned sum = 0;
        for (unsigned k = 0; k < 4; ++k) sum ^= times(mixed[k][column], matrix[(k + 4 - row) % 4]);
        if (round == 10) sum = mixed[row][column];
        state[row][column] = static_cast<std::uint8_t>(sum ^ keys[16 * round + row + 4 * column]);
      }
  }
  for (unsigned i = 0; i < 16; ++i) block[i] = state[i % 4][i / 4];
}

}  // namespace

KERNEL_CHECK(aes) {
  const Bytes sbox = make_sbox();
  Bytes key(16), text(16);  // FIPS 197, appendix C.1
  for (unsigned i = 0; i < 16; ++i) key[i] = static_cast<std::uint8_t>(i), text[i] = static_cast<std::uint8_t>(17 * i);
  auto one = t.out<std::uint8_t>(16);
  t.launch("aes_encrypt", {1}, {128}, t.in(key), t.in(text), one, 1);
  t.equal("aes_encrypt, FIPS 197", t.get(one),
          Bytes{0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30, 0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a});

  const int count = 150;
  key = t.random_bits<std::uint8_t>(16);
  Bytes want = t.random_bits<std::uint8_t>(16 * count);
  auto in = t.in(want);
  auto out = t.out<std::uint8_t>(want.size() + 16);  // what lies behind stays 0
  t.launch("aes_encrypt", check::cover(count, 128), {128}, t.in(key), in, out, count);
  const Bytes keys = expand(key, sbox);
  for (int i = 0; i < count; ++i) encrypt(&want[16 * static_cast<std::size_t>(i)], keys, sbox);
  want.resize(want.size() + 16);
  t.equal("aes_encrypt", t.get(out), want);
}
