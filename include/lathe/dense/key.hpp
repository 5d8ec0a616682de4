// What a dense map asks of its keys, and where a hash policy puts them.
//
// A key is one of four kinds, told by what its traits can do: a dense id (`id`, `from_id`), a machine word (`word`,
// `from_word`), a small value with a sentinel (`empty`, `bits`), or anything with `hash` and `equal`. A policy turns
// 64 bits into an *order*: the table keeps its entries sorted by order, and an entry's home is its order scaled to the
// table, so the high bits decide. Sources: Knuth 6.4 (multiplicative hashing), Amble and Knuth 1974 (ordered tables).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <lathe/dense/bytes.hpp>
#include <lathe/support/told.hpp>

namespace lathe::dense {

/// The inverse of an odd number modulo 2^bits (Newton; each step doubles the bits that are right).
template <class W>
constexpr W inverse(W odd) {
  W x = odd;
  for (int i = 0; i < 6; ++i) x = static_cast<W>(x * (W{2} - odd * x));
  return x;
}

/// The default. For 64 bits an odd number found by search (bench/lathe/dense_multiplier.cpp): objects at equal strides
/// of 8 to 1024 bytes are displaced by 6 slots on average in the worst case of stride and size, where 2^64/phi reaches
/// 42 (144 is a Fibonacci number, so multiples of 144 / phi are nearly whole) and splitmix64's number 33. For 32 bits
/// 2^32/phi: ids have stride 1.
struct Spread {
  static constexpr std::uint64_t multiplier = 0x8FE0B682CCD3F551ULL;  ///< odd, so that no two words become one
  static constexpr std::uint32_t multiplier32 = 0x9E3779B9U;          ///< odd, of ids
  /// The order that keys stand in: from the high end. A bijection.
  static constexpr std::uint64_t mix(std::uint64_t bits) { return bits * multiplier; }
  /// Of a table of groups, where what counts is how seldom keys crowd a group or share a tag in it
  /// (bench/lathe/dense_multiplier.cpp --groups judges it beside others), in tables of 10^7 words, too.
  static constexpr std::uint64_t mix_for_groups(std::uint64_t bits) { return bits * 0x1F1AED031AA214ADULL; }
};
/// 2^64 / phi, rounded to odd: successive multiples lie as far apart as multiples can (three-distance theorem).
struct Fibonacci {
  static constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15ULL;  ///< odd, so that no two words become one
  static constexpr std::uint32_t multiplier32 = 0x9E3779B9U;          ///< odd, of ids
  /// The order that keys stand in: from the high end. A bijection.
  static constexpr std::uint64_t mix(std::uint64_t bits) { return bits * multiplier; }
};
/// The multiplier that the reference names as 2^64/phi. It is not: 0xBF58476D1CE4E5B9 is the first multiplier of
/// the splitmix64 finalizer (a constant found by search for avalanche); LLVM 22 mixes 64-bit keys with it.
struct SplitMix {
  static constexpr std::uint64_t multiplier = 0xBF58476D1CE4E5B9ULL;  ///< odd, so that no two words become one
  static constexpr std::uint32_t multiplier32 = 0xBF58476DU;          ///< odd, of ids
  /// The order that keys stand in: from the high end. A bijection.
  static constexpr std::uint64_t mix(std::uint64_t bits) { return bits * multiplier; }
};

namespace detail {
/// The order of a policy that is read from the low end: bit 0 becomes the highest.
constexpr std::uint64_t reverse_bits(std::uint64_t x) {
  x = (x & 0x5555555555555555ULL) << 1 | (x >> 1 & 0x5555555555555555ULL);
  x = (x & 0x3333333333333333ULL) << 2 | (x >> 2 & 0x3333333333333333ULL);
  x = (x & 0x0F0F0F0F0F0F0F0FULL) << 4 | (x >> 4 & 0x0F0F0F0F0F0F0F0FULL);
  return __builtin_bswap64(x);
}
}  // namespace detail

/// (p>>9)^(p>>4), as the reference and LLVM have it for pointers. Its low bits choose the bucket there, so they
/// become the high bits of the order here: the same keys collide. For comparison; Fibonacci is faster.
struct PointerShift {
  /// The order that keys stand in, from the high end; several words may have one place.
  static constexpr std::uint64_t mix(std::uint64_t bits) { return detail::reverse_bits((bits >> 9) ^ (bits >> 4)); }
};
/// x*37, low bits, as the reference and LLVM have it for integers.
struct Times37 {
  /// The order that keys stand in, from the high end. A bijection.
  static constexpr std::uint64_t mix(std::uint64_t bits) { return detail::reverse_bits(bits * 37U); }
};

template <class P>
concept HashPolicy = requires(std::uint64_t bits) {
  { P::mix(bits) } -> std::same_as<std::uint64_t>;
};
/// A policy that is one multiplication by an odd number: it can be undone, so the table stores the order alone.
template <class P>
concept Multiplicative = HashPolicy<P> && requires {
  { P::multiplier } -> std::convertible_to<std::uint64_t>;
  { P::multiplier32 } -> std::convertible_to<std::uint32_t>;
};

/// Stock traits; specialise for your own key, or pass traits of your own. Keys of no other kind are taken by std::hash
/// and ==, where they have both.
template <class K>
struct KeyTraits {
  static std::uint64_t hash(const K& key)
    requires requires {
      { std::hash<K>{}(key) } -> std::convertible_to<std::size_t>;
    }
  {
    return std::hash<K>{}(key);
  }
  /// Asked of keys with equal hashes; `stored` is one of the map's.
  static bool equal(const K& stored, const K& key)
    requires std::equality_comparable<K>
  {
    return stored == key;
  }
};

/// Strings: looked up by whatever is a std::string_view, without a copy.
template <class K>
  requires(std::same_as<K, std::string> || std::same_as<K, std::string_view>)
struct KeyTraits<K> {
  static std::uint64_t hash(std::string_view key) { return hash_bytes(key.data(), key.size()); }
  /// Asked of keys with equal hashes; `stored` is one of the map's.
  static bool equal(std::string_view stored, std::string_view key) {
    return stored.size() == key.size() &&
           same_bytes(stored.data(), key.data(), key.size());  // NOLINT(bugprone-suspicious-stringview-data-usage)
  }
};

/// Integers of up to 32 bits: dense ids.
template <class K>
  requires(std::integral<K> && sizeof(K) <= 4)
struct KeyTraits<K> {
  /// A number for each key, all of them different.
  static constexpr std::uint32_t id(K key) { return static_cast<std::uint32_t>(key); }
  static constexpr K from_id(std::uint32_t id) { return static_cast<K>(id); }  ///< The key of a number that `id` gave.
};
template <class K>
  requires(std::is_enum_v<K> && sizeof(K) <= 4)
struct KeyTraits<K> {
  /// A number for each key, all of them different.
  static constexpr std::uint32_t id(K key) { return static_cast<std::uint32_t>(key); }
  static constexpr K from_id(std::uint32_t id) { return static_cast<K>(id); }  ///< The key of a number that `id` gave.
};
/// Ids that are a `value` member and nothing else (lathe::Index).
template <class K>
  requires requires(K key) {
    requires std::integral<decltype(key.value)> && sizeof(key.value) <= 4 && sizeof(K) == sizeof(key.value);
    K{static_cast<decltype(key.value)>(0)};
  }
struct KeyTraits<K> {
  /// A number for each key, all of them different.
  static constexpr std::uint32_t id(K key) { return static_cast<std::uint32_t>(key.value); }
  /// The key of a number that `id` gave.
  static constexpr K from_id(std::uint32_t id) { return K{static_cast<decltype(K::value)>(id)}; }
};
template <class K>
  requires((std::integral<K> || std::is_enum_v<K>) && sizeof(K) == 8)
struct KeyTraits<K> {
  /// A word for each key, all of them different.
  static constexpr std::uint64_t word(K key) { return static_cast<std::uint64_t>(key); }
  /// The key of a word that `word` gave.
  static constexpr K from_word(std::uint64_t word) { return static_cast<K>(word); }
};
/// A pointer is the word of its address.
template <class P>
struct KeyTraits<P*> {
  /// A word for each key, all of them different.
  static std::uint64_t word(const P* key) { return reinterpret_cast<std::uintptr_t>(key); }
  /// The key of a word that `word` gave.
  static P* from_word(std::uint64_t word) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the word is an address that `word` gave
    return reinterpret_cast<P*>(static_cast<std::uintptr_t>(word));
  }
};
/// Pairs of ids are one word; pairs of words and of ids are values with a sentinel (both halves all ones); what has a
/// half that is hashed is hashed.
template <class A, class B>
struct KeyTraits<std::pair<A, B>> {
  using First = KeyTraits<A>;
  using Second = KeyTraits<B>;
  static constexpr bool packed = requires(A a, B b) {
    First::id(a);
    Second::id(b);
  };
  template <class T>
  static constexpr bool hashed = requires(const T& half) {
    KeyTraits<T>::hash(half);
    KeyTraits<T>::equal(half, half);
  };
  template <class T>
  static constexpr bool valued = requires(const T& half) { KeyTraits<T>::id(half); } || requires(const T& half) {
    KeyTraits<T>::word(half);
  } || requires(const T& half) { KeyTraits<T>::bits(half); };
  static constexpr std::uint64_t word(const std::pair<A, B>& key)
    requires packed
  {
    return std::uint64_t{First::id(key.first)} << 32 | Second::id(key.second);
  }
  static constexpr std::pair<A, B> from_word(std::uint64_t word)
    requires packed
  {
    return {First::from_id(static_cast<std::uint32_t>(word >> 32)), Second::from_id(static_cast<std::uint32_t>(word))};
  }
  static std::pair<A, B> empty()
    requires(!packed && valued<A> && valued<B>)
  {
    return {all_ones<A>(), all_ones<B>()};
  }
  static std::uint64_t bits(const std::pair<A, B>& key)
    requires(!packed && valued<A> && valued<B>)
  {
    return mixed(key);
  }
  static std::uint64_t hash(const std::pair<A, B>& key)
    requires((hashed<A> || hashed<B>) && (hashed<A> || valued<A>) && (hashed<B> || valued<B>))
  {
    return mixed(key);
  }
  static bool equal(const std::pair<A, B>& stored, const std::pair<A, B>& key)
    requires((hashed<A> || hashed<B>) && (hashed<A> || valued<A>) && (hashed<B> || valued<B>))
  {
    return same(stored.first, key.first) && same(stored.second, key.second);
  }

