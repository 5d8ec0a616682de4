// Slots of a table of groups: the key as it is, its value, and for keys with a hash of the user's half of that hash.
#pragma once

#include <lathe/dense/group_shape.hpp>
#include <lathe/dense/layout.hpp>

namespace lathe::dense::detail {

/// Keys of 32 or 64 bits.
template <class W, class V, class Policy>
struct GroupWordLayout {
  using Key = W;
  // In parts of 32 bits, so that a word and a value of 32 bits are 12 bytes and not 16.
  struct Slot {
    std::uint32_t parts[sizeof(W) / 4];
    [[no_unique_address]] Raw<V> value;
  };
  using S = WordSlots<W, sizeof(Slot), Policy>;
  static constexpr bool plain_slots = plain<V>;
  static constexpr bool nothrow_keys = true;
  static constexpr bool cheap_hash = true;  ///< computed again sooner than kept
  static std::uint64_t hash_of(W key) { return group_mix<Policy>(key); }
  static std::uint64_t hash_in(const Slot& slot) { return hash_of(key(slot)); }
  static W key(const Slot& slot) {
    W word;
    std::memcpy(&word, slot.parts, sizeof word);
    return word;
  }
  static bool same(const Slot& slot, W wanted) { return key(slot) == wanted; }
  static bool refused(W) { return false; }
  static void put(Slot& slot, std::uint64_t, W key) noexcept { std::memcpy(slot.parts, &key, sizeof key); }
  static void drop_key(Slot&) noexcept {}
  static void move(std::byte* to, std::byte* from) noexcept {
    auto* target = reinterpret_cast<Slot*>(to);
    auto* source = reinterpret_cast<Slot*>(from);
    std::memcpy(target->parts, source->parts, sizeof source->parts);
    target->value.move_from(source->value);
  }
};

/// Small values. A single sentinel is a key like any other.
template <class K, class V, class Traits, class Policy>
struct GroupValueLayout : ValueSlots<K, V, Traits> {
  using Slot = typename ValueSlots<K, V, Traits>::Slot;
  struct S {
    static constexpr std::size_t size = sizeof(Slot);
    static std::uint64_t hash(const std::byte* slot) { return hash_of(reinterpret_cast<const Slot*>(slot)->key); }
  };
  static constexpr bool nothrow_keys = true;
  static constexpr bool cheap_hash = false;
  static std::uint64_t hash_of(const K& key) { return group_mix<Policy>(Traits::bits(key)); }
  static std::uint64_t hash_in(const Slot& slot) { return hash_of(slot.key); }
};

/// Any key: the upper half of its hash is stored, so that the user's hash is not called when a table grows. It stands
/// behind the value, where a key of 8 bytes' alignment and a value of 4 leave room.
template <class K, class V, class Traits, class Policy>
struct GroupHashLayout {
  using Key = K;
  struct Slot {
    Raw<K> stored;
    [[no_unique_address]] Raw<V> value;
    std::uint32_t half;
  };
  using S = HashedSlots<sizeof(Slot), offsetof(Slot, half)>;
  static constexpr bool plain_slots = plain<V> && plain<K>;
  static constexpr bool nothrow_keys = false;
  static constexpr bool cheap_hash = false;
  static_assert(told(std::is_nothrow_move_constructible_v<K>), "dense keys must move without throwing: tables grow");
  template <class Q>
  static std::uint64_t hash_of(const Q& key) {
    return Policy::mix(Traits::hash(key)) & ~std::uint64_t{0xffffffff};
  }
  static std::uint64_t hash_in(const Slot& slot) { return std::uint64_t{slot.half} << 32; }
  static const K& key(const Slot& slot) { return const_cast<Slot&>(slot).stored.get(); }
  template <class Q>
  static bool same(const Slot& slot, const Q& key) {
    return Traits::equal(GroupHashLayout::key(slot), key);
  }
  template <class Q>
  static bool refused(const Q&) {
    return false;
  }
  template <class Q>
  static void put(Slot& slot, std::uint64_t hash, Q&& key) {
    ::new (static_cast<void*>(slot.stored.bytes)) K(std::forward<Q>(key));
    slot.half = static_cast<std::uint32_t>(hash >> 32);
  }
  static void drop_key(Slot& slot) noexcept { slot.stored.get().~K(); }
  static void move(std::byte* to, std::byte* from) noexcept {
    auto* target = reinterpret_cast<Slot*>(to);
    auto* source = reinterpret_cast<Slot*>(from);
    target->half = source->half;
    target->stored.move_from(source->stored);
    target->value.move_from(source->value);
  }
};

}  // namespace lathe::dense::detail
