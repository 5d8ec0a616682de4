// Sixteen bytes that say what stands in a group of fifteen slots: a tag of eight bits of the hash for each (0: free),
// and a byte of overflow bits. Three ways to look at them, SSE2, NEON and plain words, that give the same answers.
//
// Bit i of the last byte: a key whose tag is i modulo 8 wanted a slot here and went on, so that a search for such a key
// goes on, too. Where it is not set a search ends, hit or miss, and nothing marks erased entries. Sources: the tags are
// Google's (Abseil's "Swiss tables", 2017), fifteen of them with overflow bits Boost's (unordered_flat_map, 2022).
//
// What changes a table writes tags by halves, words of 64 bits, and reads them so: of sixteen bytes of which some were
// just written a processor reads nothing before these are in its cache, and in a small table the next change is in the
// same group.
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

/// Half of the tags, the first one lowest.
inline std::uint64_t tags_word(const std::byte* tags) {
  std::uint64_t out;
  std::memcpy(&out, tags, sizeof out);
  if constexpr (std::endian::native == std::endian::big) out = __builtin_bswap64(out);
  return out;
}
inline void put_tags_word(std::byte* tags, std::uint64_t word) {
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  std::memcpy(tags, &word, sizeof word);
}
/// Slot i, which is free, gets the tag of such hashes.
inline void set_tag(std::byte* tags, std::uint32_t i, std::uint32_t tag) {
  std::byte* const half = tags + (i & 8U);
  put_tags_word(half, tags_word(half) | std::uint64_t{stored_tag(tag)} << (i * 8 % 64));
}
/// Slot i becomes free.
inline void clear_tag(std::byte* tags, std::uint32_t i) {
  std::byte* const half = tags + (i & 8U);
  put_tags_word(half, tags_word(half) & ~(std::uint64_t{0xff} << (i * 8 % 64)));
}
/// A key with such a tag went past.
inline bool overflowed(const std::byte* tags, std::uint32_t tag) {
  return (std::to_integer<unsigned>(tags[group_slots]) >> (tag % 8) & 1U) != 0;
}
/// The first free slot; 15: none. Shorter to the next change than by Group::filled, but has a branch that is a coin toss
/// where groups are half full.
[[gnu::always_inline]] inline std::uint32_t first_free_here(const std::byte* tags) {
  // The lowest bit that is set says of the lowest byte that is 0; those above may err.
  const auto zeros = [](std::uint64_t word) { return (word - 0x0101010101010101ULL) & ~word & 0x8080808080808080ULL; };
  const std::uint64_t low = zeros(tags_word(tags));
  if (low != 0) return static_cast<std::uint32_t>(__builtin_ctzll(low)) / 8;
  const std::uint64_t high = zeros(tags_word(tags + 8) | 0xff00000000000000ULL) | 0x8000000000000000ULL;
  return 8 + static_cast<std::uint32_t>(__builtin_ctzll(high)) / 8;
}
inline std::uint32_t first_free(const std::byte* tags) { return first_free_here(tags); }

/// Two words of 64 bits: any machine.
class WordGroup {
 public:
  explicit WordGroup(const std::byte* tags) : low_(tags_word(tags)), high_(tags_word(tags + 8)) {}
  static WordGroup changing(const std::byte* tags) { return WordGroup(tags); }
  /// Bit i: slot i has the tag of such hashes.
  std::uint32_t match(std::uint32_t tag) const {
    const std::uint64_t all = 0x0101010101010101ULL * stored_tag(tag);
    return (zero_bytes(low_ ^ all) | zero_bytes(high_ ^ all) << 8) & group_mask;
  }
  /// Bit i: slot i is filled.
  std::uint32_t filled() const { return ~(zero_bytes(low_) | zero_bytes(high_) << 8) & group_mask; }
  /// A key with such a tag went past.
  bool overflowed(std::uint32_t tag) const { return (high_ >> (56 + tag % 8) & 1) != 0; }

 private:
  /// Bit i: byte i is 0. The multiplication gathers the lowest bits of all bytes in the highest one.
  static std::uint32_t zero_bytes(std::uint64_t x) {
    constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7fULL;
    const std::uint64_t zero = ~(((x & low) + low) | x | low) >> 7;
    return static_cast<std::uint32_t>(zero * 0x0102040810204080ULL >> 56);
  }
  std::uint64_t low_, high_;
};

#if defined(__SSE2__)
/// Each tag four times as it is stored: reading it is shorter than making it.
struct RepeatedTags {
  std::uint32_t of[256];
  constexpr RepeatedTags() : of{} {
    for (std::uint32_t tag = 0; tag < 256; ++tag) of[tag] = stored_tag(tag) * 0x01010101U;
  }
};
inline constexpr RepeatedTags repeated_tags;