 private:
  template <class T>
  static std::uint64_t half(const T& key) {
    if constexpr (requires { KeyTraits<T>::id(key); })
      return KeyTraits<T>::id(key);
    else if constexpr (requires { KeyTraits<T>::word(key); })
      return KeyTraits<T>::word(key);
    else if constexpr (requires { KeyTraits<T>::bits(key); })
      return KeyTraits<T>::bits(key);
    else
      return KeyTraits<T>::hash(key);
  }
  static std::uint64_t mixed(const std::pair<A, B>& key) {
    const std::uint64_t a = half<A>(key.first) * SplitMix::multiplier;
    return (a ^ (a >> 32)) + half<B>(key.second);
  }
  template <class T>
  static bool same(const T& stored, const T& key) {
    if constexpr (hashed<T>)
      return KeyTraits<T>::equal(stored, key);
    else
      return stored == key;
  }
  template <class T>
  static T all_ones() {
    if constexpr (requires { KeyTraits<T>::from_id(0U); })
      return KeyTraits<T>::from_id(~std::uint32_t{0});
    else if constexpr (requires { KeyTraits<T>::from_word(0U); })
      return KeyTraits<T>::from_word(~std::uint64_t{0});
    else
      return KeyTraits<T>::empty();
  }
};

/// Pointer keys with the sentinels that the reference's tables have: `empty_value` marks a free bucket,
/// `deleted_value` an erased one. This table needs no mark for erased entries; both values are refused as keys all the
/// same, so that a client sees what it would see there. The reference has two pairs, by the layer of the code.
template <class P, std::intptr_t empty_value, std::intptr_t deleted_value>
struct SentinelPointers;
/// The same for keys that are pointers: addresses that no object has.
template <class T, std::intptr_t empty_value, std::intptr_t deleted_value>
struct SentinelPointers<T*, empty_value, deleted_value> {
  static T* empty() { return reinterpret_cast<T*>(empty_value); }
  static T* deleted() { return reinterpret_cast<T*>(deleted_value); }  ///< stands where a key was erased
  /// What is mixed to find the key's place.
  static std::uint64_t bits(const T* key) { return reinterpret_cast<std::uintptr_t>(key); }
};
/// The pair of the optimizer's own tables.
template <class P>
using MachineSentinels = SentinelPointers<P, -8, -16>;
/// The pair of the tables that came with LLVM.
template <class P>
using LlvmSentinels = SentinelPointers<P, -4096, -8192>;
/// Buckets of the reference's smallest allocated table; the default here too.
inline constexpr std::uint32_t reference_minimum = 64;

