// Expected results of crc.cu: long division of the message polynomial, bit by bit, and the published check values.
#include <algorithm>

#include "kernels/expect/reference_grid.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;

/// Remainder of the message, its first `width` bits inverted, divided by the polynomial (x^width is implied).
std::uint32_t remainder(const std::vector<bool>& message, unsigned width, std::uint32_t polynomial) {
  std::vector<bool> bits = message;
  bits.resize(message.size() + width);
  for (std::size_t k = 0; k < width; ++k) bits[k] = !bits[k];
  for (std::size_t at = 0; at < message.size(); ++at) {
    if (!bits[at]) continue;
    for (std::size_t k = 0; k < width; ++k)
      bits[at + 1 + k] = bits[at + 1 + k] != ((polynomial >> (width - 1 - k) & 1) != 0);
  }
  std::uint32_t rest = 0;
  for (std::size_t k = 0; k < width; ++k) rest = rest << 1 | static_cast<std::uint32_t>(bits[message.size() + k]);
  return rest;
}

/// Bytes go in by their lowest bit first, and the remainder comes out mirrored and inverted.
std::uint32_t crc32(const std::uint8_t* bytes, std::size_t length) {
  std::vector<bool> message;
  for (std::size_t i = 0; i < 8 * length; ++i) message.push_back((bytes[i / 8] >> i % 8 & 1) != 0);
  const std::uint32_t rest = remainder(message, 32, 0x04c11db7);
  std::uint32_t mirrored = 0;
  for (unsigned k = 0; k < 32; ++k) mirrored |= (rest >> k & 1) << (31 - k);
  return ~mirrored;
}

std::uint16_t crc16(const std::uint8_t* bytes, std::size_t length) {
  std::vector<bool> message;
  for (std::size_t i = 0; i < 8 * length; ++i) message.push_back((bytes[i / 8] >> (7 - i % 8) & 1) != 0);
  return static_cast<std::uint16_t>(remainder(message, 16, 0x1021));
}

void check_messages(check::Case& t, const Bytes& bytes, int length, const std::vector<std::uint32_t>& want_32,
                    const std::vector<std::uint16_t>& want_16) {
  const auto count = static_cast<int>(want_32.size());
  const auto grid = check::cover(want_32.size(), 128);
  auto in = t.in(bytes);
  for (const std::string kernel : {"crc32_table", "crc32_bits"}) {
    auto out = t.out<std::uint32_t>(want_32.size());
    t.launch(kernel, grid, {128}, in, length, out, count);
    t.equal(kernel, t.get(out), want_32);
  }
  auto out = t.out<std::uint16_t>(want_16.size());
  t.launch("crc16_bits", grid, {128}, in, length, out, count);
  t.equal("crc16_bits", t.get(out), want_16);
}

}  // namespace

KERNEL_CHECK(crc) {
  const std::string digits = "123456789";
  check_messages(t, Bytes(digits.begin(), digits.end()), 9, {0xcbf43926}, {0x29b1});
  for (const std::size_t length : {4U, 31U}) {
    const std::size_t count = 150;
    Bytes bytes = t.random_bits<std::uint8_t>(count * length);
    std::fill_n(bytes.begin(), length, std::uint8_t{0}), std::fill_n(bytes.begin() + 31, length, std::uint8_t{255});
    std::vector<std::uint32_t> want_32;
    std::vector<std::uint16_t> want_16;
    for (std::size_t i = 0; i < count; ++i) {
      want_32.push_back(crc32(&bytes[i * length], length));
      want_16.push_back(crc16(&bytes[i * length], length));
    }
    check_messages(t, bytes, static_cast<int>(length), want_32, want_16);
  }
  check_messages(t, {0}, 0, {0, 0, 0}, {0xffff, 0xffff, 0xffff});
}
