// Expected results of keccak: the permutation with the constants of FIPS 202 as tables (the kernel computes them), and
// digests known from its examples.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

using State = std::vector<std::uint64_t>;

constexpr std::uint64_t round_constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};
/// rotations[x + 5 y]
constexpr int rotations[25] = {0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
                               25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};

void permute(std::uint64_t* a) {
  for (const std::uint64_t constant : round_constants) {
    std::uint64_t parity[5] = {}, moved[25];
    for (std::size_t k = 0; k < 25; ++k) parity[k % 5] ^= a[k];
    for (std::size_t k = 0; k < 25; ++k) {
      const std::size_t x = k % 5, y = k / 5;
      const std::uint64_t mixed = a[k] ^ parity[(x + 4) % 5] ^ std::rotl(parity[(x + 1) % 5], 1);
      moved[y + 5 * ((2 * x + 3 * y) % 5)] = std::rotl(mixed, rotations[k]);
    }
    for (std::size_t k = 0; k < 25; ++k) {
      const std::size_t row = k / 5 * 5;
      a[k] = moved[k] ^ (~moved[row + (k + 1) % 5] & moved[row + (k + 2) % 5]);
    }
    a[0] ^= constant;
  }
}

void permutations(check::Case& t, std::size_t count) {
  auto states = t.random_bits<std::uint64_t>(25 * count);
  std::fill_n(states.begin(), 25, 0);
  const auto data = t.in(states);
  for (std::size_t i = 0; i < count; ++i) permute(&states[25 * i]);
  t.launch("keccak_f", {covering(count, 64)}, {64}, data, static_cast<int>(count));
  t.equal("keccak_f", t.get(data), states);
}

std::string hex(const std::uint64_t* words) {
  std::string s;
  for (int k = 0; k < 32; ++k) {
    char two[3];
    std::snprintf(two, sizeof two, "%02x", static_cast<unsigned>(words[k / 8] >> 8 * (k % 8) & 255));
    s += two;
  }
  return s;
}

State digests(check::Case& t, const std::vector<std::uint8_t>& messages, std::size_t length, std::size_t count) {
  const auto out = t.out<std::uint64_t>(4 * count);
  t.launch("sha3_256", {covering(count, 64)}, {64}, t.in(messages), static_cast<int>(length), out,
           static_cast<int>(count));
  return t.get(out);
}

void hashes(check::Case& t, std::size_t length, std::size_t count) {
  const auto messages = t.random_bits<std::uint8_t>(length * count);
  State want;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint8_t block[200] = {};
    std::copy_n(messages.begin() + static_cast<std::ptrdiff_t>(i * length), length, block);
    block[length] = 6;
    block[135] = static_cast<std::uint8_t>(block[135] | 0x80U);
    std::uint64_t a[25];
    std::memcpy(a, block, sizeof a);
    permute(a);
    want.insert(want.end(), a, a + 4);
  }
  t.equal("sha3_256", digests(t, messages, length, count), want);
}

}  // namespace

KERNEL_CHECK(keccak) {
  permutations(t, 70);
  for (const std::size_t length : {0U, 1U, 8U, 64U, 135U}) hashes(t, length, 33);
  t.require(hex(digests(t, {}, 0, 1).data()) == "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a",
            "sha3_256: the empty message");
  t.require(hex(digests(t, {'a', 'b', 'c'}, 3, 1).data()) ==
                "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532",
            "sha3_256: abc");
}