/// Copying is copying the bytes (std::pair of such counts, whose assignment alone is not trivial).
template <class T>
inline constexpr bool copied_as_bytes =
    std::is_trivially_copy_constructible_v<T> && std::is_trivially_move_constructible_v<T> &&
    std::is_trivially_destructible_v<T>;

// --- concepts --------------------------------------------------------------------------------------------------
template <class T, class K>
concept HasId = requires(const K& key) {
  { T::id(key) } -> std::convertible_to<std::uint32_t>;
};
template <class T, class K>
concept HasFromId = requires {
  { T::from_id(std::uint32_t{}) } -> std::convertible_to<K>;
};
template <class T, class K>
concept HasWord = requires(const K& key) {
  { T::word(key) } -> std::convertible_to<std::uint64_t>;
};
template <class T, class K>
concept HasFromWord = requires {
  { T::from_word(std::uint64_t{}) } -> std::convertible_to<K>;
};
template <class T, class K>
concept HasEmpty = requires {
  { T::empty() } -> std::convertible_to<K>;
};
template <class T, class K>
concept HasBits = requires(const K& key) {
  { T::bits(key) } -> std::convertible_to<std::uint64_t>;
};
template <class T, class K>
concept HasHash = requires(const K& key) {
  { T::hash(key) } -> std::convertible_to<std::uint64_t>;
};
template <class T, class K>
concept HasEqual = requires(const K& key) {
  { T::equal(key, key) } -> std::convertible_to<bool>;
};