class SimdGroup {
 public:
  explicit SimdGroup(const std::byte* tags) : bytes_(_mm_load_si128(reinterpret_cast<const __m128i*>(tags))) {}
  /// Of tags that may just have been written, by halves as they were.
  static SimdGroup changing(const std::byte* tags) {
    const __m128i low = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(tags));
    const __m128i high = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(tags + 8));
    return SimdGroup(_mm_unpacklo_epi64(low, high));
  }
  /// Bit i: slot i has the tag of such hashes.
  std::uint32_t match(std::uint32_t tag) const { return bits(_mm_cmpeq_epi8(bytes_, all(tag))) & group_mask; }
  /// Bit i: slot i is filled.
  std::uint32_t filled() const { return ~bits(_mm_cmpeq_epi8(bytes_, _mm_setzero_si128())) & group_mask; }
  /// A key with such a tag went past.
  bool overflowed(std::uint32_t tag) const {
    return (static_cast<unsigned>(_mm_extract_epi16(bytes_, 7)) >> (8 + tag % 8) & 1U) != 0;
  }

 private:
  explicit SimdGroup(__m128i bytes) : bytes_(bytes) {}
  static __m128i all(std::uint32_t tag) { return _mm_set1_epi32(static_cast<int>(repeated_tags.of[tag])); }
  static std::uint32_t bits(__m128i bytes) { return static_cast<std::uint32_t>(_mm_movemask_epi8(bytes)); }
  __m128i bytes_;
};
using Group = SimdGroup;
#elif defined(__aarch64__) && defined(__ARM_NEON)
class SimdGroup {
 public:
  explicit SimdGroup(const std::byte* tags) : bytes_(vld1q_u8(reinterpret_cast<const std::uint8_t*>(tags))) {}
  /// Of tags that may just have been written, by halves as they were.
  static SimdGroup changing(const std::byte* tags) {
    const auto* const at = reinterpret_cast<const std::uint8_t*>(tags);
    return SimdGroup(vcombine_u8(vld1_u8(at), vld1_u8(at + 8)));
  }
  /// Bit i: slot i has the tag of such hashes.
  std::uint32_t match(std::uint32_t tag) const { return bits(vceqq_u8(bytes_, all(tag))) & group_mask; }
  /// Bit i: slot i is filled.
  std::uint32_t filled() const { return ~bits(vceqzq_u8(bytes_)) & group_mask; }
  /// A key with such a tag went past.
  bool overflowed(std::uint32_t tag) const { return (vgetq_lane_u8(bytes_, 15) >> (tag % 8) & 1) != 0; }

 private:
  explicit SimdGroup(uint8x16_t bytes) : bytes_(bytes) {}
  static uint8x16_t all(std::uint32_t tag) { return vdupq_n_u8(static_cast<std::uint8_t>(stored_tag(tag))); }
  static std::uint32_t bits(uint8x16_t bytes) {
    static constexpr std::uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t weighed = vandq_u8(bytes, vld1q_u8(weights));
    return std::uint32_t{vaddv_u8(vget_low_u8(weighed))} | std::uint32_t{vaddv_u8(vget_high_u8(weighed))} << 8;
  }
  uint8x16_t bytes_;
};
using Group = SimdGroup;
#else
using Group = WordGroup;
#endif

/// The lowest one of bits that are not all 0.
inline std::uint32_t first_bit(std::uint64_t bits) { return static_cast<std::uint32_t>(__builtin_ctzll(bits)); }
inline std::uint32_t first_bit(std::uint32_t bits) { return static_cast<std::uint32_t>(__builtin_ctz(bits)); }

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
/// What a table without a group looks into.
alignas(group_tags) inline constinit std::byte no_group[group_tags] = {};

/// A table of groups without types. 24 bytes. In one block the slots, those of the first group last, and behind them the
/// tags.
struct GroupFrame {
  std::byte* tags = no_group;
  std::uint32_t shift = 56;  ///< takes a hash to its group and tag
  std::uint32_t last = 0;    ///< the groups, a power of two, but one; 0: nothing is allocated
  std::uint32_t size = 0;    ///< entries
  std::uint32_t limit = 0;   ///< entries at which it is laid out anew

  std::uint32_t groups() const { return last == 0 ? 0 : last + 1; }
  /// The slot of a place among the tags, counted from the tags, before which it stands.
  static std::ptrdiff_t slot_of(std::size_t place) { return slot_of(place / group_tags, place % group_tags); }
  static std::ptrdiff_t slot_of(std::size_t group, std::size_t i) {
    return static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>((group + 1) * group_slots);
  }
};

}  // namespace lathe::dense::detail
