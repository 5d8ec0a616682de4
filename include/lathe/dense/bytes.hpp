// A hash of bytes, and whether two runs of bytes are the same, made for names: up to 16 bytes without a loop or a call.
//
// The hash multiplies two halves of what it reads to 128 bits and adds the halves of the product without carry, as wyhash
// (Wang Yi, 2019) does; what is read does not depend on the machine's byte order. No defence against chosen keys.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lathe::dense {

namespace detail {
/// Up to eight bytes, the first one lowest.
template <class W>
W read_bytes(const char* at) {
  W out;
  std::memcpy(&out, at, sizeof out);
  if constexpr (std::endian::native == std::endian::big) {
    if constexpr (sizeof(W) == 8)
      out = __builtin_bswap64(out);
    else
      out = __builtin_bswap32(out);
  }
  return out;
}
/// The halves of the product of 128 bits, one upon the other.
inline std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
#if defined(__SIZEOF_INT128__)
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
#else
  const std::uint64_t al = a & 0xffffffff, ah = a >> 32, bl = b & 0xffffffff, bh = b >> 32;
  const std::uint64_t ll = al * bl, lh = al * bh, hl = ah * bl, hh = ah * bh;
  const std::uint64_t middle = (ll >> 32) + (lh & 0xffffffff) + (hl & 0xffffffff);
  return (a * b) ^ (hh + (lh >> 32) + (hl >> 32) + (middle >> 32));
#endif
}
inline constexpr std::uint64_t bytes_key = 0x8FE0B682CCD3F551ULL;   // odd, as good as any other
inline constexpr std::uint64_t bytes_key2 = 0x9E3779B97F4A7C15ULL;  // 2^64 / phi
[[gnu::noinline]] inline std::uint64_t hash_long(const char* at, std::size_t count) {
  std::uint64_t state = count ^ bytes_key2;
  const char* const end = at + count;
  for (; end - at > 16; at += 16)
    state = fold(read_bytes<std::uint64_t>(at) ^ bytes_key, read_bytes<std::uint64_t>(at + 8) ^ state);
  return fold(read_bytes<std::uint64_t>(end - 16) ^ bytes_key, read_bytes<std::uint64_t>(end - 8) ^ state);
}
}  // namespace detail

/// 64 bits of `count` bytes, the same on every machine. O(count).
inline std::uint64_t hash_bytes(const char* at, std::size_t count) {
  using detail::fold, detail::read_bytes;
  if (count > 16) return detail::hash_long(at, count);
  std::uint64_t a = 0, b = 0;
  if (count >= 8) {
    a = read_bytes<std::uint64_t>(at);
    b = read_bytes<std::uint64_t>(at + count - 8);
  } else if (count >= 4) {
    a = read_bytes<std::uint32_t>(at);
    b = read_bytes<std::uint32_t>(at + count - 4);
  } else if (count != 0) {
    a = static_cast<unsigned char>(at[0]) | static_cast<std::uint64_t>(static_cast<unsigned char>(at[count / 2])) << 8;
    b = static_cast<unsigned char>(at[count - 1]);
  }
  return fold(a ^ detail::bytes_key, b ^ count ^ detail::bytes_key2);
}

/// Whether two runs of `count` bytes are the same.
inline bool same_bytes(const char* a, const char* b, std::size_t count) {
  if (count > 16) return std::memcmp(a, b, count) == 0;
  const auto differ = [&]<class W>(W, std::size_t at) {
    W x, y;
    std::memcpy(&x, a + at, sizeof x);
    std::memcpy(&y, b + at, sizeof y);
    return static_cast<W>(x ^ y);
  };
  if (count >= 8) return (differ(std::uint64_t{}, 0) | differ(std::uint64_t{}, count - 8)) == 0;
  if (count >= 4) return (differ(std::uint32_t{}, 0) | differ(std::uint32_t{}, count - 4)) == 0;
  return count == 0 || (a[0] == b[0] && a[count / 2] == b[count / 2] && a[count - 1] == b[count - 1]);
}

}  // namespace lathe::dense
