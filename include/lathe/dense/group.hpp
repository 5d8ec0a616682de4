// Sixteen bytes that say what stands in a group of fifteen slots: a tag of eight bits of the hash for each (0: free),
// and a byte of overflow bits. Three ways to look at them, SSE2, NEON and plain words, that give the same answers.
//
// Bit i of the last byte: a key whose tag is i modulo 8 wanted a slot here and went on, so that a search for such a key
// goes on, too. Where it is not set a search ends, hit or miss, and nothing marks erased entries. Sources: the tags are
// Google's (Abseil's "Swiss tables", 2017), fifteen of them with overflow bits Boost's (unordered_flat_map, 2022).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace lathe::dense::detail {

inline constexpr std::uint32_t group_slots = 15;  ///< of a group
inline constexpr std::uint32_t group_tags = 16;   ///< bytes: a tag for each slot, and the overflow bits
inline constexpr std::uint32_t group_mask = 0x7fff;

/// Eight bits of a hash as they stand among the tags: 0 is that of a free slot.
constexpr std::uint32_t stored_tag(std::uint32_t tag) { return tag + (tag == 0 ? 1 : 0); }

/// Two words of 64 bits: any machine.
struct WordGroup {
  /// Bit i: slot i has the tag of such hashes.
  static std::uint32_t match(const std::byte* tags, std::uint32_t tag) {
    const std::uint64_t all = 0x0101010101010101ULL * stored_tag(tag);
    return (zero_bytes(word(tags) ^ all) | zero_bytes(word(tags + 8) ^ all) << 8) & group_mask;
  }
  /// Bit i: slot i is filled.
  static std::uint32_t filled(const std::byte* tags) {
    return ~(zero_bytes(word(tags)) | zero_bytes(word(tags + 8)) << 8) & group_mask;
  }

 private:
  static std::uint64_t word(const std::byte* tags) {
    std::uint64_t out;
    std::memcpy(&out, tags, sizeof out);
    if constexpr (std::endian::native == std::endian::big) out = __builtin_bswap64(out);
    return out;
  }
  /// Bit i: byte i is 0. The multiplication gathers the lowest bits of all bytes in the highest one.
  static std::uint32_t zero_bytes(std::uint64_t x) {
    constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7fULL;
    const std::uint64_t zero = ~(((x & low) + low) | x | low) >> 7;
    return static_cast<std::uint32_t>(zero * 0x0102040810204080ULL >> 56);
  }
};

#if defined(__SSE2__)
struct SimdGroup {
  /// Bit i: slot i has the tag of such hashes.
  static std::uint32_t match(const std::byte* tags, std::uint32_t tag) {
    const __m128i all = _mm_set1_epi32(static_cast<int>(tag * 0x01010101U));
    return bits(_mm_cmpeq_epi8(load(tags), _mm_max_epu8(all, _mm_set1_epi8(1)))) & group_mask;
  }
  /// Bit i: slot i is filled.
  static std::uint32_t filled(const std::byte* tags) {
    return ~bits(_mm_cmpeq_epi8(load(tags), _mm_setzero_si128())) & group_mask;
  }

 private:
  static __m128i load(const std::byte* tags) { return _mm_load_si128(reinterpret_cast<const __m128i*>(tags)); }
  static std::uint32_t bits(__m128i bytes) { return static_cast<std::uint32_t>(_mm_movemask_epi8(bytes)); }
};
using Group = SimdGroup;
#elif defined(__aarch64__) && defined(__ARM_NEON)
struct SimdGroup {
  /// Bit i: slot i has the tag of such hashes.
  static std::uint32_t match(const std::byte* tags, std::uint32_t tag) {
    return bits(vceqq_u8(load(tags), vdupq_n_u8(static_cast<std::uint8_t>(stored_tag(tag))))) & group_mask;
  }
  /// Bit i: slot i is filled.
  static std::uint32_t filled(const std::byte* tags) { return ~bits(vceqzq_u8(load(tags))) & group_mask; }

 private:
  static uint8x16_t load(const std::byte* tags) { return vld1q_u8(reinterpret_cast<const std::uint8_t*>(tags)); }
  static std::uint32_t bits(uint8x16_t bytes) {
    const uint8x16_t weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t weighed = vandq_u8(bytes, weights);
    return std::uint32_t{vaddv_u8(vget_low_u8(weighed))} | std::uint32_t{vaddv_u8(vget_high_u8(weighed))} << 8;
  }
};
using Group = SimdGroup;
#else
using Group = WordGroup;
#endif

/// The lowest one of bits that are not all 0.
inline std::uint32_t first_bit(std::uint64_t bits) { return static_cast<std::uint32_t>(__builtin_ctzll(bits)); }

/// The hash of a word: a policy may have another one for groups than for order.
template <class Policy>
constexpr std::uint64_t group_mix(std::uint64_t word) {
  if constexpr (requires { Policy::mix_for_groups(word); })
    return Policy::mix_for_groups(word);
  else
    return Policy::mix(word);
}

/// Where the search for a hash begins: the group by its highest bits, the tag by the eight that follow.
struct Start {
  std::size_t group;
  std::uint32_t tag;  ///< not a byte, which g++ 12 spills as one and reads back as four, and the processor waits
  Start(std::uint64_t hash, std::uint32_t shift) {
    const std::uint64_t both = hash >> shift;
    group = static_cast<std::size_t>(both >> 8);
    tag = static_cast<std::uint32_t>(both) & 0xff;
  }
};
/// A key with this tag wanted a slot of the group and went on.
inline bool overflowed(const std::byte* tags, std::uint32_t tag) {
  return (std::to_integer<unsigned>(tags[group_slots]) >> (tag % 8) & 1U) != 0;
}

/// What a table without a group looks into.
alignas(group_tags) inline constinit std::byte no_group[group_tags] = {};

/// A table of groups without types. 24 bytes. In one block the slots, the first one last, and behind them the tags.
struct GroupFrame {
  std::byte* tags = no_group;
  std::uint32_t shift = 56;  ///< takes a hash to its group and tag
  std::uint32_t last = 0;    ///< the groups, a power of two, but one; 0: nothing is allocated
  std::uint32_t size = 0;    ///< entries
  std::uint32_t limit = 0;   ///< entries at which it is laid out anew

  std::uint32_t groups() const { return last == 0 ? 0 : last + 1; }
  /// The slot of a place among the tags.
  static std::size_t slot_of(std::size_t place) { return place - place / group_tags; }
};

}  // namespace lathe::dense::detail
