// What a dense map asks of its keys: an empty value that no key takes, a hash, equality.
//
// Hash policies give 64 bits; the table takes the HIGH bits of the product with 2^64/phi (Fibonacci), or the low
// bits of the two hashes of LLVM's DenseMap, kept here for comparison: pointers (p>>9)^(p>>4), integers x*37.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace lathe::dense {

/// Where in a table of 2^bits slots a mixed hash begins.
struct Fibonacci {
  /// 2^64 / golden ratio, odd. High bits of the product depend on all bits of the key.
  static constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15ULL;
  static std::uint64_t mix(std::uint64_t key) { return key * multiplier; }
  static std::size_t slot(std::uint64_t mixed, unsigned bits) { return static_cast<std::size_t>(mixed >> (64 - bits)); }
};
/// (p>>9)^(p>>4), low bits.
struct PointerShift {
  static std::uint64_t mix(std::uint64_t key) { return (key >> 9) ^ (key >> 4); }
  static std::size_t slot(std::uint64_t mixed, unsigned bits) {
    return static_cast<std::size_t>(mixed & ((std::uint64_t{1} << bits) - 1));
  }
};
/// x*37, low bits.
struct Times37 {
  static std::uint64_t mix(std::uint64_t key) { return key * 37U; }
  static std::size_t slot(std::uint64_t mixed, unsigned bits) {
    return static_cast<std::size_t>(mixed & ((std::uint64_t{1} << bits) - 1));
  }
};

/// Stock traits; specialise for your own key. `empty()` is a value that is never inserted.
template <class K>
struct KeyTraits;

template <class K>
  requires std::integral<K>
struct KeyTraits<K> {
  static constexpr K empty() { return std::numeric_limits<K>::max(); }
  static std::uint64_t bits(K key) { return static_cast<std::uint64_t>(key); }
  static bool equal(K a, K b) { return a == b; }
};
template <class K>
  requires std::is_enum_v<K>
struct KeyTraits<K> {
  using U = std::underlying_type_t<K>;
  static constexpr K empty() { return static_cast<K>(std::numeric_limits<U>::max()); }
  static std::uint64_t bits(K key) { return static_cast<std::uint64_t>(static_cast<U>(key)); }
  static bool equal(K a, K b) { return a == b; }
};
template <class P>
struct KeyTraits<P*> {
  /// -4096, as LLVM's DenseMapInfo has it: page zero's mirror, no object lives there.
  static P* empty() { return reinterpret_cast<P*>(static_cast<std::uintptr_t>(-4096)); }
  static std::uint64_t bits(const P* key) { return reinterpret_cast<std::uintptr_t>(key); }
  static bool equal(const P* a, const P* b) { return a == b; }
};
template <class A, class B>
struct KeyTraits<std::pair<A, B>> {
  static constexpr std::pair<A, B> empty() { return {KeyTraits<A>::empty(), KeyTraits<B>::empty()}; }
  static std::uint64_t bits(const std::pair<A, B>& key) {
    const std::uint64_t a = KeyTraits<A>::bits(key.first) * Fibonacci::multiplier;
    return (a ^ (a >> 32)) + KeyTraits<B>::bits(key.second);
  }
  static bool equal(const std::pair<A, B>& a, const std::pair<A, B>& b) {
    return KeyTraits<A>::equal(a.first, b.first) && KeyTraits<B>::equal(a.second, b.second);
  }
};
/// Ids with a `value` member (lathe::Index).
template <class K>
  requires requires(K key) {
    { key.value } -> std::convertible_to<std::uint32_t>;
    K{};
  }
struct KeyTraits<K> {
  static constexpr K empty() { return K{}; }
  static std::uint64_t bits(K key) { return key.value; }
  static bool equal(K a, K b) { return a.value == b.value; }
};

template <class T, class K>
concept KeyTraitsFor = requires(const K& key) {
  { T::empty() } -> std::convertible_to<K>;
  { T::bits(key) } -> std::convertible_to<std::uint64_t>;
  { T::equal(key, key) } -> std::convertible_to<bool>;
};

}  // namespace lathe::dense
