// What MemInfo::cache says: how long a line that is read or written should stay, and how much L2 fetches at once.
//
// Low four bits: one of the operators or priorities below; bits 4 and 5: bytes that L2 fetches; bits 6 and 7: priority
// in L2. Names are the values of !mem.cache_hint's keys nvvm.l1_eviction, nvvm.l2_prefetch_size and nvvm.l2_eviction;
// LLVM 22 keeps that metadata and knows nothing of it, later versions lower it so. Source: PTX ISA 9.0, 9.7.9.1 (cache
// operators), 9.7.9.2 (eviction priorities), 9.7.9.8 (ld: prefetch size, cache policies).
//
// MemInfo::policy is what createpolicy would make, by its number (key nvvm.l2_cache_hint). It has none that is 0.
#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

#include "nvptx/target/features.hpp"

namespace lathe::nvptx::cache_hint {

inline constexpr std::uint8_t streaming = 3, first_priority = 6, prefetch_shift = 4, l2_shift = 6;
inline constexpr std::string_view load_operators[] = {"", ".ca", ".cg", ".cs", ".lu", ".cv"};
inline constexpr std::string_view store_operators[] = {"", ".wb", ".cg", ".cs", ".wt"};
/// From `first_priority` on.
inline constexpr std::string_view priorities[] = {"normal", "unchanged", "first", "last", "no_allocate"};
inline constexpr std::string_view priority_suffixes[] = {".L1::evict_normal", ".L1::evict_unchanged",
                                                         ".L1::evict_first", ".L1::evict_last", ".L1::no_allocate"};
inline constexpr std::string_view prefetches[] = {"", "64B", "128B", "256B"};
inline constexpr std::string_view prefetch_suffixes[] = {"", ".L2::64B", ".L2::128B", ".L2::256B"};
inline constexpr std::string_view l2_priorities[] = {"normal", "first", "last"};
inline constexpr std::string_view l2_suffixes[] = {"", ".L2::evict_first", ".L2::evict_last"};

/// The operator: stands before .nc.
constexpr std::string_view operator_suffix(std::uint8_t cache, bool is_store) {
  const unsigned which = cache & 15U;
  if (is_store) return which < std::size(store_operators) ? store_operators[which] : "";
  return which < std::size(load_operators) ? load_operators[which] : "";
}
/// The priority: stands behind .nc. Empty where the target has none: it is a hint.
inline std::string_view priority_suffix(std::uint8_t cache, const Features& features) {
  const unsigned which = cache & 15U;
  if (which < first_priority || which - first_priority >= std::size(priority_suffixes)) return "";
  return features.has(70, 74) ? priority_suffixes[which - first_priority] : "";
}
/// The priority in L2, behind that in L1; only accesses of 256 bits have it (PTX ISA 9.0, 9.7.9.8 and 9.7.9.12).
inline std::string_view l2_suffix(std::uint8_t cache, std::uint64_t bits, const Features& features) {
  const unsigned which = cache >> l2_shift;
  return bits == 256 && which < std::size(l2_suffixes) && features.has(100, 88) ? l2_suffixes[which] : "";
}
/// Bytes that L2 fetches; only loads have it.
inline std::string_view prefetch_suffix(std::uint8_t cache, const Features& features) {
  const unsigned which = (cache >> prefetch_shift) & 3U;
  return features.has(which == 3 ? 80 : 75, 74) ? prefetch_suffixes[which] : "";
}

/// Whether accesses may have a policy, and how it is said: in front of the prefetch size; the policy is the last operand.
inline bool has_policies(const Features& features) { return features.has(80, 74); }
inline constexpr std::string_view policy_suffix = ".L2::cache_hint";

}  // namespace lathe::nvptx::cache_hint
