// Slots of an ordered table: how a key and its order stand in one. Three layouts, chosen by what the key can do.
#pragma once

#include <new>

#include <lathe/dense/key.hpp>
#include <lathe/dense/shape.hpp>

namespace lathe::dense::detail {

/// The value of a set.
struct Nothing {};

/// Room for a value that lives only while the slot is filled.
template <class T>
struct Raw {
  alignas(T) std::byte bytes[sizeof(T)];
  T& get() { return *std::launder(reinterpret_cast<T*>(bytes)); }
  void move_from(Raw& other) noexcept {
    ::new (static_cast<void*>(bytes)) T(std::move(other.get()));
    other.get().~T();
  }
};
template <>
struct Raw<Nothing> {
  Nothing& get() {
    static Nothing nothing;
    return nothing;
  }
  void move_from(Raw&) noexcept {}
};
template <class T>
inline constexpr bool plain = copied_as_bytes<T>;

/// Keys of 32 or 64 bits under a multiplicative policy: the order is key * multiplier - 1 + multiplier, a bijection
/// that takes the all-ones key to all ones; only the order is stored, and the key is computed back.
template <class W, class V, class Policy>
struct WordLayout {
  using Order = W;
  using Key = W;
  struct Slot {
    W order;
    [[no_unique_address]] Raw<V> value;
  };
  using S = Stored<W, sizeof(Slot)>;
  static constexpr bool exact = true;  // equal orders are equal keys
  static constexpr bool plain_slots = plain<V>;
  static constexpr W multiplier = [] {
    if constexpr (sizeof(W) == 4)
      return Policy::multiplier32;
    else
      return Policy::multiplier;
  }();
  static W order_of(W key) { return static_cast<W>(key * multiplier + (multiplier - 1)); }
  static W order_of(const Slot& slot) { return slot.order; }
  static W key(const Slot& slot) { return static_cast<W>((slot.order + 1) * inverse(multiplier) - 1); }
  static constexpr bool has_last = true;  // a key that looks like a free slot, and is kept in the last one
  static bool filled(const Slot& slot) { return slot.order < S::none; }
  static void put(Slot& slot, W order, W) noexcept { slot.order = order; }
  static void drop_key(Slot&) noexcept {}
  static void move(std::byte* to, std::byte* from) noexcept {
    auto* target = reinterpret_cast<Slot*>(to);
    auto* source = reinterpret_cast<Slot*>(from);
    target->order = source->order;
    target->value.move_from(source->value);
  }
};

/// Slots of small values, which stand in them as they are, in ordered tables and those of groups. Traits with a second
/// sentinel, `deleted()`, refuse both as keys.
template <class K, class V, class Traits>
struct ValueSlots {
  using Key = K;
  struct Slot {
    K key;
    [[no_unique_address]] Raw<V> value;
  };
  static constexpr bool plain_slots = plain<V>;
  static const K& key(const Slot& slot) { return slot.key; }
  static bool same(const Slot& slot, const K& key) { return slot.key == key; }
  static constexpr bool refuses = requires { Traits::deleted(); };
  static bool refused(const K& key) {
    if constexpr (refuses)
      return key == K(Traits::deleted()) || key == K(Traits::empty());
    else
      return false;
  }
  static void put(Slot& slot, std::uint64_t, const K& key) noexcept { ::new (static_cast<void*>(&slot.key)) K(key); }
  static void drop_key(Slot&) noexcept {}
  static void move(std::byte* to, std::byte* from) noexcept {
    auto* target = reinterpret_cast<Slot*>(to);
    auto* source = reinterpret_cast<Slot*>(from);
    ::new (static_cast<void*>(&target->key)) K(source->key);
    target->value.move_from(source->value);
  }
};

/// Small values with a sentinel: the key is stored, its order computed when it is needed.
template <class K, class V, class Traits, class Policy>
struct ValueLayout : ValueSlots<K, V, Traits> {
  using Order = std::uint64_t;
  using Slot = typename ValueSlots<K, V, Traits>::Slot;
  struct S {
    using Order = std::uint64_t;
    static constexpr std::size_t size = sizeof(Slot);
    static Order order(const std::byte* slot) { return order_of(reinterpret_cast<const Slot*>(slot)->key); }
    static bool filled(const std::byte* slot) {
      return !(reinterpret_cast<const Slot*>(slot)->key == K(Traits::empty()));
    }
    static std::uint32_t filled_block(const std::byte* slots) {
      std::uint32_t bits = 0;
      for (unsigned i = 0; i < 8; ++i) bits |= static_cast<std::uint32_t>(filled(slots + i * size)) << i;
      return bits;
    }
    static void blank(std::byte* slot) { ::new (static_cast<void*>(slot)) K(Traits::empty()); }
    static void blank_all(std::byte* slots, std::uint32_t count) {
      for (std::uint32_t i = 0; i < count; ++i) blank(slots + i * size);
    }
  };
  static constexpr bool exact = false;
  static Order order_of(const K& key) { return Policy::mix(Traits::bits(key)); }
  static Order order_of(const Slot& slot) { return order_of(slot.key); }
  static constexpr bool has_last = !ValueSlots<K, V, Traits>::refuses;
  static bool is_last(const K& key) { return key == K(Traits::empty()); }
  static bool filled(const Slot& slot) { return !(slot.key == K(Traits::empty())); }
};

/// Any key: its hash is stored beside it as the order (capped below all ones), so the user's hash and equality are
/// called only before anything changes.
template <class K, class V, class Traits, class Policy>
struct HashLayout {
  using Order = std::uint64_t;
  using Key = K;
  struct Slot {
    std::uint64_t order;
    Raw<K> stored;
    [[no_unique_address]] Raw<V> value;
  };
  using S = Stored<std::uint64_t, sizeof(Slot)>;
  static constexpr bool exact = false;
  static constexpr bool plain_slots = plain<V> && plain<K>;
  static_assert(told(std::is_nothrow_move_constructible_v<K>),
                "dense keys must move without throwing: entries are shifted");
  template <class Q>
  static Order order_of(const Q& key) {
    const std::uint64_t mixed = Policy::mix(Traits::hash(key));
    return mixed < S::none ? mixed : S::none - 1;
  }
  static Order order_of(const Slot& slot) { return slot.order; }
  static const K& key(const Slot& slot) { return const_cast<Slot&>(slot).stored.get(); }
  template <class Q>
  static bool same(const Slot& slot, const Q& key) {
    return Traits::equal(HashLayout::key(slot), key);
  }
  static constexpr bool has_last = false;
  template <class Q>
  static bool refused(const Q&) {
    return false;
  }
  static bool filled(const Slot& slot) { return slot.order < S::none; }
  template <class Q>
  static void put(Slot& slot, Order order, Q&& key) {
    ::new (static_cast<void*>(slot.stored.bytes)) K(std::forward<Q>(key));
    slot.order = order;
  }
  static void drop_key(Slot& slot) noexcept { slot.stored.get().~K(); }
  static void move(std::byte* to, std::byte* from) noexcept {
    auto* target = reinterpret_cast<Slot*>(to);
    auto* source = reinterpret_cast<Slot*>(from);
    target->order = source->order;
    target->stored.move_from(source->stored);
    target->value.move_from(source->value);
  }
};

}  // namespace lathe::dense::detail