/// Small integers that name things; where they are dense the map indexes an array.
template <class T, class K>
concept IdKey = HasId<T, K> && HasFromId<T, K>;
/// 64 bits that are the key.
template <class T, class K>
concept WordKey = HasWord<T, K> && HasFromWord<T, K>;
/// A trivially copyable value compared by ==, with 64 bits to hash, and a value `empty()`, that of free slots: as a key
/// it is kept aside. With `deleted()` besides, both are refused as keys.
template <class T, class K>
concept ValueKey = HasEmpty<T, K> && HasBits<T, K> && copied_as_bytes<K> && std::equality_comparable<K>;
/// Any key; hash and equal may throw, and may take other types than K for heterogeneous look-up.
template <class T, class K>
concept HashKey = HasHash<T, K> && HasEqual<T, K>;

/// What tells a map how its keys are stored: one of the four kinds.
template <class T, class K>
concept KeyTraitsFor = IdKey<T, K> || WordKey<T, K> || ValueKey<T, K> || HashKey<T, K>;

/// One error per missing member of the kind of key that the traits have begun.
template <class T, class K>
consteval bool explain_key_traits() {
  if constexpr (HasId<T, K> || HasFromId<T, K>) {
    static_assert(told(HasId<T, K>), "dense::KeyTraits (id) wants  static uint32_t id(K key);");
    static_assert(told(HasFromId<T, K>), "dense::KeyTraits (id) wants  static K from_id(uint32_t id);");
  } else if constexpr (HasWord<T, K> || HasFromWord<T, K>) {
    static_assert(told(HasWord<T, K>), "dense::KeyTraits (word) wants  static uint64_t word(K key);");
    static_assert(told(HasFromWord<T, K>), "dense::KeyTraits (word) wants  static K from_word(uint64_t word);");
  } else if constexpr (HasEmpty<T, K> || HasBits<T, K>) {
    static_assert(told(HasEmpty<T, K>),
                  "dense::KeyTraits (value) wants  static K empty();  // a value that free slots have");
    static_assert(told(HasBits<T, K>), "dense::KeyTraits (value) wants  static uint64_t bits(const K& key);");
    static_assert(told(copied_as_bytes<K>),
                  "dense::KeyTraits (value): K is not trivially copyable; give the traits hash() and equal() instead");
    static_assert(told(std::equality_comparable<K>),
                  "dense::KeyTraits (value) wants  bool operator==(const K&, const K&);");
  } else {
    static_assert(
        told(HasHash<T, K>),
        "dense::KeyTraits wants one of  id + from_id,  word + from_word,  empty + bits,  hash + equal  (or K a "
        "std::hash and ==);  of the last  static uint64_t hash(const K& key);  is missing");
    static_assert(told(HasEqual<T, K>),
                  "dense::KeyTraits (hash) wants  static bool equal(const K& stored, const K& key);");
  }
  return true;
}

}  // namespace lathe::dense
