// Expected results of sha256: FIPS 180-4 over the whole padded message; the constants are the roots of primes that the
// standard makes them of. One digest is the standard's own example.
#include <array>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

using Bytes = std::vector<std::uint8_t>;

std::vector<int> primes(std::size_t count) {
  std::vector<int> found;
  for (int n = 2; found.size() < count; ++n)
    if (std::none_of(found.begin(), found.end(), [&](int p) { return n % p == 0; })) found.push_back(n);
  return found;
}
/// The first 32 bits of the fraction.
std::uint32_t fraction(long double v) { return static_cast<std::uint32_t>((v - std::floor(v)) * 0x1p32L); }

std::uint32_t twist(std::uint32_t x, int a, int b, int c) {
  return std::rotr(x, a) ^ std::rotr(x, b) ^ std::rotr(x, c);
}

Bytes digest(Bytes message) {
  const std::uint64_t bits = 8 * message.size();
  message.push_back(0x80);
  while (message.size() % 64 != 56) message.push_back(0);
  for (int shift = 56; shift >= 0; shift -= 8) message.push_back(static_cast<std::uint8_t>(bits >> shift));
  const auto prime = primes(64);
  std::array<std::uint32_t, 8> sum;
  for (std::size_t i = 0; i < 8; ++i) sum[i] = fraction(std::sqrt(static_cast<long double>(prime[i])));
  for (std::size_t block = 0; block < message.size(); block += 64) {
    auto h = sum;
    std::vector<std::uint32_t> w(64);
    for (std::size_t i = 0; i < 64; ++i) w[i / 4] = i / 4 < 16 ? w[i / 4] << 8 | message[block + i] : 0;
    for (std::size_t i = 16; i < 64; ++i)
      w[i] = w[i - 16] + w[i - 7] + (std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3)) +
             (std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10));
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t choice = h[6] ^ (h[4] & (h[5] ^ h[6])), most = (h[0] & (h[1] | h[2])) | (h[1] & h[2]);
      const std::uint32_t first =
          h[7] + twist(h[4], 6, 11, 25) + choice + fraction(std::cbrt(static_cast<long double>(prime[i]))) + w[i];
      std::rotate(h.begin(), h.end() - 1, h.end());  // a becomes b, ... h becomes a, which is replaced
      h[4] += first;
      h[0] = first + twist(h[1], 2, 13, 22) + most;
    }
    for (std::size_t i = 0; i < 8; ++i) sum[i] += h[i];
  }
  Bytes out;
  for (std::size_t i = 0; i < 32; ++i) out.push_back(static_cast<std::uint8_t>(sum[i / 4] >> (24 - 8 * (i % 4))));
  return out;
}

void run(check::Case& t, const Bytes& messages, std::size_t length, std::size_t count) {
  Bytes want;
  for (std::size_t i = 0; i < count; ++i) {
    const auto first = messages.begin() + static_cast<std::ptrdiff_t>(i * length);
    const Bytes d = digest(Bytes(first, first + static_cast<std::ptrdiff_t>(length)));
    want.insert(want.end(), d.begin(), d.end());
  }
  const auto out = t.out<std::uint8_t>(32 * count);
  t.launch("sha256_many", {covering(count, 128)}, {128}, t.in(messages), static_cast<std::uint32_t>(length), out,
           static_cast<int>(count));
  t.equal("sha256_many of " + std::to_string(length), t.get(out), want);
}

}  // namespace

KERNEL_CHECK(sha256) {
  const Bytes abc = digest({'a', 'b', 'c'});
  t.require(abc[0] == 0xba && abc[1] == 0x78 && abc[30] == 0x15 && abc[31] == 0xad, "digest of abc");
  run(t, {'a', 'b', 'c'}, 3, 1);
  for (const std::size_t length : {0U, 1U, 3U, 55U, 56U, 63U, 64U, 65U, 119U, 120U, 128U, 200U})
    run(t, t.random_bits<std::uint8_t>(5 * length), length, 5);
  run(t, t.random_bits<std::uint8_t>(150 * 21), 21, 150);
}
